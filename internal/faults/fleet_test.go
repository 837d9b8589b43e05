// Package faults interrupts Terraform, runs it twice at once, and stops the service in the middle of a fleet.
package faults

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/areas"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

func TestMain(m *testing.M) {
	acctest.Areas = areas.All
	program.Overlap()
	m.Run()
}

// newFleet gives a terraform in a folder that declares vehicles of client 1, and their plates. Its provider has a credential of its
// own for w.
func newFleet(t *testing.T, w *acctest.Server, vehicles int) *acctest.CLI {
	t.Helper()
	return acctest.CLIOf(t, fmt.Sprintf(`
locals {
  flota = toset([for n in range(%d) : format("FLT%%04d", n)])
}

resource "parking_placa" "flota" {
  for_each         = local.flota
  placa            = each.key
  tipo_vehiculo_id = 1
}

resource "parking_vehiculo" "flota" {
  for_each   = local.flota
  cliente_id = 1
  placa      = parking_placa.flota[each.key].placa
  nombre     = "Vehículo ${each.key}"
}
`, vehicles), map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": rand.Text()})
}

// apply applies whatever is planned.
var apply = []string{"apply", "-no-color", "-auto-approve"}

// expectHeld fails the test unless the state has each plate and vehicle that the service has, once. It gives their number.
func expectHeld(c *acctest.CLI, w *acctest.Server) int {
	c.T.Helper()
	var made string
	acctest.Must(c.T, w.Box.DB().QueryRowContext(c.T.Context(), `SELECT group_concat(address, ' ' ORDER BY address) FROM (
		SELECT 'parking_placa.flota["' || placa || '"]' AS address FROM placas
		UNION ALL SELECT 'parking_vehiculo.flota["' || placa || '"]' FROM vehiculos) WHERE address LIKE '%"FLT%'`).Scan(&made))
	held := slices.Sorted(strings.FieldsSeq(c.Ok("state", "list")))
	if made != strings.Join(held, " ") {
		c.T.Errorf("made:\n%s\nin the state:\n%q", made, held)
	}
	return len(held)
}

// Ctrl-C in the middle of a fleet: Terraform ends within a minute, all that was made is in the state, and the next apply makes the rest.
func TestCLIFleetInterrupted(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no interrupt that one program can send another")
	}
	const vehicles = 80
	slow := func(operation string) sandbox.Fault { // works at once, and answers late
		return sandbox.Fault{Key: operation, Kind: sandbox.Delay, When: sandbox.After, Delay: 150 * time.Millisecond}
	}
	w := acctest.NewServer(t, sandbox.Options{Faults: []sandbox.Fault{slow("registrar_vehiculo"), slow("registrar_placa")}})
	c := newFleet(t, w, vehicles)
	terraform := exec.CommandContext(t.Context(), program.For(t), apply...)
	terraform.Dir, terraform.Env = c.Folder, c.Env
	var writes atomic.Int64
	var at time.Time
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.Method != http.MethodGet && writes.Add(1) == 60 {
			at = time.Now()
			_ = terraform.Process.Signal(os.Interrupt)
		}
		return nil
	})
	out, err := terraform.CombinedOutput()
	if took := time.Since(at); err == nil || took > time.Minute {
		t.Errorf("Terraform ended %s after the interrupt, with %v\n%s", took, err, out)
	}
	made := expectHeld(c, w)
	if made < 40 || made == 2*vehicles {
		t.Fatalf("%d of %d were made, so this was no interruption", made, 2*vehicles)
	}
	w.Box.ClearFaults()
	acctest.ExpectSays(t, "the next apply", c.Ok(apply...), fmt.Sprintf("Resources: %d added, 0 changed, 0 destroyed", 2*vehicles-made))
	expectHeld(c, w)
	c.EmptyPlan()
}

// A service that dies in the middle of an apply of 60 vehicles stops the run after a few requests, and all errors but a few say no more
// than the cause. The next apply brings the rest.
func TestCLIFleetStopped(t *testing.T) {
	t.Parallel()
	// Ten writes were under way, and each is looked up, in some six tries: about 70 requests, and 2,000 in a run that is not stopped.
	// There may be no write: Terraform plans each creation once more in an apply, and a failure of that is a warning.
	const vehicles, answered, most, unknown = 60, 50, 300, 25
	w := acctest.NewServer(t, sandbox.Options{})
	c := newFleet(t, w, vehicles)
	c.Ok("plan", "-no-color", "-out=planned")
	var requests atomic.Int64
	w.Answer(func(*http.Request) http.HandlerFunc {
		if requests.Add(1) == answered {
			w.Box.Inject(sandbox.Fault{Key: "default", Kind: sandbox.Drop, When: sandbox.Before})
		}
		return nil
	})
	code, out := c.Run(append(slices.Clone(apply), "planned")...)
	text := strings.Join(strings.Fields(out), " ") // which Terraform wraps
	failed, told := strings.Count(text, "Error: "), strings.Count(text, "The service does not answer")
	if code != 1 || told == 0 || failed-told > unknown {
		t.Errorf("exits with %d and %d errors, %d of what was not tried; want at most %d others\n%s", code, failed, told, unknown, out)
	}
	if n := requests.Load() - answered; n > most {
		t.Errorf("%d requests to a service that fails all of them, want at most %d", n, most)
	}
	w.Box.ClearFaults()
	c.Ok(apply...)
	expectHeld(c, w)
	c.EmptyPlan()
}

// Two folders apply one configuration at the same time, and neither knows of the other: each thing is there once, and both have it
// in their state.
func TestCLIFleetTwice(t *testing.T) {
	t.Parallel()
	const vehicles = 40
	w := acctest.NewServer(t, sandbox.Options{
		Latency: sandbox.Latency{"default": 20 * time.Millisecond, "registrar_vehiculo": 150 * time.Millisecond}})
	w.Answer(untilBothWrite(w))
	runs := []*acctest.CLI{newFleet(t, w, vehicles), newFleet(t, w, vehicles)}
	var applies sync.WaitGroup
	for _, c := range runs {
		applies.Go(func() {
			if code, out := c.Run(apply...); code != 0 {
				t.Errorf("apply exits with %d:\n%s", code, out)
			}
		})
	}
	applies.Wait()
	if !slices.ContainsFunc(w.Journal(), func(e sandbox.Entry) bool { return e.Operation == "registrar_vehiculo" && !e.OK }) {
		t.Error("the two never wanted to make the same thing at the same time, so this proves nothing")
	}
	for _, c := range runs {
		expectHeld(c, w)
		c.EmptyPlan()
	}
}

// untilBothWrite holds the writes of one run until the other run comes to write too. Each run has its own credential.
func untilBothWrite(w *acctest.Server) func(*http.Request) http.HandlerFunc {
	var first atomic.Value
	both := make(chan struct{})
	release := sync.OnceFunc(func() { close(both) })
	return func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodGet {
			return nil
		}
		if run := r.Header.Get("Authorization"); !first.CompareAndSwap(nil, run) && first.Load() != run {
			release()
		}
		return func(rw http.ResponseWriter, r *http.Request) {
			select {
			case <-both:
			case <-time.After(20 * time.Second):
			}
			w.Box.ServeHTTP(rw, r)
		}
	}
}
