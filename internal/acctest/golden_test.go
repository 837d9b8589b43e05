package acctest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// watched is a test of the golden file that another one watches.
type watched struct {
	testing.TB

	name     string
	failures []string
	cleanups []func()
}

func (w *watched) Name() string      { return w.name }
func (w *watched) Helper()           {}
func (w *watched) Failed() bool      { return len(w.failures) > 0 }
func (w *watched) Skipped() bool     { return false }
func (w *watched) Cleanup(f func())  { w.cleanups = append(w.cleanups, f) }
func (w *watched) end() *watched     { return w.each(w.cleanups) }
func (w *watched) says(s string) int { return strings.Count(strings.Join(w.failures, "\n"), s) }

func (w *watched) each(all []func()) *watched {
	for _, f := range all {
		f()
	}
	return w
}

func (w *watched) Errorf(format string, args ...any) {
	w.failures = append(w.failures, fmt.Sprintf(format, args...))
}

const goldenText = `error: Plate rejected
  | The vehicle type does not exist.
  TestA
  TestB

error: Plate rejected
  | The vehicle type is missing.
  TestB/case

warning: Plates stay
  TestGone
`

// A message that the golden file does not have fails the test that gives it, with what the test is still to give. So does one that it has and
// the test does not give. What a test had that is not there any more fails the package.
func TestGolden(t *testing.T) {
	t.Parallel()
	if *update {
		t.Skip("nothing is compared")
	}
	run := func(name string, messages ...string) (*watched, *recorded) {
		r, w := newRecorded(goldenText), &watched{TB: t, name: name}
		r.watch(w)
		for _, message := range messages {
			r.note(w, message)
		}
		return w.end(), r
	}
	const a, b = "error: Plate rejected\n  | The vehicle type does not exist.", "error: Plate rejected\n  | The vehicle type is missing."
	for name, c := range map[string]struct {
		test     string
		messages []string
		want     []string // in the one failure; none passes
	}{
		"as before":     {"TestA", []string{a, a}, nil},
		"another text":  {"TestA", []string{a + " Ever."}, []string{"Got\n" + a + " Ever.\n", "did not give yet\n" + a}},
		"of the test":   {"TestB/case", []string{a + " Ever."}, []string{"did not give yet\n" + b}},
		"another head":  {"TestA", []string{a, "error: Other"}, []string{"Got\nerror: Other\n"}},
		"of others":     {"TestA", []string{a, b}, []string{"Got\n" + b}},
		"given no more": {"TestB", nil, []string{"TestB", "does not give messages any more", a}},
		"not compared":  {"TestOther", nil, nil},
	} {
		w, _ := run(c.test, c.messages...)
		if len(w.failures) != min(1, len(c.want)) || slices.ContainsFunc(c.want, func(part string) bool { return w.says(part) == 0 }) {
			t.Errorf("%s: got failures\n%s\nwanted one with\n%s", name, strings.Join(w.failures, "\n"), strings.Join(c.want, "\n"))
		}
	}
	_, r := run("TestA", a)
	delete(r.want, sighting{a, "TestB"})
	r.ended["TestB/case"] = true
	gone := r.missing(func(test string) bool { _, began := r.ended[test]; return !began })
	if got := render(gone); got != "warning: Plates stay\n  TestGone\n\n" {
		t.Errorf("gone are\n%s", got)
	}
	for name, text := range map[string]string{"as written": goldenText, "merged": strings.ReplaceAll(goldenText, "\n\n", "\n")} {
		if got := render(parse(text)); got != goldenText+"\n" {
			t.Errorf("%s: got\n%s\nwanted\n%s", name, got, goldenText)
		}
	}
}
