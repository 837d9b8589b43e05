package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/provider"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// version is what the provider calls itself in the mirror; any version would do.
const version = "0.1.0"

// place is where the demo works: a fixed folder, so that its reader can go on there.
type place struct {
	root  string // of the repository
	plate string // a plate of the fleet, to change behind Terraform's back
}

func (p place) work() string      { return filepath.Join(p.root, "build", "demo") }
func (p place) fleet() string     { return filepath.Join(p.work(), "flota") }
func (p place) mirror() string    { return filepath.Join(p.work(), "mirror") }
func (p place) cliConfig() string { return filepath.Join(p.work(), "terraform.rc") }
func (p place) database() string  { return filepath.Join(p.work(), "sandbox.db") }
func (p place) logs() string      { return filepath.Join(p.work(), "logs") }

// cache keeps a downloaded Terraform from one run to the next.
func (p place) cache() string { return filepath.Join(p.root, "build", "terraform") }

// prepare lays out the work folder: the example, the provider in a mirror, Terraform's configuration, the database.
func (d *demo) prepare(ctx context.Context) error {
	var err error
	if d.place.root, err = repositoryRoot(ctx); err != nil {
		return err
	}
	if err := os.RemoveAll(d.place.work()); err != nil {
		return fmt.Errorf("removing the previous run: %w", err)
	}
	for _, dir := range []string{d.place.work(), d.place.logs(), d.place.cache()} {
		if err := os.MkdirAll(dir, 0o750); err != nil {
			return err
		}
	}
	if err := copyExample(filepath.Join(d.place.root, "examples", "flota"), d.place.fleet()); err != nil {
		return fmt.Errorf("copying the example: %w", err)
	}
	if d.place.plate, err = firstPlate(filepath.Join(d.place.fleet(), "flota.csv")); err != nil {
		return err
	}
	if err := buildProvider(ctx, d.place); err != nil {
		return err
	}
	if err := os.WriteFile(d.place.cliConfig(), []byte(cliConfigText(d.place.mirror())), 0o600); err != nil {
		return err
	}
	if d.tf, err = findTerraform(ctx, d.place, d.out); err != nil {
		return err
	}
	if d.service, err = sandbox.Open(ctx, sandbox.Options{Database: d.place.database()}); err != nil {
		return fmt.Errorf("opening the sandbox: %w", err)
	}
	_, _ = fmt.Fprintf(d.out, "The example examples/flota was copied to %s, the service's data is in %s.\n", d.place.fleet(), d.place.database())
	return nil
}

// repositoryRoot finds the module that this program is part of, from any folder inside it.
func repositoryRoot(ctx context.Context) (string, error) {
	output, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMOD: %w", err)
	}
	root := filepath.Dir(strings.TrimSpace(string(output)))
	if _, err := os.Stat(filepath.Join(root, "internal", "demo")); err != nil {
		return "", fmt.Errorf("run the demo inside the repository: %w", err)
	}
	return root, nil
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

// firstPlate reads the plate of the first vehicle of the example's fleet.
func firstPlate(path string) (string, error) {
	file, err := os.Open(path) //nolint:gosec // G304: a file of this repository.
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	if len(records) < 2 {
		return "", fmt.Errorf("%s holds no vehicle", path)
	}
	column := slices.Index(records[0], "placa")
	if column < 0 {
		return "", fmt.Errorf("%s has no column placa", path)
	}
	return records[1][column], nil
}

// buildProvider builds the provider into the place where a filesystem mirror keeps an unpacked release.
func buildProvider(ctx context.Context, p place) error {
	name := "terraform-provider-parking_v" + version
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	binary := filepath.Join(p.mirror(), filepath.FromSlash(provider.Address), version, runtime.GOOS+"_"+runtime.GOARCH, name)
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, ".") //nolint:gosec // G204: every argument is made here.
	build.Dir = p.root
	output, err := build.CombinedOutput()
	if err != nil {
		return errors.Join(fmt.Errorf("go build: %w", err), errors.New(string(output)))
	}
	return nil
}

// cliConfigText is a Terraform CLI configuration that takes this provider from the mirror and no other.
func cliConfigText(mirror string) string {
	return fmt.Sprintf(`disable_checkpoint = true

provider_installation {
  filesystem_mirror {
    path    = %[1]s
    include = [%[2]q]
  }
  direct {
    exclude = [%[2]q]
  }
}
`, hclQuote(filepath.ToSlash(mirror)), provider.Address)
}

// hclQuote quotes a text for HCL, where ${ and %{ would start a template.
func hclQuote(text string) string {
	return strings.NewReplacer("${", "$${", "%{", "%%{").Replace(strconv.Quote(text))
}
