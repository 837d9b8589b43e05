package adversary

import (
	"slices"
	"strings"
)

// Unpreventable are the sequences under which no client could keep every promise. The guide shows them. The search fails
// on a sequence that breaks a promise and is in none of them, and on an entry that no sequence needs.
var Unpreventable = []Entry{
	{
		Name:     "Work that shows after the wait",
		Sequence: "The answer to a write is lost, or is an error. The provider waits five seconds, and the service still does not show what was written: it finishes the write later, or its list lags behind.",
		Why:      "Waiting longer only moves the moment. The service has no idempotency keys, and offers no way to ask whether it is still at work.",
		Seen:     "Nothing, where the provider sent the write again. After a timeout, or the status of a gateway, it does not: the error says that the service may still be at work.",
		Cost:     "A second vehicle, favourite or reservation, or an extension twice. Remove what the service can remove; a second vehicle stays. A favourite that is deleted late leaves the state by the next refresh.",
		covers: func(t Try) bool {
			if strings.HasPrefix(t.Scenario, "token/") || t.Scenario == "action/start sanction" { // sent once, whatever comes
				return false
			}
			late := t.Sequence.has(func(l Letter) bool { return l.Event == NoEvent && l.After > Soon && !l.gaveUp })
			behind := (t.Service.Lag > Soon || t.Sequence.has(func(l Letter) bool { return l.hides })) && t.Sequence.has(func(l Letter) bool { return l.Done && !l.lies && !l.accepts })
			return (late || behind) && t.only("done ") || late && t.only("favorita is in the state and not on the service")
		},
	},
	{
		Name:     "A list that hides a thing each time that it is read",
		Sequence: "The list of favourites hides one in both of its forms; or the list of active reservations hides one, twice, that the other list shows.",
		Why:      "The service has no direct read for favourites and reservations. Two reads that agree are all the evidence there is.",
		Seen:     "The plan shows the favourite as to be created, or the reservation with activa = false. The next refresh corrects it.",
		Cost:     "None as a rule: a favourite is looked for before it is saved, and a reservation is cancelled on destroy until two refreshes agree that it has ended. The cancelling action sends nothing for it. A favourite that moves to a place that the client has, which the list hides before and after, is there twice. Destroying a reservation whose cancellation the service refused drops it from the state, if the list of active ones hides it twice.",
		covers: func(t Try) bool {
			hidden := 0
			for _, c := range t.Sequence {
				if c.Letter.lies {
					hidden++
				}
			}
			moved := strings.HasPrefix(t.Scenario, "favorita/replace") && t.Sequence.has(func(l Letter) bool { return l.hides })
			return hidden > 1 && t.only("favorita left", "it says that it succeeded", "reserva: it says that it was destroyed") || moved && len(t.Sequence) > 1 && t.only("done ")
		},
	},
	{
		Name:     "Two runs at the same moment",
		Sequence: "A second run with a state of its own, or a second block of this provider, reads between a read and a write of the first one, and writes after it. Or somebody extends a reservation in the service's own application at that moment.",
		Why:      "The service offers no lock and no condition for a write, so each run believes what it read.",
		Seen:     "Nothing. Two payments with one code are an error of the later run.",
		Cost:     "A second vehicle, or twice the minutes of an extension. Each run books a reservation of its own; after a lost answer one may take the other's for its own. Two favourites of one place become one again. Lock your state, and declare a thing in one configuration only.",
		covers: func(t Try) bool {
			stays := len(t.Sequence) > 1 || t.Service.Lists() || strings.HasSuffix(t.Scenario, "under never") || !strings.HasPrefix(t.Scenario, "favorita") // of two favourites alone one is deleted
			return stays && t.Sequence.has(func(l Letter) bool { return l.Event == Overtaken || l.Event == Outside }) &&
				t.only("done ", "the last plan", "it says that it succeeded", "favorita: it says that it succeeded", "favorita is in the state and not on the service")
		},
	},
	{
		Name:     "A lost state, or a run that was killed, after a reservation was booked",
		Sequence: "The reservation is on the service and in no state. This also happens if a run replaces the tainted block of a lost booking and ends between its destruction and its creation, by Ctrl-C or because a dependency fails.",
		Why:      "A vehicle may have several reservations in one section. Nothing tells one that this configuration booked from somebody else's.",
		Seen:     "The warning \"A matching reservation already existed\", which names it.",
		Cost:     "A second reservation, until one of them is cancelled.",
		covers: func(t Try) bool {
			return strings.HasPrefix(t.Scenario, "reserva/book") && t.only("done ") &&
				(t.StateLost || t.Sequence.has(func(l Letter) bool { return l.Event == Killed }))
		},
	},
	{
		Name:     "A lost state, or a run that was killed, after a sanction was paid",
		Sequence: "The payment is in no state, `endpoints.sanciones` is not set, and the next run declares another `pago_codigo`. The same holds where creating the block ended in an error, which leaves no state.",
		Why:      "Without the list of sanctions nothing shows the payment, and the service may take another code for it.",
		Seen:     "Nothing. Where the payment ended in an error, that said to keep `pago_codigo`.",
		Cost:     "A second payment. Keep `pago_codigo`, which the service takes once, or set `endpoints.sanciones`.",
		covers: func(t Try) bool {
			return strings.HasPrefix(t.Scenario, "sancion/pay") && t.only("done ", "sancion is in the state and not on the service") &&
				(t.StateLost || t.Sequence.has(func(l Letter) bool { return l.Event == Killed }))
		},
	},
	{
		Name:     "create_before_destroy on a lost booking",
		Sequence: "The answer to a booking is lost, it was booked, and the block sets create_before_destroy.",
		Why:      "Terraform creates the new reservation before it tells the provider which block it replaces.",
		Seen:     "The warning \"A matching reservation already existed\", which names it.",
		Cost:     "The vehicle has two reservations until the same run cancels the first of them.",
		covers: func(t Try) bool {
			return strings.HasSuffix(t.Scenario, "created before destroyed") && t.only("done ")
		},
	},
	{
		Name:     "A like booking by a run that does not refresh the lost one",
		Sequence: "The answer to a booking is lost. A run with -refresh=false, or with -target of another block, books a like reservation for that block. Then the lost one appears as well.",
		Why:      "Terraform does not tell a provider what other blocks have, and reads them in any order.",
		Seen:     "The error \"Lost booking not identified\", which names both reservations, or \"Reservation in two blocks\".",
		Cost:     "One import by hand. Nothing is booked, paid or cancelled meanwhile.",
		covers: func(t Try) bool {
			return t.Stale && t.Scenario == "reserva/book two" && t.only("the last plan")
		},
	},
	{
		Name:     "Filters that match nothing, and a reservation without an identifier",
		Sequence: "The service ignores or misreads the filters of its lists. It accepts a booking and returns no identifier, or the run is killed after the booking was paid.",
		Why:      "Before a booking the provider reads the reservations of the vehicle in the section. To read all reservations of the service before each booking would cost many pages.",
		Seen:     "The warning \"Reservation without an identifier\", or an error that the payment code was refused.",
		Cost:     "The reservation must be imported by hand. After a killed run there is a second, unpaid one: cancel it.",
		covers: func(t Try) bool {
			unknown := t.Sequence.has(func(l Letter) bool { return l.accepts || l.Event == Killed })
			return t.Service.MatchesNothing && unknown && strings.HasPrefix(t.Scenario, "reserva/book") && t.only("done ", "the last plan is not empty")
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
	Stale     bool // the run after it did not refresh
	Service   Quirks
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

// Outside reports whether somebody changes something in the service's own application.
func (s Sequence) Outside() bool { return s.has(func(l Letter) bool { return l.Event == Outside }) }

func (s Sequence) has(is func(Letter) bool) bool {
	return slices.ContainsFunc(s, func(c Choice) bool { return is(c.Letter) })
}
