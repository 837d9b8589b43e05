package acctest

import "testing"

// TestGolden: a golden file has each message once, below it the tests that saw it, except those whose messages are not compared.
func TestGolden(t *testing.T) {
	t.Parallel()
	r := &recorded{got: map[string]map[string]bool{}, unread: map[string]bool{"TestChance": true}}
	r.note("TestChance/case", "error: Other")
	r.note("TestB/case", "warning: Plates stay")
	r.note("TestB/case", "error: Plate rejected\n  | It does not exist.")
	r.note("TestA", "error: Plate rejected\n  | It does not exist.")
	const want = "error: Plate rejected\n  | It does not exist.\n  TestA\n  TestB/case\n\nwarning: Plates stay\n  TestB/case\n\n"
	if got := r.String(); got != want {
		t.Errorf("got\n%s\nwanted\n%s", got, want)
	}
}
