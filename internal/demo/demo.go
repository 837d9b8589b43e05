package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Exit codes of `terraform plan -detailed-exitcode`.
const (
	planEmpty   = 0
	planChanges = 2
)

// demo carries what the steps share.
type demo struct {
	place
	out     io.Writer
	program string // Terraform or OpenTofu
	ran     int    // commands of it
	service *sandbox.Sandbox
	held    holding // what the service held before destroy
	timings []timing
}

type timing struct {
	title string
	took  time.Duration
}

// run prepares the work folder, runs every step and sums up.
func run(ctx context.Context, out io.Writer) (err error) {
	d := &demo{out: out}
	const mirrored = `It is laid into a local mirror, where Terraform finds it as it would find a release.`
	if err := d.step(ctx, "Build the provider", mirrored, d.prepare); err != nil {
		return err
	}
	defer func() {
		if closeErr := d.service.Close(); err == nil && closeErr != nil {
			err = fmt.Errorf("closing the sandbox: %w", closeErr)
		}
	}()
	steps := []struct {
		title, why string
		do         func(context.Context) error
	}{
		{"Start: init", `Terraform takes the provider from the mirror.`, d.runs(0, "init")},
		{"Declare: apply", `Each vehicle of flota.csv gets its plate registered and is linked to its client.`,
			d.runs(0, "apply -auto-approve", "Resources: 1 added, 0 changed, 0 destroyed.")},
		{"Check: plan", `The service holds what was declared, so there is nothing to do.`,
			d.runs(planEmpty, "plan -detailed-exitcode")},
		{"Drift: somebody changes a plate behind Terraform's back",
			`A plain request to the service, as another program would send it.`, d.drift},
		{"Notice: plan", `Terraform sees exactly that change, and nothing else.`,
			d.runs(planChanges, "plan -detailed-exitcode -out=repair.tfplan",
				`~ "`+plate+`"`, "~ electrico", "Plan: 0 to add, 1 to change, 0 to destroy.")},
		{"Repair: apply that plan", `The plate is put back as declared.`,
			d.runs(0, "apply repair.tfplan", "Resources: 0 added, 1 changed, 0 destroyed.")},
		{"Leave: plan -destroy", `The service cannot delete plates and vehicles, so the plan warns that they stay there.`,
			d.runs(0, "plan -destroy -out=destroy.tfplan",
				"Plan: 0 to add, 0 to change, 1 to destroy.", "Fleets stay on the service")},
		{"Leave: apply that plan", `The fleet is removed from the state only.`, d.destroy},
		{"Return: apply", `What is still on the service is adopted, not created twice.`, d.adopt},
		{"Check: plan", `After the adoption there is nothing to do either.`,
			d.runs(planEmpty, "plan -detailed-exitcode")},
	}
	for _, s := range steps {
		if err = d.step(ctx, s.title, s.why, s.do); err != nil {
			break
		}
	}
	d.summary(err)
	return err
}

// step runs one step under its heading and takes its time.
func (d *demo) step(ctx context.Context, title, why string, do func(context.Context) error) error {
	number := len(d.timings) + 1
	_, _ = fmt.Fprintf(d.out, "\n=== %d. %s\n    %s\n\n", number, title, why)
	started := time.Now()
	err := do(ctx)
	d.timings = append(d.timings, timing{title, time.Since(started)})
	if ctx.Err() != nil {
		return fmt.Errorf("step %d (%s) was interrupted", number, title)
	}
	if err != nil {
		return fmt.Errorf("step %d (%s): %w", number, title, err)
	}
	return nil
}

func (d *demo) destroy(ctx context.Context) error {
	var err error
	if d.held, err = d.count(ctx); err != nil {
		return err
	}
	return d.terraform(ctx, 0, "apply destroy.tfplan", "Resources: 0 added, 0 changed, 1 destroyed.")
}

func (d *demo) adopt(ctx context.Context) error {
	err := d.terraform(ctx, 0, "apply -auto-approve", "Vehicles already exist (3)", "Resources: 1 added, 0 changed, 0 destroyed.")
	if err != nil {
		return err
	}
	held, err := d.count(ctx)
	if err != nil {
		return err
	}
	if held != d.held {
		return fmt.Errorf("the service held %s before destroy and holds %s now", d.held, held)
	}
	_, _ = fmt.Fprintf(d.out, "\nThe service holds %s, as many as before destroy.\n", held)
	return nil
}

// runs is a step that runs one command of Terraform.
func (d *demo) runs(want int, command string, texts ...string) func(context.Context) error {
	return func(ctx context.Context) error { return d.terraform(ctx, want, command, texts...) }
}

// summary tells how long each step took and how to go on by hand.
func (d *demo) summary(failed error) {
	_, _ = fmt.Fprint(d.out, "\n=== Summary\n\n")
	for i, t := range d.timings {
		verdict := "as expected"
		if failed != nil && i == len(d.timings)-1 {
			verdict = "FAILED"
		}
		_, _ = fmt.Fprintf(d.out, "%7.1fs  %2d. %-58s %s\n", t.took.Seconds(), i+1, t.title, verdict)
	}
	_, _ = fmt.Fprintf(d.out, `
Everything is still there to go on with by hand:

  cd %s
  export TF_CLI_CONFIG_FILE=%s
  %s plan

The output of every command is in %s. The next run starts afresh.
`, shellQuote(d.fleet()), shellQuote(d.cliConfig()), shellQuote(d.command()), d.logs())
}

// shellQuote quotes a path for a POSIX shell if it needs it.
func shellQuote(path string) string {
	if strings.ContainsAny(path, " '\"\\$`&;()<>|*?[]#~!{}") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}
