//go:build unix

// Package gitops runs the pipeline of examples/gitops as it is written: the steps of its workflows, in the scripts of testdata.
package gitops

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

const exampleFolder = "../../examples/gitops"

func TestMain(m *testing.M) {
	program.Overlap()
	m.Run()
}

func TestCLIPipeline(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.10", "") // as the example's required_version; its scripts call terraform
	terraform, err := exec.LookPath(program.For(t))
	acctest.Must(t, err)
	// The provider is built, and found there and nothing anywhere else.
	mirror, rc := filepath.Join(t.TempDir(), "mirror"), filepath.Join(t.TempDir(), "terraformrc")
	acctest.Must(t, errors.Join(workbench.Install(t.Context(), filepath.Join("..", ".."), mirror), workbench.WriteCLIConfig(rc, mirror)))
	testscript.Run(t, testscript.Params{
		Dir:   "testdata",
		Setup: func(env *testscript.Env) error { return setUp(env, terraform, rc) },
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"step": step, "sql": query, "fault": fault, "readme": readme,
		},
	})
}

// setUp makes a repository, origin, whose state is a file, a parking service, and what stands in for GitHub and GitLab.
func setUp(env *testscript.Env, terraform, rc string) error {
	box, err := sandbox.Open(context.Background(), sandbox.Options{Credential: credential})
	if err != nil {
		return err
	}
	at := func(elements ...string) string { return filepath.Join(append([]string{env.WorkDir}, elements...)...) }
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			_ = os.WriteFile(at("writing"), nil, 0o600)
		}
		box.ServeHTTP(w, r)
	}))
	forge := httptest.NewServer(gitLab(env.WorkDir))
	env.Defer(func() {
		forge.Close()
		server.Close()
		_ = box.Close()
	})
	env.Values["box"] = box
	for name, value := range map[string]string{
		"PATH": at("bin") + string(os.PathListSeparator) + env.Getenv("PATH"), "TF_CLI_CONFIG_FILE": rc,
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@localhost", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@localhost",
		"GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8",
		// What the settings of the repository give the steps, and what GitHub and GitLab do.
		"PARKING_BASE_URL": server.URL, "PARKING_CREDENTIAL": credential, "AWS_ACCESS_KEY_ID": "none", "AWS_SECRET_ACCESS_KEY": "none",
		"GH_TOKEN": "none", "GH_REPO": "a/flotas", "GITHUB_OUTPUT": at("output"), "GITHUB_STEP_SUMMARY": at("summary"),
		"GITLAB_TOKEN": "glpat", "CI_API_V4_URL": forge.URL, "CI_PROJECT_ID": "7", "CI_DEFAULT_BRANCH": "main",
	} {
		env.Setenv(name, value)
	}
	return errors.Join(os.CopyFS(at("origin"), os.DirFS(exampleFolder)), os.CopyFS(at("bin"), os.DirFS("testdata/bin")),
		os.Symlink(terraform, at("bin", "terraform")), os.Mkdir(at("forge"), 0o700), commit(env, at("origin")))
}

// commit makes a folder a repository. The lock file of its providers, which somebody has written, is in it.
func commit(env *testscript.Env, origin string) error {
	script := exec.CommandContext(context.Background(), "sh", "-ec", `
		printf 'terraform {\n  backend "local" {\n    path = "%s/state/terraform.tfstate"\n  }\n}\n' "$WORK" >backend_override.tf
		terraform init -no-color >&2
		rm -rf .terraform
		git init -q -b main
		git add -A -f
		git commit -q -m first
		git rev-parse HEAD`)
	script.Dir, script.Env = origin, append(env.Vars, "PATH="+env.Getenv("PATH"))
	out, err := script.Output()
	env.Setenv("COMMIT", strings.TrimSpace(string(out)))
	return err
}

const credential = "s3cret"

// secret is what no text may have: the credential, and what the service knows of its clients.
var secret = regexp.MustCompile(credential + `|glpat|@example\.com|02200000\d|010000000\d`)

