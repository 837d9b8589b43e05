package adversary

import (
	"regexp"
	"slices"
	"strings"
)

// Entry is one kind of schedule that cannot be prevented. unpreventable_text.go lists them.
type Entry struct {
	Name string
	// Schedule, Why, Seen and Cost are what the guide says: what happens, why no client could do better, which error or
	// warning the user gets, and what it costs.
	Schedule, Why, Seen, Cost string
	excuses                   []excuse
}

// excuse is what may be broken under some schedules: breaks matches it, whole. If says names summaries of messages, or
// how they begin, the user must have been told one of them.
type excuse struct {
	when   func(Try) bool
	breaks string
	says   []string
}

// covers reports whether something that a try breaks is excused, and the user was told what the excuse promises.
func (e Entry) covers(t Try, broken string) bool {
	return slices.ContainsFunc(e.excuses, func(x excuse) bool { return x.covers(t, broken) })
}

func (x excuse) covers(t Try, broken string) bool {
	told := len(x.says) == 0 || slices.ContainsFunc(t.Said, func(said string) bool {
		return slices.ContainsFunc(x.says, func(summary string) bool { return strings.HasPrefix(said, summary) })
	})
	return told && x.when(t) && regexp.MustCompile("^(?:"+x.breaks+")$").MatchString(broken)
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

// lateWork: a write takes effect long after its connection ended, or is not shown yet when it is looked for.
func lateWork(t Try) bool {
	if t.area("token", "reserva", "sancion", "action") { // sent once, whatever comes
		return false
	}
	unclear := t.Schedule.has(func(l Fault) bool { return l.Done && l.Event == NoEvent && !l.lies && !l.accepts })
	return t.Schedule.has(late) || unwaited(t) || unclear && (t.Service.Lag > Soon || t.Schedule.has(hides))
}

func late(l Fault) bool { return l.Event == NoEvent && l.After > Soon && !l.gaveUp }

// unwaited: timeouts ended the operation while the service was at work.
func unwaited(t Try) bool {
	return t.Brief && t.Schedule.has(func(l Fault) bool { return l.gaveUp && l.Done })
}

func deletedLate(t Try) bool { return t.area("favorita") && (t.Schedule.has(late) || unwaited(t)) }

func favouriteHidden(t Try) bool { return t.area("favorita") && t.Schedule.hidden() > 1 }

func reservationHidden(t Try) bool {
	return t.area("reserva", "action/cancel") && t.Schedule.hidden() > 1
}

func twoRuns(t Try) bool { return t.Schedule.has(overtaken) }

func twoExtend(t Try) bool { return t.area("reserva/extend") && t.Schedule.has(overtaken) }

// twoPay: both runs pay with one code. Of a sanction without a list the later run does not learn which code paid it.
func twoPay(t Try) bool {
	return (t.area("reserva/book and pay", "sancion/pay") || strings.HasSuffix(t.Scenario, "without a list")) && t.Schedule.has(overtaken)
}

// besideUnseen: somebody's equal reservation is in no list before the booking, and in one after it.
func besideUnseen(t Try) bool { return t.area(beside) && (t.Schedule.has(hides) || t.blind()) }

// blind: lists show nothing for the whole run, or not what they should.
func (t Try) blind() bool { return t.Service.Lists() || t.Service.Disowns }

func somebodyPays(t Try) bool { return t.Schedule.Paid() }

func somebodyExtends(t Try) bool {
	return t.area("reserva", "action/extend") && (t.Schedule.has(named("somebody extends")) || doneTwice(t))
}

// unanswered: a write about a reservation or a sanction may be done, and no answer says so.
func unanswered(t Try) bool {
	lost := func(l Fault) bool {
		return l.Event == Interrupted || l.Event == Expired || l.Event == NoEvent && !l.lies && (!l.pretends || l.After > 0)
	}
	return t.area("reserva", "sancion", "action") && t.Schedule.has(lost)
}

// rejectedDone: the service rejects a write that it has done, in words that do not say that it has not.
func rejectedDone(t Try) bool {
	return t.area("reserva", "sancion", "action") && t.Schedule.has(named("internal error at 200, done"))
}

func named(name string) func(Fault) bool { return func(l Fault) bool { return l.Name == name } }

// extendsUnseen: the service shows no extension in the record of the reservation, and the run that sent it saved nothing, or another
// one knows nothing of it.
func extendsUnseen(t Try) bool {
	return t.area("reserva/extend, never shown") && (t.StateLost || t.Schedule.has(func(l Fault) bool { return overtaken(l) || killed(l) }))
}

// killedAgain: the next run reads what the service had before the write of the killed one.
func killedAgain(t Try) bool { return t.Again && t.Schedule.has(killed) }

// killedBeside: the same, and another run was at work too.
func killedBeside(t Try) bool { return killedAgain(t) && t.Schedule.has(overtaken) }

// renamedAgain: nor does a block that got another name, which Terraform creates.
func renamedAgain(t Try) bool { return t.Again && t.area("vehiculo/link, then another name") }

// failedAgain: nor does the next run know what a fleet did whose creation failed, since a state would taint it.
func failedAgain(t Try) bool { return t.Again && t.area("flota/two") && len(t.Schedule) > 1 }

func doneTwice(t Try) bool { return t.Schedule.has(twice) }

func fleetTwice(t Try) bool { return t.area("flota") && doneTwice(t) }

// twiceStale: the next run does not refresh.
func twiceStale(t Try) bool { return doneTwice(t) && t.Stale }

// twiceUnread: nothing reads again what was done twice.
func twiceUnread(t Try) bool { return doneTwice(t) && t.area("reserva", "action", "token") }

func bookedAndLost(t Try) bool {
	return t.area("reserva") && (t.StateLost || t.Schedule.has(killed))
}

func paidAndLost(t Try) bool {
	unlisted := t.area("sancion/pay") || strings.HasSuffix(t.Scenario, "without a list")
	return unlisted && (t.StateLost || t.Schedule.has(killed))
}

// extendedLate: nothing shows an extension of a killed run before it is done.
func extendedLate(t Try) bool {
	return t.area("reserva/extend") && t.Schedule.has(killed) && t.Schedule.has(late)
}

func claimed(l Fault) bool { return l.pretends }

// saidDone: a write is answered ok, and done later or never.
func saidDone(t Try) bool { return t.Schedule.has(claimed) }

// favoritaLost: the service loses a favourite before any list shows it.
func favoritaLost(t Try) bool {
	return t.area("favorita") && (saidDone(t) || t.Schedule.has(named("restored")))
}

func saidDoneReserva(t Try) bool { return t.area("reserva") && saidDone(t) }

// saidPaid: records omit what is not there, such as the code of a payment.
func saidPaid(t Try) bool {
	return saidDone(t) && t.area("reserva/pay", "reserva/book and pay", "sancion")
}

// saidStale: the next run does not refresh.
func saidStale(t Try) bool { return (saidDone(t) || favoritaLost(t)) && t.Stale }

func restored(t Try) bool { return t.area("reserva", "action") && t.Schedule.has(named("restored")) }

// restoredLate: a write from before is still at work.
func restoredLate(t Try) bool { return restored(t) && t.Schedule.has(atWork) }

// restoredUnseen: and the next run reads nothing of the reservation.
func restoredUnseen(t Try) bool { return restoredLate(t) && (t.StateLost || t.Stale) }

func atWork(l Fault) bool { return l.Event == NoEvent && l.After > 0 }

// restoredFavourite: the same, or the list is one from before.
func restoredFavourite(t Try) bool {
	return t.area("favorita") && t.Schedule.has(named("restored")) && (t.Schedule.has(atWork) || t.Schedule.hidden() > 0)
}

// restoredUnread: the list that would show it is not answered, or does not show it.
func restoredUnread(t Try) bool { return restored(t) && (len(t.Schedule) > 1 || t.blind()) }

// restoredUnsaved: its reservation has no identifier, or its payment was lost with it.
func restoredUnsaved(t Try) bool { return restoredUnread(t) }

func restoredStale(t Try) bool { return restored(t) && t.Stale }

// beside is the scenario with a reservation of somebody else for the same vehicle and section.
const beside = "reserva/book and pay beside another"

// area reports whether a scenario is of one of these areas.
func (t Try) area(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(t.Scenario, name) })
}

