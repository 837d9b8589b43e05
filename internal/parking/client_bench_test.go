package parking

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const (
	placaAnswer = `{"estado":"ok","data":{"placa":"AKX0359","tipo_vehiculo_id":1,"marca":"Toyota","modelo":"Yaris","color":"Gris","electrico":0,"minusvalido":0,"exento":"0","sancionable":true}}`
	doneAnswer  = `{"estado":"ok","data":"Registrada"}`
)

// atOnce is a transport that answers without looking.
func atOnce(body string) roundTrip {
	return func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
	}
}

// measure runs a benchmark of do.
func measure(b *testing.B, name string, do func(*testing.B)) {
	b.Helper()
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			do(b)
		}
	})
}

// What one request costs the client: over a transport that costs nothing, and over HTTP on loopback, where the server's
// part is measured with it.
func BenchmarkClient(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			write(w, placaAnswer)
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		write(w, doneAnswer)
	}))
	defer server.Close()
	get := func(c *Client) error { return errorOf(c.Placa(context.Background(), "AKX0359")) }
	post := func(c *Client) error {
		return errorOf(c.RegisterPlaca(context.Background(), PlacaRequest{Placa: "AKX0359", TipoVehiculoID: 1}))
	}
	for _, c := range []struct {
		name, url string
		transport http.RoundTripper
		send      func(*Client) error
	}{
		{"in-process/get", "http://service.test", atOnce(placaAnswer), get},
		{"in-process/post", "http://service.test", atOnce(doneAnswer), post},
		{"loopback/get", server.URL, nil, get},
		{"loopback/post", server.URL, nil, post},
	} {
		made, err := New(Config{BaseURL: c.url, Credential: credential, Transport: c.transport, MaxRetries: DefaultMaxRetries})
		must(b, err)
		defer made.CloseIdle()
		measure(b, c.name, func(b *testing.B) { must(b, c.send(made)) })
		b.Run(c.name+"/parallel", func(b *testing.B) {
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if err := c.send(made); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}

func BenchmarkLimiter(b *testing.B) {
	use := func(l *limiter) error {
		ticket, err := l.acquire(context.Background(), false)
		if err == nil {
			l.release(ticket, nil)
		}
		return err
	}
	b.Run("free", func(b *testing.B) {
		b.ReportAllocs()
		l := newLimiter(DefaultMaxConcurrency)
		for b.Loop() {
			must(b, use(l))
		}
	})
	b.Run("contended", func(b *testing.B) {
		b.ReportAllocs()
		l := newLimiter(1)
		b.SetParallelism(16)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if err := use(l); err != nil {
					b.Error(err)
					return
				}
			}
		})
	})
}
