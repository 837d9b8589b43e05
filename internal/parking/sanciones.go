package parking

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// Sancion is a sanction. Only its identifier is documented; the other named fields are those of the embedded sandbox
// (A14). A field of another type counts as omitted, and is no error.
type Sancion struct {
	ID            int64
	Cerrada       Field[bool] // of estado: abierta or cerrada
	Pagada        Field[bool]
	Observaciones Field[string]
	PagoTipo      Field[int64]
	PagoCodigo    Field[string]
	ClienteID     Field[int64]
	Datos         map[string]any // every field but the identifier, as it came
}

func (s Sancion) id() int64 { return s.ID }

// Pays reports whether the record has a payment with this code.
func (s Sancion) Pays(codigo string) bool { return carries(s.PagoCodigo, codigo) }

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

// CloseSancion closes a sanction; closing a closed one changes nothing. It returns the record in the answer; without
// one, ID is 0.
func (c *Client) CloseSancion(ctx context.Context, id int64, observaciones string) (Sancion, error) {
	body := struct {
		Observaciones string `json:"observaciones,omitempty"`
	}{observaciones}
	env, err := c.do(ctx, call{op: opSancionCerrar, element: strconv.FormatInt(id, 10), body: body, about: audit.Subject{SancionID: id}})
	return readWritten(opSancionCerrar.name, id, env.data, func(s Sancion) Field[bool] { return s.Cerrada }), err
}

// PaySancion records a payment once: its code is unique, so the service rejects a second one, and it rejects a payment
// of an open sanction. It returns the record in the answer as CloseSancion does, or that in the list if the answer was
// lost.
func (c *Client) PaySancion(ctx context.Context, id int64, pago SancionPago) (Sancion, error) {
	out, err := carryOut(ctx, c, once[Sancion]{
		op: opSancionPagar, about: audit.Subject{SancionID: id, ClienteID: valueOf(pago.ClienteID)},
		send: func(ctx context.Context, tries *attempts) (Sancion, error) {
			env, err := c.do(ctx, call{op: opSancionPagar, element: strconv.FormatInt(id, 10), body: pago, tries: tries})
			return readWritten(opSancionPagar.name, id, env.data, func(s Sancion) Field[bool] { return s.Pagada }), err
		},
		look: func(ctx context.Context) (Sancion, bool, error) {
			list, err := c.Sanciones(ctx, nil)
			if err != nil {
				return Sancion{}, false, err
			}
			held, listed := byID(list, id)
			if !listed {
				return Sancion{}, false, notShown("the list of sanctions does not show sanction %d", id)
			}
			there, err := paid(held.PagoCodigo, pago.PagoCodigo)
			return held, there, err
		},
	})
	return out.Made, err
}

// readWritten reads the record of sanction id in the answer of a write. The write was accepted in any case: an answer
// without the record, or with the sanction as it was before, says nothing.
func readWritten(op string, id int64, data json.RawMessage, after func(Sancion) Field[bool]) Sancion {
	r, err := newRecord(op, data)
	if err != nil {
		return Sancion{}
	}
	s, err := newSancion(r)
	if done := after(s).Value; err != nil || s.ID != id || done != nil && !*done {
		return Sancion{}
	}
	return s
}

// Sanciones lists sanctions (A14); query goes to the service as it is.
func (c *Client) Sanciones(ctx context.Context, query url.Values) ([]Sancion, error) {
	return readPages(ctx, c, call{op: opSanciones, query: query}, newSancion)
}

// SancionStartable gives the error with which StartSancion would end without sending anything, such as NoEndpoint.
func (c *Client) SancionStartable() error {
	_, err := c.located(opIniciarSancion)
	return err
}

