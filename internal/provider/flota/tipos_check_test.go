package flota

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const tipoNotFound = "tipo_vehiculo_id: Vehicle type not found"

// A plan rejects a vehicle type that it would send and the service does not have. Nothing is read for what is not sent.
func TestTiposOfPlacaChecked(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	odd := plate.With(acctest.Values{"tipo_vehiculo_id": 99})
	held := acctest.Result{State: odd.With(acctest.Values{"electrico": false, "minusvalido": false})}
	types, look := map[string]int{"tipo_vehiculo": 1}, map[string]int{"placa": 2, "cliente": 1} // a look for a plate to register
	both, none := map[string]int{"tipo_vehiculo": 1, "placa": 2, "cliente": 1}, map[string]int{}
	plan := func(what string, prior acctest.Result, config acctest.Values, want map[string]int, heads ...string) {
		t.Helper()
		w.Requests()
		acctest.Expect(t, what, planOf(w.Proto(nil), "parking_placa", prior, config).Errors(), heads...)
		if got := w.Requests(); !maps.Equal(got, want) {
			t.Errorf("%s: requests made: %v, wanted %v", what, got, want)
		}
	}
	plan("created", acctest.Result{}, odd, types, tipoNotFound+": AKX0359") // which is not looked up then
	plan("created right", acctest.Result{}, plate, both)
	plan("not known yet", acctest.Result{}, plate.With(acctest.Values{"tipo_vehiculo_id": acctest.UnknownNumber}), look)
	plan("plate not known yet", acctest.Result{}, odd.With(acctest.Values{"placa": acctest.UnknownText}), types, tipoNotFound)
	plan("changed", held, odd.With(acctest.Values{"tipo_vehiculo_id": 98}), types, tipoNotFound+": AKX0359")
	plan("replaced", held, odd.With(acctest.Values{"placa": "OTRA"}), types, tipoNotFound+": OTRA")
	plan("the same", held, odd, none)
	plan("destroyed", held, nil, none)
}

// A fleet names the plates of each vehicle type that the service does not have.
func TestTiposOfFlotaChecked(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	entries := acctest.Values{"FLA0001": acctest.Car(nil), "DROPPED": acctest.Car(nil)}
	created := w.Proto(nil).Apply("parking_flota", acctest.Result{}, acctest.FleetOf(entries))
	w.Exec("PRAGMA foreign_keys = OFF; INSERT INTO tipos_vehiculo (id, nombre) VALUES (9, 'Nuevo')")
	w.Exec("DELETE FROM tipos_vehiculo WHERE id = 1")
	tipo := func(id int) acctest.Values { return acctest.Car(nil).With(acctest.Values{"tipo_vehiculo_id": id}) }
	with := func(more acctest.Values) acctest.Values { return acctest.FleetOf(entries.With(more)) }
	type row struct {
		prior  acctest.Result
		config acctest.Values
		wrong  string // whose plates
		says   string
		asks   int // for the types
	}
	for name, c := range map[string]row{
		"created": {config: acctest.FleetOf(acctest.Values{"A-1": tipo(99), "B-1": tipo(98), "C-1": tipo(99), "D-1": tipo(2)}), asks: 1,
			wrong: "A-1 and 2 more of client 1", says: "A-1, B-1, C-1. For example A-1: The service has no vehicle type 99, but these: "},
		"added": {prior: created, config: with(acctest.Values{"A-1": tipo(99), "B-1": tipo(9)}), asks: 1,
			wrong: "A-1 of client 1", says: "A-1: The service has no vehicle type 99, but these: "},
		"changed": {prior: created, config: with(acctest.Values{"FLA0001": tipo(99)}), asks: 1,
			wrong: "FLA0001 of client 1", says: "FLA0001: The service has no vehicle type 99, but these: "},
		"the same": {prior: created, config: with(nil)},
		"replaced": {prior: created, config: with(nil).With(acctest.Values{"cliente_id": 2}), asks: 1,
			wrong: "DROPPED and 1 more of client 2", says: "DROPPED, FLA0001: The service has no vehicle type 1, but these: "},
	} {
		w.Requests()
		planned := planOf(w.Proto(nil), "parking_flota", c.prior, c.config)
		if c.wrong == "" {
			acctest.NoErrors(t, name, planned)
		} else {
			acctest.Expect(t, name, planned.Errors(), "vehiculos: Vehicles cannot be put in place: "+c.wrong)
			acctest.ExpectSays(t, name, first(planned), "\n\n"+c.says)
		}
		if asked := w.Requests()["tipo_vehiculo"]; asked != c.asks {
			t.Errorf("%s: the types were read %d times, wanted %d", name, asked, c.asks)
		}
	}
}

// The plans of a run share one read of the types. Where it shows none, nothing is checked.
func TestTiposReadOnce(t *testing.T) {
	t.Parallel()
	type row struct {
		answer http.HandlerFunc // nil for the sandbox's own
		says   string
		reads  int
	}
	acctest.Each(t, map[string]row{
		"listed":           {says: tipoNotFound, reads: 1},
		"empty":            {answer: answers.Body(200, `{"estado":"ok","data":[]}`), reads: 1},
		"fewer than all":   {answer: answers.Body(200, `{"estado":"ok","data":[{"id":1}],"total":2}`), reads: 1},
		"not for this one": {answer: answers.Body(403, `{"estado":"fail","error":"prohibido"}`), reads: 3},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		reads := 0
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if !strings.HasSuffix(r.URL.Path, "/tipo-vehiculo") {
				return nil
			}
			reads++
			return c.answer
		})
		p := w.Proto(nil)
		for n := range 3 {
			config := acctest.Values{"placa": fmt.Sprint("P", n), "tipo_vehiculo_id": 99}
			var heads []string
			if c.says != "" {
				heads = []string{fmt.Sprintf("%s: P%d", c.says, n)}
			}
			acctest.Expect(t, "planned", planOf(p, "parking_placa", acctest.Result{}, config).Errors(), heads...)
		}
		if reads != c.reads {
			t.Errorf("the types were read %d times, wanted %d", reads, c.reads)
		}
	})
}
