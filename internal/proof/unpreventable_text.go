package proof

import "strings"

// What the entries name of what is broken.
const (
	links    = `link \d+ \S+`
	saves    = `save favourite \d+ \d+ \S+|favourite \d+ \d+`
	active   = `reservations that are active`
	books    = `book 12 7|` + active
	extends  = `extend 1`
	pays     = `pay 1`
	notDone  = `it says that it succeeded, and it did not`
	stays    = `it says that it was destroyed, and it is on the service`
	onlyHere = `is in the state and not on the service`
	dropped  = `left the state, and is on the service`
	changes  = `the last plan is not empty: reserva changes`

	favourites = "favorita"
	sentOnce   = "reserva|sancion|action"
	// unlisted are those in which no list shows what was paid.
	unlisted = "sancion/pay|sancion/close and pay without a list"

	linkedTwice = "Plate linked more than once"
	savedTwice  = "Favourite saved more than once"
	notPaid     = "Unable to record payment"
	unknown     = "Unknown whether the service|No record: the service"
)

// done matches so many times of effects.
func done(times string, effects ...string) string {
	return "done " + times + " times: (" + strings.Join(effects, "|") + ")"
}

// Unpreventable are the schedules under which no client could keep every promise, the likeliest first. The guide shows
// them. The search fails on a schedule that breaks a promise and is in none of them, and on an entry that no schedule needs.
var Unpreventable = []Entry{
	{
		Name:     "Two runs at the same moment",
		Schedule: "Another run, `provider` block or person writes between a read and a write of this run.",
		Seen:     "Nothing. Of payments, \"Unable to record payment\".",
		Cost:     "A duplicate. One may pay the other's reservation.",
		excuses: []excuse{
			{under: overtaken, breaks: done(`\d`, links, saves, books)},
			{in: "reserva/extend", under: overtaken, breaks: done("2", extends)},
			{in: "reserva/book and pay|" + unlisted, under: overtaken, breaks: changes + "|" + done(`\d`, pays)},
			{in: "reserva/book and pay beside another", when: unshown,
				breaks: "done to somebody else's: PUT reserva-pagar 99|reserva: " + notDone + "|reserva " + onlyHere},
			{under: somebodyPays, breaks: done("2", `pay \d+`)},
			{under: somebodyPays, says: notPaid,
				breaks: `the last plan (is not empty: (reserva|sancion) changes|fails: Unable to record payment(?s:.*))`},
			{in: "action/extend", under: added, breaks: notDone},
		},
	},
	{
		Name:     "A run that saved nothing, applied again at once",
		Schedule: "After a killed run, a fleet's failed first apply, or a block renamed without `moved`.",
		Seen:     "\"Plate linked more than once\", \"Unable to record payment\", or nothing.",
		Cost:     "A duplicate. Wait a minute first.",
		excuses: []excuse{
			{when: killedAgain, breaks: done("2", links), says: linkedTwice},
			{in: "vehiculo/link, then another name", when: again, breaks: done("2", links), says: linkedTwice},
			{in: "flota/two", when: func(t Try) bool { return t.Again && len(t.Schedule) > 1 },
				breaks: done("2", links), says: linkedTwice},
			{when: killedAgain, breaks: done("2", saves, books, extends)},
			{under: overtaken, when: killedAgain, breaks: done("3", extends)},
			{when: killedAgain, breaks: changes, says: notPaid},
		},
	},
	{
		Name:     "A write that shows up later",
		Schedule: "It is done, or listed, only after the lookup for its lost answer, or after `timeouts`.",
		Seen:     "Nothing, or an error.",
		Cost:     "A duplicate, or a deleted favourite in the state until the next refresh.",
		excuses: []excuse{
			{when: lateWork, breaks: done(`\d`, links, saves)},
			{in: favourites, when: doneLate, breaks: "zona_favorita " + onlyHere},
		},
	},
	{
		Name:     "A lost answer about a reservation or a sanction",
		Schedule: "For a minute no list shows that it was done. Or Ctrl-C or `timeouts` end the wait.",
		Seen:     "\"Unknown whether the service\" …, \"No record: the service\" …",
		Cost:     "You check by hand. Until then nothing is extended or cancelled.",
		excuses: []excuse{
			{in: sentOnce, under: unanswered, says: unknown,
				breaks: `the last plan fails: minutos: Reservation has no identifier(?s:.*)|reserva: ` + stays + "|" + done("2", active)},
		},
	},
	{
		Name:     "A lost state or a killed run after a booking",
		Schedule: "No state has the reservation, or an extension is done minutes later.",
		Seen:     "\"… was there before\", or nothing. If paid, \"Unable to record payment\".",
		Cost:     "A second reservation, or minutes added twice.",
		excuses: []excuse{
			{in: "reserva/extend", under: killed, when: doneLate, breaks: done("2", extends)},
			{in: "reserva", when: forgotten, breaks: done(`\d`, books)},
			{in: "reserva", when: forgotten, breaks: changes, says: notPaid},
		},
	},
	{
		Name:     "A lost state or a killed run after paying a sanction",
		Schedule: "No list shows the payment, and the next run declares another `pago_codigo`.",
		Seen:     "Nothing.",
		Cost:     "A second payment. Keep `pago_codigo`, or set `endpoints.sanciones`.",
		excuses:  []excuse{{in: unlisted, when: forgotten, breaks: done(`\d`, pays) + "|sancion " + onlyHere}},
	},
	{
		Name:     "An extension that the record never shows",
		Schedule: "The run is killed after it, or two runs extend.",
		Seen:     "Nothing.",
		Cost:     "The minutes are added once for each run.",
		excuses: []excuse{
			{in: "reserva/extend, never shown", when: forgotten, breaks: done(`\d`, extends)},
			{in: "reserva/extend, never shown", under: overtaken, breaks: done(`\d`, extends)},
		},
	},
	{
		Name:     "A write that is answered ok, and done later or never",
		Schedule: "The service needs some seconds for it, or loses it.",
		Seen:     "\"Reservation not listed\", \"Vehicles not in place\", \"Plates not refreshed\", \"Unable to record payment\", or success.",
		Cost:     "A second link, a reservation that stays, or a state to clean with `terraform state rm`.",
		excuses: []excuse{
			{under: claimed, breaks: `(\w+: )?` + notDone + `|reserva: it says that it has \d+ minutes, and it has not`},
			{in: "placa", under: claimed, breaks: "placa " + onlyHere, says: "Plates not refreshed"},
			{under: claimed, breaks: "(zona_favorita|reserva): " + stays},
			{in: "reserva/pay|reserva/book and pay|sancion", under: claimed, breaks: "(reserva|sancion) " + onlyHere},
			{in: favourites, under: claimed, breaks: "zona_favorita " + onlyHere + "|the last plan is not empty: zona_favorita changes"},
			{in: "reserva", under: claimed, says: "Reservation not listed",
				breaks: "(reserva|otra) " + onlyHere + "|" + changes + "|" + done(`\d`, "reservations that are active")},
			{under: claimed, breaks: done("2", pays), says: notPaid},
			{under: claimed, breaks: `the last plan is not empty: flota changes`, says: "Vehicles not in place"},
			{under: claimed, when: func(t Try) bool { return t.Stale }, breaks: `\w+ ` + onlyHere},
		},
	},
	{
		Name:     "A write that is rejected after it was done",
		Schedule: "Below HTTP 400, without naming a field, and no list shows it five seconds later.",
		Seen:     "The rejection.",
		Cost:     "The next apply books or extends again, or pays with another `pago_codigo`.",
		excuses: []excuse{
			{in: sentOnce, under: rejectedDone, when: unlooked, breaks: done(`\d`, books, extends, pays) + "|" + changes},
			{in: unlisted + "|reserva/extend, never shown", under: rejectedDone, breaks: done(`\d`, extends, pays)},
		},
	},
	{
		Name:     "A write that is sent twice on its way",
		Schedule: "By something in between, such as nginx with `proxy_next_upstream non_idempotent`.",
		Seen:     "\"Plate linked more than once\", \"Favourite saved more than once\", \"Unable to record payment\", or nothing.",
		Cost:     "A duplicate, or a second sanction or token.",
		excuses: []excuse{
			{under: twice, breaks: done(`\d`, links), says: linkedTwice},
			{under: twice, breaks: done(`\d`, saves), says: savedTwice},
			{under: twice, breaks: done(`\d`, pays), says: notPaid},
			{under: twice, when: staleOrUnfiltered, breaks: done(`\d`, links, saves)},
			{in: "reserva|action|token", under: twice, breaks: done(`\d`, books, extends, "start sanction", `POST \S+`)},
		},
	},
	{
		Name:     "Reads that all omit what is there",
		Schedule: "A favourite's list three times, a vehicle's list and its read twice, or active reservations twice after a lost cancellation.",
		Seen:     "The plan creates it, or the cancellation succeeds.",
		Cost:     "Nothing: the apply looks it up first. A reservation stays.",
		excuses: []excuse{
			{in: favourites, when: hiddenTwice, breaks: "zona_favorita " + dropped},
			{in: "vehiculo/read", when: deniedTwice, breaks: "vehiculo " + dropped},
			{in: "reserva/cancel|action/cancel", when: hiddenTwice, breaks: "(reserva: )?(" + stays + "|" + notDone + ")"},
		},
	},
	{
		Name:     "A list of favourites that is rejected for a while",
		Schedule: "For a whole run, as if there were none. Or a deletion is rejected, and the list omits the favourite.",
		Seen:     "The plan creates it.",
		Cost:     "A second favourite, or one that stays. You can delete it.",
		excuses: []excuse{
			{in: favourites, when: func(t Try) bool { return t.Service.NoLists },
				breaks: "zona_favorita " + dropped + "|zona_favorita: " + notDone + "|" + done(`\d`, saves)},
			{in: favourites, under: faultNamed("refused"), when: outdated, breaks: "zona_favorita: " + stays},
		},
	},
}
