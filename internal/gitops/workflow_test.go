//go:build unix

package gitops

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What the workflow may do, and what may run beside what.
func TestWorkflowIsCareful(t *testing.T) {
	t.Parallel()
	flow := readWorkflow(t)
	if flow.Permissions == nil || len(flow.Permissions) != 0 {
		t.Errorf("without a word of its own a job may %v", flow.Permissions)
	}
	groups := map[string]string{}
	for name, j := range flow.Jobs {
		secret := strings.Contains(fmt.Sprint(j.Env, j.Steps), "secrets.")
		writes := false
		for permission, level := range j.Permissions {
			writes = writes || level != "read"
			if level != "read" && (name != "comentario" && name != "registro" || permission != "pull-requests") {
				t.Errorf("%s may %s %s", name, level, permission)
			}
		}
		if j.Permissions == nil || secret && writes {
			t.Errorf("%s: permissions %v, secrets %t", name, j.Permissions, secret)
		}
		if j.TimeoutMinutes == 0 || j.RunsOn == "" {
			t.Errorf("%s has no time limit or no machine", name)
		}
		shell := j.Defaults.Run.Shell
		if j.Defaults.Run.WorkingDirectory == "" {
			shell = flow.Defaults.Run.Shell
		}
		if shell != "bash" {
			t.Errorf("%s runs commands in the shell %q, in which a pipe hides a failure", name, shell)
		}
		for _, s := range j.Steps {
			if s.Uses != "" && !regexp.MustCompile(`^[\w-]+/[\w-]+@(v\d+|[0-9a-f]{40})$`).MatchString(s.Uses) {
				t.Errorf("%s uses %s, which is not pinned", name, s.Uses)
			}
			if strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["persist-credentials"] != false {
				t.Errorf("%s leaves the credential of the repository in its checkout", name)
			}
			if strings.Contains(s.Run, "${{") {
				t.Errorf("%s, %s: an expression in a command would be run as a part of it", name, s.Name)
			}
		}
		if j.Strategy.Matrix == nil {
			if secret {
				t.Errorf("%s has secrets", name)
			}
			continue
		}
		if j.Strategy.FailFast == nil || *j.Strategy.FailFast {
			t.Errorf("%s: the failure of one client ends the others", name)
		}
		if each, _ := strconv.Atoi(flow.Env["PARKING_MAX_CONCURRENCY"]); each*j.Strategy.MaxParallel != parking.DefaultMaxConcurrency {
			t.Errorf("%s: %d jobs of %d requests at once", name, j.Strategy.MaxParallel, each)
		}
		if other, taken := groups[j.Concurrency.Group]; taken || !strings.Contains(j.Concurrency.Group, "${{ matrix.cliente }}") {
			t.Errorf("%s: the group %q is also that of %s, or of all clients", name, j.Concurrency.Group, other)
		}
		groups[j.Concurrency.Group] = name
		if j.Concurrency.CancelInProgress != (name == "plan") {
			t.Errorf("%s: cancelled by the next one: %t", name, j.Concurrency.CancelInProgress)
		}
	}
	for name, want := range map[string]string{
		"prueba": "github.event_name == 'pull_request'", "plan": "github.event.pull_request.head.repo.full_name == github.repository",
		"aplicar": "github.ref == 'refs/heads/main'", "deriva": "github.event_name == 'schedule'",
	} {
		if !strings.Contains(flow.Jobs[name].If, want) {
			t.Errorf("%s runs if %s", name, flow.Jobs[name].If)
		}
	}
	if len(groups) != 3 || flow.Jobs["aplicar"].Environment == "" || flow.Jobs["deriva"].Env["PARKING_REFRESH_MAX_AGE"] != "0s" {
		t.Error("plan, aplicar or deriva is missing, or not as it has to be")
	}
}

// git runs a command in the checkout and gives what it printed.
func (r *runner) git(args ...string) string {
	r.t.Helper()
	command := exec.CommandContext(r.t.Context(), "git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"}, args...)...)
	command.Dir, command.Env = r.folder, r.env
	out, err := command.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit changes a file of the repository, or removes it where change is nil, and
// gives the commit before.
func (r *runner) commit(file string, change func(string) string) (before string) {
	r.t.Helper()
	before = r.git("rev-parse", "HEAD")
	path := filepath.Join(r.folder, file)
	if change == nil {
		r.git("rm", "-q", file)
	} else {
		text, err := os.ReadFile(path)
		acctest.Must(r.t, err)
		acctest.Must(r.t, os.WriteFile(path, []byte(change(string(text))), 0o600))
	}
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "change")
	return before
}

const before = "github.event_name == 'pull_request' && 'HEAD^1' || github.event.before"

// newRepository is the example in a git repository, with its lock files.
func newRepository(t *testing.T, env map[string]string) *runner {
	t.Helper()
	r := newRunner(t, env)
	r.git("init", "-q", "-b", "main")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "the example")
	return r
}

