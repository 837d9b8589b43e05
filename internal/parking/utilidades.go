package parking

import (
	"context"
	"fmt"
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
	env, err := c.do(ctx, call{op: opTipoVehiculo})
	if err != nil {
		return nil, err
	}
	records, err := newRecords(opTipoVehiculo.name, env.data)
	if err != nil {
		return nil, err
	}
	out := make([]TipoVehiculo, len(records))
	for i, r := range records {
		id, nombre, datos := r.integer("id").Value, r.text("nombre").Value, r.rest()
		if r.err != nil {
			return nil, r.err
		}
		if id == nil {
			return nil, &ContractError{Operation: r.op, Assumption: "A7", Detail: "a vehicle type has no id"}
		}
		out[i] = TipoVehiculo{ID: *id, Nombre: nombre, Datos: datos}
	}
	return out, nil
}

// FAQ reads one question. ErrNotFound when there is none.
func (c *Client) FAQ(ctx context.Context, id int64) (FAQ, error) {
	env, err := c.do(ctx, call{op: opFAQ, query: url.Values{"faq_id": {strconv.FormatInt(id, 10)}}})
	if err != nil {
		return FAQ{}, err
	}
	r, err := newRecord(opFAQ.name, env.data)
	if err != nil {
		return FAQ{}, err
	}
	answered := r.integer("id").Value
	out := FAQ{ID: id, Pregunta: r.text("pregunta").Value, Respuesta: r.text("respuesta").Value}
	if _, raw, _ := r.field("grupo"); raw != nil {
		fields, err := object(raw)
		if err != nil {
			r.refuse("grupo", err.Error())
			return FAQ{}, r.err
		}
		g := &record{op: opFAQ.name, raw: fields}
		out.Grupo = &FAQGrupo{ID: g.integer("id").Value, Nombre: g.text("nombre").Value}
		if g.err != nil {
			return FAQ{}, g.err
		}
	}
	if r.err == nil && answered != nil && *answered != id {
		return FAQ{}, &ContractError{Operation: opFAQ.name, Detail: fmt.Sprintf("question %d was asked for, and %d came", id, *answered)}
	}
	return out, r.err
}

// FAQGrupos gives the FAQ groups as they came (A14).
func (c *Client) FAQGrupos(ctx context.Context, query url.Values) (any, error) {
	return c.datos(ctx, call{op: opFAQGrupos, query: query})
}

// Informacion gives the application information as it came (A14).
func (c *Client) Informacion(ctx context.Context, query url.Values) (any, error) {
	return c.datos(ctx, call{op: opInformacion, query: query})
}
