package parking

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
)

// ReservaStatus is what the lists of the service prove about a reservation.
type ReservaStatus int

// Statuses of a reservation. Absence from a list alone proves nothing: the filters of the lists are not documented, and
// may hide it.
const (
	// ReservaUnproven: no list shows it; or the list of all shows it, and that of the active ones cannot be read whole.
	ReservaUnproven ReservaStatus = iota
	// ReservaActive: the list of the active ones shows it, and its record does not say that it has ended.
	ReservaActive
	// ReservaEnded: its record says so. Or the list of all shows it, and the list of the active ones does not, before and
	// after. The latter is read without a filter, or with one that shows other reservations.
	ReservaEnded
)

// FindReserva looks a reservation up by its identifier in the lists, since the service has no direct read. It reads the
// lists filtered by among first, which saves pages, then unfiltered, and none further than to the reservation. The record
// is empty if no list shows it.
func (c *Client) FindReserva(ctx context.Context, id int64, among url.Values) (Reserva, ReservaStatus, error) {
	return findReserva(among, func(op operation, query url.Values, _ int) (inList, error) {
		return c.lookInList(ctx, op, query, id, func(Reserva) bool { return false })
	})
}

// ReadReserva is FindReserva for a refresh. It shares the unfiltered lists with the other reservations of the refresh, and
// a list that is unreadable proves nothing, but is no error.
func (c *Client) ReadReserva(ctx context.Context, id int64, among url.Values) (Reserva, ReservaStatus, error) {
	refresh := c.refreshes.of(question{id, len(among) > 0})
	return findReserva(among, func(op operation, query url.Values, round int) (seen inList, err error) {
		switch {
		case len(query) == 0:
			seen, err = refresh.look(ctx, c, op, round, id)
		case !c.refreshes.unfiltered.Load():
			seen, err = c.lookInList(ctx, op, query, id, func(held Reserva) bool {
				if held.ignores(query) {
					c.refreshes.unfiltered.Store(true)
				}
				return c.refreshes.unfiltered.Load() // and the unfiltered list is shared
			})
		}
		if Unreadable(err) {
			err = nil
		}
		return seen, err
	})
}

// inList is what a list shows of a reservation.
type inList struct {
	held   Reserva
	there  bool
	others bool // it shows other reservations
	whole  bool // it was read to its end
}

// findReserva finds a reservation with look, which looks into one list. round is 1 for the second look at one.
func findReserva(
	among url.Values, look func(op operation, query url.Values, round int) (inList, error),
) (Reserva, ReservaStatus, error) {
	queries := []url.Values{among, nil}
	if len(among) == 0 {
		queries = queries[1:]
	}
	for _, query := range queries {
		active, err := look(opReservasActivas, query, 0)
		switch {
		case err != nil:
			return Reserva{}, ReservaUnproven, err
		case active.there:
			return active.held, active.held.status(), nil
		}
		all, err := look(opReservas, query, 0)
		if err != nil {
			return Reserva{}, ReservaUnproven, err
		}
		if !all.there {
			continue
		}
		if all.held.Ended() {
			return all.held, ReservaEnded, nil
		}
		again, round := query, 1
		if len(query) > 0 && !active.others {
			again, round = nil, 0
		}
		after, err := look(opReservasActivas, again, round)
		switch {
		case Unreadable(err):
			return all.held, ReservaUnproven, nil
		case err != nil:
			return Reserva{}, ReservaUnproven, err
		case after.there:
			return after.held, after.held.status(), nil
		case !active.whole || !after.whole:
			return all.held, ReservaUnproven, nil
		}
		return all.held, ReservaEnded, nil
	}
	return Reserva{}, ReservaUnproven, nil
}

// status is that of a reservation in the list of the active ones, which may show ended ones too.
func (r Reserva) status() ReservaStatus {
	if r.Ended() {
		return ReservaEnded
	}
	return ReservaActive
}

// reserva is FindReserva for the look-ups of writes that need the record: its absence is an error.
func (c *Client) reserva(ctx context.Context, id int64, among url.Values) (Reserva, error) {
	held, _, err := c.ownReserva(ctx, id, among)
	if err == nil && held.ID == 0 {
		err = notShown("no list of reservations shows reservation %d", id)
	}
	return held, err
}

// ownReserva is FindReserva for the look-ups of writes. A record of another vehicle or section than among is an OtherRecord
// error: the identifier is another reservation's by now, which a second try would change.
func (c *Client) ownReserva(ctx context.Context, id int64, among url.Values) (Reserva, ReservaStatus, error) {
	held, status, err := c.FindReserva(ctx, id, among)
	if err == nil && held.elsewhere(among) {
		return Reserva{}, ReservaUnproven, &Error{Kind: OtherRecord, Outcome: NotSent,
			Message: fmt.Sprintf("reservation %d is of another vehicle or section", id)}
	}
	return held, status, err
}

// lookInList looks for a reservation page by page, until one shows it or a record stops it. "Not found" is an empty list.
func (c *Client) lookInList(
	ctx context.Context, op operation, query url.Values, id int64, stops func(Reserva) bool,
) (seen inList, err error) {
	for list, err := range eachPage(ctx, c, call{op: op, query: query}, wantOne, newReserva) {
		if Is(err, NotFound) {
			break
		}
		if err != nil {
			return seen, err
		}
		if held, there := byID(list.fresh, id); there {
			return inList{held: held, there: true}, nil
		}
		if seen.others = len(list.items) > 0; slices.ContainsFunc(list.fresh, stops) {
			return inList{}, nil
		}
	}
	seen.whole = true
	return seen, nil
}

// PaidWith gives the reservation that a code has paid, or 0. It looks into the lists of the active ones and of all, filtered by
// among. A list that cannot be read, or that ignores the filter, tells nothing.
func (c *Client) PaidWith(ctx context.Context, codigo string, among url.Values) (id int64) {
	for _, op := range []operation{opReservasActivas, opReservas} {
		for list, err := range eachPage(ctx, c, call{op: op, query: among}, wantAll, newReserva) {
			if err != nil {
				break
			}
			if at := slices.IndexFunc(list.fresh, func(r Reserva) bool { return r.Pays(codigo) }); at >= 0 {
				return list.fresh[at].ID
			}
			if slices.ContainsFunc(list.fresh, func(r Reserva) bool { return r.ignores(among) }) {
				break
			}
		}
	}
	return 0
}

// ignores reports whether a list that shows the record ignores the filter: both vehicle and section are others.
func (r Reserva) ignores(filter url.Values) bool {
	return outside(r.VehiculoID, filter, "vehiculo_id") && outside(r.TramoID, filter, "tramo_id")
}

// elsewhere reports whether the record has another vehicle or another section than a filter says.
func (r Reserva) elsewhere(filter url.Values) bool {
	return outside(r.VehiculoID, filter, "vehiculo_id") || outside(r.TramoID, filter, "tramo_id")
}

func outside(f Field[int64], filter url.Values, name string) bool {
	return f.Value != nil && filter.Has(name) && filter.Get(name) != strconv.FormatInt(*f.Value, 10)
}
