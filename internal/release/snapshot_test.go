//go:build snapshot

package release

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
)

const (
	dist    = "../../dist"
	project = "terraform-provider-parking"
)

// platforms are those of the registry that Go and the embedded SQLite can be built for.
var platforms = []string{
	"darwin_amd64", "darwin_arm64", "freebsd_386", "freebsd_amd64", "freebsd_arm", "freebsd_arm64",
	"linux_386", "linux_amd64", "linux_arm", "linux_arm64", "windows_386", "windows_amd64", "windows_arm64",
}

// release is the version that goreleaser made.
type release string

func made(t *testing.T) release {
	t.Helper()
	var out struct{ Version release }
	text, err := os.ReadFile(filepath.Join(dist, "metadata.json"))
	if err != nil || json.Unmarshal(text, &out) != nil || out.Version == "" {
		t.Fatalf("%v: run make release-snapshot", err)
	}
	return out.Version
}

// name is that of a file of the release.
func (r release) name(rest string) string { return project + "_" + string(r) + "_" + rest }

func read(t *testing.T, elements ...string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(elements...))
	acctest.Must(t, err)
	return content
}

// The sums are those of the archives and of the manifest, and of nothing else: the registry refuses a release that
// lists more.
func TestSums(t *testing.T) {
	t.Parallel()
	r := made(t)
	// The manifest is published under this name.
	want := []string{fmt.Sprintf("%x  %s", sha256.Sum256(read(t, "../../terraform-registry-manifest.json")), r.name("manifest.json"))}
	for _, platform := range platforms {
		archive := r.name(platform) + ".zip"
		want = append(want, fmt.Sprintf("%x  %s", sha256.Sum256(read(t, dist, archive)), archive))
	}
	got := strings.Split(strings.TrimSpace(string(read(t, dist, r.name("SHA256SUMS")))), "\n")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the sums are\n%s\nwanted\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// An archive holds the program under the name that Terraform looks for, and the license; a list of what the program
// is made of lies beside it, and names the program by its hash.
func TestArchives(t *testing.T) {
	t.Parallel()
	r := made(t)
	for _, platform := range platforms {
		archive, err := zip.OpenReader(filepath.Join(dist, r.name(platform)+".zip"))
		acctest.Must(t, err)
		t.Cleanup(func() { _ = archive.Close() })
		program := project + "_v" + string(r)
		if strings.HasPrefix(platform, "windows") {
			program += ".exe"
		}
		names, err := fs.Glob(archive, "*")
		if err != nil || !slices.Equal(names, []string{"LICENSE", program}) {
			t.Errorf("%s holds %q, wanted LICENSE and %s", platform, names, program)
		}
		file, err := fs.Stat(archive, program)
		acctest.Must(t, err)
		if file.Mode().Perm() != 0o755 {
			t.Errorf("%s: the program has mode %o", platform, file.Mode().Perm())
		}
		content, err := fs.ReadFile(archive, program)
		acctest.Must(t, err)
		r.expectBOM(t, platform, content)
	}
}

// expectBOM fails the test unless the list beside an archive is that of the program.
func (r release) expectBOM(t *testing.T, platform string, program []byte) {
	t.Helper()
	type part struct{ Name string }
	type property struct{ Name, Value string }
	var bom struct {
		Metadata struct {
			Component  struct{ Version string }
			Properties []property
		}
		Components []part
	}
	acctest.Must(t, json.Unmarshal(read(t, dist, r.name(platform)+".cdx.json"), &bom))
	hash := property{"cdx:gomod:binary:hash:SHA-256", fmt.Sprintf("%x", sha256.Sum256(program))}
	if bom.Metadata.Component.Version != string(r) || !slices.Contains(bom.Metadata.Properties, hash) {
		t.Errorf("%s: the list is of %+v, wanted %s and %v", platform, bom.Metadata, r, hash)
	}
	for _, name := range []string{"modernc.org/sqlite", "github.com/hashicorp/terraform-plugin-framework"} {
		if !slices.Contains(bom.Components, part{name}) {
			t.Errorf("%s: %s is not among %q", platform, name, bom.Components)
		}
	}
}

// The quickstart, with the archive of this machine's platform in a filesystem mirror, as one takes it from a release.
func TestInstalledQuickstart(t *testing.T) {
	t.Parallel()
	r := made(t)
	mirror, folder := t.TempDir(), t.TempDir()
	archive := r.name(runtime.GOOS+"_"+runtime.GOARCH) + ".zip"
	into := filepath.Join(mirror, filepath.FromSlash(provider.Address))
	acctest.Must(t, os.MkdirAll(into, 0o750))
	acctest.Write(t, filepath.Join(into, archive), string(read(t, dist, archive)))
	acctest.CopyExample(t, folder, "../../examples/quickstart")
	config := filepath.Join(t.TempDir(), "terraformrc")
	acctest.Must(t, workbench.WriteCLIConfig(config, mirror))
	// Terraform takes what comes before a release only where that very version is asked for.
	acctest.Write(t, filepath.Join(folder, "version_override.tf"), fmt.Sprintf(
		"terraform {\n  required_providers {\n    parking = { source = \"parking-provider/parking\", version = %q }\n  }\n}\n", r))
	for _, step := range []struct {
		says string
		args []string
	}{
		{"Installed parking-provider/parking v" + string(r), []string{"init"}},
		{"Resources: 1 added, 0 changed, 0 destroyed", []string{"apply", "-auto-approve"}},
		{"No changes", []string{"plan", "-detailed-exitcode"}},
	} {
		command := exec.CommandContext(t.Context(), "terraform", append(step.args, "-no-color", "-input=false")...)
		command.Dir, command.Env = folder, workbench.Environment(os.Environ(), config)
		out, err := command.CombinedOutput()
		if err != nil || !strings.Contains(string(out), step.says) {
			t.Fatalf("terraform %s: %v, and does not say %q:\n%s", step.args[0], err, step.says, out)
		}
	}
	program := filepath.Join(folder, ".terraform", "providers", filepath.FromSlash(provider.Address), string(r),
		runtime.GOOS+"_"+runtime.GOARCH, workbench.Executable(project+"_v"+string(r)))
	out, err := exec.CommandContext(t.Context(), program, "-version").CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != project+" "+string(r) {
		t.Errorf("-version: %v %q", err, out)
	}
}
