package parking

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
)

// Reserva is a reservation. Only its identifier is documented.
type Reserva struct {
	ID    int64
	Datos map[string]any // every other field, as it came
}

// Number gives a field that the document does not name; told is false when the
// record does not carry it as a whole number.
func (r Reserva) Number(name string) (n int64, told bool) {
	n, err := strconv.ParseInt(fmt.Sprint(r.Datos[name]), 10, 64)
	return n, err == nil
}

// elsewhere: the record says that it belongs to another.
func (r Reserva) elsewhere(name string, id int64) bool {
	n, told := r.Number(name)
	return told && n != id
}

func (r Reserva) tells(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { _, told := r.Number(name); return !told })
}

// paid reads whether a record carries the code of a payment.
func paid(datos map[string]any, codigo string) (bool, error) {
	held, told := datos["pago_codigo"]
	if !told {
		return false, lookError("the record does not tell the code of a payment")
	}
	return fmt.Sprint(held) == codigo, nil
}

// ReservaRequest books a place.
type ReservaRequest struct {
	TramoID    int64  `json:"tramo_id"`
	VehiculoID int64  `json:"vehiculo_id"`
	CeldaID    *int64 `json:"celda_id,omitempty"`
	ConectorID *int64 `json:"conector_id,omitempty"`
	Minutos    int64  `json:"minutos"` // a multiple of 10
}

// ReservaPago records the payment of a reservation.
type ReservaPago struct {
	PagoTipo     int64  `json:"pago_tipo"`   // payment type assigned by the administrator
	PagoCodigo   string `json:"pago_codigo"` // unique transaction code
	EnviarRecibo *bool  `json:"enviar_recibo,omitempty"`
}

// BookReserva books a place, once. Which reservations of the vehicle in the
// section are active is read before: after a lost answer, one that has come
// since is it. Two bookings of one vehicle and section run one after the other,
// so that neither takes the other's.
//
// take is told each of those that were there before, the oldest first, and whether it
// is free to be taken: what this client booked is somebody's already. The first that it
// takes is the one that is wanted, and nothing is booked. Nil takes none.
func (c *Client) BookReserva(ctx context.Context, request ReservaRequest, take func(held Reserva, free bool) bool) (made Reserva, taken bool, err error) {
	unlock, err := c.turns.lock(ctx, fmt.Sprintf("booking %d %d", request.VehiculoID, request.TramoID))
	if err != nil {
		return Reserva{}, false, &NoAnswerError{Operation: opReservaBloquear.name, Err: err}
	}
	defer unlock()
	before, err := c.bookings(ctx, request)
	if err != nil {
		return Reserva{}, false, &NotSentError{"nothing was booked: the active reservations could not be read before", err}
	}
	for _, held := range slices.SortedFunc(slices.Values(before), func(a, b Reserva) int { return cmp.Compare(a.ID, b.ID) }) {
		_, own := c.booked.Load(held.ID)
		if free := !own && held.tells("vehiculo_id", "tramo_id"); take != nil && take(held, free) {
			return held, true, nil
		}
	}
	made, _, err = see(ctx, c, once[Reserva]{
		send: func(ctx context.Context) (Reserva, error) {
			env, err := c.do(ctx, call{op: opReservaBloquear, body: request})
			if err != nil {
				return Reserva{}, err
			}
			r, err := newRecord(opReservaBloquear.name, env.data)
			if err != nil {
				return Reserva{}, err
			}
			return newReserva(r)
		},
		look: func(ctx context.Context) (Reserva, bool, error) {
			now, err := c.bookings(ctx, request)
			if err != nil {
				return isThere(Reserva{}, err)
			}
			fresh := slices.DeleteFunc(now, func(r Reserva) bool {
				return slices.ContainsFunc(before, func(old Reserva) bool { return old.ID == r.ID })
			})
			switch {
			case len(fresh) == 0:
				return Reserva{}, false, nil
			case len(fresh) == 1 && fresh[0].tells("vehiculo_id", "tramo_id"):
				return fresh[0], true, nil
			}
			return Reserva{}, false, lookError(fmt.Sprintf("%d reservations are new, and which is the one of vehicle %d in section %d does not show", len(fresh), request.VehiculoID, request.TramoID))
		},
	})
	if err == nil {
		c.booked.Store(made.ID, nil)
	}
	return made, false, err
}

// bookings lists the active reservations of a vehicle in a section. The filters
// are not documented; what they let through is left out here.
func (c *Client) bookings(ctx context.Context, request ReservaRequest) ([]Reserva, error) {
	list, err := c.ReservasActivas(ctx, url.Values{"vehiculo_id": {strconv.FormatInt(request.VehiculoID, 10)}, "tramo_id": {strconv.FormatInt(request.TramoID, 10)}})
	if errors.Is(err, ErrNotFound) { // that there is nothing to list is an answer too
		return nil, nil
	}
	return slices.DeleteFunc(list, func(r Reserva) bool {
		return r.elsewhere("vehiculo_id", request.VehiculoID) || r.elsewhere("tramo_id", request.TramoID)
	}), err
}

