package faults

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const (
	// lateness is how long after its answer was lost the service is still at work:
	// less than the settle wait of hasty, so that waiting shows what it did.
	lateness = 50 * time.Millisecond
	// longWork is the same, and more than any wait shows.
	longWork = 500 * time.Millisecond
	// mostApplies is how many runs a phase may take, however many faults strike. A
	// fleet's refresh ends with the first that strikes it, and a reservation waits for
	// its vehicle, which waits for its plate and its client; so without repeats a run
	// uses up few of them.
	mostApplies = 40
)

// faultSettings are the provider's settings that bear on faults.
type faultSettings struct {
	retries int
	timeout time.Duration
	adopt   string
}

// provingSettings are those of the plan that must be empty: patient, since a
// busy machine is not what it is about.
var provingSettings = faultSettings{retries: 5, timeout: time.Minute, adopt: framework.AdoptIdentical}

// faultRun is one fleet on one service, taken through phases of faults.
type faultRun struct {
	t        *testing.T
	w        *acctest.World
	c        *acctest.CLI
	audit    string // the audit log of all its runs
	name     string // of the scenario, for messages: how to run it again
	options  sandbox.Options
	settings faultSettings
	fleet    faultFleet
	lost     []string       // reservations that were in the state without an identifier
	others   []string       // rows of the service that are not declared
	made     []string       // things that were to be made so far
	removed  int            // favourites that were to be removed so far
	due      map[string]int // how often operations were due so far that make nothing
	known    map[string]bool
	unread   bool // this phase left something in the state that could not be read back
	phase    string
	arrived  atomic.Int64 // requests
}

// newFaultRun starts a service and an empty configuration, and counts the faults that struck in the end.
func newFaultRun(t *testing.T, struck *atomic.Int64, name string, options sandbox.Options, settings faultSettings) *faultRun {
	t.Helper()
	r := &faultRun{t: t, w: acctest.NewWorld(t, options), name: name, options: options, settings: settings, fleet: newFaultFleet(), due: map[string]int{}, known: map[string]bool{}, audit: filepath.Join(t.TempDir(), "audit.jsonl")}
	r.w.Answer(func(*http.Request) http.HandlerFunc {
		r.arrived.Add(1)
		return nil
	})
	r.others = texts(r.w, rowsSQL)
	r.w.Exec(auditSQL)
	folder := t.TempDir()
	r.c = &acctest.CLI{T: t, Folder: folder}
	r.configure(settings)
	r.c = acctest.NewCLI(t, folder, nil)
	t.Cleanup(func() {
		for _, entry := range r.w.Journal() {
			if entry.Fault != "" {
				struck.Add(1)
			}
		}
		if t.Failed() {
			t.Logf("%s: the writes and the faults in the service's journal:\n%s", name, eventful(r.w.Journal()))
		}
	})
	return r
}

func (r *faultRun) errorf(format string, args ...any) {
	r.t.Helper()
	r.t.Errorf("%s, %s: %s", r.name, r.phase, fmt.Sprintf(format, args...))
}

// configure writes the configuration of what is declared.
func (r *faultRun) configure(settings faultSettings) {
	r.t.Helper()
	text, err := r.fleet.config(map[string]any{
		"base_url": r.w.BaseURL, "credential": "secret-credential", "adopt_existing": settings.adopt, "audit_log": r.audit,
		"max_retries": settings.retries, "request_timeout": settings.timeout.String(),
		"endpoints": map[string]any{"registrar_cliente": "/external/cliente-registrar", "sanciones": acctest.Sanciones},
	})
	if err == nil {
		err = os.WriteFile(filepath.Join(r.c.Folder, "main.tf.json"), text, 0o600)
	}
	acctest.Must(r.t, err)
}

// declared notes what the service has to make for what is declared now, and what
// of it was there before and becomes the fleet's.
func (r *faultRun) declared() {
	for address, thing := range r.fleet.things() {
		if !r.known[address] {
			r.known[address] = true
			if !r.adopts(thing) {
				r.made = append(r.made, thing)
			}
		}
	}
}

// adopts tells whether the service held a thing before it was declared.
func (r *faultRun) adopts(thing string) bool {
	for i, row := range r.others {
		if strings.HasPrefix(row, thing+":") {
			r.others = append(r.others[:i:i], r.others[i+1:]...)
			return true
		}
	}
	return false
}

