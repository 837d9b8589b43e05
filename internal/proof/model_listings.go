package proof

import "time"

// pageSize is how many records a page of a listing has.
const pageSize = 15

// before answers a read from what the service held before the last write.
func (m *Model) before(r Request) Answer {
	defer m.open()()
	old := Model{Quirks: m.Quirks}
	if len(m.past) > 0 {
		old.tables = m.past[len(m.past)-1].tables
	}
	return old.answer(r)
}

// asOf answers a read from what the service held so long ago.
func (m *Model) asOf(lag time.Duration, r Request) Answer {
	defer m.open()()
	return m.ago(lag).answer(r)
}

func first(found []Row, what string) Answer {
	if len(found) == 0 {
		return missing(what)
	}
	return ok(show(found[0]))
}

// pageOf gives one page of a listing, with the pagination fields beside it.
func pageOf(rows []Row, r Request) Answer {
	wanted := max(1, number(r.Query.Get("page")))
	last := max(1, (len(rows)+pageSize-1)/pageSize)
	from, to := min((wanted-1)*pageSize, len(rows)), min(wanted*pageSize, len(rows))
	out := ok(all(rows[from:to]))
	out.Body["total"], out.Body["per_page"], out.Body["current_page"], out.Body["last_page"] = len(rows), pageSize, wanted, last
	return out
}
