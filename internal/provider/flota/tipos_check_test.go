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
	plate := acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 99}
	held := acctest.Result{State: plate.With(acctest.Values{"electrico": false, "minusvalido": false})}
	types, look := map[string]int{"tipo_vehiculo": 1}, map[string]int{"placa": 2, "cliente": 1} // a look for a plate to register
	both, none := map[string]int{"tipo_vehiculo": 1, "placa": 2, "cliente": 1}, map[string]int{}
	plan := func(what string, prior acctest.Result, config acctest.Values, want map[string]int, heads ...string) {
		t.Helper()
		w.Requests()
		planned := w.Proto(nil).Plan("parking_placa", prior, config)
		acctest.Expect(t, what, acctest.ErrorsOf(planned.Diagnostics), heads...)
		if got := w.Requests(); !maps.Equal(got, want) {
			t.Errorf("%s: requests made: %v, wanted %v", what, got, want)
		}
	}
	plan("created", acctest.Result{}, plate, types, tipoNotFound+": AKX0359") // which is not looked up then
	plan("created right", acctest.Result{}, plate.With(acctest.Values{"tipo_vehiculo_id": 5}), both)
	plan("not known yet", acctest.Result{}, plate.With(acctest.Values{"tipo_vehiculo_id": acctest.UnknownNumber}), look)
	plan("plate not known yet", acctest.Result{}, plate.With(acctest.Values{"placa": acctest.UnknownText}), types, tipoNotFound)
	plan("changed", held, plate.With(acctest.Values{"tipo_vehiculo_id": 98}), types, tipoNotFound+": AKX0359")
	plan("replaced", held, plate.With(acctest.Values{"placa": "OTRA"}), types, tipoNotFound+": OTRA")
	plan("the same", held, plate, none)
	plan("destroyed", held, nil, none)
}

// A fleet names the plates of each vehicle type that the service does not have.
func TestTiposOfFlotaChecked(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	entries := acctest.Values{"FLA0001": acctest.Car(nil), "DROPPED": acctest.Car(nil)}
	created := w.Proto(nil).Apply("parking_flota", acctest.Result{}, acctest.FleetOf(entries))
	w.Exec("INSERT INTO tipos_vehiculo (id, nombre) VALUES (9, 'Nuevo')")
	w.Exec("PRAGMA foreign_keys = OFF")
	w.Exec("DELETE FROM tipos_vehiculo WHERE id = 1")
	with := func(more acctest.Values) acctest.Values { return acctest.FleetOf(entries.With(more)) }
	tipo := func(id int) acctest.Values { return acctest.Car(nil).With(acctest.Values{"tipo_vehiculo_id": id}) }
	for what, tt := range map[string]struct {
		prior  acctest.Result
		config acctest.Values
		read   int
		wrong  string // whose plates
		says   []string
	}{
		"created": {acctest.Result{}, acctest.FleetOf(acctest.Values{"A-1": tipo(99), "B-1": tipo(98), "C-1": tipo(99), "D-1": tipo(2)}), 1, "A-1 and 2 more of client 1",
			[]string{"\n\nA-1, B-1, C-1. For example A-1: The service has no vehicle type 99, but these: "}},
		"added":       {created, with(acctest.Values{"A-1": tipo(99), "B-1": tipo(9)}), 1, "A-1 of client 1", []string{"\n\nA-1: The service has no vehicle type 99, but these: "}},
		"changed":     {created, with(acctest.Values{"FLA0001": tipo(99)}), 1, "FLA0001 of client 1", []string{"\n\nFLA0001: The service has no vehicle type 99, but these: "}},
		"added right": {created, with(acctest.Values{"A-1": tipo(9)}), 1, "", nil},
		"the same":    {created, with(nil), 0, "", nil},
		"replaced":    {created, with(nil).With(acctest.Values{"cliente_id": 2}), 1, "DROPPED and 1 more of client 2", []string{"\n\nDROPPED, FLA0001: The service has no vehicle type 1, but these: "}},
	} {
		w.Requests()
		planned := w.Proto(nil).Plan("parking_flota", tt.prior, tt.config)
		if refused := acctest.ErrorsOf(planned.Diagnostics); tt.wrong == "" {
			acctest.Expect(t, what, refused)
		} else if acctest.Expect(t, what, refused, "vehiculos: Vehicles cannot be put in place: "+tt.wrong); len(refused) == 1 {
			acctest.ExpectSays(t, what, refused[0], tt.says...)
		}
		if read := w.Requests()["tipo_vehiculo"]; read != tt.read {
			t.Errorf("%s: the types were read %d times, wanted %d", what, read, tt.read)
		}
	}
}

// The plans of a run share one read of the types. Where it shows none, nothing is checked.
func TestTiposReadOnce(t *testing.T) {
	t.Parallel()
	type row struct {
		answer http.HandlerFunc // nil for the sandbox's own
		head   string
		reads  int
	}
	acctest.Each(t, map[string]row{
		"listed":           {nil, tipoNotFound, 1},
		"empty":            {answers.Body(200, `{"estado":"ok","data":[]}`), "", 1},
		"fewer than all":   {answers.Body(200, `{"estado":"ok","data":[{"id":1}],"total":2}`), "", 1},
		"not for this one": {answers.Body(403, `{"estado":"fail","error":"prohibido"}`), "", 3},
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
			planned := p.Plan("parking_placa", acctest.Result{}, acctest.Values{"placa": fmt.Sprint("P", n), "tipo_vehiculo_id": 99})
			var heads []string
			if c.head != "" {
				heads = []string{fmt.Sprintf("%s: P%d", c.head, n)}
			}
			acctest.Expect(t, "planned", acctest.ErrorsOf(planned.Diagnostics), heads...)
		}
		if reads != c.reads {
			t.Errorf("the types were read %d times, wanted %d", reads, c.reads)
		}
	})
}