// step runs a step of GitHub as it is written, by its job and name, or a job of GitLab, as in step gitlab plan. Variables whose
// values GitHub computes follow. With & first it is only written, to background.sh.
func step(ts *testscript.TestScript, neg bool, args []string) {
	only := args[0] == "&"
	if only {
		args = args[1:]
	}
	written := writtenStep
	if args[0] == "gitlab" {
		written = writtenJob
	}
	shell, body, variables := written(ts, args)
	at := func(name string) string { return filepath.Join(ts.Getenv("WORK"), name) }
	ts.Check(os.WriteFile(at("step.sh"), []byte(body), 0o600))
	run := slices.Concat(variables, args[2:], strings.Fields(shell), []string{at("step.sh")})
	if only {
		ts.Check(os.WriteFile(at("background.sh"), []byte("exec env "+strings.Join(run, " ")), 0o600))
		return
	}
	if err := ts.Exec("env", run...); (err != nil) != neg {
		ts.Fatalf("the step ends with %v", err)
	}
	plan, _ := os.ReadFile(ts.MkAbs("plan.md"))
	if found := secret.FindString(ts.ReadFile("stdout") + ts.ReadFile("stderr") + string(plan)); found != "" {
		ts.Fatalf("a text has %s", found)
	}
}

func writtenStep(ts *testscript.TestScript, args []string) (shell, body string, variables []string) {
	var flow github
	ts.Check(readYAML(githubFile, &flow))
	for _, s := range flow.Jobs[args[0]].Steps {
		if s.Name == args[1] {
			body = s.Run
			maps.Copy(flow.Env, s.Env)
		}
	}
	for name, value := range flow.Env {
		given := func(arg string) bool { return strings.HasPrefix(arg, name+"=") }
		if !strings.Contains(value, "${{") {
			variables = append(variables, name+"="+value)
		} else if ts.Getenv(name) == "" && !slices.ContainsFunc(args, given) {
			ts.Fatalf("the step needs %s, which is %s", name, value)
		}
	}
	if body == "" {
		ts.Fatalf("there is no such step")
	}
	return "bash --noprofile --norc -eo pipefail", body, variables
}

func writtenJob(ts *testscript.TestScript, args []string) (shell, body string, variables []string) {
	var all map[string]string
	var job struct{ Script []string }
	ts.Check(errors.Join(readPart("variables", &all), readPart(args[1], &job)))
	for name, value := range all {
		variables = append(variables, name+"="+os.Expand(value, ts.Getenv))
	}
	return "sh -e", strings.Join(job.Script, "\n"), variables
}

// service is the parking service of a script.
func service(ts *testscript.TestScript) *sandbox.Sandbox {
	box, _ := ts.Value("box").(*sandbox.Sandbox)
	return box
}

// query changes the data of the service, or with a number before it wants that a query counts so many.
func query(ts *testscript.TestScript, _ bool, args []string) {
	db := service(ts).DB()
	if len(args) == 1 {
		_, err := db.ExecContext(context.Background(), args[0])
		ts.Check(err)
		return
	}
	var got string
	ts.Check(db.QueryRowContext(context.Background(), args[1]).Scan(&got))
	if got != args[0] {
		ts.Fatalf("%s: %s, wanted %s", args[1], got, args[0])
	}
}

// fault makes the service fail.
func fault(ts *testscript.TestScript, _ bool, args []string) {
	faults, err := sandbox.ParseFaults(args[0])
	ts.Check(err)
	for _, f := range faults {
		f.Delay = 3 * time.Second
		service(ts).Inject(f)
	}
}

// readme runs what the page of the example shows under Try it.
func readme(ts *testscript.TestScript, _ bool, _ []string) {
	page, err := os.ReadFile(filepath.Join(exampleFolder, "README.md"))
	ts.Check(err)
	shown := regexp.MustCompile("(?s)\n## Try it\n.*?```sh\n(.*?)```").FindSubmatch(page)
	ts.Check(ts.Exec("bash", "-euc", string(shown[1])))
}
