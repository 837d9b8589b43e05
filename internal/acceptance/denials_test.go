package acceptance

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What a denied read means for each kind of thing. Each result is read as one that was not written just now, since reads may lag
// behind a write.

// thing is one of a kind, beside another of its kind.
type thing struct {
	typeName string
	declared acctest.Values
	reads    string // how the paths of its own reads begin
	own      string // the end of the address of its own read, which no other read has
	where    string // selects it
	alone    string // what is said if nothing of its kind is shown, so that it stays
	gone     string // and if it leaves the state
}

var things = map[string]thing{
	"plate": {typeName: "parking_placa", declared: acctest.Values{"placa": "ZZR0033", "tipo_vehiculo_id": 1},
		reads: "/external/placa/", own: "ZZR0033", where: "placas WHERE placa = 'ZZR0033'", alone: "Plates not refreshed"},
	"vehicle": {typeName: "parking_vehiculo", declared: acctest.Values{"cliente_id": 1, "placa": "AKX0359"},
		reads: "/external/vehiculo", own: "vehiculo/2", where: "vehiculos WHERE placa = 'AKX0359'", alone: "Vehicles not refreshed"},
	"client": {typeName: "parking_cliente", declared: acctest.Norte,
		reads: "/external/cliente-email", own: "email=flota.norte%40example.com", where: "clientes WHERE email = 'flota.norte@example.com'",
		gone: "Client 2 no longer found"},
	"favourite": {typeName: "parking_zona_favorita", declared: acctest.Values{"cliente_id": 1, "tramo_id": 5},
		reads: acctest.Favoritas, own: "zona-favorita", where: "favoritas WHERE tramo_id = 5"},
}

// town has another plate and another vehicle, and takes everything twice where it can.
func town(t *testing.T) *acctest.Server {
	t.Helper()
	w := acctest.NewServer(t, sandbox.Options{AcceptDuplicates: true})
	w.Placas("AKX0359", "OTR0001")
	w.Exec("INSERT INTO vehiculos (id, cliente_id, placa) VALUES (1, 1, 'OTR0001')")
	return w
}

func says(status int, text string) http.HandlerFunc {
	return answers.Body(status, fmt.Sprintf(`{"estado":"fail","error":%q}`, text))
}

// TestDenialOfAThing: each row of what a denial means, for a refresh of each kind: gone, if everything of its kind that cannot exist is
// denied so and another one is shown; else it stays.
func TestDenialOfAThing(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	for what, thing := range things {
		none, all := func(*http.Request) bool { return false }, func(*http.Request) bool { return true }
		kind := func(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, thing.reads) }
		own := func(r *http.Request) bool { return strings.HasSuffix(r.URL.String(), thing.own) }
		for name, c := range map[string]struct {
			denied func(*http.Request) bool // the service denies the rest of what is not there in its own way
			status int
			leaves bool
			says   string // of an error or a warning; empty for none
		}{
			"equal, shown":               {denied: none, status: 422, leaves: true, says: thing.gone},
			"equal, nothing of its kind": {denied: kind, status: 200, leaves: thing.alone == "", says: thing.alone + thing.gone},
			"differs":                    {denied: own, status: 422, says: "Unable to read " + what},
			"credential":                 {denied: own, status: 401, says: "Unable to read " + what},
			"everything is denied":       {denied: all, status: 200, says: "heck credential"},
			"everything fails":           {denied: all, status: 500, says: "HTTP 500"},
		} {
			t.Run(what+", "+name, func(t *testing.T) {
				t.Parallel()
				w := town(t)
				created := w.Proto(nil).Apply(thing.typeName, acctest.Result{}, thing.declared)
				acctest.NoErrors(t, "created", created)
				w.Exec("DELETE FROM " + thing.where)
				w.Answer(func(r *http.Request) http.HandlerFunc {
					if r.Method == http.MethodGet && c.denied(r) {
						return says(c.status, "Consulta 17 sin servicio")
					}
					return nil
				})
				p := w.Proto(nil)
				if what == "plate" {
					p.DataAgain("parking_placa", acctest.Values{"placa": "OTR0001"}) // of the same run
				}
				read := p.Read(thing.typeName, created.Later(t))
				if (read.State == nil) != c.leaves {
					t.Errorf("it leaves the state: %t, want %t: %q", read.State == nil, c.leaves, read.Errors())
				}
				said := strings.Join(append(read.Errors(), read.Warnings()...), "\n")
				if !strings.Contains(said, c.says) || c.says == "" && said != "" {
					t.Errorf("it says %q, want %q", said, c.says)
				}
			})
		}
	}
}

// TestRefusedCreation: a creation that is refused may be of what another run made a moment ago, which is adopted. If that cannot be read,
// the error says both.
func TestRefusedCreation(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		path string
		thing
	}{
		"plate":   {path: "/external/placa", thing: things["plate"]},
		"vehicle": {path: "/external/vehiculo", thing: things["vehicle"]},
		"client":  {path: acctest.RegistrarCliente, thing: thing{typeName: "parking_cliente", declared: acctest.UnknownCliente}},
	} {
		for _, faster := range []bool{true, false} {
			t.Run(fmt.Sprint(what, ", another run was faster: ", faster), func(t *testing.T) {
				t.Parallel()
				w, refused := town(t), new(atomic.Bool)
				w.Answer(func(r *http.Request) http.HandlerFunc {
					switch {
					case r.Method != http.MethodGet && r.URL.Path == c.path:
						refused.Store(true)
						if faster {
							w.Box.ServeHTTP(httptest.NewRecorder(), r)
						}
						return says(http.StatusConflict, "Ya existe")
					case refused.Load() && !faster:
						return answers.Body(http.StatusInternalServerError, acctest.Broken)
					}
					return nil
				})
				p := w.Proto(acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}})
				made := p.Apply(c.typeName, acctest.Result{}, c.declared)
				if faster {
					acctest.ExpectWarned(t, "adopted", made, c.declared)
				} else {
					acctest.ExpectRefused(t, "the look fails", made, "Unable to create "+what)
				}
			})
		}
	}
}

// TestOutageInTheWords: from any request of a refresh on, a service answers "fail" to everything, in the words of what is not there.
// Nothing leaves the state, and the plan and apply that follow make nothing twice.
func TestOutageInTheWords(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	all := maps.Clone(things)
	all["fleet"] = thing{typeName: "parking_flota", where: "vehiculos WHERE placa = 'NEW0001'",
		declared: acctest.FleetOf(acctest.Values{"NEW0001": acctest.Car(nil), "NEW0002": acctest.Car(nil)})}
	for from := range int64(14) {
		t.Run(fmt.Sprint("from request ", from), func(t *testing.T) {
			t.Parallel()
			w, created := town(t), map[string]acctest.Result{}
			for what, thing := range all {
				created[what] = w.Proto(nil).Apply(thing.typeName, acctest.Result{}, thing.declared)
				acctest.NoErrors(t, what, created[what])
			}
			var asked atomic.Int64
			w.Answer(func(*http.Request) http.HandlerFunc {
				if asked.Add(1) <= from {
					return nil
				}
				return says(200, "La placa no existe")
			})
			p := w.Proto(nil)
			for what, thing := range all {
				read := p.Read(thing.typeName, created[what].Later(t))
				acctest.ExpectSame(t, what, read.State, created[what].State)
				p.Apply(thing.typeName, acctest.Result{}, thing.declared) // its state is lost
				w.ExpectCount(1, "SELECT COUNT(*) FROM "+thing.where)
			}
		})
	}
}
