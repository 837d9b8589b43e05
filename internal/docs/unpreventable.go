package main

import (
	"fmt"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/proof"
)

// The lines of a template between which the list of what cannot be prevented stands. They are comments of the template,
// which become blank lines of the page.
const (
	listBegin = "{{/* What follows is written by make generate, from internal/proof/unpreventable_text.go. */}}\n"
	listEnd   = "{{/* What was written by make generate ends here. */}}\n"
)

// withUnpreventable writes the list in a template anew, a table with a row for each entry.
func withUnpreventable(template string) (string, error) {
	before, rest, begun := strings.Cut(template, listBegin)
	_, after, ended := strings.Cut(rest, listEnd)
	if !begun || !ended {
		return "", fmt.Errorf("the template lacks the lines\n%s%s", listBegin, listEnd)
	}
	var list strings.Builder
	list.WriteString("| case | you see | it costs |\n|---|---|---|\n")
	for _, e := range proof.Unpreventable {
		fmt.Fprintf(&list, "| **%s.** %s | %s | %s |\n", e.Name, e.Schedule, e.Seen, e.Cost)
	}
	return before + listBegin + list.String() + listEnd + after, nil
}
