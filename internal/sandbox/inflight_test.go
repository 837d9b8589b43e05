package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// timed is an answer and how long it took.
type timed struct {
	reply
	took time.Duration
}

// together registers n plates at the same time and returns the answers in the order they came.
func together(t *testing.T, s *Sandbox, n int) []timed {
	t.Helper()
	started := time.Now()
	answers := make(chan timed, n)
	for i := range n {
		go func() {
			r := send(t, s, "POST", "/external/placa", fmt.Sprintf(`{"placa":"P%d","tipo_vehiculo_id":1}`, i))
			answers <- timed{r, time.Since(started)}
		}()
	}
	all := make([]timed, n)
	for i := range all {
		all[i] = <-answers
	}
	return all
}

// What the service cannot take at once is turned away at once, with nothing done.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		// FailStatus and the fault are not for those turned away; the fault's times are for those let in.
		s := open(t, Options{Concurrent: 2, Latency: Latency{"default": time.Second}, FailStatus: 200, Faults: []Fault{{Key: "default", Kind: HTML, Times: 2}}})
		for i, r := range together(t, s, 5) {
			if i < 3 {
				r.want(t, 429, `{"estado":"fail","error":"Demasiadas peticiones"}`)
				if r.took != 0 || r.header.Get("Retry-After") != "1" {
					t.Errorf("took %s, %v", r.took, r.header)
				}
			} else if r.status != 200 || !isHTML(r.body) || r.took != time.Second {
				t.Errorf("got %+v", r)
			}
		}
		expectCount(t, s, 2, `SELECT count(*) FROM placas`)
		entries := journal(t, s, 5)
		for i, e := range entries {
			want := Entry{Operation: "registrar_placa", Status: 429}
			if i >= 3 {
				want = Entry{Operation: "registrar_placa", Status: 200, OK: true, Committed: true, Fault: "html@after", Duration: time.Second}
			}
			got := Entry{Operation: e.Operation, Status: e.Status, OK: e.OK, Committed: e.Committed, Fault: e.Fault, Duration: e.Duration}
			if got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		}
		send(t, s, "GET", "/external/nada", "").want(t, 200, `{"estado":"fail","error":"La ruta no existe"}`)
	})
}

// Over HTTP a client that sends one request after the other never has two in flight.
func TestConcurrentOneAfterTheOther(t *testing.T) {
	t.Parallel()
	s := open(t, Options{Concurrent: 1})
	server := httptest.NewServer(s)
	defer server.Close()
	for range 300 { // the catalogue is larger than any buffer, so it arrives before the handler is over
		if status, body, err := fetch(t, "GET", server.URL+"/external/tramos", "", "x"); err != nil || status != 200 || !json.Valid([]byte(body)) {
			t.Fatalf("got status %d, error %v and %d bytes, wanted the catalogue", status, err, len(body))
		}
	}
}
