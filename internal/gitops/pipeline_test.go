//go:build unix

package gitops

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/oasdiff/yaml"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// workflow is what a GitHub Actions workflow says, as far as the tests look at it or
// run it.
type workflow struct {
	Name        string            `json:"name"`
	On          map[string]any    `json:"on"`
	Permissions map[string]string `json:"permissions"`
	Env         map[string]string `json:"env"`
	Defaults    defaults          `json:"defaults"`
	Jobs        map[string]job    `json:"jobs"`
}

type defaults struct {
	Run struct {
		Shell string `json:"shell"`
	} `json:"run"`
}

type job struct {
	If             string            `json:"if"`
	Needs          string            `json:"needs"`
	RunsOn         string            `json:"runs-on"`
	TimeoutMinutes int               `json:"timeout-minutes"`
	Permissions    map[string]string `json:"permissions"`
	Environment    string            `json:"environment"`
	Outputs        map[string]string `json:"outputs"`
	Strategy       struct {
		FailFast    *bool             `json:"fail-fast"`
		MaxParallel int               `json:"max-parallel"`
		Matrix      map[string]string `json:"matrix"`
	} `json:"strategy"`
	Concurrency struct {
		Group            string `json:"group"`
		CancelInProgress string `json:"cancel-in-progress"`
	} `json:"concurrency"`
	Env     map[string]string `json:"env"`
	Uses    string            `json:"uses"`
	With    map[string]string `json:"with"`
	Secrets string            `json:"secrets"`
	Steps   []step            `json:"steps"`
}

type step struct {
	ID               string            `json:"id"`
	Name             string            `json:"name"`
	If               string            `json:"if"`
	Uses             string            `json:"uses"`
	With             map[string]any    `json:"with"`
	Env              map[string]string `json:"env"`
	Run              string            `json:"run"`
	WorkingDirectory string            `json:"working-directory"`
}

const (
	parkingFlow = ".github/workflows/parking.yml" // starts the jobs of the clients, and comments
	clienteFlow = ".github/workflows/cliente.yml" // the jobs of one client
)

// readWorkflow reads a workflow.
func readWorkflow(t *testing.T, file string) *workflow {
	t.Helper()
	flow := &workflow{}
	readYAML(t, file, flow)
	return flow
}

// readYAML reads a file of the example, which has no key that into does not have.
func readYAML(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(exampleFolder, file))
	acctest.Must(t, err)
	strict := func(d *json.Decoder) *json.Decoder { d.DisallowUnknownFields(); return d }
	if _, err := yaml.Unmarshal(text, into, yaml.DecodeOpts{}, strict); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// forge is what GitHub or GitLab is for a pipeline: the repository, the secrets and variables of each environment, and the
// artifacts.
type forge struct {
	t            *testing.T
	origin       *runner
	environments map[string]values
	artifacts    string
	programs     string  // stands before PATH on every machine
	needs        values  // the outputs of the jobs that ran last
	reused       *runner // the machine of all jobs, where none leaves anything that another finds
}

// newForge is a repository of the example in which every fleet has three vehicles, with the environments of its clients. Each
// has its roles in the database, and a credential that only its applies may write with.
func newForge(t *testing.T, w town, e *estados) *forge {
	t.Helper()
	f := &forge{t: t, origin: newRepository(t), environments: map[string]values{}, needs: values{},
		artifacts: t.TempDir(), programs: t.TempDir()}
	path, err := exec.LookPath(program.For(t))
	acctest.Must(t, err)
	acctest.Must(t, os.Symlink(path, filepath.Join(f.programs, "terraform")))
	if e == nil {
		return f // whose jobs have no secrets
	}
	key, err := sharedKey()
	acctest.Must(t, err)
	for _, cliente := range clientes {
		for job, more := range map[string]values{"plan": {"vars.PLAN_CERT": key.certificate}, "aplicar": {"secrets.PLAN_KEY": key.private}} {
			environment := values{"vars.PARKING_BASE_URL": w.BaseURL, "secrets.PARKING_CREDENTIAL": "may " + job,
				"secrets.PG_CONN_STR": e.connection(cliente + "-" + job), "secrets.PERSONAL": personal(cliente)}
			maps.Copy(environment, more)
			f.environments[job+"-"+cliente] = environment
		}
	}
	return f
}

