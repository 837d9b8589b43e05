package acceptance

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// creation is a resource whose creation the service must not get twice, or a step of
// bringing an entry of a fleet, and how to count what it made.
type creation struct {
	name, typeName  string
	operation, path string
	declared        acctest.Values
	names           string // how messages call it
	count           string
}

var creations = []creation{
	{"placa", "parking_placa", "registrar_placa", "/external/placa", acctest.Values{"placa": "ZZR0033", "tipo_vehiculo_id": 2}, `plate "ZZR0033"`,
		"SELECT COUNT(*) FROM placas WHERE placa = 'ZZR0033'"},
	{"vehiculo", "parking_vehiculo", "registrar_vehiculo", "/external/vehiculo", acctest.DeclaredVehiculo, `vehicle "AKX0359" of client 1`,
		"SELECT COUNT(*) FROM vehiculos"},
	{"zona_favorita", "parking_zona_favorita", "guardar_zona_favorita", acctest.Favoritas, acctest.DeclaredFavorita, "favourite zone 1, section 5, space 17 of client 1",
		"SELECT COUNT(*) FROM favoritas"},
	{"cliente", "parking_cliente", "registrar_cliente", acctest.RegistrarCliente, acctest.UnknownCliente, "the client",
		"SELECT COUNT(*) FROM clientes WHERE email = 'nadie@example.com'"},
	{"reserva", "parking_reserva", "reserva_bloquear", "/external/reserva-bloquear", acctest.Values{"vehiculo_id": 1, "tramo_id": 5, "minutos": 30}, "reservation of vehicle 1 in section 5",
		"SELECT COUNT(*) FROM reservas"},
	{"flota, placa", "parking_flota", "registrar_placa", "/external/placa", acctest.FleetOf(acctest.Values{"ZZR0033": acctest.Car("Uno")}), `plate "ZZR0033"`,
		"SELECT COUNT(*) FROM placas WHERE placa = 'ZZR0033'"},
	{"flota, vehiculo", "parking_flota", "registrar_vehiculo", "/external/vehiculo", acctest.FleetOf(acctest.Values{"ZZR0033": acctest.Car("Uno")}), `vehicle "ZZR0033" of client 1`,
		"SELECT COUNT(*) FROM vehiculos"},
	{"sancion, pago", "parking_sancion", "sancion_pagar", acctest.SancionPagar, acctest.DeclaredSancion, `payment "TX-1" of sanction 1`,
		acctest.PaymentsOfOne},
}

// is reports whether a request is the write that creates it.
func (c creation) is(r *http.Request) bool {
	return r.Method != http.MethodGet && r.URL.Path == c.path
}

// made reports whether it is in the state. A fleet that has its plate only is there
// without its vehicle, and a reservation that may be there is so without its identifier.
func (c creation) made(r acctest.Result) bool {
	if c.typeName == "parking_reserva" && r.State != nil {
		return r.State["id"] != nil
	}
	if c.typeName == "parking_flota" && r.State != nil {
		return r.Entry("vehiculo_ids", "ZZR0033") != nil
	}
	return r.State != nil
}

// noun is what its messages call it.
func (c creation) noun() string {
	if c.typeName == "parking_flota" && c.operation == "registrar_vehiculo" {
		return "vehicle"
	}
	noun, _, _ := strings.Cut(strings.TrimPrefix(c.names, "the "), " ")
	return noun
}

// could is the head of what its failure says.
func (c creation) could(r acctest.Result) string {
	switch {
	case c.typeName == "parking_sancion":
		return "Unable to record payment"
	case c.typeName == "parking_flota" && r.State != nil:
		return "pending"
	case c.typeName == "parking_flota" && c.operation == "registrar_vehiculo": // its plate is there
		return "Vehicles not in place (1)"
	case c.typeName == "parking_flota":
		return "Unable to create fleet"
	}
	return "Unable to create " + c.noun()
}

// failed gives the errors, and for a fleet that is there why its entry is pending.
func (c creation) failed(r acctest.Result) []string {
	out := r.Errors()
	if why, open := r.Entry("pendientes", "ZZR0033").(string); open {
		out = append(out, "pending\n"+why)
	}
	return out
}

// again creates after r as the next run does, which replaces what an error tainted.
func (c creation) again(w *acctest.World, settings acctest.Values, r acctest.Result) acctest.Result {
	p := w.Proto(settings)
	if r.State != nil && !c.made(r) && c.typeName == "parking_reserva" {
		r = p.Replaced(c.typeName, w.Proto(settings).Read(c.typeName, r))
	}
	if r.State == nil {
		r = acctest.Result{}
	}
	return p.Apply(c.typeName, r, c.declared)
}

