package parking

import (
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestHTTP2: where the service offers it, all requests share one connection. When it takes few of them at once, or
// closes the connection every few requests, those that it did not take were not processed: they are sent again, without
// a look whether they were.
func TestHTTP2(t *testing.T) {
	t.Parallel()
	for _, limit := range []struct{ streams, requests int }{
		{0, 0}, // the server's defaults, far above places
		{3, 0},
		{0, 5},
	} {
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			t.Parallel()
			const places, calls = 16, 100
			var old, opened, done, looked atomic.Int64
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.ProtoMajor != 2 {
					old.Add(1)
				}
				if r.Method != http.MethodPost {
					looked.Add(1)
				} else if now := done.Add(1); limit.requests > 0 && now%int64(limit.requests) == 0 {
					w.Header().Set("Connection", "close") // sent as GOAWAY
				}
				time.Sleep(time.Millisecond)
				write(w, okData(`{"placa":"ABC1"}`))
			}))
			server.EnableHTTP2 = true
			server.Config.HTTP2 = &http.HTTP2Config{MaxConcurrentStreams: limit.streams}
			server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
				if state == http.StateNew {
					opened.Add(1)
				}
			}
			server.StartTLS()
			t.Cleanup(server.Close)
			trusted := x509.NewCertPool()
			trusted.AddCert(server.Certificate())
			c := client(t, server.URL, nil, func(c *Config) { c.MaxConcurrency, c.MaxRetries, c.RootCAs = places, 20, trusted })
			if _, err := c.Placa(t.Context(), "ABC1"); err != nil { // the first finds out what the service speaks
				t.Fatal(err)
			}
			var wg sync.WaitGroup
			for i := range calls {
				wg.Go(func() {
					if out, err := c.RegisterPlaca(t.Context(), PlacaRequest{Placa: fmt.Sprintf("ABC%d", i), TipoVehiculoID: 1}); out.Lost != nil || err != nil {
						t.Errorf("got %v, lost by %v, want a clear success", err, out.Lost)
					}
				})
			}
			wg.Wait()
			if done.Load() != calls || looked.Load() != 1 || old.Load() > 0 || limit.streams+limit.requests == 0 && opened.Load() != 1 {
				t.Errorf("%d of %d writes, %d reads, %d requests that were not HTTP/2, %d connections", done.Load(), calls, looked.Load(), old.Load(), opened.Load())
			}
		})
	}
}
