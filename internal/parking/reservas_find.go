package parking

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strconv"
)

// ReservaStatus is what the lists of the service prove about a reservation.
type ReservaStatus int

// Statuses of a reservation. Absence from a list alone proves nothing: the filters of the lists are not documented, and may hide it.
const (
	ReservaUnproven ReservaStatus = iota // no list shows it, or one cannot be read whole
	ReservaActive                        // the list of the active ones shows it
	ReservaEnded                         // the list of all shows it, and after that the whole list of the active ones does not
)

// FindReserva looks a reservation up by its identifier in the lists, since the service has no direct read. It reads the
// lists filtered by among first, which saves pages, then unfiltered, and none further than to the reservation. The record
// is empty if no list shows it. A record of another vehicle or section than among is an OtherRecord error: the identifier is
// another reservation's by now.
func (c *Client) FindReserva(ctx context.Context, id int64, among url.Values) (Reserva, ReservaStatus, error) {
	held, status, err := c.findReserva(ctx, id, among)
	switch {
	case Is(err, Changing, TooLong): // a list of a busy service keeps changing, or is too long
		return held, ReservaUnproven, nil
	case err != nil && !Is(err, NotFound):
		return held, status, err
	case held.outside(among):
		return Reserva{}, ReservaUnproven, &Error{Op: opReservas.name, Kind: OtherRecord, Outcome: NotSent,
			Message: fmt.Sprintf("reservation %d is of another vehicle or section", id)}
	}
	return held, status, nil
}

// findReserva is FindReserva. If a list of the active ones was denied, it gives a NotFound error beside ReservaEnded: the list counts as
// empty in what a user is told, but not in what decides whether a write took effect.
func (c *Client) findReserva(ctx context.Context, id int64, among url.Values) (held Reserva, status ReservaStatus, err error) {
	queries := []url.Values{among, nil}
	if len(among) == 0 {
		queries = queries[1:]
	}
	for _, query := range queries {
		held, denied := c.inList(ctx, opReservasActivas, query, id)
		if held.ID != 0 || denied != nil && !Is(denied, NotFound) {
			return held, ReservaActive, denied
		}
		if held, err = c.inList(ctx, opReservas, query, id); err != nil && !Is(err, NotFound) {
			return held, ReservaUnproven, err
		}
		if held.ID == 0 {
			continue
		}
		active, err := c.inList(ctx, opReservasActivas, nil, id)
		switch {
		case active.ID != 0:
			return active, ReservaActive, nil
		case err != nil && !Is(err, NotFound):
			return held, ReservaUnproven, err
		}
		return held, ReservaEnded, cmp.Or(denied, err)
	}
	return Reserva{}, ReservaUnproven, nil
}

// inList looks for a reservation page by page, until one shows it. A list that is denied is a NotFound error.
func (c *Client) inList(ctx context.Context, op operation, query url.Values, id int64) (Reserva, error) {
	for p, err := range eachPage(ctx, c, call{op: op, query: query, records: reservaKind.all, follows: Creation}, newReserva) {
		if err != nil {
			return Reserva{}, err
		}
		if held, there := byID(p.Items, id); there {
			return held, nil
		}
	}
	return Reserva{}, nil
}

// outside reports whether the record has another vehicle or another section than a filter says.
func (r Reserva) outside(filter url.Values) bool {
	differs := func(f Field[int64], name string) bool {
		return f.Value != nil && filter.Has(name) && filter.Get(name) != strconv.FormatInt(*f.Value, 10)
	}
	return differs(r.VehiculoID, "vehiculo_id") || differs(r.TramoID, "tramo_id")
}
