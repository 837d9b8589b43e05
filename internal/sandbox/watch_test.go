package sandbox

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
)

// What the page asks for: everything once, then what came since, and no personal data.
func TestWatch(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	fleet(t, s)
	first := screen(t, s, 0)
	if len(first.Seconds) == 0 {
		t.Error("no seconds are told")
	}
	if first.InFlight != 0 || first.Requests != 4 || len(first.Journal) != 4 || first.Writes != 4 || first.Oldest != 1 || first.Newest != 4 || first.Placas != 2 || first.Linked != 2 {
		t.Errorf("%+v", first)
	}
	const client = `{"id":1,"nombre":"Reparto Centro","vehiculos":2,"favoritas":0,"placas":["MOTO-1","AUTO-1"]}`
	if len(first.Clientes) != 4 || string(first.Clientes[0]) != client {
		t.Errorf("clients: %s", first.Clientes)
	}
	if text, err := json.Marshal(first); err != nil || strings.Contains(string(text), "@example.com") || strings.Contains(string(text), "Municipal") {
		t.Errorf("personal data: %s %v", text, err)
	}
	send(t, s, "GET", "/external/nada", "")
	then := screen(t, s, first.Newest)
	if then.Requests != 1 || then.Writes != 0 || then.Failures != 1 || then.Newest != 5 || len(then.Journal) != 1 || then.Journal[0].Path != "/external/nada" {
		t.Errorf("after one request: %+v", then)
	}
	must(t, s.ResetJournal(t.Context()))
	if none := screen(t, s, then.Newest); none.Oldest != 0 || none.Newest != 0 || len(none.Journal) != 0 {
		t.Errorf("after a reset: %+v", none)
	}
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
		{"GET", "/_sandbox/page.js", 200, "fetch("},
		{"GET", "/_sandbox/now?since=0", 200, `"requests":0`},
		{"GET", "/_sandbox/now?since=x", 400, "since"},
		{"GET", "/_sandbox/nada", 404, ""},
		{"GET", "/_sandbox/../watch.go", 404, ""},
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
