package sandbox

import (
	"math"
	"strings"
)

// perPage is the page size of every paginated list (A3).
const perPage = 15

// listing is a kind of record that is read one by one and page by page.
type listing struct {
	missing string // the message when there is no record with an id
	record  string // a JSON object, in SQL
	from    string // tables
	id      string // column of the identifier
	order   string
}

// filters are the conditions of a listing.
type filters struct {
	conditions []string
	args       []any
}

// filter adds a condition on value, or none when value is absent.
func filter[T any](f *filters, condition string, value *T) {
	if value != nil {
		f.conditions = append(f.conditions, condition)
		f.args = append(f.args, *value)
	}
}

func (f filters) where() string {
	return "WHERE " + strings.Join(append([]string{"true"}, f.conditions...), " AND ")
}

// statement puts a query together from parts written in this package; values only ever come in as parameters.
func statement(parts ...string) string { return strings.Join(parts, " ") }

// one reads the record with an id.
func (l listing) one(c *call, id int64) any {
	return c.record(l.missing, statement("SELECT", l.record, "FROM", l.from, "WHERE", l.id, "= ?"), id)
}

// page reads the page that the request asks for.
func (l listing) page(c *call, f filters) any {
	current, total := int64(1), int64(0)
	if n := c.queryInt("page", optional); n != nil {
		if current = *n; *n < 1 || *n > math.MaxInt64/perPage {
			c.wrong.add("page", "Debe ser un número de página")
		}
	}
	c.one("", statement("SELECT count(*) FROM", l.from, f.where()), f.args, &total)
	// Only the records of the page are written as JSON.
	query := statement("SELECT", l.record, "FROM", l.from, "WHERE", l.id, "IN (SELECT", l.id, "FROM", l.from, f.where(),
		"ORDER BY", l.order, "LIMIT ? OFFSET ?) ORDER BY", l.order)
	return envelope{Data: c.records(query, append(f.args, perPage, (current-1)*perPage)...),
		pagination: &pagination{Total: total, PerPage: perPage, CurrentPage: current, LastPage: max(1, (total+perPage-1)/perPage)}}
}
