package acceptance

import (
	"encoding/json"
	"net/http"
	"path"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A nightly run that reads everything spares the next day's runs, which have a
// refresh_max_age, their reads. Where no run has one, the state holds no time.
func TestReadingEverythingVerifies(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	nightly, daily := w.Proto(acctest.Values{"refresh_max_age": "0s"}), w.Proto(acctest.Values{"refresh_max_age": "24h"})
	created := nightly.Apply("parking_placa", acctest.Result{}, acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 2})
	if read := nightly.Read("parking_placa", created); strings.Contains(string(created.Private)+string(read.Private), framework.VerifiedKey) {
		t.Errorf("private state is %s, then %s", created.Private, read.Private)
	}
	private, err := json.Marshal(map[string][]byte{framework.VerifiedKey: []byte(`"2020-01-01T00:00:00Z"`)})
	acctest.Must(t, err)
	created.Private = private
	w.Requests()
	verified := nightly.Read("parking_placa", created)
	w.ExpectRequests(map[string]int{"placa": 1})
	daily.Read("parking_placa", verified)
	w.ExpectRequests(map[string]int{})
	daily.Read("parking_placa", created)
	w.ExpectRequests(map[string]int{"placa": 1})
}

// What failed to change is read by the next run, which then plans it again if it was deleted on the service.
func TestFailedChangeIsReadAgain(t *testing.T) {
	t.Parallel()
	deleted := func(table string) func(w *acctest.Server) {
		return func(w *acctest.Server) { w.Exec("DELETE FROM " + table) }
	}
	broken := func(w *acctest.Server) {
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if r.Method == http.MethodGet {
				return nil
			}
			return answers.Body(http.StatusInternalServerError, acctest.Broken)
		})
	}
	acctest.Each(t, map[string]struct {
		fails           func(w *acctest.Server)
		config, changed acctest.Values
	}{
		"parking_placa":   {deleted("placas"), acctest.Values{"placa": "ZZR0033", "tipo_vehiculo_id": 2}, acctest.Values{"tipo_vehiculo_id": 1}},
		"parking_reserva": {broken, acctest.DeclaredReserva, acctest.Values{"minutos": 40}},
		"parking_sancion": {broken, acctest.Values{"sancion_id": 1}, acctest.Values{"pago": acctest.DeclaredPago}},
		"parking_flota": {broken, acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car(nil)}),
			acctest.Values{"vehiculos": acctest.Values{"FLA0001": acctest.Car(nil).With(acctest.Values{"electrico": true})}}},
	}, func(t *testing.T, c struct {
		fails           func(w *acctest.Server)
		config, changed acctest.Values
	}) {
		typeName := path.Base(t.Name())
		w := acctest.ConVehiculo(t)
		daily := func() *acctest.Proto { return w.Proto(acctest.WithList.With(acctest.Values{"refresh_max_age": "24h"})) }
		created := daily().Apply(typeName, acctest.Result{}, c.config)
		acctest.NoErrors(t, "created", created)
		created = daily().Read(typeName, created)
		w.Requests()
		created = daily().Read(typeName, created)
		w.ExpectRequests(map[string]int{})
		c.fails(w)
		failed := daily().Apply(typeName, created, c.config.With(c.changed))
		if len(failed.Errors()) == 0 {
			t.Fatal("the change did not fail")
		}
		w.Answer(nil)
		w.Requests()
		daily().Read(typeName, failed)
		if len(w.Requests()) == 0 {
			t.Error("it was not read again")
		}
	})
}

// Changing one vehicle of a fleet says nothing of the others: the fleet is read again
// when it would have been without the change.
func TestChangingAFleetDoesNotVerifyIt(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.Values{"refresh_max_age": "24h"})
	created := p.Apply("parking_flota", acctest.Result{}, acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car(nil), "FLA0002": acctest.Car(nil)}))
	acctest.NoErrors(t, "read", p.Read("parking_flota", created))
	w.Requests()
	private, err := json.Marshal(map[string][]byte{framework.VerifiedKey: []byte(`"2020-01-01T00:00:00Z"`)})
	acctest.Must(t, err)
	created.Private = private
	changed := p.Apply("parking_flota", created, acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car(nil), "FLA0002": acctest.Car(nil).With(acctest.Values{"electrico": true})}))
	w.ExpectRequests(map[string]int{"actualizar_placa": 1})
	p.Read("parking_flota", changed)
	if asked := w.Requests(); asked["placa"] != 2 {
		t.Errorf("after the change %v was asked", asked)
	}
}

// A service that refuses to look for what it refused to create has told what is wrong. If the plan looks, it is refused there.
func TestRefusedTwice(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	declared := acctest.Values{"placa": "PLACADEMASIADOLARGA1234", "tipo_vehiculo_id": 2}
	long := w.Proto(acctest.Values{"plan_lookups": false}).Apply("parking_placa", acctest.Result{}, declared)
	acctest.Expect(t, "too long", long.Errors(), "placa: Unable to create plate")
	w.ExpectRequests(map[string]int{"registrar_placa": 1, "placa": 1})
	looked := w.Proto(nil).Apply("parking_placa", acctest.Result{}, declared)
	acctest.Expect(t, "too long, looked for", looked.Errors(), "placa: Unable to create plate")
	w.ExpectRequests(map[string]int{"registrar_placa": 1, "placa": 2})
}

// A change that neither reads nor writes the plate verifies nothing.
func TestPlacaNotVerifiedByTimeouts(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	config := acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}
	created := w.Proto(nil).Apply("parking_placa", acctest.Result{}, config)
	p := w.Proto(acctest.Values{"refresh_max_age": "1h"})
	changed := p.Apply("parking_placa", created, config.With(acctest.Values{"timeouts": acctest.Values{"read": "1m"}}))
	w.Requests()
	p.Read("parking_placa", changed)
	w.ExpectRequests(map[string]int{"placa": 1})
}
