package flota

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
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
	acctest.Each(t, map[string]func(tipo int) acctest.Values{
		"parking_placa": func(tipo int) acctest.Values { return acctest.Values{"placa": "akx-0359", "tipo_vehiculo_id": tipo} },
		"parking_flota": func(tipo int) acctest.Values {
			return acctest.FleetOf(acctest.Values{"akx-0359": acctest.Car(nil).With(acctest.Values{"tipo_vehiculo_id": tipo})})
		},
		"parking_vehiculo": func(int) acctest.Values { return acctest.Values{"cliente_id": 1, "placa": "akx-0359"} },
	}, func(t *testing.T, declared func(tipo int) acctest.Values) {
		typeName := strings.TrimPrefix(t.Name(), "TestPlacaRewrittenByTheService/")
		w := acctest.NewServer(t, sandbox.Options{})
		w.Placas("AAA0001")
		bare := rewrites(w, "akx-0359", "AKX0359")
		w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/placa": bare, "POST /external/vehiculo": bare}))
		if typeName == "parking_vehiculo" {
			w.Placas("AKX0359")
		}
		// A plan that looks for a plate that is there asks to write it bare.
		created := w.Proto(acctest.Values{"plan_lookups": typeName != "parking_vehiculo"}).Apply(typeName, acctest.Result{}, declared(2))
		acctest.NoErrors(t, "created", created)
		w.ExpectCount(1, "SELECT COUNT(*) FROM placas WHERE placa LIKE 'a%x%0359'")
		read := w.Proto(nil).Read(typeName, created.Later(t))
		acctest.ExpectSame(t, "read", read.State, created.State)
		acctest.ExpectSame(t, "read identity", read.Identity, created.Identity)
		acctest.ExpectPlanned(t, "planned", w.Proto(nil).Plan(typeName, read, declared(2)))
		if typeName != "parking_vehiculo" {
			acctest.NoMessages(t, "changed", w.Proto(nil).Apply(typeName, read, declared(3)))
			w.ExpectCount(3, "SELECT tipo_vehiculo_id FROM placas WHERE placa = 'AKX0359'")
		}
	})
}

// Another spelling in the configuration is a plate that is looked up anew. A vehicle, to which reservations refer, stays.
func TestPlacaRespelled(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("FLB0001")
	p := w.Proto(nil)
	plan := func(typeName string, state acctest.Result, config acctest.Values) *tfprotov6.PlanResourceChangeResponse {
		return w.Proto(nil).Plan(typeName, state, config)
	}
	placa := p.Apply("parking_placa", acctest.Result{}, plate)
	respelled := acctest.Result{Diags: plan("parking_placa", placa, plate.With(acctest.Values{"placa": "AKX-0359"})).Diagnostics}
	acctest.Expect(t, "plate", append(respelled.Errors(), respelled.Warnings()...), "placa: Plate registered under another spelling: AKX-0359", "Plates stay on the service")
	link := p.Apply("parking_vehiculo", acctest.Result{}, acctest.Values{"cliente_id": 1, "placa": "FLB0001"})
	same := plan("parking_vehiculo", link, acctest.Values{"cliente_id": 1, "placa": "flb-0001"})
	acctest.ExpectPlanned(t, "vehicle", same)
	acctest.ExpectSame(t, "vehicle", p.Decode(p.Schema.ResourceSchemas["parking_vehiculo"].ValueType(), same.PlannedState), link.State)

	fleet := w.Proto(nil).Apply("parking_flota", acctest.Result{}, acctest.Values{"cliente_id": 2, "vehiculos": acctest.Values{"EXP-10": acctest.Car(nil)}})
	bare := acctest.Values{"cliente_id": 2, "vehiculos": acctest.Values{"EXP10": acctest.Car(nil)}}
	refused := acctest.Result{Diags: plan("parking_flota", fleet, bare).Diagnostics}
	acctest.Expect(t, "fleet", refused.Errors(), "vehiculos: Vehicles cannot be put in place: EXP10 of client 2")
	acctest.Expect(t, "fleet", refused.Warnings(), "Vehicles stay on the service: EXP-10 of client 2")
	acctest.ExpectSays(t, "fleet", refused.Errors()[0], `EXP10: The service has it as "EXP-10".`)
	w.ExpectCount(0, "SELECT COUNT(*) FROM placas WHERE placa = 'EXP10'")
}

