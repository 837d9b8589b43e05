//go:build unix

package gitops

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
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
	Env  map[string]string
	Jobs map[string]struct {
		Steps []struct {
			Name, Uses, Run string
			With            map[string]any
			Env             map[string]string
		}
	}
}

// readYAML reads a file of the example.
func readYAML(file string, into any) error {
	text, err := os.ReadFile(filepath.Join(exampleFolder, file))
	if err == nil {
		_, err = yaml.Unmarshal(text, into, yaml.DecodeOpts{})
	}
	return err
}

// readPart reads a part of GitLab's file: a job, or the variables of all.
func readPart(name string, into any) error {
	var parts map[string]json.RawMessage
	if err := readYAML(gitlabFile, &parts); err != nil {
		return err
	}
	return json.Unmarshal(parts[name], into)
}

// What GitHub and GitLab themselves decide: an apply is of main, waits for an approval, and gets the file that the plan before it saved.
func TestApproval(t *testing.T) {
	t.Parallel()
	const ofMain = "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $CI_PIPELINE_SOURCE != \"schedule\"\n"
	for file, parts := range map[string][]string{
		githubFile: {
			"\npermissions: {} #", "\n      changes: ${{ steps.plan.outputs.changes }}\n",
			"    needs: plan\n    if: github.ref == 'refs/heads/main' && needs.plan.outputs.changes == 'true'\n",
			"    environment: apply #", "          ref: main #",
			"        if: github.event_name != 'pull_request' && steps.plan.outputs.changes == 'true'\n" +
				"        with:\n          name: plan\n          path: plan.tfplan\n          retention-days: 1 #",
			"        with:\n          name: plan\n      - name: Apply\n",
		},
		gitlabFile: {
			"\nplan:\n  stage: plan\n  timeout: 1 hour\n  rules:\n    - if: " + ofMain + "  script:\n",
			"    paths: [plan.tfplan]\n    access: developer\n    expire_in: 1 day\n",
			"\napply:\n  stage: apply\n  timeout: 5 hours\n  rules:\n    - if: " + ofMain +
				"      when: manual\n      allow_failure: false #",
			"  environment:\n    name: apply #",
		},
	} {
		text, err := os.ReadFile(filepath.Join(exampleFolder, file))
		acctest.Must(t, err)
		acctest.ExpectSays(t, file, string(text), parts...)
	}
}

// Nobody else can change what the workflow of GitHub does: an action is named by its commit, no credential stays in the folder, and no
// value becomes part of a script. Nothing hides the exit code of a plan.
func TestWorkflowIsFixed(t *testing.T) {
	t.Parallel()
	off := map[string]string{"actions/checkout": "persist-credentials", "hashicorp/setup-terraform": "terraform_wrapper"}
	var flow github
	acctest.Must(t, readYAML(githubFile, &flow))
	for name, job := range flow.Jobs {
		for _, s := range job.Steps {
			action, commit, uses := strings.Cut(s.Uses, "@")
			if uses && !regexp.MustCompile(`^[0-9a-f]{40}$`).MatchString(commit) {
				t.Errorf("%s: %s can be moved", name, s.Uses)
			}
			if setting := off[action]; setting != "" && s.With[setting] != false {
				t.Errorf("%s: %s has %s %v", name, action, setting, s.With[setting])
			}
			if strings.Contains(s.Run, "${{") {
				t.Errorf("%s: a value becomes part of the script: %s", name, s.Run)
			}
		}
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
