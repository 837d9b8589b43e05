package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	goversion "github.com/hashicorp/go-version"
	install "github.com/hashicorp/hc-install"
	"github.com/hashicorp/hc-install/fs"
	"github.com/hashicorp/hc-install/product"
	"github.com/hashicorp/hc-install/releases"
	"github.com/hashicorp/hc-install/src"
)

// stopWait is how long an interrupted Terraform may take to finish its requests in flight and save the state.
const stopWait = 90 * time.Second

// terraform runs Terraform in the work folder.
type terraform struct {
	path   string
	place  place
	out    io.Writer
	colour bool
	runs   int
	warned map[string]int // how often each warning was shown or counted
}

// findTerraform takes Terraform from PATH, or one that an earlier run downloaded, or downloads it. Older than 1.8 it
// has no provider functions, which the example uses.
func findTerraform(ctx context.Context, p place, out io.Writer) (*terraform, error) {
	constraints, err := goversion.NewConstraint(">= 1.8.0")
	if err != nil {
		return nil, err
	}
	path, err := install.NewInstaller().Ensure(ctx, []src.Source{
		&fs.Version{Product: product.Terraform, Constraints: constraints, ExtraPaths: []string{p.cache()}},
		&releases.LatestVersion{Product: product.Terraform, Constraints: constraints, InstallDir: p.cache()},
	})
	if err != nil {
		return nil, fmt.Errorf("finding Terraform 1.8 or newer (put it on PATH): %w", err)
	}
	version, err := product.Terraform.GetVersion(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("asking %s for its version: %w", path, err)
	}
	_, _ = fmt.Fprintf(out, "Terraform %s at %s\n", version, path)
	return &terraform{path: path, place: p, out: out, colour: isTerminal(out), warned: make(map[string]int)}, nil
}

// command is how the reader calls this Terraform: by name when it is the one on PATH.
func (t *terraform) command() string {
	if onPath, err := exec.LookPath("terraform"); err == nil && onPath == t.path {
		return "terraform"
	}
	return t.path
}

// run runs one command, shows its condensed output, keeps all of it in a log, and returns it without colours. Another
// exit code than want is an error. Terraform always writes colours here, because it frames errors and warnings only
// then; the condenser takes them out again for anything but a terminal.
func (t *terraform) run(ctx context.Context, want int, command string, args ...string) (string, error) {
	t.runs++
	args = append([]string{command, "-input=false"}, args...)
	_, _ = fmt.Fprintf(t.out, "$ terraform %s\n", strings.Join(args, " "))
	var whole bytes.Buffer
	shown := newCondenser(t.out, t.colour, t.warned)
	child := exec.CommandContext(ctx, t.path, args...) //nolint:gosec // G204: every argument is made here.
	child.Dir = t.place.fleet()
	child.Env = environment(os.Environ(), t.place)
	child.Stdout = io.MultiWriter(&whole, shown)
	child.Stderr = child.Stdout
	child.Cancel = func() error { return child.Process.Signal(os.Interrupt) }
	child.WaitDelay = stopWait
	ownGroup(child)
	err := child.Run()
	shown.flush()

	output := withoutColour(whole.String())
	log := filepath.Join(t.place.logs(), fmt.Sprintf("%d-%s.txt", t.runs, command))
	if logErr := os.WriteFile(log, []byte(output), 0o600); logErr != nil {
		return "", logErr
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", fmt.Errorf("terraform %s: %w", command, err)
	}
	if code := child.ProcessState.ExitCode(); code != want {
		return "", fmt.Errorf("terraform %s ended with exit code %d, expected %d; all it said is in %s", command, code, want, log)
	}
	return output, nil
}

// environment is the caller's, without whatever would lead Terraform or the provider elsewhere: a CLI configuration,
// default arguments, a workspace, variables, a real service.
func environment(callers []string, p place) []string {
	var kept []string
	for _, variable := range callers {
		if !strings.HasPrefix(variable, "TF_") && !strings.HasPrefix(variable, "PARKING_") {
			kept = append(kept, variable)
		}
	}
	return append(kept, "TF_CLI_CONFIG_FILE="+p.cliConfig(), "TF_IN_AUTOMATION=1", "PARKING_SANDBOX="+p.database())
}

func isTerminal(out io.Writer) bool {
	file, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("NO_COLOR") == ""
}
