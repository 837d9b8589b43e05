package parking

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// bookings are those of one client, and so of one run.
type bookings struct {
	mu      sync.Mutex
	made    map[int64]ReservaRequest // by the identifier of the reservation that it made
	unclear sync.Map                 // keys of the requests whose outcome is not known
	heeded  atomic.Bool              // the lists heed their filters
}

func (b *bookings) add(id int64, request ReservaRequest) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.made[id] = request
}

// own gives what this client has booked so far.
func (b *bookings) own() map[int64]ReservaRequest {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.made)
}

// key is equal for bookings that only the identifier of the reservation tells apart.
func (r ReservaRequest) key() string { return fmt.Sprintf("booking %d %d", r.VehiculoID, r.TramoID) }

// Among limits a list to the reservations of the vehicle in the section. It is not documented that the service applies it.
func (r ReservaRequest) Among() url.Values {
	return url.Values{"vehiculo_id": {strconv.FormatInt(r.VehiculoID, 10)}, "tramo_id": {strconv.FormatInt(r.TramoID, 10)}}
}

// elsewhere: the record has another vehicle or section.
func (r ReservaRequest) elsewhere(held Reserva) bool {
	other := func(f Field[int64], id int64) bool { return f.Value != nil && *f.Value != id }
	return other(held.VehiculoID, r.VehiculoID) || other(held.TramoID, r.TramoID)
}

func (r Reserva) hasPlace() bool { return r.VehiculoID.Value != nil && r.TramoID.Value != nil }

// BookReserva books a place once. It reads the active reservations of the vehicle in the section before: after a lost
// answer, a new one is the booked one. Two bookings of one vehicle and section run one after the other, so that neither
// takes the other's reservation; after one with an unknown outcome, the others end in a NotBegun error.
//
// take is called with each existing reservation, the oldest first, and whether it is free: those that this client
// booked belong to a block. Once take accepts one, nothing is booked. A nil take accepts none. thorough does not trust
// an empty list unless its filters are known to work.
func (c *Client) BookReserva(
	ctx context.Context, request ReservaRequest, thorough bool, take func(held Reserva, free bool) bool,
) (made Reserva, taken bool, err error) {
	unlock, err := c.turns.lock(ctx, request.key())
	if err != nil {
		return Reserva{}, false, abandoned(opReservaBloquear, false, err)
	}
	defer unlock()
	if _, unclear := c.bookings.unclear.Load(request.key()); unclear {
		return Reserva{}, false, &Error{Op: opReservaBloquear.name, Kind: NotBegun, Outcome: NotSent,
			Message: fmt.Sprintf("nothing was booked: the outcome of another booking of vehicle %d in section %d is not known",
				request.VehiculoID, request.TramoID)}
	}
	list, err := orNone(c.ReservasActivas(ctx, request.Among()))
	if err == nil && len(list) == 0 && thorough && !c.heeded(ctx, request) {
		list, err = orNone(c.ReservasActivas(ctx, nil))
	}
	if err != nil {
		return Reserva{}, false, Unread("the active reservations could not be read", err)
	}
	list = slices.DeleteFunc(list, request.elsewhere)
	own := c.bookings.own()
	for id, other := range own { // a list may lag behind
		if _, there := byID(list, id); !there && other.key() == request.key() {
			list = append(list, Reserva{ID: id})
		}
	}
	slices.SortFunc(list, func(a, b Reserva) int { return cmp.Compare(a.ID, b.ID) })
	var before []int64
	for _, held := range list {
		before = append(before, held.ID)
		_, mine := own[held.ID]
		if take != nil && take(held, !mine && held.hasPlace()) {
			return held, true, nil
		}
	}
	out, err := carryOut(ctx, c, once[Reserva]{
		op: opReservaBloquear,
		about: audit.Subject{VehiculoID: request.VehiculoID, TramoID: request.TramoID, CeldaID: valueOf(request.CeldaID),
			ConectorID: valueOf(request.ConectorID)},
		made: func(r Reserva) audit.Subject { return audit.Subject{ReservaID: r.ID} },
		send: func(ctx context.Context, tries *attempts) (Reserva, error) {
			return readRecord(ctx, c, call{op: opReservaBloquear, body: request, tries: tries}, newReserva)
		},
		look: func(ctx context.Context) (Reserva, bool, error) {
			fresh, err := c.ReservasSince(ctx, request, before)
			switch {
			case err != nil || len(fresh) == 0:
				return Reserva{}, false, err
			case len(fresh) == 1 && fresh[0].hasPlace():
				return fresh[0], true, nil
			}
			return Reserva{}, false, inconclusive("%d reservations are new, and any of them may be that of vehicle %d in section %d",
				len(fresh), request.VehiculoID, request.TramoID)
		},
	})
	switch {
	case err == nil:
		c.bookings.add(out.Made.ID, request)
	case OutcomeOf(err) >= ProbablyNotDone:
		c.bookings.unclear.Store(request.key(), nil)
	}
	return out.Made, false, err
}

