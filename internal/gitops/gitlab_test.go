//go:build unix

package gitops

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/oasdiff/yaml"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

const (
	gitlabFlow    = ".gitlab-ci.yml"      // finds out which clients a change is about
	gitlabCliente = ".gitlab/cliente.yml" // the jobs of one client
)

// gitlabJob is what a job of GitLab CI says.
type gitlabJob struct {
	Extends       string              `json:"extends"`
	Stage         string              `json:"stage"`
	Image         any                 `json:"image"`
	Timeout       string              `json:"timeout"`
	When          string              `json:"when"`
	AllowFailure  *bool               `json:"allow_failure"`
	ResourceGroup string              `json:"resource_group"`
	Rules         []map[string]string `json:"rules"`
	Variables     map[string]string   `json:"variables"`
	Needs         []string            `json:"needs"`
	Environment   map[string]string   `json:"environment"`
	BeforeScript  []string            `json:"before_script"`
	Script        []string            `json:"script"`
	AfterScript   []string            `json:"after_script"`
	Trigger       any                 `json:"trigger"`
	Artifacts     struct {
		When     string   `json:"when"`
		Paths    []string `json:"paths"`
		ExpireIn string   `json:"expire_in"`
	} `json:"artifacts"`
}

// gitlab is a file of GitLab CI.
type gitlab struct {
	Workflow struct {
		AutoCancel map[string]string   `json:"auto_cancel"`
		Rules      []map[string]string `json:"rules"`
	}
	Default   gitlabJob
	Variables map[string]string
	Jobs      map[string]gitlabJob
}

func readGitLab(t *testing.T, text []byte) gitlab {
	t.Helper()
	var all map[string]json.RawMessage
	_, err := yaml.Unmarshal(text, &all, yaml.DecodeOpts{})
	acctest.Must(t, err)
	file := gitlab{Jobs: map[string]gitlabJob{}}
	for name, part := range all {
		strict := json.NewDecoder(strings.NewReader(string(part)))
		strict.DisallowUnknownFields()
		switch name {
		case "stages", "include":
		case "workflow":
			err = strict.Decode(&file.Workflow)
		case "default":
			err = strict.Decode(&file.Default)
		case "variables":
			err = strict.Decode(&file.Variables)
		default:
			var j gitlabJob
			err = strict.Decode(&j)
			file.Jobs[name] = j
		}
		acctest.Must(t, err)
	}
	return file
}

func readGitLabFile(t *testing.T, file string) gitlab {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(exampleFolder, file))
	acctest.Must(t, err)
	return readGitLab(t, text)
}

// gitlab starts a job on a new machine, with the variables that GitLab sets, and those of its environment.
func (f *forge) gitlab(file gitlab, name string, ci map[string]string) *running {
	f.t.Helper()
	work := file.Jobs[name]
	machine := f.machine()
	if commit := ci["CI_COMMIT_SHA"]; commit != "" {
		machine.git("checkout", "-q", commit)
	}
	acctest.Must(f.t, os.MkdirAll(machine.temp(), 0o700))
	env := maps.Clone(ci)
	env["CI_PROJECT_DIR"], env["CI_DEFAULT_BRANCH"], env["CI_PIPELINE_URL"] = machine.folder, "main", "https://gitlab.com/a/flotas/-/pipelines/1"
	expand := func(text string) string { return os.Expand(text, func(name string) string { return env[name] }) }
	for _, variables := range []map[string]string{file.Variables, work.Variables} {
		for _, name := range slices.Backward(slices.Sorted(maps.Keys(variables))) {
			env[name] = expand(variables[name])
		}
	}
	for name, value := range f.environments[strings.Replace(expand(work.Environment["name"]), "/", "-", 1)] {
		_, name, _ = strings.Cut(name, ".")
		env[strings.Replace(name, "PERSONAL", "TF_VAR_personal", 1)] = value
	}
	for _, need := range work.Needs {
		acctest.Must(f.t, os.CopyFS(machine.folder, os.DirFS(filepath.Join(f.artifacts, need))))
	}
	j := &running{t: f.t, machine: machine, done: make(chan struct{})}
	run := func(lines ...string) bool {
		command := exec.CommandContext(f.t.Context(), "sh", "-e", "-c", strings.Join(lines, "\n")) // which is all that the image has
		command.Dir, command.Env = machine.folder, append(machine.env, "PATH="+f.programs+string(os.PathListSeparator)+os.Getenv("PATH"))
		for name, value := range env {
			command.Env = append(command.Env, name+"="+value)
		}
		return j.run(command)
	}
	go func() {
		defer close(j.done)
		env["CI_JOB_STATUS"] = "success"
		if !run(append(slices.Concat(file.Default.BeforeScript, work.BeforeScript), work.Script...)...) {
			j.failed, env["CI_JOB_STATUS"] = "script", "failed"
		}
		if len(work.AfterScript) > 0 {
			run(work.AfterScript...)
		}
		for _, path := range work.Artifacts.Paths {
			to := filepath.Join(f.artifacts, name)
			if info, err := os.Stat(filepath.Join(machine.folder, path)); err == nil && info.IsDir() {
				to = filepath.Join(to, path)
			}
			copyAll(f.t, to, filepath.Join(machine.folder, path))
		}
	}()
	f.t.Cleanup(func() { <-j.done })
	return j
}

