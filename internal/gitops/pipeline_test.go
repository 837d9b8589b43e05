//go:build unix

package gitops

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
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
		Shell            string `json:"shell"`
		WorkingDirectory string `json:"working-directory"`
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
		CancelInProgress bool   `json:"cancel-in-progress"`
	} `json:"concurrency"`
	Env      map[string]string `json:"env"`
	Defaults defaults          `json:"defaults"`
	Steps    []step            `json:"steps"`
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

const workflowFile = ".github/workflows/parking.yml"

// readWorkflow reads the workflow.
func readWorkflow(t *testing.T) *workflow {
	t.Helper()
	flow := &workflow{}
	readYAML(t, workflowFile, flow)
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

// event is what starts a workflow, as far as its expressions ask.
type event map[string]string

var expression = regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`)

// expand replaces the expressions of a text. One that is not known here fails the test.
func (r *runner) expand(text string, e event) string {
	r.t.Helper()
	return expression.ReplaceAllStringFunc(text, func(found string) string {
		name := expression.FindStringSubmatch(found)[1]
		value, known := e[name]
		if !known {
			r.t.Errorf("the expression %q has no value here", name)
		}
		return value
	})
}

// job runs the commands of a job, up to the first that fails, then that for its
// failure. It gives what they printed, what they said to GitHub, and the error of the
// step that failed.
func (r *runner) job(flow *workflow, name, cliente string, e event) (printed string, output map[string]string, err error) {
	r.t.Helper()
	var all strings.Builder
	output = map[string]string{}
	want := "" // the condition of the steps to run
	for _, s := range flow.Jobs[name].Steps {
		if s.Run == "" || s.Name == "Comment" || s.If != want {
			continue // what needs GitHub is looked at, and not run
		}
		out, failed := r.runStep(flow, flow.Jobs[name], s, cliente, e)
		all.WriteString(out)
		if failed != nil && err == nil {
			err = fmt.Errorf("%s: %w", s.Name, failed)
			want = fmt.Sprintf("failure() && steps.%s.outcome == 'failure'", s.ID)
		}
	}
	text, readErr := os.ReadFile(filepath.Join(r.temp(), "output"))
	if readErr != nil && !os.IsNotExist(readErr) {
		r.t.Fatal(readErr)
	}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		output[key] = value
	}
	return all.String(), output, err
}

// step finds a step of a job by its name.
func (w *workflow) step(t *testing.T, jobName, name string) (job, step) {
	t.Helper()
	for _, s := range w.Jobs[jobName].Steps {
		if s.Name == name {
			return w.Jobs[jobName], s
		}
	}
	t.Fatalf("the job %s has no step %q", jobName, name)
	return job{}, step{}
}

// temp is the folder that GitHub calls runner.temp.
func (r *runner) temp() string { return r.folder + ".temp" }

// runStep runs the command of a step.
func (r *runner) runStep(flow *workflow, j job, s step, cliente string, e event) (string, error) {
	r.t.Helper()
	out, err := r.command(flow, j, s, cliente, e).CombinedOutput()
	return string(out), err
}

// command is that of a step, as GitHub runs it.
func (r *runner) command(flow *workflow, j job, s step, cliente string, e event) *exec.Cmd {
	r.t.Helper()
	acctest.Must(r.t, os.MkdirAll(r.temp(), 0o700))
	script := filepath.Join(r.temp(), "step.sh")
	acctest.Must(r.t, os.WriteFile(script, []byte(s.Run), 0o600))
	values := event{"matrix.cliente": cliente, "runner.temp": r.temp(), "vars.PARKING_BASE_URL": r.value("PARKING_BASE_URL"),
		"secrets.PARKING_CREDENTIAL": r.value("PARKING_CREDENTIAL"), "secrets.PG_CONN_STR": r.value("PG_CONN_STR")}
	maps.Copy(values, e)
	command := exec.CommandContext(r.t.Context(), "bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	command.Dir = filepath.Join(r.folder, r.expand(j.Defaults.Run.WorkingDirectory, values), s.WorkingDirectory)
	command.Env = append(r.env, "PATH="+r.programs()+string(os.PathListSeparator)+os.Getenv("PATH"), "RUNNER_TEMP="+r.temp(),
		"GITHUB_OUTPUT="+filepath.Join(r.temp(), "output"), "GITHUB_STEP_SUMMARY="+filepath.Join(r.temp(), "summary"))
	for _, env := range []map[string]string{flow.Env, j.Env, s.Env} {
		for name, value := range env {
			command.Env = append(command.Env, name+"="+r.expand(value, values))
		}
	}
	return command
}

// value is that of a variable of the runner.
func (r *runner) value(name string) string {
	for _, variable := range r.env {
		if value, found := strings.CutPrefix(variable, name+"="); found {
			return value
		}
	}
	return ""
}

// programs is a folder in which the program under test is called terraform.
func (r *runner) programs() string {
	r.t.Helper()
	path, err := exec.LookPath(program.For(r.t))
	acctest.Must(r.t, err)
	if err := os.Symlink(path, filepath.Join(r.temp(), "terraform")); err != nil && !os.IsExist(err) {
		r.t.Fatal(err)
	}
	return r.temp()
}
