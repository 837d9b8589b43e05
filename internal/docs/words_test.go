package main

import (
	"path/filepath"
	"regexp"
	"testing"
)

// What a guide may have, so that a reader in a hurry finishes it, and what all guides may have together. Whoever needs more says less
// elsewhere. The page of limits is a list, and so is that of all operations, which is looked up and not read.
const (
	mostWords         = 930
	mostWordsOnCall   = 700
	mostWordsOfLimits = 1250
	mostWordsOfAll    = 6500
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
	if err != nil || len(guides) < 5 {
		t.Fatal(guides, err)
	}
	all := 0
	for _, guide := range guides {
		text := frontMatter.ReplaceAllString(read(t, guide), "")
		text = directive.ReplaceAllString(fence.ReplaceAllString(text, ""), "")
		words, most := len(word.FindAllString(text, -1)), mostWords
		switch filepath.Base(guide) {
		case "operations.md.tmpl":
			continue
		case "when-the-service-fails.md.tmpl":
			most = mostWordsOnCall
		case "limits.md.tmpl":
			most = mostWordsOfLimits
		}
		if all += words; words > most {
			t.Errorf("%s has %d words, and may have %d", guide, words, most)
		}
	}
	if all > mostWordsOfAll {
		t.Errorf("the guides have %d words, and may have %d", all, mostWordsOfAll)
	}
}
