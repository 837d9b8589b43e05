package parking

import (
	"context"
	"net/url"
	"strconv"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// TipoVehiculo is a vehicle type.
type TipoVehiculo struct {
	ID     int64
	Nombre *string
	Datos  map[string]any // every other field
}

func (t TipoVehiculo) id() int64 { return t.ID }

// FAQ is a question with its answer.
type FAQ struct {
	ID                  int64
	Pregunta, Respuesta *string
	Grupo               *FAQGrupo
}

// FAQGrupo is a group of questions.
type FAQGrupo struct {
	ID     *int64
	Nombre *string
}

// TiposVehiculo lists the vehicle types (A7).
func (c *Client) TiposVehiculo(ctx context.Context) ([]TipoVehiculo, error) {
	return readPages(ctx, c, call{op: opTipoVehiculo}, newTipoVehiculo)
}

// AllTiposVehiculo is TiposVehiculo for a check that is omitted if it fails: no page is tried twice, and a failure stops no
// run. It shares its requests with look-ups.
func (c *Client) AllTiposVehiculo(ctx context.Context) ([]TipoVehiculo, error) {
	return readPages(LookUp(Unshown(ctx)), c, call{op: opTipoVehiculo, sole: true}, newTipoVehiculo)
}

func newTipoVehiculo(r *record) (TipoVehiculo, error) {
	id := r.OwnID(r.Integer("id"), "A7", "a vehicle type has no id")
	return checked(r, TipoVehiculo{ID: id, Nombre: r.Text("nombre").Value, Datos: r.Rest()})
}

// FAQ reads one question. NotFound when there is none.
func (c *Client) FAQ(ctx context.Context, id int64) (FAQ, error) {
	ask := call{op: opFAQ, query: url.Values{"faq_id": {strconv.FormatInt(id, 10)}}}
	return readRecord(ctx, c, ask, func(r *record) (FAQ, error) {
		answered := r.Integer("id").Value
		out := FAQ{ID: id, Pregunta: r.Text("pregunta").Value, Respuesta: r.Text("respuesta").Value}
		r.Within("grupo", func(g *decode.Record) {
			out.Grupo = &FAQGrupo{ID: g.Integer("id").Value, Nombre: g.Text("nombre").Value}
		})
		if r.Err() == nil && answered != nil && *answered != id {
			return FAQ{}, UnexpectedAnswer(r.op, "", "question %d was requested, but %d was returned", id, *answered)
		}
		return checked(r, out)
	})
}

// FAQGrupos gives the FAQ groups as they came (A14).
func (c *Client) FAQGrupos(ctx context.Context, query url.Values) (any, error) {
	return c.datos(ctx, call{op: opFAQGrupos, query: query})
}

// Informacion gives the application information as it came (A14).
func (c *Client) Informacion(ctx context.Context, query url.Values) (any, error) {
	return c.datos(ctx, call{op: opInformacion, query: query})
}
