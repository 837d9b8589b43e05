package faults

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// mostApplies is how many runs a phase may take, however many faults strike. A
// fleet's refresh ends with the first that strikes it, and a reservation waits for
// its vehicle, which waits for its plate and its client; so without repeats a run
// uses up few of them.
const mostApplies = 40

// faultSettings are the provider's settings that bear on faults.
type faultSettings struct {
	retries   int
	timeout   time.Duration
	overwrite bool
}

// patient are the settings of the plans that must be empty: a busy machine is not what they are about.
var patient = faultSettings{retries: 5, timeout: time.Minute}

// undone are the summaries of warnings about what the next apply has to finish.
var undone = []string{"Reservation booked but not paid", "Booking outcome unknown", "Reservation without an identifier", "Payment outcome unknown"}

// faultRun is one configuration on one service, taken through phases of faults.
type faultRun struct {
	t        *testing.T
	w        *acctest.Server
	c        *acctest.CLI
	audit    string // the audit log of all its runs
	name     string // for messages: how to run it again
	options  sandbox.Options
	settings faultSettings
	blocks   map[string]map[string]acctest.Values // of the configuration, by type and name
	left     int                                  // paid reservations that are in no state any more
	unread   bool                                 // this phase left something in the state that could not be read back
	phase    string
	arrived  atomic.Int64 // requests
}

// auditSQL keeps the name of every thing that the service ever made, the ones
// that are gone again included. A plate that is registered over itself is not
// made anew: the provider rests on A15 there, which the hostile service breaks.
const auditSQL = `
CREATE TABLE made (what TEXT NOT NULL) STRICT;
CREATE TRIGGER made_cliente AFTER INSERT ON clientes BEGIN INSERT INTO made VALUES ('cliente ' || NEW.email); END;
CREATE TRIGGER made_placa AFTER INSERT ON placas BEGIN INSERT INTO made VALUES ('placa ' || NEW.placa); END;
CREATE TRIGGER made_vehiculo AFTER INSERT ON vehiculos BEGIN INSERT INTO made VALUES (format('vehiculo %s of %d', NEW.placa, NEW.cliente_id)); END;
CREATE TRIGGER made_favorita AFTER INSERT ON favoritas BEGIN
	INSERT INTO made VALUES (format('favorita %d, %d, %d of %d', NEW.zona_id, NEW.tramo_id, NEW.celda_id, NEW.cliente_id));
END;
CREATE TRIGGER made_reserva AFTER INSERT ON reservas BEGIN INSERT INTO made VALUES (format('reserva of vehicle %d', NEW.vehiculo_id)); END;
CREATE TRIGGER made_pago AFTER INSERT ON pagos BEGIN INSERT INTO made VALUES ('pago ' || NEW.codigo); END`

// newFaultRun starts a service and an empty configuration, and counts the faults that struck in the end.
func newFaultRun(t *testing.T, struck *atomic.Int64, name string, options sandbox.Options, settings faultSettings) *faultRun {
	t.Helper()
	r := &faultRun{t: t, w: acctest.NewServer(t, options), audit: filepath.Join(t.TempDir(), "audit.jsonl"), name: name, options: options,
		settings: settings, blocks: map[string]map[string]acctest.Values{}}
	r.w.Answer(func(*http.Request) http.HandlerFunc {
		r.arrived.Add(1)
		return nil
	})
	r.w.Exec(auditSQL)
	folder := t.TempDir()
	acctest.Write(t, filepath.Join(folder, "main.tf"), acctest.Required)
	r.c = acctest.ServeCLI(t, folder, func() tfprotov6.ProviderServer {
		return acctest.Serve(acctest.GetenvOf(nil), parking.Config{Backoff: 20 * time.Millisecond, Settle: patience})
	})
	t.Cleanup(func() {
		for _, entry := range r.w.Journal() {
			if entry.Fault != "" {
				struck.Add(1)
			}
			if t.Failed() && (entry.Method != http.MethodGet || entry.Fault != "") {
				t.Logf("%+v", entry)
			}
		}
	})
	return r
}

func (r *faultRun) errorf(format string, args ...any) {
	r.t.Helper()
	r.t.Errorf("%s, %s: %s", r.name, r.phase, fmt.Sprintf(format, args...))
}

// declare puts a block into the configuration.
func (r *faultRun) declare(kind, name string, attributes acctest.Values) {
	if r.blocks[kind] == nil {
		r.blocks[kind] = map[string]acctest.Values{}
	}
	r.blocks[kind][name] = attributes
}

// configure writes the configuration in Terraform's JSON syntax, one block a thing, so that one that fails holds up only
// what refers to it.
func (r *faultRun) configure(settings faultSettings) {
	r.t.Helper()
	text, err := json.MarshalIndent(map[string]any{"resource": r.blocks, "provider": map[string]any{"parking": map[string]any{
		"base_url": r.w.BaseURL, "credential": "secret-credential", "overwrite_existing": settings.overwrite, "audit_log": r.audit,
		"max_retries": settings.retries, "request_timeout": settings.timeout.String(),
		"endpoints": map[string]any{"registrar_cliente": acctest.RegistrarCliente, "sanciones": acctest.Sanciones},
	}}}, "", "  ")
	acctest.Must(r.t, err)
	acctest.Write(r.t, filepath.Join(r.c.Folder, "blocks.tf.json"), string(text))
}

// through arms the faults, applies until it succeeds, and proves.
func (r *faultRun) through(phase string, faults ...sandbox.Fault) {
	r.t.Helper()
	r.phase, r.unread = phase, false
	r.configure(r.settings)
	r.w.Box.Inject(faults...)
	for n := 1; !r.apply(); n++ {
		if n == mostApplies {
			r.errorf("still failing after %d applies", n)
			r.t.FailNow()
		}
	}
	r.w.Box.ClearFaults()
	r.prove()
}

