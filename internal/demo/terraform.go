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

	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// stopWait is how long an interrupted Terraform may take to finish its requests in flight and save the state.
const stopWait = 90 * time.Second

// terraform runs Terraform in the work folder.
type terraform struct {
	path  string
	place place
	out   io.Writer
	runs  int
}

// findTerraform finds the Terraform to run, and says which it is.
func findTerraform(p place, out io.Writer) (*terraform, error) {
	product, err := program.Running()
	if err != nil {
		return nil, err
	}
	_, _ = fmt.Fprintf(out, "%s: %s\n", product, program.Path())
	return &terraform{path: program.Path(), place: p, out: out}, nil
}

// name is how Terraform or OpenTofu is called.
func (t *terraform) name() string { return filepath.Base(t.path) }

// command is how the reader calls this program: by name when it is the one on PATH.
func (t *terraform) command() string {
	if onPath, err := exec.LookPath(t.name()); err == nil && onPath == t.path {
		return t.name()
	}
	return t.path
}

// run runs one command, shows its output, keeps it in a log, and returns it. Another exit code than want is an error.
func (t *terraform) run(ctx context.Context, want int, command string, args ...string) (string, error) {
	t.runs++
	args = append([]string{command, "-input=false", "-no-color"}, args...)
	_, _ = fmt.Fprintf(t.out, "$ %s %s\n", t.name(), strings.Join(args, " "))
	var whole bytes.Buffer
	child := exec.CommandContext(ctx, t.path, args...) //nolint:gosec // G204: every argument is made here.
	child.Dir = t.place.fleet()
	child.Env = workbench.Environment(os.Environ(), t.place.cliConfig())
	child.Stdout = io.MultiWriter(&whole, t.out)
	child.Stderr = child.Stdout
	child.Cancel = func() error { return child.Process.Signal(os.Interrupt) }
	child.WaitDelay = stopWait
	ownGroup(child)
	err := child.Run()

	log := filepath.Join(t.place.logs(), fmt.Sprintf("%d-%s.txt", t.runs, command))
	if logErr := os.WriteFile(log, whole.Bytes(), 0o600); logErr != nil {
		return "", logErr
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", fmt.Errorf("%s %s: %w", t.name(), command, err)
	}
	if code := child.ProcessState.ExitCode(); code != want {
		return "", fmt.Errorf("%s %s ended with exit code %d, expected %d; all it said is in %s", t.name(), command, code, want, log)
	}
	return whole.String(), nil
}
