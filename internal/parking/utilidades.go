package parking

import (
	"context"
	"net/url"
	"strconv"
)

// TipoVehiculo is a vehicle type.
type TipoVehiculo struct {
	ID     int64
	Nombre *string
	Datos  map[string]any // every other field
}

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
	return readRecords(ctx, c, call{op: opTipoVehiculo}, newTipoVehiculo)
}

// AllTiposVehiculo is TiposVehiculo for a check that is omitted if it fails: it is tried once and stops no run, and it is
// an error if the answer shows that there are more types (A7). It shares its request with look-ups.
func (c *Client) AllTiposVehiculo(ctx context.Context) ([]TipoVehiculo, error) {
	env, err := c.do(LookUp(Unshown(ctx)), call{op: opTipoVehiculo, sole: true})
	if err != nil {
		return nil, err
	}
	p, err := newPage(opTipoVehiculo.name, env)
	if err != nil {
		return nil, err
	}
	if p.last != nil && *p.last > 1 || p.total != nil && *p.total > int64(len(p.records)) {
		return nil, contractError(opTipoVehiculo.name, "A7", "it is a page of the vehicle types, not all of them")
	}
	return readEach(p.records, newTipoVehiculo)
}

func newTipoVehiculo(r *record) (TipoVehiculo, error) {
	id := r.ownID(r.integer("id"), "A7", "a vehicle type has no id")
	return checked(r, TipoVehiculo{ID: id, Nombre: r.text("nombre").Value, Datos: r.rest()})
}

// FAQ reads one question. ErrNotFound when there is none.
func (c *Client) FAQ(ctx context.Context, id int64) (FAQ, error) {
	ask := call{op: opFAQ, query: url.Values{"faq_id": {strconv.FormatInt(id, 10)}}}
	return readRecord(ctx, c, ask, func(r *record) (FAQ, error) {
		answered := r.integer("id").Value
		out := FAQ{ID: id, Pregunta: r.text("pregunta").Value, Respuesta: r.text("respuesta").Value}
		if _, raw, _ := r.field("grupo"); raw != nil {
			fields, err := object(raw)
			if err != nil {
				r.refuse("grupo", err.Error())
			}
			g := &record{op: r.op, raw: fields, err: r.err}
			out.Grupo = &FAQGrupo{ID: g.integer("id").Value, Nombre: g.text("nombre").Value}
			r.err = g.err
		}
		if r.err == nil && answered != nil && *answered != id {
			return FAQ{}, contractError(r.op, "", "question %d was requested, but %d was returned", id, *answered)
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
