package acctest

import (
	"strings"
	"testing"
)

// TestGolden: messages fail a package where its golden file does not have them, or has others of tests that all ran.
func TestGolden(t *testing.T) {
	t.Parallel()
	const text = "error: Plate rejected\n  | It does not exist.\n  TestA\n  TestB/case\n\nwarning: Plates stay\n  TestB/case\n\n"
	for name, c := range map[string]struct {
		messages map[string]string // by test
		every    bool
		want     string // in the problem; empty for none
	}{
		"as before":          {messages: map[string]string{"TestA": "error: Plate rejected\n  | It does not exist."}},
		"another text":       {messages: map[string]string{"TestA": "error: Plate rejected\n  | It does not"}, want: "It does not\n  TestA"},
		"another head":       {messages: map[string]string{"TestA": "Plates stay"}, want: "Plates stay\n  TestA"},
		"not given any more": {messages: map[string]string{"TestA": "error: Plate rejected\n  | It does not exist."}, every: true, want: "TestB"},
	} {
		r := &recorded{got: sightings{}, unread: map[string]bool{"TestChance": true}}
		r.note("TestChance/case", "error: Other")
		for test, message := range c.messages {
			r.note(test, message)
		}
		if got := r.got.compare(text, c.every); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, wanted %q", name, got, c.want)
		}
	}
	all := &recorded{got: sightings{}}
	all.note("TestB/case", "warning: Plates stay")
	all.note("TestB/case", "error: Plate rejected\n  | It does not exist.")
	all.note("TestA", "error: Plate rejected\n  | It does not exist.")
	if got := all.got.compare(text, true); got != "" {
		t.Errorf("all: got %s, wanted none", got)
	}
}
