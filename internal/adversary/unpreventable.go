package adversary

import (
	"slices"
	"strings"
)

// Entry is one kind of sequence that cannot be prevented. unpreventable_text.go lists them.
type Entry struct {
	Name string
	// Sequence, Why, Seen and Cost are what the guide says: what happens, why no client could do better, which error or
	// warning the user gets, and what it costs.
	Sequence, Why, Seen, Cost string
	covers                    func(Try) bool
}

// Try is one sequence of one scenario, and what it broke.
type Try struct {
	Scenario  string
	Sequence  Sequence
	StateLost bool
	Stale     bool // the run after it did not refresh
	Service   Quirks
	Broken    []string
}

func lateWork(t Try) bool {
	if strings.HasPrefix(t.Scenario, "token/") || t.Scenario == "action/start sanction" { // sent once, whatever comes
		return false
	}
	late := t.Sequence.has(func(l Letter) bool { return l.Event == NoEvent && l.After > Soon && !l.gaveUp })
	unclear := t.Sequence.has(func(l Letter) bool { return l.Done && !l.lies && !l.accepts })
	behind := unclear && (t.Service.Lag > Soon || t.Sequence.has(hides))
	return (late || behind) && t.only("done ") || late && t.only("favorita is in the state and not on the service")
}

func hiddenTwice(t Try) bool {
	hidden := 0
	for _, c := range t.Sequence {
		if c.Letter.lies {
			hidden++
		}
	}
	moved := strings.HasPrefix(t.Scenario, "favorita/replace") && t.Sequence.has(hides) && len(t.Sequence) > 1
	return hidden > 1 && t.only("favorita left", "it says that it succeeded", "reserva: it says that it was destroyed") ||
		moved && t.only("done ")
}

func twoRuns(t Try) bool {
	// Of two favourites alone one is deleted.
	stays := len(t.Sequence) > 1 || t.Service.Lists() || strings.HasSuffix(t.Scenario, "under never") ||
		!strings.HasPrefix(t.Scenario, "favorita")
	return stays && (t.Sequence.has(overtaken) || t.Sequence.Outside()) &&
		t.only("done ", "the last plan", "it says that it succeeded", "favorita: it says that it succeeded",
			"favorita is in the state and not on the service")
}

func bookedAndLost(t Try) bool {
	return strings.HasPrefix(t.Scenario, "reserva/book") && t.only("done ") && (t.StateLost || t.Sequence.has(killed))
}

func paidAndLost(t Try) bool {
	unlisted := strings.HasPrefix(t.Scenario, "sancion/pay") || strings.HasSuffix(t.Scenario, "without a list")
	return unlisted && t.only("done ", "sancion is in the state and not on the service") &&
		(t.StateLost || t.Sequence.has(killed))
}

func createdBeforeDestroyed(t Try) bool {
	return strings.HasSuffix(t.Scenario, "created before destroyed") && t.only("done ")
}

func staleRun(t Try) bool {
	return t.Stale && t.Scenario == "reserva/book two" && t.only("the last plan")
}

func blindFilters(t Try) bool {
	unknown := t.Sequence.has(func(l Letter) bool { return l.accepts || killed(l) })
	return t.Service.MatchesNothing && unknown && strings.HasPrefix(t.Scenario, "reserva/book") &&
		t.only("done ", "the last plan is not empty")
}

// Covered gives the place in Unpreventable of the entry that covers a try, or -1.
func Covered(t Try) int {
	return slices.IndexFunc(Unpreventable, func(e Entry) bool { return e.covers(t) })
}

// only reports whether all that was broken begins so.
func (t Try) only(beginnings ...string) bool {
	return !slices.ContainsFunc(t.Broken, func(broken string) bool {
		return !slices.ContainsFunc(beginnings, func(beginning string) bool { return strings.HasPrefix(broken, beginning) })
	})
}

// Outside reports whether somebody changes something in the service's own application.
func (s Sequence) Outside() bool { return s.has(func(l Letter) bool { return l.Event == Outside }) }

func hides(l Letter) bool     { return l.hides }
func killed(l Letter) bool    { return l.Event == Killed }
func overtaken(l Letter) bool { return l.Event == Overtaken }

func (s Sequence) has(is func(Letter) bool) bool {
	return slices.ContainsFunc(s, func(c Choice) bool { return is(c.Letter) })
}
