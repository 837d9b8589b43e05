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
)

// stopWait is how long an interrupted Terraform may take to finish its requests in flight and save the state.
const stopWait = 90 * time.Second

// name is how Terraform or OpenTofu is called.
func (d *demo) name() string { return filepath.Base(d.program) }

// command is how the reader calls this program: by name when it is the one on PATH.
func (d *demo) command() string {
	if onPath, err := exec.LookPath(d.name()); err == nil && onPath == d.program {
		return d.name()
	}
	return d.program
}

// terraform runs one command in the work folder, shows its output and keeps it in a log. The command has to end with the
// exit code want, and to say each of the texts.
func (d *demo) terraform(ctx context.Context, want int, command string, texts ...string) error {
	d.ran++
	command, more, _ := strings.Cut(command, " ")
	args := append([]string{command, "-input=false", "-no-color"}, strings.Fields(more)...)
	_, _ = fmt.Fprintf(d.out, "$ %s %s\n", d.name(), strings.Join(args, " "))
	var whole bytes.Buffer
	child := exec.CommandContext(ctx, d.program, args...) //nolint:gosec // G204: every argument is made here.
	child.Dir = d.fleet()
	child.Env = workbench.Environment(os.Environ(), d.cliConfig())
	child.Stdout = io.MultiWriter(&whole, d.out)
	child.Stderr = child.Stdout
	child.Cancel = func() error { return child.Process.Signal(os.Interrupt) }
	child.WaitDelay = stopWait
	ownGroup(child)
	err := child.Run()

	log := filepath.Join(d.logs(), fmt.Sprintf("%d-%s.txt", d.ran, command))
	if logErr := os.WriteFile(log, whole.Bytes(), 0o600); logErr != nil {
		return logErr
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return fmt.Errorf("%s %s: %w", d.name(), command, err)
	}
	if code := child.ProcessState.ExitCode(); code != want {
		return fmt.Errorf("%s %s ended with exit code %d, expected %d; all it said is in %s", d.name(), command, code, want, log)
	}
	for _, text := range texts {
		if !strings.Contains(whole.String(), text) {
			return fmt.Errorf("the output of Terraform has no %q", text)
		}
	}
	return nil
}
