//go:build unix

package gitops

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// says waits until a job has printed something.
func (j *running) says(text string) {
	j.t.Helper()
	for !strings.Contains(j.out.String(), text) {
		select {
		case <-j.done:
			j.t.Fatalf("it ended and did not say %q:\n%s", text, &j.out)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// waits waits until a job tries in vain to get the lock of a state. The plan of an apply does not say so.
func (e *estados) waits(t *testing.T, j *running, role string) {
	t.Helper()
	for e.query(t, e.name, `SELECT count(*) FROM pg_stat_activity a WHERE datname = current_database() AND usename = '`+role+`'
		AND query LIKE '%advisory%' AND NOT EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND locktype = 'advisory')`) == "0" {
		select {
		case <-j.done:
			t.Fatalf("it ended and did not wait:\n%s", &j.out)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// Of two merges of one client that are applied at once, the second waits for the lock of the first before it plans once more,
// and then stops: that plan is not what was approved. Nothing is written twice. No other client waits for them.
func TestCLITwoMergesAtOnce(t *testing.T) {
	t.Parallel()
	e, w := newEstados(t, clientes...), newTown(t)
	f := newForge(t, w, e)
	f.plan("flota-norte")
	held := w.hold(fleet, "/external/placa") // so that the second merge finds the service as it was approved
	first := f.apply("flota-norte")
	held.wait(t, first)
	second := f.apply("flota-norte")
	e.waits(t, second, "flota-norte-aplicar")
	for cliente, free := range map[string]string{"flota-norte": "f", "flota-sur": "t"} {
		if got, err := e.as(t, cliente+"-aplicar", fmt.Sprintf(`SELECT pg_try_advisory_lock(id) FROM "%s".states`, cliente)); err != nil || got != free {
			t.Errorf("%s: the lock is free: %s, %v", cliente, got, err)
		}
	}
	close(held.released)
	first.ok()
	if out := second.fails("Apply"); !strings.Contains(out, "Error: the plan is not what was approved.") || !strings.Contains(out, "::error::flota-norte is not as approved. Read the error above, then start 'Run workflow'") {
		t.Errorf("the second merge:\n%s", out)
	}
	if made := w.Requests(); made["registrar_placa"] != fleet || made["registrar_vehiculo"] != fleet {
		t.Errorf("writes for %d vehicles: %v", fleet, made)
	}
}

// The night takes the lock of the state: it waits for an apply that is under way, and does not take its changes for drift.
func TestCLIMergeDuringNight(t *testing.T) {
	t.Parallel()
	e, w := newEstados(t, clientes...), newTown(t)
	f := newForge(t, w, e)
	f.plan("flota-norte")
	held := w.hold(1, "/external/placa")
	applying := f.apply("flota-norte")
	held.wait(t, applying)
	looking := f.start(clienteFlow, "deriva", night("flota-norte"))
	looking.says("Acquiring state lock")
	close(held.released)
	applying.ok()
	if out := looking.ok(); !strings.Contains(out, "No changes.") {
		t.Errorf("the night takes an apply for drift:\n%s", out)
	}
}

// A machine that is lost in the middle of an apply leaves no lock behind, and the next plan shows what it made. If the apply of
// that plan is cancelled, it is interrupted: what was made is saved, the lock is released, and the log is kept. The run after that
// does the rest, and nothing is made twice.
func TestCLIBrokenApplies(t *testing.T) {
	t.Parallel()
	e, w := newEstados(t, clientes...), newTown(t)
	f := newForge(t, w, e)
	f.plan("flota-norte")
	held := w.hold(fleet, "/external/vehiculo")
	dying := f.apply("flota-norte")
	held.wait(t, dying)
	dying.kill()
	<-dying.done
	close(held.released)

	f.origin.commit("clientes/flota-norte/flota.csv", line("PDA1111,1,flota-norte,,0,0\n"))
	if out, _ := f.plan("flota-norte"); !strings.Contains(out, "already registered") && !strings.Contains(out, "already exist") {
		t.Errorf("the next plan does not say what was made:\n%s", out)
	}
	held = w.hold(1, "/external/vehiculo") // whose plate is registered by then: a fleet of which nothing is made is not saved
	cancelled := f.apply("flota-norte")
	held.wait(t, cancelled)
	cancelled.interrupt()
	out := cancelled.fails("Apply")
	if !strings.Contains(out, "Interrupt received") {
		t.Errorf("it was not interrupted:\n%s", out)
	}
	close(held.released)
	saved := e.query(t, e.name, `SELECT data FROM "flota-norte".states`)
	if !strings.Contains(saved, `"parking_cliente"`) || !strings.Contains(saved, `"parking_flota"`) {
		t.Errorf("the state has only\n%s\nafter\n%s\nand the audit log\n%s", saved, out, acctest.EveryFile(t, f.artifacts))
	}
	if log := acctest.EveryFile(t, f.artifacts); !strings.Contains(log, `"outcome":"adopted"`) {
		t.Error("the audit log is lost")
	}

	f.plan("flota-norte")
	f.apply("flota-norte").ok()
	if n := w.Count("SELECT count(*) FROM vehiculos WHERE cliente_id = 2"); n != fleet+1 || w.Count("SELECT count(DISTINCT placa) FROM vehiculos WHERE cliente_id = 2") != n {
		t.Errorf("%d vehicles on the service, of %d in the file", n, fleet+1)
	}
}