// eachCreation runs a test for every creation, on a service that takes a second
// plate or vehicle where it can.
func eachCreation(t *testing.T, test func(t *testing.T, w *acctest.World, c creation, settings acctest.Values)) {
	t.Helper()
	for _, c := range creations {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewWorld(t, sandbox.Options{AcceptDuplicates: true})
			w.Placas("AKX0359")
			if c.typeName == "parking_reserva" {
				w.Exec("INSERT INTO vehiculos (cliente_id, placa) VALUES (1, 'AKX0359')")
			}
			test(t, w, c, acctest.Values{"adopt_existing": "never", "max_retries": 2, "endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente, "sanciones": acctest.Sanciones}})
		})
	}
}

// TestAnswerLost: a creation whose answer is lost counts as created, once, even where nothing may be adopted. One that was
// not carried out is sent again. TestCarryOut and TestLooks of the client try every way to lose an answer.
func TestAnswerLost(t *testing.T) {
	t.Parallel()
	for when, sends := range map[sandbox.When]int{sandbox.After: 1, sandbox.Before: 3} {
		t.Run(fmt.Sprint(when), func(t *testing.T) {
			t.Parallel()
			eachCreation(t, func(t *testing.T, w *acctest.World, c creation, settings acctest.Values) {
				w.Box.Inject(sandbox.Fault{Key: c.operation, Kind: sandbox.Drop, When: when, Times: 2})
				created := w.Proto(settings).Apply(c.typeName, acctest.Result{}, c.declared)
				acctest.NoMessages(t, "created", created)
				if sent := w.Requests()[c.operation]; !c.made(created) || sent != sends {
					t.Errorf("created: got the state %v after %d requests, wanted it in there after %d", created.State, sent, sends)
				}
				w.ExpectCount(1, c.count)
			})
		})
	}
}

// TestNeverCarriedOut: when no repeat helps, the error says that there is
// nothing, and nothing is in the state.
func TestNeverCarriedOut(t *testing.T) {
	t.Parallel()
	eachCreation(t, func(t *testing.T, w *acctest.World, c creation, settings acctest.Values) {
		w.Box.Inject(sandbox.Fault{Key: c.operation, Kind: sandbox.Status500})
		created := w.Proto(settings).Apply(c.typeName, acctest.Result{}, c.declared)
		acctest.Expect(t, "error", c.failed(created), c.could(created))
		if c.made(created) || w.Count(c.count) != 0 {
			t.Errorf("in the state: %v", created.State)
		}
	})
}

// TestLookFails: when what became of it cannot be seen, the error says so and
// how to see it. The next run goes on from what there is.
func TestLookFails(t *testing.T) {
	t.Parallel()
	eachCreation(t, func(t *testing.T, w *acctest.World, c creation, settings acctest.Values) {
		w.Box.Inject(sandbox.Fault{Key: c.operation, Kind: sandbox.Drop, Times: 1})
		settings["max_retries"], settings["adopt_existing"] = 0, "identical"
		seen := 0 // a plate and a payment are not looked for before; the others are
		if c.operation == "registrar_placa" || c.operation == "sancion_pagar" {
			seen = 1
		}
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if r.Method != http.MethodGet {
				return nil
			}
			if seen++; seen < 2 {
				return nil
			}
			return answers.Body(http.StatusInternalServerError, `{"estado":"fail","error":"base de datos"}`)
		})
		created := w.Proto(settings).Apply(c.typeName, acctest.Result{}, c.declared)
		acctest.Expect(t, "error", c.failed(created), c.could(created))
		if c.made(created) {
			t.Errorf("in the state: %v", created.State)
		}
		w.Answer(nil)
		again := c.again(w, settings, created)
		if len(c.failed(again)) > 0 || !c.made(again) || w.Count(c.count) != 1 {
			t.Errorf("%v, %d of them", c.failed(again), w.Count(c.count))
		}
	})
}

// TestAnotherRunWasFaster: between looking and writing another run made the same
// thing, and the service refuses. It is adopted like any that was there.
func TestAnotherRunWasFaster(t *testing.T) {
	t.Parallel()
	eachCreation(t, func(t *testing.T, w *acctest.World, c creation, settings acctest.Values) {
		if c.typeName == "parking_zona_favorita" || c.typeName == "parking_reserva" {
			return // never refused, see TestFavouriteSavedTwiceAtOnce; and a vehicle may have several
		}
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if !c.is(r) {
				return nil
			}
			return func(rw http.ResponseWriter, r *http.Request) {
				w.Box.ServeHTTP(httptest.NewRecorder(), r) // the other run
				answers.Body(http.StatusConflict, `{"estado":"fail","error":"Ya existe"}`)(rw, r)
			}
		})
		settings["adopt_existing"] = "identical"
		created := w.Proto(settings).Apply(c.typeName, acctest.Result{}, c.declared)
		acctest.Expect(t, "adopted", c.failed(created))
		w.ExpectCount(1, c.count)
	})
}

