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

// fleet gives client 2 so many vehicles, P-1 to P-n with identifiers from 101 on, of
// which every second has a name.
func fleet(w *acctest.Server, n int) {
	w.T.Helper()
	for i := 1; i <= n; i++ {
		placa := fmt.Sprintf("P-%d", i)
		w.Placas(placa)
		var nombre any
		if i%2 == 0 {
			nombre = fmt.Sprintf("Furgón %d", i)
		}
		w.Exec("INSERT INTO vehiculos (id, cliente_id, placa, nombre, activado, favorito) VALUES (?, 2, ?, ?, 1, 0)", 100+i, placa, nombre)
	}
}

func listedVehiculo(i int, include bool) acctest.Listed {
	placa := fmt.Sprintf("P-%d", i)
	out := acctest.Listed{Name: placa, Identity: acctest.Values{"cliente_id": 2, "placa": placa}}
	var nombre any
	if i%2 == 0 {
		nombre = fmt.Sprintf("Furgón %d", i)
		out.Name = fmt.Sprintf("%s %q", placa, nombre)
	}
	if include {
		out.Resource = acctest.Values{"id": 100 + i, "cliente_id": 2, "placa": placa, "nombre": nombre, "activado": true, "favorito": false, "timeouts": nil}
	}
	return out
}

// What is asked for comes, each once and in the service's order, and no page is asked for that does not hold some of it.
func TestListVehiculos(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	fleet(w, 130)
	w.Exec("INSERT INTO vehiculos (cliente_id, placa) VALUES (3, 'P-1')")
	p, less := w.Proto(nil), []string{"Not everything is listed"}
	for _, c := range []struct {
		limit         int64
		listed, pages int
		warns         []string
	}{
		{limit: 10, listed: 10, pages: 1, warns: less}, {limit: 15, listed: 15, pages: 1, warns: less},
		{limit: 16, listed: 16, pages: 2, warns: less}, {limit: 100, listed: 100, pages: 7, warns: less},
		{limit: 129, listed: 129, pages: 9, warns: less}, {limit: 130, listed: 130, pages: 9},
		{limit: 1000, listed: 130, pages: 9}, {limit: 0, listed: 130, pages: 9},
	} {
		for _, include := range []bool{false, true} {
			what := fmt.Sprint("limit ", c.limit)
			found, diags := p.ListAll(acctest.FleetQuery(c.limit, include))
			w.ExpectRequests(map[string]int{"vehiculos": c.pages})
			if len(found) != c.listed {
				t.Errorf("%s: %d listed", what, len(found))
			}
			for i, r := range found {
				if want := listedVehiculo(i+1, include); !reflect.DeepEqual(r, want) {
					t.Fatalf("%s: listed\n  %v\nwanted\n  %v", what, r, want)
				}
			}
			said := acctest.Result{Diags: diags}
			acctest.Expect(t, what, append(said.Errors(), said.Warnings()...), c.warns...)
		}
	}
}

// The first page is given before the second is asked for, and nothing is asked for once Terraform wants no more.
func TestListVehiculosByPage(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	fleet(w, 40)
	p := w.Proto(nil)
	for stop, pages := range map[int]int{1: 1, 15: 1, 16: 2, 30: 2} {
		n := 0
		for range p.List(t.Context(), acctest.FleetQuery(0, true)) {
			if n++; n == stop {
				break
			}
		}
		w.ExpectRequests(map[string]int{"vehiculos": pages})
	}
	_ = p.List(t.Context(), acctest.FleetQuery(0, true))
	w.ExpectRequests(map[string]int{})
}

// What goes wrong in the middle is told after what was listed before, and ends it.
func TestListVehiculosFails(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	fleet(w, 40)
	for name, page2 := range map[string]http.HandlerFunc{"fails": answers.Body(500, ``), "not there": answers.Body(404, `No existe`)} {
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if r.URL.Query().Get("page") == "2" {
				return page2
			}
			return nil
		})
		found, diags := w.Proto(nil).ListAll(acctest.FleetQuery(0, false))
		if len(found) != 15 {
			t.Errorf("%s: got %d vehicles, want those of page 1", name, len(found))
		}
		acctest.Expect(t, name, acctest.ErrorsOf(diags), "Unable to read vehicles")
	}
}

// What the service refuses is told of the attribute that it is about.
func TestListVehiculosRefused(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.URL.Query().Has("placa") { // a control
			return answers.Body(422, `{"estado":"fail","error":"Datos inválidos"}`)
		}
		return answers.Body(422, `{"estado":"fail","error":"Datos inválidos","errores":{"cliente_id":"desconocido"}}`)
	})
	_, diags := p.ListAll(acctest.FleetQuery(0, false))
	acctest.Expect(t, "refused", acctest.ErrorsOf(diags), "cliente_id: Unable to read vehicles")
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/vehiculos": answers.Body(404, `{"estado":"fail","error":"No existen vehículos"}`)}))
	found, diags := p.ListAll(acctest.FleetQuery(0, false))
	if len(found) > 0 || len(acctest.ErrorsOf(diags)) > 0 {
		t.Errorf("listed %v, %q", found, acctest.ErrorsOf(diags))
	}
	acctest.Expect(t, "nothing", (acctest.Result{Diags: diags}).Warnings(), "Nothing to list")
}

