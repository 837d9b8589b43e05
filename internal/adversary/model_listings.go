package adversary

import (
	"strconv"
)

// PageSize is how many records a page of a listing has.
const PageSize = 15

// before answers a read from what the service held before the last write.
func (m *Model) before(r Request) Answer {
	m.mu.Lock()
	defer m.mu.Unlock()
	old := Model{Quirks: m.Quirks}
	if len(m.past) > 0 {
		old.tables = m.past[len(m.past)-1].tables
	}
	return old.answer(r)
}

func (m *Model) one(table, element, what string) Answer {
	found := m.rows(table, Row{"id": element})
	if len(found) == 0 {
		return missing(what)
	}
	return ok(show(found[0]))
}

func (m *Model) listed(r Request) Answer {
	fields := Row{}
	for _, name := range []string{"vehiculo_id", "tramo_id"} {
		if r.Query.Has(name) {
			fields[name] = r.Query.Get(name)
		}
	}
	switch r.Operation() {
	case "GET sanciones":
		return m.page(m.rows("sanciones", nil), r)
	case "GET reservas-activas":
		fields["estado"] = "activa"
	}
	return m.page(m.rows("reservas", fields), r)
}

// page gives one page of a listing, with the pagination fields beside it.
func (m *Model) page(rows []Row, r Request) Answer {
	number := 1
	if n, err := strconv.Atoi(r.Query.Get("page")); err == nil {
		number = n
	}
	last := max(1, (len(rows)+PageSize-1)/PageSize)
	from, to := min((number-1)*PageSize, len(rows)), min(number*PageSize, len(rows))
	out := ok(all(rows[from:to]))
	out.Body["total"], out.Body["per_page"], out.Body["current_page"], out.Body["last_page"] = len(rows), PageSize, number, last
	return out
}