// TestRefusedAndNotSeen: a refusal may mean that it is there already. When that
// cannot be seen, the error says so.
func TestRefusedAndNotSeen(t *testing.T) {
	t.Parallel()
	eachCreation(t, func(t *testing.T, w *acctest.World, c creation, settings acctest.Values) {
		if c.typeName == "parking_zona_favorita" || c.typeName == "parking_reserva" {
			return // never refused for being there
		}
		wrote := false
		w.Answer(func(r *http.Request) http.HandlerFunc {
			switch {
			case c.is(r):
				wrote = true
				return answers.Body(http.StatusConflict, `{"estado":"fail","error":"Ya existe","errores":{"placa":["Ya existe"],"email":["Ya existe"]}}`)
			case wrote:
				return answers.Body(http.StatusInternalServerError, `{"estado":"fail","error":"base de datos"}`)
			}
			return nil
		})
		settings["max_retries"] = 0
		created := w.Proto(settings).Apply(c.typeName, acctest.Result{}, c.declared)
		acctest.Expect(t, "error", c.failed(created), c.could(created))
		if c.made(created) {
			t.Errorf("in the state: %v", created.State)
		}
	})
}

// TestNotLookedForInVain: what has nothing to do with the thing itself keeps its
// own advice, and costs no look.
func TestNotLookedForInVain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		text   string
	}{
		{http.StatusUnauthorized, `{"estado":"fail","error":"Credencial"}`},
		{http.StatusForbidden, `<html>`},
		{http.StatusNotFound, `{"estado":"fail","error":"La ruta no existe"}`},
		{http.StatusTooManyRequests, `{"estado":"fail","error":"Demasiadas"}`},
	} {
		t.Run(fmt.Sprint(c.status, c.text), func(t *testing.T) {
			t.Parallel()
			eachCreation(t, func(t *testing.T, w *acctest.World, creation creation, settings acctest.Values) {
				reads, wrote := 0, false
				w.Answer(func(r *http.Request) http.HandlerFunc {
					if creation.is(r) {
						wrote = true
						return answers.Body(c.status, c.text)
					}
					if wrote {
						reads++
					}
					return nil
				})
				settings["max_retries"] = 0
				created := w.Proto(settings).Apply(creation.typeName, acctest.Result{}, creation.declared)
				failed := creation.failed(created)
				acctest.Expect(t, "error", failed, creation.could(created))
				if strings.Contains(failed[0], "not known") || strings.Contains(failed[0], "perhaps") || reads > 0 {
					t.Errorf("%d reads: %s", reads, failed[0])
				}
			})
		})
	}
}

// TestFavouriteSavedTwiceAtOnce: of two favourites of one place that two runs
// saved at the same moment, the one with the lower id stays.
func TestFavouriteSavedTwiceAtOnce(t *testing.T) {
	t.Parallel()
	const other = "INSERT INTO favoritas (cliente_id, zona_id, tramo_id, celda_id) VALUES (1, 1, 5, 17)"
	start := func(t *testing.T) (*acctest.World, *acctest.Proto) {
		w := acctest.NewWorld(t, sandbox.Options{})
		w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.Favoritas: func(rw http.ResponseWriter, r *http.Request) {
			w.Exec(other)
			w.Box.ServeHTTP(rw, r)
		}}))
		return w, w.Proto(nil)
	}
	t.Run("the other is first", func(t *testing.T) {
		t.Parallel()
		w, p := start(t)
		created := p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
		acctest.Expect(t, "warning", created.Warnings(), "Existing favourite adopted")
		acctest.ExpectWarned(t, "created", created, acctest.Values{"id": 1})
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
		w.ExpectRequests(map[string]int{"zonas_favoritas": 2, "guardar_zona_favorita": 1, "borrar_zona_favorita": 1})
	})
	t.Run("the other is first, and adopt_existing is never", func(t *testing.T) {
		t.Parallel()
		w, _ := start(t)
		created := w.Proto(acctest.Values{"adopt_existing": "never"}).Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
		acctest.ExpectRefused(t, "error", created, "Favourite already exists")
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
	})
	t.Run("the second one cannot be deleted", func(t *testing.T) {
		t.Parallel()
		w, p := start(t)
		w.Box.Inject(sandbox.Fault{Key: "borrar_zona_favorita", Kind: sandbox.Status500})
		created := p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
		acctest.Expect(t, "warning", created.Warnings(), "Favourite saved twice")
		acctest.ExpectWarned(t, "created", created, acctest.Values{"id": 1})
	})
}
