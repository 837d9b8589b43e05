package flota

import (
	"fmt"
	"net/http"
	"path"
	"strings"
	"sync"
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
	w := acctest.NewServer(t, sandbox.Options{}).HideTipos()
	for attribute, declared := range map[string]acctest.Values{
		"placa": {"placa": "PLACADEMASIADOLARGA1234", "tipo_vehiculo_id": 2}, "tipo_vehiculo_id": {"placa": "AKX0359", "tipo_vehiculo_id": 99},
	} {
		for _, looks := range []bool{false, true} {
			refused := w.Proto(acctest.Values{"plan_lookups": looks}).Apply("parking_placa", acctest.Result{}, declared)
			acctest.ExpectRefused(t, fmt.Sprint("looked up: ", looks), refused, attribute+": Unable to create plate")
			w.ExpectRequests(map[string]int{"registrar_placa": 1, "placa": map[bool]int{false: 1, true: 2}[looks]}) // and a control
		}
	}
}

// What denials cost 150 new vehicles: as a fleet, and as blocks of their own of which Terraform works on ten at once.

func newPlaca(i int) string { return fmt.Sprintf("NEW%04d", i) }

func newFleet() acctest.Values {
	entries := acctest.Values{}
	for i := range 150 {
		entries[newPlaca(i)] = acctest.Car(nil)
	}
	return acctest.FleetOf(entries)
}

// eachNew does something for a plate and then for its vehicle.
func eachNew(do func(typeName string, config acctest.Values)) {
	var blocks sync.WaitGroup
	placas := make(chan string)
	for range 10 {
		blocks.Go(func() {
			for placa := range placas {
				do("parking_placa", acctest.Values{"placa": placa, "tipo_vehiculo_id": 1})
				do("parking_vehiculo", acctest.Values{"cliente_id": 1, "placa": placa})
			}
		})
	}
	for i := range 150 {
		placas <- newPlaca(i)
	}
	close(placas)
	blocks.Wait()
}

func requestsOf(w *acctest.Server) (n int) {
	for _, times := range w.Requests() {
		n += times
	}
	return n
}

// A first load asks what a denial means once, and not for each vehicle.
func TestFirstLoad(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which block warns of the client
	most := func(w *acctest.Server, what string, alone int) {
		t.Helper()
		if n := requestsOf(w); n > alone+4 {
			t.Errorf("%s: %d requests, want at most 4 more than the %d without a denial", what, n, alone)
		}
	}
	w := acctest.NewServer(t, sandbox.Options{})
	acctest.NoErrors(t, "fleet", messagesOf(w.Proto(nil), "parking_flota", newFleet()))
	most(w, "plan of a fleet", 152)
	acctest.NoErrors(t, "fleet", w.Proto(nil).Apply("parking_flota", acctest.Result{}, newFleet()))
	most(w, "apply of a fleet", 452)
	w = acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	eachNew(func(typeName string, config acctest.Values) {
		acctest.NoErrors(t, "block", messagesOf(p, typeName, config))
	})
	most(w, "plan of blocks", 153)
	p = w.Proto(nil)
	eachNew(func(typeName string, config acctest.Values) {
		acctest.NoErrors(t, "block", p.Apply(typeName, acctest.Result{}, config))
	})
	most(w, "apply of blocks", 530) // of 600 if each plan looks: those of ten blocks do, and some in a moment in which none is applied
}

// A service that denies everything, and one that rejects the credential, whatever way it says so, ends a plan after a few requests. What
// was under way says what to do, and each other block names the cause in one line.
func TestDeniedLoad(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which block meets the denial
	// Alone they are at most 15, and 35 where each is repeated; without an end, 150 and more. The breaker's own test counts exactly.
	for status, most := range map[int]int{200: 40, 401: 40, 422: 40, 500: 100} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			w.Answer(func(*http.Request) http.HandlerFunc {
				return answers.Body(status, `{"estado":"fail","error":"La placa no existe","errores":{"placa":["no existe"]}}`)
			})
			retrying := acctest.Values{"max_retries": 5}
			counted := w.Counted()
			fleet := messagesOf(w.Proto(retrying), "parking_flota", newFleet())
			if n := counted(); n > 6 && status != 500 || n > most {
				t.Errorf("fleet: %d requests", n)
			}
			if len(fleet.Errors()) != 1 || strings.Contains(first(fleet), "credential") != (status < 500) {
				t.Errorf("fleet: %q", fleet.Errors())
			}
			p := w.Proto(retrying)
			eachNew(func(typeName string, config acctest.Values) {
				said := messagesOf(p, typeName, config)
				if len(said.Errors()) != 1 || !strings.Contains(first(said), "Unable to plan ") && !strings.Contains(first(said), "Not tried: ") {
					t.Errorf("a block has the errors %q", said.Errors())
				}
				if status < 500 && !strings.Contains(first(said), "credential") || len(said.Warnings()) > 0 {
					t.Errorf("a block says %q, wanted to check the credential", append(said.Errors(), said.Warnings()...))
				}
			})
			if n := counted(); n > most {
				t.Errorf("blocks: %d requests, want at most %d", n, most)
			}
		})
	}
}
