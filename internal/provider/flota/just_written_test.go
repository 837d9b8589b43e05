package flota

import (
	"net/http"
	"path"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// behind answers every read of plates, but OTR0001, and vehicles as a replica does that has seen neither.
var behind = func(r *http.Request) http.HandlerFunc {
	switch {
	case r.Method != http.MethodGet:
	case strings.HasSuffix(r.URL.Path, "/vehiculos"):
		return answers.Body(200, noVehiculos)
	case strings.Contains(r.URL.Path, "/vehiculo/"):
		return answers.Body(404, `{"estado":"fail","error":"El vehículo no existe"}`)
	case strings.Contains(r.URL.Path, "/placa/") && path.Base(r.URL.Path) != "OTR0001":
		return answers.Body(200, `{"estado":"fail","error":"La placa no existe"}`)
	}
	return nil
}

// Shortly after a write, an update included, "not found" is no evidence, in any later process: the object stays as it is in the state, and
// the plan is empty. A warning says so: the service may have lost everything. Later it is gone.
func TestJustWritten(t *testing.T) {
	t.Parallel()
	fleet := func(tipo int) acctest.Values {
		return acctest.FleetOf(acctest.Values{"AB-1": acctest.Car(nil).With(acctest.Values{"tipo_vehiculo_id": tipo}), "EF-3": acctest.Car("Uno")})
	}
	acctest.Each(t, map[string][]acctest.Values{
		"created/parking_placa":    {{"placa": "AB-1", "tipo_vehiculo_id": 1}},
		"created/parking_vehiculo": {{"cliente_id": 1, "placa": "FLA0002"}},
		"created/parking_flota":    {fleet(1)},
		"updated/parking_placa":    {{"placa": "AB-1", "tipo_vehiculo_id": 1}, {"placa": "AB-1", "tipo_vehiculo_id": 2}},
		"updated/parking_flota":    {fleet(1), fleet(2)},
	}, func(t *testing.T, declared []acctest.Values) {
		resource := path.Base(t.Name())
		w := acctest.NewServer(t, sandbox.Options{})
		w.Placas("FLA0002")
		var written acctest.Result
		for _, config := range declared {
			written = w.Proto(nil).Apply(resource, written.Later(t), config)
			acctest.NoMessages(t, "written", written)
		}
		w.Answer(behind)
		next := w.Proto(nil)
		read := next.Read(resource, written)
		acctest.ExpectSame(t, "just written", read.State, written.State)
		acctest.Expect(t, "just written", read.Warnings(), map[string]string{"parking_placa": "Plates not shown yet", "parking_vehiculo": "Vehicles not shown yet",
			"parking_flota": "Vehicles not shown yet: AB-1 and 1 more of client 1"}[resource])
		planned := next.Plan(resource, read, declared[len(declared)-1])
		acctest.ExpectSame(t, "planned", next.Decode(next.Schema.ResourceSchemas[resource].ValueType(), planned.PlannedState), written.State)
		later := w.Proto(nil)
		w.Placas("OTR0001")
		acctest.NoErrors(t, "another plate", later.DataAgain("parking_placa", acctest.Values{"placa": "OTR0001"}))
		gone := later.Read(resource, read.Later(t))
		if vehiculos, _ := gone.State["vehiculos"].(acctest.Values); gone.State != nil && (resource != "parking_flota" || len(vehiculos) > 0) {
			t.Errorf("it is not gone later: %v", gone.State)
		}
	})
}

// A read that omits a link that was just made, and shows an older one of the plate, changes no identifier.
func TestJustLinkedBesideAnotherLink(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("AB-1")
	w.Exec("UPDATE sqlite_sequence SET seq = 50 WHERE name = 'vehiculos'")
	single := w.Proto(nil).Apply("parking_vehiculo", acctest.Result{}, acctest.Values{"cliente_id": 1, "placa": "AB-1"})
	fleet := w.Proto(nil).Apply("parking_flota", acctest.Result{}, acctest.FleetOf(acctest.Values{"FLA0002": acctest.Car(nil)}))
	older := answers.Body(200, `{"estado":"ok","data":[{"id":900,"cliente_id":1,"placa":"AB-1"},{"id":901,"cliente_id":1,"placa":"FLA0002"}],"total":2,"per_page":15,"current_page":1,"last_page":1}`)
	gone := answers.Body(404, `{"estado":"fail","error":"El vehículo no existe"}`)
	w.Answer(func(r *http.Request) http.HandlerFunc {
		switch {
		case strings.HasSuffix(r.URL.Path, "/vehiculos"):
			return older
		case strings.Contains(r.URL.Path, "/vehiculo/"):
			return gone
		}
		return nil
	})
	acctest.ExpectHeld(t, "single", w.Reread(single), acctest.Values{"id": single.State["id"]})
	acctest.ExpectHeld(t, "single, later", w.Reread(single.Later(t)), acctest.Values{"id": 900})
	acctest.ExpectHeld(t, "fleet", w.Proto(nil).Read("parking_flota", fleet), acctest.Values{"vehiculo_ids": fleet.State["vehiculo_ids"]})
	acctest.ExpectHeld(t, "fleet, later", w.Proto(nil).Read("parking_flota", fleet.Later(t)), acctest.Values{"vehiculo_ids": acctest.Values{"FLA0002": 901}})
}
