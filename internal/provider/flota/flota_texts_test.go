package flota

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What a fleet says of its entries fits on one line each.
func TestFlotaTexts(t *testing.T) {
	t.Parallel()
	const linked = "INSERT INTO vehiculos (nombre, placa, cliente_id) VALUES ('Dos', 'FLA0001', 1)"
	registered := func(w *acctest.Server) { w.Exec("INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('FLA0001', 2)") }
	for name, c := range map[string]struct {
		entry   acctest.Values
		prepare func(*acctest.Server)
	}{
		"plate with other values":    {acctest.Car(nil), registered},
		"vehicle under another name": {acctest.Car("Uno"), func(w *acctest.Server) { w.Placas("FLA0001"); w.Exec(linked) }},
		"plate vanished": {acctest.Car(nil), func(w *acctest.Server) {
			w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/placa": answers.Body(200, `{"estado":"ok","data":{"message":"hecho"}}`)}))
		}},
		"not settled": {acctest.Car(nil), func(w *acctest.Server) {
			w.Answer(answers.AfterFirst("GET /external/placa/FLA0001", answers.Body(500, "")))
			w.Box.Inject(sandbox.Fault{Key: "registrar_placa", Kind: sandbox.Drop})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			c.prepare(w)
			// Beside one that is registered, so that there is a fleet.
			created := w.Proto(nil).Apply("parking_flota", acctest.Result{}, acctest.PartialFleetOf(acctest.Values{"FLA0001": c.entry, "FLA0002": acctest.Car(nil)}))
			if why, _ := created.Entry("pendientes", "FLA0001").(string); why == "" || strings.Contains(why, "\n") {
				t.Errorf("pending: %q", why)
			}
		})
	}
}

// A name that the service changes on its way is a warning, which says what to
// write into the entry.
func TestFlotaCreatedUnderAnotherName(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/vehiculo": w.CarriedOut(`{"estado":"ok","data":{"id":1,"cliente_id":1,"placa":"FLA0001","nombre":"Camio"}}`)}))
	created := w.Proto(nil).Apply("parking_flota", acctest.Result{}, acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car("Camioneta")}))
	acctest.Expect(t, "warning", created.Warnings(), "Vehicle created under another name (1)")
}

// An entry that a fleet has no time left for is not begun.
func TestFlotaOutOfTime(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	run, task := newFlotaRun(&framework.Service{}, types.Int64Value(1), nil), &flotaTask{}
	run.vehicle(ctx, "FLA0001", task)
	if task.why == nil || !strings.Contains(task.why.Brief, "was not processed") {
		t.Errorf("got the reason %+v, want that it was not processed", task.why)
	}
}
