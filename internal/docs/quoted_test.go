package main

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// filledIn is what differs from one message to the next.
var filledIn = regexp.MustCompile(`\w*\d\w*|…`)

var comment = regexp.MustCompile(`(?m)(^|\s)//.*$`)

// What the page for those on call quotes of errors and warnings is in a message that a test saw, or in a text of the provider; a comment
// does not count.
func TestQuoted(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	for _, folder := range []string{"acceptance", "provider", "framework", "parking"} {
		err := filepath.WalkDir(filepath.Join(root, "internal", folder), func(path string, _ fs.DirEntry, err error) error {
			if ext := filepath.Ext(path); ext == ".golden" || ext == ".go" && !strings.HasSuffix(path, "_test.go") {
				said.WriteString(strings.ToLower(comment.ReplaceAllString(read(t, path), "")))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	checked := 0
	page := fence.ReplaceAllString(read(t, filepath.Join(root, "templates", "guides", "when-the-service-fails.md.tmpl")), "")
	for _, text := range code.FindAllString(page, -1) {
		if !strings.Contains(text, " ") || strings.ContainsAny(text, "=-") { // a name, a setting or a command
			continue
		}
		checked++
		for _, part := range filledIn.Split(strings.Trim(text, "`"), -1) {
			if !strings.Contains(said.String(), strings.ToLower(strings.TrimSpace(part))) {
				t.Errorf("nothing says %q", text)
			}
		}
	}
	if checked < 20 {
		t.Errorf("%d quotations only: are they still found?", checked)
	}
}
