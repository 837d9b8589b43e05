package faults

import (
	"bytes"
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
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

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
	var made []string
	for n := range 100 { // more than any fleet here has
		placa := fmt.Sprintf("FLT%04d", n)
		for _, kind := range []string{"placa", "vehiculo"} {
			for range w.Count("SELECT COUNT(*) FROM "+kind+"s WHERE placa = ?", placa) {
				made = append(made, fmt.Sprintf("parking_%s.flota[%q]", kind, placa))
			}
		}
	}
	held := strings.Fields(c.Ok("state", "list"))
	slices.Sort(made)
	slices.Sort(held)
	if !slices.Equal(made, held) {
		c.T.Errorf("made:\n%q\nin the state:\n%q", made, held)
	}
	return len(made)
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
	took := interrupted(c, func() bool { return w.Count("SELECT COUNT(*) FROM vehiculos") >= 20 })
	if took > time.Minute {
		t.Errorf("Terraform ended %s after the interrupt", took)
	}
	made := expectHeld(c, w)
	if made < 40 || made == 2*vehicles {
		t.Fatalf("%d of %d were made, so this was no interruption", made, 2*vehicles)
	}
	w.Box.ClearFaults()
	acctest.ExpectSays(t, "the next apply", c.Ok(apply...), fmt.Sprintf("Resources: %d added, 0 changed, 0 destroyed", 2*vehicles-made))
	if made = expectHeld(c, w); made != 2*vehicles {
		t.Errorf("%d of %d were made", made, 2*vehicles)
	}
	c.EmptyPlan()
}

// interrupted applies, interrupts Terraform as soon as it is time, and gives how long it took to end then.
func interrupted(c *acctest.CLI, isTime func() bool) time.Duration {
	c.T.Helper()
	var printed bytes.Buffer
	command := exec.CommandContext(c.T.Context(), program.For(c.T), apply...)
	command.Dir, command.Env, command.Stdout, command.Stderr = c.Folder, c.Env, &printed, &printed
	acctest.Must(c.T, command.Start())
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for !isTime() {
		select {
		case err := <-ended:
			c.T.Fatalf("Terraform ended before it was time to interrupt it: %v\n%s", err, printed.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
	at := time.Now()
	acctest.Must(c.T, command.Process.Signal(os.Interrupt))
	if err := <-ended; err == nil {
		c.T.Errorf("an apply that was interrupted exits with 0\n%s", printed.String())
	}
	return time.Since(at)
}

// A service that dies in the middle of an apply of 60 vehicles stops the run after a few requests, and all errors but a few say no more
// than the cause. The next apply brings the rest.
func TestCLIFleetStopped(t *testing.T) {
	t.Parallel()
	// Ten writes were under way, and each is looked up, in some six tries; so it is about 70, and 2,000 in a run that is not stopped. Between
	// them lies what any machine does. There may be no write: Terraform plans each creation once more in an apply, whose failure is a warning.
	const vehicles, answered, most, unknown = 60, 50, 300, 25
	w := acctest.NewServer(t, sandbox.Options{})
	c := newFleet(t, w, vehicles)
	c.Ok("plan", "-no-color", "-out=planned")
	var requests atomic.Int64
	w.Answer(func(*http.Request) http.HandlerFunc {
		if requests.Add(1) <= answered {
			return nil
		}
		return func(rw http.ResponseWriter, _ *http.Request) {
			if connection, _, err := http.NewResponseController(rw).Hijack(); err == nil {
				_ = connection.Close()
			}
		}
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
	w.Answer(nil)
	c.Ok(apply...)
	if made := expectHeld(c, w); made != 2*vehicles {
		t.Errorf("%d of %d were made", made, 2*vehicles)
	}
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
		if made := expectHeld(c, w); made != 2*vehicles {
			t.Errorf("%d of %d were made", made, 2*vehicles)
		}
		c.EmptyPlan()
	}
}

// untilBothWrite holds the first write of one run until the other run comes to write too. Each run has its own credential.
func untilBothWrite(w *acctest.Server) func(*http.Request) http.HandlerFunc {
	var mu sync.Mutex
	writing, both := make(map[string]bool), make(chan struct{})
	return func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodGet {
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		if run := r.Header.Get("Authorization"); !writing[run] {
			writing[run] = true
			if len(writing) == 2 {
				close(both)
			}
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
