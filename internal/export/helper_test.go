package export

import (
	"bytes"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// testServer is one test's own parking service, and the environment that leads the command to it.
type testServer struct {
	*acctest.Server
	env     map[string]string
	answers map[string]http.HandlerFunc // by path
}

func newServer(t *testing.T) *testServer {
	t.Helper()
	w := &testServer{Server: acctest.NewServer(t, sandbox.Options{}), answers: map[string]http.HandlerFunc{}}
	w.env = map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": credential, "PARKING_MAX_RETRIES": "0"}
	return w
}

// credential and what else no output may show.
const (
	credential = "credential-4711"
	email      = "reparto.centro@example.com" // client 1 of every sandbox
	telefono   = "022000001"
	cedula     = "0100000001"
)

// answer replaces what the service answers to requests of a path below /external/ from now on.
func (w *testServer) answer(path string, handler http.HandlerFunc) {
	w.answers["/external/"+path] = handler
	now := maps.Clone(w.answers)
	w.Answer(func(r *http.Request) http.HandlerFunc { return now[r.URL.Path] })
}

// vehiculo makes a vehicle of client 1 and its plate.
func (w *testServer) vehiculo(placa string, nombre any) {
	w.T.Helper()
	w.Placas(placa)
	w.link(placa, nombre)
}

func (w *testServer) link(placa string, nombre any) {
	w.T.Helper()
	w.Exec("INSERT INTO vehiculos (nombre, placa, cliente_id) VALUES (?, ?, 1)", nombre, placa)
}

// result is what a run of the command gave.
type result struct {
	code           int
	stdout, stderr string
}

// export runs the command and fails the test where it shows what nothing may show, or wrote to the service.
func (w *testServer) export(args ...string) result {
	w.T.Helper()
	var stdout, stderr bytes.Buffer
	code := Main(w.T.Context(), args, "test", func(name string) string { return w.env[name] }, &stdout, &stderr)
	r := result{code, stdout.String(), stderr.String()}
	for _, secret := range []string{credential, email, telefono, cedula, "\x1b"} { // nor what moves a cursor
		if strings.Contains(r.stderr+r.stdout, secret) {
			w.T.Errorf("the output shows %q:\n%s%s", secret, r.stderr, r.stdout)
		}
	}
	w.readsAlone()
	return r
}

// readsAlone fails the test where a request since the start or the last look was no read.
func (w *testServer) readsAlone() {
	w.T.Helper()
	for _, e := range w.Journal() {
		if e.Method != http.MethodGet || e.Committed {
			w.T.Errorf("got %s %s, want reads alone", e.Method, e.Path)
		}
	}
}

// expect fails the test unless the run ended with code and said each of said on standard error.
func (r result) expect(t *testing.T, code int, said ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("exit code %d, want %d, and on standard error\n%s", r.code, code, r.stderr)
	}
	acctest.ExpectSays(t, "standard error", r.stderr, said...)
}
