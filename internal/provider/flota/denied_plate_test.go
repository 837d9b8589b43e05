package flota

import (
	"fmt"
	"net/http"
	"path"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// denials are ways to say that a plate is not registered. No document lists them, so none of them may matter.
var denials = []string{"La placa no existe", "La placa no se encuentra registrada", "Not Found", "Error", "La placa no existe en la base de datos",
	"Registro no encontrado", "No query results for model [App\\Placa]", "Placa inválida", "Sin datos", "The requested vehicle was not located"}

// denyUnregistered answers the look at a plate that is not registered with a text at a status, and counts that.
func denyUnregistered(w *acctest.Server, status int, text string) (looks *atomic.Int64) {
	looks = new(atomic.Int64)
	w.Answer(func(r *http.Request) http.HandlerFunc {
		dir, placa := path.Split(r.URL.Path)
		if r.Method != http.MethodGet || dir != "/external/placa/" || w.Count("SELECT COUNT(*) FROM placas WHERE placa = ?", placa) > 0 {
			return nil
		}
		looks.Add(1)
		return answers.Body(status, fmt.Sprintf(`{"estado":"fail","error":%q}`, text))
	})
	return looks
}

// However a service says that a plate is not there, the plate is registered, and the plan says nothing.
func TestDeniedPlateIsRegistered(t *testing.T) {
	t.Parallel()
	for _, status := range []int{200, 404, 410, 422, 500} {
		for i, text := range denials {
			t.Run(fmt.Sprint(i, " at ", status), func(t *testing.T) {
				t.Parallel()
				w := acctest.NewServer(t, sandbox.Options{})
				looks := denyUnregistered(w, status, text)
				acctest.NoMessages(t, "plate", w.Proto(nil).Apply("parking_placa", acctest.Result{}, plate))
				fleet := acctest.FleetOf(acctest.Values{"NEW0001": acctest.Car(nil), "NEW0002": acctest.Car(nil)})
				acctest.NoErrors(t, "fleet", w.Proto(nil).Apply("parking_flota", acctest.Result{}, fleet))
				if looks.Load() != 3+2 { // each run asks for one more plate
					t.Errorf("3 plates were looked up %d times", looks.Load())
				}
				w.ExpectCount(3, "SELECT COUNT(*) FROM placas")
				w.ExpectCount(2, "SELECT COUNT(*) FROM vehiculos")
			})
		}
	}
}

// A service that denies everything shows nothing of a plate: its text is the error of the plan.
func TestServiceThatDeniesEverything(t *testing.T) {
	t.Parallel()
	for _, status := range []int{200, 422, 500} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			w.Answer(func(*http.Request) http.HandlerFunc {
				return answers.Body(status, `{"estado":"fail","error":"Clave caducada"}`)
			})
			planned := messagesOf(w.Proto(nil), "parking_placa", plate)
			head := `placa: Not tried: plate "AKX0359"`
			if status == 500 { // which may pass
				head = "Unable to plan plate"
			}
			acctest.Expect(t, "plan", planned.Errors(), head)
			acctest.ExpectSays(t, "plan", first(planned), "Clave caducada")
		})
	}
}

// A look that is wrong does no harm: the service refuses the registration, and its text is the error.
func TestDeniedPlateExists(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("AKX0359")
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodGet && r.URL.Path == "/external/placa/AKX0359" {
			return answers.Body(422, `{"estado":"fail","error":"Consulta rechazada"}`)
		}
		return nil
	})
	refused := w.Proto(nil).Apply("parking_placa", acctest.Result{}, plate)
	acctest.Expect(t, "warning", refused.PlanWarnings(), "Plates not checked")
	acctest.ExpectSays(t, "apply", strings.Join(refused.Errors(), "\n"), "La placa ya está registrada", "Consulta rechazada")
	w.ExpectCount(1, "SELECT COUNT(*) FROM placas")
}

// A plate that the service does not accept is refused by its registration, on the attribute.
func TestRefusedPlate(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	declared := acctest.Values{"placa": "PLACADEMASIADOLARGA1234", "tipo_vehiculo_id": 2}
	for _, looks := range []bool{false, true} {
		refused := w.Proto(acctest.Values{"plan_lookups": looks}).Apply("parking_placa", acctest.Result{}, declared)
		acctest.Expect(t, fmt.Sprint("looked up: ", looks), refused.Errors(), "placa: Unable to create plate")
		w.ExpectRequests(map[string]int{"registrar_placa": 1, "placa": map[bool]int{false: 1, true: 2}[looks]}) // and a control
	}
}
