//go:build unix

package gitops

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/oasdiff/yaml"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

const (
	githubFile = ".github/workflows/parking.yml"
	gitlabFile = ".gitlab-ci.yml"
)

// github is the workflow, as far as the tests look at it or run it.
type github struct {
	Permissions map[string]string    `json:"permissions"`
	Env         map[string]string    `json:"env"`
	Jobs        map[string]githubJob `json:"jobs"`
}

type githubJob struct {
	If          string            `json:"if"`
	Needs       string            `json:"needs"`
	Environment string            `json:"environment"`
	Outputs     map[string]string `json:"outputs"`
	Steps       []githubStep      `json:"steps"`
}

type githubStep struct {
	Name string            `json:"name"`
	Uses string            `json:"uses"`
	If   string            `json:"if"`
	With map[string]any    `json:"with"`
	Env  map[string]string `json:"env"`
	Run  string            `json:"run"`
}

// gitlabJob is a job of the same for GitLab.
type gitlabJob struct {
	Rules       []map[string]any  `json:"rules"`
	Environment map[string]string `json:"environment"`
	Script      []string          `json:"script"`
	Artifacts   map[string]any    `json:"artifacts"`
}

func readGitHub() (flow github, err error) {
	text, err := os.ReadFile(filepath.Join(exampleFolder, githubFile))
	if err == nil {
		_, err = yaml.Unmarshal(text, &flow, yaml.DecodeOpts{})
	}
	return flow, err
}

