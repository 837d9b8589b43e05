//go:build unix

package gitops

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What each job may do.
func TestWorkflowIsCareful(t *testing.T) {
	t.Parallel()
	writers := map[string]string{"comentario": "pull-requests", "registro": "pull-requests", "incidencias": "issues"}
	environments := map[string]string{"plan": "plan-${{ inputs.cliente }}", "aplicar": "aplicar-${{ inputs.cliente }}", "deriva": "plan-${{ inputs.cliente }}"}
	for _, file := range []string{parkingFlow, clienteFlow} {
		flow := readWorkflow(t, file)
		if flow.Permissions == nil || len(flow.Permissions) != 0 || flow.Defaults.Run.Shell != "bash" {
			t.Errorf("%s: without a word of its own a job may %v, in the shell %q", file, flow.Permissions, flow.Defaults.Run.Shell)
		}
		for name, j := range flow.Jobs {
			for permission, level := range j.Permissions {
				if level != "read" && writers[name] != permission {
					t.Errorf("%s may %s %s", name, level, permission)
				}
			}
			secret := strings.Contains(fmt.Sprint(j.Env, j.Steps), "secrets.")
			if secret != (file == clienteFlow) || j.Environment != environments[name] || j.Permissions == nil {
				t.Errorf("%s: environment %q, secrets %t, permissions %v", name, j.Environment, secret, j.Permissions)
			}
			if j.Uses == "" && (j.TimeoutMinutes == 0 || j.RunsOn == "") {
				t.Errorf("%s has no time limit or no machine", name)
			}
			for _, s := range j.Steps {
				if s.Uses != "" && !regexp.MustCompile(`^[\w-]+/[\w-]+@[0-9a-f]{40}$`).MatchString(s.Uses) {
					t.Errorf("%s uses %s, which is not pinned", name, s.Uses)
				}
				if strings.HasPrefix(s.Uses, "actions/upload-artifact@") && s.With["overwrite"] != true && !strings.Contains(fmt.Sprint(s.With["name"]), "run_attempt") {
					t.Errorf("%s cannot run again: its artifact exists", name)
				}
				if checkout := strings.HasPrefix(s.Uses, "actions/checkout@"); checkout && (s.With["persist-credentials"] != false || writers[name] != "") {
					t.Errorf("%s may write and runs code of the repository, or leaves a credential in its checkout", name)
				}
				if regexp.MustCompile(`pipeline/(plan|aplicar|deriva)\.sh`).MatchString(s.Run) && !strings.Contains(s.Run, "echo \"::stop-commands::$ficha\"\n") {
					t.Errorf("%s, %s: GitHub would take what a file says for a command", name, s.Name)
				}
				if strings.Contains(s.Run, "${{") {
					t.Errorf("%s, %s: an expression in a command would be run as a part of it", name, s.Name)
				}
				if strings.Contains(fmt.Sprint(s.Env), "PLAN_KEY") && name != "aplicar" {
					t.Errorf("%s has the key of the plans", name)
				}
			}
		}
	}
	cliente := readWorkflow(t, parkingFlow).Jobs["cliente"]
	if cliente.Strategy.FailFast == nil || *cliente.Strategy.FailFast {
		t.Error("the failure of one client ends the others")
	}
	each, _ := strconv.Atoi(readWorkflow(t, clienteFlow).Env["PARKING_MAX_CONCURRENCY"])
	if each*cliente.Strategy.MaxParallel != parking.DefaultMaxConcurrency {
		t.Errorf("%d clients of %d requests at once", cliente.Strategy.MaxParallel, each)
	}
}

