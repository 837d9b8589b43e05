package workbench

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestEnvironment(t *testing.T) {
	t.Parallel()
	got := Environment([]string{"HOME=/h", "TF_CLI_CONFIG_FILE=/missing", "TF_CLI_ARGS=-lock=false", "PARKING_BASE_URL=https://real.example", "PARKING_SANDBOX=other.db"}, "/c")
	want := []string{"HOME=/h", "TF_CLI_CONFIG_FILE=/c", "TF_IN_AUTOMATION=1"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWriteCLIConfig(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "terraform.rc")
	if err := WriteCLIConfig(file, `/a "b"/${c}/%{d}`); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), `path    = "/a \"b\"/$${c}/%%{d}"`) || !strings.Contains(string(text), `include = ["registry.terraform.io/parking-provider/parking", "registry.opentofu.org/parking-provider/parking"]`) {
		t.Errorf("got %s, %v", text, err)
	}
}