// keyPair is what opens and closes saved plans.
type keyPair struct{ certificate, private string }

// newKey makes a key pair as the example's README does, smaller.
func newKey() (keyPair, error) {
	command := exec.CommandContext(context.Background(), "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=flota-norte", "-keyout", "-")
	pair, err := command.Output()
	if err != nil {
		return keyPair{}, err
	}
	private, certificate, found := strings.Cut(string(pair), "-----BEGIN CERTIFICATE")
	if !found {
		return keyPair{}, fmt.Errorf("openssl says %s", pair)
	}
	return keyPair{"-----BEGIN CERTIFICATE" + certificate, private}, nil
}

// sharedKey is the pair of all clients, because making one takes long.
var sharedKey = sync.OnceValues(newKey)

// program puts a shell script on every machine.
func (f *forge) program(name, script string) {
	f.t.Helper()
	acctest.Must(f.t, os.WriteFile(filepath.Join(f.programs, name), []byte("#!/usr/bin/env bash\nset -euo pipefail\n"+script), 0o700))
}

// terraform is a client's folder with the rights of an environment, for what somebody does by hand.
func (f *forge) terraform(environment, cliente string) *acctest.CLI {
	f.t.Helper()
	machine := f.machine()
	for name, value := range f.environments[environment] {
		_, name, _ = strings.Cut(name, ".")
		machine.env = append(machine.env, name+"="+value, "TF_VAR_personal="+personal(cliente))
	}
	return machine.init(filepath.Join("clientes", cliente))
}

// machine is a new machine with a checkout.
func (f *forge) machine() *runner {
	f.t.Helper()
	machine := emptyRunner(f.t, map[string]string{"PARKING_REQUEST_TIMEOUT": "10m", "PARKING_MAX_RETRIES": "0"})
	machine.git("clone", "-q", "--template=", f.origin.folder, ".")
	return machine
}

// running is a job on a machine.
type running struct {
	t       *testing.T
	machine *runner
	out     output
	outputs map[string]string
	failed  string // the name of the step that failed
	done    chan struct{}

	mu      sync.Mutex
	command *exec.Cmd // of the step that runs
	lost    bool
}

// output is what a job printed so far.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// summary is what the job showed on the page of its run.
func (j *running) summary() string {
	text, err := os.ReadFile(filepath.Join(j.machine.temp(), "summary"))
	if err != nil && !os.IsNotExist(err) {
		j.t.Fatal(err)
	}
	return string(text)
}

// run runs a command as a step, and reports whether it succeeded.
func (j *running) run(command *exec.Cmd) bool {
	command.Stdout, command.Stderr = &j.out, &j.out
	// A process group of its own, so that it ends together with its children.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	j.mu.Lock()
	err := command.Start()
	j.command = command
	j.mu.Unlock()
	return err == nil && command.Wait() == nil
}

// kill ends the job as the loss of its machine does.
func (j *running) kill() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lost = true
	acctest.Must(j.t, j.command.Cancel())
}

// interrupt does what GitHub does to a job that is cancelled: it interrupts the process of the step, and nothing below it.
func (j *running) interrupt() {
	j.mu.Lock()
	defer j.mu.Unlock()
	acctest.Must(j.t, j.command.Process.Signal(os.Interrupt))
}

// ok waits for a job that must succeed, and gives what it printed.
func (j *running) ok() string {
	j.t.Helper()
	<-j.done
	if j.failed != "" {
		j.t.Fatalf("the step %q failed:\n%s", j.failed, &j.out)
	}
	return j.out.String()
}