func line(text string) func(string) string { return func(all string) string { return all + text } }

// Which clients a change is about.
func TestCLIWorkflowChoosesClients(t *testing.T) {
	t.Parallel()
	flow := readWorkflow(t)
	r := newRepository(t, nil)
	choose := func(e event) string {
		t.Helper()
		acctest.Must(t, os.RemoveAll(r.temp()))
		out, output, err := r.job(flow, "clientes", "", e)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return output["clientes"]
	}
	all, _ := json.Marshal(clientes)
	base := r.git("rev-parse", "HEAD")
	one := r.commit("clientes/flota-sur/flota.csv", line("PDA1111,1,flota-sur,,0,0\n"))
	two := r.commit("clientes/reparto-centro/main.tf", line("# more\n"))
	gone := r.commit("clientes/flota-sur/main.tf", nil)
	r.commit("clientes/flota-sur/flota.csv", nil)
	name := r.commit("atlantis.yaml", line("# more\n"))
	shared := r.commit("modules/flota/outputs.tf", line("# more\n"))
	for _, c := range []struct{ name, head, before, cliente, want string }{
		{"one client", two, one, "", `["flota-sur"]`},
		{"two clients", gone, base, "", `["flota-sur","reparto-centro"]`},
		{"a folder that went away", name, two, "", `["reparto-centro"]`},
		{"nothing of a client", shared, name, "", `[]`},
		{"what all share", "main", shared, "", `["flota-norte","reparto-centro"]`},
		{"a new branch", one, strings.Repeat("0", 40), "", string(all)},
		{"a merged pull request", two, "HEAD^1", "", `["flota-sur"]`},
		{"the night", one, "", "", string(all)},
		{"by hand", one, "", "flota-norte", `["flota-norte"]`},
	} {
		r.git("checkout", "-q", c.head)
		if got := choose(event{before: c.before, "inputs.cliente": c.cliente}); got != c.want {
			t.Errorf("%s: %s, wanted %s", c.name, got, c.want)
		}
	}
	if _, _, err := r.job(flow, "clientes", "", event{before: "", "inputs.cliente": "nobody"}); err == nil {
		t.Error("a client that has no folder is accepted")
	}
}

// personal is what the files of the clients say of them.
var personal = regexp.MustCompile(`@example\.com|02200000\d|010000000\d`)

