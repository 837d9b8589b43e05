package flota

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
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
