//go:build unix

package gitops

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

var apply = []string{"apply", "-no-color", "-auto-approve"}

// Of two applies of one state at once, one is told of the lock, and one that waits for
// it finds everything done. Nothing is written twice.
func TestCLITwoAppliesOfOneState(t *testing.T) {
	t.Parallel()
	connection, server, database := newDatabase(t)
	w := newTown(t)
	folder := filepath.Join("clientes", "flota-norte")
	one, two := newRunner(t, w.env(connection)), newRunner(t, w.env(connection))
	one.init(folder)
	waiting := two.init(folder)

	held := w.holdNext()
	first := one.start(folder, apply...)
	held.wait(t, first)
	if code, out := waiting.Run(apply...); code != 1 || !strings.Contains(out, "Error acquiring the state lock") {
		t.Errorf("the second apply exits with %d, and not for the lock:\n%s", code, out)
	}
	second := two.start(folder, append(apply, "-lock-timeout=10m")...)
	for !strings.Contains(second.out.String(), "Acquiring state lock") {
		select {
		case <-second.done:
			t.Fatalf("it did not wait for the lock:\n%s", &second.out)
		case <-time.After(20 * time.Millisecond):
		}
	}
	close(held.released)

	if code, out := first.end(); code != 0 || !strings.Contains(out, "Resources: 2 added, 0 changed, 0 destroyed") {
		t.Errorf("the first apply exits with %d:\n%s", code, out)
	}
	if code, out := second.end(); code != 0 || !strings.Contains(out, "Resources: 0 added, 0 changed, 0 destroyed") {
		t.Errorf("the apply that waited exits with %d:\n%s", code, out)
	}
	n, made := plates(t, "flota-norte"), w.Requests()
	if made["registrar_placa"] != n || made["registrar_vehiculo"] != n || made["actualizar_cliente"] != 0 {
		t.Errorf("writes for %d vehicles: %v", n, made)
	}
	waiting.EmptyPlan()
	if states := server.query(t, database, `SELECT count(*) FROM "flota-norte".states`); states != "1" {
		t.Errorf("%s states in the client's schema", states)
	}
}

// An apply of one client keeps no other client from its state, not even when both
// states are new.
func TestCLITwoClientsAtOnce(t *testing.T) {
	t.Parallel()
	connection, server, database := newDatabase(t)
	w := newTown(t)
	flow := readWorkflow(t)
	j, begin := flow.step(t, "aplicar", "Begin a new state")
	machine := func(cliente string) (*runner, *acctest.CLI) {
		r := newRunner(t, w.env(connection))
		c := r.init(filepath.Join("clientes", cliente))
		if out, err := r.runStep(flow, j, begin, cliente, nil); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return r, c
	}
	first, _ := machine("flota-norte")
	_, sur := machine("flota-sur")
	held := w.holdNext()
	norte := first.start(filepath.Join("clientes", "flota-norte"), apply...)
	held.wait(t, norte)
	out := sur.Ok(apply...)
	if !strings.Contains(out, "Resources: 2 added, 0 changed, 0 destroyed") {
		t.Errorf("the other client:\n%s", out)
	}
	close(held.released)
	if code, out := norte.end(); code != 0 {
		t.Errorf("the first client exits with %d:\n%s", code, out)
	}
	schemas := server.query(t, database, `SELECT string_agg(table_schema, ' ' ORDER BY table_schema) FROM information_schema.tables WHERE table_name = 'states'`)
	if schemas != "flota-norte flota-sur" {
		t.Errorf("states are in the schemas %s", schemas)
	}
}

// A machine that is lost in the middle of an apply leaves no lock behind, and the next
// apply adopts what it made.
func TestCLILostMachine(t *testing.T) {
	t.Parallel()
	connection, _, _ := newDatabase(t)
	w := newTown(t)
	folder := filepath.Join("clientes", "flota-norte")
	lost := newRunner(t, w.env(connection))
	lost.init(folder)
	next := newRunner(t, w.env(connection)).init(folder)

	held := w.holdNext()
	dying := lost.start(folder, apply...)
	held.wait(t, dying)
	acctest.Must(t, dying.kill())
	dying.end()
	close(held.released)

	out := next.Ok(append(apply, "-lock-timeout=1m")...)
	if !strings.Contains(out, "Resources: 2 added, 0 changed, 0 destroyed") {
		t.Errorf("the next apply:\n%s", out)
	}
	n := plates(t, "flota-norte")
	if all := w.Count("SELECT count(*) FROM vehiculos WHERE cliente_id = 2"); all != n || w.Count("SELECT count(DISTINCT placa) FROM vehiculos WHERE cliente_id = 2") != n {
		t.Errorf("%d vehicles on the service, of %d in the file", all, n)
	}
	next.EmptyPlan()
}

// A job that is cancelled in the middle of its apply interrupts Terraform, which saves
// what was made and lets go of the lock; the next apply does the rest.
func TestCLICancelledJob(t *testing.T) {
	t.Parallel()
	connection, _, _ := newDatabase(t)
	w := newTown(t)
	flow := readWorkflow(t)
	folder := filepath.Join("clientes", "flota-norte")
	cancelled := newRunner(t, w.env(connection))
	after := cancelled.init(folder)
	j, plan := flow.step(t, "aplicar", "Plan")
	if out, err := cancelled.runStep(flow, j, plan, "flota-norte", nil); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	held := w.holdNext()
	_, step := flow.step(t, "aplicar", "Apply")
	applying := cancelled.begin(cancelled.command(flow, j, step, "flota-norte", nil))
	held.wait(t, applying)
	// GitHub interrupts the process of the step, and nothing below it.
	acctest.Must(t, applying.command.Process.Signal(os.Interrupt))
	select {
	case <-applying.done:
	case <-time.After(3 * time.Minute): // the provider itself gives an answer that is under way five seconds
		t.Errorf("it was not interrupted:\n%s", &applying.out)
	}
	close(held.released)
	if code, out := applying.end(); code == 0 || !strings.Contains(out, "Interrupt received") {
		t.Errorf("the cancelled apply exits with %d:\n%s", code, out)
	}
	if saved := after.Ok("state", "list"); !strings.Contains(saved, "module.flota.parking_cliente.flota") || !strings.Contains(saved, "module.flota.parking_flota.flota") {
		t.Errorf("the state has only\n%s", saved)
	}
	after.Ok(apply...)
	n := plates(t, "flota-norte")
	if all := w.Count("SELECT count(*) FROM vehiculos WHERE cliente_id = 2"); all != n {
		t.Errorf("%d vehicles on the service, of %d in the file", all, n)
	}
	after.EmptyPlan()
}
