//go:build unix

// Package gitops tests examples/gitops as a team would run it: the tests of its
// module, its pipeline, and its states in a PostgreSQL server.
package gitops

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

const exampleFolder = "../../examples/gitops"

// clientes are the folders of the clients.
var clientes = []string{"flota-norte", "flota-sur", "reparto-centro"}

// endings are what the tests share and have to end.
var endings struct {
	sync.Mutex
	all []func() error
}

// atEnd has something done after the last test.
func atEnd(f func() error) {
	endings.Lock()
	defer endings.Unlock()
	endings.all = append(endings.all, f)
}

func TestMain(m *testing.M) {
	program.Overlap()
	code := m.Run()
	for _, end := range slices.Backward(endings.all) {
		if err := end(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}

// sharedRelease is a folder with the provider as a release would install it, and
// with the CLI configuration that finds it there, and nothing anywhere else.
var sharedRelease = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "release")
	if err != nil {
		return "", err
	}
	atEnd(func() error { return os.RemoveAll(folder) })
	ctx := context.Background()
	root, err := workbench.Root(ctx)
	if err != nil {
		return "", err
	}
	mirror := filepath.Join(folder, "mirror")
	if err := workbench.Install(ctx, root, mirror); err != nil {
		return "", err
	}
	rc := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirror)
	return folder, os.WriteFile(filepath.Join(folder, "terraformrc"), []byte(rc), 0o600)
})

// sharedLock is the lock file of a client, which somebody makes once on a machine of their own. The pipeline takes no other
// provider.
var sharedLock = sync.OnceValues(func() ([]byte, error) {
	release, err := sharedRelease()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "lock")
	if err != nil {
		return nil, err
	}
	atEnd(func() error { return os.RemoveAll(folder) })
	if err := os.WriteFile(filepath.Join(folder, "main.tf"), []byte(acctest.Required), 0o600); err != nil {
		return nil, err
	}
	command := exec.CommandContext(context.Background(), program.Path(), "init")
	command.Dir, command.Env = folder, workbench.Environment(os.Environ(), filepath.Join(release, "terraformrc"))
	if out, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("terraform init: %w\n%s", err, out)
	}
	return os.ReadFile(filepath.Join(folder, ".terraform.lock.hcl"))
})

// runner is a machine of a pipeline: a checkout and an environment.
type runner struct {
	t      *testing.T
	folder string
	env    []string
}

// personal is the variable with the personal data of a client, as its secret has it.
func personal(cliente string) string {
	number := slices.Index(clientes, cliente) + 2 // as the sandbox knows the clients
	return fmt.Sprintf(`{"email": "%s@example.com", "telefono": "02200000%d", "cedula": "010000000%d"}`, strings.ReplaceAll(cliente, "-", "."), number, number)
}

// isPersonal finds that data in a text.
var isPersonal = regexp.MustCompile(`@example\.com|02200000\d|010000000\d`)

// newRunner copies the example to a machine without network whose environment is env.
func newRunner(t *testing.T, env map[string]string) *runner {
	t.Helper()
	program.Since(t, "1.8", "1.8") // as the example's required_version
	r := emptyRunner(t, env)
	acctest.Must(t, os.CopyFS(r.folder, os.DirFS(exampleFolder)))
	return r
}

func emptyRunner(t *testing.T, env map[string]string) *runner {
	t.Helper()
	release, err := sharedRelease()
	acctest.Must(t, err)
	nowhere := "http://127.0.0.1:1" // a proxy, which is not asked for loopback addresses
	r := &runner{t: t, folder: t.TempDir(), env: append(workbench.Environment(os.Environ(), filepath.Join(release, "terraformrc")),
		"CHECKPOINT_DISABLE=1", "HTTP_PROXY="+nowhere, "HTTPS_PROXY="+nowhere, "NO_PROXY=", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)}
	for name, value := range env {
		r.env = append(r.env, name+"="+value)
	}
	return r
}

// init initialises a folder of the checkout, and runs terraform in it.
func (r *runner) init(folder string) *acctest.CLI {
	r.t.Helper()
	c := &acctest.CLI{T: r.t, Folder: filepath.Join(r.folder, folder), Env: r.env}
	c.Ok("init", "-no-color")
	return c
}

// town is the parking service that the runners use.
type town struct{ *acctest.Server }

// hold keeps requests waiting.
type hold struct{ reached, released chan struct{} }

// newTown starts a service, which takes writes of all but the credential of plans.
func newTown(t *testing.T) town {
	t.Helper()
	w := town{acctest.NewServer(t, sandbox.Options{})}
	w.Answer(w.onlyReads)
	return w
}

// onlyReads refuses the writes of the credential that may only read.
func (w town) onlyReads(r *http.Request) http.HandlerFunc {
	if r.Method == http.MethodGet || r.Header.Get("Authorization") != "may plan" {
		return nil
	}
	w.T.Errorf("a job that plans sends %s %s", r.Method, r.URL)
	return answers.Body(http.StatusForbidden, `{"estado":"fail","error":"solo lectura"}`)
}

// hold has the next n writes to a path wait until they are released.
func (w town) hold(n int, path string) *hold {
	held, next := &hold{make(chan struct{}), make(chan struct{})}, make(chan bool, n)
	for i := range n {
		next <- i == 0
	}
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if refused := w.onlyReads(r); refused != nil {
			return refused
		}
		if r.Method != http.MethodPost || !strings.HasPrefix(r.URL.Path, path) {
			return nil
		}
		select {
		case first := <-next:
			if first {
				close(held.reached)
			}
			select {
			case <-held.released:
			case <-w.T.Context().Done():
			}
		default:
		}
		return nil
	})
	return held
}

// wait waits until a job has sent the request that is held.
func (h *hold) wait(t *testing.T, j *running) {
	t.Helper()
	select {
	case <-h.reached:
	case <-j.done:
		t.Fatalf("it ended before it sent the request:\n%s", &j.out)
	}
}

// env is what makes a runner use this service for a client.
func (w town) env(cliente string) map[string]string {
	return map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x", "TF_VAR_personal": personal(cliente)}
}
