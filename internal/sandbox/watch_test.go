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
	first := screen(t, s, 0, 4, `"in_flight":0,"oldest":1,"newest":4,"requests":4,"writes":4,"failures":0,"seconds":[{`,
		`"placas":2,"linked":2,"clientes":[{"id":1,"nombre":"Reparto Centro","vehiculos":2,"favoritas":0,"placas":["MOTO-1","AUTO-1"]},`)
	if strings.Contains(first, "@example.com") || strings.Contains(first, "Municipal") {
		t.Errorf("personal data: %s", first)
	}
	send(t, s, "GET nada", "")
	screen(t, s, 4, 1, `"newest":5,"requests":1,"writes":0,"failures":1`, `"path":"/external/nada"`)
	must(t, s.ResetJournal(t.Context()))
	screen(t, s, 5, 0, `"oldest":0,"newest":0`, `"journal":[]`)
}

// screen gives what the page gets, which must have so many entries, and these parts.
func screen(t *testing.T, s *Sandbox, since int64, entries int, parts ...string) string {
	t.Helper()
	state, err := s.watch(t.Context(), since)
	must(t, err)
	text, err := json.Marshal(state)
	must(t, err)
	equal(t, "entries", strings.Count(string(text), `"seq":`), entries)
	for _, part := range parts {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %s in %s", part, text)
		}
	}
	return string(text)
}

// The page is only read, from this sandbox alone.
func TestWatchIsReadOnly(t *testing.T) {
	t.Parallel()
	s := open(t, Options{Credential: "la-buena"})
	for _, c := range []struct {
		path   string
		status int
		text   string
	}{
		{"", 200, "<title>Parking sandbox</title>"},
		{"page.js", 200, "fetch("},
		{"now?since=0", 200, `"requests":0`},
		{"now?since=x", 400, "since"},
		{"nada", 404, ""},
		{"../watch.go", 400, ""},
	} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost"+watchPath+c.path, nil))
		policy := w.Header().Get("Content-Security-Policy")
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.text) || !strings.Contains(policy, "default-src 'self'") {
			t.Errorf("%s: %d %s, with the policy %q", c.path, w.Code, w.Body, policy)
		}
	}
	journal(t, s, 0)
}
