package parking

import (
	"context"
	"net/http"
	"strings"
	"testing"
)

// What the client does with answers that no honest service gives.

// endless is a body without an end.
type endless struct {
	read   int64
	closed bool
}

func (e *endless) Read(p []byte) (int, error) {
	e.read += int64(len(p))
	return copy(p, strings.Repeat(" ", len(p))), nil
}

func (e *endless) Close() error { e.closed = true; return nil }

// TestEndlessBody: of a body that never ends, no more is read than is kept, and then the connection is let go.
func TestEndlessBody(t *testing.T) {
	t.Parallel()
	var body endless
	c := scripted(t, play(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Body: &body, Request: r}, nil
	}))
	expectError(t, errorOf(c.Placa(t.Context(), "A", Nothing)), "larger than 16 MiB")
	if body.read > 2*maxBody || !body.closed {
		t.Errorf("%d MiB were read, closed: %t", body.read>>20, body.closed)
	}
}

// everyRead are the operations that read records, each for the thing 1 or "A".
var everyRead = map[string]func(context.Context, *Client) (any, error){
	"placa":    func(ctx context.Context, c *Client) (any, error) { return c.Placa(ctx, "A", Nothing) },
	"vehiculo": func(ctx context.Context, c *Client) (any, error) { return c.Vehiculo(ctx, 1) },
	"vehiculos": func(ctx context.Context, c *Client) (any, error) {
		return c.Vehiculos(ctx, VehiculosFilter{ClienteID: 1})
	},
	"cliente": func(ctx context.Context, c *Client) (any, error) { return c.Cliente(ctx) },
	"cliente_email": func(ctx context.Context, c *Client) (any, error) {
		return c.ClienteByEmail(ctx, "a@example.com", Nothing)
	},
	"zonas_favoritas":          func(ctx context.Context, c *Client) (any, error) { return c.ZonasFavoritas(ctx, 1, Zona{}, EmptyList) },
	"tramo":                    func(ctx context.Context, c *Client) (any, error) { return c.Tramo(ctx, 1) },
	"tramos":                   func(ctx context.Context, c *Client) (any, error) { return c.Tramos(ctx) },
	"tramos_cercanos":          func(ctx context.Context, c *Client) (any, error) { return c.TramosCercanos(ctx, 0, 0, nil) },
	"tramo_precios_estacionar": func(ctx context.Context, c *Client) (any, error) { return c.TramoPrecios(ctx, 1, nil) },
	"faq":                      func(ctx context.Context, c *Client) (any, error) { return c.FAQ(ctx, 1) },
	"tipo_vehiculo":            func(ctx context.Context, c *Client) (any, error) { return c.TiposVehiculo(ctx) },
	"reservas":                 func(ctx context.Context, c *Client) (any, error) { return c.Reservas(ctx, nil) },
	"reservas_activas":         func(ctx context.Context, c *Client) (any, error) { return c.ReservasActivas(ctx, nil) },
	"sanciones":                func(ctx context.Context, c *Client) (any, error) { return c.Sanciones(ctx, nil) },
}

func withSanciones(c *Config) { c.Endpoints = Endpoints{"sanciones": "/sanciones"} }

// TestCreatedAnother: an answer to a creation that is about another thing is not taken for what was created; that is
// looked for.
func TestCreatedAnother(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	for data, want := range map[string]int64{
		`{"id":5,"cliente_id":1,"placa":"A-1"}`: 5, `{"id":5}`: 5,
		`{"id":5,"cliente_id":2,"placa":"A1"}`: 8, `{"id":5,"cliente_id":1,"placa":"B"}`: 8, `{"id":5,"cliente_id":"x"}`: 8,
		`{"id":0}`: 8, `[]`: 8,
	} {
		s := play(answer(200, okData(data)), answer(200, okData(`[{"id":8,"cliente_id":1,"placa":"A1"}]`)))
		if v, err := scripted(t, s).RegisterVehiculo(ctx, VehiculoRequest{ClienteID: 1, Placa: "A1"}); err != nil || v.ID != want {
			t.Errorf("vehicle %s: %d, %v", data, v.ID, err)
		}
	}
}
