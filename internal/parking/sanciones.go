package parking

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

// Sancion is a sanction. Only its identifier is documented.
type Sancion struct {
	ID    int64
	Datos map[string]any // every other field, as it came
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

// CloseSancion closes a sanction; closing a closed one changes nothing.
func (c *Client) CloseSancion(ctx context.Context, id int64, observaciones string) error {
	body := struct {
		Observaciones string `json:"observaciones,omitempty"`
	}{observaciones}
	_, err := c.do(ctx, call{op: opSancionCerrar, element: strconv.FormatInt(id, 10), body: body})
	return err
}

// PaySancion records a payment, once: its code is unique, so the service refuses
// a second one. The service refuses it for an open sanction.
func (c *Client) PaySancion(ctx context.Context, id int64, pago SancionPago) error {
	return c.settle(ctx, call{op: opSancionPagar, element: strconv.FormatInt(id, 10), body: pago}, true, func(ctx context.Context) (bool, error) {
		list, err := c.Sanciones(ctx, nil)
		if err != nil {
			return false, err
		}
		at := slices.IndexFunc(list, func(s Sancion) bool { return s.ID == id })
		if at < 0 {
			return false, lookError(fmt.Sprintf("the list of sanctions does not show sanction %d", id))
		}
		return paid(list[at].Datos, pago.PagoCodigo)
	})
}

// Sanciones lists sanctions (A14); query goes to the service as it is.
func (c *Client) Sanciones(ctx context.Context, query url.Values) ([]Sancion, error) {
	op, err := endpoint(areaSanciones, "sanciones", http.MethodGet, c.endpoints.Sanciones, true)
	if err != nil {
		return nil, err
	}
	return readPages(ctx, c, call{op: op, query: query}, func(r *record) (int64, Sancion, error) {
		out, err := newSancion(r)
		return out.ID, out, err
	})
}

// StartSancion starts a sanction (A14).
func (c *Client) StartSancion(ctx context.Context, request SancionRequest) (Sancion, error) {
	op, err := endpoint(areaSanciones, "iniciar_sancion", http.MethodPost, c.endpoints.IniciarSancion, false)
	if err != nil {
		return Sancion{}, err
	}
	env, err := c.do(ctx, call{op: op, body: request})
	if err != nil {
		return Sancion{}, err
	}
	r, err := newRecord(op.name, env.data)
	if err != nil {
		return Sancion{}, err
	}
	return newSancion(r)
}

func newSancion(r *record) (Sancion, error) {
	id, datos := r.identifier("id", "sancion_id").Value, r.rest()
	if r.err != nil {
		return Sancion{}, r.err
	}
	if id == nil {
		return Sancion{}, &ContractError{Operation: r.op, Assumption: "A14", Detail: "a sanction record has neither id nor sancion_id"}
	}
	return Sancion{ID: *id, Datos: datos}, nil
}