// through arms the faults, applies until it succeeds, and proves.
func (r *faultRun) through(phase string, faults ...sandbox.Fault) {
	r.t.Helper()
	r.phase, r.unread = phase, false
	r.declared()
	r.configure(r.settings)
	r.w.Box.Inject(faults...)
	defer r.w.Box.ClearFaults()
	for n := 1; ; n++ {
		if len(r.apply()) == 0 {
			break
		}
		if n == mostApplies {
			r.errorf("still failing after %d applies", n)
			r.t.FailNow()
		}
	}
	r.w.Box.ClearFaults()
	r.prove()
}

// settled waits until the service has done all the work that it took in, the
// work for requests that were given up included: the journal has it all then.
func (r *faultRun) settled() {
	r.t.Helper()
	for range 500 {
		if int64(len(r.w.Journal())) == r.arrived.Load() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	r.errorf("the service is still at work: %d requests came, and the journal has %d", r.arrived.Load(), len(r.w.Journal()))
}

// applyLine is one line of what apply prints for machines.
type applyLine struct {
	Type       string          `json:"type"`
	Diagnostic applyDiagnostic `json:"diagnostic"`
	Change     applyChange     `json:"change"`
	Hook       applyChange     `json:"hook"`
}

type applyDiagnostic struct{ Severity, Summary, Detail, Address string }

func (d applyDiagnostic) String() string {
	return fmt.Sprintf("%s (%s): %s", d.Summary, d.Address, d.Detail)
}

type applyChange struct {
	Action   string
	Resource struct{ Addr string }
}

// apply applies once, checks all that it says and leaves behind, and gives the
// errors that it ended in.
func (r *faultRun) apply() (failed []string) {
	r.t.Helper()
	code, out := r.c.Run("apply", "-json", "-auto-approve", "-parallelism=30")
	var done []string
	unpaid := map[string]string{} // why, by block
	for text := range strings.Lines(out) {
		var line applyLine
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			r.errorf("apply says %q", text)
			continue
		}
		switch line.Type {
		case "planned_change":
			r.checkChange(line.Change)
		case "apply_complete":
			if line.Hook.Action != "delete" { // which may be half of a replacement, whose other half fails
				done = append(done, line.Hook.Resource.Addr)
			}
		case "diagnostic":
			d := line.Diagnostic
			r.checkDiagnostic(d)
			if d.Summary == "Reservation booked but not paid" {
				unpaid[d.Address] = d.Detail
			}
			if d.Severity == "error" {
				failed = append(failed, d.String())
			}
		}
	}
	if (code == 0) != (len(failed) == 0) {
		r.errorf("apply exits with %d and %d errors:\n%s", code, len(failed), out)
	}
	var inPlace []string
	for _, instance := range readState(r.t, r.c.Folder) {
		if instance.lost { // which the next run replaces by what was booked
			r.lost = append(r.lost, instance.address)
		}
		if instance.tainted != instance.lost {
			r.errorf("%s is tainted: the next apply replaces what cannot be deleted", instance.address)
		}
		for placa, why := range instance.pending {
			r.checkPending(instance.address, placa, why)
			failed = append(failed, placa+" is pending: "+why)
		}
		if instance.unpaid {
			failed = append(failed, instance.address+" is booked and not paid: "+unpaid[instance.address])
		}
		if slices.Contains(done, instance.address) {
			inPlace = append(inPlace, instance.inPlace...)
		}
	}
	r.settled()
	r.checkDone(append(done, inPlace...))
	return failed
}

// checkDone wants what an apply says that it did to be so on the service, even
// where the apply as a whole failed.
func (r *faultRun) checkDone(addresses []string) {
	r.t.Helper()
	rows, held := r.fleet.rows(), texts(r.w, rowsSQL)
	for _, address := range addresses {
		if row, declared := rows[address]; declared && !slices.Contains(held, row) {
			r.errorf("apply says that %s is complete, and the service does not hold\n  %s", address, row)
		}
	}
}

// checkChange allows a deletion of favourites and reservations only, which are the only
// things that the scenarios take away.
func (r *faultRun) checkChange(change applyChange) {
	r.t.Helper()
	action, address := change.Action, change.Resource.Addr
	if action == "replace" && !slices.Contains(r.lost, address) || action == "delete" && slices.Contains(r.fleet.blocks(), address) {
		r.errorf("the plan is to %s %s", action, address)
	}
}

