package workbench

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

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
	makefile, err := os.ReadFile(filepath.Join(root, "GNUmakefile"))
	if err != nil {
		t.Fatal(err)
	}
	const openTofu, build = "registry.opentofu.org", "go build -modfile=internal/tools/tofu/go.mod"
	for _, c := range []struct{ installed, named, want, registry, builds string }{
		{"terraform tofu", "CLI=/named/tofu", "/named/tofu", openTofu, ""},
		{"terraform tofu", "TF_ACC_TERRAFORM_PATH=/named/tofu", "/named/tofu", openTofu, ""},
		{"terraform tofu", "CLI=tofu", "PATH/tofu", openTofu, ""},
		{"terraform tofu", "CLI=build/tofu", root + "/build/tofu", openTofu, build},
		{"terraform tofu", "", "PATH/terraform", "", ""},
		{"tofu", "", "PATH/tofu", openTofu, ""},
		{"", "", root + "/build/tofu", openTofu, build},
	} {
		path := t.TempDir()
		for name := range strings.FieldsSeq(c.installed) {
			if err := os.WriteFile(filepath.Join(path, name), nil, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		says := func(args ...string) string {
			command := exec.CommandContext(t.Context(), gnuMake, append([]string{"-s", "-C", root, "-f", "-"}, args...)...)
			command.Env = []string{"PATH=" + path, c.named}
			command.Stdin = strings.NewReader(string(makefile) + "\nchosen: ; @echo $$TF_ACC_TERRAFORM_PATH $$TF_ACC_PROVIDER_HOST\n")
			out, err := command.CombinedOutput()
			if err != nil {
				t.Fatalf("make %q: %v\n%s", args, err, out)
			}
			return string(out)
		}
		chosen := strings.TrimSpace(says("chosen"))
		if want := strings.TrimSpace(strings.Replace(c.want, "PATH", path, 1) + " " + c.registry); chosen != want {
			t.Errorf("%+v: got %q, want %q", c, chosen, want)
		}
		only := "-- -run '^TestCLI'" // of a program that is named, the tests that start it
		if named := strings.HasPrefix(c.named, "CLI="); strings.Contains(says("-n", "test"), only) != named {
			t.Errorf("%+v: make test does %q, wanted %q in it: %t", c, says("-n", "test"), only, named)
		}
		for _, target := range []string{"test", "demo"} {
			steps := says("-n", "-W", "internal/tools/tofu/go.mod", target)
			if !strings.Contains(steps, c.builds) || c.builds == "" && strings.Contains(steps, build) {
				t.Errorf("%+v: make %s does %q", c, target, steps)
			}
			if first, _, _ := strings.Cut(steps, "\n"); target == "demo" && !strings.Contains(first, "Compiling takes") {
				t.Errorf("%+v: make demo begins with %q", c, first)
			}
		}
	}
}
