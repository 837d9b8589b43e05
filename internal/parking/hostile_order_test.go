package parking

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// What a service does in an unlucky order.

// unreachable is an exchange that gets no connection.
var unreachable = broken(&net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")})

// stopRun makes the breaker of c stop the run.
func stopRun(c *Client) {
	c.breaker.stop("the service cannot be reached", cutOff(false))
}

// TestLostBeforeTheEnd: a write whose answer was lost is not forgotten, whatever keeps its repeat from being sent.
func TestLostBeforeTheEnd(t *testing.T) {
	t.Parallel()
	book := func(c *Client) error {
		return errorOf(c.BookReserva(context.Background(), ReservaRequest{TramoID: 1, VehiculoID: 2, Minutos: 10}))
	}
	pay := func(c *Client) error {
		return errorOf(c.PayReserva(context.Background(), 1, ReservaPago{PagoTipo: 1, PagoCodigo: "x"}, nil))
	}
	update := func(c *Client) error { return c.UpdatePlaca(context.Background(), PlacaRequest{Placa: "A"}) }
	type row struct {
		write func(*Client) error
		then  func(c *Client, log string)
	}
	stopped := func(c *Client, _ string) { stopRun(c) }
	unrecorded := func(_ *Client, log string) { _ = os.Remove(log); _ = os.Mkdir(log, 0o700) }
	eachInBubble(t, map[string]row{
		"booking, run stopped":      {book, stopped},
		"payment, run stopped":      {pay, stopped},
		"update, run stopped":       {update, stopped},
		"booking, no log":           {book, unrecorded},
		"payment, no log":           {pay, unrecorded},
		"booking, no way to resend": {book, func(*Client, string) {}},
	}, func(t *testing.T, tt row) {
		file, log := audited(t)
		var c *Client
		writes := 0
		s := play(func(r *http.Request) (*http.Response, error) {
			switch {
			case r.Method == http.MethodGet:
				return answer(200, okData(`[{"id":1,"vehiculo_id":9,"tramo_id":9,"pago_codigo":null}]`))(r)
			case writes == 0:
				writes++
				tt.then(c, file)
				return nil, io.EOF
			}
			return unreachable(r)
		})
		c = scripted(t, s, log, func(c *Config) { c.MaxRetries = 2 })
		if err := tt.write(c); OutcomeOf(err) < Unknown || Is(err, Stopped, Unrecorded) && ErrorOf(err).Earlier == nil {
			t.Errorf("got %v with outcome %d, want that it is unknown", err, OutcomeOf(err))
		}
	})
}

// TestNobodyComesBack: a request that is not repeated does not keep its place for a repeat.
func TestNobodyComesBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := scripted(t, play(answer(429, `{"estado":"fail","error":"slow"}`, "Retry-After", "120")), func(c *Config) { c.MaxRetries = 0 })
		start := time.Now()
		for i := range 12 {
			expectIs(t, errorOf(c.Vehiculo(t.Context(), int64(i+1))), Throttled)
		}
		equal(t, "the time", time.Since(start), 0)
	})
}
