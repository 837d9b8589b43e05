package workbench

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// TestMakeChooses: make test runs all tests under Terraform, else OpenTofu, else an OpenTofu that it builds, or, under what CLI names by
// path or as on PATH, those that start a program.
func TestMakeChooses(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("make"); err != nil && os.Getenv("CI") == "" {
		t.Skip("there is no make")
	}
	root, err := filepath.Abs("../..")
	acctest.Must(t, err)
	makefile, err := os.ReadFile(filepath.Join(root, "GNUmakefile"))
	acctest.Must(t, err)
	const tofuModule = "internal/tools/tofu/go.mod"
	for _, c := range []struct{ installed, named, want string }{
		{"terraform tofu", "CLI=/named/tofu", "/named/tofu"},
		{"terraform tofu", "TF_ACC_TERRAFORM_PATH=/named/tofu", "/named/tofu"},
		{"terraform tofu", "CLI=tofu", "PATH/tofu"},
		{"terraform tofu", "CLI=build/tofu", root + "/build/tofu"},
		{"terraform tofu", "", "PATH/terraform"},
		{"tofu", "", "PATH/tofu"},
		{"", "", root + "/build/tofu"},
	} {
		path := t.TempDir()
		for name := range strings.FieldsSeq(c.installed) {
			acctest.Must(t, os.WriteFile(filepath.Join(path, name), nil, 0o700))
		}
		command := exec.CommandContext(t.Context(), "make", "-s", "-n", "-C", root, "-f", "-", "-W", tofuModule, "chosen", "test")
		command.Env = []string{"PATH=" + path, c.named}
		command.Stdin = strings.NewReader(string(makefile) + "\nchosen: ; $(TF_ACC_TERRAFORM_PATH) at $(TF_ACC_PROVIDER_HOST)\n")
		out, err := command.CombinedOutput()
		acctest.Must(t, err)
		chosen, steps, _ := strings.Cut(string(out), "\n")
		want := strings.Replace(c.want, "PATH", path, 1) + " at "
		if strings.HasSuffix(c.want, "tofu") {
			want += "registry.opentofu.org"
		}
		builds := strings.Contains(steps, "go build -modfile="+tofuModule) == strings.HasSuffix(c.want, "/build/tofu")
		marked := strings.Contains(steps, "-- -run '^TestCLI'") == strings.HasPrefix(c.named, "CLI=")
		if strings.TrimSpace(chosen) != strings.TrimSpace(want) || !builds || !marked {
			t.Errorf("%+v: got %q, want %q, and then\n%s", c, chosen, want, steps)
		}
	}
}