// prove proves, after an apply that succeeded, that nothing was made twice, that what was moved, removed or cancelled is
// gone, that there is nothing left to do, and that the state is what the service holds.
func (r *faultRun) prove() {
	r.t.Helper()
	if again := texts(r.w, "SELECT what FROM made GROUP BY what HAVING COUNT(*) > 1"); len(again) > 0 {
		r.errorf("made more than once: %q", again)
	}
	r.w.ExpectCount(len(r.blocks["parking_zona_favorita"]), "SELECT COUNT(*) FROM favoritas")
	r.w.ExpectCount(len(r.blocks["parking_reserva"])+r.left, "SELECT COUNT(*) FROM reservas WHERE estado <> 'cancelada'")
	for _, differs := range auditDiffers(r.t, r.audit, r.w.Journal(), r.options.AcceptDuplicates) {
		r.errorf("%s", differs)
	}
	r.configure(patient)
	r.c.EmptyPlan()
	if r.unread { // a warning promised that a refresh completes the state
		r.c.Ok("apply", "-no-color", "-auto-approve", "-refresh-only")
	}
	acctest.ExpectSays(r.t, "the next refresh", r.c.Ok("plan", "-no-color", "-refresh-only"), "No changes.")
	if r.t.Failed() {
		r.errorf("what follows would find the same again")
		r.t.FailNow()
	}
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
	Type       string
	Diagnostic applyDiagnostic
	Change     struct {
		Action   string
		Resource struct{ Addr string }
	}
}

type applyDiagnostic struct{ Severity, Summary, Detail, Address string }

// apply applies once, and checks all that it plans and says. It reports whether everything is done.
func (r *faultRun) apply() (done bool) {
	r.t.Helper()
	code, out := r.c.Run("apply", "-json", "-auto-approve", "-parallelism=30")
	done = code == 0
	for text := range strings.Lines(out) {
		var line applyLine
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			r.errorf("apply says %q", text)
		}
		switch line.Type {
		case "planned_change":
			action, address := line.Change.Action, line.Change.Resource.Addr
			kind, name, _ := strings.Cut(address, ".")
			if action == "replace" || action == "delete" && r.blocks[kind][name] != nil {
				r.errorf("the plan is to %s %s", action, address)
			}
		case "diagnostic":
			r.checkDiagnostic(line.Diagnostic)
			if line.Diagnostic.Summary == "Extension outcome unknown" {
				r.extendByHand(line.Diagnostic)
			}
			done = done && !slices.Contains(undone, line.Diagnostic.Summary)
		}
	}
	r.settled()
	return done
}

// extendByHand does what the error asks for of an extension whose answers were lost as often as it may be sent.
func (r *faultRun) extendByHand(d applyDiagnostic) {
	r.t.Helper()
	var id int
	if _, err := fmt.Sscanf(d.Detail, "It is not known whether an earlier run extended reservation %d,", &id); err != nil {
		r.errorf("no reservation is named by %q", d.Detail)
	}
	_, name, _ := strings.Cut(d.Address, ".")
	r.w.Exec(`UPDATE reservas SET fin = fin + (?1 - minutos) * 60, minutos = ?1 WHERE id = ?2`, r.blocks["parking_reserva"][name]["minutos"], id)
}

var (
	defectPattern = regexp.MustCompile(`(?i)taint|must be replaced|panic|inconsistent result|bug in the provider|plugin did not respond|defect|please report`)
	advicePattern = regexp.MustCompile(`(?i)\b(run|apply|try) again|next (run|apply|plan|refresh)|\bcheck|\braise\b|\blower\b|\bdeclare\b|\bremove\b|terraform import|terraform apply`)
	// namePattern is how errors name what is no single plate or client. What is destroyed has no address any more.
	namePattern = regexp.MustCompile(`(?i)FLT-\d{4}|of client |reservation of vehicle \d+ in section \d+|(reservation|sanction) \d+`)
)

// checkDiagnostic wants of every text that it shows no personal data and no
// defect, and of an error that it names the thing, says more than its headline
// and what to do.
func (r *faultRun) checkDiagnostic(d applyDiagnostic) {
	r.t.Helper()
	text := fmt.Sprintf("%s: %s (%s): %s", d.Severity, d.Summary, d.Address, d.Detail)
	secrets := []any{"secret-credential"}
	for _, c := range r.blocks["parking_cliente"] {
		secrets = append(secrets, c["email"], c["telefono"], c["cedula"])
	}
	for _, secret := range secrets {
		if strings.Contains(text, fmt.Sprint(secret)) {
			r.errorf("it shows %q:\n%s", secret, text)
		}
	}
	if found := defectPattern.FindString(strings.ReplaceAll(text, "nothing is tainted", "")); found != "" {
		r.errorf("it says %q:\n%s", found, text)
	}
	if d.Severity != "error" {
		r.unread = r.unread || strings.Contains(d.Summary, "not read back")
		return
	}
	if strings.HasPrefix(d.Summary, "Not tried: ") || strings.HasSuffix(d.Detail, "The error of another request has the details.") {
		return // another error has the cause
	}
	var named bool
	switch kind, name, _ := strings.Cut(d.Address, "."); kind {
	case "parking_placa", "parking_vehiculo":
		named = strings.Contains(d.Detail, placaOf(name))
	case "parking_cliente":
		named = strings.Contains(d.Detail, "the client") // its name is personal data
	default:
		named = namePattern.MatchString(d.Detail)
	}
	if !named {
		r.errorf("an error does not name its object:\n%s", text)
	}
	if !advicePattern.MatchString(d.Detail) {
		r.errorf("an error does not say what to do:\n%s", text)
	}
}
