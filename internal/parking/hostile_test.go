package parking

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// What the client does with answers that no honest service gives.

// soon fails the test when do takes long. It takes less than a second, and where the cost is not bounded minutes to
// hours.
func soon(t *testing.T, do func()) {
	t.Helper()
	start := time.Now()
	do()
	if took := time.Since(start); took > time.Minute {
		t.Errorf("it took %s", took)
	}
}

// TestEndlessBodies: of a body that is too large, or never ends, no more is read than is kept, packed or not, and then
// the connection is let go.
func TestEndlessBodies(t *testing.T) {
	t.Parallel()
	chunk := bytes.Repeat([]byte(" "), 64<<10)
	endless := func(w io.Writer) (sent int64) {
		for {
			n, err := w.Write(chunk)
			if sent += int64(n); err != nil {
				return sent
			}
		}
	}
	type row struct {
		body func(http.ResponseWriter) (sent int64)
		most int64 // that may leave the service, with what the system keeps underway
	}
	each(t, map[string]row{
		"endless": {func(w http.ResponseWriter) int64 { return endless(w) }, 64 << 20},
		"50 MB": {func(w http.ResponseWriter) int64 {
			w.Header().Set("Content-Length", strconv.Itoa(50<<20))
			return endless(w)
		}, 50 << 20},
		"gzip, endless": {func(w http.ResponseWriter) int64 {
			w.Header().Set("Content-Encoding", "gzip")
			packed := &packedBytes{Writer: w}
			pack := gzip.NewWriter(packed)
			for packed.err == nil {
				_, _ = pack.Write(chunk)
				_ = pack.Flush()
			}
			return packed.sent
		}, 16 << 20},
	}, func(t *testing.T, tt row) {
		left := make(chan int64, 1)
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) { left <- tt.body(w) })
		soon(t, func() {
			_, err := c.Placa(t.Context(), "A")
			if !ErrorOf(err).Foreign || !strings.Contains(err.Error(), "larger than 16 MiB") {
				t.Errorf("got %v, want that it is larger than 16 MiB", err)
			}
			if sent := <-left; sent > tt.most {
				t.Errorf("%d MiB were sent", sent>>20)
			}
		})
	})
}

// packedBytes counts what is written and keeps the error.
type packedBytes struct {
	io.Writer
	sent int64
	err  error
}

func (c *packedBytes) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.sent, c.err = c.sent+int64(n), err
	return n, err
}

// everyRead are the operations that read records, each for the thing 1 or "A".
var everyRead = map[string]func(context.Context, *Client) (any, error){
	"placa":    func(ctx context.Context, c *Client) (any, error) { return c.Placa(ctx, "A") },
	"vehiculo": func(ctx context.Context, c *Client) (any, error) { return c.Vehiculo(ctx, 1) },
	"vehiculos": func(ctx context.Context, c *Client) (any, error) {
		return c.Vehiculos(ctx, VehiculosFilter{ClienteID: 1})
	},
	"cliente":                  func(ctx context.Context, c *Client) (any, error) { return c.Cliente(ctx) },
	"cliente_email":            func(ctx context.Context, c *Client) (any, error) { return c.ClienteByEmail(ctx, "a@example.com") },
	"zonas_favoritas":          func(ctx context.Context, c *Client) (any, error) { return c.ZonasFavoritas(ctx, 1, Zona{}) },
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
		`{"id":5,"cliente_id":2,"placa":"A1"}`: 8, `{"id":5,"cliente_id":1,"placa":"B"}`: 8, `{"id":5,"cliente_id":"x"}`: 8, `{"id":0}`: 8, `[]`: 8,
	} {
		s := play(answer(200, okData(data)), answer(200, okData(`[{"id":8,"cliente_id":1,"placa":"A1"}]`)))
		if v, err := scripted(t, s).RegisterVehiculo(ctx, VehiculoRequest{ClienteID: 1, Placa: "A1"}); err != nil || v.ID != want {
			t.Errorf("vehicle %s: %d, %v", data, v.ID, err)
		}
	}
}
