package parking

import (
	"context"
	"net/http"
	"testing"
)

// TestBareNotFound: a 404 that names nothing proves that a thing does not exist only if the service showed another one of its
// kind, or shows the client of the credential, which is asked for once.
func TestBareNotFound(t *testing.T) {
	t.Parallel()
	missing := answer(404, `{"estado":"fail","error":"No encontrado"}`)
	other := answer(404, `{"estado":"fail","error":"El cliente no existe"}`)
	cliente, placa := answer(200, okData(`{"id":1}`)), answer(200, okData(`{"placa":"A","tipo_vehiculo_id":1}`))
	type row struct {
		own, bare exchange // what GET cliente and the read of plate B are answered
		before    func(context.Context, *Client) error
		want      Kind
		asked     int // requests of the own client
	}
	none := func(context.Context, *Client) error { return nil }
	each(t, map[string]row{
		"own client shown":       {cliente, missing, none, NotFound, 1},
		"own client missing":     {missing, missing, none, BareNotFound, 2},
		"credential rejected":    {answer(401, "{}"), missing, none, BareNotFound, 2},
		"credential deactivated": {other, missing, none, BareNotFound, 2},
		"client does not exist":  {cliente, other, none, Rejected, 0},
		"a plate was read":       {missing, missing, func(ctx context.Context, c *Client) error { return errorOf(c.Placa(ctx, "A")) }, NotFound, 0},
		"a client was read":      {missing, missing, func(ctx context.Context, c *Client) error { return errorOf(c.ClienteByEmail(ctx, "a@b.c")) }, NotFound, 0},
		"a vehicle was read":     {missing, missing, func(ctx context.Context, c *Client) error { return errorOf(c.Vehiculo(ctx, 1)) }, BareNotFound, 2},
	}, func(t *testing.T, tt row) {
		asked := 0
		c := scripted(t, play(func(r *http.Request) (*http.Response, error) {
			switch r.URL.Path {
			case "/external/cliente":
				asked++
				return tt.own(r)
			case "/external/placa/B", "/external/placa/C":
				return tt.bare(r)
			case "/external/placa/A":
				return placa(r)
			}
			return cliente(r)
		}))
		noError(t, tt.before(t.Context(), c))
		for _, placa := range []string{"B", "C"} {
			expectIs(t, errorOf(c.Placa(t.Context(), placa)), tt.want)
		}
		equal(t, "requests of the own client", asked, tt.asked)
	})
}
