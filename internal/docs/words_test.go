package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mostWords is what a guide may have: a reader in a hurry finishes it. Whoever needs more says less elsewhere.
var mostWords = map[string]int{
	"onboarding-from-csv":    750,
	"adopting-a-fleet":       900,
	"large-fleets":           900,
	"gitops":                 930,
	"when-the-service-fails": 700,
	"testing-offline":        600,
	"limits":                 1250,
	reference:                550,
}

// mostWordsOfAll is what all guides may have together, without the reference, which is looked up and not read.
const (
	mostWordsOfAll = 6500
	reference      = "operations"
)

var (
	frontMatter = regexp.MustCompile(`(?s)\A---\n.*?\n---\n`)
	directive   = regexp.MustCompile(`\{\{[^}]*\}\}`)
	word        = regexp.MustCompile(`\S*[\p{L}\p{N}]\S*`)
)

// No guide grows beyond its limit. Examples and front matter do not count.
func TestWords(t *testing.T) {
	t.Parallel()
	guides, err := filepath.Glob(filepath.Join(root, "templates", "guides", "*.tmpl"))
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for _, guide := range guides {
		text := frontMatter.ReplaceAllString(read(t, guide), "")
		text = directive.ReplaceAllString(fence.ReplaceAllString(text, ""), "")
		name, words := strings.TrimSuffix(filepath.Base(guide), ".md.tmpl"), len(word.FindAllString(text, -1))
		if most, known := mostWords[name]; !known || words > most {
			t.Errorf("%s has %d words, and may have %d", name, words, most)
		}
		if name != reference {
			all += words
		}
	}
	if all > mostWordsOfAll {
		t.Errorf("the guides have %d words, and may have %d", all, mostWordsOfAll)
	}
	if len(guides) != len(mostWords) {
		t.Errorf("%d guides, and limits for %d", len(guides), len(mostWords))
	}
}
