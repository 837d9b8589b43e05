package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// What the page asks for: everything once, then what came since, and no personal data.
func TestWatch(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	fleet(t, s)
	first := screen(t, s, 0)
	if first.Requests != 4 || len(first.Journal) != 4 || first.Writes != 4 || first.Oldest != 1 || first.Newest != 4 || first.Placas != 2 || first.Linked != 2 {
		t.Errorf("%+v", first)
	}
	const client = `{"id":1,"nombre":"Reparto Centro","vehiculos":2,"favoritas":0,"placas":["MOTO-1","AUTO-1"]}`
	if len(first.Clientes) != 4 || string(first.Clientes[0]) != client {
		t.Errorf("clients: %s", first.Clientes)
	}
	if len(first.Sanciones) != 8 || !strings.HasPrefix(string(first.Sanciones[0]), `{"id":8,`) {
		t.Errorf("sanctions: %s", first.Sanciones)
	}
	if text, err := json.Marshal(first); err != nil || strings.Contains(string(text), "@example.com") || strings.Contains(string(text), "Municipal") {
		t.Errorf("personal data: %s %v", text, err)
	}
	send(t, s, "GET", "/external/nada", "")
	then := screen(t, s, first.Newest)
	if then.Requests != 1 || then.Writes != 0 || then.Failures != 1 || then.Newest != 5 || len(then.Journal) != 1 || then.Journal[0].Path != "/external/nada" {
		t.Errorf("after one request: %+v", then)
	}
	if none := screen(t, s, then.Newest); none.Requests != 0 || len(none.Seconds) != 0 || len(none.Journal) != 0 {
		t.Errorf("after no request: %+v", none)
	}
	must(t, s.ResetJournal(t.Context()))
	if none := screen(t, s, then.Newest); none.Oldest != 0 || none.Newest != 0 || len(none.Journal) != 0 {
		t.Errorf("after a reset: %+v", none)
	}
}

// However much there is, the page gets little of it: the newest, and of the requests before these the failures.
func TestWatchIsBounded(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	if _, err := s.DB().ExecContext(t.Context(), `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
		INSERT INTO clientes (id, email, nombre, apellidos, prefijos, telefono, cedula) SELECT n + 9, n, n, '', '', '', '' FROM n;
		WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000) INSERT INTO placas (placa, tipo_vehiculo_id) SELECT 'P' || n, 1 FROM n;
		INSERT INTO vehiculos (placa, cliente_id) SELECT placa, 2 FROM placas;
		INSERT INTO sanciones (placa, tramo_id, estado, centimos, fecha) SELECT placa, 1, 'abierta', 1, 1 FROM placas;
		INSERT INTO reservas (tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin) SELECT 1, id, 20, 'pagada', 10, 1, 2 FROM vehiculos;
		WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
		INSERT INTO journal (time, operation, method, path, query, status, ok, committed, fault, duration, user_agent)
			SELECT n * 1000000, '', '', '', '', 200, n > 150, 0, '', 0, '' FROM n`); err != nil {
		t.Fatal(err)
	}
	state := screen(t, s, 0)
	if state.Requests != 1000 || state.Failures != 150 || len(state.Journal) != 600 || !state.Journal[99].Failed || state.Journal[99].Seq != 150 || state.Journal[100].Seq != 501 {
		t.Errorf("%d requests, %d failures, %d entries", state.Requests, state.Failures, len(state.Journal))
	}
	text, err := json.Marshal(state)
	if len(state.Clientes) != 50 || len(state.Reservas) != 50 || len(state.Sanciones) != 50 || len(state.Seconds) != 0 || len(text) > 200_000 || err != nil {
		t.Errorf("%d bytes, %d clients, %d reservations, %d sanctions, %d seconds, %v", len(text), len(state.Clientes), len(state.Reservas), len(state.Sanciones), len(state.Seconds), err)
	}
	equal(t, "plates", strings.Count(string(state.Clientes[1]), `"P`), 12)
}

// The seconds tell when requests came in and ended, so that so many more came in than ended as were in flight.
func TestWatchSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := open(t, Options{Latency: Latency{"default": 3 * time.Second}, Faults: []Fault{{Key: "registrar_placa", Kind: Status500, When: After, Times: 1}}})
		begun := time.Now().Unix()
		go together(t, s, 2)
		time.Sleep(time.Second)
		if live := screen(t, s, 0); live.InFlight != 2 || live.Requests != 0 || live.Time.Unix() != begun+1 {
			t.Errorf("while they wait: %+v", live)
		}
		time.Sleep(4 * time.Second)
		want := fmt.Sprintf(`[{"second":%d,"began":2,"ended":0,"writes":0,"failures":0} {"second":%d,"began":0,"ended":2,"writes":1,"failures":1}]`, begun, begun+3)
		state := screen(t, s, 0)
		if got := fmt.Sprintf("%s", state.Seconds); got != want || state.InFlight != 0 || state.Writes != 2 || state.Failures != 1 {
			t.Errorf("got %s of %+v, want %s", got, state, want)
		}
		time.Sleep(watchedSpan - 3*time.Second) // when they came in is over by now, when they ended is not
		want = strings.Replace(want, fmt.Sprint(begun), fmt.Sprint(begun+2), 1)
		if got := fmt.Sprintf("%s", screen(t, s, 0).Seconds); got != want {
			t.Errorf("later: got %s, want %s", got, want)
		}
	})
}

func screen(t *testing.T, s *Sandbox, since int64) now {
	t.Helper()
	state, err := s.watch(t.Context(), since)
	must(t, err)
	return state
}

// The page is only read, from this sandbox alone.
func TestWatchIsReadOnly(t *testing.T) {
	t.Parallel()
	s := open(t, Options{Credential: "la-buena"})
	for _, c := range []struct {
		method, path string
		status       int
		text         string
	}{
		{"GET", "/_sandbox/", 200, "<title>Parking sandbox</title>"},
		{"GET", "/_sandbox", 302, `href="/_sandbox/"`},
		{"GET", "/_sandbox/page.js", 200, "fetch("},
		{"GET", "/_sandbox/now?since=0", 200, `"requests":0`},
		{"GET", "/_sandbox/now?since=x", 400, "since"},
		{"GET", "/_sandbox/nada", 404, ""},
		{"GET", "/_sandbox/../watch.go", 404, ""},
		{"POST", "/_sandbox/", 405, "only be read"},
		{"DELETE", "/_sandbox/now?since=0", 405, "only be read"},
	} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), c.method, "http://localhost"+c.path, nil))
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.text) {
			t.Errorf("%s %s: %d %s", c.method, c.path, w.Code, w.Body)
		}
		if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'self'") && strings.HasPrefix(c.path, "/_sandbox/") && !strings.Contains(c.path, "..") {
			t.Errorf("%s %s: Content-Security-Policy %q", c.method, c.path, policy)
		}
	}
	if entries, err := s.Journal(t.Context()); err != nil || len(entries) > 1 { // the path with .. is a request of the service
		t.Errorf("watching is in the journal: %v %v", entries, err)
	}
}
