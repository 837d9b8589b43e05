package flota

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// An entry that moves from one fleet to another in one apply is adopted by the other as adopt_existing says, whichever of
// them comes first.
func TestFlotaEntryMovesToAnother(t *testing.T) {
	t.Parallel()
	electric := acctest.Car("Uno").With(acctest.Values{"electrico": true})
	for _, c := range []struct {
		mode    string
		entry   acctest.Values
		says    []string // what the other fleet warns of
		pending []string
	}{
		{framework.AdoptIdentical, acctest.Car("Uno"), []string{"Existing vehicle adopted (1)"}, nil},
		{framework.AdoptIdentical, electric, []string{"Vehicles not in place (1)"}, []string{"FLA0001"}},
		{framework.AdoptUpdate, electric, []string{"Existing plate adopted and updated (1)", "Existing vehicle adopted (1)"}, nil},
		{framework.AdoptNever, acctest.Car("Uno"), []string{"Vehicles not in place (1)"}, []string{"FLA0001"}},
	} {
		for _, order := range []string{"out first", "out while it is looked for"} {
			t.Run(fmt.Sprint(c.mode, ", electric ", c.entry["electrico"], ", ", order), func(t *testing.T) {
				t.Parallel()
				w, p, from, _ := flotaServer(t, acctest.Values{"adopt_existing": c.mode})
				id := from.Entry("vehiculo_ids", "FLA0001")
				to := w.Proto(acctest.Values{"adopt_existing": c.mode}).Apply("parking_flota", acctest.Result{}, acctest.FleetOf(acctest.Values{"FLB0001": acctest.Car(nil)}))
				w.Requests()
				out := func() {
					from = p.Apply("parking_flota", from, acctest.FleetOf(acctest.Values{"FLA0002": acctest.Car(nil)}))
					acctest.NoMessages(t, "out", from)
				}
				if order == "out first" {
					out()
				} else {
					looking := false
					w.Answer(func(r *http.Request) http.HandlerFunc {
						if !looking && strings.HasPrefix(r.URL.Path, "/external/placa") {
							looking = true
							out()
						}
						return nil
					})
				}
				to = p.Apply("parking_flota", to, acctest.PartialFleetOf(acctest.Values{"FLB0001": acctest.Car(nil), "FLA0001": c.entry}))
				acctest.ExpectPending(t, "in", to, c.pending...)
				acctest.Expect(t, "in", to.Warnings(), c.says...)
				if got := to.Entry("vehiculo_ids", "FLA0001"); len(c.pending) == 0 && got != id {
					t.Errorf("got the identifier %v, want %v", got, id)
				}
				w.ExpectCount(3, "SELECT COUNT(*) FROM vehiculos")
			})
		}
	}
}

// Under adopt_existing = "never" the other fleet adopts the vehicle in no later run either, so pendientes says what to do.
func TestFlotaEntryMovesUnderNever(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which vehicle is linked first is chance
	never := acctest.Values{"adopt_existing": framework.AdoptNever}
	w, p, from, _ := flotaServer(t, never)
	declared := acctest.PartialFleetOf(acctest.Values{"FLB0001": acctest.Car(nil), "FLA0001": acctest.Car("Uno")})
	to := p.Apply("parking_flota", acctest.Result{}, declared)
	p.Apply("parking_flota", from, acctest.PartialFleetOf(acctest.Values{"FLA0002": acctest.Car(nil)}))
	for range 2 {
		acctest.ExpectPending(t, "created", to, "FLA0001")
		q := w.Proto(never)
		to = q.Apply("parking_flota", q.Read("parking_flota", to), declared)
	}
	imported := w.Proto(never)
	read := imported.Read("parking_flota", imported.ImportID("parking_flota", "1/FLB0001,FLA0001"))
	acctest.ExpectSame(t, "planned after the import", plannedFlota(w.Proto(never), read, declared.With(acctest.Values{"max_pendientes": nil})), read.State)
	adopted := w.Proto(nil).Apply("parking_flota", to, declared)
	acctest.ExpectWarned(t, "adopted", adopted, acctest.Values{"pendientes": acctest.Values{}})
	acctest.ExpectSame(t, "planned after it was adopted", plannedFlota(w.Proto(never), adopted, declared), adopted.State)
}
