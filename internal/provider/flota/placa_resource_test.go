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
	const adopted, updated = "Existing plate adopted: AKX0359", "Existing plate adopted and updated: AKX0359"
	declared := acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2, "electrico": true}
	type row struct {
		over                      bool // overwrite_existing
		existing                  string
		planned, warning, failure string
	}
	acctest.Each(t, map[string]row{
		"same":               {existing: "2, 1, 0", planned: asDeclared, warning: adopted},
		"differs":            {existing: "1, 0, 0", failure: "placa: Plate already exists and differs: AKX0359"},
		"overwrite, differs": {over: true, existing: "1, 1, 0", planned: overwritten, warning: updated},
		"overwrite, same":    {over: true, existing: "2, 1, 0", planned: asDeclared, warning: adopted},
	}, func(t *testing.T, c row) {
		acctest.EachOf(t, []bool{true, false}, func(t *testing.T, looks bool) {
			w := acctest.NewServer(t, sandbox.Options{})
			w.Exec("INSERT INTO placas (placa, tipo_vehiculo_id, electrico, minusvalido) VALUES ('AKX0359', " + c.existing + ")")
			p := w.Proto(acctest.Values{"overwrite_existing": c.over, "plan_lookups": looks})
			created := p.Apply("parking_placa", acctest.Result{}, declared)
			// A look of the plan or of the creation.
			requests, planned, warnings := map[string]int{"placa": 1}, []string{c.planned}, []string(nil)
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
	broken := answers.Body(http.StatusInternalServerError, acctest.Broken)
	w.Answer(answers.AfterFirst("GET /external/placa/AKX0359", broken)) // the first is the plan's
	p := w.Proto(nil)
	created := p.Apply("parking_placa", acctest.Result{}, plate)
	acctest.NoErrors(t, "created", created)
	acctest.Expect(t, "warning", created.Warnings(), "Plate \"AKX0359\" saved, but not read back")
	acctest.ExpectHeld(t, "created", created, acctest.Values{"tipo_vehiculo_id": 1, "sancionable": nil})
	w.Answer(nil)
	acctest.ExpectHeld(t, "refreshed", p.Read("parking_placa", created), acctest.Values{"sancionable": true})
}

// Fields that the service leaves out keep their state; null is a value.
func TestPlacaFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	created := p.Apply("parking_placa", acctest.Result{}, plate.With(acctest.Values{"electrico": true}))
	some := created.State.With(acctest.Values{"tipo_vehiculo_id": 5, "electrico": false, "minusvalido": true, "exento": true})
	for data, want := range map[string]acctest.Values{
		`{"placa":"akx-0359"}`: created.State,
		`{"placa":"AKX0359","tipo_vehiculo_id":"5","electrico":null,"minusvalido":"1","marca":null,"exento":true}`: some,
	} {
		w.Answer(func(*http.Request) http.HandlerFunc { return answers.Body(200, `{"estado":"ok","data":`+data+`}`) })
		acctest.ExpectWhole(t, data, w.Proto(nil).Read("parking_placa", created), want)
	}
}

// A plate that is denied where no other one is shown stays in the state.
func TestPlacaNotRefreshed(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	created := w.Proto(nil).Apply("parking_placa", acctest.Result{}, plate).Later(t)
	w.Exec("DELETE FROM placas")
	read := w.Proto(nil).Read("parking_placa", created)
	acctest.Expect(t, "denied", read.Warnings(), "Plates not refreshed")
	acctest.ExpectHeld(t, "denied", read, created.State)
}

// A plate is imported as the service has it.
func TestPlacaImport(t *testing.T) {
	t.Parallel()
	w := serverOf(t, "A B/1", "AKX0359")
	p := w.Proto(nil)
	imported := p.Read("parking_placa", p.ImportID("parking_placa", "A B/1"))
	acctest.ExpectState(t, "imported", imported, acctest.Values{"placa": "A B/1", "tipo_vehiculo_id": 1})
	none := p.Read("parking_placa", p.ImportID("parking_placa", "AB/1"))
	acctest.Expect(t, "not found", none.Errors(), "placa: Unable to import plate")
	other := p.Read("parking_placa", p.ImportID("parking_placa", "akx-0359"))
	acctest.Expect(t, "spelled otherwise", other.Errors(), "placa: Plate registered under another spelling: akx-0359")
}
