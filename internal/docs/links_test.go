package main

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

var (
	fence   = regexp.MustCompile("(?ms)^ *```.*?^ *```")
	code    = regexp.MustCompile("`[^`\n]*`")
	links   = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	id      = regexp.MustCompile(`<a id="([^"]+)">`)
	notSlug = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	// own are addresses of files of this repository, which pages of the registry need for what is not in docs.
	own = regexp.MustCompile(`^https://(?:github\.com/parking-provider/terraform-provider-parking/(?:blob|tree)|` +
		`raw\.githubusercontent\.com/parking-provider/terraform-provider-parking)/main/(.*)$`)
)

// Every link of a page leads somewhere: to a file of the repository, also by its address, or a page of the registry, which
// has no .md; and to a heading that is there. Links to other sites are not followed.
func TestLinks(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, page := range pages(t) {
		text := read(t, page)
		for _, link := range links.FindAllStringSubmatch(code.ReplaceAllString(fence.ReplaceAllString(text, ""), ""), -1) {
			seen++
			to, err := url.Parse(link[1])
			if err != nil || to.Scheme != "" && to.Scheme != "https" {
				t.Errorf("%s: %q is no link: %v", page, link[1], err)
				continue
			}
			target := page
			if file := own.FindStringSubmatch(link[1]); file != nil {
				target = found(filepath.Join(root, file[1]))
			} else if to.Scheme != "" {
				continue
			} else if to.Path != "" {
				target = found(filepath.Join(filepath.Dir(page), to.Path))
			}
			if target == "" || to.Fragment != "" && !anchors(read(t, target))[to.Fragment] {
				t.Errorf("%s: %q leads nowhere", page, link[1])
			}
		}
	}
	if seen < 50 {
		t.Errorf("%d links only: are they still found?", seen)
	}
}

// pages are those that people read: at the root, and in docs.
func pages(t *testing.T) (out []string) {
	t.Helper()
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, found...)
	}
	return out
}

// found gives the file that a path of a link means; empty where there is none.
func found(path string) string {
	for _, name := range []string{path, path + ".md"} {
		if _, err := os.Stat(name); err == nil {
			return name
		}
	}
	return ""
}

// anchors are what a fragment may name: headings, as GitHub and the registry spell them, and marks.
func anchors(text string) map[string]bool {
	out := make(map[string]bool)
	for _, h := range heading.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		out[strings.ReplaceAll(notSlug.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")] = true
	}
	for _, mark := range id.FindAllStringSubmatch(text, -1) {
		out[mark[1]] = true
	}
	return out
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
