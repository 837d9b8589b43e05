package acctest

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// golden holds every message that a package's tests saw of the provider: each message once, below it the tests that
// saw it. It is there to be read, above all as the difference that a change of the texts makes.
const golden = "testdata/messages.golden"

var update = flag.Bool("update", false, "write "+golden+" anew, or the part of it that is of the tests that run")

// Main runs a package's tests with a provider of these areas, and compares the messages that they see with the
// package's golden file.
func Main(m *testing.M, areas ...framework.Area) {
	Areas = areas
	text, err := os.ReadFile(golden)
	if err != nil && !os.IsNotExist(err) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	seen = newRecorded(string(text))
	program.Overlap()
	code := m.Run()
	if problem := seen.finish(code == 0); problem != "" {
		fmt.Fprint(os.Stderr, "FAIL: "+problem)
		code = max(code, 1)
	}
	os.Exit(code)
}

// sighting is a message, and the name of a test that saw it.
type sighting struct{ message, test string }

type sightings map[sighting]bool

// recorded is what the tests of this package saw, and what they are to see.
type recorded struct {
	sync.Mutex
	got, want sightings
	ended     map[string]bool // tests that began, and whether they ended well
	unread    map[string]bool // tests whose messages are not compared
}

func newRecorded(text string) *recorded {
	return &recorded{got: sightings{}, want: parse(text), ended: map[string]bool{}, unread: map[string]bool{}}
}

// seen is nil where a package keeps no golden file.
var seen *recorded

// watch has the messages of a test compared, also where there are none any more.
func (r *recorded) watch(t testing.TB) {
	if r.ignores(t) {
		return
	}
	r.Lock()
	defer r.Unlock()
	if _, began := r.ended[t.Name()]; !began {
		r.ended[t.Name()] = false
		t.Cleanup(func() { r.end(t) })
	}
}

// ignores reports whether the messages of a test are not compared.
func (r *recorded) ignores(t testing.TB) bool {
	if _, benchmark := t.(*testing.B); benchmark || r == nil {
		return true
	}
	r.Lock()
	defer r.Unlock()
	whole, _, _ := strings.Cut(t.Name(), "/")
	return r.unread[whole]
}

// NotGolden keeps the messages of a test and its subtests out of the golden file: of one that tries every answer at
// every place, which nobody could read through, and of one whose messages are not the same in every run. The test begins
// with it.
func NotGolden(t *testing.T) {
	t.Helper()
	if seen == nil {
		return
	}
	seen.Lock()
	defer seen.Unlock()
	seen.unread[t.Name()] = true
}

// Saw notes diagnostics for the golden file, and gives them back.
func (p *Proto) Saw(diags []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	p.T.Helper()
	for _, d := range diags {
		p.saw(strings.ToLower(d.Severity.String())+": "+headOf(d), d.Detail)
	}
	return diags
}

// saw notes a message that Terraform would show.
func (p *Proto) saw(head, detail string) {
	p.T.Helper()
	seen.watch(p.T)
	if seen.ignores(p.T) {
		return
	}
	text := head
	for line := range strings.SplitSeq(detail, "\n") {
		text += strings.TrimRight("\n  | "+line, " ")
	}
	for _, v := range varying {
		text = v.pattern.ReplaceAllString(text, v.name)
	}
	seen.note(p.T, text)
}

// note fails a test at a message that the golden file does not have of it.
func (r *recorded) note(t testing.TB, message string) {
	t.Helper()
	r.Lock()
	defer r.Unlock()
	s := sighting{message, t.Name()}
	if again := r.got[s]; again || r.want[s] || *update {
		r.got[s] = true
		return
	}
	open := render(r.missing(func(test string) bool { return test == s.test }))
	r.got[s] = true
	t.Errorf("%s does not have this message of this test; -update writes it. Got\n%s\nand it did not give yet\n%s", golden, message, open)
}

// end fails a test that passed without giving all messages that the golden file has of it.
func (r *recorded) end(t testing.TB) {
	r.Lock()
	defer r.Unlock()
	if t.Failed() || t.Skipped() || !whole(t.Name()) {
		return
	}
	r.ended[t.Name()] = true
	if missing := render(r.missing(func(test string) bool { return test == t.Name() })); missing != "" && !*update {
		t.Errorf("this test does not give messages any more that %s has of it; -update removes them:\n%s", golden, missing)
	}
}

