package parking

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"strconv"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/decode"
)

// Tramo is a street section. Nil fields were left out by the service.
type Tramo struct {
	ID                              int64
	Nombre, Direccion               *string
	Latitud, Longitud               *float64       // degrees
	Libres, LibresCoche, LibresMoto *int64         // free places: all, for cars, for motorcycles
	Datos                           map[string]any // every other field
}

func (t Tramo) id() int64 { return t.ID }

var tramoKind = kind{name: "section", ids: []string{"id", "tramo_id"},
	signs: []string{"direccion", "libres", "librescoche", "libresmoto"}}

// Tramo reads a section by the path form, with current counters.
func (c *Client) Tramo(ctx context.Context, id int64) (Tramo, error) {
	tramo, err := readRecord(ctx, c, call{op: opTramo, element: fmt.Sprint(id)}, newTramo)
	if err == nil && tramo.ID != id {
		return Tramo{}, UnexpectedAnswer(opTramo.name, "", "section %d was requested, but %d was returned", id, tramo.ID)
	}
	return tramo, err
}

// Tramos reads the whole catalogue: slow (some 10 s), with stale counters.
func (c *Client) Tramos(ctx context.Context) ([]Tramo, error) {
	return readPages(ctx, c, call{op: opTramos, records: tramoKind.all}, newTramo)
}

// TramosCercanos lists sections near a point in degrees (A16). extra is sent unchanged in the query, since the
// parameters are not documented.
func (c *Client) TramosCercanos(ctx context.Context, latitud, longitud float64, extra url.Values) ([]Tramo, error) {
	query := merge(extra, url.Values{
		"latitud":  {strconv.FormatFloat(latitud, 'f', -1, 64)},
		"longitud": {strconv.FormatFloat(longitud, 'f', -1, 64)},
	})
	return readPages(ctx, c, call{op: opTramosCercanos, query: query, records: tramoKind.all}, newTramo)
}

// TramoPrecios gives the prices of a section, unchanged (A16): their shape is not documented. extra is sent unchanged in the query.
func (c *Client) TramoPrecios(ctx context.Context, tramoID int64, extra url.Values) (any, error) {
	return c.datos(ctx, call{op: opPrecios, query: merge(extra, url.Values{"tramo_id": {fmt.Sprint(tramoID)}})})
}

// datos runs a call whose answer has no documented shape.
func (c *Client) datos(ctx context.Context, call call) (any, error) {
	env, err := c.do(ctx, call)
	if err != nil {
		return nil, err
	}
	return decode.Value(env.data), nil
}

func newTramo(r *record) (Tramo, error) {
	return checked(r, Tramo{
		ID:     r.Own(r.Identifier(tramoKind.ids...), tramoKind.name),
		Nombre: r.Text("nombre").Value, Direccion: r.Text("direccion").Value, Latitud: r.Number("latitud").Value,
		Longitud: r.Number("longitud").Value, Libres: r.Integer("libres").Value,
		LibresCoche: r.Integer("librescoche").Value, LibresMoto: r.Integer("libresmoto").Value, Datos: r.Rest(),
	})
}

// merge joins two sets of query parameters; those of own win.
func merge(extra, own url.Values) url.Values {
	out := url.Values{}
	maps.Copy(out, extra)
	maps.Copy(out, own)
	return out
}

// TipoVehiculo is a vehicle type.
type TipoVehiculo struct {
	ID     int64
	Nombre *string
	Datos  map[string]any // every other field
}

func (t TipoVehiculo) id() int64 { return t.ID }

var tipoKind = kind{name: "vehicle type", ids: []string{"id", "tipo_vehiculo_id"},
	signs: []string{"nombre", "descripcion", "tipo"}, text: "nombre"}

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

// TiposVehiculo lists the vehicle types.
func (c *Client) TiposVehiculo(ctx context.Context) ([]TipoVehiculo, error) {
	return readPages(ctx, c, call{op: opTipoVehiculo, records: tipoKind.all}, newTipoVehiculo)
}

func newTipoVehiculo(r *record) (TipoVehiculo, error) {
	return checked(r, TipoVehiculo{ID: r.Own(r.Integer(tipoKind.ids...), tipoKind.name),
		Nombre: r.Text(tipoKind.signs...).Value, Datos: r.Rest()})
}

// FAQ reads one question. NotFound when there is none.
func (c *Client) FAQ(ctx context.Context, id int64) (FAQ, error) {
	faq, err := readRecord(ctx, c, call{op: opFAQ, query: url.Values{"faq_id": {fmt.Sprint(id)}}}, func(r *record) (FAQ, error) {
		out := FAQ{ID: *cmp.Or(r.Identifier("id").Value, &id), Pregunta: r.Text("pregunta").Value, Respuesta: r.Text("respuesta").Value}
		if grupo := r.Object("grupo"); grupo != nil {
			out.Grupo = &FAQGrupo{ID: grupo.Integer("id").Value, Nombre: grupo.Text("nombre").Value}
		}
		return checked(r, out)
	})
	if err == nil && faq.ID != id {
		return FAQ{}, UnexpectedAnswer(opFAQ.name, "", "question %d was requested, but %d was returned", id, faq.ID)
	}
	return faq, err
}

// FAQGrupos gives the FAQ groups as they came (A14).
func (c *Client) FAQGrupos(ctx context.Context, query url.Values) (any, error) {
	return c.datos(ctx, call{op: opFAQGrupos, query: query})
}

// Informacion gives the application information as it came (A14).
func (c *Client) Informacion(ctx context.Context, query url.Values) (any, error) {
	return c.datos(ctx, call{op: opInformacion, query: query})
}
