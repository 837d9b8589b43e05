package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// The commands that a fleet is taken through.
const (
	bareApply = "apply, no lookups" // of an empty state, with plan_lookups = false
	apply     = "apply"             // of an empty state
	plan      = "plan"              // without a change
)

// row is what one command cost.
type row struct {
	Name string
	Wall time.Duration
	// Wire is the unavoidable latency of the service, Floor the time of Terraform alone with as many resources.
	Wire, Floor time.Duration
	Requests    int
}

// workplace is the folder where the benchmark works.
type workplace string

func (b workplace) cliConfig() string { return filepath.Join(string(b), "terraform.rc") }

// prepare makes the folder to work in and installs the provider there.
func prepare(ctx context.Context, root, folder string) (workplace, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	if err := os.RemoveAll(folder); err != nil {
		return "", fmt.Errorf("removing the previous run: %w", err)
	}
	b, mirror := workplace(folder), filepath.Join(folder, "mirror")
	if err := workbench.Install(ctx, root, mirror); err != nil {
		return "", err
	}
	return b, workbench.WriteCLIConfig(b.cliConfig(), mirror)
}

// measure takes a fleet through the commands, after Terraform's floor. Each apply begins with an empty state and service.
func (b workplace) measure(ctx context.Context, f fleet) (all []row, err error) {
	floor := map[string]time.Duration{}
	if f.Kind != scale { // of which Terraform would need minutes to put the values together
		alone, err := b.run(ctx, f, "_floor", nil, apply, plan)
		if err != nil {
			return nil, err
		}
		floor = map[string]time.Duration{bareApply: alone[0].Wall, apply: alone[0].Wall, plan: alone[1].Wall}
	}
	for _, names := range [][]string{{bareApply}, {apply, plan}} {
		box, err := openSandbox(ctx, f)
		if err != nil {
			return nil, err
		}
		rows, err := b.run(ctx, f, "", box, names...)
		if err := errors.Join(err, box.Close()); err != nil {
			return nil, err
		}
		for _, row := range rows {
			row.Wire, row.Floor = f.wire(row.Name), floor[row.Name]
			all = append(all, row)
		}
	}
	return all, nil
}

// openSandbox opens a slow sandbox that has the clients of a fleet.
func openSandbox(ctx context.Context, f fleet) (*sandbox.Sandbox, error) {
	box, err := sandbox.Open(ctx, sandbox.Options{Latency: sandbox.Latency{"placa": placaLatency / f.speed(),
		"vehiculo": vehiculoLatency / f.speed(), "default": otherLatency / f.speed()}})
	if err != nil {
		return nil, err
	}
	for client := range f.clients() {
		_, err := box.DB().ExecContext(ctx, `INSERT INTO clientes (id, email, nombre, apellidos, prefijos, telefono, cedula)
			VALUES (?, ?, 'Flota', ?, '+593', ?, ?)`, 100+client, email(client), fmt.Sprintf("Número %d", client),
			fmt.Sprintf("99000000%d", client), fmt.Sprintf("010000000%d", client))
		if err != nil {
			return nil, fmt.Errorf("adding a client to the sandbox: %w", err)
		}
	}
	return box, nil
}

// run runs commands in a new folder, with the configuration of a fleet or its floor. A command that does not do what it should is
// an error, because its time would mean nothing.
func (b workplace) run(ctx context.Context, f fleet, floor string, box *sandbox.Sandbox, names ...string) (rows []row, err error) {
	folder, err := os.MkdirTemp(string(b), f.String()+floor)
	if err != nil {
		return nil, err
	}
	if err := f.write(folder, floor); err != nil {
		return nil, err
	}
	var env []string
	if box != nil {
		server := httptest.NewServer(box)
		defer server.Close()
		lookups := fmt.Sprintf("PARKING_PLAN_LOOKUPS=%t", names[0] != bareApply)
		env = []string{"PARKING_BASE_URL=" + server.URL, "PARKING_CREDENTIAL=x", lookups}
	}
	if err := b.terraform(ctx, folder, env, "", "init"); err != nil {
		return nil, err
	}
	for _, name := range names {
		want, args := f.added(), []string{"apply", "-auto-approve"}
		if name == plan {
			want, args = "No changes.", []string{"plan", "-detailed-exitcode"}
		}
		started := time.Now()
		if err := b.terraform(ctx, folder, env, want, append(args, fmt.Sprintf("-parallelism=%d", f.Parallelism))...); err != nil {
			return nil, err
		}
		row := row{Name: name, Wall: time.Since(started)}
		if box != nil {
			journal, err := box.Journal(ctx)
			if err := errors.Join(err, box.ResetJournal(ctx)); err != nil {
				return nil, err
			}
			row.Requests = len(journal)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// terraform runs one command of Terraform, which has to succeed and to say what is wanted.
func (b workplace) terraform(ctx context.Context, folder string, env []string, want string, args ...string) error {
	args = append(args, "-input=false", "-no-color")
	fmt.Fprintf(os.Stderr, "%s$ terraform %s\n", filepath.Base(folder), strings.Join(args, " "))
	child := exec.CommandContext(ctx, program.Path(), args...) //nolint:gosec // G204: every argument is made here.
	child.Dir = folder
	child.Env = append(workbench.Environment(os.Environ(), b.cliConfig()), env...)
	child.Cancel = func() error { return child.Process.Signal(os.Interrupt) }
	said, err := child.CombinedOutput()
	text := bytes.Join(bytes.Fields(said), []byte(" ")) // without the line breaks of Terraform
	if err != nil || !bytes.Contains(text, []byte(want)) {
		return fmt.Errorf("terraform %s, of which %q was expected: %w\n%s", args[0], want, err, said)
	}
	return nil
}
