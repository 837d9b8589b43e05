// Package program is the command that the tests and the benchmark run the provider under: Terraform, or OpenTofu
// in its place. make chooses it (GNUmakefile).
package program

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	goversion "github.com/hashicorp/go-version"
)

// openTofu is what OpenTofu calls itself.
const openTofu = "OpenTofu"

// Mark begins the names of all tests that start the program. By it make test CLI=path finds them in every package.
const Mark = "TestCLI"

// For is Path for a test, which has the mark.
func For(t testing.TB) string {
	t.Helper()
	if missing := unmarked(t.Name()); missing != "" {
		t.Fatal(missing)
	}
	return Path()
}

// unmarked says what a test lacks that starts the program.
func unmarked(test string) string {
	if strings.HasPrefix(test, Mark) {
		return ""
	}
	return test + " starts " + Path() + ": begin its name with " + Mark + ", so that it also runs under OpenTofu"
}

// Path is the program that the variable of the test framework names, or Terraform from PATH.
func Path() string { return cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform") }

// Since skips a test of what came with a version of Terraform and another of OpenTofu where the program under test is
// older. A product that never got it has the version "". The checks of the test framework know numbers alone, and what
// came with Terraform 1.14 did not come with OpenTofu 1.14.
func Since(t *testing.T, terraform, tofu string) {
	t.Helper()
	if lacks := running(t).lacks(terraform, tofu); lacks != "" {
		t.Skip(lacks)
	}
}

// Has is Since for a part of a test.
func Has(t *testing.T, terraform, tofu string) bool {
	t.Helper()
	return running(t).lacks(terraform, tofu) == ""
}

// Under gives what is right under the program under test: a value for Terraform, or another for OpenTofu.
func Under[T any](t *testing.T, terraform, tofu T) T {
	t.Helper()
	if running(t).name == openTofu {
		return tofu
	}
	return terraform
}

func running(t *testing.T) Product {
	t.Helper()
	For(t)
	this, err := Running()
	if err != nil {
		t.Fatal(err)
	}
	return this
}

// Product is a program's name and version.
type Product struct {
	name    string
	version *goversion.Version
}

// String is such as OpenTofu 1.12.0.
func (p Product) String() string { return p.name + " " + p.version.String() }

// Running is what the program says that it is.
var Running = sync.OnceValues(func() (Product, error) {
	// Not with the context of whoever happens to ask first.
	ask := exec.CommandContext(context.Background(), Path(), "version") //nolint:gosec // G204: whoever runs this names it.
	ask.Env = append(os.Environ(), "CHECKPOINT_DISABLE=1")
	said, err := ask.Output()
	if err != nil {
		return Product{}, fmt.Errorf("asking %s for its version: %w", Path(), err)
	}
	return parse(string(said))
})

// parse looks for the line of what the command version says that is such as OpenTofu v1.12.0; warnings may stand before
// it. The JSON of that command does not name the product.
func parse(said string) (Product, error) {
	for line := range strings.Lines(said) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), " v")
		if name != "Terraform" && name != openTofu {
			continue
		}
		version, err := goversion.NewVersion(number)
		if err != nil {
			return Product{}, err
		}
		return Product{name, version.Core()}, nil
	}
	return Product{}, fmt.Errorf("neither Terraform nor OpenTofu says of its version: %q", said)
}

// lacks says why a program has no such thing, and "" where it has.
func (p Product) lacks(terraform, tofu string) string {
	since := terraform
	if p.name == openTofu {
		since = tofu
	}
	switch {
	case since == "":
		return fmt.Sprintf("%s has no such thing", p.name)
	case p.version.LessThan(goversion.Must(goversion.NewVersion(since))):
		return fmt.Sprintf("%s %s has no such thing, which came with %s", p.name, p.version, since)
	}
	return ""
}
