package workbench

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// makes runs make at the root, with these programs on PATH and one more variable, and a target that says what was chosen.
type makes struct{ program, root, path, variable string }

func (m makes) says(t *testing.T, args ...string) string {
	t.Helper()
	makefile, err := os.ReadFile(filepath.Join(m.root, "GNUmakefile"))
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), m.program, append([]string{"-s", "-C", m.root, "-f", "-"}, args...)...)
	command.Env = []string{"PATH=" + m.path, m.variable}
	command.Stdin = strings.NewReader(string(makefile) + "\nchosen: ; @echo $$TF_ACC_TERRAFORM_PATH $$TF_ACC_PROVIDER_HOST\n")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("make %q: %v\n%s", args, err, out)
	}
	return string(out)
}

const buildTofu = "go build -modfile=internal/tools/tofu/go.mod"

// TestMakeChooses: make runs what CLI names, by path or as on PATH, else Terraform, else OpenTofu, else an OpenTofu that it builds.
func TestMakeChooses(t *testing.T) {
	t.Parallel()
	gnuMake, err := exec.LookPath("make")
	if err != nil && os.Getenv("CI") == "" {
		t.Skip("there is no make")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	const openTofu = "registry.opentofu.org"
	for _, c := range []struct{ installed, named, want, registry, builds string }{
		{"terraform tofu", "CLI=/named/tofu", "/named/tofu", openTofu, ""},
		{"terraform tofu", "TF_ACC_TERRAFORM_PATH=/named/tofu", "/named/tofu", openTofu, ""},
		{"terraform tofu", "CLI=tofu", "PATH/tofu", openTofu, ""},
		{"terraform tofu", "CLI=build/tofu", root + "/build/tofu", openTofu, buildTofu},
		{"terraform tofu", "", "PATH/terraform", "", ""},
		{"tofu", "", "PATH/tofu", openTofu, ""},
		{"", "", root + "/build/tofu", openTofu, buildTofu},
	} {
		m := makes{gnuMake, root, t.TempDir(), c.named}
		for name := range strings.FieldsSeq(c.installed) {
			if err := os.WriteFile(filepath.Join(m.path, name), nil, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		want := strings.TrimSpace(strings.Replace(c.want, "PATH", m.path, 1) + " " + c.registry)
		if chosen := strings.TrimSpace(m.says(t, "chosen")); chosen != want {
			t.Errorf("%+v: got %q, want %q", c, chosen, want)
		}
		m.tests(t, c.builds)
	}
}

// tests wants make test to run all tests, or of a program that is named those that start it, and make demo to say first what
// takes long. Both build OpenTofu or not.
func (m makes) tests(t *testing.T, builds string) {
	t.Helper()
	only := strings.Contains(m.says(t, "-n", "test"), "-- -run '^TestCLI'")
	if named := strings.HasPrefix(m.variable, "CLI="); only != named {
		t.Errorf("%+v: make test runs only those that start a program: %t, wanted %t", m, only, named)
	}
	for _, target := range []string{"test", "demo"} {
		steps := m.says(t, "-n", "-W", "internal/tools/tofu/go.mod", target)
		if strings.Contains(steps, buildTofu) != (builds != "") {
			t.Errorf("%+v: make %s does %q", m, target, steps)
		}
		if first, _, _ := strings.Cut(steps, "\n"); target == "demo" && !strings.Contains(first, "Compiling takes") {
			t.Errorf("%+v: make demo begins with %q", m, first)
		}
	}
}
