package parking

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// tryAll runs do for n plates, as many at once as Terraform does. It gives the errors that say that nothing was sent because of
// another one, and how many say how a request ended.
func tryAll(n int, do func(placa string) error) (stopped []error, told int) {
	ended, places := make([]error, n), make([]int, n)
	for i := range places {
		places[i] = i
	}
	doAll(10, places, func(i int) { ended[i] = do(fmt.Sprintf("AAA%04d", i)) })
	for _, err := range ended {
		if Is(err, Stopped) {
			stopped = append(stopped, err)
		} else if err != nil {
			told++
		}
	}
	return stopped, told
}

// silent is an exchange that accepts, and never answers.
func silent(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// begins is an exchange that begins to answer, and never ends.
func begins(r *http.Request) (*http.Response, error) {
	body, w := io.Pipe()
	context.AfterFunc(r.Context(), func() { _ = w.CloseWithError(r.Context().Err()) })
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: body, Request: r}, nil
}

// TestBreakerStops: one cause that fails every request ends a run after a few, within the time of one request's retries, of two
// requests where nothing was ever answered, or of fifteen request timeouts, or of the waits that are asked for, where nothing is
// accepted. Each request that is not sent names it.
func TestBreakerStops(t *testing.T) {
	t.Parallel()
	read := func(ctx context.Context, c *Client, placa string) error { return errorOf(c.Placa(ctx, placa, Nothing)) }
	look := func(ctx context.Context, c *Client, placa string) error {
		return errorOf(c.Placa(ctx, placa, Creation))
	}
	write := func(ctx context.Context, c *Client, placa string) error {
		return errorOf(c.RegisterPlaca(ctx, PlacaRequest{Placa: placa}))
	}
	const nothing = "nothing has answered in this run (check base_url and the network): "
	const twice = 124 * time.Second // two timeouts, and the pause between
	type row struct {
		do      func(context.Context, *Client, string) error
		first   exchange // to a read before; nil for none
		service exchange
		times   int
		most    int           // requests
		within  time.Duration // 0 for any time
		lasts   time.Duration // at least
		cause   string
	}
	eachInBubble(t, map[string]row{
		"credential rejected": {do: write, service: answer(401, `{"estado":"fail","error":"No autorizado"}`), times: 150, most: 10,
			within: time.Second, cause: `rejects the credential (check credential and credential_scheme): ` +
				`registrar_placa: the service answered "No autorizado"`},
		"connection lost": {do: write, service: broken(io.ErrUnexpectedEOF), times: 150, most: 70, within: 20 * time.Second,
			cause: "the service does not answer: "},
		"no service": {do: write, service: answer(502, "<html>"), times: 150, most: 70, within: 20 * time.Second,
			cause: "the service does not answer: "},
		"denies all": {do: look, service: answer(422, `{"estado":"fail","error":"No"}`), times: 150, most: 10, within: time.Second,
			cause: `the service denies everything (check credential and base_url): placa: the service answered "No"`},
		"fails all": {do: look, service: answer(500, `{"estado":"fail","error":"No"}`), times: 150, most: 40, within: 20 * time.Second,
			cause: `the service fails every request: placa: the service answered "No"`},
		"unreachable": {do: write, service: unreachable, times: 150, most: 60, within: 20 * time.Second,
			cause: "(check base_url and the network): registrar_placa: the service could not be reached: dial tcp: connection refused"},
		"writes hang":   {do: write, service: silent, times: 150, most: 20, within: 3*time.Minute + time.Second, cause: nothing},
		"reads hang":    {do: read, service: silent, times: 150, most: 20, within: twice, cause: nothing},
		"one hangs":     {do: read, service: silent, times: 1, most: 2, within: twice},
		"answered once": {do: read, first: answer(404, `{"estado":"fail","error":"No"}`), service: silent, times: 1, most: 7, lasts: twice},
		"gateway once":  {do: read, first: answer(504, "<html>"), service: silent, times: 1, most: 12, lasts: twice},
		"answers begin": {do: read, service: begins, times: 1, most: 6, lasts: twice},
		"turned away": {do: write, service: answer(429, `{"estado":"fail","error":"x"}`, "Retry-After", "1"), times: 20, most: 18000,
			lasts: 15 * time.Minute, within: 20 * time.Minute, cause: "the service rate-limits every request: "},
		"turned away for long": {do: write, service: answer(429, `{"estado":"fail","error":"x"}`, "Retry-After", "100"), times: 1, most: 30,
			lasts: 1500 * time.Second, within: 1800 * time.Second},
	}, func(t *testing.T, tt row) {
		service := play(tt.service)
		if tt.first != nil {
			service = play(tt.first, tt.service)
		}
		c := scripted(t, service, func(c *Config) { c.MaxRetries, c.Backoff = DefaultMaxRetries, defaultBackoff })
		start := time.Now()
		if tt.first != nil {
			_ = read(t.Context(), c, "FIRST")
		}
		stopped, told := tryAll(tt.times, func(placa string) error { return tt.do(t.Context(), c, placa) })
		if told < 1 && tt.within > 0 || told > 10 || len(stopped)+told != tt.times {
			t.Errorf("%d errors tell how a request ended, %d that nothing was sent; want 1 to 10, %d in all", told, len(stopped), tt.times)
		}
		for _, err := range stopped {
			if !strings.Contains(err.Error(), tt.cause) {
				t.Fatalf("got %v, want the cause %q", err, tt.cause)
			}
		}
		if took := time.Since(start); service.count() > tt.most || took < tt.lasts || tt.within > 0 && took > tt.within {
			t.Errorf("%d requests in %s, want at most %d in %s to %s", service.count(), took, tt.most, tt.lasts, tt.within)
		}
	})
}

