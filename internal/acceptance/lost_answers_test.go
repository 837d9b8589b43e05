package acceptance

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What a creation ends in that the service did not plainly accept. The proof tries every fault of every write.

// creation is a resource whose creation the service must not get twice, or a step of bringing an entry of a fleet.
type creation struct {
	name, typeName, path string
	declared             acctest.Values
	fails                string // the head of what its failure says
	made                 string // selects what it made
	repeatable           bool   // the service takes a second one, see TestZonaFavoritaSavedMoreThanOnce
}

const notInPlace = "Vehicles not in place: ZZR0033 of client 1"

var creations = []creation{
	{name: "placa", typeName: "parking_placa", path: "/external/placa", declared: acctest.Values{"placa": "ZZR0033", "tipo_vehiculo_id": 2},
		fails: "Unable to create plate", made: "placas WHERE placa = 'ZZR0033'"},
	{name: "vehiculo", typeName: "parking_vehiculo", path: "/external/vehiculo", declared: acctest.DeclaredVehiculo,
		fails: "Unable to create vehicle", made: "vehiculos"},
	{name: "zona_favorita", typeName: "parking_zona_favorita", path: acctest.Favoritas, declared: acctest.DeclaredFavorita,
		fails: "Unable to create favourite", made: "favoritas", repeatable: true},
	{name: "cliente", typeName: "parking_cliente", path: acctest.RegistrarCliente, declared: acctest.UnknownCliente,
		fails: "Unable to create client", made: "clientes WHERE email = 'nadie@example.com'"},
	{name: "flota, placa", typeName: "parking_flota", path: "/external/placa", declared: acctest.FleetOf(acctest.Values{"ZZR0033": acctest.Car("Uno")}),
		fails: notInPlace, made: "placas WHERE placa = 'ZZR0033'"},
	{name: "flota, vehiculo", typeName: "parking_flota", path: "/external/vehiculo", declared: acctest.FleetOf(acctest.Values{"ZZR0033": acctest.Car("Uno")}),
		fails: notInPlace, made: "vehiculos"}, // its plate is there
}

// TestCreationFails: the error says what is known of a creation that failed, and the state does not hold it. Only where the answer
// leaves open what became of it is it looked for. The next run goes on from what there is.
func TestCreationFails(t *testing.T) {
	t.Parallel()
	broken := answers.Body(http.StatusInternalServerError, acctest.Broken)
	lost := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	conflict := answers.Body(http.StatusConflict, `{"estado":"fail","error":"Ya existe","errores":{"placa":["Ya existe"],"email":["Ya existe"]}}`)
	for name, c := range map[string]struct {
		done         bool             // the service carries the write out
		write, reads http.HandlerFunc // what it answers then, and to reads after that; nil is the truth
		looks        bool
		succeeds     bool
	}{
		"never carried out":      {write: answers.Body(http.StatusInternalServerError, "<html>Internal Server Error"), looks: true},
		"the look fails":         {done: true, write: lost, reads: broken, looks: true},
		"may be there":           {write: conflict, reads: broken, looks: true},
		"another run was faster": {done: true, write: conflict, looks: true, succeeds: true}, // adopted
		"403":                    {write: answers.Body(http.StatusForbidden, `<html>`)},
		"429":                    {write: answers.Body(http.StatusTooManyRequests, `{"estado":"fail","error":"Demasiadas"}`)},
	} {
		for _, creation := range creations {
			if creation.repeatable && (name == "may be there" || c.succeeds) {
				continue
			}
			t.Run(name+"/"+creation.name, func(t *testing.T) {
				t.Parallel()
				w := acctest.NewServer(t, sandbox.Options{AcceptDuplicates: true})
				w.Placas("AKX0359")
				wrote, looks := false, 0
				w.Answer(func(r *http.Request) http.HandlerFunc {
					switch {
					case r.Method != http.MethodGet && r.URL.Path == creation.path:
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
				settings := acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}}
				created := w.Proto(settings).Apply(creation.typeName, acctest.Result{}, creation.declared)
				if c.succeeds {
					acctest.NoErrors(t, "adopted", created)
				} else {
					acctest.ExpectRefused(t, "error", created, creation.fails)
				}
				if (looks > 0) != c.looks {
					t.Errorf("looked for %d times", looks)
				}
				w.Answer(nil)
				again := w.Proto(settings).Apply(creation.typeName, created, creation.declared)
				acctest.NoErrors(t, "again", again)
				w.ExpectCount(1, "SELECT COUNT(*) FROM "+creation.made)
			})
		}
	}
}
