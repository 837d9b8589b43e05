package flota

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What exists is adopted, or overwritten as overwrite_existing says. The plan says so, unless it is not to look it up.
func TestPlacaAdoption(t *testing.T) {
	t.Parallel()
	const asDeclared, overwritten = "Plate already registered: AKX0359", "Plate will be overwritten: AKX0359"
	declared := acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2, "electrico": true}
	type row struct {
		over                      bool // overwrite_existing
		existing                  string
		planned, warning, failure string
	}
	acctest.Each(t, map[string]row{
		"same":               {existing: "2, 1, 0", planned: asDeclared, warning: "Existing plate adopted: AKX0359"},
		"differs":            {existing: "1, 0, 0", failure: "placa: Plate already exists and differs: AKX0359"},
		"overwrite, differs": {over: true, existing: "1, 1, 0", planned: overwritten, warning: "Existing plate adopted and updated: AKX0359"},
		"overwrite, same":    {over: true, existing: "2, 1, 0", planned: asDeclared, warning: "Existing plate adopted: AKX0359"},
	}, func(t *testing.T, c row) {
		acctest.EachOf(t, []bool{true, false}, func(t *testing.T, looks bool) {
			w := acctest.NewServer(t, sandbox.Options{})
			w.Exec("INSERT INTO placas (placa, tipo_vehiculo_id, electrico, minusvalido) VALUES ('AKX0359', " + c.existing + ")")
			p := w.Proto(acctest.Values{"overwrite_existing": c.over, "plan_lookups": looks})
			created := p.Apply("parking_placa", acctest.Result{}, declared)
			requests, planned, warnings := map[string]int{"placa": 1}, []string{c.planned}, []string(nil) // a look of the plan or the creation
			if !looks {
				requests["registrar_placa"] = 1 // whose rejection shows that the plate exists
				planned, warnings = []string{"Plates not looked up"}, []string{c.warning}
			}
			if c.planned == overwritten {
				requests["actualizar_placa"] = 1
			}
			w.ExpectRequests(requests)
			if c.failure != "" {
				acctest.ExpectRefused(t, "error", created, c.failure)
				return
			}
			acctest.NoErrors(t, "created", created)
			acctest.Expect(t, "planned", created.PlanWarnings(), planned...)
			acctest.Expect(t, "warning", created.Warnings(), warnings...)
			w.ExpectCount(1, "SELECT COUNT(*) FROM placas WHERE placa = 'AKX0359' AND tipo_vehiculo_id = 2 AND electrico = 1")
			acctest.ExpectSame(t, "state changes on a second apply", p.Apply("parking_placa", created, declared).State, created.State)
		})
	})
}

// A read that fails after the registration must not taint: the plate could not
// be deleted for the replacement.
func TestPlacaReadBackFails(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(answers.AfterFirst("GET /external/placa/AKX0359", answers.Body(http.StatusInternalServerError, acctest.Broken))) // the first is the plan's
	p := w.Proto(nil)
	created := p.Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2})
	acctest.NoErrors(t, "created", created)
	acctest.Expect(t, "warning", created.Warnings(), "Plate \"AKX0359\" saved, but not read back")
	acctest.ExpectHeld(t, "created", created, acctest.Values{"tipo_vehiculo_id": 2, "sancionable": nil})
	w.Answer(nil)
	acctest.ExpectHeld(t, "refreshed", p.Read("parking_placa", created), acctest.Values{"sancionable": true})
}

// A denial of everything that cannot exist, while no other plate is shown, proves nothing: the plate stays, with a warning.
func TestPlacaNotRefreshed(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	created := w.Proto(nil).Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2})
	w.Exec("DELETE FROM placas")
	alone := w.Proto(nil).Read("parking_placa", created.Later(t))
	acctest.Expect(t, "the only plate", alone.Warnings(), "Plates not refreshed")
	acctest.ExpectWarned(t, "the only plate", alone, created.State)
}

// Fields that the service leaves out keep their state; null is a value.
func TestPlacaFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	created := p.Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2, "electrico": true})
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":{"placa":"akx-0359"}}`)
	})
	acctest.ExpectSame(t, "read", p.Read("parking_placa", created).State, created.State)
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":{"placa":"AKX0359","tipo_vehiculo_id":"5","electrico":null,"minusvalido":"1","marca":null,"exento":true}}`)
	})
	read := p.Read("parking_placa", created)
	acctest.ExpectHeld(t, "read", read, acctest.Values{"tipo_vehiculo_id": 5, "electrico": false, "minusvalido": true, "exento": true})
}

func TestPlacaImport(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	created := p.Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "A B/1", "tipo_vehiculo_id": 2})
	acctest.NoErrors(t, "created", created)
	imported := p.Read("parking_placa", p.ImportIdentity("parking_placa", acctest.Values{"placa": "A B/1"}))
	acctest.ExpectSame(t, "imported", imported.State, created.State)
	acctest.Expect(t, "error", p.ImportID("parking_placa", " AKX").Errors(), "Invalid import identifier")
	acctest.Expect(t, "spelled differently", p.Read("parking_placa", p.ImportID("parking_placa", "AB/1")).Errors(), "placa: Unable to import plate")
	p.Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "OTR0001", "tipo_vehiculo_id": 2})
	w.Exec("DELETE FROM placas WHERE placa = 'A B/1'")
	acctest.ExpectState(t, "imported and gone later", p.Read("parking_placa", imported), nil)
}
