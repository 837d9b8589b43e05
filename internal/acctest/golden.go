package acctest

import (
	"errors"
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

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// golden holds every message that a package's tests saw of the provider: each message once, below it the tests that
// saw it. It is there to be read, above all as the difference that a change of the texts makes.
const golden = "testdata/messages.golden"

var update = flag.Bool("update", false, "write "+golden+" anew, after every test of the package")

// Main runs a package's tests with a provider of these areas. If all of them ran, it compares the messages that they saw with the
// package's golden file.
func Main(m *testing.M, areas ...framework.Area) {
	Areas = areas
	seen = &recorded{got: map[string]map[string]bool{}, unread: map[string]bool{}}
	program.Overlap()
	code := m.Run()
	every := flag.Lookup("test.run").Value.String()+flag.Lookup("test.skip").Value.String() == ""
	if code == 0 && every && len(seen.got) > 0 {
		if err := seen.finish(); err != nil {
			fmt.Fprintln(os.Stderr, "FAIL:", err)
			code = 1
		}
	}
	os.Exit(code)
}

// recorded is what the tests of this package saw.
type recorded struct {
	sync.Mutex
	got    map[string]map[string]bool // messages, and the names of the tests that saw each
	unread map[string]bool            // tests whose messages are not compared
}

// seen is nil where a package keeps no golden file.
var seen *recorded

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
	for _, d := range diags {
		p.saw(strings.ToLower(d.Severity.String())+": "+headOf(d), d.Detail)
	}
	return diags
}

// saw notes a message that Terraform would show.
func (p *Proto) saw(head, detail string) {
	if _, benchmark := p.T.(*testing.B); benchmark || seen == nil {
		return
	}
	text := head
	for line := range strings.SplitSeq(detail, "\n") {
		text += strings.TrimRight("\n  | "+line, " ")
	}
	for _, v := range varying {
		text = v.pattern.ReplaceAllString(text, v.name)
	}
	seen.note(p.T.Name(), text)
}

func (r *recorded) note(test, message string) {
	r.Lock()
	defer r.Unlock()
	if whole, _, _ := strings.Cut(test, "/"); r.unread[whole] {
		return
	}
	if r.got[message] == nil {
		r.got[message] = map[string]bool{}
	}
	r.got[message][test] = true
}

// finish compares what was seen with the golden file, or writes it with -update.
func (r *recorded) finish() error {
	if *update {
		return errors.Join(os.MkdirAll(filepath.Dir(golden), 0o750), os.WriteFile(golden, []byte(r.String()), 0o600))
	}
	text, err := os.ReadFile(golden)
	if diff := cmp.Diff(strings.Split(string(text), "\n"), strings.Split(r.String(), "\n")); err == nil && diff != "" {
		err = fmt.Errorf("%s differs from what the tests saw (+). If that is right, -update writes it:\n%s", golden, diff)
	}
	return err
}

// String writes messages in their order, each with its tests.
func (r *recorded) String() string {
	var out strings.Builder
	for _, message := range slices.Sorted(maps.Keys(r.got)) {
		fmt.Fprintf(&out, "%s\n  %s\n\n", message, strings.Join(slices.Sorted(maps.Keys(r.got[message])), "\n  "))
	}
	return out.String()
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
