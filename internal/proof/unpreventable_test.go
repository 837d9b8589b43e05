package proof

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// An entry excuses what its text names, whole, and only where the user is told what it promises.
func TestEntryCovers(t *testing.T) {
	t.Parallel()
	const later, killed = "lost, done after 10m0s", "killed after"
	linked, extended, paid := []string{"done 2 times: link 1 AAA0001"}, []string{"done 2 times: extend 1"}, []string{"done 2 times: pay 1"}
	stays := []string{"reserva: it says that it was destroyed, and it is on the service"}
	said, twice, booked := []string{"Unknown whether the service cancelled it"}, []string{linkedTwice}, []string{"done 2 times: book 12 7"}
	for name, c := range map[string]struct {
		fault string
		try   Try
		want  string
	}{
		"a link that shows up later": {later, Try{Scenario: "vehiculo/link", Broken: linked}, "A write that shows up later"},
		"a payment is never excused": {later, Try{Scenario: "reserva/pay", Broken: paid}, ""},
		"all of it must be excused":  {later, Try{Scenario: "vehiculo/link", Broken: append(linked, "the last plan fails: x")}, ""},
		"without a late write":       {"refused", Try{Scenario: "vehiculo/link", Broken: linked}, ""},
		"a booking, sent again":      {later, Try{Scenario: "reserva/book", Broken: booked, Said: said}, ""},
		"a booking that lists show":  {"internal error at 200, done", Try{Scenario: "reserva/book", Broken: booked}, ""},
		"what is promised is said": {later, Try{Scenario: "reserva/cancel", Broken: stays, Said: said},
			"A lost answer about a reservation or a sanction"},
		"what is promised is not": {later, Try{Scenario: "reserva/cancel", Broken: stays}, ""},
		"after a killed run, at once": {killed, Try{Scenario: "vehiculo/link", Again: true, Broken: linked, Said: twice},
			"A run that saved nothing, applied again at once"},
		"after a killed run, unsaid": {killed, Try{Scenario: "vehiculo/link", Again: true, Broken: linked}, ""},
		"after a killed run, later": {killed, Try{Scenario: "vehiculo/link", Service: Quirks{Lag: Later}, Broken: linked,
			Said: twice}, ""},
		"an extension, never shown": {killed, Try{Scenario: "reserva/extend, never shown", Broken: extended},
			"An extension that the record never shows"},
		"and never by one run":    {"lost, done", Try{Scenario: "reserva/extend, never shown", Broken: extended}, ""},
		"somebody pays meanwhile": {"somebody pays", Try{Scenario: "action/pay reservation", Broken: paid}, "Two runs at the same moment"},
	} {
		at := slices.IndexFunc(Faults, func(f Fault) bool { return f.Name == c.fault })
		c.try.Schedule = Schedule{{At: 1, Fault: Faults[at]}}
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
			if x.says != "" {
				says = append(says, strings.Split(x.says, "|")...)
			}
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

// The list of what was tried names every quirk and every group of faults.
func TestTried(t *testing.T) {
	t.Parallel()
	tried, err := os.ReadFile("TRIED.md")
	acctest.Must(t, err)
	faults, err := os.ReadFile("faults.go")
	acctest.Must(t, err)
	var names []string
	for field := range reflect.TypeFor[Quirks]().Fields() {
		names = append(names, field.Name)
	}
	groups := regexp.MustCompile(`(?m)^func (\w+)\(\) (?:\(out )?\[\]Fault`)
	for _, group := range groups.FindAllStringSubmatch(string(faults), -1) {
		names = append(names, group[1])
	}
	for _, name := range names {
		if !strings.Contains(string(tried), "`"+name+"`") {
			t.Errorf("TRIED.md does not name %s", name)
		}
	}
}