// StartSancion starts a sanction (A14). It is sent once and never again, since a sanction cannot be undone. If the list
// of sanctions can be read, it is read before: after a lost answer, a new one of the plate in the section is the
// started one. Two starts for one plate and section run one after the other, so that neither takes the other's.
func (c *Client) StartSancion(ctx context.Context, request SancionRequest) (Sancion, error) {
	op, err := c.located(opIniciarSancion)
	if err != nil {
		return Sancion{}, err
	}
	unlock, err := c.turns.lock(ctx, fmt.Sprintf("sancion %d %s", request.TramoID, BarePlaca(request.Placa)))
	if err != nil {
		return Sancion{}, abandoned(op, false, err)
	}
	defer unlock()
	before, err := c.Sanciones(ctx, nil)
	if err != nil && !Is(err, NoEndpoint) && !Is(err, NotFound) {
		return Sancion{}, Unread("the sanctions could not be read", err)
	}
	out, err := carryOut(ctx, c, once[Sancion]{
		op: op, about: audit.Subject{Placa: request.Placa, TramoID: request.TramoID},
		made: func(s Sancion) audit.Subject { return audit.Subject{SancionID: s.ID} },
		send: func(ctx context.Context, tries *attempts) (Sancion, error) {
			return readRecord(ctx, c, call{op: op, body: request, tries: tries}, newSancion)
		},
		look: func(ctx context.Context) (Sancion, bool, error) {
			now, err := c.Sanciones(ctx, nil)
			if err != nil && !Is(err, NotFound) { // that there is nothing to list is an answer too
				return Sancion{}, false, err
			}
			fresh := slices.DeleteFunc(now, func(s Sancion) bool {
				_, old := byID(before, s.ID)
				return old || s.elsewhere(request)
			})
			switch {
			case len(fresh) == 0:
				return Sancion{}, false, nil
			case len(fresh) == 1 && fresh[0].hasPlace():
				return fresh[0], true, nil
			}
			return Sancion{}, false, inconclusive("%d sanctions are new, and any of them may be that of plate %s in section %d",
				len(fresh), request.Placa, request.TramoID)
		},
	})
	return out.Made, err
}

// elsewhere: the record has another plate or section.
func (s Sancion) elsewhere(request SancionRequest) bool {
	return s.Another(Sancion{Datos: map[string]any{"placa": request.Placa, "tramo_id": request.TramoID}})
}

// Another reports whether both records have a plate, and not the same one, or both a section.
func (s Sancion) Another(o Sancion) bool {
	placa, tramo := s.place()
	otherPlaca, otherTramo := o.place()
	return placa != nil && otherPlaca != nil && !SamePlaca(*placa, *otherPlaca) ||
		tramo != nil && otherTramo != nil && *tramo != *otherTramo
}

func (s Sancion) hasPlace() bool {
	placa, tramo := s.place()
	return placa != nil && tramo != nil
}

func (s Sancion) place() (placa *string, tramo *int64) {
	if text, is := s.Datos["placa"].(string); is {
		placa = &text
	}
	if id, err := strconv.ParseInt(fmt.Sprint(s.Datos["tramo_id"]), 10, 64); err == nil {
		tramo = &id
	}
	return placa, tramo
}

func newSancion(r *record) (Sancion, error) {
	id := r.OwnID(r.Identifier("id", "sancion_id"), "A14", "a sanction record has neither id nor sancion_id")
	datos := r.Rest()
	lenient := r.Lenient()
	out := Sancion{ID: id, Datos: datos, Pagada: lenient.Flag("pagada"), Observaciones: lenient.Text("observaciones"),
		PagoTipo: lenient.Integer("pago_tipo"), PagoCodigo: lenient.Code("pago_codigo"), ClienteID: lenient.Identifier("cliente_id")}
	if estado := lenient.Text("estado").Value; estado != nil {
		closed := strings.EqualFold(*estado, "cerrada")
		if closed || strings.EqualFold(*estado, "abierta") {
			out.Cerrada = Field[bool]{Sent: true, Value: &closed}
		}
	}
	return checked(r, out)
}