// PayReserva records a payment, once: its code is unique, so the service refuses
// a second one. Where its answer is lost, the reservation is looked for among those
// that a query narrows the lists to; nil is all of them, which on a busy service may
// change faster than they can be read.
func (c *Client) PayReserva(ctx context.Context, id int64, pago ReservaPago, among url.Values) error {
	return c.settle(ctx, call{op: opReservaPagar, element: strconv.FormatInt(id, 10), body: pago}, true, func(ctx context.Context) (bool, error) {
		r, err := c.reserva(ctx, id, among)
		if err != nil {
			return false, err
		}
		return paid(r.Datos, pago.PagoCodigo)
	})
}

// CancelReserva cancels a reservation; no body is sent (A10). One that is not
// active any more counts as cancelled after a lost answer. It is looked for among
// what PayReserva says.
func (c *Client) CancelReserva(ctx context.Context, id int64, among url.Values) error {
	return c.settle(ctx, call{op: opReservaCancelar, element: strconv.FormatInt(id, 10)}, true, func(ctx context.Context) (bool, error) {
		list, err := c.ReservasActivas(ctx, among)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return false, err
		}
		return !slices.ContainsFunc(list, func(r Reserva) bool { return r.ID == id }), nil
	})
}

// ExtendReserva adds minutes, a multiple of 10, to a reservation (A10), once: how
// many it has is read before, among what PayReserva says. Two extensions of one
// reservation run one after the other, so that neither takes the other's minutes for
// its own.
func (c *Client) ExtendReserva(ctx context.Context, id, minutos int64, among url.Values) error {
	unlock, err := c.turns.lock(ctx, fmt.Sprintf("extension %d", id))
	if err != nil {
		return &NoAnswerError{Operation: opReservaExtender.name, Err: err}
	}
	defer unlock()
	before, err := c.reserva(ctx, id, among)
	var unknown lookError
	if err != nil && !errors.As(err, &unknown) {
		return &NotSentError{"nothing was extended: the reservation could not be read before", err}
	}
	had, told := before.Number("minutos")
	body := struct {
		Minutos int64 `json:"minutos"`
	}{minutos}
	return c.settle(ctx, call{op: opReservaExtender, element: strconv.FormatInt(id, 10), body: body}, false, func(ctx context.Context) (bool, error) {
		now, err := c.reserva(ctx, id, among)
		if err != nil && told {
			return false, fmt.Errorf("%w; it had %d minutes before", err, had)
		}
		if err != nil {
			return false, err
		}
		has, tells := now.Number("minutos")
		if !told || !tells || has != had && has != had+minutos {
			return false, lookError(fmt.Sprintf("the minutes of reservation %d before and after do not tell", id))
		}
		return has == had+minutos, nil
	})
}

// reserva reads one reservation, of which the service only offers lists: the
// active ones are the shorter.
func (c *Client) reserva(ctx context.Context, id int64, among url.Values) (Reserva, error) {
	for _, list := range []func(context.Context, url.Values) ([]Reserva, error){c.ReservasActivas, c.Reservas} {
		all, err := list(ctx, among)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return Reserva{}, err
		}
		if at := slices.IndexFunc(all, func(r Reserva) bool { return r.ID == id }); at >= 0 {
			return all[at], nil
		}
	}
	return Reserva{}, lookError(fmt.Sprintf("no list of reservations shows reservation %d", id))
}

// Reservas lists reservations; query goes to the service as it is, since the
// parameters are not documented.
func (c *Client) Reservas(ctx context.Context, query url.Values) ([]Reserva, error) {
	return c.reservas(ctx, call{op: opReservas, query: query})
}

// ReservasActivas lists the active reservations, see Reservas.
func (c *Client) ReservasActivas(ctx context.Context, query url.Values) ([]Reserva, error) {
	return c.reservas(ctx, call{op: opReservasActivas, query: query})
}

func (c *Client) reservas(ctx context.Context, call call) ([]Reserva, error) {
	return readPages(ctx, c, call, func(r *record) (int64, Reserva, error) {
		out, err := newReserva(r)
		return out.ID, out, err
	})
}

func newReserva(r *record) (Reserva, error) {
	id, datos := r.identifier("id", "reserva_id").Value, r.rest()
	if r.err != nil {
		return Reserva{}, r.err
	}
	if id == nil {
		return Reserva{}, &ContractError{Operation: r.op, Assumption: "A10", Detail: "a reservation record has neither id nor reserva_id"}
	}
	return Reserva{ID: *id, Datos: datos}, nil
}
