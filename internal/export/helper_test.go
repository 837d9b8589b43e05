package export

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// world is one test's own parking service, over HTTP on loopback.
type world struct {
	t   *testing.T
	box *sandbox.Sandbox
	env map[string]string

	mu      sync.Mutex
	answers map[string]http.HandlerFunc
}

func newWorld(t *testing.T) *world {
	t.Helper()
	box, err := sandbox.Open(t.Context(), sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, box: box, answers: make(map[string]http.HandlerFunc)}
	server := httptest.NewServer(w)
	w.env = map[string]string{"PARKING_BASE_URL": server.URL, "PARKING_CREDENTIAL": credential, "PARKING_MAX_RETRIES": "0"}
	t.Cleanup(func() {
		server.Close()
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// credential and what else no output may show.
const (
	credential = "credential-4711"
	email      = "reparto.centro@example.com" // client 1 of every sandbox
	telefono   = "022000001"
	cedula     = "0100000001"
)

// ServeHTTP is the sandbox, unless answer put something in its place.
func (w *world) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	handler := w.answers[r.URL.Path]
	w.mu.Unlock()
	if handler == nil {
		handler = w.box.ServeHTTP
	}
	handler(rw, r)
}

// answer replaces what the service answers to requests of a path from now on.
func (w *world) answer(path string, handler http.HandlerFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answers[path] = handler
}

// unregistered makes a vehicle of client 1 whose plate the service does not show.
func (w *world) unregistered(placa string) {
	w.t.Helper()
	w.vehiculo(placa, nil)
	w.answer("/external/placa/"+placa, body(http.StatusNotFound, `{"estado":"fail","error":"La placa no existe"}`))
}

// body is a handler that answers one body.
func body(status int, text string) http.HandlerFunc {
	return func(rw http.ResponseWriter, _ *http.Request) {
		rw.WriteHeader(status)
		_, _ = rw.Write([]byte(text))
	}
}

// exec changes the service's data behind everybody's back.
func (w *world) exec(query string, args ...any) {
	w.t.Helper()
	if _, err := w.box.DB().ExecContext(context.Background(), query, args...); err != nil {
		w.t.Fatal(err)
	}
}

// vehiculo makes a vehicle of client 1 and its plate.
func (w *world) vehiculo(placa string, nombre any) {
	w.t.Helper()
	w.exec("INSERT INTO placas (placa, tipo_vehiculo_id) VALUES (?, 1)", placa)
	w.link(placa, nombre)
}

func (w *world) link(placa string, nombre any) {
	w.t.Helper()
	w.exec("INSERT INTO vehiculos (nombre, placa, cliente_id) VALUES (?, ?, 1)", nombre, placa)
}

// result is what a run of the command gave.
type result struct {
	code           int
	stdout, stderr string
}

// export runs the command and fails the test where it shows what nothing may show.
func (w *world) export(args ...string) result {
	w.t.Helper()
	var stdout, stderr bytes.Buffer
	code := Main(w.t.Context(), args, "test", func(name string) string { return w.env[name] }, &stdout, &stderr)
	r := result{code, stdout.String(), stderr.String()}
	for _, secret := range []string{credential, email, telefono, cedula} {
		if strings.Contains(r.stderr, secret) {
			w.t.Errorf("standard error shows %q:\n%s", secret, r.stderr)
		}
	}
	if strings.Contains(r.stdout, credential) {
		w.t.Errorf("the configuration holds the credential:\n%s", r.stdout)
	}
	return r
}

// expect fails the test unless the run ended with code and said each of said on standard error.
func (r result) expect(t *testing.T, code int, said ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("exit code %d, want %d", r.code, code)
	}
	for _, want := range said {
		if !strings.Contains(r.stderr, want) {
			t.Errorf("standard error does not say %q", want)
		}
	}
	if t.Failed() {
		t.Fatalf("standard error:\n%s\nstandard output:\n%s", r.stderr, r.stdout)
	}
}

// requests gives how often each operation was asked since the start or the last look, and fails the test where one was
// no read.
func (w *world) requests() map[string]int {
	w.t.Helper()
	entries, err := w.box.Journal(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	out := make(map[string]int)
	for _, e := range entries {
		out[e.Operation]++
		if e.Method != http.MethodGet || e.Committed {
			w.t.Errorf("got %s %s, want reads alone", e.Method, e.Path)
		}
	}
	if err := w.box.ResetJournal(context.Background()); err != nil {
		w.t.Fatal(err)
	}
	return out
}

func (w *world) expectRequests(want map[string]int) {
	w.t.Helper()
	if got := w.requests(); !maps.Equal(got, want) {
		w.t.Errorf("requests made:\n  %v\nwanted:\n  %v", got, want)
	}
}

// names lists the files of a folder, hidden ones too.
func names(t *testing.T, folder string) string {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, file := range files {
		out = append(out, file.Name())
	}
	return strings.Join(out, " ")
}
