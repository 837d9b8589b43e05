package flota

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// linkMany gives client 2 so many vehicles, P-1 to P-n with identifiers 1 to n, of which every second has a name. It gives them as a
// list shows them.
func linkMany(w *acctest.Server, n int) (listed []acctest.Listed) {
	w.T.Helper()
	for i := 1; i <= n; i++ {
		placa, nombre := fmt.Sprintf("P-%d", i), any(nil)
		w.Placas(placa)
		one := acctest.Listed{Name: placa, Identity: acctest.Values{"cliente_id": 2, "placa": placa}}
		if i%2 == 0 {
			nombre = fmt.Sprintf("Furgón %d", i)
			one.Name = fmt.Sprintf("%s %q", placa, nombre)
		}
		w.Exec("INSERT INTO vehiculos (id, cliente_id, placa, nombre, activado, favorito) VALUES (?, 2, ?, ?, 1, 0)", i, placa, nombre)
		one.Resource = one.Identity.With(acctest.Values{"id": i, "nombre": nombre, "activado": true, "favorito": false, "timeouts": nil})
		listed = append(listed, one)
	}
	return listed
}

// What is asked for comes, each once and in the service's order, and no page is asked for that does not hold some of it. Nothing is
// asked for once Terraform wants no more.
func TestListVehiculos(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	all := linkMany(w, 40)
	w.Exec("INSERT INTO vehiculos (cliente_id, placa) VALUES (3, 'P-1')")
	p, less := w.Proto(nil), []string{"Not everything is listed"}
	for _, c := range []struct {
		limit         int64
		listed, pages int
		warns         []string
	}{
		{limit: 15, listed: 15, pages: 1, warns: less}, {limit: 16, listed: 16, pages: 2, warns: less},
		{limit: 39, listed: 39, pages: 3, warns: less}, {limit: 40, listed: 40, pages: 3}, {limit: 0, listed: 40, pages: 3},
	} {
		what := fmt.Sprint("limit ", c.limit)
		found, diags := p.ListAll(acctest.FleetQuery(c.limit, true))
		w.ExpectRequests(map[string]int{"vehiculos": c.pages})
		if !reflect.DeepEqual(found, all[:c.listed]) {
			t.Errorf("%s: listed\n  %v\nwanted\n  %v", what, found, all[:c.listed])
		}
		acctest.Expect(t, what, saidBy(acctest.Result{Diags: diags}), c.warns...)
	}
	_ = p.List(t.Context(), acctest.FleetQuery(0, true))
	w.ExpectRequests(map[string]int{})
	n := 0
	for one := range p.List(t.Context(), acctest.FleetQuery(0, false)) {
		if n++; one.Name != all[n-1].Name || one.Resource != nil || n == 15 {
			break
		}
	}
	if w.ExpectRequests(map[string]int{"vehiculos": 1}); n < 15 {
		t.Errorf("listed %d as they are, without the resource", n)
	}
}

// What goes wrong in the middle is told after what was listed before, and ends it. A rejection is about the attribute.
func TestListVehiculosFails(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	linkMany(w, 40)
	rejected := answers.Body(422, `{"estado":"fail","error":"Datos inválidos","errores":{"cliente_id":"desconocido"}}`)
	type row struct {
		page   string // which is answered so
		answer http.HandlerFunc
		listed int
		says   string
	}
	for name, c := range map[string]row{
		"fails":     {page: "2", answer: answers.Body(500, ``), listed: 15, says: "Unable to read vehicles"},
		"not there": {page: "2", answer: answers.Body(404, `No existe`), listed: 15, says: "Unable to read vehicles"},
		"rejected":  {answer: rejected, says: "cliente_id: Unable to read vehicles"},
		"denied":    {answer: answers.Body(404, `{"estado":"fail","error":"No existen vehículos"}`), says: "Nothing to list"},
	} {
		w.Answer(func(r *http.Request) http.HandlerFunc {
			switch query := r.URL.Query(); {
			case query.Has("placa") && name == "rejected": // a control
				return answers.Body(422, `{"estado":"fail","error":"Datos inválidos"}`)
			case query.Get("page") == c.page && strings.HasSuffix(r.URL.Path, "/vehiculos"):
				return c.answer
			}
			return nil
		})
		found, diags := w.Proto(nil).ListAll(acctest.FleetQuery(0, false))
		if len(found) != c.listed {
			t.Errorf("%s: got %d vehicles, want %d", name, len(found), c.listed)
		}
		acctest.Expect(t, name, saidBy(acctest.Result{Diags: diags}), c.says)
	}
}

