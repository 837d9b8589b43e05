package proof

// Unpreventable are the schedules under which no client could keep every promise, the likeliest first. The guide shows
// them. The search fails on a schedule that breaks a promise and is in none of them, and on an entry that no schedule needs.
var Unpreventable = []Entry{
	{
		Name:     "Two runs at the same moment",
		Schedule: "Another run, `provider` block or person writes between a read and a write of this run.",
		Seen:     "Nothing. Of payments, \"Unable to record payment\".",
		Cost:     "A duplicate. One may pay the other's reservation.",
		excuses: []excuse{
			{under: overtaken, breaks: `done \d times: (link \d+ \S+|save favourite \d+ \d+ \S+|favourite \d+ \d+|book 12 7|reservations that are active)`},
			{in: []string{"reserva/extend"}, under: overtaken, breaks: `done 2 times: extend 1`},
			{in: append([]string{"reserva/book and pay"}, unlisted...), under: overtaken, breaks: `the last plan is not empty: reserva changes|done \d times: pay 1`},
			{in: []string{"reserva/book and pay beside another"}, when: unshown, breaks: `done to somebody else's: PUT reserva-pagar 99|reserva: it says that it succeeded, and it did not|reserva is in the state and not on the service`},
			{under: faultNamed("somebody pays"), breaks: `done 2 times: pay \d+`},
			{under: faultNamed("somebody pays"), breaks: `the last plan (is not empty: (reserva|sancion) changes|fails: Unable to record payment(?s:.*))`, says: []string{"Unable to record payment"}},
			{in: []string{"reserva", "action/extend"}, under: added, breaks: `it says that it succeeded, and it did not`},
		},
	},
	{
		Name:     "A run that saved nothing, applied again at once",
		Schedule: "After a killed run, a fleet's failed first apply, or a block renamed without `moved`.",
		Seen:     "\"Plate linked more than once\", \"Unable to record payment\", or nothing.",
		Cost:     "A duplicate. Wait a minute first.",
		excuses: []excuse{
			{when: killedAgain, breaks: `done 2 times: link \d+ \S+`, says: []string{"Plate linked more than once"}},
			{in: []string{"vehiculo/link, then another name"}, when: again, breaks: `done 2 times: link \d+ \S+`, says: []string{"Plate linked more than once"}},
			{in: []string{"flota/two"}, when: severalAgain, breaks: `done 2 times: link \d+ \S+`, says: []string{"Plate linked more than once"}},
			{when: killedAgain, breaks: `done 2 times: (save favourite \d+ \d+ \S+|favourite \d+ \d+|book 12 7|reservations that are active|extend 1)`},
			{under: overtaken, when: killedAgain, breaks: `done 3 times: extend 1`},
			{when: killedAgain, breaks: `the last plan is not empty: reserva changes`, says: []string{"Unable to record payment"}},
		},
	},
	{
		Name:     "A write that shows up later",
		Schedule: "It is done, or listed, only after the lookup for its lost answer, or after `timeouts`.",
		Seen:     "Nothing, or an error.",
		Cost:     "A duplicate, or a deleted favourite in the state until the next refresh.",
		excuses: []excuse{
			{when: lateWork, breaks: `done \d times: (link \d+ \S+|save favourite \d+ \d+ \S+|favourite \d+ \d+)`},
			{in: favourites, when: doneLate, breaks: `favorita is in the state and not on the service`},
		},
	},
	{
		Name:     "A lost answer about a reservation or a sanction",
		Schedule: "For a minute no list shows that it was done. Or Ctrl-C or `timeouts` end the wait.",
		Seen:     "\"Unknown whether the service\" …, \"No record: the service\" …",
		Cost:     "You check by hand. Until then nothing is extended or cancelled.",
		excuses: []excuse{
			{in: sentOnce, under: unanswered, breaks: `the last plan fails: minutos: Reservation has no identifier(?s:.*)|reserva: it says that it was destroyed, and it is on the service|done 2 times: (reservations that are active|book 12 7)`,
				says: []string{"Unknown whether the service", "No record: the service"}},
		},
	},
	{
		Name:     "A lost state or a killed run after a booking",
		Schedule: "No state has the reservation, or an extension is done minutes later.",
		Seen:     "Nothing. If it was paid, \"Unable to record payment\".",
		Cost:     "A second reservation, or minutes added twice.",
		excuses: []excuse{
			{in: []string{"reserva/extend"}, under: killed, when: doneLate, breaks: `done 2 times: extend 1`},
			{in: []string{"reserva"}, when: forgotten, breaks: `done \d times: (book 12 7|reservations that are active)`},
			{in: []string{"reserva"}, when: forgotten, breaks: `the last plan is not empty: reserva changes`, says: []string{"Unable to record payment"}},
		},
	},
	{
		Name:     "A lost state or a killed run after paying a sanction",
		Schedule: "No list shows the payment, and the next run declares another `pago_codigo`.",
		Seen:     "Nothing.",
		Cost:     "A second payment. Keep `pago_codigo`, or set `endpoints.sanciones`.",
		excuses:  []excuse{{in: unlisted, when: forgotten, breaks: `done \d times: pay 1|sancion is in the state and not on the service`}},
	},
	{
		Name:     "An extension that the record never shows",
		Schedule: "The run is killed after it, or two runs extend.",
		Seen:     "Nothing.",
		Cost:     "The minutes are added once for each run.",
		excuses: []excuse{
			{in: []string{"reserva/extend, never shown"}, when: forgotten, breaks: `done \d times: extend 1`},
			{in: []string{"reserva/extend, never shown"}, under: overtaken, breaks: `done \d times: extend 1`},
		},
	},
	{
		Name:     "A write that is answered ok, and done later or never",
		Schedule: "The service needs some seconds for it, or loses it.",
		Seen:     "\"Reservation not listed\", \"Vehicles not in place\", \"Plates not refreshed\", \"Unable to record payment\", or success.",
		Cost:     "A second link, a reservation that stays, or a state to clean with `terraform state rm`.",
		excuses: []excuse{
			{under: claimed, breaks: `(\w+: )?it says that it succeeded, and it did not|reserva: it says that it has \d+ minutes, and it has not`},
			{in: []string{"placa"}, under: claimed, breaks: `placa is in the state and not on the service`, says: []string{"Plates not refreshed"}},
			{under: claimed, breaks: `(favorita|reserva): it says that it was destroyed, and it is on the service`},
			{in: []string{"reserva/pay", "reserva/book and pay", "sancion"}, under: claimed, breaks: `(reserva|sancion) is in the state and not on the service`},
			{in: favourites, under: claimed, breaks: `favorita is in the state and not on the service|the last plan is not empty: favorita changes`},
			{in: []string{"reserva"}, under: claimed, breaks: `(reserva|otra) is in the state and not on the service|the last plan is not empty: reserva changes|done \d times: reservations that are active`,
				says: []string{"Reservation not listed"}},
			{under: claimed, breaks: `done 2 times: pay 1`, says: []string{"Unable to record payment"}},
			{under: claimed, breaks: `the last plan is not empty: flota changes`, says: []string{"Vehicles not in place"}},
			{under: claimed, when: stale, breaks: `\w+ is in the state and not on the service`},
		},
	},
	{
		Name:     "A write that is rejected after it was done",
		Schedule: "Below HTTP 400, without naming a field, and no list shows it five seconds later.",
		Seen:     "The rejection.",
		Cost:     "The next apply books or extends again, or pays with another `pago_codigo`.",
		excuses: []excuse{
			{in: sentOnce, under: faultNamed("internal error at 200, done"), breaks: `done \d times: (book 12 7|reservations that are active|extend 1|pay 1)|the last plan is not empty: reserva changes`},
		},
	},
	{
		Name:     "A write that is sent twice on its way",
		Schedule: "By something in between, such as nginx with `proxy_next_upstream non_idempotent`.",
		Seen:     "\"Plate linked more than once\", \"Favourite saved more than once\", \"Unable to record payment\", or nothing.",
		Cost:     "A duplicate, or a second sanction or token.",
		excuses: []excuse{
			{in: []string{"flota"}, under: twice, breaks: `done \d times: link \d+ \S+`, says: []string{"Plate linked more than once"}},
			{under: twice, breaks: `done \d times: link \d+ \S+`, says: []string{"Plate linked more than once"}},
			{under: twice, breaks: `done \d times: (save favourite \d+ \d+ \S+|favourite \d+ \d+)`, says: []string{"Favourite saved more than once"}},
			{under: twice, breaks: `done \d times: pay 1`, says: []string{"Unable to record payment"}},
			{under: twice, when: staleOrUnfiltered, breaks: `done \d times: (link \d+ \S+|save favourite \d+ \d+ \S+|favourite \d+ \d+)`},
			{in: []string{"reserva", "action", "token"}, under: twice, breaks: `done \d times: (book 12 7|reservations that are active|extend 1|start sanction|POST \S+)`},
		},
	},
	{
		Name:     "Reads that all omit what is there",
		Schedule: "A favourite's list three times, a vehicle's list and its read twice, or active reservations twice after a lost cancellation.",
		Seen:     "The plan creates it, or the cancellation succeeds.",
		Cost:     "Nothing: the apply looks it up first. A reservation stays.",
		excuses: []excuse{
			{in: favourites, when: hiddenTwice, breaks: `(favorita|otra) left the state, and is on the service`},
			{in: []string{"vehiculo/read"}, when: deniedTwice, breaks: `vehiculo left the state, and is on the service`},
			{in: []string{"reserva/cancel", "action/cancel"}, when: hiddenTwice, breaks: `(reserva: )?it says that it (was destroyed, and it is on the service|succeeded, and it did not)`},
		},
	},
	{
		Name:     "A list of favourites that is rejected for a while",
		Schedule: "For a whole run, as if there were none. Or a deletion is rejected, and the list omits the favourite.",
		Seen:     "The plan creates it.",
		Cost:     "A second favourite, or one that stays. You can delete it.",
		excuses: []excuse{
			{in: favourites, when: noLists, breaks: `(favorita|otra) left the state, and is on the service|(favorita|otra): it says that it succeeded, and it did not|done \d times: (save favourite \d+ \d+ \S+|favourite \d+ \d+)`},
			{in: favourites, under: faultNamed("refused"), when: outdated, breaks: `favorita: it says that it was destroyed, and it is on the service`},
		},
	},
}
