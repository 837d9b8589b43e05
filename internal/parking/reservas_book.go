package parking

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// bookings are those of one client.
type bookings struct {
	mu     sync.Mutex
	made   map[int64]ReservaRequest // by the identifier of the reservation that it made
	heeded atomic.Bool              // the lists heed their filters
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

// Elsewhere reports whether a record shows another vehicle or section.
func (r ReservaRequest) Elsewhere(held Reserva) bool { return held.elsewhere(r.Among()) }

// Contradicts names the first field of the place in which a record differs from a booking, with both values. It is empty if
// there is none: a field that the record or the booking omits says nothing.
func (r ReservaRequest) Contradicts(held Reserva) string {
	for _, field := range []struct {
		name       string
		shown      *int64
		wanted     int64
		unspecific bool // the service may choose
	}{
		{"vehiculo_id", held.VehiculoID.Value, r.VehiculoID, false}, {"tramo_id", held.TramoID.Value, r.TramoID, false},
		{"celda_id", held.CeldaID.Value, valueOf(r.CeldaID), r.CeldaID == nil},
		{"conector_id", held.ConectorID.Value, valueOf(r.ConectorID), r.ConectorID == nil},
	} {
		if field.shown != nil && !field.unspecific && *field.shown != field.wanted {
			return fmt.Sprintf("%s = %d instead of %d", field.name, *field.shown, field.wanted)
		}
	}
	return ""
}

// contradiction is Contradicts for a booking that nobody has paid or changed yet.
func (r ReservaRequest) contradiction(held Reserva) string {
	if where := r.Contradicts(held); where != "" {
		return where
	}
	if minutos, shown := held.Booked(); shown && minutos != r.Minutos {
		return fmt.Sprintf("minutos = %d instead of %d", minutos, r.Minutos)
	}
	if held.Ended() {
		return fmt.Sprintf("estado = %q", *held.Estado.Value)
	}
	if held.Code() != "" {
		return fmt.Sprintf("pago_codigo = %q, before it was paid", held.Code())
	}
	return ""
}

func (r Reserva) hasPlace() bool { return r.VehiculoID.Value != nil && r.TramoID.Value != nil }

// Booking is what became of a booking.
type Booking struct {
	// Made is the reservation that it booked.
	Made Reserva
	// Before are the active reservations of the vehicle in the section before it was sent.
	Before []int64
	// Ended is when the last try of it ended, by Now.
	Ended time.Time
	// Paid is the reservation that the code has paid already. Nothing was booked then.
	Paid Reserva
}

// BookReserva books a place once, unless the code that is to pay it has paid another reservation there. It reads the active
// reservations of the vehicle in the section before: after a lost answer, a new one is the booked one. Two bookings of one
// vehicle and section run one after the other, so that neither takes the other's reservation. After one with an unknown
// outcome, the others end in a NotBegun error for as long as lists may lag.
//
// Before is set wherever it was sent. An outcome of Unknown or more says that the reservation may exist: see FindBooked.
func (c *Client) BookReserva(ctx context.Context, request ReservaRequest, codigo string) (Booking, error) {
	unlock, err := c.turns.lock(ctx, request.key())
	if err != nil {
		return Booking{}, abandoned(opReservaBloquear, false, err)
	}
	defer unlock()
	if c.HeldBy(request.key()) != "" {
		return Booking{}, &Error{Op: opReservaBloquear.name, Kind: NotBegun, Outcome: NotSent,
			Message: fmt.Sprintf("nothing was booked: the outcome of another booking of vehicle %d in section %d is not known",
				request.VehiculoID, request.TramoID)}
	}
	list, err := orNone(c.ReservasActivas(ctx, request.Among()))
	if err != nil {
		return Booking{}, Unread("the active reservations could not be read", err)
	}
	list = slices.DeleteFunc(list, request.Elsewhere)
	for id, other := range c.bookings.own() { // a list may lag behind
		if _, there := byID(list, id); !there && other.key() == request.key() {
			list = append(list, Reserva{ID: id})
		}
	}
	var booking Booking
	for _, held := range list {
		booking.Before = append(booking.Before, held.ID)
		if codigo != "" && held.Pays(codigo) {
			return Booking{Paid: held}, nil
		}
	}
	slices.Sort(booking.Before)
	out, err := carryOut(ctx, c, once[Reserva]{
		op: opReservaBloquear,
		about: audit.Subject{VehiculoID: request.VehiculoID, TramoID: request.TramoID, CeldaID: valueOf(request.CeldaID),
			ConectorID: valueOf(request.ConectorID)},
		made: func(r Reserva) audit.Subject { return audit.Subject{ReservaID: r.ID} },
		send: func(ctx context.Context, tries *attempts) (Reserva, error) {
			defer func() { booking.Ended = c.Now() }()
			answered, err := readRecord(ctx, c, call{op: opReservaBloquear, body: request, tries: tries}, newReserva)
			if err == nil {
				err = c.notBooked(request, booking.Before, answered)
			}
			return answered, err
		},
		look: func(ctx context.Context) (Reserva, bool, error) {
			fresh, err := c.bookedSince(ctx, LostBooking{Request: request, Before: booking.Before}, false)
			switch {
			case err != nil || len(fresh) == 0:
				return Reserva{}, false, err
			case len(fresh) == 1 && fresh[0].hasPlace() && request.contradiction(fresh[0]) == "":
				return fresh[0], true, nil
			}
			return Reserva{}, false, request.unidentified(fresh)
		},
	})
	switch {
	case err == nil:
		c.bookings.add(out.Made.ID, request)
		c.Keep(reservaSubject(out.Made.ID), bookedHere)
	case OutcomeOf(err) >= Unknown:
		c.Hold(request.key(), bookedHere)
	}
	booking.Made = out.Made
	return booking, err
}

// notBooked is the error of an ok answer with a reservation that this booking did not make: it existed before, or shows something
// else than was sent. What became of the booking is unknown then.
func (c *Client) notBooked(request ReservaRequest, before []int64, answered Reserva) error {
	why := "has " + request.contradiction(answered)
	switch {
	case slices.Contains(before, answered.ID) || c.HeldBy(reservaSubject(answered.ID)) != "":
		why = "existed before"
	case request.contradiction(answered) == "":
		return nil
	}
	return &Error{Op: opReservaBloquear.name, Kind: OtherRecord, Outcome: Unknown,
		Message: fmt.Sprintf("the service answered with reservation %d, which %s", answered.ID, why)}
}

// ReadBooked reads the reservation that a booking made, and the identifiers of others like it that did not exist before and are
// in no block of this process: something between may have sent the booking twice, or another run booked too. It waits for
// other bookings of the vehicle in the section to end. held is empty if no list shows the reservation.
func (c *Client) ReadBooked(ctx context.Context, request ReservaRequest, booking Booking) (held Reserva, alike []int64, err error) {
	unlock, err := c.Turn(ctx, request.key())
	if err != nil {
		return Reserva{}, nil, err
	}
	defer unlock()
	fresh, _, err := c.readNew(ctx, LostBooking{Request: request, Before: booking.Before, By: bookedHere}, request.Among())
	if err != nil {
		return Reserva{}, nil, err
	}
	own := c.bookings.own()
	for _, r := range fresh {
		if _, ours := own[r.ID]; !ours && r.hasPlace() && request.contradiction(r) == "" {
			alike = append(alike, r.ID)
		}
	}
	slices.Sort(alike)
	if held, there := byID(fresh, booking.Made.ID); there {
		return held, alike, nil
	}
	held, _, err = c.FindReserva(ctx, booking.Made.ID, request.Among())
	return held, alike, err
}

// bookedHere holds a reservation for the resource whose booking was answered.
const bookedHere = "its booking"

func reservaSubject(id int64) string { return fmt.Sprintf("reservation %d", id) }

// HoldReserva holds a reservation for the resource that manages it: by is LostBooking.By if it was found by FindBooked, else
// empty. It reports false if FindBooked has given it to another resource.
func (c *Client) HoldReserva(id int64, by string) bool {
	return c.Keep(reservaSubject(id), cmp.Or(by, bookedHere))
}

// unidentified is the error of new reservations, any of which may be that of a booking.
func (r ReservaRequest) unidentified(fresh []Reserva) error {
	ids := make([]string, len(fresh))
	for i, held := range fresh {
		ids[i] = strconv.FormatInt(held.ID, 10)
	}
	slices.Sort(ids)
	return inconclusive("new reservations of vehicle %d in section %d: %s. It is unknown which of them this booking made, if any",
		r.VehiculoID, r.TramoID, strings.Join(ids, ", "))
}

// LostBooking is a booking whose outcome is unknown.
type LostBooking struct {
	Request ReservaRequest
	Codigo  string    // that is to pay it, or empty
	Before  []int64   // as Booking.Before
	Ended   time.Time // as Booking.Ended
	By      string    // tells it apart from other lost bookings
}

// FindBooked finds the reservation that a lost booking made: the only new one of the vehicle in the section, if it shows what
// was sent. It holds it, so that no other lost booking finds it. It waits as long as lists may lag behind the booking: a block
// that books there in the meantime makes a reservation that cannot be told from the lost one. An empty record says that the
// booking made none: after that, neither the filtered list nor the whole one shows a new reservation. Otherwise the outcome
// stays unknown, and the error says why.
func (c *Client) FindBooked(ctx context.Context, lost LostBooking) (Reserva, error) {
	lags := c.lags(lost.Ended)
	fresh, err := c.bookedSince(ctx, lost, lags == 0)
	if lags > 0 && err == nil && len(fresh) == 0 {
		if !sleep(ctx, lags) {
			return Reserva{}, notShown("it is too early to tell: the lists may show the reservation within a minute")
		}
		fresh, err = c.bookedSince(ctx, lost, true)
	}
	switch {
	case err != nil && len(fresh) > 0, len(fresh) > 1, len(fresh) == 1 && !lost.made(fresh[0]):
		return Reserva{}, lost.Request.unidentified(fresh)
	case err != nil || len(fresh) == 0:
		return Reserva{}, err
	case !c.Keep(reservaSubject(fresh[0].ID), lost.By):
		return Reserva{}, lost.Request.unidentified(fresh)
	}
	return fresh[0], nil
}

// made reports whether a new reservation shows what the booking sent.
func (l LostBooking) made(held Reserva) bool {
	at := func(field Field[int64], wanted *int64) bool {
		return wanted == nil || field.Value != nil && *field.Value == *wanted
	}
	minutos, shown := held.Booked()
	return held.hasPlace() && shown && minutos == l.Request.Minutos && at(held.CeldaID, l.Request.CeldaID) &&
		at(held.ConectorID, l.Request.ConectorID) && (held.Code() == "" || l.Codigo != "" && held.Pays(l.Codigo))
}

// bookedSince gives the active reservations that a booking may have made: those that did not exist before it, without those of
// other resources. The filters of the list are not documented, so an empty list is read again without them, unless they are
// known to work; the thorough reads both in any case. If the whole list shows some, and none existed before, it is unknown
// whether they are new: then there is an error too.
func (c *Client) bookedSince(ctx context.Context, lost LostBooking, thorough bool) ([]Reserva, error) {
	fresh, shows, err := c.readNew(ctx, lost, lost.Request.Among())
	if err != nil || len(fresh) > 0 || !thorough && (shows || c.heeded(ctx, lost.Request)) {
		return fresh, err
	}
	all, _, err := c.readNew(ctx, lost, nil)
	if err != nil || len(all) == 0 || shows || len(lost.Before) > 0 {
		return all, err
	}
	if fresh, shows, err = c.readNew(ctx, lost, lost.Request.Among()); err != nil || shows { // it came between the two
		return fresh, err
	}
	return all, inconclusive("the filtered list of vehicle %d in section %d omits reservations, so it is unknown which of them are new",
		lost.Request.VehiculoID, lost.Request.TramoID)
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
			if err != nil || slices.ContainsFunc(list.fresh, made.Elsewhere) {
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

// readNew reads a list of the active reservations for bookedSince; shows is false if it is empty.
func (c *Client) readNew(ctx context.Context, lost LostBooking, query url.Values) (fresh []Reserva, shows bool, err error) {
	list, err := orNone(c.ReservasActivas(ctx, query))
	shows = len(list) > 0
	return slices.DeleteFunc(list, func(r Reserva) bool {
		by := c.HeldBy(reservaSubject(r.ID))
		return r.Ended() || by != "" && by != lost.By || lost.Request.Elsewhere(r) || slices.Contains(lost.Before, r.ID)
	}), shows, err
}
