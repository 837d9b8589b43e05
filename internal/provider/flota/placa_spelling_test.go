package flota

import (
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Another spelling of the same plate is no change: the plan is empty, and a change beside it is sent with the spelling that the
// service knows, which may compare spellings exactly.
func TestPlacaSpelledOtherwise(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	created := p.Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "AKX-0359", "tipo_vehiculo_id": 1})
	w.Requests()
	for _, placa := range []string{"AKX0359", "akx 0359", "akx-0359"} {
		config := acctest.Values{"placa": placa, "tipo_vehiculo_id": 1}
		expectNoChange(t, p, "parking_placa", created, config)
		changed := p.Apply("parking_placa", created, config.With(acctest.Values{"tipo_vehiculo_id": 3}))
		acctest.ExpectState(t, placa, changed, acctest.Values{"placa": "AKX-0359", "tipo_vehiculo_id": 3})
		acctest.ExpectSame(t, placa+" identity", changed.Identity, created.Identity)
		w.ExpectRequests(map[string]int{"actualizar_placa": 1})
		w.ExpectCount(1, "SELECT COUNT(*) FROM placas WHERE placa = 'AKX-0359' AND tipo_vehiculo_id = 3")
		p.Apply("parking_placa", changed, acctest.Values{"placa": placa, "tipo_vehiculo_id": 1})
		w.Requests()
	}
}

func TestVehiculoSpelledOtherwise(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("AKX0359")
	p := w.Proto(nil)
	created := p.Apply("parking_vehiculo", acctest.Result{}, acctest.Values{"cliente_id": 1, "placa": "AKX0359"})
	w.Requests()
	expectNoChange(t, p, "parking_vehiculo", created, acctest.Values{"cliente_id": 1, "placa": "akx-0359"})
	renamed := p.Plan("parking_vehiculo", created, acctest.Values{"cliente_id": 1, "placa": "AKX 0359", "nombre": "Otro"})
	acctest.Expect(t, "renamed beside", acctest.ErrorsOf(renamed.Diagnostics), "nombre: A vehicle cannot be renamed")
	w.ExpectRequests(map[string]int{})
}

// expectNoChange fails the test unless the plan of a configuration is the state, without a message.
func expectNoChange(t *testing.T, p *acctest.Proto, typeName string, state acctest.Result, config acctest.Values) {
	t.Helper()
	planned := p.Plan(typeName, state, config)
	acctest.ExpectPlanned(t, "planned", planned)
	acctest.ExpectSame(t, "planned", p.Decode(p.Schema.ResourceSchemas[typeName].ValueType(), planned.PlannedState), state.State)
}

// A plate that the service keeps in another spelling, and compares exactly, is updated under the spelling that answers.
func TestPlacaUpdatedUnderTheServicesSpelling(t *testing.T) {
	t.Parallel()
	update := acctest.Values{"adopt_existing": "update"}
	for _, resource := range []string{"parking_placa", "parking_flota"} {
		for name, keeps := range map[string]string{"without hyphens": "AKX0359", "in capitals": "AKX-0359"} {
			t.Run(resource+" "+name, func(t *testing.T) {
				t.Parallel()
				w := acctest.NewServer(t, sandbox.Options{})
				declared := func(tipo int) acctest.Values {
					if resource == "parking_placa" {
						return acctest.Values{"placa": "akx-0359", "tipo_vehiculo_id": tipo}
					}
					return acctest.FleetOf(acctest.Values{"akx-0359": acctest.Car(nil).With(acctest.Values{"tipo_vehiculo_id": tipo})})
				}
				w.Placas(keeps)
				w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/placa": answers.Body(200, `{"estado":"fail","error":"La placa ya está registrada"}`),
					"POST /external/vehiculo": answers.Body(200, `{"estado":"ok","data":{"id":7,"cliente_id":1,"placa":"`+keeps+`"}}`)}))
				adopted := w.Proto(update).Apply(resource, acctest.Result{}, declared(2))
				acctest.NoErrors(t, "adopted", adopted)
				w.ExpectCount(2, "SELECT tipo_vehiculo_id FROM placas WHERE placa = ?", keeps)
				changed := w.Proto(update).Apply(resource, adopted, declared(3))
				acctest.NoMessages(t, "changed", changed)
				w.ExpectCount(3, "SELECT tipo_vehiculo_id FROM placas WHERE placa = ?", keeps)
				w.ExpectCount(1, "SELECT COUNT(*) FROM placas")
			})
		}
	}
}

// What becomes of a plate that one block gives up and another declares with other values does not depend on which of them
// Terraform applies first.
func TestPlacaHandedOver(t *testing.T) {
	t.Parallel()
	single := func(tipo int) (string, acctest.Values) {
		return "parking_placa", acctest.Values{"placa": "FLA0001", "tipo_vehiculo_id": tipo}
	}
	fleet := func(tipo int) (string, acctest.Values) {
		return "parking_flota", acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car(nil).With(acctest.Values{"tipo_vehiculo_id": tipo})})
	}
	for adopt, want := range map[string]map[string]string{
		"identical": {"parking_placa": "Plate already exists and differs", "parking_flota": "Unable to create fleet"},
		"never":     {"parking_placa": "Plate already exists", "parking_flota": "Unable to create fleet"},
		"update":    {"parking_placa": "Existing plate adopted and updated", "parking_flota": "Existing plate adopted and updated (1)"},
	} {
		for _, from := range []func(int) (string, acctest.Values){single, fleet} {
			for _, to := range []func(int) (string, acctest.Values){single, fleet} {
				for _, first := range []string{"given up first", "declared first"} {
					w := acctest.NewServer(t, sandbox.Options{})
					settings := acctest.Values{"adopt_existing": adopt}
					giver, before := from(1)
					taker, after := to(2)
					held := w.Proto(settings).Apply(giver, acctest.Result{}, before)
					p, what := w.Proto(settings), giver+" to "+taker+" under "+adopt+", "+first
					if first == "given up first" {
						p.Apply(giver, held, nil)
					}
					taken := p.Apply(taker, acctest.Result{}, after)
					if said := strings.Join(append(taken.Errors(), taken.Warnings()...), "\n"); !strings.Contains(said, want[taker]) {
						t.Errorf("%s: it does not say %q, but\n%s", what, want[taker], said)
					}
					tipo := 1
					if adopt == "update" {
						tipo = 2
					}
					w.ExpectCount(tipo, "SELECT tipo_vehiculo_id FROM placas WHERE placa = 'FLA0001'")
				}
			}
		}
	}
}
