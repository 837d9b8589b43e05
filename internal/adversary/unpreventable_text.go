package adversary

// Unpreventable are the schedules under which no client could keep every promise. The guide shows them. The search
// fails on a schedule that breaks a promise and is in none of them, and on an entry that no schedule needs.
var Unpreventable = []Entry{
	{
		Name:     "A write that shows up later",
		Schedule: "The answer to a write is lost or an error, and five seconds later the service does not show the write. It is still at work, or its list lags.",
		Why:      "The service cannot say whether it is still at work, and a longer wait only moves the moment.",
		Seen:     "Nothing, if the write was sent again. After a timeout or a gateway's status it is not, and the error says so.",
		Cost:     "A second vehicle, favourite or reservation, or an extension twice. Remove a second favourite or reservation; a vehicle stays. A favourite that is deleted late leaves the state at the next refresh.",
		excuses: []excuse{
			{when: lateWork, breaks: `done \d times: (link 1 \S+|save favourite \d+ \d+ \S+|favourite \d+ \d+|book 12 7|reservations that are active|extend 1)`},
			{when: deletedLate, breaks: `favorita is in the state and not on the service`},
		},
	},
	{
		Name:     "A list that omits an object every time",
		Schedule: "The list of favourites omits a favourite three times in a row, also where it is filtered by its place. Or the list of active reservations twice omits one that the other list shows.",
		Why:      "Neither can be read directly. Reads that agree are all the evidence.",
		Seen:     "The plan creates the favourite, or shows `activa = false`. The next refresh corrects it.",
		Cost:     "A favourite: nothing, since it is looked up before it is saved. It exists twice if another one moves to the place of an omitted one. A reservation: nothing, since destroy cancels it until two refreshes agree that it has ended. If the service rejects that cancellation, destroy removes it from the state. `parking_reserva_cancelar` sends nothing for it.",
		excuses: []excuse{
			{when: favouriteHidden, breaks: `favorita left the state, and is on the service`},
			{when: favouriteMoved, breaks: `done 2 times: (save favourite \d+ \d+ \S+|favourite \d+ \d+)`},
			{when: reservationHidden, breaks: `reserva: it says that it was destroyed, and it is on the service|it says that it succeeded, and it did not`},
		},
	},
	{
		Name:     "Two runs at the same moment",
		Schedule: "Another run with its own state, or another `provider` block, reads between a read and a write of the first, then writes after it. Or somebody pays or extends in the service's own application at that moment.",
		Why:      "The service has no locks and no conditional writes.",
		Seen:     "Nothing. If both pay with one code, the later run fails.",
		Cost:     "See [Two runs at once](#two-runs-at-once). After a lost answer, one run may adopt the other's reservation.",
		excuses: []excuse{
			{when: twoRuns, breaks: `done \d times: (link 1 \S+|save favourite \d+ \d+ \S+|favourite \d+ \d+|book 12 7|reservations that are active)`},
			{when: twoExtend, breaks: `done 2 times: extend 1`},
			{when: twoPay, breaks: `the last plan is not empty: reserva changes|done \d times: pay 1`},
			{when: twoBook, breaks: `the last plan fails: minutos: Reservation not identified yet(?s:.*)`},
			{when: somebodyPays, breaks: `done 2 times: pay 1|the last plan is not empty: sancion changes`},
			{when: somebodyExtends, breaks: `it says that it succeeded, and it did not`},
		},
	},
	{
		Name:     "A lost state or a killed run after a booking",
		Schedule: "The reservation is in no state.",
		Why:      "Nothing shows which of a vehicle's reservations in a section this configuration booked.",
		Seen:     "Nothing. If the first reservation is paid, booking the second one with the same code is the error \"Payment code already used\".",
		Cost:     "A second reservation, until you cancel one.",
		excuses:  []excuse{{when: bookedAndLost, breaks: `done \d times: (book 12 7|reservations that are active)`}},
	},
	{
		Name:     "A lost state or a killed run after paying a sanction",
		Schedule: "The payment is in no state, `endpoints.sanciones` is not set or its list omits paid sanctions, and the next run declares another `pago_codigo`.",
		Why:      "Only the list of sanctions shows the payment, and the service may accept another code.",
		Seen:     "Nothing.",
		Cost:     "A second payment. Keep `pago_codigo`, which is accepted once, or set `endpoints.sanciones`.",
		excuses:  []excuse{{when: paidAndLost, breaks: `done \d times: pay 1|sancion is in the state and not on the service`}},
	},
	{
		Name:     "A matching booking without a refresh of the lost one",
		Schedule: "The answer to a booking is lost. A run with `-refresh=false`, or with `-target` of another block, books a matching reservation for that other block. Then the lost one shows up too.",
		Why:      "Terraform gives a provider no access to other blocks, and reads them in any order.",
		Seen:     "The warning \"Reservation without an identifier\", which names both, or the error \"Reservation in two blocks\" of a later refresh.",
		Cost:     "One import by hand. If the block of the lost booking is destroyed without a refresh of both, it may cancel the other reservation.",
		excuses: []excuse{{when: staleRun, breaks: `the last plan fails: Reservation in two blocks(?s:.*)`,
			says: []string{"Reservation without an identifier", "Reservation in two blocks"}}},
	},
	{
		Name:     "Filters that match nothing, and a reservation without an identifier",
		Schedule: "The service ignores or misreads list filters. It also returns no identifier for a booking, or loses the answer, or the run is killed after paying one.",
		Why:      "Before a booking the provider reads the vehicle's reservations in the section. Reading all reservations of the service would take many requests.",
		Seen:     "The warning \"Reservation without an identifier\", or, since the code is used, the error \"Unable to record payment\". If the block is destroyed or gets another name, the warning \"Lost booking no longer managed\".",
		Cost:     "One import by hand; until then `minutos` cannot be changed. After a killed run, cancel the second, unpaid reservation. If the block was destroyed or got another name, cancel the first one.",
		excuses: []excuse{
			{when: blindFilters, breaks: `done \d times: book 12 7|the last plan is not empty: \w+ changes`,
				says: []string{"Reservation without an identifier", "Unable to record payment"}},
			{when: blindFilters, breaks: `the last plan fails: minutos: Reservation not identified yet(?s:.*)`,
				says: []string{"Reservation without an identifier"}},
			{when: blindFilters, breaks: `done 2 times: reservations that are active`, says: []string{"Lost booking no longer managed"}},
		},
	},
	{
		Name:     "A lost booking that somebody pays or extends",
		Schedule: "The answer to a booking is lost. Before the provider finds the reservation, somebody pays or extends it in the service's own application.",
		Why:      "A new reservation with another payment or other minutes may be somebody else's, so it is not adopted.",
		Seen:     "The warning \"Reservation without an identifier\". If the block is destroyed or gets another name, the warning \"Lost booking no longer managed\".",
		Cost:     "One import by hand. If the block was destroyed or got another name, cancel the reservation by hand.",
		excuses: []excuse{
			{when: lostAndChanged, breaks: `the last plan is not empty: reserva changes`, says: []string{"Reservation without an identifier"}},
			{when: lostAndChanged, breaks: `done 2 times: reservations that are active`, says: []string{"Lost booking no longer managed"}},
		},
	},
	{
		Name:     "An extension that the record never shows",
		Schedule: "The answer to an extension is lost or an error, or the run is killed after it. The record of the reservation omits extensions, or the service makes each one a reservation of its own.",
		Why:      "Before the first extension, nothing tells such a record from one that would show it. A client that never believed the record would stop after every lost answer.",
		Seen:     "Nothing, if the second try is answered. If its answer is lost too, the error \"Extension outcome unknown\" says how to check.",
		Cost:     "One extension too many. It is not sent a third time.",
		excuses: []excuse{
			{when: extensionLost, breaks: `done 2 times: extend 1`},
			{when: extendsUnseen, breaks: `the last plan fails: minutos: Extension outcome unknown(?s:.*)`, says: []string{"Extension outcome unknown"}},
		},
	},
	{
		Name:     "A killed run, applied again at once",
		Schedule: "A run is killed after a write, and the next run begins while reads still lag behind that write.",
		Why:      "The killed run saved nothing, so the next one knows only what the service shows.",
		Seen:     "The warning \"Plate linked more than once\" for a vehicle. If the killed run paid a reservation, the error \"Unable to record payment\" for a second one. Otherwise nothing.",
		Cost:     "A second vehicle, favourite or reservation, or an extension twice. Wait a minute after a killed run. Remove a second favourite; a vehicle stays. Of two reservations, cancel the unpaid one and import the other one.",
		excuses: []excuse{
			{when: killedAgain, breaks: `done 2 times: link 1 \S+`, says: []string{"Plate linked more than once"}},
			{when: killedAgain, breaks: `done 2 times: (save favourite \d+ \d+ \S+|favourite \d+ \d+|book 12 7|reservations that are active|extend 1)`},
			{when: killedAgain, breaks: `the last plan is not empty: reserva changes`, says: []string{"Unable to record payment"}},
		},
	},
}