// The whole life of the repository: every command of the workflow that runs Terraform
// is run as it stands, on machines without network but to the service and the states.
func TestCLIWorkflow(t *testing.T) {
	t.Parallel()
	connection, _, _ := newDatabase(t)
	w := newTown(t)
	flow := readWorkflow(t)
	origin := newRepository(t, w.env(connection))
	// The providers are locked once, on somebody's machine, and the pipeline takes no other.
	for _, cliente := range clientes {
		origin.init(filepath.Join("clientes", cliente))
	}
	origin.commit("clientes/flota-sur/.terraform.lock.hcl", line(""))
	machine := func() *runner {
		r := emptyRunner(t, w.env(connection))
		r.git("clone", "-q", origin.folder, ".")
		return r
	}

	// The pull request of a new client shows its vehicles, and none of its own data.
	r := machine()
	out, _, err := r.job(flow, "plan", "flota-sur", event{"github.event.pull_request.number": "6"})
	if err != nil || !strings.Contains(out, "Plan: 2 to add, 0 to change, 0 to destroy.") || !strings.Contains(out, "AKX0359") {
		t.Errorf("%v\n%s", err, out)
	}
	if personal.MatchString(out) {
		t.Errorf("the plan shows data of the client:\n%s", out)
	}
	w.Requests()

	// The first push: everything, all clients at once.
	total := 0
	var group sync.WaitGroup
	for _, cliente := range clientes {
		total += plates(t, cliente)
		r := machine()
		group.Go(func() {
			if out, _, err := r.job(flow, "aplicar", cliente, nil); err != nil {
				t.Errorf("%s: %v\n%s", cliente, err, out)
			}
		})
	}
	group.Wait()
	if made := w.Requests(); made["registrar_placa"] != total || made["registrar_vehiculo"] != total {
		t.Fatalf("writes for %d vehicles: %v", total, made)
	}

	// A pull request: its plan is shown, and asks the service only which vehicle types there are, and about the new vehicle: its
	// plate, the first page of the client's vehicles, those of that plate, and those of another one, to see that this filter works.
	origin.commit("clientes/flota-sur/flota.csv", line("PDA1111,1,flota-sur,Furgón nuevo,0,0\n"))
	r = machine()
	if out, _, err := r.job(flow, "prueba", "", nil); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if out, _, err := r.job(flow, "plan", "flota-sur", event{"github.event.pull_request.number": "7"}); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	w.ExpectRequests(map[string]int{"tipo_vehiculo": 1, "placa": 1, "vehiculos": 3})
	comment := commented(t, flow, r.said("flota-sur.txt"))
	for _, want := range []string{"flota-sur: Plan: 0 to add, 1 to change, 0 to destroy.", "PDA1111"} {
		if !strings.Contains(comment, want) {
			t.Errorf("the comment does not say %q:\n%s", want, comment)
		}
	}
	if personal.MatchString(comment) {
		t.Errorf("the comment shows data of the client:\n%s", comment)
	}

	// It is merged.
	r = machine()
	if out, _, err := r.job(flow, "aplicar", "flota-sur", nil); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	const unknown = `{"operation":"registrar_placa","placa":"PDA9999","outcome":"unknown"}`
	want := "### flota-norte\n\nNothing was written.\n\n### flota-sur\n\n" +
		"- registrar_placa, done: 1\n- registrar_placa, unknown: 1\n- registrar_vehiculo, done: 1\n\n~~~json\n" + unknown + "\n~~~\n\n"
	if said := recorded(t, flow, r.said("flota-sur.jsonl")+unknown); said != want {
		t.Errorf("what was written is commented as\n%s\nwanted\n%s", said, want)
	}
	if made := w.Requests(); made["registrar_placa"] != 1 || made["registrar_vehiculo"] != 1 {
		t.Errorf("writes for one vehicle: %v", made)
	}

	// The night reads everything, and is quiet until somebody changes something.
	night := func() (string, error) {
		r := machine()
		_, _, err := r.job(flow, "deriva", "flota-sur", nil)
		summary, _ := os.ReadFile(filepath.Join(r.temp(), "summary"))
		return string(summary), err
	}
	if summary, err := night(); err != nil || summary != "" {
		t.Errorf("a quiet night: %v\n%s", err, summary)
	}
	if made := w.Requests(); made["placa"] != plates(t, "flota-sur")+1 {
		t.Errorf("the night reads %v", made)
	}
	w.Exec("UPDATE placas SET electrico = 1 - electrico WHERE placa = 'PDA1111'")
	summary, err := night()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(err.Error(), "Look for drift") || !strings.Contains(summary, "PDA1111") || !strings.Contains(summary, "1 to change") {
		t.Errorf("a night after a change elsewhere: %v\n%s", err, summary)
	}
	// Applied by hand, it is as declared again.
	if out, _, err := machine().job(flow, "aplicar", "flota-sur", nil); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if w.Count("SELECT electrico FROM placas WHERE placa = 'PDA1111'") != 0 {
		t.Error("what somebody changed was not brought back")
	}
	if summary, err := night(); err != nil {
		t.Errorf("the night after that: %v\n%s", err, summary)
	}
}

// said is what a job of this machine wrote to a file.
func (r *runner) said(file string) string {
	r.t.Helper()
	text, err := os.ReadFile(filepath.Join(r.temp(), file))
	acctest.Must(r.t, err)
	return string(text)
}

// gathered has a job put the files of other jobs together, and gives the text for the pull request and the machine.
func gathered(t *testing.T, flow *workflow, job, folder string, files map[string]string) (string, *runner) {
	t.Helper()
	r := emptyRunner(t, nil)
	acctest.Must(t, os.MkdirAll(filepath.Join(r.folder, folder), 0o700))
	for name, text := range files {
		acctest.Write(t, filepath.Join(r.folder, folder, name), text)
	}
	if out, _, err := r.job(flow, job, "", nil); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(r.folder, job+".md"))
	acctest.Must(t, err)
	return string(text), r
}

// commented gives the comment on a plan and on one that failed.
func commented(t *testing.T, flow *workflow, plan string) string {
	t.Helper()
	long := strings.Repeat("long ", 40_000) + "\nError: Invalid function argument\n"
	comment, _ := gathered(t, flow, "comentario", "planes", map[string]string{"flota-sur.txt": plan, "flota-norte.txt": long})
	if len(comment) > 65_536 || !strings.Contains(comment, "flota-norte: Error: Invalid function argument") {
		t.Errorf("a comment of %d bytes:\n%.300s", len(comment), comment)
	}
	if steps := flow.Jobs["comentario"].Steps; !slices.ContainsFunc(steps, func(s step) bool { return strings.HasPrefix(s.Run, "gh pr comment ") }) {
		t.Error("nobody writes the comment")
	}
	return comment
}

// recorded gives the comment on what was written: an audit log, here with a line that is cut off, and an empty one.
func recorded(t *testing.T, flow *workflow, log string) string {
	t.Helper()
	comment, r := gathered(t, flow, "registro", "registros", map[string]string{"flota-sur.jsonl": log + "\n{\"cut", "flota-norte.jsonl": ""})
	if summary := r.said("summary"); summary != comment {
		t.Errorf("the summary of the run is %q", summary)
	}
	return comment
}
