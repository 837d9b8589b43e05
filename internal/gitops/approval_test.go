//go:build unix

package gitops

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// What is approved is what is applied: whatever changed since stops the job before it writes anything, and it says to plan
// again.
func TestCLIOnlyWhatWasApproved(t *testing.T) {
	t.Parallel()
	e, w := newEstados(t, clientes...), newTown(t)
	f := newForge(t, w, e)
	f.plan("flota-norte")
	stops := func(what string, wanted ...string) {
		t.Helper()
		w.Requests()
		out := f.apply("flota-norte").fails("Apply")
		for _, want := range append(wanted, "::error::flota-norte is not as approved.") {
			if !strings.Contains(out, want) {
				t.Errorf("%s: the job does not say %q:\n%s", what, want, out)
			}
		}
		for operation := range w.Requests() {
			if strings.HasPrefix(operation, "registrar") || strings.HasPrefix(operation, "actualizar") {
				t.Errorf("%s: it writes: %s", what, operation)
			}
		}
	}
	const changed = "Error: the plan is not what was approved. Nothing was applied."
	w.Exec("INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('UTG0785', 1)") // as the file declares it
	stops("a plate that appeared as declared", changed, "+Warning:", "UTG0785")
	w.Exec("UPDATE placas SET electrico = 1 WHERE placa = 'UTG0785'")
	stops("a plate that appeared otherwise", changed, "+Error:", "UTG0785")
	w.Exec("DELETE FROM placas WHERE placa = 'UTG0785'")

	// What was merged since, of this client or of all.
	for _, file := range []string{"clientes/flota-norte/main.tf", "modules/flota/outputs.tf", "pipeline/plan.sh"} {
		planned := f.origin.commit(file, line("# more\n"))
		stops(file, outdated)
		f.origin.git("reset", "-q", "--hard", planned)
	}
	f.origin.commit("clientes/flota-sur/main.tf", line("# more\n")) // which is no reason to stop

	// A plan that somebody made of other settings of the provider, for which the certificate is enough.
	const hidden = "Error: the plan is not what was approved, in what its text does not show. Nothing was applied."
	forge := func(file string, change func(string) string) (restore func()) {
		t.Helper()
		planned := maps.Clone(f.needs)
		saved := filepath.Join(f.artifacts, "plan-flota-norte", "flota-norte.enc")
		approved, err := os.ReadFile(saved)
		acctest.Must(t, err)
		f.origin.git("checkout", "-q", "-B", "forged")
		f.origin.commit("clientes/flota-norte/"+file, change)
		f.start(clienteFlow, "plan", values{"github.event_name": "workflow_dispatch", "github.ref": "refs/heads/forged", "inputs.cliente": "flota-norte"}).ok()
		f.origin.git("checkout", "-q", "main")
		f.needs = planned
		return func() { acctest.Must(t, os.WriteFile(saved, approved, 0o600)) }
	}
	restore := forge("main.tf", func(text string) string {
		return strings.Replace(text, `provider "parking" {}`, `provider "parking" {
  max_retries = 1
}`, 1)
	})
	stops("other settings of the provider", hidden)
	restore()

	// The state alone.
	e.query(t, e.name, `UPDATE "flota-norte".states SET data = jsonb_set(data::jsonb, '{outputs,otro}', '{"value": "1", "type": "string"}')`)
	stops("a state that changed", changed, "otro")
	e.query(t, e.name, `UPDATE "flota-norte".states SET data = data::jsonb #- '{outputs,otro}'`)

	// A value that no text of a plan shows: neither what the service has nor what the secret says is overwritten unseen.
	// Nor does a plan that somebody made for another place of the state take the state there.
	f.plan("flota-norte")
	elsewhere := filepath.Join(t.TempDir(), "terraform.tfstate")
	forge("backend_override.tf", line(fmt.Sprintf("terraform {\n  backend \"local\" {\n    path = %q\n  }\n}\n", elsewhere)))
	f.apply("flota-norte").ok()
	if !missing(elsewhere) || !strings.Contains(e.query(t, e.name, `SELECT data FROM "flota-norte".states`), "parking_flota") {
		t.Error("the state is where a forged plan says")
	}
	telephone := func(number string) {
		for _, job := range []string{"plan", "aplicar"} {
			f.environments[job+"-flota-norte"]["secrets.PERSONAL"] = strings.Replace(personal("flota-norte"), "022000002", number, 1)
		}
	}
	telephone("022000009")
	if _, changes := f.plan("flota-norte"); !changes {
		t.Fatal("another telephone is no change")
	}
	w.Exec("UPDATE clientes SET telefono = '022000008' WHERE id = 2")
	stops("a telephone that the service changed", hidden)
	f.plan("flota-norte")
	telephone("022000007")
	stops("a telephone that the secret changed", hidden)
	telephone("022000009")
	f.apply("flota-norte").ok()
}

