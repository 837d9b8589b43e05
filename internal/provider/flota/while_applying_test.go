package flota

import (
	"net/http"
	"path"
	"sync"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// whileApplying does something while the registration of another plate is under way.
func whileApplying(w *acctest.Server, p *acctest.Proto, do func()) {
	begun, end := make(chan struct{}), make(chan struct{})
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.Method != http.MethodPost {
			return nil
		}
		return func(rw http.ResponseWriter, r *http.Request) {
			close(begun)
			<-end
			w.Box.ServeHTTP(rw, r)
		}
	})
	other := plate.With(acctest.Values{"placa": "ZZZ9999"})
	planned := p.Plan("parking_placa", acctest.Result{}, other)
	var applied sync.WaitGroup
	applied.Go(func() { p.ApplyPlan(w.T.Context(), "parking_placa", acctest.Result{}, other, planned) })
	<-begun
	w.Answer(nil)
	w.Requests()
	do()
	close(end)
	applied.Wait()
}

// While something is applied, the plan of a creation looks up no plate and repeats no warning: the creation follows. It registers the
// plate, and reads it if that is refused. Links are looked up by both.
func TestPlanWhileApplying(t *testing.T) {
	t.Parallel()
	const (
		there  = "INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('AKX0359', 1)"
		linked = there + "; INSERT INTO vehiculos (id, placa, cliente_id) VALUES (9, 'AKX0359', 1)"
	)
	fleet := acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car(nil)})
	type row struct {
		config         acctest.Values
		exec           string
		plan, creation map[string]int // requests
		refused, said  []string       // by the plan; by the creation
	}
	rows := map[string]map[string]row{
		"parking_placa": {
			"new":   {config: plate, plan: map[string]int{}, creation: map[string]int{"registrar_placa": 1, "placa": 1}}, // which reads it back
			"there": {config: plate, exec: there, plan: map[string]int{}, creation: map[string]int{"registrar_placa": 1, "placa": 1}, said: []string{"Existing plate adopted: AKX0359"}},
			"other": {config: plate.With(acctest.Values{"tipo_vehiculo_id": 2}), exec: there, plan: map[string]int{},
				creation: map[string]int{"registrar_placa": 1, "placa": 1}, said: []string{"placa: Plate already exists and differs: AKX0359"}},
		},
		"parking_vehiculo": {
			"new":       {config: vehicle, exec: there, plan: map[string]int{"vehiculos": 1}, creation: map[string]int{"vehiculos": 1, "registrar_vehiculo": 1}},
			"the first": {config: vehicle.With(acctest.Values{"cliente_id": 2}), exec: there, plan: map[string]int{"vehiculos": 1}, creation: map[string]int{"vehiculos": 1, "registrar_vehiculo": 1}},
			"linked":    {config: vehicle, exec: linked, plan: map[string]int{"vehiculos": 1}, creation: map[string]int{}, said: []string{"Existing vehicle adopted: AKX0359 of client 1"}},
			"other": {config: vehicle.With(acctest.Values{"nombre": "Uno"}), exec: linked, plan: map[string]int{"vehiculos": 1},
				refused: []string{"nombre: Vehicle already exists under another name: AKX0359 of client 1"}},
		},
		"parking_flota": {
			"new": {config: fleet, plan: map[string]int{"vehiculos": 1}, creation: map[string]int{"registrar_placa": 1, "registrar_vehiculo": 1}},
			"linked": {config: fleet, exec: linked, plan: map[string]int{"vehiculos": 1}, creation: map[string]int{"registrar_placa": 1, "placa": 1},
				said: []string{"Existing plate adopted: AKX0359 of client 1", "Existing vehicle adopted: AKX0359 of client 1"}},
		},
	}
	acctest.Each(t, rows, func(t *testing.T, rows map[string]row) {
		typeName := path.Base(t.Name())
		acctest.Each(t, rows, func(t *testing.T, c row) {
			w := looksServer(t)
			if c.exec != "" {
				w.Exec(c.exec)
			}
			p := w.Proto(nil)
			whileApplying(w, p, func() {
				planned := p.Plan(typeName, acctest.Result{}, c.config)
				acctest.Expect(t, "planned", acctest.Result{Diags: planned.Diagnostics}.Warnings())
				acctest.Expect(t, "planned", acctest.ErrorsOf(planned.Diagnostics), c.refused...)
				w.ExpectRequests(c.plan)
				if len(c.refused) == 0 {
					created := p.ApplyPlan(t.Context(), typeName, acctest.Result{}, c.config, planned)
					acctest.Expect(t, "created", append(created.Errors(), created.Warnings()...), c.said...)
					w.ExpectRequests(c.creation)
				}
			})
		})
	})
}

// One process may serve plans after applies, as `terraform test` does: those look everything up again.
func TestPlanAfterApplying(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	created := p.Apply("parking_placa", acctest.Result{}, plate)
	acctest.NoMessages(t, "created", created)
	acctest.NoErrors(t, "destroyed", p.Apply("parking_placa", created, nil))
	w.Requests()
	acctest.Expect(t, "planned again", messagesOf(p, "parking_placa", plate).Warnings(), "Plate already registered: AKX0359")
	w.ExpectRequests(map[string]int{"placa": 1})
}
