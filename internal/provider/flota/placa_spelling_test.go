package flota

import (
	"path"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// spelledBefore is the private state of an earlier release, whose state has the declared spelling of a plate.
const spelledBefore = `{"spelling":"IkFLWC0wMzU5Ig=="}` // AKX-0359, as a JSON text

// Another spelling of the same plate is no change: the plan is empty, and a change beside it is sent with the spelling that the
// service knows, which may compare spellings exactly.
func TestPlacaSpelledOtherwise(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
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
	w := acctest.NewWorld(t, sandbox.Options{})
	w.Placas("AKX0359")
	p := w.Proto(nil)
	created := p.Apply("parking_vehiculo", acctest.Result{}, acctest.Values{"cliente_id": 1, "placa": "AKX0359"})
	w.Requests()
	expectNoChange(t, p, "parking_vehiculo", created, acctest.Values{"cliente_id": 1, "placa": "akx-0359"})
	renamed := p.Plan("parking_vehiculo", created, acctest.Values{"cliente_id": 1, "placa": "AKX 0359", "nombre": "Otro"})
	acctest.Expect(t, "renamed beside", acctest.ErrorsOf(renamed.Diagnostics), "nombre: A vehicle cannot be renamed")
	w.ExpectRequests(map[string]int{})
}

// A state of an earlier release, which has the declared spelling, is found by the service's, and plans clean under any.
func TestSpelledOtherwiseByAnEarlierRelease(t *testing.T) {
	t.Parallel()
	type row struct {
		declared acctest.Values
		reads    map[string]int
	}
	acctest.Each(t, map[string]row{
		"parking_placa":    {acctest.Values{"tipo_vehiculo_id": 1}, map[string]int{"placa": 1}},
		"parking_vehiculo": {acctest.Values{"cliente_id": 1}, map[string]int{"vehiculos": 1}},
	}, func(t *testing.T, c row) {
		resource := path.Base(t.Name())
		w := acctest.NewWorld(t, sandbox.Options{})
		w.Placas("AKX-0359")
		created := w.Proto(nil).Apply(resource, acctest.Result{}, c.declared.With(acctest.Values{"placa": "AKX-0359"}))
		spelled := acctest.Values{"placa": "akx0359"}
		old := acctest.Result{State: created.State.With(spelled), Identity: created.Identity.With(spelled), Private: []byte(spelledBefore)}
		w.Requests()
		p := w.Proto(nil)
		read := p.Read(resource, old)
		acctest.ExpectWhole(t, "read", read, old.State)
		w.ExpectRequests(c.reads)
		for _, placa := range []string{"akx0359", "AKX-0359", "Akx 0359"} {
			expectNoChange(t, p, resource, read, c.declared.With(acctest.Values{"placa": placa}))
		}
		if resource == "parking_placa" {
			changed := p.Apply(resource, read, acctest.Values{"placa": "akx0359", "tipo_vehiculo_id": 3})
			acctest.ExpectState(t, "changed", changed, acctest.Values{"placa": "akx0359", "tipo_vehiculo_id": 3})
			w.ExpectCount(1, "SELECT COUNT(*) FROM placas WHERE placa = 'AKX-0359' AND tipo_vehiculo_id = 3")
			acctest.ExpectSame(t, "read again", w.Proto(nil).Read(resource, changed).State, changed.State)
		}
	})
}

// expectNoChange fails the test unless the plan of a configuration is the state, without a message.
func expectNoChange(t *testing.T, p *acctest.Proto, typeName string, state acctest.Result, config acctest.Values) {
	t.Helper()
	planned := p.Plan(typeName, state, config)
	acctest.ExpectPlanned(t, "planned", planned)
	acctest.ExpectSame(t, "planned", p.Decode(p.Schema.ResourceSchemas[typeName].ValueType(), planned.PlannedState), state.State)
}
