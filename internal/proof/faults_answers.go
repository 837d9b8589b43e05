package proof

import "fmt"

// accepted are answers to writes that say that they were carried out, and not how. A service may queue a write, lose it from the
// queue, or be asked twice by what is between.
func accepted() []Fault {
	return []Fault{
		{Name: "done twice", Why: "a proxy sends what it had no answer to once more (nginx: proxy_next_upstream non_idempotent)",
			Done: true, accepts: true, twice: true, rare: true, applies: writes},
		{Name: fmt.Sprintf("ok, done after %s", Later), Why: "the service queues writes, and answers before",
			Done: true, After: Later, accepts: true, pretends: true, rare: true, applies: writes},
		{Name: "ok, not done", Why: "the same, and the queue is lost", accepts: true, pretends: true, rare: true, applies: writes},
		{Name: "ok without an identifier", Why: "the document shows no record for it", Done: true, accepts: true, applies: creations,
			reply: always(envelope(200, ok(map[string]any{"message": "Guardado"}).Body))},
	}
}

// reservations are faults of answers to writes about reservations.
func reservations() (out []Fault) {
	books := ofOperation("POST reserva-bloquear")
	for _, done := range []bool{false, true} {
		out = append(out,
			Fault{Name: "ok with another vehicle's record" + doneOr(done),
				Why:  "something between mixes up two answers",
				Done: done, applies: books, reply: func(_ *Model, r Request, _ Answer) Reply {
					return okWith(Row{"id": 9001, "vehiculo_id": 9002, "tramo_id": r.Body["tramo_id"], "minutos": r.Body["minutos"],
						"estado": "activa"})
				}},
			Fault{Name: "ok with a reservation that was there" + doneOr(done),
				Why:  "the service takes a second booking for the first one; or a cache answers it",
				Done: done, applies: books, reply: func(m *Model, r Request, honest Answer) Reply {
					return okWith(m.earlier(r, honest))
				}})
	}
	return out
}

func okWith(row Row) Reply {
	answer := ok(show(row))
	return envelope(answer.Status, answer.Body)
}

// earlier gives the first active reservation of the vehicle in the section. If there is none, the booking is carried out and
// answered honestly.
func (m *Model) earlier(r Request, honest Answer) Row {
	for _, row := range m.Rows("reservas", Row{"vehiculo_id": r.Body["vehiculo_id"], "tramo_id": r.Body["tramo_id"], "estado": "activa"}) {
		return row
	}
	if honest.Body == nil {
		honest = m.Do(r)
	}
	row, _ := honest.Body["data"].(Row)
	return row
}
