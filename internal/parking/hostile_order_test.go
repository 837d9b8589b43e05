package parking

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
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
		if err := tt.write(c); OutcomeOf(err) < Unknown || Is(err, Stopped, Unrecorded, Unreachable) && ErrorOf(err).Earlier == nil {
			t.Errorf("got %v with outcome %d, want that it is unknown", err, OutcomeOf(err))
		}
	})
}

// TestPassesEnd: a list that shows something new whenever it is read is an error, and not read for ever.
func TestPassesEnd(t *testing.T) {
	t.Parallel()
	for name, each := range map[string]int{"seven new": 7, "one new": 1} {
		inBubble(t, name, func(t *testing.T) {
			newest := 1000
			s := play(func(r *http.Request) (*http.Response, error) {
				newest += each
				page := 1
				_, _ = fmt.Sscan(r.URL.Query().Get("page"), &page)
				var rows []string
				for i := range max(0, min(15, 60-15*page)) {
					rows = append(rows, fmt.Sprintf(`{"id":%d}`, newest-(page-1)*15-i))
				}
				return answer(200, fmt.Sprintf(`{"estado":"ok","data":[%s],"total":45,"current_page":%d,"last_page":3,"per_page":15}`,
					strings.Join(rows, ","), page))(r)
			})
			_, err := scripted(t, s).ReservasActivas(LookUp(t.Context()), nil)
			if !Is(err, Changing) || s.count() > 3*mostPasses {
				t.Errorf("got %v after %d requests, want that it kept changing", err, s.count())
			}
		})
	}
}

// TestFavouritesWithoutIDs: favourites without ids are listed by a service that repeats its page for the one after it.
func TestFavouritesWithoutIDs(t *testing.T) {
	t.Parallel()
	each(t, map[string]string{
		"total": `"total":20`, "all numbers": `"total":20,"current_page":1,"last_page":1,"per_page":20`, "current_page": `"current_page":1`,
	}, func(t *testing.T, numbers string) {
		var rows []string
		for i := range 20 {
			rows = append(rows, fmt.Sprintf(`{"cliente_id":7,"zona_id":%d}`, i+1))
		}
		c := scripted(t, play(answer(200, `{"estado":"ok","data":[`+strings.Join(rows, ",")+`],`+numbers+`}`)))
		list, err := c.ZonasFavoritas(t.Context(), 7, Zona{})
		noError(t, err)
		equal(t, "favourites", len(list), 20)
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
