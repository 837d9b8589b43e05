package main

import (
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
