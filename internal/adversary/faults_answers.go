package adversary

import (
	"fmt"
	"maps"
)

// accepted are answers to writes that say that they were carried out, and do not say how. A service may queue a write, lose it
// from the queue, or be asked twice by what is between.
func accepted() []Fault {
	out := []Fault{
		{Name: "done twice", Why: "a proxy sends what it had no answer to once more (nginx: proxy_next_upstream non_idempotent)",
			Done: true, accepts: true, twice: true, rare: true, applies: writes},
		{Name: fmt.Sprintf("ok, done after %s", Later), Why: "the service queues writes, and answers before",
			Done: true, After: Later, accepts: true, pretends: true, rare: true, applies: writes},
		{Name: "ok, not done", Why: "the same, and the queue is lost", accepts: true, pretends: true, rare: true, applies: writes},
	}
	for _, done := range []bool{false, true} {
		out = append(out, Fault{Name: "ok with errores" + doneOr(done), Why: "a part of the work failed, such as the mail after it",
			Done: done, accepts: true, pretends: !done, rare: true, applies: writes, reply: func(_ *Model, _ Request, honest Answer) Reply {
				body := maps.Clone(honest.Body)
				body["error"], body["errores"] = "Fallo parcial", map[string]any{"campo": []any{"no se pudo guardar"}}
				return envelope(honest.Status, body)
			}})
	}
	return out
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
