//go:build unix

package gitops

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// The module's own tests pass with no network, as the pipeline runs them: together on a new sandbox, and those that write once more
// on what they left there.
func TestCLIModule(t *testing.T) {
	t.Parallel()
	f := newForge(t, town{}, nil)
	job := f.start(parkingFlow, "prueba", nil)
	out := job.ok()
	tests := &acctest.CLI{T: t, Folder: filepath.Join(job.machine.folder, "modules", "flota"), Env: job.machine.env}
	files, err := filepath.Glob(filepath.Join(tests.Folder, "tests", "*.tftest.hcl"))
	acctest.Must(t, err)
	total := 0
	passed := func(want int, out string) {
		t.Helper()
		if want == 0 || !strings.Contains(out, fmt.Sprintf("Success! %d passed, 0 failed.", want)) {
			t.Errorf("not all %d runs passed:\n%s", want, out)
		}
		if strings.Contains(out, "sandbox is in use") {
			t.Errorf("a warning of what the files say themselves:\n%s", out)
		}
	}
	again, args := 0, []string{"test", "-no-color"}
	for _, file := range files {
		text, err := os.ReadFile(file)
		acctest.Must(t, err)
		runs := strings.Count("\n"+string(text), "\nrun ")
		total += runs
		if strings.Contains(string(text), "overwrite_existing") {
			again, args = again+runs, append(args, "-filter=tests/"+filepath.Base(file))
		}
	}
	passed(total, out)
	passed(again, tests.Ok(args...))
}

// A line that cannot be read stops the plan of its client, with an error that names it
// and shows no other. So does a wrong address, which the error does not show.
func TestCLIBadLine(t *testing.T) {
	t.Parallel()
	r := newRunner(t, map[string]string{"PARKING_SANDBOX": filepath.Join(t.TempDir(), "parking.db"), "TF_VAR_personal": personal("flota-sur")})
	folder := filepath.Join("clientes", "flota-sur")
	file := filepath.Join(r.folder, folder, "flota.csv")
	text, err := os.ReadFile(file)
	acctest.Must(t, err)
	bad := strings.Replace(string(text), ",1,0\n", ",quizás,0\n", 1)
	lines := strings.SplitAfter(bad, "\n")
	bad += lines[1] // a plate twice
	acctest.Must(t, os.WriteFile(file, []byte(bad), 0o600))
	r.withoutBackend(folder)
	sur := r.init(folder)
	code, out := sur.Run("plan", "-no-color")
	for _, want := range []string{"line 3, electrico:", fmt.Sprintf("line %d, placa:", len(lines)), `var.archivo is "./flota.csv"`} {
		if code == 0 || !strings.Contains(out, want) {
			t.Errorf("exit %d, and the error does not say %q:\n%s", code, want, out)
		}
	}
	if good := strings.SplitN(lines[3], ",", 2)[0]; strings.Contains(out, good) {
		t.Errorf("the error shows more than the bad lines:\n%s", out)
	}

	// Nor does an error show personal data, which Terraform would quote.
	acctest.Must(t, os.WriteFile(file, text, 0o600))
	sur.Env = append(sur.Env, `TF_VAR_personal={"email": "somebody", "telefono": "022000003", "cedula": "0100000003"}`)
	if _, out := sur.Run("plan", "-no-color"); !strings.Contains(out, "personal.email is not an e-mail address") || strings.Contains(out, "somebody") || isPersonal.MatchString(out) {
		t.Errorf("the error of a wrong address:\n%s", out)
	}
}

