package parking

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// What is written about a reservation is about money, so it is sent once (carryOut). An outcome of Unknown or more says that it
// may have been carried out. What shows before that it cannot be is an error; what cannot be read stops nothing.

// Among limits a list to the reservations of the vehicle in the section. It is not documented that the service applies it.
func (r ReservaRequest) Among() url.Values {
	return url.Values{"vehiculo_id": {strconv.FormatInt(r.VehiculoID, 10)}, "tramo_id": {strconv.FormatInt(r.TramoID, 10)}}
}

// among reports whether the record shows the vehicle and the section.
func (r ReservaRequest) among(held Reserva) bool {
	return valueOf(held.VehiculoID.Value) == r.VehiculoID && valueOf(held.TramoID.Value) == r.TramoID
}

// shownBy reports whether a new record shows what was sent, and nobody has paid it.
func (r ReservaRequest) shownBy(held Reserva) bool {
	return r.among(held) && valueOf(held.Minutos.Value) == r.Minutos && held.Code() == "" &&
		(r.CeldaID == nil || valueOf(held.CeldaID.Value) == *r.CeldaID) &&
		(r.ConectorID == nil || valueOf(held.ConectorID.Value) == *r.ConectorID)
}

// BookReserva books a place. It reads the active reservations of the vehicle in the section before: after a lost answer, a new
// one that shows what was sent is the booked one. An answer with a reservation that existed before, or of another vehicle or section,
// counts as lost. With what it booked, it gives the reservations that it found there before.
func (c *Client) BookReserva(ctx context.Context, request ReservaRequest) (made Reserva, there []Reserva, err error) {
	before, unread := c.ReservasActivas(ctx, request.Among())
	existed := func(r Reserva) bool {
		_, there := byID(before, r.ID)
		return there
	}
	out, err := carryOut(ctx, c, once[Reserva]{
		op: opReservaBloquear,
		about: audit.Subject{VehiculoID: request.VehiculoID, TramoID: request.TramoID, CeldaID: valueOf(request.CeldaID),
			ConectorID: valueOf(request.ConectorID)},
		made: func(about *audit.Subject, r Reserva) { about.ReservaID = r.ID },
		send: func(ctx context.Context, tries *attempts) (Reserva, error) {
			made, err := readRecord(ctx, c, call{op: opReservaBloquear, records: reservaKind.one, body: request, tries: tries}, newReserva)
			if err == nil && (existed(made) || made.outside(request.Among())) {
				err = &Error{Op: opReservaBloquear.name, Kind: OtherRecord, Outcome: Unknown, Message: fmt.Sprintf(
					"the service answered with reservation %d, which existed before, or is of another vehicle or section", made.ID)}
			}
			return made, err
		},
		look: func(ctx context.Context) (Reserva, bool, error) {
			if unread != nil {
				return Reserva{}, false, fmt.Errorf("the active reservations could not be read before: %s", unread.Error())
			}
			now, err := c.ReservasActivas(ctx, request.Among())
			return onlyNew(now, err, func(r Reserva) bool { return !existed(r) && request.shownBy(r) })
		},
	})
	return out.Made, slices.DeleteFunc(slices.Clone(before), func(r Reserva) bool { return !request.among(r) }), err
}

// onlyNew gives the one record of a list that a write may have made.
func onlyNew[T any](list []T, err error, isNew func(T) bool) (made T, there bool, lookErr error) {
	list = slices.DeleteFunc(list, func(one T) bool { return !isNew(one) })
	switch len(list) {
	case 0:
		return made, false, err
	case 1:
		return list[0], true, nil
	}
	return made, false, fmt.Errorf("%d records are new, and any of them may be it", len(list))
}

// PayReserva records a payment, unless the record has it already: sent is false then.
func (c *Client) PayReserva(ctx context.Context, id int64, pago ReservaPago, among url.Values) (sent bool, err error) {
	held, _, err := c.FindReserva(ctx, id, among)
	switch {
	case Is(err, OtherRecord):
		return false, err
	case held.Pays(pago.PagoCodigo):
		return false, nil
	case held.Code() != "":
		return false, fmt.Errorf("reservation %d is already paid with the code %q; declare that code, or no payment", id, held.Code())
	}
	return true, c.change(ctx, opReservaPagar, id, pago, among, func(now Reserva, _ ReservaStatus) (bool, error) {
		return paid(now.PagoCodigo, pago.PagoCodigo)
	})
}

// ExtendReserva adds minutes, a multiple of 10, to the minutes that are known to be booked, or to those of the record if none
// are known. It adds only what is missing then, and gives that.
func (c *Client) ExtendReserva(ctx context.Context, id, minutos, known int64, among url.Values) (added int64, err error) {
	held, _, err := c.FindReserva(ctx, id, among)
	if Is(err, OtherRecord) {
		return 0, err
	}
	had := max(held.Booked(), known)
	if known > 0 {
		minutos -= had - known
	}
	if minutos <= 0 {
		return 0, nil
	}
	body := map[string]int64{"minutos": minutos}
	return minutos, c.change(ctx, opReservaExtender, id, body, among, func(now Reserva, _ ReservaStatus) (bool, error) {
		if had == 0 || held.Minutos.Value == nil || now.Minutos.Value == nil {
			return false, fmt.Errorf("the record of reservation %d did not show its booked minutes before and after", id)
		}
		return *now.Minutos.Value >= had+minutos, nil
	})
}

// CancelReserva cancels a reservation; no body is sent (A10). That the list of the active ones omits it stops nothing, since lists
// lag. It gives what it read before.
func (c *Client) CancelReserva(ctx context.Context, id int64, among url.Values) (held Reserva, status ReservaStatus, err error) {
	if held, status, err = c.FindReserva(ctx, id, among); Is(err, OtherRecord) {
		return held, status, err
	}
	err = c.change(ctx, opReservaCancelar, id, nil, among, func(_ Reserva, now ReservaStatus) (bool, error) {
		return now == ReservaEnded, nil
	})
	if status == ReservaEnded && err != nil { // a list that is denied does not say that
		if _, now, denied := c.findReserva(ctx, id, among); denied != nil || now != ReservaEnded {
			status = ReservaUnproven
		}
	}
	return held, status, err
}

// change sends a write about one reservation. done tells from its record whether it took effect.
func (c *Client) change(ctx context.Context, op operation, id int64, body any, among url.Values,
	done func(Reserva, ReservaStatus) (bool, error)) error {
	_, err := carryOut(ctx, c, once[Reserva]{
		op: op, about: audit.Subject{ReservaID: id},
		send: func(ctx context.Context, tries *attempts) (now Reserva, err error) {
			_, err = c.do(ctx, call{op: op, element: strconv.FormatInt(id, 10), body: body, tries: tries})
			return now, err
		},
		look: func(ctx context.Context) (now Reserva, there bool, err error) {
			now, status, err := c.findReserva(ctx, id, among)
			switch {
			case err != nil:
				return now, false, err
			case now.ID == 0:
				return now, false, notShown("no list of reservations shows reservation %d", id)
			}
			there, err = done(now, status)
			return now, there, err
		},
	})
	return err
}
