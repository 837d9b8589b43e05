package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The documents for developers name files of Go and tests that are there, and a promise's test is in the package that its row names.
// parking_cosa is their example of a new resource.
func TestNamesForDevelopers(t *testing.T) {
	t.Parallel()
	function := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	there := "\n" // files, and tests with their folders
	if err := fs.WalkDir(os.DirFS(root), "internal", func(file string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(file, ".go") {
			there += "/" + file + "\n"
			for _, test := range function.FindAllStringSubmatch(read(t, filepath.Join(root, file)), -1) {
				there += path.Join("/", path.Dir(file), test[1]) + "\n"
			}
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("`([\\w/]+\\.go|Test(?:CLI)?[A-Z][a-z]\\w+)`")
	for _, document := range []string{"CONTRIBUTING.md", "DECISIONS.md", "internal/parking/ASSUMPTIONS.md", "internal/proof/TRIED.md"} {
		for _, name := range names.FindAllStringSubmatch(read(t, filepath.Join(root, document)), -1) {
			if !strings.Contains(there, "/"+name[1]+"\n") && !strings.HasPrefix(name[1], "cosa_") {
				t.Errorf("%s names %s, which is not there", document, name[1])
			}
		}
	}
	row := regexp.MustCompile("(?m)^\\| .+ \\| `([a-z/]+)` \\| `(Test\\w+)` \\|$")
	rows := row.FindAllStringSubmatch(read(t, filepath.Join(root, "CONTRIBUTING.md")), -1)
	for _, row := range rows {
		if !strings.Contains(there, "\n/internal/"+row[1]+"/"+row[2]+"\n") {
			t.Errorf("%s has no %s", row[1], row[2])
		}
	}
	if len(rows) < 20 || len(rows) > 25 {
		t.Errorf("%d promises, and 20 to 25 are meant", len(rows))
	}
}
