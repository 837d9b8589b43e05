//go:build snapshot

package release

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
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
	"darwin_amd64", "darwin_arm64", "freebsd_386", "freebsd_amd64", "freebsd_arm", "freebsd_arm64", "linux_386", "linux_amd64", "linux_arm", "linux_arm64",
	"windows_386", "windows_amd64", "windows_arm64",
}

// released is what goreleaser says of the release that it made.
type released struct {
	Version string `json:"version"`
}

func release(t *testing.T) released {
	t.Helper()
	var out released
	text, err := os.ReadFile(filepath.Join(dist, "metadata.json"))
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil || out.Version == "" {
		t.Fatalf("%v: run make release-snapshot", err)
	}
	return out
}

// name is that of a file of the release.
func (r released) name(rest string) string { return project + "_" + r.Version + "_" + rest }

// The sums are those of the archives and of the manifest, and of nothing else: the registry refuses a release that
// lists more.
func TestSums(t *testing.T) {
	t.Parallel()
	r := release(t)
	want := []string{r.name("manifest.json")}
	for _, platform := range platforms {
		want = append(want, r.name(platform)+".zip")
	}
	sums, err := os.ReadFile(filepath.Join(dist, r.name("SHA256SUMS")))
	acctest.Must(t, err)
	var got []string
	for line := range strings.Lines(string(sums)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		got = append(got, name)
		path := filepath.Join(dist, name)
		if name == r.name("manifest.json") { // which is published under this name
			path = "../../terraform-registry-manifest.json"
		}
		content, err := os.ReadFile(path)
		acctest.Must(t, err)
		if is := sha256.Sum256(content); hex.EncodeToString(is[:]) != sum {
			t.Errorf("the sum of %s is %x", name, is)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the sums are of\n  %q\nwanted\n  %q", got, want)
	}
}

// An archive holds the program under the name that Terraform looks for, and the license; a list of what the program
// is made of lies beside it, and names the program by its hash.
func TestArchives(t *testing.T) {
	t.Parallel()
	r := release(t)
	for _, platform := range platforms {
		archive, err := zip.OpenReader(filepath.Join(dist, r.name(platform)+".zip"))
		acctest.Must(t, err)
		t.Cleanup(func() { _ = archive.Close() })
		program := project + "_v" + r.Version
		if strings.HasPrefix(platform, "windows") {
			program += ".exe"
		}
		var names []string
		sum := sha256.New()
		for _, f := range archive.File {
			names = append(names, f.Name)
			if f.Name == program {
				content, err := f.Open()
				acctest.Must(t, err)
				_, err = io.Copy(sum, content)
				acctest.Must(t, err)
				if f.Mode().Perm() != 0o755 {
					t.Errorf("%s: the program has mode %o", platform, f.Mode().Perm())
				}
			}
		}
		slices.Sort(names)
		if want := []string{"LICENSE", program}; !slices.Equal(names, want) {
			t.Errorf("%s holds %q, wanted %q", platform, names, want)
		}
		var bom struct {
			Metadata struct {
				Component  struct{ Name, Version string }
				Properties []struct{ Name, Value string }
			}
			Components []struct{ Name string }
		}
		text, err := os.ReadFile(filepath.Join(dist, r.name(platform)+".cdx.json"))
		acctest.Must(t, err)
		acctest.Must(t, json.Unmarshal(text, &bom))
		parts := make([]string, 0, len(bom.Components))
		for _, part := range bom.Components {
			parts = append(parts, part.Name)
		}
		if bom.Metadata.Component.Version != r.Version || !slices.Contains(parts, "modernc.org/sqlite") || !slices.Contains(parts, "github.com/hashicorp/terraform-plugin-framework") {
			t.Errorf("%s is made of %v: %q", platform, bom.Metadata.Component, parts)
		}
		if hash := (struct{ Name, Value string }{"cdx:gomod:binary:hash:SHA-256", hex.EncodeToString(sum.Sum(nil))}); !slices.Contains(bom.Metadata.Properties, hash) {
			t.Errorf("%s: %v is not among %v", platform, hash, bom.Metadata.Properties)
		}
	}
}

// The quickstart, with the archive of this machine's platform in a filesystem mirror, as one takes it from a release.
func TestInstalledQuickstart(t *testing.T) {
	t.Parallel()
	r := release(t)
	mirror, folder := t.TempDir(), t.TempDir()
	archive := r.name(runtime.GOOS+"_"+runtime.GOARCH) + ".zip"
	into := filepath.Join(mirror, filepath.FromSlash(provider.Address))
	acctest.Must(t, os.MkdirAll(into, 0o750))
	content, err := os.ReadFile(filepath.Join(dist, archive))
	acctest.Must(t, err)
	acctest.Write(t, filepath.Join(into, archive), string(content))
	acctest.CopyExample(t, folder, "../../examples/quickstart")
	config := filepath.Join(t.TempDir(), "terraformrc")
	acctest.Must(t, workbench.WriteCLIConfig(config, mirror))
	// Terraform takes what comes before a release only where that very version is asked for.
	acctest.Write(t, filepath.Join(folder, "version_override.tf"),
		"terraform {\n  required_providers {\n    parking = { source = \"parking-provider/parking\", version = \""+r.Version+"\" }\n  }\n}\n")
	for _, step := range []struct {
		says string
		args []string
	}{
		{"Installed parking-provider/parking v" + r.Version, []string{"init"}},
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
	program := filepath.Join(folder, ".terraform", "providers", filepath.FromSlash(provider.Address), r.Version, runtime.GOOS+"_"+runtime.GOARCH, workbench.Executable(project+"_v"+r.Version))
	if out, err := exec.CommandContext(t.Context(), program, "-version").CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != project+" "+r.Version {
		t.Errorf("-version: %v %q", err, out)
	}
}
