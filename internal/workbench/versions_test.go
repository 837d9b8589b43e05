package workbench

import (
	"os"
	"regexp"
	"slices"
	"testing"

	goversion "github.com/hashicorp/go-version"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// TestVersionsAgree: the workflow runs the tests under the oldest and the newest version that the documentation names of each
// product, and one between.
func TestVersionsAgree(t *testing.T) {
	t.Parallel()
	read := func(file, pattern string) [][]string {
		text, err := os.ReadFile("../../" + file)
		acctest.Must(t, err)
		return regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1)
	}
	version := func(text string) *goversion.Version { return goversion.Must(goversion.NewVersion(text)) }
	named, run := map[string][]*goversion.Version{}, map[string][]*goversion.Version{}
	for _, row := range read("templates/index.md.tmpl", `\| (\d+\.\d+) \| (\d+\.\d+|-) \|\n`) {
		named["terraform"] = append(named["terraform"], version(row[1]))
		if row[2] != "-" {
			named["tofu"] = append(named["tofu"], version(row[2]))
		}
	}
	for _, entry := range read(".github/workflows/ci.yml", `- \{ cli: (\w+), version: "([\d.]+)" \}`) {
		run[entry[1]] = append(run[entry[1]], version(entry[2]))
	}
	for _, product := range []string{"terraform", "tofu"} {
		got, want := run[product], named[product]
		slices.SortFunc(want, (*goversion.Version).Compare)
		if oldest, newest := want[0], want[len(want)-1]; len(got) != 3 ||
			!got[0].Equal(oldest) || !got[1].GreaterThan(oldest) || !got[1].LessThan(newest) || !got[2].Equal(newest) {
			t.Errorf("%s: the workflow runs %v, wanted %v, one between and %v", product, got, oldest, newest)
		}
	}
}
