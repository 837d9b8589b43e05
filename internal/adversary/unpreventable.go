package adversary

import (
	"slices"
	"strings"
)

// Unpreventable are the sequences under which no client could keep every promise. The guide shows them. The search fails
// on a sequence that breaks a promise and is in none of them, and on an entry that no sequence needs.
var Unpreventable = []Entry{
	{
		Name:     "Work that is finished after the wait",
		Sequence: "The answer to a write is lost, or answers with an error. The provider waits five seconds, and the service does not show what was written. The service finishes the write after that.",
		Why:      "Waiting longer only moves the moment. The service has no idempotency keys, and offers no way to ask whether it is still at work.",
		Seen:     "Nothing, where the provider sent the write again. After a timeout and after the statuses of a gateway it does not send it again: the error says that the service may still be at work.",
		Cost:     "A second vehicle, favourite, reservation or extension. Remove what the service can remove; a second vehicle stays.",
		covers: func(t Try) bool {
			return t.Sequence.has(func(l Letter) bool { return l.Event == NoEvent && l.After > Soon }) && t.only("done ")
		},
	},
	{
		Name:     "Two runs at the same moment",
		Sequence: "A second run with a state of its own reads between a read and a write of the first one, and writes after it.",
		Why:      "The service offers no lock and no condition for a write, so each run believes what it read.",
		Seen:     "Nothing. Two payments with one code are an error of the later run.",
		Cost:     "A second vehicle, or twice the minutes of an extension. Two favourites of one place become one again. Lock your state, and declare a thing in one configuration only.",
		covers: func(t Try) bool {
			return t.Sequence.has(func(l Letter) bool { return l.Event == Overtaken }) && (t.only("done ", "the last plan") && !strings.HasPrefix(t.Scenario, "favorita"))
		},
	},
	{
		Name:     "A lost state, or a run that was killed, after a reservation was booked",
		Sequence: "The reservation is on the service and in no state.",
		Why:      "A vehicle may have several reservations in one section. Nothing tells one that this configuration booked from somebody else's.",
		Seen:     "The warning \"Reservation booked beside a like one\", which names it.",
		Cost:     "A second reservation, until one of them is cancelled.",
		covers: func(t Try) bool {
			return strings.HasPrefix(t.Scenario, "reserva/book") && t.only("done ") &&
				(t.StateLost || t.Sequence.has(func(l Letter) bool { return l.Event == Killed }))
		},
	},
}

// Entry is one kind of sequence that cannot be prevented.
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
	Broken    []string
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

func (s Sequence) has(is func(Letter) bool) bool {
	return slices.ContainsFunc(s, func(c Choice) bool { return is(c.Letter) })
}
