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
	"runtime"
	"strings"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// The phases of a scenario, in their order.
const (
	bareApply   = "apply, no lookups" // of an empty state, with plan_lookups = false
	apply       = "apply"             // of an empty state
	plan        = "plan"              // without a change
	freshPlan   = "plan, max age 24h" // soon after the apply, with refresh_max_age = 24h
	driftPlan   = "plan, 5 drifted"   // after changes behind Terraform's back
	changedPlan = "plan, 1 changed"   // of one vehicle, in the configuration
)

// phase is what one command cost.
type phase struct {
	Name string        `json:"name"`
	Wall time.Duration `json:"wall_ns"`
	// Wire is the unavoidable latency of the service, Floor the time of Terraform alone with as many resources.
	Wire  time.Duration `json:"wire_ns"`
	Floor time.Duration `json:"floor_ns"`
	traffic
	Terraform usage `json:"terraform"`
	Provider  usage `json:"provider"`
	// Together is the sum of the peaks of all processes, which is more than they took at any moment.
	Together int64 `json:"together_bytes,omitempty"`
}

// workplace is where the benchmark works.
type workplace struct {
	folder    string
	terraform program.Product
	out       io.Writer
}

func (b *workplace) mirror() string    { return filepath.Join(b.folder, "mirror") }
func (b *workplace) cliConfig() string { return filepath.Join(b.folder, "terraform.rc") }
func (b *workplace) used() string      { return filepath.Join(b.folder, "used") }
func (b *workplace) provider() string {
	return filepath.Join(b.folder, workbench.Executable("provider"))
}

// measure takes a scenario through its phases, after Terraform's floor. A phase that does not do what it is to do is an
// error: its time would mean nothing.
func (b *workplace) measure(ctx context.Context, s scenario) (result, error) {
	r := result{Scenario: s, Terraform: b.terraform.String(), System: runtime.GOOS + "/" + runtime.GOARCH, CPUs: runtime.NumCPU(),
		Date: time.Now().UTC().Truncate(time.Second)}
	if f, failing := failures[s.Kind]; failing {
		p, err := b.fail(ctx, s, f)
		r.Phases = []phase{p}
		return r, err
	}
	if f, random := randoms[s.Kind]; random {
		p, err := b.random(ctx, s, f)
		r.Phases = []phase{p}
		return r, err
	}
	if f, shared := shares[s.Kind]; shared {
		p, err := b.share(ctx, s, f)
		r.Phases = []phase{p}
		return r, err
	}
	floor, err := b.floor(ctx, s)
	if err != nil {
		return r, fmt.Errorf("floor: %w", err)
	}
	if err := b.bare(ctx, s, floor, &r); err != nil {
		return r, fmt.Errorf("%s: %w", bareApply, err)
	}
	box, folder, err := b.start(ctx, s, failure{})
	if err != nil {
		return r, err
	}
	defer box.stop()
	const maxAge = "PARKING_REFRESH_MAX_AGE=24h"
	added := s.added()
	updated := func(n int) string { return fmt.Sprintf("Plan: 0 to add, %d to change, 0 to destroy", n) }
	nothing := func(context.Context) error { return nil }
	parallelism := fmt.Sprintf("-parallelism=%d", s.Parallelism)
	for _, step := range []struct {
		phase  string
		before func(context.Context) error
		env    []string
		exit   int
		want   string
		args   []string
	}{
		// Only a provider with a refresh_max_age writes down when it verified something; it changes nothing else here.
		{apply, nothing, []string{maxAge}, 0, added, []string{"apply", "-auto-approve", parallelism}},
		{plan, nothing, nil, 0, "No changes.", []string{"plan", "-detailed-exitcode", parallelism}},
		{freshPlan, nothing, []string{maxAge}, 0, "No changes.", []string{"plan", "-detailed-exitcode", parallelism}},
		{driftPlan, box.drift, nil, 2, updated(s.changed()), []string{"plan", "-detailed-exitcode", parallelism}},
		{changedPlan, func(ctx context.Context) error { return errors.Join(box.drift(ctx), s.change(folder)) }, nil, 2, updated(1),
			[]string{"plan", "-detailed-exitcode", parallelism}},
	} {
		if err := step.before(ctx); err != nil {
			return r, err
		}
		if s.Kind == scale && step.phase == driftPlan {
			continue // which the next phase takes back
		}
		if err := box.reset(ctx); err != nil {
			return r, err
		}
		p, err := b.run(ctx, folder, append(step.env, box.env()...), step.exit, step.want, step.args...)
		if err != nil {
			return r, fmt.Errorf("%s: %w", step.phase, err)
		}
		p.Name, p.Wire, p.Floor = step.phase, s.wire(step.phase), floor[step.args[0]]
		if p.traffic, err = box.traffic(ctx); err != nil {
			return r, err
		}
		r.Phases = append(r.Phases, p)
	}
	return r, nil
}

