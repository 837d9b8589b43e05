package provider

import (
	"encoding/json"
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
