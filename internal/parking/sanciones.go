package parking

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// Sancion is a sanction. Only its identifier is documented; the other named fields are those of the embedded sandbox
// (A14). A field of another type counts as omitted, and is no error.
type Sancion struct {
	ID                        int64
	Cerrada, Pagada           Field[bool] // Cerrada of estado: abierta or cerrada
	Observaciones, PagoCodigo Field[string]
	PagoTipo, ClienteID       Field[int64]
	Datos                     map[string]any // every field but the identifier, as it came
}

func (s Sancion) id() int64 { return s.ID }

var sancionKind = kind{name: "sanction", ids: []string{"id", "sancion_id"},
	signs: []string{"sancion_id", "placa", "estado", "pagada", "pago_codigo"}}

// Pays reports whether the record has a payment with this code.
func (s Sancion) Pays(codigo string) bool { return carries(s.PagoCodigo, codigo) }

// PaidOtherwise is an error if the record, without the declared code, has another payment.
func (s Sancion) PaidOtherwise() error {
	switch {
	case s.PagoCodigo.Value != nil:
		return fmt.Errorf("sanction %d is already paid with the code %q; declare that code, or no payment", s.ID, *s.PagoCodigo.Value)
	case valueOf(s.Pagada.Value):
		return fmt.Errorf("sanction %d is already paid, and the service does not show with which code; declare no payment", s.ID)
	}
	return nil
}

// SancionPago records the payment of a closed sanction.
type SancionPago struct {
	PagoTipo   int64  `json:"pago_tipo"`   // payment type assigned by the administrator
	PagoCodigo string `json:"pago_codigo"` // unique transaction code
	ClienteID  *int64 `json:"cliente_id,omitempty"`
}

// SancionRequest starts a sanction (A14).
type SancionRequest struct {
	Placa         string `json:"placa"`
	TramoID       int64  `json:"tramo_id"`
	Observaciones string `json:"observaciones,omitempty"`
}

// CloseSancion closes a sanction; closing a closed one changes nothing. It returns the record in the answer; without one, ID is 0.
func (c *Client) CloseSancion(ctx context.Context, id int64, observaciones string) (Sancion, error) {
	body := struct {
		Observaciones string `json:"observaciones,omitempty"`
	}{observaciones}
	env, err := c.do(ctx, call{op: opSancionCerrar, element: strconv.FormatInt(id, 10), body: body, about: audit.Subject{SancionID: id}})
	return writtenSancion(opSancionCerrar, id, env), err
}

// ListedSancion reads a sanction from the list of sanctions before a write about it. The record is empty if the list cannot be
// read. A list without it is an error.
func (c *Client) ListedSancion(ctx context.Context, id int64) (Sancion, error) {
	list, err := c.Sanciones(ctx, nil)
	held, listed := byID(list, id)
	if !listed && err == nil {
		return Sancion{}, fmt.Errorf("the list of sanctions does not show sanction %d, so check the number", id)
	}
	return held, nil
}

// PaySancion records the payment of a closed sanction, unless a record has it already: sent is false then. shown is what was
// read of the sanction in this run, and listed what the list has just shown. It is sent once. It gives the record in the answer
// as CloseSancion does, or that of the list if the answer was lost.
func (c *Client) PaySancion(ctx context.Context, id int64, pago SancionPago, shown ...Sancion) (paidAs Sancion, sent bool, err error) {
	for _, held := range shown {
		if held.Pays(pago.PagoCodigo) {
			return held, false, nil
		}
		if err := held.PaidOtherwise(); err != nil {
			return held, false, err
		}
	}
	out, err := carryOut(ctx, c, once[Sancion]{
		op: opSancionPagar, about: audit.Subject{SancionID: id, ClienteID: valueOf(pago.ClienteID)},
		send: func(ctx context.Context, tries *attempts) (Sancion, error) {
			env, err := c.do(ctx, call{op: opSancionPagar, element: strconv.FormatInt(id, 10), body: pago, tries: tries})
			return writtenSancion(opSancionPagar, id, env), err
		},
		look: func(ctx context.Context) (Sancion, bool, error) {
			list, err := c.Sanciones(ctx, nil)
			held, listed := byID(list, id)
			switch {
			case err != nil:
				return Sancion{}, false, err
			case !listed:
				return Sancion{}, false, notShown("the list of sanctions does not show sanction %d", id)
			}
			there, err := paid(held.PagoCodigo, pago.PagoCodigo)
			return held, there, err
		},
	})
	return out.Made, true, err
}

// writtenSancion reads the record of sanction id in the answer of a write. The write was accepted in any case: an answer
// without the record says nothing.
func writtenSancion(op operation, id int64, env envelope) Sancion {
	if found, err := sancionKind.one(op.name, env.data); err == nil && len(found) == 1 {
		if held, err := newSancion(found[0]); err == nil && held.ID == id {
			return held
		}
	}
	return Sancion{}
}

// Sanciones lists sanctions (A14); query goes to the service as it is.
func (c *Client) Sanciones(ctx context.Context, query url.Values) ([]Sancion, error) {
	return readPages(ctx, c, call{op: opSanciones, query: query, records: sancionKind.all}, newSancion)
}

// StartSancion starts a sanction (A14), once. The list of sanctions is read before: after a lost answer, a new one of the plate in
// the section is the started one.
func (c *Client) StartSancion(ctx context.Context, request SancionRequest) (Sancion, error) {
	if err := c.Configured(opIniciarSancion.name); err != nil {
		return Sancion{}, err
	}
	before, unread := c.Sanciones(ctx, nil)
	out, err := carryOut(ctx, c, once[Sancion]{
		op: opIniciarSancion, about: audit.Subject{Placa: request.Placa, TramoID: request.TramoID},
		made: func(about *audit.Subject, s Sancion) { about.SancionID = s.ID },
		send: func(ctx context.Context, tries *attempts) (Sancion, error) {
			return readRecord(ctx, c, call{op: opIniciarSancion, records: sancionKind.one, body: request, tries: tries}, newSancion)
		},
		look: func(ctx context.Context) (Sancion, bool, error) {
			if unread != nil {
				return Sancion{}, false, fmt.Errorf("the list of sanctions could not be read before: %s", unread.Error())
			}
			now, err := c.Sanciones(ctx, nil)
			return onlyNew(now, err, func(s Sancion) bool {
				_, existed := byID(before, s.ID)
				return !existed && request.shownBy(s)
			})
		},
	})
	return out.Made, err
}

// shownBy reports whether a record has the plate and the section that were sent.
func (r SancionRequest) shownBy(s Sancion) bool {
	placa, _ := s.Datos["placa"].(string)
	return SamePlaca(placa, r.Placa) && fmt.Sprint(s.Datos["tramo_id"]) == strconv.FormatInt(r.TramoID, 10)
}

func newSancion(r *record) (Sancion, error) {
	id := r.Own(r.Identifier(sancionKind.ids...), sancionKind.name)
	datos, lenient := r.Rest(), r.Record
	out := Sancion{ID: id, Datos: datos, Pagada: lenient.Flag("pagada"), Observaciones: lenient.Text("observaciones"),
		PagoTipo: lenient.Integer("pago_tipo"), PagoCodigo: pagoCodigo(&lenient), ClienteID: lenient.Identifier("cliente_id")}
	estado := strings.ToLower(valueOf(lenient.Text("estado").Value))
	if closed := estado == "cerrada"; closed || estado == "abierta" {
		out.Cerrada = Field[bool]{Sent: true, Value: &closed}
	}
	return checked(r, out)
}
