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
	"slices"
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
	if output, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, output)
	}
	return nil
}

// WriteCLIConfig writes a CLI configuration of Terraform or OpenTofu that takes providers from the mirror alone.
func WriteCLIConfig(file, mirror string) error {
	const config = "disable_checkpoint = true\n\nprovider_installation {\n  filesystem_mirror { path = %q }\n}\n"
	return os.WriteFile(file, fmt.Appendf(nil, config, filepath.ToSlash(mirror)), 0o600)
}

// Environment is the caller's for Terraform, without whatever would lead Terraform or the provider elsewhere: a CLI
// configuration, default arguments, a workspace, variables, a real service.
func Environment(callers []string, cliConfig string) []string {
	kept := slices.DeleteFunc(slices.Clone(callers), func(variable string) bool {
		return strings.HasPrefix(variable, "TF_") || strings.HasPrefix(variable, "PARKING_")
	})
	return append(kept, "TF_CLI_CONFIG_FILE="+cliConfig, "TF_IN_AUTOMATION=1")
}
