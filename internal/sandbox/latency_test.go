package sandbox

import (
	"maps"
	"strings"
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
	if got, err := ParseLatency(""); err != nil || len(got) != 0 {
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
	tests := map[string]time.Duration{
		"GET /external/vehiculos":     5 * time.Second,  // default
		"GET /external/zona-favorita": 7 * time.Second,  // its segment
		"GET /external/placa/A":       11 * time.Second, // operation and segment have the same name
		"POST /external/placa":        13 * time.Second, // operation before segment
		"GET /external/nada":          0,
	}
	synctest.Test(t, func(t *testing.T) {
		s := open(t, Options{Latency: Latency{"default": 5 * time.Second, "zona-favorita": 7 * time.Second, "placa": 11 * time.Second, "registrar_placa": 13 * time.Second}})
		for request, want := range tests {
			method, path, _ := strings.Cut(request, " ")
			started := time.Now()
			send(t, s, method, path, "")
			equal(t, "time", time.Since(started), want)
		}
	})
}
