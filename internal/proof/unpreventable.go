package proof

import (
	"regexp"
	"slices"
	"strings"
)

// Entry is one kind of schedule that cannot be prevented. unpreventable_text.go lists them.
type Entry struct {
	Name string
	// Schedule, Seen and Cost are what the guide says: what happens, which error or warning the user gets, and what it costs.
	Schedule, Seen, Cost string
	excuses              []excuse
}

// excuse is what may be broken under some schedules: breaks matches it, whole.
type excuse struct {
	in     string           // how the names of the scenarios begin; none for all
	under  func(Fault) bool // of one fault of the schedule
	when   func(Try) bool   // what else is the case
	breaks string
	says   string // how summaries of messages begin. The user must have been told one of them.
}

func (x excuse) covers(t Try, broken string) bool {
	told := x.says == "" || slices.ContainsFunc(t.Said, func(said string) bool { return begins(said, x.says) })
	return told && begins(t.Scenario, x.in) && (x.under == nil || t.Schedule.has(x.under)) && (x.when == nil || x.when(t)) &&
		regexp.MustCompile("^(?:"+x.breaks+")$").MatchString(broken)
}

// begins reports whether a text begins with one of several, which are separated by bars.
func begins(text, severalTexts string) bool {
	return slices.ContainsFunc(strings.Split(severalTexts, "|"), func(one string) bool { return strings.HasPrefix(text, one) })
}

// Try is one schedule of one scenario, and what it broke.
type Try struct {
	Scenario  string
	Schedule  Schedule
	StateLost bool
	Stale     bool // the run after it did not refresh
	Again     bool // it came at once, while reads lagged
	Brief     bool // `timeouts` end each operation before a request times out
	Service   Quirks
	Broken    []string
	Said      []string // the summaries of what the user was told
}

// Covered gives the places in Unpreventable of the entries that together cover all that a try breaks, or none. A schedule of
// several faults may break something for a reason each.
func Covered(t Try) (entries []int) {
	for _, broken := range t.Broken {
		at := slices.IndexFunc(Unpreventable, func(e Entry) bool {
			return slices.ContainsFunc(e.excuses, func(x excuse) bool { return x.covers(t, broken) })
		})
		if at < 0 {
			return nil
		}
		entries = append(entries, at)
	}
	return entries
}

// What one fault of a schedule is.

func hides(l Fault) bool     { return l.hides }
func lying(l Fault) bool     { return l.lies }
func twice(l Fault) bool     { return l.twice }
func claimed(l Fault) bool   { return l.pretends }
func killed(l Fault) bool    { return l.Event == Killed }
func overtaken(l Fault) bool { return l.Event == Overtaken }
func atWork(l Fault) bool    { return l.Event == NoEvent && l.After > 0 }

// unanswered: it may be done, and no answer says so.
func unanswered(l Fault) bool {
	return l.Event == Interrupted || l.Event == Expired || l.Event == NoEvent && !l.lies && (!l.pretends || l.After > 0)
}

// added: somebody else adds minutes, or something between sends an extension twice.
func added(l Fault) bool { return l.twice || l.Name == "somebody extends" }

func faultNamed(name string) func(Fault) bool { return func(l Fault) bool { return l.Name == name } }

// somebodyPays: in the service's own application. rejectedDone: a rejection that may be a fault of the service.
var somebodyPays, rejectedDone = faultNamed("somebody pays"), faultNamed("internal error at 200, done")

func (s Schedule) has(is func(Fault) bool) bool { return s.count(is) > 0 }

func (s Schedule) count(is func(Fault) bool) (n int) {
	for _, c := range s {
		if is(c.Fault) {
			n++
		}
	}
	return n
}

// What else is the case.

// lateWork: a write takes effect long after its connection ended, or is not shown yet when it is looked for.
func lateWork(t Try) bool {
	if begins(t.Scenario, "token|"+sentOnce) { // sent once, whatever comes
		return false
	}
	unclear := t.Schedule.has(func(l Fault) bool { return l.Done && l.Event == NoEvent && !l.lies && !l.accepts })
	return doneLate(t) || unclear && (t.Service.Lag > Soon || t.Schedule.has(hides))
}

// doneLate: it takes effect then, or timeouts ended the operation while the service was at work.
func doneLate(t Try) bool {
	return t.Schedule.has(func(l Fault) bool {
		return l.Event == NoEvent && l.After > Soon && !l.gaveUp || t.Brief && l.gaveUp && l.Done
	})
}

func hiddenTwice(t Try) bool { return t.Schedule.count(lying) > 1 }

// deniedTwice: a list hides it, and its own read is denied twice as what is not there.
func deniedTwice(t Try) bool {
	return t.Schedule.count(faultNamed("denied as what is not there")) > 1 && t.Schedule.has(hides)
}

// forgotten: the next run does not know what the first one did.
func forgotten(t Try) bool { return t.StateLost || t.Schedule.has(killed) }

// again: the next run comes at once, and reads what the service had before the writes of the first.
func again(t Try) bool { return t.Again }

func killedAgain(t Try) bool { return t.Again && t.Schedule.has(killed) }

// staleOrUnfiltered: or a filter by plate finds nothing, and the next run reads the one vehicle.
func staleOrUnfiltered(t Try) bool { return t.Stale || t.Service.MatchesNothing }

// blind: lists show nothing for the whole run, or not what they should.
func blind(t Try) bool { return t.Service.Lists() || t.Service.Disowns }

// unshown: lists do not show it before the booking, and something does afterwards.
func unshown(t Try) bool {
	return blind(t) || t.Schedule.has(hides) ||
		len(t.Schedule) > 1 && t.Schedule.has(faultNamed("ok with a reservation that was there"))
}

// unlooked: a lookup of what was sent once may be cut off, or not show it.
func unlooked(t Try) bool { return blind(t) || t.Brief || len(t.Schedule) > 1 }

// outdated: a write from before is still at work, or the list is one from before.
func outdated(t Try) bool { return t.Schedule.has(atWork) || t.Schedule.has(lying) || blind(t) }
