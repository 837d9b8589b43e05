package flota

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// An entry that moves from one fleet to another in one apply is adopted by the other as overwrite_existing says, whichever
// of them comes first.
func TestFlotaEntryMovesToAnother(t *testing.T) {
	t.Parallel()
	electric := acctest.Car("Uno").With(acctest.Values{"electrico": true})
	const existing, refused, missing = "Vehicles already exist (1)", "vehiculos: Vehicles cannot be put in place (1)", "Vehicles not in place (1)"
	for _, c := range []struct {
		over  bool // overwrite_existing
		entry acctest.Values
		plans string   // what the plan of the other fleet warns of the vehicle
		looks []string // and of its plate before, if it looks it up
		says  []string // what the apply warns of
		alone []string // and if the plan did not look the plate up
	}{
		{false, acctest.Car("Uno"), existing, nil, nil, nil},
		{false, electric, existing, []string{refused}, []string{missing}, []string{missing}},
		{true, electric, existing, []string{"Plates will be overwritten (1)", existing}, nil, []string{"Existing plate adopted and updated (1)"}},
	} {
		for _, order := range []string{"out first", "out while it is planned", "out while it is looked for"} {
			t.Run(fmt.Sprint("overwrite ", c.over, ", electric ", c.entry["electrico"], ", ", order), func(t *testing.T) {
				t.Parallel()
				// The creation looks for the plate itself only if the plan does not.
				settings, plans, says := acctest.Values{"overwrite_existing": c.over}, c.looks, c.says
				if plans == nil {
					plans = []string{c.plans}
				}
				if order == "out while it is looked for" {
					settings["plan_lookups"], plans, says = false, []string{"Plates not looked up", c.plans}, c.alone
				}
				w, p, from, _ := flotaServer(t, settings)
				id := from.Entry("vehiculo_ids", "FLA0001")
				to := w.Proto(settings).Apply("parking_flota", acctest.Result{}, acctest.FleetOf(acctest.Values{"FLB0001": acctest.Car(nil)}))
				w.Requests()
				out := func() {
					from = p.Apply("parking_flota", from, acctest.FleetOf(acctest.Values{"FLA0002": acctest.Car(nil)}))
					acctest.NoMessages(t, "out", from)
				}
				moved := false
				if order == "out first" {
					out()
				} else {
					w.Answer(func(r *http.Request) http.HandlerFunc {
						if !moved && strings.HasPrefix(r.URL.Path, "/external/placa") {
							moved = true
							out()
						}
						return nil
					})
				}
				config := acctest.PartialFleetOf(acctest.Values{"FLB0001": acctest.Car(nil), "FLA0001": c.entry})
				planned := p.Plan("parking_flota", to, config)
				acctest.Expect(t, "in, planned", acctest.Result{Planned: planned.Diagnostics}.PlanWarnings(), plans...)
				if looked := order == "out while it is planned"; moved != looked {
					t.Errorf("moved during the plan: %t, wanted %t", moved, looked)
				}
				to = p.ApplyPlan(t.Context(), "parking_flota", to, config, planned)
				var pending []string
				if slices.Contains(says, missing) {
					pending = []string{"FLA0001"}
				}
				acctest.ExpectPending(t, "in", to, pending...)
				acctest.Expect(t, "in", to.Warnings(), says...)
				if got := to.Entry("vehiculo_ids", "FLA0001"); len(pending) == 0 && got != id {
					t.Errorf("got the identifier %v, want %v", got, id)
				}
				w.ExpectCount(3, "SELECT COUNT(*) FROM vehiculos")
			})
		}
	}
}
