//go:build unix

package gitops

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/oasdiff/yaml"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

const (
	githubFile = ".github/workflows/parking.yml"
	gitlabFile = ".gitlab-ci.yml"
)

// github is the workflow, as far as the tests look at it or run it.
type github struct {
	Permissions, Env map[string]string
	Jobs             map[string]struct {
		If, Needs, Environment string
		Outputs                map[string]string
		Steps                  []struct {
			Name, Uses, If, Run string
			With                map[string]any
			Env                 map[string]string
		}
	}
}

// gitlabJob is a job of the same for GitLab.
type gitlabJob struct {
	Rules                  []map[string]any
	Environment, Artifacts map[string]any
	Script                 []string
}

// readYAML reads a file of the example.
func readYAML(file string, into any) error {
	text, err := os.ReadFile(filepath.Join(exampleFolder, file))
	if err == nil {
		_, err = yaml.Unmarshal(text, into, yaml.DecodeOpts{})
	}
	return err
}

// readGitLab gives the variables of all jobs, and the jobs.
func readGitLab() (variables map[string]string, jobs map[string]gitlabJob, err error) {
	var parts map[string]json.RawMessage
	if err := readYAML(gitlabFile, &parts); err != nil {
		return nil, nil, err
	}
	err = json.Unmarshal(parts["variables"], &variables)
	maps.DeleteFunc(parts, func(name string, _ json.RawMessage) bool {
		return slices.Contains([]string{"stages", "workflow", "default", "variables"}, name)
	})
	jobs = map[string]gitlabJob{}
	for name, part := range parts {
		var job gitlabJob
		if err == nil {
			err = json.Unmarshal(part, &job)
		}
		jobs[name] = job
	}
	return variables, jobs, err
}

// What GitHub decides: the apply is of main and waits for its environment, and gets the file that the plan before it saved.
func TestGitHubApproves(t *testing.T) {
	t.Parallel()
	const want = `
apply needs "plan", in "apply", if github.ref == 'refs/heads/main' && needs.plan.outputs.changes == 'true'
  actions/checkout map[persist-credentials:false ref:main]
  hashicorp/setup-terraform map[terraform_version:1.11.4 terraform_wrapper:false]
  actions/download-artifact map[name:plan]
drift needs "", in "", if github.event_name == 'schedule'
  actions/checkout map[persist-credentials:false]
  hashicorp/setup-terraform map[terraform_version:1.11.4 terraform_wrapper:false]
plan needs "", in "", if github.event_name != 'schedule'
  actions/checkout map[persist-credentials:false]
  hashicorp/setup-terraform map[terraform_version:1.11.4 terraform_wrapper:false]
  actions/upload-artifact map[name:plan overwrite:true path:plan.tfplan retention-days:1]
    if github.event_name != 'pull_request' && steps.plan.outputs.changes == 'true'
`
	var flow github
	acctest.Must(t, readYAML(githubFile, &flow))
	got := "\n"
	for _, name := range slices.Sorted(maps.Keys(flow.Jobs)) {
		job := flow.Jobs[name]
		got += fmt.Sprintf("%s needs %q, in %q, if %s\n", name, job.Needs, job.Environment, job.If)
		for _, s := range job.Steps {
			if action, version, uses := strings.Cut(s.Uses, "@"); uses {
				got += fmt.Sprintf("  %s %v\n", action, s.With)
				if s.If != "" {
					got += "    if " + s.If + "\n"
				}
				if !regexp.MustCompile(`^[0-9a-f]{40}$`).MatchString(version) {
					t.Errorf("%s: %s can be moved", name, s.Uses)
				}
			}
			if strings.Contains(s.Run, "${{") {
				t.Errorf("%s: a value becomes part of the script: %s", name, s.Run)
			}
		}
	}
	if got != want {
		t.Error(cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
	}
	if changes := flow.Jobs["plan"].Outputs["changes"]; flow.Permissions == nil || len(flow.Permissions) > 0 ||
		changes != "${{ steps.plan.outputs.changes }}" {
		t.Errorf("every job may do %v, and a plan has changes if %s", flow.Permissions, changes)
	}
}

// What GitLab decides.
func TestGitLabApproves(t *testing.T) {
	t.Parallel()
	const want = `
apply in map[name:apply]
  map[allow_failure:false if:$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $CI_PIPELINE_SOURCE != "schedule" when:manual]
drift in map[]
  map[if:$CI_PIPELINE_SOURCE == "schedule"]
merge request in map[]
  map[if:$CI_PIPELINE_SOURCE == "merge_request_event"]
plan in map[]
  map[if:$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $CI_PIPELINE_SOURCE != "schedule"]
  saves map[access:developer expire_in:1 day paths:[plan.tfplan]]
`
	_, jobs, err := readGitLab()
	acctest.Must(t, err)
	got := "\n"
	for _, name := range slices.Sorted(maps.Keys(jobs)) {
		got += fmt.Sprintf("%s in %v\n", name, jobs[name].Environment)
		for _, rule := range jobs[name].Rules {
			got += fmt.Sprintf("  %v\n", rule)
		}
		if saved := jobs[name].Artifacts; saved != nil {
			got += fmt.Sprintf("  saves %v\n", saved)
		}
	}
	if got != want {
		t.Error(cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
	}
}

// gitLab stands in for the API of project 7: notes and issues are files in the folder forge.
func gitLab(work string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := func(name string) string { return filepath.Join(work, "forge", name) }
		write := func(name, text string) { _ = os.WriteFile(at(name), []byte(text), 0o600) }
		request := r.Method + " " + strings.TrimPrefix(r.URL.Path, "/projects/7/")
		note := regexp.MustCompile(`^POST merge_requests/(\d+)/notes$`).FindStringSubmatch(request)
		_, closed := os.Stat(at("open"))
		switch {
		case r.Header.Get("Private-Token") != "glpat":
			http.Error(w, "who is it?", http.StatusUnauthorized)
		case note != nil:
			write("pr-"+note[1], r.FormValue("body"))
		case request == "GET issues" && closed == nil && r.FormValue("state")+r.FormValue("labels") == "openeddrift":
			_, _ = w.Write([]byte(`[{"iid": 3}]`))
		case request == "GET issues":
			_, _ = w.Write([]byte(`[]`))
		case request == "POST issues":
			write("open", r.FormValue("description"))
			write("created", r.FormValue("labels")+": "+r.FormValue("title"))
		case request == "PUT issues/3" && r.FormValue("state_event") == "close":
			_ = os.Rename(at("open"), at("closed"))
		case request == "PUT issues/3":
			write("open", r.FormValue("description"))
		default:
			http.NotFound(w, r)
		}
	})
}