// Which jobs an event starts, and which runs wait for each other.
func TestWorkflowEvents(t *testing.T) {
	t.Parallel()
	flow, inner := readWorkflow(t, parkingFlow), readWorkflow(t, clienteFlow)
	for _, event := range []string{"pull_request", "push"} {
		if filters, _ := flow.On[event].(map[string]any); filters["paths"] != nil {
			t.Errorf("%s: GitHub compares only the first files of a change with paths", event)
		}
	}
	common := values{"success()": "true", "github.repository": "a/flotas", "needs.clientes.outputs.clientes": `["flota-sur"]`, "needs.cliente.result": "success",
		"needs.plan.outputs.cambios": "true", "matrix.cliente": "flota-sur", "github.ref": "refs/heads/main"}
	pull := values{"github.event_name": "pull_request", "github.ref": "refs/pull/7/merge", "github.event.pull_request.number": "7", "github.event.pull_request.head.repo.full_name": "a/flotas"}
	groups := map[string]string{}
	for _, c := range []struct {
		name  string
		event values
		want  string
		group string // of the client, and whether the next run cancels it
	}{
		{"a pull request", pull, "cliente clientes comentario plan prueba", "parking-flota-sur-7 true"},
		{"of a fork", values{"github.event.pull_request.head.repo.full_name": "b/flotas", "needs.cliente.result": "skipped"}, "clientes prueba", ""},
		{"of no client", values{"needs.clientes.outputs.clientes": "[]", "needs.cliente.result": "skipped"}, "clientes prueba", ""},
		{"a merge", values{"github.event_name": "push"}, "aplicar cliente clientes plan registro", "parking-flota-sur-refs/heads/main false"},
		{"without changes", values{"github.event_name": "push", "needs.plan.outputs.cambios": "false"}, "cliente clientes plan registro", ""},
		{"by hand", values{"github.event_name": "workflow_dispatch"}, "aplicar cliente clientes plan registro", "parking-flota-sur-refs/heads/main false"},
		{"by hand on a branch", values{"github.event_name": "workflow_dispatch", "github.ref": "refs/heads/x"}, "cliente clientes plan registro", "parking-flota-sur-refs/heads/x false"},
		{"the night", values{"github.event_name": "schedule"}, "cliente clientes deriva incidencias", "parking-flota-sur-night false"},
	} {
		v := values{}
		for _, from := range []values{common, pull, c.event} {
			for name, value := range from {
				if name != "github.event.pull_request.number" || c.event["github.event_name"] == "pull_request" {
					v[name] = value
				}
			}
		}
		if c.event["github.ref"] == "" && v["github.event_name"] != "pull_request" {
			v["github.ref"] = "refs/heads/main"
		}
		var jobs []string
		for name, j := range flow.Jobs {
			if v.holds(t, j.If) {
				jobs = append(jobs, name)
			}
		}
		if slices.Contains(jobs, "cliente") {
			for name, j := range inner.Jobs {
				if v.holds(t, j.If) {
					jobs = append(jobs, name)
				}
			}
		}
		slices.Sort(jobs)
		if got := strings.Join(jobs, " "); got != c.want {
			t.Errorf("%s starts %s, wanted %s", c.name, got, c.want)
		}
		concurrency := flow.Jobs["cliente"].Concurrency
		if got := v.expand(t, concurrency.Group+" "+concurrency.CancelInProgress); c.group != "" && got != c.group {
			t.Errorf("%s is in the group %s, wanted %s", c.name, got, c.group)
		}
		groups[c.group] = c.name
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
		if !os.IsNotExist(err) {
			acctest.Must(r.t, err)
		}
		acctest.Must(r.t, os.MkdirAll(filepath.Dir(path), 0o750))
		acctest.Must(r.t, os.WriteFile(path, []byte(change(string(text))), 0o600))
	}
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "change")
	return before
}

// fleet is how many vehicles each fleet of a repository has.
const fleet = 3

// newRepository is the example in a git repository, with its lock files and small fleets.
func newRepository(t *testing.T) *runner {
	t.Helper()
	r := newRunner(t, nil)
	lock, err := sharedLock()
	acctest.Must(t, err)
	for _, cliente := range clientes {
		folder := filepath.Join("clientes", cliente)
		r.smallFleet(folder)
		acctest.Must(t, os.WriteFile(filepath.Join(r.folder, folder, ".terraform.lock.hcl"), lock, 0o600))
	}
	r.git("init", "-q", "-b", "main")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "the example")
	return r
}

// smallFleet leaves so many in a client's file.
func (r *runner) smallFleet(folder string) {
	r.t.Helper()
	file := filepath.Join(r.folder, folder, "flota.csv")
	text, err := os.ReadFile(file)
	acctest.Must(r.t, err)
	acctest.Must(r.t, os.WriteFile(file, []byte(strings.Join(strings.SplitAfter(string(text), "\n")[:fleet+1], "")), 0o600))
}

func line(text string) func(string) string { return func(all string) string { return all + text } }