// What Terraform cannot tell apart, or cannot write, is left out aloud.
func TestListVehiculosLeftOut(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(answers.On(routes{listing: vehiculosPage(
		`{"id":1,"placa":"A-1"},{"id":2},{"id":3,"placa":"A-1"},{"id":4,"placa":"A1"},{"id":5,"placa":"B "}`)}))
	const two, three, five = "Vehicle not listed: 2 of client 2", "Vehicle not listed: 3 of client 2", "Vehicle not listed: 5 of client 2"
	for limit, left := range map[int64][]string{
		2: {"Not everything is listed", two, three}, // what was left out up to then comes with the second
		0: {two, three, five},
	} {
		found, diags := w.Proto(nil).ListAll(acctest.FleetQuery(limit, false))
		acctest.Expect(t, fmt.Sprint("limit ", limit), saidBy(acctest.Result{Diags: diags}), left...)
		if len(found) != 2 || found[0].Name != "A-1" || found[1].Name != "A1" {
			t.Errorf("limit %d: listed %v", limit, found)
		}
	}
}

// What Terraform makes of a listed vehicle is what the import gives.
func TestListVehiculosImport(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	for placa, nombre := range map[string]any{"P-1": nil, "A/B-1": "", "Ñ 1": "con \"comillas\" y ${llaves}", "a.1": "[1]",
		"C-1": "\x1b[31mdos\nlíneas" + strings.Repeat("!", 200)} {
		w.Placas(placa)
		w.Exec("INSERT INTO vehiculos (cliente_id, placa, nombre, activado, favorito) VALUES (2, ?, ?, 0, 1)", placa, nombre)
	}
	p := w.Proto(nil)
	found, diags := p.ListAll(acctest.FleetQuery(0, true))
	if len(found) != 5 || len(diags) > 0 {
		t.Fatalf("listed %v, %v", found, diags)
	}
	for _, r := range found {
		p.ImportsAsListed(t, "parking_vehiculo", r)
		if strings.ContainsAny(r.Name, "\n\x1b") || len(r.Name) > 100 {
			t.Errorf("the name on the screen is %q", r.Name)
		}
	}
	w.Answer(answers.On(routes{listing: vehiculosPage(`{"id":"9","placa":"A-1"}`)}))
	found, _ = p.ListAll(acctest.FleetQuery(0, true))
	if len(found) != 1 {
		t.Fatalf("listed %v", found)
	}
	w.Proto(nil).ImportsAsListed(t, "parking_vehiculo", found[0])
}

// A plate without a letter or digit is refused also if it is known in the apply only: what is registered can never be deleted.
func TestCLINoPlateDeclared(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	c := newFlotaCLI(t, w, `
resource "terraform_data" "late" { input = "-" }
resource "parking_placa" "test" {
  placa            = terraform_data.late.output
  tipo_vehiculo_id = 1
}
resource "parking_vehiculo" "test" {
  cliente_id = 1
  placa      = terraform_data.late.output
}
resource "parking_flota" "test" {
  cliente_id = 1
  vehiculos  = { (terraform_data.late.output) = { tipo_vehiculo_id = 1 } }
}
`)
	code, out := c.Run("apply", "-no-color", "-auto-approve")
	if code != 1 || strings.Count(out, "has no letter or digit.") != 3 {
		t.Errorf("exits with %d, and says\n%s", code, out)
	}
	w.ExpectCount(0, "SELECT COUNT(*) FROM placas")
	w.ExpectCount(0, "SELECT COUNT(*) FROM vehiculos")
}

// A listing that holds plates without a letter or digit, which somebody registered, is read, and the other vehicles are found, imported
// and kept.
func TestNoPlateListed(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	for n, placa := range []string{"A-1", "-", "--", ".", "A-2"} {
		w.Placas(placa)
		w.Exec("INSERT INTO vehiculos (id, cliente_id, placa, activado, favorito) VALUES (?, 2, ?, 1, 0)", n+1, placa)
	}
	p := w.Proto(nil)
	one := p.LookUp("parking_vehiculo", acctest.Values{"id": 2, "cliente_id": nil, "placa": nil})
	if one["placa"] != "-" || one["cliente_id"] != 2 {
		t.Errorf("looked up %v", one)
	}
	acctest.ExpectState(t, "read", p.Read("parking_vehiculo", p.ImportID("parking_vehiculo", "2/A-2")), acctest.Values{"id": 5})
	fleet := p.Read("parking_flota", p.ImportID("parking_flota", "2"))
	acctest.ExpectWarned(t, "imported", fleet, acctest.Values{"vehiculo_ids": acctest.Values{"A-1": 1, "A-2": 5}})
	acctest.Expect(t, "imported", fleet.Warnings(),
		"Vehicle not imported: 2 of client 2", "Vehicle not imported: 3 of client 2", "Vehicle not imported: 4 of client 2")
	acctest.Expect(t, "import by id", p.ImportID("parking_vehiculo", "3").Errors(), "Unable to import vehicle")
}
