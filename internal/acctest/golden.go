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
)

// golden holds every message that a package's tests saw of the provider: each message once, below it the tests that
// saw it. It is there to be read, above all as the difference that a change of the texts makes.
const golden = "testdata/messages.golden"

var update = flag.Bool("update", false, "write "+golden+" anew, or the part of it that is of the tests that run")

// Main runs a package's tests with a provider of these nouns, and then compares the messages that they saw with the
// package's golden file.
func Main(m *testing.M, nouns ...framework.Noun) {
	Nouns = nouns
	seen = &recorded{sightings: sightings{}, ended: map[string]bool{}, unread: map[string]bool{}}
	code := m.Run()
	if differs := seen.compare(code == 0); differs != "" {
		fmt.Fprint(os.Stderr, "FAIL: the messages are not those of "+golden+"; -update writes it\n", differs)
		code = max(code, 1)
	}
	os.Exit(code)
}

// sighting is a message, and the name of a test that saw it.
type sighting struct{ message, test string }

type sightings map[sighting]bool

// recorded is what the tests of this package saw.
type recorded struct {
	sync.Mutex
	sightings
	ended  map[string]bool // tests that began, and whether they ended well; only those are compared
	unread map[string]bool // tests whose messages are not compared
}

// seen is nil where a package keeps no golden file.
var seen *recorded

// watch has the messages of a test compared, also where there are none any more. It reports whether they are.
func watch(t testing.TB) bool {
	if _, test := t.(*testing.T); seen == nil || !test {
		return false
	}
	seen.Lock()
	defer seen.Unlock()
	if _, began := seen.ended[t.Name()]; !began {
		seen.ended[t.Name()] = false
		t.Cleanup(func() {
			seen.Lock()
			defer seen.Unlock()
			seen.ended[t.Name()] = !t.Failed() && !t.Skipped()
		})
	}
	return true
}

// NotGolden keeps the messages of a test and its subtests out of the golden file: of one that tries every answer at
// every place, which nobody could read through, and of one whose messages are not the same in every run.
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
	for _, d := range diags {
		p.saw(strings.ToLower(d.Severity.String())+": "+headOf(d), d.Detail)
	}
	return diags
}

// saw notes a message that Terraform would show.
func (p *Proto) saw(head, detail string) {
	if !watch(p.T) {
		return
	}
	text := head
	for line := range strings.SplitSeq(detail, "\n") {
		text += strings.TrimRight("\n  | "+line, " ")
	}
	for _, v := range varying {
		text = v.pattern.ReplaceAllString(text, v.name)
	}
	seen.Lock()
	defer seen.Unlock()
	if whole, _, _ := strings.Cut(p.T.Name(), "/"); !seen.unread[whole] {
		seen.sightings[sighting{text, p.T.Name()}] = true
	}
}

// compare gives the lines in which the golden file and what was seen differ, or writes the file. A test that is not
// there any more is noticed when every test ran and passed.
func (r *recorded) compare(passed bool) string {
	r.Lock()
	defer r.Unlock()
	if len(r.ended) == 0 {
		return ""
	}
	run, skip := flag.Lookup("test.run").Value.String(), flag.Lookup("test.skip").Value.String()
	every, deep := passed && run+skip == "", max(strings.Count(run, "/"), strings.Count(skip, "/"))
	comparable := func(test string) bool {
		ended, began := r.ended[test]
		return strings.Count(test, "/") >= deep && (ended || every && !began)
	}
	text, err := os.ReadFile(golden)
	if err != nil && !os.IsNotExist(err) {
		return err.Error()
	}
	want, got := parse(string(text)), r.sightings
	maps.DeleteFunc(got, func(s sighting, _ bool) bool { return !comparable(s.test) })
	if *update {
		maps.DeleteFunc(want, func(s sighting, _ bool) bool { return comparable(s.test) })
		maps.Copy(got, want)
		if err := os.MkdirAll(filepath.Dir(golden), 0o750); err != nil {
			return err.Error()
		}
		if err := os.WriteFile(golden, []byte(render(got)), 0o600); err != nil {
			return err.Error()
		}
		return ""
	}
	missing, added := sightings{}, maps.Clone(got)
	for s := range want {
		if delete(added, s); !got[s] && comparable(s.test) {
			missing[s] = true
		}
	}
	return quoted("- ", render(missing)) + quoted("+ ", render(added))
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

// parse reads what render wrote.
func parse(text string) sightings {
	out := sightings{}
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		tests := strings.Index(block+"\n  Test", "\n  Test")
		for test := range strings.FieldsSeq(block[tests:]) {
			out[sighting{block[:tests], test}] = true
		}
	}
	return out
}

func quoted(mark, text string) string {
	if text == "" {
		return ""
	}
	return mark + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n"+mark) + "\n"
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
	{regexp.MustCompile(`FLA[0-9]{4}`), "FLAnnnn"}, // of a fleet, whose requests end in any order
}