// outdated is what aplicar.sh says of a commit that is no longer what main has.
const outdated = "Error: main has changed since the plan was made. Nothing was applied."

// Only the key of the applying job opens a saved plan, and one that somebody changed does not open.
func TestSavedPlanIsClosed(t *testing.T) {
	t.Parallel()
	key, err := sharedKey()
	acctest.Must(t, err)
	other, err := newKey()
	acctest.Must(t, err)
	folder, command := terraformStub(t, `case "$1 $6" in
"plan -out="*) echo "the plan of 0100000002" > "${6#-out=}" && exit 2 ;;
"show "*) printf '{"resource_changes": "%s"}' "$(cat "$3")" ;;
apply*) echo "$4"; cat /dev/fd/9 ;;
esac
`)
	run := func(script string, env ...string) (string, error) {
		out, err := command(script, env...).CombinedOutput()
		if left, _ := os.ReadDir(filepath.Join(folder, "tmp")); len(left) > 0 {
			t.Errorf("%s leaves %s", script, left)
		}
		return string(out), err
	}
	if out, err := run("plan.sh", "GUARDAR=true"); err == nil || !strings.Contains(out, "PLAN_CERT: is not set") {
		t.Errorf("a plan that cannot be saved passes: %v\n%s", err, out)
	}
	if out, err := run("plan.sh", "GUARDAR=true", "PLAN_CERT="+key.certificate); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	saved := filepath.Join(folder, "plan", "flota-norte.enc")
	text, err := os.ReadFile(saved)
	acctest.Must(t, err)
	if isPersonal.Match(text) {
		t.Error("the saved plan can be read")
	}
	if out, err := run("aplicar.sh", "PLAN_KEY="+key.private); err != nil || out != "-lock-timeout=10s\nthe plan of 0100000002\n" {
		t.Errorf("the key of the job does not open it, or the apply waits: %v\n%s", err, out)
	}
	if out, err := run("aplicar.sh", "PLAN_KEY="+other.private); err == nil || strings.Contains(out, "0100000002") {
		t.Errorf("another key opens it: %v\n%s", err, out)
	}
	text[len(text)-30] ^= 1
	acctest.Must(t, os.WriteFile(saved, text, 0o600))
	if out, err := run("aplicar.sh", "PLAN_KEY="+key.private); err == nil || strings.Contains(out, "the plan") {
		t.Errorf("a changed plan is applied: %v\n%s", err, out)
	}
}

// terraformStub is a copy of the example with a shell script in place of Terraform.
func terraformStub(t *testing.T, script string) (folder string, run func(script string, env ...string) *exec.Cmd) {
	t.Helper()
	folder = t.TempDir()
	acctest.Must(t, os.CopyFS(folder, os.DirFS(exampleFolder)))
	acctest.Write(t, filepath.Join(folder, "terraform"), "#!/bin/sh\n"+script)
	acctest.Must(t, os.Chmod(filepath.Join(folder, "terraform"), 0o700))
	acctest.Must(t, os.Mkdir(filepath.Join(folder, "plan"), 0o700))
	acctest.Must(t, os.Mkdir(filepath.Join(folder, "tmp"), 0o700))
	return folder, func(script string, env ...string) *exec.Cmd {
		command := exec.CommandContext(t.Context(), filepath.Join(folder, "pipeline", script), filepath.Join(folder, "plan"))
		command.Env = append(os.Environ(), append(env, "CLIENTE=flota-norte", "TMPDIR="+filepath.Join(folder, "tmp"),
			"PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"))...)
		return command
	}
}