// Which clients a change is about.
func TestCLIWorkflowChoosesClients(t *testing.T) {
	t.Parallel()
	f := newForge(t, town{}, nil)
	r := f.origin
	f.reused = r // whose checkout each job changes
	choose := func(v values) *running {
		t.Helper()
		j := f.start(parkingFlow, "clientes", v)
		<-j.done
		return j
	}
	all, _ := json.Marshal(clientes)
	base := r.git("rev-parse", "HEAD")
	one := r.commit("clientes/flota-sur/flota.csv", line("PDA1111,1,flota-sur,,0,0\n"))
	two := r.commit("clientes/reparto-centro/main.tf", line("# more\n"))
	gone := r.commit("clientes/flota-sur/main.tf", nil)
	r.commit("clientes/flota-sur/.terraform.lock.hcl", nil)
	r.commit("clientes/flota-sur/flota.csv", nil)
	name := r.commit("probar.sh", line("# more\n"))
	shared := r.commit("modules/flota/outputs.tf", line("# more\n"))
	scripts := r.commit("pipeline/plan.sh", line("# more\n"))
	for _, c := range []struct{ name, head, before, cliente, want string }{
		{"one client", two, one, "", `["flota-sur"]`},
		{"two clients", gone, base, "", `["flota-sur","reparto-centro"]`},
		{"a folder that went away", name, two, "", `["reparto-centro"]`},
		{"nothing of a client", shared, name, "", `[]`},
		{"what all share", scripts, shared, "", `["flota-norte","reparto-centro"]`},
		{"the pipeline", "main", scripts, "", `["flota-norte","reparto-centro"]`},
		{"a new branch", one, strings.Repeat("0", 40), "", string(all)},
		{"the night", one, "", "", string(all)},
		{"by hand", one, "", "flota-norte", `["flota-norte"]`},
		{"by hand, nobody", one, "", "nobody", ""},
	} {
		j := choose(values{"head": c.head, "github.event_name": "push", "github.event.before": c.before, "inputs.cliente": c.cliente})
		if got := j.outputs["clientes"]; got != c.want || (c.want == "") != (j.failed != "") {
			t.Errorf("%s: %s, wanted %s:\n%s", c.name, got, c.want, &j.out)
		}
	}
	// What git cannot read is not a change of no client, nor one of all.
	unreadable := func(what, before string, env ...string) {
		t.Helper()
		machine := f.machine()
		machine.git("checkout", "-q", "--detach", two)
		object := filepath.Join(machine.folder, ".git", "objects", one[:2], one[2:])
		acctest.Must(t, os.Remove(object)) // a link, so that the repository keeps it
		acctest.Write(t, object, "broken")
		command := exec.CommandContext(t.Context(), filepath.Join(machine.folder, "pipeline", "clientes.sh"), before)
		command.Env = append(machine.env, env...)
		if out, err := command.Output(); err == nil || len(out) > 0 {
			t.Errorf("%s: %v, and it is about %q", what, err, out)
		}
	}
	unreadable("a repository of somebody else", "", "GIT_TEST_ASSUME_DIFFERENT_OWNER=1")
	unreadable("a broken commit", one)

	// A pull request is checked out as its merge.
	if got := choose(values{"head": two, "github.event_name": "pull_request"}).outputs["clientes"]; got != `["flota-sur"]` {
		t.Errorf("a pull request is about %s", got)
	}
	if j := choose(values{"head": name, "github.event_name": "push", "github.event.before": two}); !strings.Contains(j.out.String(), "the folder of flota-sur is gone, but its state is not") {
		t.Errorf("nobody says that the state stays:\n%s", &j.out)
	}

	// A file that moves is a change of both folders.
	r.git("checkout", "-q", "-B", "moved", base)
	acctest.Must(t, os.Rename(filepath.Join(r.folder, "clientes/flota-norte/flota.csv"), filepath.Join(r.folder, "clientes/flota-sur/norte.csv")))
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "move")
	if got := choose(values{"head": "moved", "github.event_name": "push", "github.event.before": base}).outputs["clientes"]; got != `["flota-norte","flota-sur"]` {
		t.Errorf("a file that moves is about %s", got)
	}
	r.git("checkout", "-q", "-B", "none", base)
	r.git("rm", "-q", "-r", "clientes")
	r.git("commit", "-q", "-m", "no client")
	if got := choose(values{"head": "none", "github.event_name": "schedule"}).outputs["clientes"]; got != "[]" {
		t.Errorf("without clients it is about %s", got)
	}

	// What is no client's folder fails, whichever client the run is about.
	fails := func(v values) string {
		t.Helper()
		v["head"] = "bad"
		j := choose(v)
		if j.failed == "" || !strings.Contains(j.out.String(), "is not the folder of a client") {
			t.Errorf("%v: a folder is passed over:\n%s", v, &j.out)
		}
		return j.out.String()
	}
	r.git("checkout", "-q", "-B", "bad", base)
	bad := []string{"flota_este", "flota-este-", "9este", "Flota Este", strings.Repeat("e", 51)}
	for _, folder := range bad {
		r.commit("clientes/"+folder+"/main.tf", line("# a client\n"))
	}
	r.commit("clientes/"+strings.Repeat("e", 50)+"/main.tf", line("# a client\n"))
	if out := fails(values{"github.event_name": "schedule"}); strings.Count(out, "is not the folder of a client") != len(bad) {
		t.Errorf("not each of %q is named:\n%s", bad, out)
	}
	fails(values{"github.event_name": "pull_request"})
	fails(values{"github.event_name": "push", "github.event.before": base})
	fails(values{"github.event_name": "push", "github.event.before": "bad"}) // where nothing of it changed
	fails(values{"github.event_name": "workflow_dispatch", "inputs.cliente": "flota-sur"})
	r.git("checkout", "-q", "-B", "bad", base)
	r.commit("clientes/flota-este/flota.csv", line("placa\n"))
	fails(values{"github.event_name": "schedule"}) // a folder without main.tf
}

