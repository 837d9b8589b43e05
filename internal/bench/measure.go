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
	command string
	wall    time.Duration
	// wire is the unavoidable latency of the service, floor the time of Terraform alone with as many resources.
	wire, floor time.Duration
	requests    int
}

// workplace is the folder where the benchmark works.
type workplace string

func (b workplace) cliConfig() string { return filepath.Join(string(b), "terraform.rc") }

// prepare makes the folder anew and installs the provider there.
func prepare(ctx context.Context, root, folder string) (workplace, error) {
	folder, err := filepath.Abs(folder)
	b, mirror := workplace(folder), filepath.Join(folder, "mirror")
	return b, errors.Join(err, os.RemoveAll(folder), workbench.Install(ctx, root, mirror), workbench.WriteCLIConfig(b.cliConfig(), mirror))
}

// measure takes a fleet through the commands, after Terraform's floor. Each apply begins with an empty state and service.
func (b workplace) measure(ctx context.Context, f fleet) (all []row, err error) {
	floor := map[string]time.Duration{}
	if f.kind != scale { // of which Terraform would need minutes to put the values together
		alone, err := b.run(ctx, f, "_floor", apply, plan)
		if err != nil {
			return nil, err
		}
		floor = map[string]time.Duration{bareApply: alone[0].wall, apply: alone[0].wall, plan: alone[1].wall}
	}
	for _, commands := range [][]string{{bareApply}, {apply, plan}} {
		rows, err := b.run(ctx, f, "", commands...)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			r.wire, r.floor = f.wire(r.command), floor[r.command]
			all = append(all, r)
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
		_, insert := box.DB().ExecContext(ctx, `INSERT INTO clientes (id, email, nombre, apellidos, prefijos, telefono, cedula)
			VALUES (?1, ?2, 'Flota', 'Número ' || ?3, '+593', '99000000' || ?3, '010000000' || ?3)`, 100+client, email(client), client)
		err = errors.Join(err, insert)
	}
	return box, err
}

// run runs commands in a new folder, with the configuration of a fleet or its floor. A command that does not do what it should is
// an error, because its time would mean nothing.
func (b workplace) run(ctx context.Context, f fleet, floor string, commands ...string) (rows []row, err error) {
	box, err := openSandbox(ctx, f)
	if err != nil {
		return nil, err
	}
	server := httptest.NewServer(box)
	defer func() {
		server.Close()
		err = errors.Join(err, box.Close())
	}()
	folder, err := os.MkdirTemp(string(b), f.String()+floor)
	if err != nil {
		return nil, err
	}
	env := append(workbench.Environment(os.Environ(), b.cliConfig()), "PARKING_BASE_URL="+server.URL, "PARKING_CREDENTIAL=x",
		fmt.Sprintf("PARKING_PLAN_LOOKUPS=%t", commands[0] != bareApply))
	if err := errors.Join(f.write(folder, floor), terraform(ctx, folder, env, "", "init")); err != nil {
		return nil, err
	}
	for _, command := range commands {
		want, args := f.added(), []string{"apply", "-auto-approve"}
		if command == plan {
			want, args = "No changes.", []string{"plan", "-detailed-exitcode"}
		}
		started := time.Now()
		err := terraform(ctx, folder, env, want, append(args, fmt.Sprintf("-parallelism=%d", f.parallelism))...)
		wall := time.Since(started)
		journal, unread := box.Journal(ctx)
		if err := errors.Join(err, unread, box.ResetJournal(ctx)); err != nil {
			return nil, err
		}
		rows = append(rows, row{command: command, wall: wall, requests: len(journal)})
	}
	return rows, nil
}

// terraform runs one command of Terraform, which has to succeed and to say what is wanted.
func terraform(ctx context.Context, folder string, env []string, want string, args ...string) error {
	args = append(args, "-input=false", "-no-color")
	fmt.Fprintf(os.Stderr, "%s$ terraform %s\n", filepath.Base(folder), strings.Join(args, " "))
	child := exec.CommandContext(ctx, program.Path(), args...) //nolint:gosec // G204: every argument is made here.
	child.Dir, child.Env = folder, env
	child.Cancel = func() error { return child.Process.Signal(os.Interrupt) }
	said, err := child.CombinedOutput()
	text := bytes.Join(bytes.Fields(said), []byte(" ")) // without the line breaks of Terraform
	if err != nil || !bytes.Contains(text, []byte(want)) {
		return fmt.Errorf("terraform %s, of which %q was expected: %w\n%s", args[0], want, err, said)
	}
	return nil
}
