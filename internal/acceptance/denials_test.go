package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What a denied read means, in the plans and refreshes of each kind of thing, and attacks by denials. Each result is read as one that was
// not written just now, since reads may lag behind a write.

// thing is one of a kind, beside another of its kind.
type thing struct {
	typeName string
	declared acctest.Values
	reads    string // how the paths of its own reads begin
	own      string // the end of the address of its own read, which no other read has
	gone     string // takes it off the service
	count    string
}

var things = map[string]thing{
	"plate":     {"parking_placa", acctest.Values{"placa": "ZZR0033", "tipo_vehiculo_id": 1}, "/external/placa/", "ZZR0033", "DELETE FROM placas WHERE placa = 'ZZR0033'", "SELECT COUNT(*) FROM placas WHERE placa = 'ZZR0033'"},
	"vehicle":   {"parking_vehiculo", acctest.Values{"cliente_id": 1, "placa": "AKX0359"}, "/external/vehiculo", "vehiculo/2", "DELETE FROM vehiculos WHERE id = 2", "SELECT COUNT(*) FROM vehiculos WHERE placa = 'AKX0359'"},
	"client":    {"parking_cliente", acctest.Norte, "/external/cliente-email", "email=flota.norte%40example.com", "UPDATE clientes SET email = 'otra@example.com' WHERE email = 'flota.norte@example.com'", "SELECT COUNT(*) FROM clientes WHERE email = 'flota.norte@example.com'"},
	"favourite": {"parking_zona_favorita", acctest.Values{"cliente_id": 1, "tramo_id": 5}, acctest.Favoritas, "zona-favorita", "DELETE FROM favoritas", "SELECT COUNT(*) FROM favoritas WHERE tramo_id = 5"},
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

// denied answers the reads for which which is true.
func denied(with http.HandlerFunc, which func(r *http.Request) bool) func(*http.Request) http.HandlerFunc {
	return func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodGet && which(r) {
			return with
		}
		return nil
	}
}

