package parking

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// Reserva is a reservation. Only its identifier is documented; the other named fields are assumed (A10). A field of
// another type counts as omitted, and is no error.
type Reserva struct {
	ID                                                          int64
	VehiculoID, TramoID, CeldaID, ConectorID, Minutos, PagoTipo Field[int64]
	PagoCodigo                                                  Field[string]
	Datos                                                       map[string]any // every field but the identifier, as it came
}

func (r Reserva) id() int64 { return r.ID }

var reservaKind = kind{name: "reservation", ids: []string{"id", "reserva_id"},
	signs: []string{"reserva_id", "vehiculo_id", "tramo_id", "minutos"}}

// Pays reports whether the record has a payment with this code. If PagoCodigo was not sent, the record does not say.
func (r Reserva) Pays(codigo string) bool { return carries(r.PagoCodigo, codigo) }

// Code gives the code of the payment, or an empty text.
func (r Reserva) Code() string { return valueOf(r.PagoCodigo.Value) }

// Booked gives the booked minutes of the record, 0 if it does not show them. A number that is not a multiple of 10 cannot be booked,
// and may be the remaining time.
func (r Reserva) Booked() int64 {
	if minutos := valueOf(r.Minutos.Value); minutos > 0 && minutos%10 == 0 {
		return minutos
	}
	return 0
}

// pagoCodigo reads the code of a payment. An empty one pays nothing, and neither does 0.
func pagoCodigo(r *decode.Record) Field[string] {
	code := r.Text("pago_codigo")
	if text := strings.TrimSpace(valueOf(code.Value)); text == "" || text == "0" {
		code.Value = nil
	}
	return code
}

// carries compares codes, also as a service may store them: in another case, or padded.
func carries(held Field[string], codigo string) bool {
	return held.Value != nil && strings.EqualFold(strings.TrimSpace(*held.Value), strings.TrimSpace(codigo))
}

// paid decides from the code in a record whether a payment took effect.
func paid(held Field[string], codigo string) (bool, error) {
	if !held.Sent {
		return false, errors.New("the record does not tell the code of a payment")
	}
	return carries(held, codigo), nil
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

// Reservas lists reservations; query is sent unchanged, since the parameters are not documented.
func (c *Client) Reservas(ctx context.Context, query url.Values) ([]Reserva, error) {
	return readPages(ctx, c, call{op: opReservas, query: query, records: reservaKind.all}, newReserva)
}

// ReservasActivas lists the active reservations as Reservas does.
func (c *Client) ReservasActivas(ctx context.Context, query url.Values) ([]Reserva, error) {
	return readPages(ctx, c, call{op: opReservasActivas, query: query, records: reservaKind.all}, newReserva)
}

func newReserva(r *record) (Reserva, error) {
	id := r.Own(r.Identifier(reservaKind.ids...), reservaKind.name)
	datos, lenient := r.Rest(), r.Record
	return checked(r, Reserva{ID: id, Datos: datos, VehiculoID: lenient.Identifier("vehiculo_id"),
		TramoID: lenient.Identifier("tramo_id"), CeldaID: lenient.Identifier("celda_id"), ConectorID: lenient.Identifier("conector_id"),
		Minutos: lenient.Integer("minutos"), PagoTipo: lenient.Integer("pago_tipo"), PagoCodigo: pagoCodigo(&lenient)})
}