// readGitLab gives the variables of all jobs, and the jobs.
func readGitLab() (variables map[string]string, jobs map[string]gitlabJob, err error) {
	text, err := os.ReadFile(filepath.Join(exampleFolder, gitlabFile))
	if err != nil {
		return nil, nil, err
	}
	var parts map[string]json.RawMessage
	if _, err := yaml.Unmarshal(text, &parts, yaml.DecodeOpts{}); err != nil {
		return nil, nil, err
	}
	jobs = map[string]gitlabJob{}
	for name, part := range parts {
		var job gitlabJob
		switch name {
		case "stages", "workflow", "default":
			continue
		case "variables":
			err = json.Unmarshal(part, &variables)
		default:
			err = json.Unmarshal(part, &job)
			jobs[name] = job
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return variables, jobs, nil
}

// What GitHub decides: the apply is of main and waits for its environment, and gets the file that the plan before it saved.
func TestGitHubApproves(t *testing.T) {
	t.Parallel()
	flow, err := readGitHub()
	acctest.Must(t, err)
	apply, plan, drift := flow.Jobs["apply"], flow.Jobs["plan"], flow.Jobs["drift"]
	for what, said := range map[string][2]string{
		"the apply is of":        {apply.If, "github.ref == 'refs/heads/main' && needs.plan.outputs.changes == 'true'"},
		"the apply needs":        {apply.Needs, "plan"},
		"the apply waits for":    {apply.Environment, "apply"},
		"the plan says":          {plan.Outputs["changes"], "${{ steps.plan.outputs.changes }}"},
		"the plan is not of":     {plan.If, "github.event_name != 'schedule'"},
		"the look for drift is":  {drift.If, "github.event_name == 'schedule'"},
		"the plan's environment": {plan.Environment + drift.Environment, ""},
	} {
		if said[0] != said[1] {
			t.Errorf("%s %q, wanted %q", what, said[0], said[1])
		}
	}
	if flow.Permissions == nil || len(flow.Permissions) > 0 {
		t.Errorf("every job may do %v", flow.Permissions)
	}
	var artifacts []string
	for name, job := range flow.Jobs {
		for _, s := range job.Steps {
			if strings.Contains(s.Run, "${{") {
				t.Errorf("%s: a value becomes part of the script: %s", name, s.Run)
			}
			if s.Uses != "" && !regexp.MustCompile(`@[0-9a-f]{40}$`).MatchString(s.Uses) {
				t.Errorf("%s: %s can be moved", name, s.Uses)
			}
			if strings.HasPrefix(s.Uses, "actions/upload-artifact@") {
				artifacts = append(artifacts, name)
				with := s.With
				if with["path"] != "plan.tfplan" || with["name"] != "plan" || with["retention-days"] != 1. || strings.Contains(s.If, "always") {
					t.Errorf("the plan is saved with %v if %s", s.With, s.If)
				}
			}
			if strings.HasPrefix(s.Uses, "actions/download-artifact@") &&
				(name != "apply" || s.With["name"] != "plan" || s.With["path"] != nil) {
				t.Errorf("%s downloads %v", name, s.With)
			}
			if strings.HasPrefix(s.Uses, "actions/checkout@") &&
				(s.With["persist-credentials"] != false || (s.With["ref"] == "main") != (name == "apply")) {
				t.Errorf("%s: the checkout is %v", name, s.With)
			}
		}
	}
	if len(artifacts) != 1 || artifacts[0] != "plan" {
		t.Errorf("artifacts are of %q", artifacts)
	}
}

// What GitLab decides.
func TestGitLabApproves(t *testing.T) {
	t.Parallel()
	_, jobs, err := readGitLab()
	acctest.Must(t, err)
	apply := jobs["apply"]
	const merged = `$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $CI_PIPELINE_SOURCE != "schedule"`
	rule := apply.Rules[0]
	if len(apply.Rules) != 1 || rule["if"] != merged || rule["when"] != "manual" || rule["allow_failure"] != false ||
		apply.Environment["name"] != "apply" {
		t.Errorf("the apply runs by itself: %v in %v", apply.Rules, apply.Environment)
	}
	if rule := jobs["plan"].Rules[0]; rule["if"] != merged || len(jobs) != 4 {
		t.Errorf("a plan is saved if %v; jobs: %d", rule, len(jobs))
	}
	saved := map[string]map[string]any{}
	for name, job := range jobs {
		if job.Artifacts != nil {
			saved[name] = job.Artifacts
		}
	}
	want := map[string]map[string]any{"plan": {"paths": []any{"plan.tfplan"}, "access": "developer", "expire_in": "1 day"}}
	if !reflect.DeepEqual(saved, want) {
		t.Errorf("jobs save %v", saved)
	}
}

// gitLab stands in for the API of project 7: notes and issues are files in the folder forge.
func gitLab(work string) http.Handler {
	write := func(w http.ResponseWriter, name, text string) {
		if err := os.WriteFile(filepath.Join(work, "forge", name), []byte(text), 0o600); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /projects/7/merge_requests/{number}/notes", func(w http.ResponseWriter, r *http.Request) {
		write(w, "pr-"+r.PathValue("number"), r.FormValue("body"))
	})
	mux.HandleFunc("GET /projects/7/issues", func(w http.ResponseWriter, r *http.Request) {
		_, err := os.Stat(filepath.Join(work, "forge", "open"))
		if err == nil && r.FormValue("state")+r.FormValue("labels") == "openeddrift" {
			_, _ = w.Write([]byte(`[{"iid": 3}]`))
			return
		}
		_, _ = w.Write([]byte(`[]`))
	})
	mux.HandleFunc("POST /projects/7/issues", func(w http.ResponseWriter, r *http.Request) {
		write(w, "open", r.FormValue("description"))
		write(w, "created", r.FormValue("labels")+": "+r.FormValue("title"))
	})
	mux.HandleFunc("PUT /projects/7/issues/3", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("state_event") == "close" {
			_ = os.Rename(filepath.Join(work, "forge", "open"), filepath.Join(work, "forge", "closed"))
			return
		}
		write(w, "open", r.FormValue("description"))
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Private-Token") != "glpat" {
			http.Error(w, "who is it?", http.StatusUnauthorized)
			return
		}
		mux.ServeHTTP(w, r)
	})
}