// child gives the jobs that a pipeline starts for the clients, whose templates are in the other file.
func (f *forge) child(ci map[string]string) gitlab {
	f.t.Helper()
	f.gitlab(readGitLabFile(f.t, gitlabFlow), "clientes", ci).ok()
	text, err := os.ReadFile(filepath.Join(f.artifacts, "clientes", "clientes.yml"))
	acctest.Must(f.t, err)
	if !strings.HasPrefix(string(text), "include: /"+gitlabCliente+"\n") {
		f.t.Errorf("the jobs include\n%s", text)
	}
	templates, file := readGitLabFile(f.t, gitlabCliente), readGitLab(f.t, text)
	for name, j := range file.Jobs {
		if j.Extends == "" {
			continue
		}
		whole, found := templates.Jobs[j.Extends]
		if !found {
			f.t.Errorf("%s extends %s", name, j.Extends)
		}
		whole.Needs, whole.Variables = j.Needs, maps.Clone(whole.Variables)
		if whole.Variables == nil {
			whole.Variables = map[string]string{}
		}
		maps.Copy(whole.Variables, j.Variables)
		file.Jobs[name] = whole
	}
	file.Default, file.Variables = templates.Default, templates.Variables
	return file
}

// What each job of GitLab may do: the apply waits for somebody who may start it, and nothing but the jobs of a client has an
// environment, and with it secrets.
func TestGitLabIsCareful(t *testing.T) {
	t.Parallel()
	for name, j := range readGitLabFile(t, gitlabFlow).Jobs {
		if j.Environment != nil || j.Timeout == "" && j.Trigger == nil {
			t.Errorf("%s has the environment %v, or no time limit", name, j.Environment)
		}
	}
	for _, file := range []string{gitlabFlow, gitlabCliente} {
		if on := readGitLabFile(t, file).Workflow.AutoCancel["on_new_commit"]; on != "none" {
			t.Errorf("%s: a new commit cancels a pipeline that waits for its approval: %q", file, on)
		}
	}
	environments := map[string]string{".plan": "plan/$CLIENTE", ".aplicar": "aplicar/$CLIENTE", ".deriva": "plan/$CLIENTE", ".incidencia": "incidencias"}
	for name, j := range readGitLabFile(t, gitlabCliente).Jobs {
		if strings.Contains(strings.Join(j.Script, "\n"), "--header \"PRIVATE-TOKEN") {
			t.Errorf("%s: every process of the machine sees the token", name)
		}
		if j.Environment["name"] != environments[name] || j.Timeout == "" {
			t.Errorf("%s has the environment %v, or no time limit", name, j.Environment)
		}
		apply := name == ".aplicar"
		if apply != (j.When == "manual") || apply != (j.AllowFailure != nil && !*j.AllowFailure) || apply != (j.ResourceGroup == "aplicar/$CLIENTE") {
			t.Errorf("%s: when %q, in the group %q", name, j.When, j.ResourceGroup)
		}
	}
}

