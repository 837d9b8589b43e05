package flota

import (
	"io"
	"net/http"
	"path"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// rewrites has the service keep another text than it was sent.
func rewrites(w *acctest.Server, sent, kept string) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			w.T.Error(err)
		}
		text := strings.ReplaceAll(string(body), sent, kept)
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
		w.Box.ServeHTTP(rw, r)
	}
}

// What the service rewrites when it registers is the declared plate: it stays in the state as it was written, is read and updated,
// and the next plan is empty.
func TestPlacaRewrittenByTheService(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, strings.Fields(all), func(t *testing.T, resource string) {
		w := serverOf(t, "AAA0001")
		bare := rewrites(w, "akx-0359", "AKX0359")
		w.Answer(answers.On(routes{"POST /external/placa": bare, "POST /external/vehiculo": bare}))
		if resource == "vehiculo" {
			w.Placas("AKX0359")
		}
		typeName, declared := "parking_"+resource, declare(resource, "akx-0359", nil)
		// A plan that looks for a plate that is there asks to write it bare.
		created := w.Proto(acctest.Values{"plan_lookups": resource != "vehiculo"}).Apply(typeName, acctest.Result{}, declared)
		acctest.NoErrors(t, "created", created)
		w.ExpectCount(1, "SELECT COUNT(*) FROM placas WHERE placa LIKE 'a%x%0359'")
		read := w.Proto(nil).Read(typeName, created.Later(t))
		acctest.ExpectSame(t, "read", read.State, created.State)
		acctest.ExpectSame(t, "read identity", read.Identity, created.Identity)
		acctest.ExpectPlanned(t, "planned", w.Proto(nil).Plan(typeName, read, declared))
		van := acctest.Values{"tipo_vehiculo_id": 3}
		switch resource {
		case "vehiculo":
			return
		case "placa":
			declared = declared.With(van)
		case "flota":
			declared = acctest.FleetOf(acctest.Values{"akx-0359": acctest.Car(nil).With(van)})
		}
		acctest.NoMessages(t, "changed", w.Proto(nil).Apply(typeName, read, declared))
		w.ExpectCount(3, "SELECT tipo_vehiculo_id FROM placas WHERE placa = 'AKX0359'")
	})
}

// Another spelling in the configuration is a plate that is looked up anew. A vehicle, to which reservations refer, stays.
func TestPlacaRespelled(t *testing.T) {
	t.Parallel()
	w := serverOf(t, "FLB0001")
	respell := func(resource, placa, spelled string) (created, planned acctest.Result) {
		created = w.Proto(nil).Apply("parking_"+resource, acctest.Result{}, declare(resource, placa, nil))
		return created, planOf(w.Proto(nil), "parking_"+resource, created, declare(resource, spelled, nil))
	}
	_, planned := respell("placa", "AKX0359", "AKX-0359")
	acctest.Expect(t, "plate", saidBy(planned), "placa: Plate registered under another spelling: AKX-0359", "Plates stay on the service")
	link, planned := respell("vehiculo", "FLB0001", "flb-0001")
	acctest.ExpectWhole(t, "vehicle", planned, link.State)
	acctest.ExpectPlanned(t, "vehicle", w.Proto(nil).Plan("parking_vehiculo", link, declare("vehiculo", "flb-0001", nil)))
	_, planned = respell("flota", "EXP-10", "EXP10")
	acctest.Expect(t, "fleet", saidBy(planned), "vehiculos: Vehicles cannot be put in place: EXP10 of client 1",
		"Vehicles stay on the service: EXP-10 of client 1")
	acctest.ExpectSays(t, "fleet", first(planned), `EXP10: The service has it as "EXP-10".`)
	w.ExpectCount(0, "SELECT COUNT(*) FROM placas WHERE placa = 'EXP10'")
}

// Two blocks of one apply that spell one plate in two ways register it once: the service may take the spellings for two plates.
func TestPlacaDeclaredInTwoSpellings(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]string{
		"placa": "placa: Plate registered under another spelling: AKX0359",
		"flota": "Vehicles not in place: AKX0359 of client 1",
	}, func(t *testing.T, refusal string) {
		w := acctest.NewServer(t, sandbox.Options{})
		p, resource := w.Proto(nil), path.Base(t.Name())
		acctest.NoErrors(t, "first", p.Apply("parking_placa", acctest.Result{}, declare("placa", "akx-0359", nil)))
		second := declare(resource, "AKX0359", nil)
		planned := p.Plan("parking_"+resource, acctest.Result{}, second)
		refused := p.ApplyPlan(t.Context(), "parking_"+resource, acctest.Result{}, second, planned)
		acctest.Expect(t, "second", refused.Errors(), refusal)
		w.ExpectCount(1, "SELECT COUNT(*) FROM placas")
	})
}

// A name that the service keeps in another case, with other blanks, in another Unicode form or escaped for a page is the declared
// one: no plan shows a difference or refuses to rename the vehicle, also after an import.
func TestVehiculoNameKeptInTheServicesWay(t *testing.T) {
	t.Parallel()
	const nombre, placa = "Furgón  de O'Brien", "AKX0359"
	kept := " " + norm.NFD.String("FURGÓN DE O&#039;BRIEN")
	acctest.Each(t, map[string]string{ // how an import names it
		"vehiculo": "1/" + placa, "flota": "1",
	}, func(t *testing.T, id string) {
		resource := path.Base(t.Name())
		typeName, declared := "parking_"+resource, declare(resource, placa, nombre)
		w := acctest.NewServer(t, sandbox.Options{})
		if resource == "vehiculo" {
			w.Placas(placa)
		}
		w.Answer(answers.On(routes{"POST /external/vehiculo": rewrites(w, nombre, kept)}))
		created := w.Proto(nil).Apply(typeName, acctest.Result{}, declared)
		acctest.NoErrors(t, "created", created)
		w.ExpectCount(1, "SELECT COUNT(*) FROM vehiculos WHERE nombre = ?", kept)
		read := w.Proto(nil).Read(typeName, created)
		acctest.ExpectSame(t, "read", read.State, created.State)
		next := w.Proto(nil)
		imported := next.Read(typeName, next.ImportID(typeName, id))
		for step, state := range map[string]acctest.Result{"read": read, "imported": imported} {
			acctest.ExpectWhole(t, step+", planned", planOf(w.Proto(nil), typeName, state, declared), state.State)
		}
		adopted := w.Proto(nil).Apply(typeName, acctest.Result{}, declared)
		acctest.Expect(t, "adopted", adopted.PlanWarnings(), "Vehicle already exists: AKX0359 of client 1")
	})
}
