package parking

import (
	"context"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestConnectionsAreKept: requests reuse connections, and no more are opened, nor requests in flight, than
// MaxConcurrency.
func TestConnectionsAreKept(t *testing.T) {
	t.Parallel()
	const places = 4
	var inFlight, most, opened atomic.Int64
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		now := inFlight.Add(1)
		defer inFlight.Add(-1)
		for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
		}
		time.Sleep(5 * time.Millisecond)
		status := 200
		if strings.HasSuffix(r.URL.Path, "7") {
			status = 422
		}
		w.WriteHeader(status)
		write(w, okData(`{}`)+strings.Repeat(" ", 10_000))
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	c := client(t, server.URL, nil, func(c *Config) { c.MaxConcurrency = places })
	for i := range 10 {
		_, _ = c.Placa(t.Context(), fmt.Sprint(i), Nothing)
	}
	equal(t, "connections for requests one after the other", opened.Load(), 1)
	// Between two rounds all connections are idle, and all of them are kept.
	for _, calls := range []int{places, places, places, 40} {
		var wg sync.WaitGroup
		for i := range calls {
			wg.Go(func() { _, _ = c.Placa(t.Context(), fmt.Sprint(i), Nothing) })
		}
		wg.Wait()
	}
	if opened.Load() > places || most.Load() != places {
		t.Errorf("%d connections and up to %d requests at once, with %d places", opened.Load(), most.Load(), places)
	}
}

// TestCertificate: an authority must be trusted; if it is not, nothing was sent and no repeat helps.
func TestCertificate(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		write(w, okData(`{}`))
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	tries := 0
	wary := client(t, server.URL, nil, func(c *Config) {
		c.MaxRetries, c.RootCAs = 3, x509.NewCertPool()
		c.Observe = func(context.Context, Attempt) { tries++ }
	})
	err := registerPlaca(t.Context(), wary)
	if !Is(err, Lost) || OutcomeOf(err) != NotSent || tries != 1 || requests.Load() != 0 || !strings.Contains(err.Error(), "could not be reached") {
		t.Errorf("%d tries, %d requests: %v", tries, requests.Load(), err)
	}
	trusted := x509.NewCertPool()
	trusted.AddCert(server.Certificate())
	noError(t, registerPlaca(t.Context(), client(t, server.URL, nil, func(c *Config) { c.RootCAs = trusted })))
}

// TestDroppedConnections: something between that drops each connection after its first answer, without a word, costs no write, with a
// body or without. One whose own connection breaks is sent once, and its outcome is unknown. HTTP/2, which sends more again by itself, is
// not spoken even where it is offered.
func TestDroppedConnections(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]call{
		"with a body":    {op: opRegistrarPlaca, body: PlacaRequest{Placa: "A"}},
		"without a body": {op: opReservaCancelar, element: "1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			type answers struct{}
			var writes, dropped atomic.Int64
			var broken atomic.Bool
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				equal(t, "version", r.Proto, "HTTP/1.1")
				if before, _ := r.Context().Value(answers{}).(*atomic.Int64); before.Add(1) > 1 {
					dropped.Add(1)
					panic(http.ErrAbortHandler) // closes the connection
				}
				if r.Method != http.MethodGet {
					writes.Add(1)
				}
				_, _ = io.Copy(io.Discard, r.Body)
				if broken.Load() {
					panic(http.ErrAbortHandler)
				}
				_, _ = io.WriteString(w, okData(`{"placa":"W"}`))
			}))
			server.Config.ConnContext = func(ctx context.Context, _ net.Conn) context.Context {
				return context.WithValue(ctx, answers{}, new(atomic.Int64))
			}
			server.EnableHTTP2 = true
			server.StartTLS()
			t.Cleanup(server.Close)
			trusted := x509.NewCertPool()
			trusted.AddCert(server.Certificate())
			c := client(t, server.URL, nil, func(c *Config) { c.MaxRetries, c.RootCAs = 0, trusted })
			for range 2 {
				noError(t, errorOf(c.do(t.Context(), call{op: opPlaca, element: "W"})))
				noError(t, errorOf(c.do(t.Context(), write)))
			}
			equal(t, "reads over a dropped connection", dropped.Load(), 1)
			broken.Store(true)
			_, err := c.do(t.Context(), write)
			if !Is(err, Lost) || OutcomeOf(err) != Unknown || writes.Load() != 3 {
				t.Errorf("sent %d times: %v", writes.Load(), err)
			}
		})
	}
}