var (
	defectPattern = regexp.MustCompile(`(?i)taint|must be replaced|panic|inconsistent result|bug in the provider|plugin did not respond|defect|please report`)
	advicePattern = regexp.MustCompile(`(?i)\b(run|apply|try) again|next (run|apply|plan|refresh)|\bcheck|\braise\b|\blower\b|\bdeclare\b|\bremove\b|terraform import|terraform apply`)
)

// checkDiagnostic wants of every text that it shows no personal data and no
// defect, and of an error that it names the thing, says more than its headline
// and what to do.
func (r *faultRun) checkDiagnostic(d applyDiagnostic) {
	r.t.Helper()
	text := d.String()
	for _, secret := range append(r.fleet.personal(), "secret-credential") {
		if strings.Contains(text, secret) {
			r.errorf("a %s shows %q:\n%s", d.Severity, secret, text)
		}
	}
	if found := defectPattern.FindString(text); found != "" {
		r.errorf("a %s says %q:\n%s", d.Severity, found, text)
	}
	if d.Severity != "error" {
		r.unread = r.unread || strings.Contains(d.Summary, "not read back")
		return
	}
	if !r.names(d.Address, d.Detail) {
		r.errorf("an error does not name its object:\n%s", text)
	}
	if !advicePattern.MatchString(d.Detail) {
		r.errorf("an error does not say what to do:\n%s", text)
	}
}

// names reports whether an error says which thing at an address it is about.
func (r *faultRun) names(address, detail string) bool {
	kind, name, _ := strings.Cut(address, ".")
	switch kind {
	case "parking_placa":
		return strings.Contains(detail, r.fleet.placas[name].Placa)
	case "parking_vehiculo":
		return strings.Contains(detail, r.fleet.placas[r.fleet.vehiculos[name].placa].Placa)
	case "parking_cliente":
		return strings.Contains(detail, "the client") // its name is personal data
	case "parking_flota": // as a whole, or what one of its entries is
		for placa := range r.fleet.flotas[name].entradas {
			if strings.Contains(detail, placa) {
				return true
			}
		}
	}
	// What is destroyed has no address any more.
	return strings.Contains(detail, "of client ") || stayPattern.MatchString(detail)
}

// checkPending wants of what a fleet keeps of an entry that it shows no personal data, no defect and no page, on one
// line. The error of the fleet says what to do.
func (r *faultRun) checkPending(address, placa, why string) {
	r.t.Helper()
	r.checkDiagnostic(applyDiagnostic{Severity: "reason", Summary: "pendientes", Detail: placa + ": " + why, Address: address})
	if why == "" || strings.ContainsAny(why, "\n<") {
		r.errorf("%s of %s is pending with no text, one of several lines or a page:\n%s", placa, address, why)
	}
}

// takeOut takes the entry of number n out of a fleet: it stays on the service, as
// it is there.
func (r *faultRun) takeOut(flota string, n int) {
	r.t.Helper()
	_, _, placa := numbered(n)
	delete(r.fleet.flotas[flota].entradas, placa.Placa)
	for _, row := range texts(r.w, rowsSQL) {
		if strings.HasPrefix(row, placa.String()+":") || strings.HasPrefix(row, "vehiculo "+placa.Placa+" of ") {
			r.others = append(r.others, row)
		}
	}
}

// loseState takes the state away, as a lost disk does.
func (r *faultRun) loseState() {
	r.t.Helper()
	acctest.Must(r.t, os.Remove(filepath.Join(r.c.Folder, "terraform.tfstate")))
}

// eventful shows of a journal what bears on a failure.
func eventful(entries []sandbox.Entry) string {
	var b strings.Builder
	for _, e := range entries {
		if e.Method != http.MethodGet || e.Fault != "" {
			fmt.Fprintf(&b, "%s %s %-22s %s?%s status %d, fault %q, committed %t, after %s\n",
				e.Time.Format("15:04:05.000"), e.Method, e.Operation, e.Path, e.Query, e.Status, e.Fault, e.Committed, e.Duration.Round(time.Millisecond))
		}
	}
	return b.String()
}
