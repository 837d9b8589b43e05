package sandbox

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// What the page asks for: everything once, then what came since, and no personal data.
func TestWatch(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	fleet(t, s)
	first := screen(t, s, 0)
	if first.Requests == 0 || first.Requests != len(first.Journal) || first.Writes == 0 || first.Newest != first.Journal[len(first.Journal)-1].Seq {
		t.Errorf("%+v", first)
	}
	send(t, s, "GET", "/external/nada", "")
	then := screen(t, s, first.Newest)
	if then.Requests != first.Requests+1 || then.Failures != first.Failures+1 || len(then.Journal) != 1 || then.Journal[0].Path != "/external/nada" {
		t.Errorf("after one request: %+v", then)
	}
	if len(then.Sanciones) == 0 || then.Sanciones[0].ID < then.Sanciones[len(then.Sanciones)-1].ID {
		t.Errorf("sanctions: %+v", then.Sanciones)
	}
	for range watchedRequests {
		send(t, s, "GET", "/external/nada", "")
	}
	if many := screen(t, s, 0); len(many.Journal) != watchedRequests || many.Journal[watchedRequests-1].Seq != many.Newest || many.Requests != first.Requests+1+watchedRequests {
		t.Errorf("of many: %d entries up to %d", len(many.Journal), many.Newest)
	}
	if err := s.ResetJournal(t.Context()); err != nil {
		t.Fatal(err)
	}
	if none := screen(t, s, then.Newest); none.Newest != 0 || len(none.Journal) != 0 {
		t.Errorf("after a reset: %+v", none)
	}
}

func screen(t *testing.T, s *Sandbox, since int64) now {
	t.Helper()
	state, err := s.watch(t.Context(), since)
	if err != nil {
		t.Fatal(err)
	}
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

// found is the path of a program, empty where there is none.
func found(program string) string {
	path, _ := exec.LookPath(program) // which is empty then
	return path
}

// A browser shows what is there and what comes while it looks, and takes no text for HTML.
func TestWatchInABrowser(t *testing.T) {
	t.Parallel()
	browser := cmp.Or(found("chromium"), found("google-chrome"))
	if browser == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("no chromium on PATH, and nothing may be skipped here")
		}
		t.Skip("no chromium on PATH")
	}
	s := open(t, Options{})
	fleet(t, s)
	if _, err := s.DB().ExecContext(t.Context(), `INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('<script>document.title="taken"</script>', 1);
		INSERT INTO vehiculos (placa, cliente_id) VALUES ('<script>document.title="taken"</script>', 2);
		INSERT INTO reservas (tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin) VALUES (1, 1, 20, 'pagada', 10, 1, 2)`); err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.ServeHTTP(w, r)
		if strings.HasPrefix(r.URL.Path, "/_sandbox/now") { // somebody works while the page is shown
			once.Do(func() { send(t, s, "GET", "/external/placa/NADIE99", "") })
		}
	}))
	t.Cleanup(server.Close)
	out, err := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--user-data-dir="+t.TempDir(), "--virtual-time-budget=5000", "--dump-dom", server.URL+"/_sandbox/").Output()
	if err != nil {
		t.Fatal(err)
	}
	shown := string(out)
	cells := func(row string) string { return `(?s)<tr[^>]*><td>` + strings.ReplaceAll(row, " | ", `</td><td>`) }
	for what, pattern := range map[string]string{
		"totals":                 `role="status">\d+ requests, \d+ writes done, [1-9]\d* answered`,
		"a fleet, and no script": cells(`2 | \d+ | \d+ | &lt;script&gt;document`),
		"a reservation":          cells(`1 | 1 | AUTO-1 | 20 | pagada, terminada`),
		"a sanction":             cells(`\d+ | [A-Z0-9-]+ | \d+ | abierta`),
		"a write":                `<tr class="write"><td>\d+</td><td>[^<]+</td><td>registrar_`,
		"what came later":        `<tbody><tr class="failed"><td>\d+</td><td>[^<]+</td><td>placa</td><td>GET /external/placa/NADIE99</td><td>404`,
	} {
		if !regexp.MustCompile(pattern).MatchString(shown) {
			t.Errorf("%s is not on the page (%s)", what, pattern)
		}
	}
	if strings.Contains(shown, "favicon") || strings.Contains(shown, "<title>taken</title>") || strings.Count(shown, "NADIE99") != 1 || t.Failed() {
		t.Errorf("the page is\n%s", shown)
	}
}