// fails waits for a job in which a step must fail, and gives what it printed.
func (j *running) fails(step string) string {
	j.t.Helper()
	<-j.done
	if j.failed != step {
		j.t.Fatalf("%q failed, and not %q:\n%s", j.failed, step, &j.out)
	}
	return j.out.String()
}

// start starts a job of a workflow as it is written, on a new machine.
func (f *forge) start(file, name string, v values) *running {
	f.t.Helper()
	flow := readWorkflow(f.t, file)
	job := flow.Jobs[name]
	of := v
	v = maps.Clone(f.environments[of.expand(f.t, job.Environment)])
	if v == nil {
		v = values{}
	}
	v["github.run_attempt"] = "1"
	maps.Copy(v, f.needs)
	maps.Copy(v, of)
	machine := f.reused
	if machine == nil {
		machine = emptyRunner(f.t, map[string]string{"PARKING_REQUEST_TIMEOUT": "10m", "PARKING_MAX_RETRIES": "0"}) // longer than a request is ever held
	}
	acctest.Must(f.t, os.RemoveAll(machine.temp()))
	acctest.Must(f.t, os.MkdirAll(machine.temp(), 0o700))
	v["runner.temp"], v["success()"] = machine.temp(), "true"
	j := &running{t: f.t, machine: machine, outputs: map[string]string{}, done: make(chan struct{})}
	go func() {
		defer close(j.done)
		for _, s := range job.Steps {
			if j.lost || !v.holds(f.t, s.If) {
				continue
			}
			if !f.step(j, flow, job, s, v) {
				j.failed, v["success()"], v["failure()"] = s.Name, "", "true"
			}
			for output, value := range j.outputs {
				v["steps."+s.ID+".outputs."+output] = value
			}
		}
		for output, value := range job.Outputs {
			f.needs["needs."+name+".outputs."+output] = v.expand(f.t, value)
		}
	}()
	f.t.Cleanup(func() { <-j.done })
	return j
}

// again does one step of a job once more on its machine.
func (f *forge) again(j *running, file, name, step string, v values) {
	f.t.Helper()
	flow := readWorkflow(f.t, file)
	for _, s := range flow.Jobs[name].Steps {
		if s.Name != step {
			continue
		}
		v = maps.Clone(v)
		maps.Copy(v, f.environments[v.expand(f.t, flow.Jobs[name].Environment)])
		acctest.Must(f.t, os.Remove(filepath.Join(j.machine.temp(), "summary")))
		if !f.step(j, flow, flow.Jobs[name], s, v) {
			f.t.Errorf("%s failed:\n%s", step, &j.out)
		}
	}
}