// bare is the apply of an empty state without the looks of plans, on a service of its own.
func (b *workplace) bare(ctx context.Context, s scenario, floor map[string]time.Duration, r *result) error {
	box, folder, err := b.start(ctx, s, failure{})
	if err != nil {
		return err
	}
	defer box.stop()
	p, err := b.run(ctx, folder, append(box.env(), "PARKING_PLAN_LOOKUPS=false"), 0, s.added(),
		"apply", "-auto-approve", fmt.Sprintf("-parallelism=%d", s.Parallelism))
	if err != nil {
		return err
	}
	p.Name, p.Wire, p.Floor = bareApply, s.wire(bareApply), floor[apply]
	if p.traffic, err = box.traffic(ctx); err != nil {
		return err
	}
	r.Phases = append(r.Phases, p)
	return os.Remove(filepath.Join(folder, "terraform.tfstate"))
}

// start starts the service of a scenario, and prepares the folder that its configuration is in.
func (b *workplace) start(ctx context.Context, s scenario, f failure) (box *service, folder string, err error) {
	folder = filepath.Join(b.folder, s.String())
	if err := os.RemoveAll(folder); err != nil { // the state of another service
		return nil, "", err
	}
	if err := s.write(folder, false); err != nil {
		return nil, "", err
	}
	if _, err := b.run(ctx, folder, nil, 0, "", "init"); err != nil {
		return nil, "", err
	}
	box, err = startService(ctx, s, f)
	return box, folder, err
}

// floor tells how long Terraform alone takes for an apply and a plan of as many resources. Ten fleets of 10,000 would take it
// minutes to put together, which the provider does for them.
func (b *workplace) floor(ctx context.Context, s scenario) (map[string]time.Duration, error) {
	if s.Kind == scale {
		return map[string]time.Duration{}, nil
	}
	folder := filepath.Join(b.folder, s.String()+"-floor")
	if err := s.write(folder, true); err != nil {
		return nil, err
	}
	if _, err := b.run(ctx, folder, nil, 0, "", "init"); err != nil {
		return nil, err
	}
	parallelism := fmt.Sprintf("-parallelism=%d", s.Parallelism)
	applied, err := b.run(ctx, folder, nil, 0, s.added(), "apply", "-auto-approve", parallelism)
	if err != nil {
		return nil, err
	}
	planned, err := b.run(ctx, folder, nil, 0, "No changes.", "plan", "-detailed-exitcode", parallelism)
	return map[string]time.Duration{apply: applied.Wall, plan: planned.Wall}, err
}

// run runs one command of Terraform, which has to end with an exit code and to say what is wanted.
func (b *workplace) run(ctx context.Context, folder string, env []string, exit int, want string, args ...string) (phase, error) {
	args = append(args, "-input=false", "-no-color")
	used, err := os.MkdirTemp(b.used(), "")
	if err != nil {
		return phase{}, err
	}
	_, _ = fmt.Fprintf(b.out, "%s$ terraform %s\n", filepath.Base(folder), strings.Join(args, " "))
	child := exec.CommandContext(ctx, program.Path(), args...) //nolint:gosec // G204: every argument is made here.
	child.Dir = folder
	child.Env = append(workbench.Environment(os.Environ(), b.cliConfig()), env...)
	child.Env = append(child.Env, providerVariable+"="+b.provider(), usageVariable+"="+used)
	var said bytes.Buffer
	child.Stdout, child.Stderr = &said, &said
	child.Cancel = func() error { return child.Process.Signal(os.Interrupt) }
	started := time.Now()
	peak, err := run(child)
	out := phase{Wall: time.Since(started), Terraform: usage{Peak: peak}}
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		return out, err
	}
	text := strings.Join(strings.Fields(said.String()), " ") // without the line breaks of Terraform
	if code := child.ProcessState.ExitCode(); code != exit || !strings.Contains(text, want) {
		return out, fmt.Errorf("terraform %s ended with exit code %d, and %d with %q was expected:\n%s",
			args[0], code, exit, want, said.String())
	}
	out.Provider, out.Together, err = providers(used)
	out.Together += peak
	return out, err
}
