package parking

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"testing"
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
	writes := map[string]func(context.Context, *Client) error{
		"book": sentOnce["book"].do, "pay": sentOnce["pay"].do, "update": updatePlaca,
	}
	for name, then := range map[string]func(c *Client, log string){
		"run stopped": func(c *Client, _ string) { stopRun(c) }, "unreachable": func(*Client, string) {},
		"no log": func(_ *Client, log string) { _ = os.Remove(log); _ = os.Mkdir(log, 0o700) },
	} {
		eachInBubble(t, writes, func(t *testing.T, write func(context.Context, *Client) error) {
			file, log := audited(t)
			var c *Client
			sent := 0
			c = scripted(t, play(func(r *http.Request) (*http.Response, error) {
				switch sent++; {
				case r.Method == http.MethodGet:
					sent--
					return answer(200, okData(`[{"id":9,"vehiculo_id":9,"tramo_id":9,"pago_codigo":null}]`))(r)
				case sent == 1:
					then(c, file)
					return nil, io.EOF
				}
				return unreachable(r)
			}), log, func(c *Config) { c.MaxRetries = 2 })
			if err := write(t.Context(), c); OutcomeOf(err) < Unknown || Is(err, Stopped, Unrecorded) && ErrorOf(err).Earlier == nil {
				t.Errorf("%s: got %v with outcome %d, want that it is unknown", name, err, OutcomeOf(err))
			}
		})
	}
}
