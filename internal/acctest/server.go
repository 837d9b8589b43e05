// Package acctest runs the provider in tests: Server is a service of one test, Proto calls the
// provider as Terraform does, CLI runs Terraform itself.
package acctest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// Server is one test's own parking service, over HTTP on loopback, and what it
// takes to run the provider against it.
type Server struct {
	T       *testing.T
	Box     *sandbox.Sandbox
	BaseURL string

	mu      sync.Mutex
	replace func(*http.Request) http.HandlerFunc
	asked   int
}

// NewServer starts a service in memory. options may be the zero value.
func NewServer(t *testing.T, options sandbox.Options) *Server {
	t.Helper()
	box, err := sandbox.Open(t.Context(), options)
	Must(t, err)
	w := &Server{T: t, Box: box}
	server := httptest.NewServer(w)
	w.BaseURL = server.URL
	t.Cleanup(func() {
		server.Close()
		Must(t, box.Close())
	})
	return w
}

// ServeHTTP is the sandbox, unless Answer put something in its place.
func (w *Server) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	replace := w.replace
	w.asked++
	w.mu.Unlock()
	if replace != nil {
		handler := replace(r)
		// The next request sees what replace noted, also where no answer orders the two.
		w.mu.Lock()
		w.mu.Unlock() //nolint:staticcheck // SA2001: it only orders.
		if handler != nil {
			handler(rw, r)
			return
		}
	}
	w.Box.ServeHTTP(rw, r)
}

// Answer replaces what the service answers to the requests for which f gives a
// handler; nil ends it.
func (w *Server) Answer(f func(*http.Request) http.HandlerFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.replace = f
}

// HideTipos makes the service fail to list its vehicle types, so that it is the service that rejects a wrong one, and
// not the plan.
func (w *Server) HideTipos() *Server {
	w.Box.Inject(sandbox.Fault{Key: "tipo_vehiculo", Kind: sandbox.HTML})
	return w
}

// CarriedOut is a handler that has the sandbox carry the request out, and
// answers another body than the sandbox's.
func (w *Server) CarriedOut(text string) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		w.Box.ServeHTTP(httptest.NewRecorder(), r)
		answers.Body(http.StatusOK, text)(rw, r)
	}
}

// Placas registers plates of cars behind Terraform's back.
func (w *Server) Placas(placas ...string) {
	w.T.Helper()
	for _, placa := range placas {
		w.Exec("INSERT INTO placas (placa, tipo_vehiculo_id) VALUES (?, 1)", placa)
	}
}

// Exec changes the service's data behind Terraform's back.
func (w *Server) Exec(query string, args ...any) {
	w.T.Helper()
	_, err := w.Box.DB().ExecContext(context.Background(), query, args...)
	Must(w.T, err)
}

// Count gives the number that a query selects.
func (w *Server) Count(query string, args ...any) int {
	w.T.Helper()
	var n int
	Must(w.T, w.Box.DB().QueryRowContext(context.Background(), query, args...).Scan(&n))
	return n
}

// Journal gives the requests since the last call of Requests, or since the start.
func (w *Server) Journal() []sandbox.Entry {
	w.T.Helper()
	entries, err := w.Box.Journal(context.Background())
	Must(w.T, err)
	return entries
}

// Requests gives how often each operation was asked since the last call, or since the start.
func (w *Server) Requests() map[string]int {
	w.T.Helper()
	out := map[string]int{}
	for _, e := range w.Journal() {
		out[e.Operation]++
	}
	Must(w.T, w.Box.ResetJournal(context.Background()))
	return out
}

// Counted gives what counts the requests since it was last called, also those of Answer.
func (w *Server) Counted() func() int {
	before := 0
	return func() int {
		w.mu.Lock()
		defer w.mu.Unlock()
		n := w.asked - before
		before = w.asked
		return n
	}
}

// ExpectRequests fails the test unless exactly these requests were made since
// the last look.
func (w *Server) ExpectRequests(want map[string]int) {
	w.T.Helper()
	w.ExpectBetween(want, nil)
}

