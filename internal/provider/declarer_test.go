package provider

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// singles is what no text may name that a fleet's author reads: there is no such
// block, and no block of theirs takes such advice.
var singles = regexp.MustCompile(`parking_placa|parking_vehiculo|ignore_changes|parallelism`)

// What a fleet says of its entries is what the author of a fleet can do, on one
// line each.
func TestFlotaTexts(t *testing.T) {
	t.Parallel()
	const linked = "INSERT INTO vehiculos (nombre, placa, cliente_id) VALUES ('Dos', 'FLA0001', 1)"
	registered := func(w *world) { w.exec("INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('FLA0001', 2)") }
	for name, c := range map[string]struct {
		mode    string
		entry   values
		prepare func(*world)
		says    []string
	}{
		"plate exists, never": {adoptNever, car(nil), registered,
			[]string{`set adopt_existing = "identical" in the provider block for one apply`, "terraform import parking_flota.NAME 1/PLATE1,PLATE2."}},
		"plate differs": {adoptIdentical, car(nil), registered,
			[]string{"tipo_vehiculo_id is 2, declared is 1", `Declare in its entry what the service holds, or set adopt_existing = "update" in the provider block.`}},
		"vehicle exists, never": {adoptNever, car(nil), func(w *world) {
			w.placas("FLA0001")
			w.exec(linked)
			w.answer(func(r *http.Request) http.HandlerFunc { // the plate is this run's, and the link is not
				switch {
				case r.URL.Path == "/external/placa/FLA0001":
					return body(404, `{"estado":"fail","error":"La placa no existe"}`)
				case r.Method == http.MethodPost && r.URL.Path == "/external/placa":
					return body(200, `{"estado":"ok","data":{"message":"hecho"}}`)
				}
				return nil
			})
		}, []string{`linked to client 1 already (vehicle 1)`, `set adopt_existing = "identical" in the provider block for one apply`, "terraform import parking_flota.NAME 1/PLATE1,PLATE2."}},
		"vehicle under another name": {adoptIdentical, car("Uno"), func(w *world) { w.placas("FLA0001"); w.exec(linked) },
			[]string{"(vehicle 1), as \"Dos\", and the configuration says \"Uno\"", `Declare nombre = "Dos", or null to leave the name alone.`}},
		"vehicle without a name": {adoptIdentical, car("Uno"), func(w *world) { w.placas("FLA0001"); w.exec(strings.Replace(linked, "'Dos'", "NULL", 1)) },
			[]string{"without a name", "Declare nombre = null."}},
		"plate vanished": {adoptIdentical, car(nil), func(w *world) {
			w.answer(on(map[string]http.HandlerFunc{"POST /external/placa": body(200, `{"estado":"ok","data":{"message":"hecho"}}`)}))
		}, []string{`Plate "FLA0001" is not registered with the service`, "The next apply registers it again", "The service said"}},
		"not settled, never": {adoptNever, car(nil), func(w *world) {
			w.answer(afterFirst("GET /external/placa/FLA0001", body(500, "")))
			w.box.Inject(sandbox.Fault{Key: "registrar_placa", Kind: sandbox.Drop})
		}, []string{"the next run does not take it over, since adopt_existing is never", "To check by hand: GET /external/placa/FLA0001."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			c.prepare(w)
			// Beside one that is registered, so that there is a fleet.
			created := w.proto(values{"adopt_existing": c.mode}).apply("parking_flota", result{}, fleetOf(values{"FLA0001": c.entry, "FLA0002": car(nil)}))
			why, _ := created.entry("pendientes", "FLA0001").(string)
			expect(t, "pending", []string{why}, c.says...)
			if strings.Contains(why, "\n") || singles.MatchString(why) {
				t.Errorf("pending: %q", why)
			}
			for _, text := range append(created.warnings(), created.errors()...) {
				if singles.MatchString(text) {
					t.Errorf("says %q", text)
				}
			}
		})
	}
}

// A name that the service changes on its way is a warning, which says what to
// write into the entry.
func TestFlotaCreatedUnderAnotherName(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.answer(on(map[string]http.HandlerFunc{"POST /external/vehiculo": w.carriedOut(`{"estado":"ok","data":{"id":1,"cliente_id":1,"placa":"FLA0001","nombre":"Camio"}}`)}))
	created := w.proto(nil).apply("parking_flota", result{}, fleetOf(values{"FLA0001": car("Camioneta")}))
	expect(t, "warning", created.warnings(), "Vehicle created under another name (1)", `Declare nombre = "Camio", or null to leave the name alone.`)
}

// Where the time of a fleet is over, more of it is the remedy, and not another
// parallelism of the run, which a fleet does not follow.
func TestFlotaOutOfTime(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	run := newFlotaRun(&service{}, types.Int64Value(1))
	run.bringOne(ctx, "FLA0001", flotaTask{})
	over := &parking.NoAnswerError{Err: context.DeadlineExceeded}
	for what, text := range map[string]string{
		"not begun": run.pending["FLA0001"],
		"plate":     run.placaTask("update", flotaEntry{}.placa(types.Int64Value(1), "FLA0001")).advice(over),
		"vehicle":   run.vehiculoTask("create", flotaEntry{}.vehiculo(types.Int64Value(1), "FLA0001")).advice(over),
	} {
		if !strings.Contains(text, "Raise timeouts of the fleet") || singles.MatchString(text) {
			t.Errorf("%s: %q", what, text)
		}
	}
}
