package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/proof"
)

// update has TestUnpreventable write the list anew, as make generate does.
var update = flag.Bool("update", false, "write the list of what cannot be prevented anew")

// The lines of a template between which the list of what cannot be prevented stands. They are comments of the template,
// which become blank lines of the page.
const (
	listBegin = "{{/* What follows is written by make generate, from internal/proof/unpreventable_text.go. */}}\n"
	listEnd   = "{{/* What was written by make generate ends here. */}}\n"
)

// The page of limits has every entry of the list of what cannot be prevented, as it is now.
func TestUnpreventable(t *testing.T) {
	t.Parallel()
	file := root + "/templates/guides/limits.md.tmpl"
	page := read(t, file)
	before, rest, begun := strings.Cut(page, listBegin)
	_, after, ended := strings.Cut(rest, listEnd)
	if !begun || !ended {
		t.Fatalf("%s lacks the lines\n%s%s", file, listBegin, listEnd)
	}
	list := "| case | you see | it costs |\n|---|---|---|\n"
	for _, e := range proof.Unpreventable {
		if e.Name == "" || e.Schedule == "" || e.Seen == "" || e.Cost == "" {
			t.Errorf("%+v says too little", e)
		}
		list += fmt.Sprintf("| **%s.** %s | %s | %s |\n", e.Name, e.Schedule, e.Seen, e.Cost)
	}
	written := before + listBegin + list + listEnd + after
	if *update {
		if err := os.WriteFile(file, []byte(written), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if written != page {
		t.Error("the page is out of date: run make generate")
	}
}
