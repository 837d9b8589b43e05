package flota

import (
	"net/http"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

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
