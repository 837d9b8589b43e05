package parking

import (
	"context"
	"net/url"
	"strconv"
)

// Reserva is a reservation. Only its identifier is documented.
type Reserva struct {
	ID    int64
	Datos map[string]any // every other field, as it came
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

// BookReserva books a place.
func (c *Client) BookReserva(ctx context.Context, request ReservaRequest) (Reserva, error) {
	env, err := c.do(ctx, call{op: opReservaBloquear, body: request})
	if err != nil {
		return Reserva{}, err
	}
	r, err := newRecord(opReservaBloquear.name, env.data)
	if err != nil {
		return Reserva{}, err
	}
	return newReserva(r)
}

// PayReserva records a payment.
func (c *Client) PayReserva(ctx context.Context, id int64, pago ReservaPago) error {
	_, err := c.do(ctx, call{op: opReservaPagar, element: strconv.FormatInt(id, 10), body: pago})
	return err
}

// CancelReserva cancels a reservation; no body is sent (A10).
func (c *Client) CancelReserva(ctx context.Context, id int64) error {
	_, err := c.do(ctx, call{op: opReservaCancelar, element: strconv.FormatInt(id, 10)})
	return err
}

// ExtendReserva adds minutes, a multiple of 10, to a reservation (A10).
func (c *Client) ExtendReserva(ctx context.Context, id, minutos int64) error {
	body := struct {
		Minutos int64 `json:"minutos"`
	}{minutos}
	_, err := c.do(ctx, call{op: opReservaExtender, element: strconv.FormatInt(id, 10), body: body})
	return err
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
	records, err := c.pages(ctx, call)
	if err != nil {
		return nil, err
	}
	out := make([]Reserva, len(records))
	for i, r := range records {
		if out[i], err = newReserva(r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func newReserva(r *record) (Reserva, error) {
	id := r.integer("id", "reserva_id").Value
	if r.err != nil {
		return Reserva{}, r.err
	}
	if id == nil {
		return Reserva{}, &ContractError{Operation: r.op, Assumption: "A10", Detail: "a reservation record has neither id nor reserva_id"}
	}
	return Reserva{ID: *id, Datos: r.rest()}, nil
}