// TestDenialOfAThing: each row of what a denial means, for a refresh of each kind: gone, if everything of its kind that cannot exist is
// denied so and another one is shown; else it stays.
func TestDenialOfAThing(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	const text = "Consulta 17 sin servicio"
	for what, thing := range things {
		of := func(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, thing.reads) }
		for name, c := range map[string]struct {
			denied func(*http.Request) bool // the service denies the rest of what is not there in its own way
			status int
			leaves bool
			says   string // of an error or a warning; empty for none
		}{
			"equal, shown":               {func(*http.Request) bool { return false }, 422, true, ""},
			"equal, nothing of its kind": {of, 200, what == "client" || what == "favourite", map[string]string{"plate": "Plates not refreshed", "vehicle": "Vehicles not refreshed"}[what]},
			"differs":                    {func(r *http.Request) bool { return strings.HasSuffix(r.URL.String(), thing.own) }, 422, false, "Unable to read " + what},
			"everything is denied":       {func(*http.Request) bool { return true }, 200, false, "heck credential"},
			"everything fails":           {func(*http.Request) bool { return true }, 500, false, "HTTP 500"},
		} {
			t.Run(what+", "+name, func(t *testing.T) {
				t.Parallel()
				w := town(t)
				created := w.Proto(nil).Apply(thing.typeName, acctest.Result{}, thing.declared)
				acctest.NoErrors(t, "created", created)
				w.Exec(thing.gone)
				w.Answer(denied(says(c.status, text), c.denied))
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

// TestOnlyVehiclesAreDenied: after the state is lost, a denied list of vehicles links nothing a second time.
func TestOnlyVehiclesAreDenied(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	for _, text := range []string{"No se encontraron vehículos", "mantenimiento"} {
		w := town(t)
		for typeName, declared := range map[string]acctest.Values{"parking_vehiculo": {"cliente_id": 1, "placa": "AKX0359"},
			"parking_flota": acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car(nil)})} {
			acctest.NoErrors(t, "before", w.Proto(nil).Apply(typeName, acctest.Result{}, declared))
			w.Answer(denied(says(200, text), func(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/external/vehiculo") }))
			again := w.Proto(nil).Apply(typeName, acctest.Result{}, declared)
			acctest.ExpectSays(t, "again", strings.Join(again.Errors(), "\n"), "Only if it has no vehicles, link the first one by hand")
			w.ExpectCount(1, "SELECT COUNT(*) FROM vehiculos WHERE placa = 'AKX0359'")
			w.Answer(nil)
		}
	}
}

// TestOnlyPlatesAreDenied: nothing leaves the state while reads of plates are down.
func TestOnlyPlatesAreDenied(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	w := town(t)
	p := w.Proto(nil)
	created := map[string]acctest.Result{
		"parking_placa":    p.Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "OTR0001", "tipo_vehiculo_id": 1}),
		"parking_vehiculo": p.Apply("parking_vehiculo", acctest.Result{}, acctest.Values{"cliente_id": 1, "placa": "AKX0359"}),
		"parking_flota":    p.Apply("parking_flota", acctest.Result{}, acctest.FleetOf(acctest.Values{"NEW0001": acctest.Car(nil), "NEW0002": acctest.Car(nil)})),
	}
	for _, status := range []int{200, 404, 500} {
		w.Answer(denied(says(status, "La placa no existe"), func(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/external/placa/") }))
		next := w.Proto(nil)
		for typeName, was := range created {
			read := next.Read(typeName, was.Later(t))
			acctest.ExpectSame(t, typeName, read.State, was.State)
		}
	}
}

// TestOutageInTheWords: from any request of a refresh on, a service answers "fail" to everything, in the words of what is not there.
// Nothing leaves the state, and the plan and apply that follow make nothing twice.
func TestOutageInTheWords(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	for _, text := range []string{"La placa no existe", "mantenimiento"} {
		for from := range int64(14) {
			t.Run(fmt.Sprint(text, " from request ", from), func(t *testing.T) {
				t.Parallel()
				w := town(t)
				created := map[string]acctest.Result{}
				for what, thing := range things {
					created[what] = w.Proto(nil).Apply(thing.typeName, acctest.Result{}, thing.declared)
					acctest.NoErrors(t, what, created[what])
				}
				fleet := acctest.FleetOf(acctest.Values{"NEW0001": acctest.Car(nil), "NEW0002": acctest.Car(nil)})
				of := w.Proto(nil).Apply("parking_flota", acctest.Result{}, fleet)
				var asked atomic.Int64
				w.Answer(func(*http.Request) http.HandlerFunc {
					if asked.Add(1) <= from {
						return nil
					}
					return says(200, text)
				})
				p := w.Proto(nil)
				for what, thing := range things {
					read := p.Read(thing.typeName, created[what].Later(t))
					acctest.ExpectSame(t, what, read.State, created[what].State)
					p.Apply(thing.typeName, acctest.Result{}, thing.declared) // its state is lost
				}
				read := p.Read("parking_flota", of.Later(t))
				acctest.ExpectSame(t, "fleet", read.State, of.State)
				p.Apply("parking_flota", acctest.Result{}, fleet)
				for what, thing := range things {
					if n := w.Count(thing.count); n != 1 {
						t.Errorf("%s: %d of them", what, n)
					}
				}
				w.ExpectCount(2, "SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'NEW%'")
			})
		}
	}
}

// TestDeniedIsCreated: however a service denies what is not there, and lists without anything in them, it is created without a message.
func TestDeniedIsCreated(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	registering := acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}}
	for _, status := range []int{200, 404, 422, 500} {
		for i, text := range []string{"Sin datos", "El tramo no existe en la base de datos", "Error", "Ref 4711: the request could not be served"} {
			t.Run(fmt.Sprint(i, " at ", status), func(t *testing.T) {
				t.Parallel()
				w := acctest.NewServer(t, sandbox.Options{AcceptDuplicates: true})
				w.Answer(denied(says(status, text), func(r *http.Request) bool {
					none := map[string]string{"/external/vehiculos": "vehiculos", acctest.Favoritas: "favoritas", "/external/cliente-email": "clientes WHERE email = 'nadie@example.com'"}
					table, is := none[r.URL.Path]
					return strings.HasPrefix(r.URL.Path, "/external/placa/") && w.Count("SELECT COUNT(*) FROM placas") == 0 || is && w.Count("SELECT COUNT(*) FROM "+table) == 0
				}))
				p := w.Proto(registering)
				for _, c := range []struct {
					typeName string
					declared acctest.Values
				}{
					{"parking_placa", acctest.Values{"placa": "ZZR0033", "tipo_vehiculo_id": 1}},
					{"parking_vehiculo", acctest.Values{"cliente_id": 1, "placa": "ZZR0033"}},
					{"parking_zona_favorita", acctest.Values{"cliente_id": 1, "tramo_id": 5}},
					{"parking_cliente", acctest.UnknownCliente},
				} {
					acctest.NoErrors(t, c.typeName, p.Apply(c.typeName, acctest.Result{}, c.declared))
				}
				for _, count := range []string{"placas", "vehiculos", "favoritas", "clientes WHERE email = 'nadie@example.com'"} {
					w.ExpectCount(1, "SELECT COUNT(*) FROM "+count)
				}
			})
		}
	}
}
