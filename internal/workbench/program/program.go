// Package program is the command that the tests and the benchmark run the provider under: Terraform, or OpenTofu
// in its place. make chooses it (GNUmakefile).
package program

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	goversion "github.com/hashicorp/go-version"
)

// openTofu is what OpenTofu calls itself.
const openTofu = "OpenTofu"

// Path is the program that the variable of the test framework names, or Terraform from PATH.
func Path() string { return cmp.Or(os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform") }

// For is Path for a test, whose name says that it starts the program: by that make test CLI=path finds it in every package.
func For(t testing.TB) string {
	t.Helper()
	if !strings.HasPrefix(t.Name(), "TestCLI") {
		t.Fatalf("%s starts %s: begin its name with TestCLI, so that it also runs under OpenTofu", t.Name(), Path())
	}
	return Path()
}

// Since skips a test of what came with a version of Terraform and another of OpenTofu where the program under test is
// older. A product that never got it has the version "". The checks of the test framework know numbers alone, and what
// came with Terraform 1.14 did not come with OpenTofu 1.14.
func Since(t *testing.T, terraform, tofu string) {
	t.Helper()
	if p := running(t); !p.has(terraform, tofu) {
		t.Skipf("%s %s lacks what came with Terraform %q and OpenTofu %q", p.name, p.version, terraform, tofu)
	}
}

// Has is Since for a part of a test.
func Has(t *testing.T, terraform, tofu string) bool {
	t.Helper()
	return running(t).has(terraform, tofu)
}

// Under gives what is right under the program under test: a value for Terraform, or another for OpenTofu.
func Under[T any](t *testing.T, terraform, tofu T) T {
	t.Helper()
	if running(t).name == openTofu {
		return tofu
	}
	return terraform
}

// Overlap has a package run twice as many tests at once as there are processors, for its tests wait most of their time: for a
// service, for the program, for each other's locks. Who gives -parallel decides it.
func Overlap() {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		_ = flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0)))
	}
}

func running(t *testing.T) product {
	t.Helper()
	For(t)
	this, err := asked()
	if err != nil {
		t.Fatal(err)
	}
	return this
}

// product is a program's name, and its version such as 1.12.0.
type product struct{ name, version string }

// asked is what the program says that it is.
var asked = sync.OnceValues(func() (product, error) {
	// Not with the context of whoever happens to ask first.
	ask := exec.CommandContext(context.Background(), Path(), "version") //nolint:gosec // G204: whoever runs this names it.
	ask.Env = append(os.Environ(), "CHECKPOINT_DISABLE=1")
	said, err := ask.Output()
	if err != nil {
		return product{}, fmt.Errorf("asking %s for its version: %w", Path(), err)
	}
	return parse(string(said))
})

// parse looks for the line of what the command version says that is such as OpenTofu v1.12.0; warnings may stand before
// it. The JSON of that command does not name the product.
func parse(said string) (product, error) {
	line := regexp.MustCompile(`(?m)^(Terraform|OpenTofu) v(\d+\.\d+\.\d+)`).FindStringSubmatch(said)
	if line == nil {
		return product{}, fmt.Errorf("neither Terraform nor OpenTofu says of its version: %q", said)
	}
	return product{line[1], line[2]}, nil
}

// has says whether a program has what came with these versions.
func (p product) has(terraform, tofu string) bool {
	since := terraform
	if p.name == openTofu {
		since = tofu
	}
	return since != "" && goversion.Must(goversion.NewVersion(p.version)).GreaterThanOrEqual(goversion.Must(goversion.NewVersion(since)))
}
