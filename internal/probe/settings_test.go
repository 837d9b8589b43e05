package probe

import (
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// The settings fit what was measured.
func TestSettings(t *testing.T) {
	t.Parallel()
	tw := newTown(t, sandbox.Options{}, needsBearer(http.StatusUnauthorized))
	got := map[string]string{}
	for _, s := range tw.probe(reading...).Settings {
		got[s.Attribute] = s.Value
	}
	want := map[string]string{"credential_scheme": `"Bearer"`, "max_concurrency": "64", "request_timeout": `"15s"`, "refresh_max_age": `"0s"`}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A slow service is waited for longer, and pipelines need not read it every time; a difference that a setting helps
// against is said.
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
	if !maps.Equal(got, want) {
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