// AwaitLate waits until the service had twelve times the settling time, a minute, to finish a booking that was sent at
// that time.
func (c *Client) AwaitLate(ctx context.Context, sent time.Time) error {
	wait := 12 * c.config.Settle
	if !sleep(ctx, min(wait, wait-time.Since(sent))) { // the clock that set it may have been another
		return whyEnded(ctx)
	}
	return nil
}

// ReservasSince gives the active reservations that may match a request and did not exist before it was sent, without those
// that this client booked. The filters of the list are not documented, so an empty list is read again without them,
// unless they are known to work. If that shows some, and none existed before, it is unknown whether they are new: then
// there is an error too.
func (c *Client) ReservasSince(ctx context.Context, request ReservaRequest, before []int64) ([]Reserva, error) {
	fresh, shows, err := c.fresh(ctx, request, before, request.Among())
	if err != nil || shows || c.heeded(ctx, request) {
		return fresh, err
	}
	all, _, err := c.fresh(ctx, request, before, nil)
	if err != nil || len(all) == 0 || len(before) > 0 {
		return all, err
	}
	if fresh, shows, err = c.fresh(ctx, request, before, request.Among()); err != nil || shows { // it came between the two
		return fresh, err
	}
	return all, inconclusive("the filtered list of vehicle %d in section %d omits reservations, so it is unknown which of them are new",
		request.VehiculoID, request.TramoID)
}

// heeded reports whether the service is known to apply the filters, after a filtered list was empty. It does if a
// filter for another reservation of this client shows it and nothing else; the empty list then needs no confirmation by
// the list of all, which on a busy service changes faster than it can be read. A reservation that this client booked
// for the same vehicle and section proves the opposite: the empty list omits it.
func (c *Client) heeded(ctx context.Context, empty ReservaRequest) bool {
	own := c.bookings.own()
	for _, made := range own {
		if made.key() == empty.key() {
			return false
		}
	}
	if c.bookings.heeded.Load() {
		return true
	}
	for id, made := range own {
		shows := false
		for list, err := range eachPage(ctx, c, call{op: opReservasActivas, query: made.Among()}, wantAll, newReserva) {
			if err != nil || slices.ContainsFunc(list.fresh, made.elsewhere) {
				return false
			}
			_, shows = byID(list.items, id)
		}
		if shows {
			c.bookings.heeded.Store(true)
		}
		break // one question is enough
	}
	return c.bookings.heeded.Load()
}

// orNone turns the answer "not found" into an empty list.
func orNone(list []Reserva, err error) ([]Reserva, error) {
	if Is(err, NotFound) {
		return nil, nil
	}
	return list, err
}

// fresh reads a list of the active reservations for ReservasSince; shows is false if it is empty.
func (c *Client) fresh(
	ctx context.Context, request ReservaRequest, before []int64, query url.Values,
) (fresh []Reserva, shows bool, err error) {
	list, err := orNone(c.ReservasActivas(ctx, query))
	own, shows := c.bookings.own(), len(list) > 0
	return slices.DeleteFunc(list, func(r Reserva) bool {
		_, mine := own[r.ID]
		return mine || request.elsewhere(r) || slices.Contains(before, r.ID)
	}), shows, err
}
