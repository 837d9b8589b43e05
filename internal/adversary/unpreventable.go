package adversary

import (
	"slices"
	"strings"
)

// Entry is one kind of schedule that cannot be prevented. unpreventable_text.go lists them.
type Entry struct {
	Name string
	// Schedule, Why, Seen and Cost are what the guide says: what happens, why no client could do better, which error or
	// warning the user gets, and what it costs.
	Schedule, Why, Seen, Cost string
	covers                    func(Try) bool
}

// Try is one schedule of one scenario, and what it broke.
type Try struct {
	Scenario  string
	Schedule  Schedule
	StateLost bool
	Stale     bool // the run after it did not refresh
	Service   Quirks
	Broken    []string
}

func lateWork(t Try) bool {
	if strings.HasPrefix(t.Scenario, "token/") || t.Scenario == "action/start sanction" { // sent once, whatever comes
		return false
	}
	late := t.Schedule.has(func(l Fault) bool { return l.Event == NoEvent && l.After > Soon && !l.gaveUp })
	unclear := t.Schedule.has(func(l Fault) bool { return l.Done && !l.lies && !l.accepts })
	behind := unclear && (t.Service.Lag > Soon || t.Schedule.has(hides))
	return (late || behind) && t.only("done ") || late && t.only("favorita is in the state and not on the service")
}

func hiddenTwice(t Try) bool {
	hidden := 0
	for _, c := range t.Schedule {
		if c.Fault.lies {
			hidden++
		}
	}
	moved := strings.HasPrefix(t.Scenario, "favorita/replace") && t.Schedule.has(hides) && len(t.Schedule) > 1
	return hidden > 1 && t.only("favorita left", "it says that it succeeded", "reserva: it says that it was destroyed") ||
		moved && t.only("done ")
}

func twoRuns(t Try) bool {
	// Of two favourites alone one is deleted.
	stays := len(t.Schedule) > 1 || t.Service.Lists() || strings.HasSuffix(t.Scenario, "under never") ||
		!strings.HasPrefix(t.Scenario, "favorita")
	return stays && (t.Schedule.has(overtaken) || t.Schedule.Outside()) &&
		t.only("done ", "the last plan", "it says that it succeeded", "favorita: it says that it succeeded",
			"favorita is in the state and not on the service")
}

func bookedAndLost(t Try) bool {
	return strings.HasPrefix(t.Scenario, "reserva/book") && t.only("done ") && (t.StateLost || t.Schedule.has(killed))
}

func paidAndLost(t Try) bool {
	unlisted := strings.HasPrefix(t.Scenario, "sancion/pay") || strings.HasSuffix(t.Scenario, "without a list")
	return unlisted && t.only("done ", "sancion is in the state and not on the service") &&
		(t.StateLost || t.Schedule.has(killed))
}

func createdBeforeDestroyed(t Try) bool {
	return strings.HasSuffix(t.Scenario, "created before destroyed") && t.only("done ")
}

func staleRun(t Try) bool {
	return t.Stale && t.Scenario == "reserva/book two" && t.only("the last plan")
}

func blindFilters(t Try) bool {
	unknown := t.Schedule.has(func(l Fault) bool { return l.accepts || killed(l) || l.Done && !l.lies })
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
func (s Schedule) Outside() bool { return s.has(func(l Fault) bool { return l.Event == Outside }) }

func hides(l Fault) bool     { return l.hides }
func killed(l Fault) bool    { return l.Event == Killed }
func overtaken(l Fault) bool { return l.Event == Overtaken }

func (s Schedule) has(is func(Fault) bool) bool {
	return slices.ContainsFunc(s, func(c Choice) bool { return is(c.Fault) })
}