// step does one step, and reports whether it succeeded.
func (f *forge) step(j *running, flow *workflow, job job, s step, v values) bool {
	action, _, _ := strings.Cut(s.Uses, "@")
	with := func(name string) string { return v.expand(f.t, fmt.Sprint(s.With[name])) }
	switch action {
	case "":
	case "actions/checkout":
		if f.reused == nil {
			j.machine.git("clone", "-q", "--template=", f.origin.folder, ".")
		}
		head := v["head"] // the commit that the event is about
		if s.With["ref"] != nil && with("ref") != "" {
			head = "origin/" + strings.TrimPrefix(with("ref"), "refs/heads/")
		}
		if head != "" {
			j.machine.git("checkout", "-q", "--detach", head)
		}
		return true
	case "hashicorp/setup-terraform":
		return true
	case "actions/upload-artifact":
		copyAll(f.t, filepath.Join(f.artifacts, with("name")), with("path"))
		return true
	case "actions/download-artifact":
		name := with("name")
		if pattern := s.With["pattern"]; pattern != nil {
			name = with("pattern")
		}
		found, err := filepath.Glob(filepath.Join(f.artifacts, name))
		acctest.Must(f.t, err)
		to := with("path")
		if !filepath.IsAbs(to) {
			to = filepath.Join(j.machine.folder, to)
		}
		acctest.Must(f.t, os.MkdirAll(to, 0o700))
		for _, artifact := range found {
			if s.With["pattern"] != nil && s.With["merge-multiple"] == nil && len(found) > 1 { // one alone gets no folder
				copyAll(f.t, filepath.Join(to, filepath.Base(artifact)), artifact)
			} else {
				copyAll(f.t, to, artifact)
			}
		}
		return true
	default:
		f.t.Errorf("what does %s do?", s.Uses)
	}
	script := filepath.Join(j.machine.temp(), "step.sh")
	acctest.Must(f.t, os.WriteFile(script, []byte(s.Run), 0o600))
	outputs := filepath.Join(j.machine.temp(), "output")
	command := exec.CommandContext(f.t.Context(), "bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	command.Dir = filepath.Join(j.machine.folder, s.WorkingDirectory)
	command.Env = append(j.machine.env, "PATH="+f.programs+string(os.PathListSeparator)+os.Getenv("PATH"), "RUNNER_TEMP="+j.machine.temp(),
		"GITHUB_OUTPUT="+outputs, "GITHUB_STEP_SUMMARY="+filepath.Join(j.machine.temp(), "summary"))
	for _, env := range []map[string]string{flow.Env, job.Env, s.Env} {
		for name, value := range env {
			command.Env = append(command.Env, name+"="+v.expand(f.t, value))
		}
	}
	printed := len(j.out.String())
	ok := j.run(command)
	noCommand(f.t, s, j.out.String()[printed:])
	text, err := os.ReadFile(outputs)
	if err != nil && !os.IsNotExist(err) {
		f.t.Error(err)
	}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		j.outputs[key] = value
	}
	return ok
}

// aCommand is what GitHub takes for a command in what a step prints: the new form at the beginning of a line, the old one anywhere.
var aCommand = regexp.MustCompile(`^::([\w-]+)[^:]*::(.*)|##\[`)

// noCommand wants no command in what a step printed but an error: one of add-mask would make GitHub drop an output.
func noCommand(t *testing.T, s step, text string) {
	t.Helper()
	stopped := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		found := aCommand.FindStringSubmatch(line)
		switch {
		case stopped != "":
			if line == "::"+stopped+"::" {
				stopped = ""
			}
		case found == nil || found[1] == "error":
		case found[1] == "stop-commands":
			stopped = found[2]
		default:
			t.Errorf("%s: GitHub takes for a command: %s", s.Name, line)
		}
	}
}

// copyAll copies files, and the files of folders, into a folder.
func copyAll(t *testing.T, to string, from ...string) {
	t.Helper()
	acctest.Must(t, os.MkdirAll(to, 0o700))
	for _, from := range from {
		files := []string{from}
		if info, err := os.Stat(from); os.IsNotExist(err) {
			continue
		} else if acctest.Must(t, err); info.IsDir() {
			files, err = filepath.Glob(filepath.Join(from, "*"))
			acctest.Must(t, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			acctest.Must(t, err)
			acctest.Must(t, os.WriteFile(filepath.Join(to, filepath.Base(file)), text, 0o600))
		}
	}
}

// Events.
func merge(cliente string) values {
	return values{"github.event_name": "push", "github.ref": "refs/heads/main", "inputs.cliente": cliente}
}

func pullRequest(cliente string) values {
	return values{"github.event_name": "pull_request", "inputs.cliente": cliente}
}

func night(cliente string) values {
	return values{"github.event_name": "schedule", "github.ref": "refs/heads/main", "inputs.cliente": cliente}
}

// plan plans a merge of a client, and reports whether there is anything to apply.
func (f *forge) plan(cliente string) (out string, changes bool) {
	f.t.Helper()
	j := f.start(clienteFlow, "plan", merge(cliente))
	out = j.ok()
	return out, j.outputs["cambios"] == "true"
}

// apply starts the apply of the plan that was approved.
func (f *forge) apply(cliente string) *running {
	f.t.Helper()
	return f.start(clienteFlow, "aplicar", merge(cliente))
}

// temp is the folder that GitHub calls runner.temp.
func (r *runner) temp() string { return r.folder + ".temp" }
