package sandbox

import (
	"maps"
	"testing"
	"testing/synctest"
	"time"
)

func TestParseLatency(t *testing.T) {
	t.Parallel()
	got, err := ParseLatency("placa=2s, default=50ms,registrar_placa=0s")
	if err != nil || !maps.Equal(got, Latency{"placa": 2 * time.Second, "default": 50 * time.Millisecond, "registrar_placa": 0}) {
		t.Errorf("got %v, %v", got, err)
	}
	for _, text := range []string{"placa", "placa=x", "placa=2", "plaka=2s", "placa=-1s", "placa=1s,placa=2s", "=1s"} {
		if _, err := ParseLatency(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

func TestLatency(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		latency, err := ParseLatency("default=5s,zona-favorita=7s,placa=11s,registrar_placa=13s")
		must(t, err)
		s := open(t, Options{Latency: latency})
		for request, want := range map[string]time.Duration{
			"GET vehiculos":     5 * time.Second,  // default
			"GET zona-favorita": 7 * time.Second,  // its segment
			"GET placa/A":       11 * time.Second, // operation and segment have the same name
			"POST placa":        13 * time.Second, // operation before segment
			"GET nada":          0,
		} {
			started := time.Now()
			send(t, s, request, "")
			equal(t, request, time.Since(started), want)
		}
	})
}