// What Terraform cannot tell apart, or cannot write, is left out aloud.
func TestListVehiculosLeftOut(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":[{"id":1,"placa":"A-1"},{"id":2},{"id":3,"placa":"A-1"},{"id":4,"placa":"A1"},{"id":5,"placa":"B "}],"total":5,"current_page":1,"last_page":1}`)
	})
	found, diags := w.Proto(nil).ListAll(acctest.FleetQuery(2, false)) // what was left out up to then comes with the second
	if len(diags) != 1+2 || len(found) != 2 || found[0].Name != "A-1" || found[1].Name != "A1" {
		t.Errorf("listed %v", found)
	}
	found, diags = w.Proto(nil).ListAll(acctest.FleetQuery(0, false))
	if len(found) != 2 || found[0].Name != "A-1" || found[1].Name != "A1" {
		t.Errorf("listed %v", found)
	}
	warned := strings.Join((acctest.Result{Diags: diags}).Warnings(), "\n")
	for _, part := range []string{"Vehicle not listed: 2 of client 2\nThe service does not return its plate", "Vehicle not listed: 3 of client 2\nAnother vehicle of the client with its plate \"A-1\"", "Vehicle not listed: 5 of client 2\nIts plate \"B \" is not valid"} {
		if strings.Count(warned, part) != 1 {
			t.Errorf("%q is not said once:\n%s", part, warned)
		}
	}
	if len(diags) != 3 {
		t.Errorf("%d diagnostics", len(diags))
	}
}

// What Terraform makes of a listed vehicle is what the import gives.
func TestListVehiculosImport(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	fleet(w, 2)
	for i, nombre := range []string{"", "con \"comillas\" y ${llaves}", "[1]", "\x1b[31mdos\nlíneas" + strings.Repeat("!", 200)} {
		placa := []string{"A/B-1", "Ñ 1", "a.1", "C-1"}[i]
		w.Placas(placa)
		w.Exec("INSERT INTO vehiculos (cliente_id, placa, nombre, activado, favorito) VALUES (2, ?, ?, 0, 1)", placa, nombre)
	}
	p := w.Proto(nil)
	found, diags := p.ListAll(acctest.FleetQuery(0, true))
	if len(found) != 6 || len(diags) > 0 {
		t.Fatalf("listed %v, %v", found, diags)
	}
	for _, r := range found {
		p.ImportsAsListed(t, "parking_vehiculo", r)
		if strings.ContainsAny(r.Name, "\n\x1b") || len(r.Name) > 100 {
			t.Errorf("the name on the screen is %q", r.Name)
		}
	}
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":[{"id":"9","placa":"A-1"}],"total":1,"current_page":1,"last_page":1}`)
	})
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
	listed := p.LookUp("parking_vehiculos", acctest.Values{"cliente_id": 2, "placa": nil, "nombre": nil})
	if all, _ := listed["vehiculos"].([]any); len(all) != 5 {
		t.Errorf("listed %v", listed)
	}
	one := p.LookUp("parking_vehiculo", acctest.Values{"id": 2, "cliente_id": nil, "placa": nil})
	if one["placa"] != "-" || one["cliente_id"] != 2 {
		t.Errorf("looked up %v", one)
	}
	found, diags := p.ListAll(acctest.FleetQuery(0, false))
	acctest.Expect(t, "listed", acctest.Result{Diags: diags}.Warnings(), "Vehicle not listed: 2 of client 2", "Vehicle not listed: 3 of client 2", "Vehicle not listed: 4 of client 2")
	if len(found) != 2 {
		t.Errorf("listed %v", found)
	}
	acctest.ExpectState(t, "read", p.Read("parking_vehiculo", p.ImportID("parking_vehiculo", "2/A-2")), acctest.Values{"id": 5})
	fleet := p.Read("parking_flota", p.ImportID("parking_flota", "2"))
	if held, _ := fleet.State["vehiculos"].(acctest.Values); len(held) != 2 || held["A-1"] == nil || held["A-2"] == nil {
		t.Errorf("imported %v", fleet.State)
	}
	acctest.Expect(t, "imported", fleet.Warnings(), "Vehicle not imported: 2 of client 2", "Vehicle not imported: 3 of client 2", "Vehicle not imported: 4 of client 2")
	acctest.Expect(t, "import by id", p.ImportID("parking_vehiculo", "3").Errors(), "Unable to import vehicle")
}