// TestBreakerCredential: only HTTP 401 in a row says that the credential is rejected. What is forbidden may be about the records.
func TestBreakerCredential(t *testing.T) {
	t.Parallel()
	type row struct {
		statuses string
		stops    bool
	}
	each(t, map[string]row{
		"rejected":                {"401 401 401 401 401 401 401 401", true},
		"too few":                 {"401 401 401 401 401 401 401", false},
		"forbidden":               {"403 403 403 403 403 403 403 403", false},
		"expired":                 {"200 401 401 401 401 401 401 401 401", true},
		"perhaps expired":         {"200 401 401 401 401 401 401 401", false},
		"answered in between":     {"401 401 401 401 200 401 401 401 401", false},
		"not found in between":    {"401 401 401 401 404 401 401 401 401", false},
		"rate-limited in between": {"401 401 401 401 429 401 401 401 401", false},
	}, func(t *testing.T, tt row) {
		c := scripted(t, play(func(r *http.Request) (*http.Response, error) {
			status, _ := strconv.Atoi(path.Base(r.URL.Path))
			if status == http.StatusOK {
				return answer(200, okData(`{"tipo_vehiculo_id":1}`))(r)
			}
			return answer(status, `{"estado":"fail","error":"La placa no existe"}`)(r)
		}).known())
		statuses := strings.Fields(tt.statuses)
		for i, status := range statuses {
			if err := errorOf(c.Placa(t.Context(), status, Nothing)); Is(err, Stopped) && i < len(statuses)-1 {
				t.Errorf("stopped before HTTP %s: %v", status, err)
			}
		}
		if err := errorOf(c.Placa(t.Context(), "200", Nothing)); Is(err, Stopped) != tt.stops {
			t.Errorf("stops: %t, want %t: %v", !tt.stops, tt.stops, err)
		}
	})
}

// TestBreakerStaysClosed: a service that fails now and then stops nothing, not even where it rejects the credential at times.
func TestBreakerStaysClosed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		random := rand.New(rand.NewPCG(1, 2))
		var mu sync.Mutex
		failures := []exchange{broken(io.ErrUnexpectedEOF), answer(502, "<html>"), answer(401, `{"estado":"fail","error":"No autorizado"}`)}
		c := scripted(t, play(func(r *http.Request) (*http.Response, error) {
			mu.Lock()
			n := random.IntN(10)
			mu.Unlock()
			if n < len(failures) {
				return failures[n](r)
			}
			return answer(200, okData(`{"tipo_vehiculo_id":1}`))(r)
		}), func(c *Config) { c.MaxRetries, c.Backoff = DefaultMaxRetries, defaultBackoff })
		stopped, _ := tryAll(3000, func(string) error {
			return errorOf(c.placa(t.Context(), fmt.Sprint("A", rand.N(1<<40)), Creation))
		})
		equal(t, "requests that were not sent", len(stopped), 0)
	})
}
