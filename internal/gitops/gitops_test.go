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
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
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

// runner is a machine of a pipeline: a checkout and an environment.
type runner struct {
	t      *testing.T
	folder string
	env    []string
}

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

// running is a command that was started.
type running struct {
	command *exec.Cmd
	out     output
	done    chan struct{}
}

// output is what a command printed so far.
type output struct {
	mu   sync.Mutex
	text strings.Builder
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

// start starts a terraform command in a folder of the checkout.
func (r *runner) start(folder string, args ...string) *running {
	r.t.Helper()
	command := exec.CommandContext(r.t.Context(), program.For(r.t), args...)
	command.Dir, command.Env = filepath.Join(r.folder, folder), r.env
	return r.begin(command)
}

// begin starts a command.
func (r *runner) begin(command *exec.Cmd) *running {
	r.t.Helper()
	g := &running{command: command, done: make(chan struct{})}
	g.command.Stdout, g.command.Stderr = &g.out, &g.out
	// A process group of its own, so that it ends together with its provider.
	g.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	g.command.Cancel = g.kill
	acctest.Must(r.t, g.command.Start())
	go func() {
		defer close(g.done)
		_ = g.command.Wait() // the exit code tells
	}()
	r.t.Cleanup(func() { <-g.done })
	return g
}

// kill ends the command as the loss of its machine does.
func (g *running) kill() error { return syscall.Kill(-g.command.Process.Pid, syscall.SIGKILL) }

// end waits for the command and gives its exit code and all that it printed.
func (g *running) end() (int, string) {
	<-g.done
	return g.command.ProcessState.ExitCode(), g.out.String()
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

// hold keeps the next registration of a plate waiting.
type hold struct{ reached, released chan struct{} }

func newTown(t *testing.T) town {
	t.Helper()
	return town{acctest.NewServer(t, sandbox.Options{})}
}

// holdNext has the next registration of a plate wait until it is released.
func (w town) holdNext() *hold {
	held, next := &hold{make(chan struct{}), make(chan struct{})}, make(chan struct{}, 1)
	next <- struct{}{}
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.Method != http.MethodPost || r.URL.Path != "/external/placa" {
			return nil
		}
		select {
		case <-next:
			close(held.reached)
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

// wait waits until a command has sent the request that is held.
func (h *hold) wait(t *testing.T, g *running) {
	t.Helper()
	select {
	case <-h.reached:
	case <-g.done:
		t.Fatalf("it ended before it registered a plate:\n%s", &g.out)
	}
}

// env is what makes a runner use this service and a database of states.
func (w town) env(connection string) map[string]string {
	return map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x", "PG_CONN_STR": connection,
		"PARKING_REQUEST_TIMEOUT": "10m"} // longer than a request is ever held
}

// plates gives how many vehicles the file of a client has.
func plates(t *testing.T, cliente string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(exampleFolder, "clientes", cliente, "flota.csv"))
	acctest.Must(t, err)
	return strings.Count(strings.TrimSpace(string(text)), "\n")
}