// The text of a plan has every line but those of progress, which come first: nobody can hide one by what a file or the service
// says. The same goes for drift.
func TestPlanHidesNothing(t *testing.T) {
	t.Parallel()
	const raw = `  # module.flota.parking_flota.flota will be created
      + "AKX0359" = { nombre = "Robado: Reading..." }
      + nombre = "x: Refreshing state... [id=1]"
Robado: Reading... of the service
module.flota.parking_flota.flota: Modifying... [id=2]
      + nombre    = "\x1b[2J\rMoto\u202e 001\u2066\u200f\u2028\u0085\x00"
~~~~~~~
      ~ email     = "otra@example.org" -> "more@example.org"
	Flota.NORTE@Example.com is 0100000002, not 01000
`
	const plan = `  # module.flota.parking_flota.flota will be created
      + "AKX0359" = { nombre = "Robado: Reading..." }
      + nombre = "x: Refreshing state... [id=1]"
Robado: Reading... of the service
module.flota.parking_flota.flota: Modifying... [id=2]
      + nombre    = "?[2J?Moto? 001?????"
~~?~~?~
      ~ email     = (sensitive value)
	(sensitive value) is (sensitive value), not 01000
`
	const progress = `data.parking_vehiculos.all: Reading...
Acquiring state lock. This may take a few moments...
data.parking_vehiculos.all: Still reading... [10s elapsed]
module.flota["a b: \"c\""].data.parking_vehiculos.flota[0]: Read complete after 1s [id=2]
module.flota.parking_cliente.flota: Refreshing state... [id=2]
`
	const wrapped = "data.parking_vehiculos.all: Reading... as a warning says\n" // at the beginning of a line
	text := strings.NewReplacer(`\x1b`, "\x1b", `\r`, "\r", `\u202e`, "\u202e", `\u2066`, "\u2066", `\u200f`, "\u200f",
		`\u2028`, "\u2028", `\u0085`, "\u0085", `\x00`, "\x00").Replace(raw)
	folder, run := terraformStub(t, `case "$1" in plan) cat "$TEXT"; exit "$CODE" ;; show) echo '{"resource_drift": [1]}' ;; esac`)
	printed := filepath.Join(folder, "printed")
	acctest.Write(t, printed, progress+"\n"+text+wrapped+"Releasing state lock. This may take a few moments...\n")
	for script, want := range map[string]string{"plan.sh": "\n" + plan + wrapped,
		"deriva.sh": progress + "\n" + plan + wrapped + "Releasing state lock. This may take a few moments...\n"} {
		code := map[string]string{"plan.sh": "2", "deriva.sh": "0"}[script]
		out, err := run(script, "TEXT="+printed, "CODE="+code, "TF_VAR_personal="+personal("flota-norte")).CombinedOutput()
		acctest.Must(t, err)
		text, err := os.ReadFile(filepath.Join(folder, "plan", "flota-norte.txt"))
		acctest.Must(t, err)
		if string(out) != want || string(text) != want {
			t.Errorf("%s: the log has\n%s\nand the text has\n%s\nwanted\n%s", script, out, text, want)
		}
	}
}

// Who cancels the job while it plans once more ends it: nothing is applied, and no decrypted plan is left.
func TestInterruptedPlanIsNotApplied(t *testing.T) {
	t.Parallel()
	key, err := sharedKey()
	acctest.Must(t, err)
	folder, run := terraformStub(t, `case "$1 $6" in
"plan -out="*) echo "the plan" > "${6#-out=}"; if [ -n "${SLOW:-}" ]; then : > "$SLOW"; sleep 2; fi; exit 2 ;;
"show "*) echo '{}' ;;
apply*) echo applied ;;
esac
`)
	out, err := run("plan.sh", "GUARDAR=true", "PLAN_CERT="+key.certificate).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		planning := filepath.Join(folder, "planning")
		command := run("aplicar.sh", "PLAN_KEY="+key.private, "SLOW="+planning)
		var text bytes.Buffer
		command.Stdout, command.Stderr = &text, &text
		acctest.Must(t, command.Start())
		for missing(planning) {
			time.Sleep(10 * time.Millisecond)
		}
		acctest.Must(t, command.Process.Signal(signal))
		_ = command.Wait()
		if code := command.ProcessState.ExitCode(); code != 130 || strings.Contains(text.String(), "applied") {
			t.Errorf("%v: exit %d:\n%s", signal, code, &text)
		}
		if left, _ := filepath.Glob(filepath.Join(folder, "tmp", "*", "plan.tfplan")); len(left) > 0 {
			t.Errorf("%v leaves %s", signal, left)
		}
		acctest.Must(t, os.Remove(planning))
	}
}

// A job whose terraform init fails leaves what that says for people to read.
func TestFailedInitLeavesItsText(t *testing.T) {
	t.Parallel()
	folder, run := terraformStub(t, `case "$1" in
init) echo "Error: no lock file"; exit 1 ;;
*) exit 0 ;;
esac
`)
	out, err := run("plan.sh").CombinedOutput()
	text, readErr := os.ReadFile(filepath.Join(folder, "plan", "flota-norte.txt"))
	if err == nil || readErr != nil || string(text) != "Error: no lock file\n" {
		t.Errorf("%v: %s; the text is %q, %v", err, out, text, readErr)
	}
}
