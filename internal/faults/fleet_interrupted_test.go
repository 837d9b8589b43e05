package faults

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// Ctrl-C in the middle of 120 vehicles, on a service that works at once and answers late: Terraform ends soon, all that
// was made is in the state, and the next apply makes the rest.
func TestCLIFleetInterrupted(t *testing.T) {
	t.Parallel()
	skipWithoutInterrupt(t)
	slow := func(operation string) sandbox.Fault {
		return sandbox.Fault{Key: operation, Kind: sandbox.Delay, When: sandbox.After, Delay: 150 * time.Millisecond}
	}
	w := acctest.NewServer(t, sandbox.Options{Faults: []sandbox.Fault{slow("registrar_vehiculo"), slow("registrar_placa"), slow("placa")}})
	for n := range 120 {
		w.Placas(fmt.Sprintf("FLT%04d", n))
	}
	before := things(w)
	c := newFleet(t, w, `
resource "parking_vehiculo" "flota" {
  for_each   = toset([for n in range(120) : format("FLT%04d", n)])
  cliente_id = 1
  placa      = each.key
}

resource "parking_placa" "nueva" {
  for_each         = toset([for n in range(40) : format("NEW%04d", n)])
  placa            = each.key
  tipo_vehiculo_id = 1
}
`)
	// Vehicles and plates are made in any order. At this moment plates are among what is under way.
	out, at, took := interrupted(c, func() bool { return w.Count("SELECT count(*) FROM placas WHERE placa LIKE 'NEW%'") > 20 })
	entries := w.Journal()
	last := slices.MaxFunc(entries, func(a, b sandbox.Entry) int { return a.Time.Compare(b.Time) }).Time.Sub(at)
	made := without(things(w), before)
	held, tainted := state(c)
	t.Logf("when %d of 160 were made the interrupt came, the last request %s later, and Terraform ended after %s", len(made), last, took)
	// Terraform takes seconds by itself to tell of each vehicle that it was not made.
	if last > 10*time.Second || took > time.Minute {
		t.Errorf("the last request came %s after the interrupt, and Terraform ended after %s", last, took)
	}
	if len(made) < 20 || len(made) == 160 {
		t.Fatalf("%d of 160 were made, so this was no interruption", len(made))
	}
	if lost, invented := without(made, held), without(held, made); len(lost)+len(invented)+len(tainted) > 0 {
		t.Errorf("made and not in the state: %v\nin the state and not made: %v\ntainted: %v\n%s", lost, invented, tainted, out)
	}

	w.Box.ClearFaults()
	out = c.Ok("apply", "-no-color", "-auto-approve")
	acctest.ExpectSays(t, "the next apply", out, fmt.Sprintf("Resources: %d added, 0 changed, 0 destroyed", 160-len(made)))
	w.ExpectCount(120, "SELECT count(DISTINCT placa) FROM vehiculos WHERE placa LIKE 'FLT%'")
	w.ExpectCount(40, "SELECT count(*) FROM placas WHERE placa LIKE 'NEW%'")
	made = without(things(w), before)
	if held, _ = state(c); len(made) != 160 || len(without(made, held)) > 0 {
		t.Errorf("%d were made, and the state is without %v", len(made), without(made, held))
	}
	c.EmptyPlan()
}

// A service that does not answer at all delays Ctrl-C for seconds only. What it made is not in the state then, and the next apply
// adopts it.
func TestCLIFleetInterruptedUnanswered(t *testing.T) {
	t.Parallel()
	skipWithoutInterrupt(t)
	w := acctest.NewServer(t, sandbox.Options{})
	w.Box.Inject(sandbox.Fault{Key: "registrar_vehiculo", Kind: sandbox.Delay, When: sandbox.After, Delay: time.Minute})
	// So many requests may be in flight from the start. More may be only if answers came while all these were.
	const vehiculos = 4
	c := newFleet(t, w, vehicles(vehiculos))
	const linked = "SELECT count(*) FROM vehiculos WHERE placa LIKE 'FLT%'"
	out, _, took := interrupted(c, func() bool { return w.Count(linked) == vehiculos })
	if took > 40*time.Second { // of a minute
		t.Errorf("Terraform ended %s after the interrupt", took)
	}
	if held, tainted := state(c); len(held) != vehiculos || len(tainted) > 0 { // the plates
		t.Errorf("the state holds %v, tainted %v:\n%s", held, tainted, out)
	}

	w.Box.ClearFaults()
	out = c.Ok("apply", "-no-color", "-auto-approve")
	acctest.ExpectSays(t, "the next apply", out, "Resources: 4 added, 0 changed, 0 destroyed", "Vehicle already exists: FLT0000 of client 1",
		"Vehicle already exists: FLT0001 of client 1", "Vehicle already exists: FLT0002 of client 1", "Vehicle already exists: FLT0003 of client 1")
	w.ExpectCount(vehiculos, linked)
	c.EmptyPlan()
}

// skipWithoutInterrupt skips a test that interrupts a program where no program can do that.
func skipWithoutInterrupt(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no interrupt that one program can send another")
	}
}

// interrupted applies, interrupts Terraform as soon as it is time, and gives all
// that it printed, when it was interrupted and how long it took to end then.
func interrupted(c *acctest.CLI, isTime func() bool) (out string, at time.Time, took time.Duration) {
	c.T.Helper()
	var printed bytes.Buffer
	command := exec.CommandContext(c.T.Context(), program.For(c.T), "apply", "-no-color", "-auto-approve")
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
	at = time.Now()
	acctest.Must(c.T, command.Process.Signal(os.Interrupt))
	if err := <-ended; err == nil {
		c.T.Error("an apply that was interrupted exits with 0")
	}
	return printed.String(), at, time.Since(at)
}
