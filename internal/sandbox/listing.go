package sandbox

import (
	"fmt"
	"math"
	"strings"
)

// perPage is the page size of every paginated list (A3).
const perPage = 15

// listing is a kind of record that is read one by one and page by page.
type listing[T any] struct {
	columns string // what scan reads
	from    string // tables
	id      string // column of the identifier
	order   string
	scan    func(*call, scanner) (T, error)
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
	if len(f.conditions) == 0 {
		return ""
	}
	return "WHERE " + strings.Join(f.conditions, " AND ")
}

// statement puts a query together from parts written in this package; values only ever come in as parameters.
func statement(parts ...string) string { return strings.Join(parts, " ") }

// one reads the record with an id; missing is the message when there is none.
func (l listing[T]) one(c *call, id int64, missing string) (T, error) {
	var none T
	query := statement("SELECT", l.columns, "FROM", l.from, "WHERE", l.id, "= ?")
	found, err := rows(c, func(r scanner) (T, error) { return l.scan(c, r) }, query, id)
	if err != nil {
		return none, err
	}
	if len(found) == 0 {
		return none, notFound(missing)
	}
	return found[0], nil
}

// page reads the page that the request asks for. It checks the request, so it is the last thing a handler does.
func (l listing[T]) page(c *call, f filters) (any, error) {
	current := int64(1)
	if n := c.queryInt("page", optional); n != nil {
		current = *n
		if current < 1 || current > math.MaxInt64/perPage {
			c.wrong.add("page", "Debe ser un número de página")
		}
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	p := pagination{PerPage: perPage, CurrentPage: current}
	if err := c.db.QueryRowContext(c.ctx, statement("SELECT count(*) FROM", l.from, f.where()), f.args...).Scan(&p.Total); err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	p.LastPage = max(1, (p.Total+perPage-1)/perPage)
	query := statement("SELECT", l.columns, "FROM", l.from, f.where(), "ORDER BY", l.order, "LIMIT ? OFFSET ?")
	found, err := rows(c, func(r scanner) (T, error) { return l.scan(c, r) }, query, append(f.args, perPage, (current-1)*perPage)...)
	if err != nil {
		return nil, err
	}
	return page{found, p}, nil
}
