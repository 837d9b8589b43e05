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
	"sync/atomic"
	"testing"
	"time"
)

// served starts a server with TLS, and gives what a client needs to trust it.
func served(t *testing.T, handler http.HandlerFunc, change func(*httptest.Server)) (url string, trust func(*Config)) {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	change(server)
	server.StartTLS()
	t.Cleanup(server.Close)
	trusted := x509.NewCertPool()
	trusted.AddCert(server.Certificate())
	return server.URL, func(c *Config) { c.RootCAs = trusted }
}

// TestConnectionsAreKept: requests reuse connections, and no more are opened, nor requests in flight, than MaxConcurrency.
func TestConnectionsAreKept(t *testing.T) {
	t.Parallel()
	const places = 4
	var inFlight, most, opened atomic.Int64
	url, trust := served(t, func(w http.ResponseWriter, r *http.Request) {
		now := inFlight.Add(1)
		defer inFlight.Add(-1)
		for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
		}
		time.Sleep(5 * time.Millisecond)
		if strings.HasSuffix(r.URL.Path, "7") {
			w.WriteHeader(http.StatusUnprocessableEntity)
		}
		write(w, okData(`{}`)+strings.Repeat(" ", 10_000))
	}, func(server *httptest.Server) {
		server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				opened.Add(1)
			}
		}
	})
	c := client(t, url, nil, trust, func(c *Config) { c.MaxConcurrency = places })
	for i := range 10 {
		_, _ = c.Placa(t.Context(), fmt.Sprint(i), Nothing)
	}
	equal(t, "connections for requests one after the other", opened.Load(), 1)
	// Between two rounds all connections are idle, and all of them are kept.
	for _, calls := range []int{places, places, places, 40} {
		doAll(calls, someLinks(calls, "-"), func(placa string) { _, _ = c.Placa(t.Context(), placa, Nothing) })
	}
	if opened.Load() > places || most.Load() != places {
		t.Errorf("%d connections and up to %d requests at once, with %d places", opened.Load(), most.Load(), places)
	}
}

// TestCertificate: an authority must be trusted; if it is not, nothing was sent and no repeat helps.
func TestCertificate(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	url, trust := served(t, func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		write(w, okData(`{}`))
	}, func(*httptest.Server) {})
	tries := 0
	err := registerPlaca(t.Context(), client(t, url, nil, func(c *Config) {
		c.MaxRetries, c.RootCAs = 3, x509.NewCertPool()
		c.Observe = func(context.Context, Attempt) { tries++ }
	}))
	expectError(t, err, "could not be reached")
	if !Is(err, Lost) || OutcomeOf(err) != NotSent || tries != 1 || requests.Load() != 0 {
		t.Errorf("%d tries, %d requests: %v", tries, requests.Load(), err)
	}
	noError(t, registerPlaca(t.Context(), client(t, url, nil, trust)))
}

// TestDroppedConnections: something between that drops each connection after its first answer, without a word, costs no write, with a
// body or without. One whose own connection breaks is sent once, and its outcome is unknown. HTTP/2, which sends more again by itself, is
// not spoken even where it is offered.
func TestDroppedConnections(t *testing.T) {
	t.Parallel()
	each(t, map[string]call{
		"with a body":    {op: opRegistrarPlaca, body: PlacaRequest{Placa: "A"}},
		"without a body": {op: opReservaCancelar, element: "1"},
	}, func(t *testing.T, write call) {
		type answers struct{}
		var writes, dropped atomic.Int64
		var broken atomic.Bool
		url, trust := served(t, func(w http.ResponseWriter, r *http.Request) {
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
		}, func(server *httptest.Server) {
			server.EnableHTTP2 = true
			server.Config.ConnContext = func(ctx context.Context, _ net.Conn) context.Context {
				return context.WithValue(ctx, answers{}, new(atomic.Int64))
			}
		})
		c := client(t, url, nil, trust)
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
