package proof

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// An entry excuses what its text names, whole, and only where the user is told what it promises.
func TestEntryCovers(t *testing.T) {
	t.Parallel()
	lost := Schedule{{At: 1, Fault: fault(t, "lost, done after 10m0s")}}
	killed, twice := Schedule{{At: 1, Fault: fault(t, "killed after")}}, []string{"done 2 times: link 1 AAA0001"}
	for name, c := range map[string]struct {
		try  Try
		want string
	}{
		"a link that shows up later":  {Try{Scenario: "vehiculo/link", Schedule: lost, Broken: []string{"done 2 times: link 1 AAA0001"}}, "A write that shows up later"},
		"a payment is never excused":  {Try{Scenario: "reserva/pay", Schedule: lost, Broken: []string{"done 2 times: pay 1"}}, ""},
		"all of it must be excused":   {Try{Scenario: "vehiculo/link", Schedule: lost, Broken: []string{"done 2 times: link 1 AAA0001", "the last plan fails: x"}}, ""},
		"without a late write":        {Try{Scenario: "vehiculo/link", Broken: []string{"done 2 times: link 1 AAA0001"}}, ""},
		"what is promised is said":    {Try{Scenario: "reserva/cancel", Schedule: lost, Broken: []string{"reserva: it says that it was destroyed, and it is on the service"}, Said: []string{"Unknown whether the service cancelled reservation 1"}}, "A lost answer about a reservation or a sanction"},
		"what is promised is not":     {Try{Scenario: "reserva/cancel", Schedule: lost, Broken: []string{"reserva: it says that it was destroyed, and it is on the service"}}, ""},
		"after a killed run, at once": {Try{Scenario: "vehiculo/link", Schedule: killed, Again: true, Broken: twice, Said: []string{"Plate linked more than once"}}, "A run that saved nothing, applied again at once"},
		"after a killed run, unsaid":  {Try{Scenario: "vehiculo/link", Schedule: killed, Again: true, Broken: twice}, ""},
		"after a killed run, later":   {Try{Scenario: "vehiculo/link", Schedule: killed, Service: Quirks{Lag: Later}, Broken: twice, Said: []string{"Plate linked more than once"}}, ""},
		"an extension, never shown":   {Try{Scenario: "reserva/extend, never shown", Schedule: killed, Broken: []string{"done 2 times: extend 1"}}, "An extension that the record never shows"},
		"and never by one run":        {Try{Scenario: "reserva/extend, never shown", Schedule: Schedule{{At: 1, Fault: fault(t, "lost, done")}}, Broken: []string{"done 2 times: extend 1"}}, ""},
		"somebody pays at the moment": {Try{Scenario: "action/pay reservation", Schedule: Schedule{{At: 1, Fault: fault(t, "somebody pays")}}, Broken: []string{"done 2 times: pay 1"}}, "Two runs at the same moment"},
	} {
		got := ""
		if entries := Covered(c.try); len(entries) > 0 {
			got = Unpreventable[entries[0]].Name
		}
		if got != c.want {
			t.Errorf("%s: got the entry %q, want %q", name, got, c.want)
		}
	}
}

// What an entry promises to be said is in its text.
func TestEntrySays(t *testing.T) {
	t.Parallel()
	for _, e := range Unpreventable {
		var says []string
		for _, x := range e.excuses {
			says = append(says, x.says...)
		}
		if promises := strings.Contains(e.Seen, `"`); promises != (len(says) > 0) && !strings.HasPrefix(e.Seen, "Nothing") {
			t.Errorf("%s: the text promises %q, and the entry asks for %q", e.Name, e.Seen, says)
		}
		for _, summary := range says {
			if !strings.Contains(e.Seen, `"`+summary+`"`) {
				t.Errorf("%s: the text does not name %q", e.Name, summary)
			}
		}
	}
}

func fault(t *testing.T, name string) Fault {
	t.Helper()
	for _, f := range Faults {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("there is no fault %q", name)
	return Fault{}
}

// The list of what was tried names every quirk and every group of faults.
func TestTried(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("TRIED.md")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for field := range reflect.TypeFor[Quirks]().Fields() {
		names = append(names, field.Name)
	}
	files, err := filepath.Glob("faults*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range regexp.MustCompile(`(?m)^func (\w+)\(\) (?:\(out )?\[\]Fault`).FindAllStringSubmatch(string(text), -1) {
			names = append(names, group[1])
		}
	}
	for _, name := range names {
		if !strings.Contains(string(list), "`"+name+"`") {
			t.Errorf("TRIED.md does not name %s", name)
		}
	}
}
