package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// place is where the demo works: a fixed folder, so that its reader can go on there.
type place struct {
	root string // of the repository
}

func (p place) work() string      { return filepath.Join(p.root, "build", "demo") }
func (p place) fleet() string     { return filepath.Join(p.work(), "flota") }
func (p place) mirror() string    { return filepath.Join(p.work(), "mirror") }
func (p place) cliConfig() string { return filepath.Join(p.work(), "terraform.rc") }
func (p place) database() string  { return filepath.Join(p.fleet(), "parking.db") } // as main.tf says
func (p place) logs() string      { return filepath.Join(p.work(), "logs") }

// prepare lays out the work folder: the example, the provider in a mirror, Terraform's configuration, the database.
func (d *demo) prepare(ctx context.Context) error {
	var err error
	if d.root, err = workbench.Root(ctx); err != nil {
		return err
	}
	if err := os.RemoveAll(d.work()); err != nil {
		return fmt.Errorf("removing the previous run: %w", err)
	}
	for _, dir := range []string{d.fleet(), d.logs()} {
		if err := os.MkdirAll(dir, 0o750); err != nil {
			return err
		}
	}
	for _, name := range []string{"main.tf", "flota.csv"} { // and nothing that a run of Terraform in the example left there
		text, err := os.ReadFile(filepath.Join(d.root, "examples", "quickstart", name)) //nolint:gosec // G304: a file of this repository.
		if err == nil {
			err = os.WriteFile(filepath.Join(d.fleet(), name), text, 0o600) //nolint:gosec // G703: the demo's own folder.
		}
		if err != nil {
			return fmt.Errorf("copying the example: %w", err)
		}
	}
	if err := workbench.Install(ctx, d.root, d.mirror()); err != nil {
		return err
	}
	if err := workbench.WriteCLIConfig(d.cliConfig(), d.mirror()); err != nil {
		return err
	}
	product, err := program.Running()
	if err != nil {
		return err
	}
	d.program = program.Path()
	_, _ = fmt.Fprintf(d.out, "%s: %s\n", product, d.program)
	if d.service, err = sandbox.Open(ctx, sandbox.Options{Database: d.database()}); err != nil {
		return fmt.Errorf("opening the sandbox: %w", err)
	}
	_, _ = fmt.Fprintf(d.out, "The example examples/quickstart was copied to %s, the service's data is in %s.\n",
		d.fleet(), d.database())
	return nil
}
