//go:build unix

package gitops

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// Atlantis has a project for each client, in its folder, and plans it when anything
// changes that its plan depends on.
func TestAtlantis(t *testing.T) {
	t.Parallel()
	var config struct {
		Version       int  `json:"version"`
		ParallelPlan  bool `json:"parallel_plan"`
		ParallelApply bool `json:"parallel_apply"`
		Projects      []struct {
			Name      string `json:"name"`
			Dir       string `json:"dir"`
			Workspace string `json:"workspace"`
			Autoplan  struct {
				WhenModified []string `json:"when_modified"`
			} `json:"autoplan"`
			ApplyRequirements []string `json:"apply_requirements"`
		} `json:"projects"`
	}
	readYAML(t, "atlantis.yaml", &config)
	if config.Version != 3 || !config.ParallelPlan || !config.ParallelApply {
		t.Errorf("version %d, parallel plans %t and applies %t", config.Version, config.ParallelPlan, config.ParallelApply)
	}
	var names []string
	for _, project := range config.Projects {
		names = append(names, project.Name)
		if project.Dir != "clientes/"+project.Name || project.Workspace != "default" || !slices.Contains(project.ApplyRequirements, "approved") {
			t.Errorf("project %+v", project)
		}
		for _, folder := range []string{project.Dir, "modules/flota"} {
			for _, file := range append(filesIn(t, folder), path.Join(project.Dir, ".terraform.lock.hcl")) {
				relative, err := filepath.Rel(project.Dir, file)
				acctest.Must(t, err)
				if !slices.ContainsFunc(project.Autoplan.WhenModified, func(pattern string) bool {
					matched, _ := path.Match(pattern, filepath.ToSlash(relative))
					return matched
				}) {
					t.Errorf("%s is not planned when %s changes", project.Name, file)
				}
			}
		}
	}
	if !slices.Equal(names, clientes) {
		t.Errorf("projects %v", names)
	}
}

// Each client goes by one name everywhere: folder, state, and column of its file.
func TestClientsHaveOneName(t *testing.T) {
	t.Parallel()
	folders, err := os.ReadDir(filepath.Join(exampleFolder, "clientes"))
	acctest.Must(t, err)
	var names []string
	for _, folder := range folders {
		name := folder.Name()
		names = append(names, name)
		text, err := os.ReadFile(filepath.Join(exampleFolder, "clientes", name, "main.tf"))
		acctest.Must(t, err)
		for _, want := range []string{`schema_name = "` + name + `"`, `nombre = "` + name + `"`} {
			if !strings.Contains(string(text), want) {
				t.Errorf("clientes/%s/main.tf does not say %s", name, want)
			}
		}
	}
	if !slices.Equal(names, clientes) {
		t.Errorf("folders %v", names)
	}
}

// filesIn lists the files right in a folder of the example.
func filesIn(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(exampleFolder, folder))
	acctest.Must(t, err)
	var files []string
	for _, entry := range entries {
		if !entry.IsDir() {
			files = append(files, path.Join(folder, entry.Name()))
		}
	}
	return files
}
