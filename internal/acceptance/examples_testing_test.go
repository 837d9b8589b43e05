package acceptance

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// The tests that the guide shows pass without a service, and once more on what they left in the sandbox.
func TestCLIExampleTesting(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.8")
	folder, mirror, rc := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "terraformrc")
	acctest.CopyExample(t, folder, filepath.Join(examplesDir, "testing"))
	acctest.Must(t, workbench.Install(t.Context(), filepath.Join("..", ".."), mirror))
	acctest.Must(t, workbench.WriteCLIConfig(rc, mirror))
	module := &acctest.CLI{T: t, Folder: folder, Env: workbench.Environment(os.Environ(), rc)}
	module.Ok("init", "-no-color")
	for range 2 {
		if out := module.Ok("test", "-no-color"); !strings.Contains(out, "Success! 6 passed, 0 failed.") {
			t.Errorf("not all 6 runs passed:\n%s", out)
		}
	}
}

// What the guide shows of failures and slowness is what the sandbox takes, and its journal is where the guide looks for it.
func TestOfflineGuide(t *testing.T) {
	t.Parallel()
	text := read(t, "../../templates/guides/testing-offline.md.tmpl")
	shown := regexp.MustCompile(`(?m)^ +(fault|latency) += "(.*)"$`).FindAllStringSubmatch(text, -1)
	if len(shown) < 2 {
		t.Errorf("the guide shows %q only", shown)
	}
	var err error
	for _, setting := range shown {
		if setting[1] == "fault" {
			_, err = sandbox.ParseFaults(setting[2])
		} else {
			_, err = sandbox.ParseLatency(setting[2])
		}
		if err != nil {
			t.Errorf("the guide shows %s, but %v", setting[2], err)
		}
	}
	names := regexp.MustCompile(`(?s)\*\*Which operation\*\*.*?for all\s+others`).FindString(text)
	for _, name := range regexp.MustCompile("`([\\w-]+)`").FindAllStringSubmatch(names, -1) {
		_, err := sandbox.ParseFaults(name[1] + "=drop")
		acctest.Must(t, err)
	}
	if !strings.Contains(names, "`default`") {
		t.Errorf("the guide names these operations: %q", names)
	}
	query := regexp.MustCompile(`sqlite3 parking-sandbox.db '(.*)'`).FindStringSubmatch(text)[1]
	box, err := sandbox.Open(t.Context(), sandbox.Options{})
	acctest.Must(t, err)
	defer func() { _ = box.Close() }()
	if _, err := box.DB().ExecContext(t.Context(), query); err != nil {
		t.Errorf("%s: %v", query, err)
	}
}
