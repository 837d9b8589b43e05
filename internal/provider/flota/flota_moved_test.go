package flota

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// An entry that moves from one fleet to another in one apply is nobody else's: the other fleet finds it as its own, also
// where it looked before the first fleet had let it go.
func TestFlotaEntryMovesToAnother(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{framework.AdoptIdentical, framework.AdoptUpdate, framework.AdoptNever} {
		for _, order := range []string{"out first", "out while it is looked for"} {
			t.Run(mode+", "+order, func(t *testing.T) {
				t.Parallel()
				w, p, from, _ := flotaWorld(t, acctest.Values{"adopt_existing": mode})
				id, electric := from.Entry("vehiculo_ids", "FLA0001"), acctest.Car("Uno").With(acctest.Values{"electrico": true})
				to := w.Proto(acctest.Values{"adopt_existing": mode}).Apply("parking_flota", acctest.Result{}, acctest.FleetOf(acctest.Values{"FLB0001": acctest.Car(nil)}))
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
				to = p.Apply("parking_flota", to, acctest.FleetOf(acctest.Values{"FLB0001": acctest.Car(nil), "FLA0001": electric}))
				if len(to.Diags) > 0 || !reflect.DeepEqual(to.State["pendientes"], acctest.Values{}) || to.Entry("vehiculo_ids", "FLA0001") != id {
					t.Errorf("%v, %q, %q", to.State, to.Errors(), to.Warnings())
				}
				w.ExpectCount(3, "SELECT COUNT(*) FROM vehiculos")
				w.ExpectCount(1, "SELECT electrico FROM placas WHERE placa = 'FLA0001'")
			})
		}
	}
}

// Where the other fleet was through before, nothing tells a later run under adopt_existing = "never" that the vehicle
// was this configuration's, so pendientes says what to do.
func TestFlotaEntryMovesTooEarly(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which vehicle is linked first is chance
	never := acctest.Values{"adopt_existing": framework.AdoptNever}
	w, p, from, _ := flotaWorld(t, never)
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

// A link that the service refused to a fleet is not its own to hand on; one that it accepted is, also where no listing
// showed it.
func TestFlotaHandsOnOnlyItsOwn(t *testing.T) {
	t.Parallel()
	for _, accepted := range []bool{true, false} {
		t.Run(fmt.Sprint("accepted ", accepted), func(t *testing.T) {
			t.Parallel()
			never := acctest.Values{"adopt_existing": framework.AdoptNever}
			w, p, from, declared := flotaWorld(t, never)
			link := answers.Body(422, `{"estado":"fail","error":"cupo lleno"}`)
			if accepted {
				link = w.CarriedOut(`{"estado":"ok","data":{"message":"hecho"}}`)
			}
			w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/vehiculo": link, "GET /external/vehiculos": answers.Body(200, noVehiculos)}))
			declared["FLA0003"] = acctest.Car(nil)
			from = p.Apply("parking_flota", from, acctest.PartialFleetOf(declared))
			w.Answer(nil)
			if !accepted {
				w.Exec("INSERT INTO vehiculos (placa, cliente_id) VALUES ('FLA0003', 1)") // by somebody else
			}
			p = w.Proto(never)
			delete(declared, "FLA0003")
			p.Apply("parking_flota", from, acctest.PartialFleetOf(declared))
			to := p.Apply("parking_flota", acctest.Result{}, acctest.PartialFleetOf(acctest.Values{"FLA0003": acctest.Car(nil)}))
			if accepted {
				acctest.ExpectPending(t, "created", to)
			} else {
				acctest.ExpectPending(t, "created", to, "FLA0003")
			}
		})
	}
}
