package faults

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// TestAuditOfFaults: the audit log of one run under 300 faults and more equals the service's journal. So does that of
// every run of TestCLIFaults.
func TestAuditOfFaults(t *testing.T) {
	t.Parallel()
	const timeout = 5 * leastTimeout // on a busy machine, answers must not be late by themselves
	w, file, arrived := acctest.NewServer(t, sandbox.Options{Seed: 1}), filepath.Join(t.TempDir(), "audit.jsonl"), new(atomic.Int64)
	w.Answer(func(*http.Request) http.HandlerFunc { arrived.Add(1); return nil })
	var faults []sandbox.Fault
	for operation, rate := range map[string]float64{"registrar_placa": 0.03, "registrar_vehiculo": 0.03, "vehiculos": 0.02} {
		for _, fault := range everyFault(operation) {
			fault.Rate, fault.Times = rate, 0
			if slow := fault.Kind == sandbox.RetryAfter || fault.Kind == sandbox.Status429 || fault.Kind == sandbox.Delay; slow {
				fault.Times = 1
			}
			if fault.Kind == sandbox.Delay {
				fault.Delay += timeout - leastTimeout
			}
			faults = append(faults, fault)
		}
	}
	w.Box.Inject(faults...)
	// Some plates are there when the plan looks, others when the apply registers them, which the service rejects.
	entries := acctest.Values{}
	register := func(rest int) {
		for n := range 320 {
			placa := fmt.Sprintf("FLA%04d", n)
			entries[placa] = acctest.Car(nil)
			if n%20 == rest {
				w.Placas(placa)
			}
		}
	}
	register(0)
	p := w.Proto(acctest.Values{"audit_log": file, "max_retries": 2, "request_timeout": timeout.String()})
	planned := p.Plan("parking_flota", acctest.Result{}, acctest.PartialFleetOf(entries))
	acctest.NoErrors(t, "the plan", acctest.Result{Diags: planned.Diagnostics})
	register(10)
	made := p.ApplyPlan(t.Context(), "parking_flota", acctest.Result{}, acctest.PartialFleetOf(entries), planned)
	acctest.NoErrors(t, "the run", made)
	for deadline := time.Now().Add(5 * time.Second); int64(len(w.Journal())) < arrived.Load() && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	struck := 0
	for _, entry := range w.Journal() {
		if entry.Fault != "" {
			struck++
		}
	}
	pending, _ := made.State["pendientes"].(acctest.Values)
	t.Logf("%d faults struck, %d vehicles are pending", struck, len(pending))
	if struck < 300 {
		t.Errorf("only %d faults struck", struck)
	}
	text, err := os.ReadFile(file)
	acctest.Must(t, err)
	for _, outcome := range []string{"done", "done_answer_lost", "refused", "unknown", "adopted"} {
		if n := strings.Count(string(text), `"outcome":"`+outcome+`"`); n == 0 {
			t.Errorf("no outcome is %s", outcome)
		} else {
			t.Logf("%s: %d", outcome, n)
		}
	}
	for _, differs := range auditDiffers(t, file, w.Journal(), false) {
		t.Error(differs)
	}
}

// auditLine is a line of the audit log, as the guide describes it.
type auditLine struct {
	audit.Subject
	Operation, Outcome string
	Tries              int
}

// repeated tells of a write that it may take effect as often as it was sent, and changes nothing after the first time.
func (l auditLine) repeated() bool {
	return l.Operation == "actualizar_placa" || l.Operation == "actualizar_cliente" || l.Operation == "sancion_cerrar"
}

// key names the write as the journal does. What the service made has no number in the request, and a client none at all.
func (l auditLine) key() string {
	id := max(l.ReservaID, l.SancionID, l.ZonaFavoritaID)
	switch l.Operation {
	case "registrar_vehiculo":
		l.VehiculoID = 0
	case "reserva_bloquear", "iniciar_sancion":
		id = 0
	case "registrar_cliente", "actualizar_cliente":
		l.ClienteID = 0
	}
	out := l.Operation
	if l.Placa != "" {
		out += " placa=" + l.Placa
	}
	for _, part := range []struct {
		name string
		id   int64
	}{{"id", id}, {"cliente_id", l.ClienteID}, {"vehiculo_id", l.VehiculoID}, {"tramo_id", l.TramoID}, {"zona_id", l.ZonaID}, {"celda_id", l.CeldaID}} {
		if part.id != 0 {
			out += fmt.Sprintf(" %s=%d", part.name, part.id)
		}
	}
	return out
}

// journalKey is the same of an entry of the journal.
func journalKey(e sandbox.Entry) string {
	out := e.Operation
	if id := path.Base(e.Path); strings.Trim(id, "0123456789") == "" {
		out += " id=" + id
	}
	for part := range strings.FieldsSeq(e.About) {
		if !strings.HasPrefix(part, "minutos=") {
			out += " " + part
		}
	}
	return out
}

// auditDiffers compares an audit log with the service's journal: every write that took effect must be in the log once,
// as done, found or unknown, and what the log has as done or found must have taken effect.
func auditDiffers(t *testing.T, file string, journal []sandbox.Entry, overwrites bool) (out []string) {
	t.Helper()
	took := map[string]int{}
	for _, entry := range journal {
		if entry.Committed && entry.Method != http.MethodGet {
			took[journalKey(entry)]++
		}
	}
	text, err := os.ReadFile(file)
	acctest.Must(t, err)
	type count struct{ done, found, unknown int }
	logged := map[string]count{}
	for text := range strings.Lines(string(text)) {
		var line auditLine
		acctest.Must(t, json.Unmarshal([]byte(text), &line))
		key, n := line.key(), 1
		if made := line; line.Operation == "guardar_zona_favorita" && took[key] == 0 { // a new one
			made.ZonaFavoritaID = 0
			key = made.key()
		} else if line.repeated() || line.Operation == "guardar_zona_favorita" {
			n = max(0, min(line.Tries, took[key]-logged[key].done-logged[key].found-logged[key].unknown))
		}
		counted := logged[key]
		switch line.Outcome {
		case "done":
			counted.done += n
		case "done_answer_lost":
			counted.found += n
		case "unknown":
			counted.unknown += n
		case "refused", "not_done", "adopted":
		default:
			out = append(out, "a line has the outcome "+line.Outcome)
		}
		logged[key] = counted
	}
	for _, key := range slices.Sorted(maps.Keys(logged)) {
		if _, there := took[key]; !there {
			took[key] = 0
		}
	}
	for _, key := range slices.Sorted(maps.Keys(took)) {
		c := logged[key]
		least := c.done + c.found
		if strings.HasPrefix(key, "registrar_placa") { // one that is found may have been there before
			least = c.done
		}
		most := c.done + c.found + c.unknown
		if overwrites && strings.HasPrefix(key, "registrar_placa") { // A15, see auditSQL
			most = max(most, took[key])
		}
		if took[key] < least || took[key] > most {
			out = append(out, fmt.Sprintf("%s took effect %d times; the audit log has it %d times as done, %d as found, %d as unknown",
				key, took[key], c.done, c.found, c.unknown))
		}
	}
	return out
}
