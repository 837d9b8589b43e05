//go:build unix

package gitops

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

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
		for _, want := range []string{`schema_name += "` + name + `"`, `  nombre = "` + name + `"`} {
			if !regexp.MustCompile(want).Match(text) {
				t.Errorf("clientes/%s/main.tf does not say %s", name, want)
			}
		}
	}
	if !slices.Equal(names, clientes) {
		t.Errorf("folders %v", names)
	}
}

// Personal data is declared as such wherever it passes, and is in no file of a client.
func TestPersonalDataIsDeclared(t *testing.T) {
	t.Parallel()
	files := []string{"modules/flota/variables.tf"}
	for _, cliente := range clientes {
		files = append(files, "clientes/"+cliente+"/main.tf")
	}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(exampleFolder, file))
		acctest.Must(t, err)
		if found := regexp.MustCompile(`variable "(\w+)" \{\n.*\n  sensitive   = true\n`).FindAllSubmatch(text, -1); len(found) != 1 || string(found[0][1]) != "personal" {
			t.Errorf("%s: sensitive are %q", file, found)
		}
		if isPersonal.Match(text) {
			t.Errorf("%s has personal data", file)
		}
	}
}