// missing are the messages that the golden file has of some tests, and that they did not give.
func (r *recorded) missing(of func(test string) bool) sightings {
	out := sightings{}
	for s := range r.want {
		if of(s.test) && !r.got[s] {
			out[s] = true
		}
	}
	return out
}

// whole reports whether a test runs with all its subtests: -test.run and -test.skip choose among those.
func whole(test string) bool {
	chosen := flag.Lookup("test.run").Value.String() + "\n" + flag.Lookup("test.skip").Value.String()
	for pattern := range strings.SplitSeq(chosen, "\n") {
		if strings.Count(pattern, "/") > strings.Count(test, "/") {
			return false
		}
	}
	return true
}

// finish looks for messages of tests that are not there any more, if every test ran and passed. With -update it writes the file.
func (r *recorded) finish(passed bool) string {
	r.Lock()
	defer r.Unlock()
	if len(r.ended) == 0 {
		return ""
	}
	every := passed && flag.Lookup("test.run").Value.String()+flag.Lookup("test.skip").Value.String() == ""
	gone := r.missing(func(test string) bool {
		_, began := r.ended[test]
		return every && !began
	})
	if !*update {
		if len(gone) == 0 {
			return ""
		}
		return golden + " has messages that no test gives any more; -update removes them:\n" + render(gone)
	}
	maps.DeleteFunc(r.got, func(s sighting, _ bool) bool { return !r.ended[s.test] })
	maps.DeleteFunc(r.want, func(s sighting, _ bool) bool { return gone[s] || r.ended[s.test] })
	maps.Copy(r.want, r.got)
	if err := os.MkdirAll(filepath.Dir(golden), 0o750); err != nil {
		return err.Error() + "\n"
	}
	if err := os.WriteFile(golden, []byte(render(r.want)), 0o600); err != nil {
		return err.Error() + "\n"
	}
	return ""
}

// render writes messages in their order, each with its tests.
func render(of sightings) string {
	tests := map[string][]string{}
	for s := range of {
		tests[s.message] = append(tests[s.message], s.test)
	}
	var out strings.Builder
	for _, message := range slices.Sorted(maps.Keys(tests)) {
		slices.Sort(tests[message])
		fmt.Fprintf(&out, "%s\n  %s\n\n", message, strings.Join(tests[message], "\n  "))
	}
	return out.String()
}

// parse reads what render wrote, line by line: a merge may lose the empty line between two messages.
func parse(text string) sightings {
	out, message := sightings{}, ""
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case strings.HasPrefix(line, "  |"):
			message += "\n" + line
		case strings.HasPrefix(line, "  "):
			out[sighting{message, strings.TrimSpace(line)}] = true
		case line != "":
			message = line
		}
	}
	return out
}

// headOf is the attribute that a diagnostic is about, if it is about one, and the summary.
func headOf(d *tfprotov6.Diagnostic) string {
	if d.Attribute == nil {
		return d.Summary
	}
	return pathOf(d.Attribute) + ": " + d.Summary
}

// pathOf is an attribute as a configuration writes it.
func pathOf(attribute *tftypes.AttributePath) string {
	var path strings.Builder
	for _, step := range attribute.Steps() {
		switch step := step.(type) {
		case tftypes.AttributeName:
			path.WriteString("." + string(step))
		case tftypes.ElementKeyString:
			fmt.Fprintf(&path, "[%q]", string(step))
		default:
			fmt.Fprintf(&path, "[%v]", step)
		}
	}
	return strings.TrimPrefix(path.String(), ".")
}

// varying are the parts of messages that differ from run to run.
var varying = []struct {
	pattern *regexp.Regexp
	name    string
}{
	{regexp.MustCompile(`127\.0\.0\.1:[0-9]+`), "127.0.0.1:PORT"},
	{regexp.MustCompile(regexp.QuoteMeta(filepath.Clean(os.TempDir())) + `/[^"\s]*/`), "TEMPORARY/"},
	{regexp.MustCompile(`FLA[0-9]{4}`), "FLAnnnn"},              // of a fleet, whose requests end in any order
	{regexp.MustCompile(`(FLAnnnn, )+FLAnnnn`), "FLAnnnn, ..."}, // or are stopped after some
	{regexp.MustCompile(`("FLAnnnn" was already linked to client [0-9]+ \(vehicle )[0-9]+`), "${1}n"},
	{regexp.MustCompile(`(FLAnnnn \(vehicles )[0-9, ]+\)`), "${1}n)"},
}