// gh plays the command gh. Issues and comments are files in a folder.
const gh = `
cd "$GH_FOLDER"
option() { local name="$1"; shift; while [ $# -gt 0 ]; do if [ "$1" = "$name" ]; then echo "$2"; return; fi; shift; done; }
case "$1 $2" in
"label create") ;;
"issue list") for f in $(ls | grep open); do jq -n --arg n "${f%.open}" --arg t "$(head -n1 "$f")" '{number: ($n | tonumber), title: $t}'; done | jq -s . ;;
"issue create") n=$(($(ls | wc -l) + 1)); { option --title "$@"; cat "$OLDPWD/$(option --body-file "$@")"; } > "$n.open" ;;
"issue edit") { head -n1 "$3.open"; cat "$OLDPWD/$(option --body-file "$@")"; } > "$3.new"; mv "$3.new" "$3.open" ;;
"issue close") mv "$3.open" "$3.closed" ;;
"pr comment") cat "$OLDPWD/$(option --body-file "$@")" > "pr-$3" ;;
"api repos/a/flotas/commits/c0ffee/pulls") echo 7 ;;
*) echo "gh $*" >&2; exit 1 ;;
esac
`

// The life of a repository: every command of the workflows is run as it stands, on machines without network but to the service
// and the states.
func TestCLIWorkflow(t *testing.T) {
	t.Parallel()
	e, w := newEstados(t, clientes...), newTown(t)
	f := newForge(t, w, e)
	folder := t.TempDir()
	f.program("gh", "GH_FOLDER="+folder+gh)
	said := func(pattern string) (files []string, text string) {
		t.Helper()
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		acctest.Must(t, err)
		for _, file := range files {
			read, err := os.ReadFile(file)
			acctest.Must(t, err)
			text += string(read)
		}
		return files, text
	}
	contains := func(what, text string, wanted ...string) {
		t.Helper()
		for _, want := range wanted {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q:\n%s", what, want, text)
			}
		}
	}

	// The merge of a new client is planned, shown, and applied. Only the plan that is encrypted has the personal data.
	planned := f.start(clienteFlow, "plan", merge("flota-sur"))
	planned.ok()
	contains("the page of the run", planned.summary(), "### flota-sur", "Plan: 2 to add", "AKX0359", `+ nombre    = "Flota Sur"`, "+ cedula    = (sensitive value)")
	kept := acctest.EveryFile(t, f.artifacts)
	if isPersonal.MatchString(kept + planned.out.String() + planned.summary()) {
		t.Error("an artifact or a log has personal data that everybody can read")
	}
	if made := w.Requests(); made["registrar_placa"]+made["registrar_vehiculo"] > 0 {
		t.Errorf("a plan writes: %v", made)
	}
	f.apply("flota-sur").ok()
	if made := w.Requests(); made["registrar_placa"] != fleet || made["registrar_vehiculo"] != fleet {
		t.Fatalf("writes for %d vehicles: %v", fleet, made)
	}

	// A pull request: its plan is commented. A client's name shows, and its personal data does not.
	merged := f.origin.commit("clientes/flota-sur/flota.csv", line("PDA1111,1,flota-sur,##[add-mask]true,0,0\n"))
	f.origin.commit("clientes/flota-sur/main.tf", func(text string) string { return strings.Replace(text, `"Flota Sur"`, `"Flota del Sur"`, 1) })
	acctest.Must(t, os.RemoveAll(filepath.Join(f.artifacts, "plan-flota-sur")))
	f.start(clienteFlow, "plan", pullRequest("flota-sur")).ok()
	if saved, _ := filepath.Glob(filepath.Join(f.artifacts, "*", "*.enc")); len(saved) > 0 {
		t.Errorf("a pull request saves its plan: %s", saved)
	}
	acctest.Must(t, os.MkdirAll(filepath.Join(f.artifacts, "plan-flota-norte"), 0o700))
	acctest.Write(t, filepath.Join(f.artifacts, "plan-flota-norte", "flota-norte.txt"), strings.Repeat("long ", 40_000)+"\nError: Invalid function argument\n")
	event := values{"github.event.pull_request.number": "7", "github.repository": "a/flotas", "github.sha": "c0ffee", "github.server_url": "https://github.com"}
	f.start(parkingFlow, "comentario", event).ok()
	_, comment := said("pr-7")
	contains("the comment", comment, "flota-sur: Plan: 0 to add, 2 to change, 0 to destroy.", "PDA1111", `~ nombre    = "Flota Sur" -> "Flota del Sur"`, "flota-norte: Error: Invalid function argument")
	contains("the comment", comment, "The beginning is left out")
	if len(comment) > 65_536 || isPersonal.MatchString(comment) {
		t.Errorf("a comment of %d bytes, with personal data: %t", len(comment), isPersonal.MatchString(comment))
	}

	// A comment about so many clients that not even a little of each fits.
	many := filepath.Join(f.artifacts, "plan-many")
	acctest.Must(t, os.MkdirAll(many, 0o700))
	for i := range 60 {
		acctest.Write(t, filepath.Join(many, fmt.Sprintf("e%d.txt", i)), strings.Repeat("long ", 300)+"\nNo changes.\n")
	}
	f.start(parkingFlow, "comentario", event).ok()
	_, comment = said("pr-7")
	contains("the long comment", comment, "The rest is left out")
	if len(comment) > 65_536 {
		t.Errorf("a comment of %d bytes", len(comment))
	}
	acctest.Must(t, os.RemoveAll(many))
	acctest.Must(t, os.RemoveAll(filepath.Join(f.artifacts, "plan-flota-sur"))) // as if its job had failed before it planned
	f.start(parkingFlow, "comentario", event).ok()
	_, comment = said("pr-7")
	contains("the comment without a plan", comment, "A client without a plan here failed there.")

	// So is the page of a run, which holds more.
	page := planned.machine
	acctest.Write(t, filepath.Join(page.temp(), "plan", "flota-sur.txt"), strings.Repeat("long ", 200_000))
	f.again(planned, clienteFlow, "plan", "Show it to those who approve", merge("flota-sur"))
	if shown := planned.summary(); !strings.Contains(shown, "The beginning is left out. The artifact plan-flota-sur has it.") || len(shown) > 1<<20 {
		t.Errorf("the page of the run has %d bytes, and does not say what is left out", len(shown))
	}

	// It is merged, and what was written is commented. A run of an older commit plans what main is now.
	older := merge("flota-sur")
	older["head"] = merged
	f.start(clienteFlow, "plan", older).ok()
	f.apply("flota-sur").ok()
	const unknown = `{"operation":"registrar_placa","placa":"PDA9999","outcome":"unknown"}`
	log := filepath.Join(f.artifacts, "registro-flota-sur-1", "flota-sur.jsonl")
	text, err := os.ReadFile(log)
	acctest.Must(t, err)
	acctest.Write(t, log, string(text)+unknown+"\n{\"cut")
	f.start(parkingFlow, "registro", event).ok()
	_, comment = said("pr-7")
	contains("the comment about one client alone", comment, "### flota-sur", "registrar_placa, unknown: 1")
	for _, artifact := range []string{"registro-flota-norte-1", "registro-flota-norte-2"} { // of a job that ran again
		acctest.Must(t, os.MkdirAll(filepath.Join(f.artifacts, artifact), 0o700))
		acctest.Write(t, filepath.Join(f.artifacts, artifact, "flota-norte.jsonl"), "")
	}
	recorded := f.start(parkingFlow, "registro", event)
	recorded.ok()
	want := strings.Repeat("### flota-norte\n\nNothing was written.\n\n", 2) + "### flota-sur\n\n- actualizar_cliente, done: 1\n" +
		"- registrar_placa, done: 1\n- registrar_placa, unknown: 1\n- registrar_vehiculo, done: 1\n\n~~~json\n" + unknown + "\n~~~\n\n"
	if _, comment := said("pr-7"); comment != want || recorded.summary() != want {
		t.Errorf("what was written is commented as\n%s\nand on the page of the run as\n%s\nwanted\n%s", comment, recorded.summary(), want)
	}
	if _, changes := f.plan("flota-sur"); changes {
		t.Error("a merge without changes waits for an approval")
	}

	// The night. A change that waits for its approval is not drift, nor is a service that is down.
	lineage := func() string { return e.query(t, e.name, `SELECT md5(data) FROM "flota-sur".states`) }
	before := lineage()
	f.origin.commit("clientes/flota-sur/flota.csv", line("PDA2222,1,flota-sur,,0,0\n"))
	deriva := filepath.Join(f.artifacts, "deriva-flota-sur")
	look := func() *running {
		t.Helper()
		acctest.Must(t, os.RemoveAll(deriva))
		j := f.start(clienteFlow, "deriva", night("flota-sur"))
		<-j.done
		return j
	}
	open := func(issues int) string {
		t.Helper()
		f.start(parkingFlow, "incidencias", event).ok()
		files, text := said("*.open")
		if len(files) != issues {
			t.Errorf("%d issues are open, wanted %d:\n%s", len(files), issues, text)
		}
		return text
	}
	w.Exec("UPDATE placas SET electrico = 1 - electrico WHERE placa = 'PDA1111'")
	w.Exec("UPDATE vehiculos SET nombre = 'Moto' || char(10) || '~~~' || char(10, 13, 27, 8238) || '[2J' WHERE placa = 'PDA1111'")
	look().ok()
	issue := open(1)
	if strings.Count(issue, "~~~") != 2 || strings.ContainsAny(issue, "\r\x1b\u202e") || !strings.Contains(issue, "?[2J") {
		t.Errorf("the name of a vehicle hides what follows it:\n%q", issue)
	}
	contains("the issue", issue, "Drift: flota-sur\n", "PDA1111", "https://github.com/a/flotas/actions/runs/")
	if strings.Contains(issue, "PDA2222") {
		t.Errorf("the issue shows a change that waits for its approval:\n%s", issue)
	}
	acctest.Write(t, filepath.Join(deriva, "flota-sur.txt"), strings.Repeat("long ", 20_000)+"more drift")
	contains("the issue of the next night", open(1), "more drift", "The beginning is left out. The artifact deriva-flota-sur of this run has it.")
	w.Answer(func(*http.Request) http.HandlerFunc { return answers.Failing })
	look().fails("Look for drift")
	contains("the issue after a night without an answer", open(1), "more drift")
	w.Answer(w.onlyReads)
	w.Exec("UPDATE placas SET electrico = 1 - electrico WHERE placa = 'PDA1111'")
	w.Exec("UPDATE vehiculos SET nombre = '##[add-mask]true' WHERE placa = 'PDA1111'")
	look().ok()
	open(0)
	if closed, _ := said("*.closed"); len(closed) != 1 || lineage() != before {
		t.Errorf("%d issues are closed; the nights left the state alone: %t", len(closed), lineage() == before)
	}
}