// Covered gives the places in Unpreventable of the entries that together cover all that a try breaks, or none. A schedule of
// several faults may break something for a reason each.
func Covered(t Try) (entries []int) {
	for _, broken := range t.Broken {
		at := slices.IndexFunc(Unpreventable, func(e Entry) bool { return e.covers(t, broken) })
		if at < 0 {
			return nil
		}
		entries = append(entries, at)
	}
	return entries
}

// Outside reports whether somebody changes something in the service's own application.
func (s Schedule) Outside() bool { return s.has(func(l Fault) bool { return l.Event == Outside }) }

// Paid reports whether somebody pays there.
func (s Schedule) Paid() bool { return s.has(named("somebody pays")) }

func hides(l Fault) bool     { return l.hides }
func twice(l Fault) bool     { return l.twice }
func rare(l Fault) bool      { return l.rare }
func killed(l Fault) bool    { return l.Event == Killed }
func overtaken(l Fault) bool { return l.Event == Overtaken }

// hidden counts the lists that are not what the service holds.
func (s Schedule) hidden() (n int) {
	for _, c := range s {
		if c.Fault.lies {
			n++
		}
	}
	return n
}

// Before reports whether one of the first requests has a fault.
func (s Schedule) Before(requests int) bool {
	return slices.ContainsFunc(s, func(c Choice) bool { return c.At < requests })
}

func (s Schedule) has(is func(Fault) bool) bool {
	return slices.ContainsFunc(s, func(c Choice) bool { return is(c.Fault) })
}