// The life of a repository on GitLab: every script is run as it stands.
func TestCLIGitLab(t *testing.T) {
	t.Parallel()
	e, w := newEstados(t, clientes...), newTown(t)
	f := newForge(t, w, e)
	f.program("apk", `[ "$1" = add ]`)
	before := f.origin.commit("clientes/flota-sur/main.tf", line("# more\n"))
	starts := func(ci map[string]string, want ...string) gitlab {
		t.Helper()
		file := f.child(ci)
		if got := slices.Sorted(maps.Keys(file.Jobs)); !slices.Equal(got, want) {
			t.Errorf("%v starts %q, wanted %q", ci, got, want)
		}
		return file
	}
	pull := starts(map[string]string{"CI_PIPELINE_SOURCE": "merge_request_event", "CI_MERGE_REQUEST_DIFF_BASE_SHA": before}, "plan flota-sur")
	if out := f.gitlab(pull, "plan flota-sur", map[string]string{}).ok(); !strings.Contains(out, "Plan: 2 to add") || isPersonal.MatchString(out) {
		t.Errorf("the plan of a merge request:\n%s", out)
	}
	if kept := filepath.Join(f.artifacts, "plan flota-sur", "plan", "flota-sur.enc"); !missing(kept) {
		t.Error("a merge request saves its plan")
	}
	onMain := map[string]string{"CI_COMMIT_BRANCH": "main"}
	merged := starts(map[string]string{"CI_PIPELINE_SOURCE": "push", "CI_COMMIT_BEFORE_SHA": before}, "aplicar flota-sur", "plan flota-sur")
	f.gitlab(merged, "plan flota-sur", onMain).ok()
	f.gitlab(merged, "aplicar flota-sur", onMain).ok()
	if n := w.Count("SELECT count(*) FROM vehiculos WHERE cliente_id = 3"); n != fleet || missing(filepath.Join(f.artifacts, "aplicar flota-sur", "registro.jsonl")) {
		t.Errorf("%d vehicles, or no audit log", n)
	}
	again := f.gitlab(merged, "aplicar flota-sur", onMain)
	if out := again.fails("script"); !strings.Contains(out, "not what was approved") || !strings.Contains(out, "run a new pipeline on the default branch with CLIENTE=flota-sur") {
		t.Errorf("a plan that was applied already:\n%s", out)
	}
	old := f.origin.commit("clientes/flota-sur/main.tf", line("# and more\n"))
	if out := f.gitlab(merged, "aplicar flota-sur", map[string]string{"CI_COMMIT_BRANCH": "main", "CI_COMMIT_SHA": old}).fails("script"); !strings.Contains(out, outdated) {
		t.Errorf("a commit that main has left:\n%s", out)
	}
	starts(map[string]string{"CI_PIPELINE_SOURCE": "web", "CLIENTE": "flota-norte"}, "aplicar flota-norte", "plan flota-norte")
	starts(map[string]string{"CI_PIPELINE_SOURCE": "push", "CI_COMMIT_BEFORE_SHA": f.origin.commit("probar.sh", line("# more\n"))}, "no client changed")

	// The night.
	issues := newIssues(t)
	dark := starts(map[string]string{"CI_PIPELINE_SOURCE": "schedule"}, "deriva flota-norte", "deriva flota-sur", "deriva reparto-centro",
		"incidencia flota-norte", "incidencia flota-sur", "incidencia reparto-centro")
	api := map[string]string{"CI_API_V4_URL": issues.url, "CI_PROJECT_ID": "5", "GITLAB_TOKEN": "token"}
	tell := func(want string) {
		t.Helper()
		f.gitlab(dark, "incidencia flota-sur", api).ok()
		if got := issues.String(); got != want {
			t.Errorf("the issues are %q, wanted %q", got, want)
		}
	}
	w.Exec("UPDATE placas SET electrico = 1 - electrico WHERE placa = 'AKX0359'")
	f.gitlab(dark, "deriva flota-sur", onMain).ok()
	tell("Drift: flota-sur opened")
	drift := filepath.Join(f.artifacts, "deriva flota-sur", "deriva", "flota-sur.txt")
	acctest.Write(t, drift, strings.Repeat("long ", 20_000)+"AKX0359")
	tell("Drift: flota-sur opened")
	if !strings.Contains(issues.description, "The beginning is left out") {
		t.Error("the issue does not say that the beginning is left out")
	}
	acctest.Must(t, os.Remove(drift))
	f.gitlab(dark, "incidencia flota-sur", api).fails("script")
	acctest.Write(t, drift, "") // as after a night without drift
	tell("Drift: flota-sur closed")
	if !slices.Equal(dark.Jobs["incidencia flota-sur"].Needs, []string{"deriva flota-sur"}) {
		t.Error("the issue of a client is written without its night")
	}
}

func missing(file string) bool {
	_, err := os.Stat(file)
	return os.IsNotExist(err)
}

// issues plays the issues of GitLab's API.
type issues struct {
	url         string
	all         []map[string]any
	description string // of the last one that was written
}

func newIssues(t *testing.T) *issues {
	t.Helper()
	i := &issues{}
	mux := http.NewServeMux()
	answer := func(rw http.ResponseWriter, r *http.Request, of func() any) {
		if r.Header.Get("PRIVATE-TOKEN") != "token" {
			rw.WriteHeader(http.StatusUnauthorized)
			return
		}
		acctest.Must(t, r.ParseForm())
		acctest.Must(t, json.NewEncoder(rw).Encode(of()))
	}
	mux.HandleFunc("GET /projects/5/issues", func(rw http.ResponseWriter, r *http.Request) {
		answer(rw, r, func() any {
			found := []map[string]any{{"iid": 99, "title": "About " + r.Form.Get("search")}} // as a search finds it, too
			for _, issue := range i.all {
				if issue["state"] == r.Form.Get("state") && r.Form.Get("labels") == "deriva" {
					found = append(found, issue)
				}
			}
			return found
		})
	})
	mux.HandleFunc("POST /projects/5/issues", func(rw http.ResponseWriter, r *http.Request) {
		answer(rw, r, func() any {
			if !strings.Contains(r.Form.Get("description"), "AKX0359") {
				t.Errorf("the issue says %q", r.Form.Get("description"))
			}
			i.all = append(i.all, map[string]any{"iid": len(i.all) + 1, "title": r.Form.Get("title"), "state": "opened"})
			return nil
		})
	})
	mux.HandleFunc("PUT /projects/5/issues/1", func(rw http.ResponseWriter, r *http.Request) {
		answer(rw, r, func() any {
			i.description = r.Form.Get("description")
			if r.Form.Get("state_event") == "close" {
				i.all[0]["state"] = "closed"
			}
			return nil
		})
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	i.url = server.URL
	return i
}

// String lists the issues with their states.
func (i *issues) String() string {
	var all []string
	for _, issue := range i.all {
		all = append(all, fmt.Sprint(issue["title"], " ", issue["state"]))
	}
	return strings.Join(all, "\n")
}