// ExpectBetween fails the test unless these requests were made since the last look, least times each; up to most times where most
// names one. Two reads count only where least names them; TestFirstLoad counts both. Every plan that sends a vehicle type reads their
// list once a run. The client of the credential is read after a control, which may be any of the other reads here, unless something
// else was shown meanwhile: a test of blocks that read different things at once names such controls in most.
func (w *Server) ExpectBetween(least, most map[string]int) {
	w.T.Helper()
	made := w.Requests()
	controls := made["cliente"]
	if _, named := least["cliente"]; named {
		controls = 0
	}
	for _, uncounted := range []string{"tipo_vehiculo", "cliente"} {
		if _, named := least[uncounted]; !named {
			delete(made, uncounted)
		}
	}
	within := len(made) == len(least)
	for operation, n := range least {
		within = within && made[operation] >= n && made[operation] <= max(n, most[operation])+controls
	}
	if !within {
		w.T.Errorf("got %v\nwanted %v\nup to %v", made, least, most)
	}
}

// Config puts a provider block for this test server before a configuration; extra are
// further lines of the block.
func (w *Server) Config(text string, extra ...string) string {
	const block = "provider \"parking\" {\n  base_url    = %q\n  credential  = \"secret-credential\"\n  max_retries = 0\n  %s\n}\n%s"
	return fmt.Sprintf(block, w.BaseURL, strings.Join(extra, "\n  "), text)
}

// Areas are what the provider of a test offers. The package under test sets them before
// its tests run, so that a change of one area runs its own tests and no other's.
var Areas []framework.Area

// GetenvOf is os.Getenv for a provider that sees only these environment variables.
func GetenvOf(env map[string]string) func(string) string {
	return func(name string) string { return env[name] }
}

// hastySettle is how long the services of tests get to finish a write.
const hastySettle = 100 * time.Millisecond

// Hasty is a provider of Areas, with waits that tests can afford.
func Hasty(getenv func(string) string) tfprotov6.ProviderServer {
	return Serve(getenv, parking.Config{Backoff: 20 * time.Millisecond, Settle: hastySettle})
}

// AwaitReads waits until reads no longer count as behind what Terraform applied: Result.Later for a test that starts it.
func AwaitReads() { time.Sleep(12 * hastySettle) }

// Serve is a provider of Areas whose client is preset.
func Serve(getenv func(string) string, client parking.Config) tfprotov6.ProviderServer {
	return provider.NewServer(&provider.Provider{Version: "test", Areas: Areas, Getenv: getenv, Client: client})
}

// Steps takes Terraform through configurations, one after the other.
func Steps(t *testing.T, steps []resource.TestStep) {
	t.Helper()
	program.For(t)
	server := func() (tfprotov6.ProviderServer, error) { return Hasty(os.Getenv), nil }
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: map[string]func() (tfprotov6.ProviderServer, error){"parking": server}, Steps: steps})
}

// Write writes a file.
func Write(t testing.TB, name, text string) {
	t.Helper()
	Must(t, os.WriteFile(name, []byte(text), 0o600))
}

// CopyExample copies a folder of examples without what a reader's own runs left in it.
func CopyExample(t testing.TB, to, from string) {
	t.Helper()
	Must(t, os.CopyFS(to, os.DirFS(from)))
	for _, pattern := range []string{"*.tfstate*", ".terraform*", "*.db*"} {
		left, err := filepath.Glob(filepath.Join(to, pattern))
		Must(t, err)
		for _, one := range left {
			Must(t, os.RemoveAll(one))
		}
	}
}

// ExpectCliente fails the test unless the service holds the client as declared.
func (w *Server) ExpectCliente(declared Values) {
	w.T.Helper()
	n := w.Count(`SELECT COUNT(*) FROM clientes
		WHERE email = ? AND nombre = ? AND apellidos = ? AND prefijos = ? AND telefono = ? AND cedula = ?`,
		declared["email"], declared["nombre"], declared["apellidos"], declared["prefijos"], declared["telefono"], declared["cedula"])
	if n != 1 {
		w.T.Errorf("got %d clients with these values on the service, wanted 1: %v", n, declared)
	}
}

// ExpectAsked fails the test unless these requests were made since the last look, as
// operation?query in their order.
func (w *Server) ExpectAsked(want ...string) {
	w.T.Helper()
	got := []string{}
	for _, e := range w.Journal() {
		if e.Operation == "tipo_vehiculo" && !slices.Contains(want, "tipo_vehiculo?") { // as in ExpectBetween
			continue
		}
		got = append(got, e.Operation+"?"+e.Query)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		w.T.Errorf("got the requests\n  %q\nwanted\n  %q", got, want)
	}
	Must(w.T, w.Box.ResetJournal(context.Background()))
}

// Reread reads a vehicle as the next run does, whose provider knows nothing yet.
func (w *Server) Reread(prior Result) Result {
	w.T.Helper()
	return w.Proto(nil).Read("parking_vehiculo", prior)
}
