package main

import (
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/proof"
)

// The page has every entry of the list of what cannot be prevented, as it is now.
func TestUnpreventable(t *testing.T) {
	t.Parallel()
	guide := read(t, root+"/templates/guides/limits.md.tmpl")
	if written, err := withUnpreventable(guide); err != nil || written != guide {
		t.Errorf("the page is out of date, run make generate: %v", err)
	}
	written, err := withUnpreventable("before\n" + listBegin + "an entry that is gone\n" + listEnd + "after\n")
	if err != nil || strings.Contains(written, "gone") || !strings.HasPrefix(written, "before\n") || !strings.HasSuffix(written, "after\n") {
		t.Errorf("%v: %s", err, written)
	}
	for _, e := range proof.Unpreventable {
		for _, text := range []string{e.Name, e.Schedule, e.Seen, e.Cost} {
			if text == "" || !strings.Contains(written, text) {
				t.Errorf("%s: %q is not in it", e.Name, text)
			}
		}
	}
	if _, err := withUnpreventable("no lines"); err == nil {
		t.Error("a template without the lines is taken")
	}
}
