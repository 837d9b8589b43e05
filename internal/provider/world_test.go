package provider

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/provider"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// world is one test's own parking service, over HTTP on loopback, and what it
// takes to run the provider against it.
type world struct {
	t       *testing.T
	box     *sandbox.Sandbox
	baseURL string

	mu      sync.Mutex
	replace func(*http.Request) http.HandlerFunc
}

// newWorld starts a service in memory. options may be the zero value.
func newWorld(t *testing.T, options sandbox.Options) *world {
	t.Helper()
	box, err := sandbox.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, box: box}
	server := httptest.NewServer(w)
	w.baseURL = server.URL
	t.Cleanup(func() {
		server.Close()
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// ServeHTTP is the sandbox, unless answer put something in its place.
func (w *world) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	replace := w.replace
	w.mu.Unlock()
	if replace != nil {
		if handler := replace(r); handler != nil {
			handler(rw, r)
			return
		}
	}
	w.box.ServeHTTP(rw, r)
}

// answer replaces what the service answers to the requests for which f gives a
// handler; nil ends it.
func (w *world) answer(f func(*http.Request) http.HandlerFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.replace = f
}

// carriedOut is a handler that has the sandbox carry the request out, and
// answers another body than the sandbox's.
func (w *world) carriedOut(text string) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		w.box.ServeHTTP(httptest.NewRecorder(), r)
		body(http.StatusOK, text)(rw, r)
	}
}

// placas registers plates of cars behind Terraform's back.
func (w *world) placas(placas ...string) {
	w.t.Helper()
	for _, placa := range placas {
		w.exec("INSERT INTO placas (placa, tipo_vehiculo_id) VALUES (?, 1)", placa)
	}
}

// exec changes the service's data behind Terraform's back.
func (w *world) exec(query string, args ...any) {
	w.t.Helper()
	if _, err := w.box.DB().ExecContext(context.Background(), query, args...); err != nil {
		w.t.Fatal(err)
	}
}

// count gives the number that a query selects.
func (w *world) count(query string, args ...any) int {
	w.t.Helper()
	var n int
	if err := w.box.DB().QueryRowContext(context.Background(), query, args...).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

// requests gives how often each operation was asked since the last call or
// since the start.
func (w *world) requests() map[string]int {
	w.t.Helper()
	entries, err := w.box.Journal(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	out := make(map[string]int)
	for _, e := range entries {
		out[e.Operation]++
	}
	if err := w.box.ResetJournal(context.Background()); err != nil {
		w.t.Fatal(err)
	}
	return out
}

// expectRequests fails the test unless exactly these requests were made since
// the last look.
func (w *world) expectRequests(want map[string]int) {
	w.t.Helper()
	if got := w.requests(); fmt.Sprint(got) != fmt.Sprint(want) {
		w.t.Errorf("requests made:\n  %v\nwanted:\n  %v", got, want)
	}
}

// expectBetween fails the test unless these requests were made since the last look,
// least times each; up to most times where most names one.
func (w *world) expectBetween(least, most map[string]int) {
	w.t.Helper()
	made := w.requests()
	within := len(made) == len(least)
	for operation, n := range least {
		within = within && made[operation] >= n && made[operation] <= max(n, most[operation])
	}
	if !within {
		w.t.Errorf("requests made:\n  %v\nwanted:\n  %v\nup to:\n  %v", made, least, most)
	}
}

// checkRequests is expectRequests for the Check of a step.
func (w *world) checkRequests(want map[string]int) resource.TestCheckFunc {
	return func(*terraform.State) error {
		if got := w.requests(); fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Errorf("requests made: %v, wanted: %v", got, want)
		}
		return nil
	}
}

// config puts a provider block for this world before a configuration; extra are
// further lines of the block.
func (w *world) config(text string, extra ...string) string {
	block := fmt.Sprintf("provider \"parking\" {\n  base_url    = %q\n  credential  = \"secret-credential\"\n  max_retries = 0\n", w.baseURL)
	for _, line := range extra {
		block += "  " + line + "\n"
	}
	return block + "}\n" + text
}

// hasty is the provider, with waits that tests can afford.
func hasty(getenv func(string) string) provider.Provider {
	return &Provider{Version: "test", Nouns: nounsUnderTest, Getenv: getenv, Client: parking.Config{Backoff: 20 * time.Millisecond, Settle: 200 * time.Millisecond}}
}

// factories serve the provider to Terraform.
func factories() map[string]func() (tfprotov6.ProviderServer, error) {
	return map[string]func() (tfprotov6.ProviderServer, error){
		"parking": func() (tfprotov6.ProviderServer, error) { return NewServer(hasty(os.Getenv)), nil },
	}
}

// nounsUnderTest are what the provider of the tests offers.
var nounsUnderTest = All

// expectCliente fails the test unless the service holds the client as declared.
func (w *world) expectCliente(declared values) {
	w.t.Helper()
	n := w.count("SELECT COUNT(*) FROM clientes WHERE email = ? AND nombre = ? AND apellidos = ? AND prefijos = ? AND telefono = ? AND cedula = ?",
		declared["email"], declared["nombre"], declared["apellidos"], declared["prefijos"], declared["telefono"], declared["cedula"])
	if n != 1 {
		w.t.Errorf("the service does not hold the client as declared: %v", declared)
	}
}

// expectAsked fails the test unless these requests were made since the last look, as
// operation?query in their order.
func (w *world) expectAsked(want ...string) {
	w.t.Helper()
	entries, err := w.box.Journal(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	got := []string{}
	for _, e := range entries {
		got = append(got, e.Operation+"?"+e.Query)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		w.t.Errorf("requests made:\n  %q\nwanted:\n  %q", got, want)
	}
	if err := w.box.ResetJournal(context.Background()); err != nil {
		w.t.Fatal(err)
	}
}

// reread reads a vehicle as the next run does, whose provider knows nothing yet.
func (w *world) reread(prior result) result {
	w.t.Helper()
	return w.proto(nil).read("parking_vehiculo", prior)
}
