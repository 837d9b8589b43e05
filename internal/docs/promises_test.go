package main

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every test that CONTRIBUTING.md names for a promise is in the package that it names.
func TestPromises(t *testing.T) {
	t.Parallel()
	rows := regexp.MustCompile("(?m)^\\| .+ \\| `([a-z/]+)` \\| `(Test\\w+)` \\|$").FindAllStringSubmatch(read(t, filepath.Join(root, "CONTRIBUTING.md")), -1)
	if len(rows) < 20 || len(rows) > 25 {
		t.Errorf("%d promises, and 20 to 25 are meant", len(rows))
	}
	for _, row := range rows {
		files, _ := filepath.Glob(filepath.Join(root, "internal", row[1], "*_test.go"))
		there := false
		for _, file := range files {
			there = there || strings.Contains(read(t, file), "\nfunc "+row[2]+"(t *testing.T) {\n")
		}
		if !there {
			t.Errorf("%s has no %s", row[1], row[2])
		}
	}
}

// Every file of Go and every test that the documents for developers name is there. parking_cosa is their example of a new resource.
func TestNamesForDevelopers(t *testing.T) {
	t.Parallel()
	var files, code strings.Builder
	if err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") {
			files.WriteString("/" + filepath.ToSlash(path) + "\n")
			code.WriteString(read(t, path))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, document := range []string{"CONTRIBUTING.md", "DECISIONS.md", "internal/parking/ASSUMPTIONS.md", "internal/proof/TRIED.md"} {
		for _, name := range regexp.MustCompile("`([\\w/]+\\.go|Test(?:CLI)?[A-Z][a-z]\\w+)`").FindAllStringSubmatch(read(t, filepath.Join(root, document)), -1) {
			isFile := strings.Contains(files.String(), "/"+name[1]+"\n")
			if !isFile && !strings.Contains(code.String(), "\nfunc "+name[1]+"(") && !strings.HasPrefix(name[1], "cosa_") {
				t.Errorf("%s names %s, which is not there", document, name[1])
			}
		}
	}
}
