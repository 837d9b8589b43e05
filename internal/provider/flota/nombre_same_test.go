package flota

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// namesAs has the service keep the names of vehicles in its own way.
func namesAs(w *acctest.Server, write func(string) string) {
	w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/vehiculo": func(rw http.ResponseWriter, r *http.Request) {
		var sent map[string]any
		if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
			w.T.Error(err)
		}
		if nombre, named := sent["nombre"].(string); named {
			sent["nombre"] = write(nombre)
		}
		text, err := json.Marshal(sent)
		if err != nil {
			w.T.Error(err)
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
		w.Box.ServeHTTP(rw, r)
	}}))
}

// A name that the service keeps in another case, with other blanks or in another Unicode form is the declared one: no
// plan shows a difference or refuses to rename the vehicle, also after an import.
func TestVehiculoNameKeptInTheServicesWay(t *testing.T) {
	t.Parallel()
	const nombre, placa = "Furgón  de Ana", "AKX0359"
	entry := func(nombre string) acctest.Values { return acctest.FleetOf(acctest.Values{placa: acctest.Car(nombre)}) }
	for typeName, c := range map[string]struct {
		declared      func(nombre string) acctest.Values
		imported, own string // own: what the plan that adopts it says
		renamed       string // the head of what renaming it says
	}{
		"parking_vehiculo": {func(nombre string) acctest.Values {
			return acctest.Values{"cliente_id": 1, "placa": placa, "nombre": nombre}
		}, "1/" + placa, "Vehicle AKX0359 of client 1 already exists", "nombre: A vehicle cannot be renamed"},
		"parking_flota": {entry, "1", "Vehicles already exist (1)", "vehiculos: Vehicles cannot be renamed (1)"},
	} {
		for way, write := range map[string]func(string) string{
			"capitals": strings.ToUpper,
			"blanks":   func(text string) string { return " " + strings.Join(strings.Fields(text), " ") + " " },
			"NFD":      norm.NFD.String,
		} {
			t.Run(typeName+"/"+way, func(t *testing.T) {
				t.Parallel()
				w := acctest.NewServer(t, sandbox.Options{})
				if typeName == "parking_vehiculo" {
					w.Placas(placa)
				}
				namesAs(w, write)
				p, declared := w.Proto(nil), c.declared(nombre)
				created := p.Apply(typeName, acctest.Result{}, declared)
				acctest.NoMessages(t, "created", created)
				w.ExpectCount(1, "SELECT COUNT(*) FROM vehiculos WHERE nombre = ?", write(nombre))
				same := func(step string, state acctest.Result) {
					t.Helper()
					planned := w.Proto(nil).Plan(typeName, state, declared)
					if errs := acctest.ErrorsOf(planned.Diagnostics); len(errs) > 0 {
						t.Errorf("%s: got errors %q, wanted none", step, errs)
						return
					}
					acctest.ExpectSame(t, step+", planned", p.Decode(p.Schema.ResourceSchemas[typeName].ValueType(), planned.PlannedState), state.State)
				}
				read := w.Proto(nil).Read(typeName, created)
				acctest.ExpectSame(t, "read", read.State, created.State)
				same("read", read)
				imported := w.Proto(nil)
				same("imported", imported.Read(typeName, imported.ImportID(typeName, c.imported)))
				adopted := w.Proto(nil).Apply(typeName, acctest.Result{}, declared)
				acctest.NoMessages(t, "adopted", adopted)
				acctest.Expect(t, "adopted", adopted.PlanWarnings(), c.own)
				w.Requests()
				acctest.NoMessages(t, "respelled", w.Proto(nil).Apply(typeName, read, c.declared("FURGÓN DE ANA")))
				w.ExpectRequests(map[string]int{})
				refused := w.Proto(nil).Plan(typeName, read, c.declared("Furgon de Ana"))
				acctest.Expect(t, "another", acctest.ErrorsOf(refused.Diagnostics), c.renamed)
				if typeName == "parking_vehiculo" { // a name that is known at apply only is compared then
					late := func(nombre string) acctest.Result {
						return w.Proto(nil).ApplyLate(typeName, read, "nombre", acctest.UnknownText, c.declared(nombre))
					}
					acctest.ExpectWhole(t, "the same after all", late(nombre), read.State)
					acctest.Expect(t, "another after all", late("Furgon de Ana").Errors(), c.renamed)
				}
			})
		}
	}
}
