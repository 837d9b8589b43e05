package probe

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// The settings fit what was seen.
func TestSettings(t *testing.T) {
	t.Parallel()
	tw := newTown(t, sandbox.Options{Concurrent: 4, Latency: sandbox.Latency{"tipo_vehiculo": 100 * time.Millisecond}}, needsBearer(http.StatusUnauthorized))
	got := tw.probe(append(slices.Clone(reading), "-burst", "16")...)
	want := map[string]string{"credential_scheme": `"Bearer"`, "max_concurrency": "4", "request_timeout": `"15s"`, "refresh_max_age": `"0s"`}
	for _, s := range got.Settings {
		if want[s.Attribute] != s.Value {
			t.Errorf("%+v", s)
		}
		delete(want, s.Attribute)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
	if !strings.Contains(got.stdout, "of 8 at once some were turned away") {
		t.Errorf("%+v", got.Settings)
	}
	sent := 0
	for _, e := range tw.journal() {
		if e.Operation == "tipo_vehiculo" {
			sent++
		}
	}
	if sent > 1+2+4+8 {
		t.Errorf("%d requests for tipo_vehiculo", sent)
	}
}

// A slow service is waited for longer, and pipelines need not read it every time; a
// difference that a setting helps against is said.
func TestSettingsOfSlowService(t *testing.T) {
	t.Parallel()
	p := newProbe(options{samples: 1}, "test", environment(nil), t.Logf)
	p.differs("A15", "accepted")
	latency := []Latency{newLatency("placa", []time.Duration{2 * time.Second, 3 * time.Second}), newLatency("tramos", []time.Duration{10100 * time.Millisecond})}
	got := map[string]string{}
	for _, s := range p.settings(latency) {
		got[s.Attribute] = s.Value
	}
	want := map[string]string{"adopt_existing": `"never"`, "request_timeout": `"45s"`, "max_concurrency": "64", "refresh_max_age": `"24h"`}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPercentiles(t *testing.T) {
	t.Parallel()
	var times []time.Duration
	for i := range 200 {
		times = append(times, time.Duration(200-i)*time.Second)
	}
	if got, want := newLatency("x", times), (Latency{"x", 200, 100, 180, 198, 200}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := newLatency("x", times[:1]), (Latency{"x", 1, 200, 200, 200, 200}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
