// Package workbench puts the provider where Terraform and OpenTofu find it, for the programs and tests of this repository
// that run a whole command line. Which of the two runs is decided in GNUmakefile, and package program says it.
package workbench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/provider"
)

// version is what the provider calls itself in the mirror; any version would do.
const version = "0.1.0"

// Install builds the provider, whose source is at root, into a filesystem mirror, for Terraform and OpenTofu, which follows no symbolic
// links of folders.
func Install(ctx context.Context, root, mirror string) error {
	place := func(address string) string {
		return filepath.Join(mirror, filepath.FromSlash(address), version, runtime.GOOS+"_"+runtime.GOARCH,
			Executable("terraform-provider-parking_v"+version))
	}
	built, file := place(provider.Address), place(provider.OpenTofuAddress)
	if err := errors.Join(Build(ctx, root, built), os.MkdirAll(filepath.Dir(file), 0o750)); err != nil {
		return err
	}
	return os.Link(built, file)
}

// Executable is the file name of a program.
func Executable(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

// Build builds the provider as a release does: without debug information, so that the program hashes it faster.
func Build(ctx context.Context, root, binary string) error {
	build := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-o", binary, ".") //nolint:gosec // G204: all made here.
	build.Dir = root
	output, err := build.CombinedOutput()
	if err != nil {
		return errors.Join(fmt.Errorf("go build: %w", err), errors.New(string(output)))
	}
	return nil
}

// WriteCLIConfig writes a CLI configuration of Terraform or OpenTofu that takes this provider from the mirror and no
// other.
func WriteCLIConfig(file, mirror string) error {
	path := strconv.Quote(filepath.ToSlash(mirror))
	path = strings.NewReplacer("${", "$${", "%{", "%%{").Replace(path) // which would start a template
	return os.WriteFile(file, fmt.Appendf(nil, `disable_checkpoint = true

provider_installation {
  filesystem_mirror {
    path    = %[1]s
    include = [%[2]q, %[3]q]
  }
  direct {
    exclude = [%[2]q, %[3]q]
  }
}
`, path, provider.Address, provider.OpenTofuAddress), 0o600)
}

// Environment is the caller's for Terraform, without whatever would lead Terraform or the provider elsewhere: a CLI
// configuration, default arguments, a workspace, variables, a real service.
func Environment(callers []string, cliConfig string) []string {
	var kept []string
	for _, variable := range callers {
		if !strings.HasPrefix(variable, "TF_") && !strings.HasPrefix(variable, "PARKING_") {
			kept = append(kept, variable)
		}
	}
	return append(kept, "TF_CLI_CONFIG_FILE="+cliConfig, "TF_IN_AUTOMATION=1")
}
