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

// Root finds the repository, from any folder inside it.
func Root(ctx context.Context) (string, error) {
	output, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMOD: %w", err)
	}
	root := filepath.Dir(strings.TrimSpace(string(output)))
	if _, err := os.Stat(filepath.Join(root, "internal", "workbench")); err != nil {
		return "", fmt.Errorf("run this inside the repository: %w", err)
	}
	return root, nil
}

// Provider is where a filesystem mirror keeps the provider of an unpacked release.
func Provider(mirror string) string { return place(mirror, provider.Address) }

func place(mirror, address string) string {
	return filepath.Join(mirror, filepath.FromSlash(address), version, runtime.GOOS+"_"+runtime.GOARCH,
		Executable("terraform-provider-parking_v"+version))
}

// Install builds the provider into a mirror, for Terraform and OpenTofu.
func Install(ctx context.Context, root, mirror string) error {
	if err := Build(ctx, root, Provider(mirror)); err != nil {
		return err
	}
	return ForOpenTofu(mirror)
}

// ForOpenTofu has OpenTofu find the provider that the mirror holds for Terraform. It follows no symbolic links of
// folders.
func ForOpenTofu(mirror string) error {
	file := place(mirror, provider.OpenTofuAddress)
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		return err
	}
	return os.Link(Provider(mirror), file)
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
