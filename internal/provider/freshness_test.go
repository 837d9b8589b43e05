package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A nightly run that reads everything spares the next day's runs, which have a
// refresh_max_age, their reads. Where no run has one, the state holds no time.
func TestReadingEverythingVerifies(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	nightly, daily := w.proto(values{"refresh_max_age": "0s"}), w.proto(values{"refresh_max_age": "24h"})
	created := nightly.apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 2})
	if read := nightly.read("parking_placa", created); len(created.private)+len(read.private) > 0 {
		t.Errorf("private state is %s, then %s", created.private, read.private)
	}
	private, err := json.Marshal(map[string][]byte{verifiedKey: []byte(`"2020-01-01T00:00:00Z"`)})
	if err != nil {
		t.Fatal(err)
	}
	created.private = private
	w.requests()
	verified := nightly.read("parking_placa", created)
	w.expectRequests(map[string]int{"placa": 1})
	daily.read("parking_placa", verified)
	w.expectRequests(map[string]int{})
	daily.read("parking_placa", created)
	w.expectRequests(map[string]int{"placa": 1})
}

// Changing one vehicle of a fleet says nothing of the others: the fleet is read again
// when it would have been without the change.
func TestChangingAFleetDoesNotVerifyIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(values{"refresh_max_age": "24h"})
	created := p.apply("parking_flota", result{}, fleetOf(values{"FLA0001": car(nil), "FLA0002": car(nil)}))
	if read := p.read("parking_flota", created); len(read.errors()) > 0 {
		t.Fatal(read.errors())
	}
	w.requests()
	private, err := json.Marshal(map[string][]byte{verifiedKey: []byte(`"2020-01-01T00:00:00Z"`)})
	if err != nil {
		t.Fatal(err)
	}
	created.private = private
	changed := p.apply("parking_flota", created, fleetOf(values{"FLA0001": car(nil), "FLA0002": car(nil).with(values{"electrico": true})}))
	w.expectRequests(map[string]int{"actualizar_placa": 1})
	p.read("parking_flota", changed)
	if asked := w.requests(); asked["placa"] != 2 {
		t.Errorf("after the change %v was asked", asked)
	}
}

// A service that refuses to look for what it refused to create has told what is wrong.
func TestRefusedTwice(t *testing.T) {
	t.Parallel()
	p := newWorld(t, sandbox.Options{}).proto(nil)
	long := p.apply("parking_placa", result{}, values{"placa": "PLACADEMASIADOLARGA1234", "tipo_vehiculo_id": 2})
	expect(t, "too long", long.errors(), "entre 1 y 20 caracteres")
	if text := fmt.Sprint(long.errors()); strings.Contains(text, "it may already exist") || strings.Contains(text, "Run again when the service answers") {
		t.Error(text)
	}
}

// A change that neither reads nor writes the plate verifies nothing.
func TestPlacaNotVerifiedByTimeouts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	config := values{"placa": "AKX0359", "tipo_vehiculo_id": 1}
	created := w.proto(nil).apply("parking_placa", result{}, config)
	p := w.proto(values{"refresh_max_age": "1h"})
	changed := p.apply("parking_placa", created, config.with(values{"timeouts": values{"read": "1m"}}))
	w.requests()
	p.read("parking_placa", changed)
	w.expectRequests(map[string]int{"placa": 1})
}

// A favourite that another block adopted is saved anew; where no list shows that one yet,
// it is not verified, and stays in the state.
func TestZonaFavoritaNotVerifiedUnseen(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(values{"refresh_max_age": "1h"})
	first := p.apply("parking_zona_favorita", result{}, values{"cliente_id": 1, "zona_id": 1})
	run := w.proto(values{"refresh_max_age": "1h"})
	run.apply("parking_zona_favorita", result{}, values{"cliente_id": 1, "zona_id": 1})
	w.answer(on(map[string]http.HandlerFunc{
		"PUT " + favoritas: w.carriedOut(`{"estado":"ok","data":{}}`), "GET " + favoritas: body(200, `{"estado":"ok","data":{"favoritas":[]}}`)}))
	moved := run.apply("parking_zona_favorita", first, values{"cliente_id": 1, "tramo_id": 6})
	expect(t, "moved", moved.warnings(), "saved, but not read back")
	read := w.proto(values{"refresh_max_age": "1h"}).read("parking_zona_favorita", moved)
	expect(t, "read", read.warnings(), "Favourite not seen yet")
	if read.state == nil || read.state["id"] != nil {
		t.Errorf("%v", read.state)
	}
	w.answer(nil)
	if seen := p.read("parking_zona_favorita", read); seen.state["id"] != 2 {
		t.Errorf("%v", seen)
	}
}
