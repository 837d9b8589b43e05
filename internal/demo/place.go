package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
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
	if d.place.root, err = workbench.Root(ctx); err != nil {
		return err
	}
	if err := os.RemoveAll(d.place.work()); err != nil {
		return fmt.Errorf("removing the previous run: %w", err)
	}
	for _, dir := range []string{d.place.work(), d.place.logs()} {
		if err := os.MkdirAll(dir, 0o750); err != nil {
			return err
		}
	}
	if err := copyExample(filepath.Join(d.place.root, "examples", "quickstart"), d.place.fleet()); err != nil {
		return fmt.Errorf("copying the example: %w", err)
	}
	if err := workbench.Install(ctx, d.place.root, d.place.mirror()); err != nil {
		return err
	}
	if err := workbench.WriteCLIConfig(d.place.cliConfig(), d.place.mirror()); err != nil {
		return err
	}
	if d.tf, err = findTerraform(d.place, d.out); err != nil {
		return err
	}
	if d.service, err = sandbox.Open(ctx, sandbox.Options{Database: d.place.database()}); err != nil {
		return fmt.Errorf("opening the sandbox: %w", err)
	}
	_, _ = fmt.Fprintf(d.out, "The example examples/quickstart was copied to %s, the service's data is in %s.\n",
		d.place.fleet(), d.place.database())
	return nil
}

// copyExample copies the example, but not what a run of Terraform in it left there.
func copyExample(from, to string) error {
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return err
	}
	for _, pattern := range []string{".terraform", ".terraform.lock.hcl", "*.tfstate*", "*.db*"} {
		leftovers, err := fs.Glob(os.DirFS(to), pattern)
		if err != nil {
			return err
		}
		for _, name := range leftovers {
			if err := os.RemoveAll(filepath.Join(to, name)); err != nil {
				return err
			}
		}
	}
	return nil
}
