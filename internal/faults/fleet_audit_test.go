package faults

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const (
	timeout  = 2 * time.Second       // of a request: on a busy machine, answers must not be late by themselves
	lateness = 20 * time.Millisecond // how long after its answer was lost the service is still at work
)

// everyFault gives every kind of fault at every moment that it has. The slow ones strike once.
func everyFault(operation string, rate float64) (out []sandbox.Fault) {
	add := func(when sandbox.When, delay time.Duration, times int, kinds ...sandbox.Kind) {
		for _, kind := range kinds {
			out = append(out, sandbox.Fault{Key: operation, Kind: kind, When: when, Delay: delay, Times: times, Rate: rate})
		}
	}
	add(sandbox.Before, 0, 0, sandbox.Drop, sandbox.Status500, sandbox.HTML)
	add(sandbox.After, 0, 0, sandbox.Drop, sandbox.Status500, sandbox.HTML)
	add(sandbox.Late, lateness, 0, sandbox.Drop, sandbox.Status500, sandbox.HTML)
	add(sandbox.Before, 0, 1, sandbox.Status429)
	add(sandbox.After, timeout+lateness, 1, sandbox.Delay)
	return out
}

// TestFleetAudit: the audit log of one fleet under 300 faults and more equals the service's journal.
func TestFleetAudit(t *testing.T) {
	t.Parallel()
	w, file, arrived := acctest.NewServer(t, sandbox.Options{Seed: 1}), filepath.Join(t.TempDir(), "audit.jsonl"), new(atomic.Int64)
	w.Answer(func(*http.Request) http.HandlerFunc { arrived.Add(1); return nil })
	for operation, rate := range map[string]float64{"registrar_placa": 0.06, "registrar_vehiculo": 0.06, "vehiculos": 0.04} {
		w.Box.Inject(everyFault(operation, rate)...)
	}
	entries := acctest.Values{}
	for n := range 320 {
		entries[fmt.Sprintf("FLA%04d", n)] = acctest.Car(nil)
	}
	// Some plates are there when the plan looks, others when the apply registers them, which the service rejects.
	w.Placas("FLA0000", "FLA0020", "FLA0040", "FLA0060", "FLA0080")
	p := w.Proto(acctest.Values{"audit_log": file, "max_retries": 2, "request_timeout": timeout.String()})
	planned := p.Plan("parking_flota", acctest.Result{}, acctest.PartialFleetOf(entries))
	acctest.NoErrors(t, "the plan", acctest.Result{Diags: planned.Diagnostics})
	w.Placas("FLA0010", "FLA0030", "FLA0050", "FLA0070", "FLA0090")
	acctest.NoErrors(t, "the run", p.ApplyPlan(t.Context(), "parking_flota", acctest.Result{}, acctest.PartialFleetOf(entries), planned))
	for deadline := time.Now().Add(5 * time.Second); int64(len(w.Journal())) < arrived.Load() && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond) // until the service has done all that it took in
	}
	took, struck := map[string]int{}, 0 // writes that took effect
	for _, entry := range w.Journal() {
		if entry.Fault != "" {
			struck++
		}
		if _, about, _ := strings.Cut(entry.About, "placa="); entry.Committed && entry.Method != http.MethodGet {
			took[entry.Operation+" "+strings.Fields(about)[0]]++
		}
	}
	if struck < 300 {
		t.Errorf("only %d faults struck", struck)
	}
	compareAudit(t, file, took)
}

// compareAudit wants every write that took effect in the log once, as done, found or unknown, and an effect of what the log has as
// done or found. A plate that was found may have been there before.
func compareAudit(t *testing.T, file string, took map[string]int) {
	t.Helper()
	text, err := os.ReadFile(file)
	acctest.Must(t, err)
	logged, outcomes := map[string]map[string]int{}, map[string]int{}
	for text := range strings.Lines(string(text)) {
		var line struct{ Operation, Placa, Outcome string }
		acctest.Must(t, json.Unmarshal([]byte(text), &line))
		key := line.Operation + " " + line.Placa
		if logged[key] == nil {
			logged[key] = map[string]int{}
			took[key] += 0
		}
		logged[key][line.Outcome]++
		outcomes[line.Outcome]++
	}
	for _, outcome := range []string{"done", "done_answer_lost", "refused", "unknown", "adopted"} {
		if outcomes[outcome] == 0 {
			t.Errorf("no outcome is %s: %v", outcome, outcomes)
		}
	}
	for key, n := range took {
		c := logged[key]
		least := c["done"]
		if strings.HasPrefix(key, "registrar_vehiculo") {
			least += c["done_answer_lost"]
		}
		if n < least || n > c["done"]+c["done_answer_lost"]+c["unknown"] {
			t.Errorf("%s took effect %d times; the audit log has it as %v", key, n, c)
		}
	}
}
