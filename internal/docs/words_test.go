package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mostWords is what a guide may have: a reader in a hurry finishes it. Whoever needs more says less elsewhere.
var mostWords = map[string]int{
	"onboarding-from-csv":       790,
	"adopting-a-fleet":          1100,
	"large-fleets":              950,
	"gitops":                    940,
	"when-the-service-fails":    900,
	"testing-offline":           650,
	"how-it-keeps-its-promises": 1450,
	"operations":                550,  // which is looked up, and not read
	"what-cannot-be-prevented":  1650, // this too
}

// mostWordsOfAll is what all guides may have together.
const mostWordsOfAll = 9000

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
		all += words
	}
	if all > mostWordsOfAll {
		t.Errorf("the guides have %d words, and may have %d", all, mostWordsOfAll)
	}
	if len(guides) != len(mostWords) {
		t.Errorf("%d guides, and limits for %d", len(guides), len(mostWords))
	}
}
