package parking

import (
	"context"
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// Reserva is a reservation. Only its identifier is documented; the other named fields are assumed (A10). A field of
// another type counts as omitted, and is no error.
type Reserva struct {
	ID         int64
	VehiculoID Field[int64]
	TramoID    Field[int64]
	CeldaID    Field[int64]
	ConectorID Field[int64]
	Minutos    Field[int64]
	PagoTipo   Field[int64]
	PagoCodigo Field[string] // nil where it is empty or 0, since such a code pays nothing
	Estado     Field[string]
	Datos      map[string]any // every field but the identifier, as it came
}

func (r Reserva) id() int64 { return r.ID }

// Pays reports whether the record has a payment with this code. If PagoCodigo was not sent, the record does not say.
func (r Reserva) Pays(codigo string) bool { return carries(r.PagoCodigo, codigo) }

// PaysOtherwise reports whether the record has a payment with another code.
func (r Reserva) PaysOtherwise(codigo string) bool { return r.Code() != "" && !r.Pays(codigo) }

// Code gives the code of the payment, or an empty text.
func (r Reserva) Code() string {
	if r.PagoCodigo.Value == nil {
		return ""
	}
	return *r.PagoCodigo.Value
}

// Ended reports whether the record says that the reservation has ended or was cancelled, whatever list shows it (A10).
func (r Reserva) Ended() bool {
	return r.Estado.Value != nil && endedEstado.MatchString(*r.Estado.Value)
}

// endedEstado matches the words for it, in either gender. Words that may be said of a booking too, such as completada, say nothing.
var endedEstado = regexp.MustCompile(`(?i)^\s*(cancelad|anulad|finalizad|terminad|concluid|liberad|expirad|vencid|caducad)[ao]\s*$`)

// Booked gives the booked minutes of the record. A number that is not a multiple of 10 cannot be booked, and may be the
// remaining time.
func (r Reserva) Booked() (minutos int64, ok bool) {
	held := r.Minutos.Value
	if held == nil || *held <= 0 || *held%10 != 0 {
		return 0, false
	}
	return *held, true
}

// Bookable gives the least minutes that can be booked, a multiple of 10, from some on. Those of an imported reservation may be
// what was left then.
func Bookable(minutos int64) int64 { return (minutos + 9) / 10 * 10 }

// carries compares codes, also as a service may store them: in another case, or padded.
func carries(held Field[string], codigo string) bool {
	return held.Value != nil && SamePagoCodigo(*held.Value, codigo)
}

// SamePagoCodigo reports whether both are one code, as a service may store it.
func SamePagoCodigo(a, b string) bool {
	return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
}

// paid decides from the code in a record whether a payment took effect.
func paid(held Field[string], codigo string) (bool, error) {
	if !held.Sent {
		return false, inconclusive("the record does not tell the code of a payment")
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

// PayReserva records a payment once: its code is unique, so the service refuses a second one. After a lost answer it
// looks the reservation up with FindReserva and among.
func (c *Client) PayReserva(ctx context.Context, id int64, pago ReservaPago, among url.Values) error {
	pay := call{op: opReservaPagar, element: strconv.FormatInt(id, 10), body: pago, about: audit.Subject{ReservaID: id}}
	return c.carryOutCall(ctx, pay, func(ctx context.Context) (bool, error) {
		r, err := c.reserva(ctx, id, among)
		if err != nil {
			return false, err
		}
		if r.PaysOtherwise(pago.PagoCodigo) {
			return false, inconclusive("reservation %d is paid with the code %q", id, r.Code())
		}
		return paid(r.PagoCodigo, pago.PagoCodigo)
	})
}

// CancelReserva cancels a reservation; no body is sent (A10). After a lost answer, a reservation that has ended counts
// as cancelled.
func (c *Client) CancelReserva(ctx context.Context, id int64, among url.Values) error {
	cancel := call{op: opReservaCancelar, element: strconv.FormatInt(id, 10), about: audit.Subject{ReservaID: id}}
	return c.carryOutCall(ctx, cancel, func(ctx context.Context) (bool, error) {
		_, status, err := c.ownReserva(ctx, id, among)
		if err == nil && status == ReservaUnproven {
			err = notShown("no list proves that reservation %d has ended", id)
		}
		return status == ReservaEnded, err
	})
}

// Reservas lists reservations; query is sent unchanged, since the parameters are not documented.
func (c *Client) Reservas(ctx context.Context, query url.Values) ([]Reserva, error) {
	return readPages(ctx, c, call{op: opReservas, query: query}, newReserva)
}

// ReservasActivas lists the active reservations as Reservas does.
func (c *Client) ReservasActivas(ctx context.Context, query url.Values) ([]Reserva, error) {
	return readPages(ctx, c, call{op: opReservasActivas, query: query}, newReserva)
}

func newReserva(r *record) (Reserva, error) {
	id := r.OwnID(r.Identifier("id", "reserva_id"), "A10", "a reservation record has neither id nor reserva_id")
	return checked(r, reservaFrom(id, r.Rest(), r.Lenient()))
}

// ReservaOf reads a record again from its unchanged fields.
func ReservaOf(id int64, datos map[string]any) Reserva {
	raw := make(map[string]json.RawMessage, len(datos))
	for name, value := range datos {
		raw[name], _ = json.Marshal(value) // it was decoded from JSON
	}
	return reservaFrom(id, datos, decode.NewRecord(raw))
}

// reservaFrom reads what a record tells. A field of another form says nothing.
func reservaFrom(id int64, datos map[string]any, r decode.Record) Reserva {
	codigo := r.Code("pago_codigo")
	if codigo.Value != nil && *codigo.Value == "0" { // no payment, as some services write it
		codigo.Value = nil
	}
	return Reserva{ID: id, Datos: datos, VehiculoID: r.Identifier("vehiculo_id"), TramoID: r.Identifier("tramo_id"),
		CeldaID: r.Identifier("celda_id"), ConectorID: r.Identifier("conector_id"), Minutos: r.Integer("minutos"),
		PagoTipo: r.Integer("pago_tipo"), PagoCodigo: codigo, Estado: r.Text("estado")}
}
