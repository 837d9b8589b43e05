package workbench

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	goversion "github.com/hashicorp/go-version"
)

// TestVersionsAgree: the workflow runs the tests under the oldest and the newest version that the documentation names of each
// product, and one between.
func TestVersionsAgree(t *testing.T) {
	t.Parallel()
	read := func(pattern string, elements ...string) [][]string {
		text, err := os.ReadFile(filepath.Join(append([]string{"..", ".."}, elements...)...))
		found := regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1)
		if err != nil || found == nil {
			t.Fatalf("%v: no %s: %v", elements, pattern, err)
		}
		return found
	}
	named := map[string][]*goversion.Version{}
	for _, row := range read(`\| (\d+\.\d+) \| (\d+\.\d+|-) \|\n`, "templates", "index.md.tmpl") {
		named["terraform"] = append(named["terraform"], goversion.Must(goversion.NewVersion(row[1])))
		if row[2] != "-" {
			named["tofu"] = append(named["tofu"], goversion.Must(goversion.NewVersion(row[2])))
		}
	}
	run := map[string][]*goversion.Version{}
	for _, entry := range read(`- \{ cli: (\w+), version: "([\d.]+)" \}`, ".github", "workflows", "ci.yml") {
		run[entry[1]] = append(run[entry[1]], goversion.Must(goversion.NewVersion(entry[2])))
	}
	for product, versions := range named {
		oldest, newest := slices.MinFunc(versions, (*goversion.Version).Compare), slices.MaxFunc(versions, (*goversion.Version).Compare)
		got := run[product]
		if len(got) != 3 || !got[0].Equal(oldest) || !got[1].GreaterThan(oldest) || !got[1].LessThan(newest) || !got[2].Equal(newest) {
			t.Errorf("%s: the workflow runs %v, wanted %v, one between and %v", product, got, oldest, newest)
		}
	}
}