// The night lists vehicles that the file of a client does not declare, as the guide says, for one listing a run.
func TestCLINoDeclarados(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	env := w.env("flota-norte")
	env["PARKING_REFRESH_MAX_AGE"] = "24h"
	r := newRunner(t, env)
	folder := filepath.Join("clientes", "flota-norte")
	r.smallFleet(folder)
	r.withoutBackend(folder)
	norte := r.init(folder)
	norte.Ok("apply", "-no-color", "-auto-approve")
	for _, change := range []string{"INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('zxe-4257', 1)",
		"INSERT INTO vehiculos (cliente_id, placa) VALUES (2, 'zxe-4257')",
		"UPDATE placas SET placa = 'utg-0785' WHERE placa = 'UTG0785'"} { // declared, in another spelling
		w.Exec(change)
	}
	w.Requests()
	vehicles := w.Count("SELECT count(*) FROM vehiculos WHERE cliente_id = 2")
	list := func() string { return strings.TrimSpace(norte.Ok("output", "-json", "no_declarados")) }
	if list() != "[]" {
		t.Errorf("not declared after the first apply: %s", list())
	}
	norte.Ok("apply", "-no-color", "-auto-approve", "-refresh-only")
	if list() != `["zxe-4257"]` {
		t.Errorf("not declared after the night: %s", list())
	}
	if made := w.Requests(); len(made) != 1 || made["vehiculos"] != (vehicles+14)/15 {
		t.Errorf("a run without anything to do sends %v", made)
	}
	norte.EmptyPlan()
}

// What the guide shows of failures and slowness is what the sandbox takes, and its
// journal is where the guide looks for it.
func TestOfflineGuide(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../templates/guides/testing-offline.md.tmpl")
	acctest.Must(t, err)
	shown := regexp.MustCompile(`(?m)^ +(fault|latency) += "(.*)"$`).FindAllStringSubmatch(string(text), -1)
	if len(shown) < 2 {
		t.Errorf("the guide shows %q only", shown)
	}
	for _, setting := range shown {
		if setting[1] == "fault" {
			_, err = sandbox.ParseFaults(setting[2])
		} else {
			_, err = sandbox.ParseLatency(setting[2])
		}
		if err != nil {
			t.Errorf("the guide shows %s, but %v", setting[2], err)
		}
	}
	names := regexp.MustCompile(`(?s)\*\*Which operation\*\*.*?for all others`).FindString(string(text))
	for _, name := range regexp.MustCompile("`([\\w-]+)`").FindAllStringSubmatch(names, -1) {
		_, err := sandbox.ParseFaults(name[1] + "=drop")
		acctest.Must(t, err)
	}
	if !strings.Contains(names, "`default`") {
		t.Errorf("the guide names these operations: %q", names)
	}
	query := regexp.MustCompile(`sqlite3 parking-sandbox.db '(.*)'`).FindStringSubmatch(string(text))[1]
	box, err := sandbox.Open(t.Context(), sandbox.Options{})
	acctest.Must(t, err)
	defer func() { _ = box.Close() }()
	if _, err := box.DB().ExecContext(t.Context(), query); err != nil {
		t.Errorf("%s: %v", query, err)
	}
}

// The example is tried with one command, without service and database.
func TestCLIProbar(t *testing.T) {
	t.Parallel()
	r := newRunner(t, nil)
	path, err := exec.LookPath(program.For(t))
	acctest.Must(t, err)
	programs, folder := t.TempDir(), t.TempDir()
	acctest.Must(t, os.Symlink(path, filepath.Join(programs, "terraform")))
	command := exec.CommandContext(t.Context(), filepath.Join(r.folder, "probar.sh"), folder)
	command.Env = append(r.env, "PATH="+programs+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := command.CombinedOutput()
	for _, want := range []string{"== plan.sh", "Plan: 2 to add", "== aplicar.sh", "Resources: 2 added", "== deriva.sh", "No changes.", folder} {
		if err != nil || !strings.Contains(string(out), want) {
			t.Fatalf("%v, and it does not say %q:\n%s", err, want, out)
		}
	}
}

// withoutBackend keeps the state of a client in a file.
func (r *runner) withoutBackend(folder string) {
	r.t.Helper()
	override := "terraform {\n  backend \"local\" {}\n}\n"
	acctest.Must(r.t, os.WriteFile(filepath.Join(r.folder, folder, "backend_override.tf"), []byte(override), 0o600))
}
