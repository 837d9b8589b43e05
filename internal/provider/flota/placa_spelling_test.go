package flota

import (
	"fmt"
	"io"
	"net/http"
	"slices"
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

// A plate that the service keeps in another spelling than it was registered with, and compares exactly, is updated under the
// spelling that answers.
func TestPlacaUpdatedUnderTheServicesSpelling(t *testing.T) {
	t.Parallel()
	update := acctest.Values{"overwrite_existing": true}
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
				respelled := func(rw http.ResponseWriter, r *http.Request) {
					sent, err := io.ReadAll(r.Body)
					if err != nil {
						t.Error(err)
					}
					kept := strings.ReplaceAll(string(sent), "akx-0359", keeps)
					r.Body, r.ContentLength = io.NopCloser(strings.NewReader(kept)), int64(len(kept))
					w.Box.ServeHTTP(rw, r)
				}
				w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/placa": respelled, "POST /external/vehiculo": respelled}))
				created := w.Proto(update).Apply(resource, acctest.Result{}, declared(2))
				acctest.NoErrors(t, "created", created)
				w.ExpectCount(2, "SELECT tipo_vehiculo_id FROM placas WHERE placa = ?", keeps)
				changed := w.Proto(update).Apply(resource, created, declared(3))
				acctest.NoMessages(t, "changed", changed)
				w.ExpectCount(3, "SELECT tipo_vehiculo_id FROM placas WHERE placa = ?", keeps)
				w.ExpectCount(1, "SELECT COUNT(*) FROM placas")
			})
		}
	}
}

// What becomes of a plate that one block gives up and another declares with other values does not depend on which of them
// Terraform applies first, and the plan says it: an apply would give up the plate before it fails.
func TestPlacaHandedOver(t *testing.T) {
	t.Parallel()
	single := func(tipo int) (string, acctest.Values) {
		return "parking_placa", acctest.Values{"placa": "FLA0001", "tipo_vehiculo_id": tipo}
	}
	fleet := func(tipo int) (string, acctest.Values) {
		return "parking_flota", acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car(nil).With(acctest.Values{"tipo_vehiculo_id": tipo})})
	}
	type said struct{ plan, apply string } // of the two, what the plan says the apply does not
	for over, want := range map[bool]map[string]said{
		false: {"parking_placa": {"placa: Plate already exists and differs", "placa: Plate already exists and differs"},
			"parking_flota": {"vehiculos: Vehicles cannot be put in place (1)", "Unable to create fleet"}},
		true: {"parking_placa": {"Plate FLA0001 will be overwritten", "Existing plate adopted and updated"},
			"parking_flota": {"Plates will be overwritten (1)", "Existing plate adopted and updated (1)"}},
	} {
		for _, from := range []func(int) (string, acctest.Values){single, fleet} {
			for _, to := range []func(int) (string, acctest.Values){single, fleet} {
				for _, first := range []string{"given up first", "declared first"} {
					w := acctest.NewServer(t, sandbox.Options{})
					settings := acctest.Values{"overwrite_existing": over}
					giver, before := from(1)
					taker, after := to(2)
					held := w.Proto(settings).Apply(giver, acctest.Result{}, before)
					p, what := w.Proto(settings), fmt.Sprint(giver, " to ", taker, ", overwrite ", over, ", ", first)
					if first == "given up first" {
						p.Apply(giver, held, nil)
					}
					taken := p.Apply(taker, acctest.Result{}, after)
					now, not := want[taker].plan, want[taker].apply
					heads := strings.Join(slices.Concat(taken.Errors(), taken.Warnings(), taken.PlanWarnings()), "\n") + "\n"
					if !strings.Contains("\n"+heads, "\n"+now+"\n") || now != not && strings.Contains("\n"+heads, "\n"+not+"\n") {
						t.Errorf("%s: wanted it to say %q, and not %q, but it says\n%s", what, now, not, heads)
					}
					tipo := 1
					if over {
						tipo = 2
					}
					w.ExpectCount(tipo, "SELECT tipo_vehiculo_id FROM placas WHERE placa = 'FLA0001'")
				}
			}
		}
	}
}

// A plate is imported as the service spells it: vehicles that refer to it could not be linked otherwise.
func TestPlacaImportedInAnotherSpelling(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("AKX-0359")
	p := w.Proto(nil)
	acctest.Expect(t, "spelled otherwise", p.Read("parking_placa", p.ImportID("parking_placa", "akx-0359")).Errors(),
		"placa: Plate registered under another spelling")
	read := p.Read("parking_placa", p.ImportID("parking_placa", "AKX-0359"))
	acctest.NoMessages(t, "spelled so", read)
	acctest.ExpectPlanned(t, "declared otherwise", p.Plan("parking_placa", read, acctest.Values{"placa": "akx-0359", "tipo_vehiculo_id": 1}))
}