// Two blocks of one apply that spell one plate in two ways register it once: the service may take the spellings for two plates.
func TestPlacaDeclaredInTwoSpellings(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]string{"parking_placa": "placa: Plate registered under another spelling: AKX0359", "parking_flota": "Vehicles not in place: AKX0359 of client 1"},
		func(t *testing.T, refusal string) {
			w := acctest.NewServer(t, sandbox.Options{})
			p := w.Proto(nil)
			acctest.NoErrors(t, "first", p.Apply("parking_placa", acctest.Result{}, plate.With(acctest.Values{"placa": "akx-0359"})))
			typeName, second := "parking_placa", plate
			if strings.HasPrefix(refusal, "Vehicles") {
				typeName, second = "parking_flota", acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car(nil)})
			}
			planned := p.Plan(typeName, acctest.Result{}, second)
			acctest.Expect(t, "second", p.ApplyPlan(t.Context(), typeName, acctest.Result{}, second, planned).Errors(), refusal)
			w.ExpectCount(1, "SELECT COUNT(*) FROM placas")
		})
}

// A plate is imported as the service has it.
func TestPlacaImportedInAnotherSpelling(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("AKX0359")
	p := w.Proto(nil)
	acctest.Expect(t, "spelled otherwise", p.Read("parking_placa", p.ImportID("parking_placa", "akx-0359")).Errors(),
		"placa: Plate registered under another spelling: akx-0359")
	acctest.NoMessages(t, "spelled so", p.Read("parking_placa", p.ImportID("parking_placa", "AKX0359")))
}

// A name that the service keeps in another case, with other blanks, in another Unicode form or escaped for a page is the declared
// one: no plan shows a difference or refuses to rename the vehicle, also after an import.
func TestVehiculoNameKeptInTheServicesWay(t *testing.T) {
	t.Parallel()
	const nombre, placa = "Furgón  de O'Brien", "AKX0359"
	kept := " " + norm.NFD.String("FURGÓN DE O&#039;BRIEN")
	type row struct {
		declared           func(nombre string) acctest.Values
		imported, existing string
		renamed            string // the head of what renaming it says
	}
	acctest.Each(t, map[string]row{
		"parking_vehiculo": {func(nombre string) acctest.Values {
			return acctest.Values{"cliente_id": 1, "placa": placa, "nombre": nombre}
		}, "1/" + placa, "Vehicle already exists: AKX0359 of client 1", "nombre: A vehicle cannot be renamed: AKX0359 of client 1"},
		"parking_flota": {func(nombre string) acctest.Values { return acctest.FleetOf(acctest.Values{placa: acctest.Car(nombre)}) },
			"1", "Vehicle already exists: AKX0359 of client 1", "vehiculos: Vehicles cannot be put in place: AKX0359 of client 1"},
	}, func(t *testing.T, c row) {
		typeName := strings.TrimPrefix(t.Name(), "TestVehiculoNameKeptInTheServicesWay/")
		w := acctest.NewServer(t, sandbox.Options{})
		if typeName == "parking_vehiculo" {
			w.Placas(placa)
		}
		w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/vehiculo": rewrites(w, nombre, kept)}))
		p, declared := w.Proto(nil), c.declared(nombre)
		created := p.Apply(typeName, acctest.Result{}, declared)
		acctest.NoErrors(t, "created", created)
		w.ExpectCount(1, "SELECT COUNT(*) FROM vehiculos WHERE nombre = ?", kept)
		read := w.Proto(nil).Read(typeName, created)
		acctest.ExpectSame(t, "read", read.State, created.State)
		next := w.Proto(nil)
		imported := next.Read(typeName, next.ImportID(typeName, c.imported))
		for step, state := range map[string]acctest.Result{"read": read, "imported": imported} {
			planned := w.Proto(nil).Plan(typeName, state, declared)
			acctest.ExpectPlanned(t, step, planned)
			acctest.ExpectSame(t, step+", planned", p.Decode(p.Schema.ResourceSchemas[typeName].ValueType(), planned.PlannedState), state.State)
		}
		adopted := w.Proto(nil).Apply(typeName, acctest.Result{}, declared)
		acctest.Expect(t, "adopted", adopted.PlanWarnings(), c.existing)
		refused := w.Proto(nil).Plan(typeName, read, c.declared("Furgon de Ana"))
		acctest.Expect(t, "another", acctest.ErrorsOf(refused.Diagnostics), c.renamed)
		if typeName == "parking_vehiculo" { // a name that is known at apply only is compared then
			late := w.Proto(nil).ApplyLate(typeName, read, "nombre", acctest.UnknownText, c.declared("Furgon de Ana"))
			acctest.Expect(t, "another after all", late.Errors(), c.renamed)
		}
	})
}
