package acceptance

import (
	"fmt"
	"net/http"
	"net/http/httptest"
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
	fails           string // the head of what its failure says
	count           string
}

var creations = []creation{
	{"placa", "parking_placa", "registrar_placa", "/external/placa", acctest.Values{"placa": "ZZR0033", "tipo_vehiculo_id": 2}, "Unable to create plate",
		"SELECT COUNT(*) FROM placas WHERE placa = 'ZZR0033'"},
	{"vehiculo", "parking_vehiculo", "registrar_vehiculo", "/external/vehiculo", acctest.DeclaredVehiculo, "Unable to create vehicle",
		"SELECT COUNT(*) FROM vehiculos"},
	{"zona_favorita", "parking_zona_favorita", "guardar_zona_favorita", acctest.Favoritas, acctest.DeclaredFavorita, "Unable to create favourite",
		"SELECT COUNT(*) FROM favoritas"},
	{"cliente", "parking_cliente", "registrar_cliente", acctest.RegistrarCliente, acctest.UnknownCliente, "Unable to create client",
		"SELECT COUNT(*) FROM clientes WHERE email = 'nadie@example.com'"},
	{"flota, placa", "parking_flota", "registrar_placa", "/external/placa", acctest.FleetOf(acctest.Values{"ZZR0033": acctest.Car("Uno")}),
		"Vehicles not in place: ZZR0033 of client 1", "SELECT COUNT(*) FROM placas WHERE placa = 'ZZR0033'"},
	{"flota, vehiculo", "parking_flota", "registrar_vehiculo", "/external/vehiculo", acctest.FleetOf(acctest.Values{"ZZR0033": acctest.Car("Uno")}),
		"Vehicles not in place: ZZR0033 of client 1", "SELECT COUNT(*) FROM vehiculos"}, // its plate is there
}

// is reports whether a request is the write that creates it.
func (c creation) is(r *http.Request) bool {
	return r.Method != http.MethodGet && r.URL.Path == c.path
}

// made reports whether it is in the state.
func (c creation) made(r acctest.Result) bool { return r.State != nil }

// unique reports whether the service refuses a second one. It takes a favourite twice, see TestFavouriteSavedTwiceAtOnce.
func (c creation) unique() bool { return c.typeName != "parking_zona_favorita" }

// again creates after r as the next run does, which first reads what r left in the state.
func (c creation) again(w *acctest.Server, settings acctest.Values, r acctest.Result) acctest.Result {
	if r.State == nil {
		return w.Proto(settings).Apply(c.typeName, acctest.Result{}, c.declared)
	}
	return w.Proto(settings).Apply(c.typeName, w.Proto(settings).Read(c.typeName, r), c.declared)
}

// eachCreation runs a test for every creation, on a service that takes a second
// plate or vehicle where it can.
func eachCreation(t *testing.T, test func(t *testing.T, w *acctest.Server, c creation, settings acctest.Values)) {
	t.Helper()
	for _, c := range creations {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{AcceptDuplicates: true})
			w.Placas("AKX0359")
			test(t, w, c, acctest.Values{"max_retries": 2, "endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}})
		})
	}
}

// TestAnswerLost: a creation whose answer is lost counts as created, once. One that was
// not carried out is sent again. TestCarryOut and TestLooks of the client try every way to lose an answer.
func TestAnswerLost(t *testing.T) {
	t.Parallel()
	for when, sends := range map[sandbox.When]int{sandbox.After: 1, sandbox.Before: 3} {
		t.Run(fmt.Sprint(when), func(t *testing.T) {
			t.Parallel()
			eachCreation(t, func(t *testing.T, w *acctest.Server, c creation, settings acctest.Values) {
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

// TestCreationFails: the error says what is known of a creation that failed, and the state does not hold it. Only where the answer
// leaves open what became of it is it looked for. The next run goes on from what there is.
func TestCreationFails(t *testing.T) {
	t.Parallel()
	const page = "<!DOCTYPE html>\n<html><head><title>Internal Server Error</title></head><body><h1>Internal Server Error</h1></body></html>\n"
	broken := answers.Body(http.StatusInternalServerError, acctest.Broken)
	lost := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	for name, c := range map[string]struct {
		retries int
		done    bool             // the service carries the write out
		write   http.HandlerFunc // what it answers then
		reads   http.HandlerFunc // what it answers to reads after that; nil is the truth
		looks   bool
	}{
		"never carried out": {2, false, answers.Body(http.StatusInternalServerError, page), nil, true},
		"the look fails":    {0, true, lost, broken, true},
		"may be there":      {0, false, answers.Body(http.StatusConflict, `{"estado":"fail","error":"Ya existe","errores":{"placa":["Ya existe"],"email":["Ya existe"]}}`), broken, true},
		"401":               {0, false, answers.Body(http.StatusUnauthorized, `{"estado":"fail","error":"Credencial"}`), nil, false},
		"403":               {0, false, answers.Body(http.StatusForbidden, `<html>`), nil, false},
		"404":               {0, false, answers.Body(http.StatusNotFound, `{"estado":"fail","error":"La ruta no existe"}`), nil, false},
		"429":               {0, false, answers.Body(http.StatusTooManyRequests, `{"estado":"fail","error":"Demasiadas"}`), nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachCreation(t, func(t *testing.T, w *acctest.Server, creation creation, settings acctest.Values) {
				if name == "may be there" && !creation.unique() {
					return
				}
				wrote, looks := false, 0
				w.Answer(func(r *http.Request) http.HandlerFunc {
					switch {
					case creation.is(r):
						wrote = true
						return func(rw http.ResponseWriter, r *http.Request) {
							if c.done {
								w.Box.ServeHTTP(httptest.NewRecorder(), r)
							}
							c.write(rw, r)
						}
					case wrote:
						looks++
						return c.reads
					}
					return nil
				})
				settings["max_retries"] = c.retries
				created := w.Proto(settings).Apply(creation.typeName, acctest.Result{}, creation.declared)
				acctest.Expect(t, "error", created.Errors(), creation.fails)
				looked := c.looks || name == "404" && creation.unique() // what is refused may be there
				if creation.made(created) || name != "401" && (looks > 0) != looked {
					t.Errorf("looked for %d times, and in the state: %v", looks, created.State)
				}
				w.Answer(nil)
				again := creation.again(w, settings, created)
				acctest.NoErrors(t, "again", again)
				if n := w.Count(creation.count); !creation.made(again) || n != 1 {
					t.Errorf("%d of them, and in the state: %v", n, again.State)
				}
			})
		})
	}
}

// TestAnotherRunWasFaster: between looking and writing another run made the same
// thing, and the service refuses. It is adopted like any that was there.
func TestAnotherRunWasFaster(t *testing.T) {
	t.Parallel()
	eachCreation(t, func(t *testing.T, w *acctest.Server, c creation, settings acctest.Values) {
		if !c.unique() {
			return
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
		created := w.Proto(settings).Apply(c.typeName, acctest.Result{}, c.declared)
		acctest.NoErrors(t, "adopted", created)
		w.ExpectCount(1, c.count)
	})
}
