package parking

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// tryAll runs write for n plates, as many at once as Terraform does, and gives how each ended.
func tryAll(n int, write func(placa string) error) []error {
	ended, places := make([]error, n), make([]int, n)
	for i := range places {
		places[i] = i
	}
	doAll(10, places, func(i int) { ended[i] = write(fmt.Sprintf("AAA%04d", i)) })
	return ended
}

// split counts the errors that say that nothing was sent because of another one, and the others.
func split(ended []error) (stopped, told int) {
	for _, err := range ended {
		switch {
		case Is(err, Stopped):
			stopped++
		case err != nil:
			told++
		}
	}
	return stopped, told
}

// TestBreakerStops: one cause that fails every request fails a run after a few, within the time of one request's retries.
func TestBreakerStops(t *testing.T) {
	t.Parallel()
	hang := func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	tests := map[string]struct {
		service exchange
		most    int // requests
		told    int // errors that tell more than that nothing was sent
		within  time.Duration
	}{
		"credential rejected":       {answer(401, `{"estado":"fail","error":"No autorizado"}`), 10, 10, time.Second},
		"credential rejected, page": {answer(403, "<html>"), 24, 20, time.Second},
		"hangs":                     {hang, 8 + 6, 10, 12 * time.Second},
		"connection lost":           {broken(io.ErrUnexpectedEOF), 10 + 6, 11, 20 * time.Second},
		"gateway without service":   {answer(502, "<html>"), 10 + 6, 11, 20 * time.Second},
		// What surely was not sent leaves nothing unknown. Besides the request that stopped the run, one may use up its
		// own retries at the same time.
		"unreachable": {unreachable, 10 + 6, 3, 20 * time.Second},
	}
	for name, tc := range tests {
		inBubble(t, name, func(t *testing.T) {
			service := play(tc.service)
			c := scripted(t, service, func(c *Config) {
				c.MaxRetries, c.Backoff = DefaultMaxRetries, defaultBackoff
				if name == "hangs" {
					c.RequestTimeout = time.Second
				}
			})
			begun := time.Now()
			stopped, told := split(tryAll(150, func(placa string) error { return errorOf(c.RegisterPlaca(t.Context(), PlacaRequest{Placa: placa})) }))
			if told < 1 || told > tc.told || stopped+told != 150 {
				t.Errorf("%d errors tell how a request ended, and %d that nothing was sent; want at most %d, and 150 in all", told, stopped, tc.told)
			}
			if n := service.count(); n > tc.most {
				t.Errorf("%d requests, want at most %d", n, tc.most)
			}
			if took := time.Since(begun); took > tc.within {
				t.Errorf("took %s, want at most %s", took, tc.within)
			}
		})
	}
}

// TestBreakerHangs: where nothing was ever answered, reads end within two request timeouts and the pauses between, and one error
// says how often and how long was tried, also if the read that found out shows none.
func TestBreakerHangs(t *testing.T) {
	t.Parallel()
	hang := func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	within := func(r *http.Request) (*http.Response, error) {
		body, w := io.Pipe()
		context.AfterFunc(r.Context(), func() { _ = w.CloseWithError(r.Context().Err()) })
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: body, Request: r}, nil
	}
	for name, tc := range map[string]struct {
		reads   int
		unshown bool // another read comes first, of which nobody is shown the error
		service []exchange
		told    int
		within  time.Duration
		silent  bool
	}{
		"one":            {1, false, []exchange{hang}, 1, 124 * time.Second, true},
		"many":           {150, false, []exchange{hang}, 1, 124 * time.Second, true},
		"unshown first":  {20, true, []exchange{hang}, 1, 124 * time.Second, true},
		"answered once":  {1, false, []exchange{answer(404, `{"estado":"fail","error":"La placa no existe"}`), hang}, 1, 400 * time.Second, false},
		"gateway before": {1, false, []exchange{answer(504, "<html>"), hang}, 1, 400 * time.Second, false},
		"answers begin":  {1, false, []exchange{within}, 1, 400 * time.Second, false},
	} {
		inBubble(t, name, func(t *testing.T) {
			c := scripted(t, play(tc.service...), func(c *Config) {
				c.MaxRetries, c.Backoff, c.RequestTimeout = DefaultMaxRetries, defaultBackoff, time.Minute
			})
			if len(tc.service) > 1 {
				_, _ = c.Placa(t.Context(), "FIRST")
			}
			begun := time.Now()
			if tc.unshown {
				_, _ = c.Placa(Unshown(t.Context()), "FIRST")
			}
			ended := tryAll(tc.reads, func(placa string) error { return errorOf(c.Placa(t.Context(), placa)) })
			stopped, told := split(ended)
			if told != tc.told || stopped+told != tc.reads {
				t.Errorf("%d errors tell how a request ended, and %d that nothing was sent; want %d, and %d in all", told, stopped, tc.told, tc.reads)
			}
			silent := false
			for _, err := range ended {
				silent = silent || Is(err, Silent) && strings.Contains(err.Error(), "requests within 2m") && strings.Contains(err.Error(), "request_timeout (1m")
			}
			if took := time.Since(begun); took > tc.within || silent != tc.silent {
				t.Errorf("took %s, want at most %s; said that nothing answers: %t, want %t", took, tc.within, silent, tc.silent)
			}
		})
	}
}

// TestBreakerRetells: why a run was stopped is told again by an error, if it was shown as a warning.
func TestBreakerRetells(t *testing.T) {
	t.Parallel()
	c := scripted(t, play(answer(401, `{"estado":"fail","error":"No autorizado"}`)), func(*Config) {})
	var other, err error
	for range rejectedAfter {
		other = err
		if _, err = c.Placa(t.Context(), "A"); !Is(err, Unauthorized) {
			t.Errorf("got %v, want the rejection", err)
		}
		c.Retell(other) // does not say why the run was stopped
	}
	for i, want := range []Kind{Stopped, Unauthorized, Stopped, Stopped} {
		if i == 1 || i == 3 { // the cause, and then what only refers to it
			c.Retell(err)
		}
		last := err
		if _, err = c.Placa(t.Context(), "A"); !Is(err, want) {
			t.Errorf("got %v, want the kind %d", err, want)
		}
		if i == 0 {
			err = last
		}
	}
}

// TestBreakerOfFew: where all requests wait for their repeats, one of them still probes.
func TestBreakerOfFew(t *testing.T) {
	t.Parallel()
	for range 20 { // the waits are random
		synctest.Test(t, func(t *testing.T) {
			c := scripted(t, play(broken(io.ErrUnexpectedEOF)), func(c *Config) {
				c.MaxRetries, c.Backoff = DefaultMaxRetries, defaultBackoff
			})
			begun := time.Now()
			tryAll(openAfter, func(placa string) error { return errorOf(c.Placa(t.Context(), placa)) })
			if took := time.Since(begun); took > 7600*time.Millisecond {
				t.Errorf("took %s, want the pauses of the breaker alone", took)
			}
		})
	}
}

// TestBreakerOfUnshown: a read whose failure nobody is shown waits between its probes, too.
func TestBreakerOfUnshown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := scripted(t, play(broken(io.ErrUnexpectedEOF)), func(c *Config) {
			c.MaxRetries, c.Backoff = DefaultMaxRetries, defaultBackoff
		})
		begun := time.Now()
		c.breaker.silent, c.breaker.opened = openAfter, begun
		if _, err := c.Placa(Unshown(t.Context()), "A"); err == nil || time.Since(begun) == 0 {
			t.Errorf("got %v at once, want an error after some pauses", err)
		}
	})
}

// TestBreakerStopsByTime: where the time is over before the next probe, one error still tells what the service did.
func TestBreakerStopsByTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := scripted(t, play(broken(io.ErrUnexpectedEOF)), func(c *Config) {
			c.MaxRetries, c.Backoff, c.RequestTimeout = 5, maxBackoff, 300*time.Millisecond
		})
		stopped, told := split(tryAll(150, func(placa string) error { return errorOf(c.Placa(t.Context(), placa)) }))
		if told < 1 || told > 3 || stopped+told != 150 {
			t.Errorf("%d errors tell how a request ended, and %d that nothing was sent; want 1 to 3, and 150 in all", told, stopped)
		}
	})
}

// TestBreakerShowsItsCause: a failure that nobody is shown stops no run.
func TestBreakerShowsItsCause(t *testing.T) {
	t.Parallel()
	c := scripted(t, play(answer(401, `{"estado":"fail","error":"No autorizado"}`)), func(*Config) {})
	for range rejectedAfter {
		if _, err := c.AllTiposVehiculo(t.Context()); err == nil {
			t.Error("got no error, want one")
		}
		if _, err := c.Placa(Unshown(t.Context()), "A"); err == nil {
			t.Error("got no error, want one")
		}
	}
	if _, err := c.Placa(t.Context(), "A"); !Is(err, Unauthorized) {
		t.Errorf("got %v, want the rejection itself", err)
	}
}

// TestBreakerForbidden: what is forbidden of some records stops no run, unless the client of the credential is forbidden too.
func TestBreakerForbidden(t *testing.T) {
	t.Parallel()
	forbidden := answer(403, `{"estado":"fail","error":"Prohibido"}`)
	type row struct {
		own   exchange
		stops bool
		asked int64 // requests of the own client
	}
	each(t, map[string]row{
		"shown":     {answer(200, okData(`{"id":1}`)), false, 1},
		"forbidden": {forbidden, true, 1},
		"rejected":  {answer(401, "<html>"), true, 1},
		"unknown":   {answer(404, `{"estado":"fail","error":"La ruta no existe"}`), false, 3},
	}, func(t *testing.T, tt row) {
		var asked atomic.Int64
		c := scripted(t, play(func(r *http.Request) (*http.Response, error) {
			switch r.URL.Path {
			case "/external/cliente":
				asked.Add(1)
				return tt.own(r)
			case "/external/placa/MINE":
				return answer(200, okData(`{"placa":"MINE","tipo_vehiculo_id":1}`))(r)
			}
			return forbidden(r)
		}))
		for i := range 3 * rejectedAfter {
			err := errorOf(c.Placa(t.Context(), fmt.Sprint("A", i)))
			if want := tt.stops && i >= rejectedAfter; Is(err, Stopped) != want || !want && !Is(err, Unauthorized) {
				t.Errorf("plate %d: got %v", i, err)
			}
		}
		if err := errorOf(c.Placa(t.Context(), "MINE")); Is(err, Stopped) != tt.stops {
			t.Errorf("a plate of one's own: got %v", err)
		}
		equal(t, "requests of the own client", asked.Load(), tt.asked)
	})
}

// TestBreakerMixed: of 401 and 403 in a row, three 401 stop a run by themselves, and otherwise the client of the credential decides.
func TestBreakerMixed(t *testing.T) {
	t.Parallel()
	shown, forbidden := answer(200, okData(`{"id":1}`)), answer(403, `{"estado":"fail","error":"Prohibido"}`)
	rejected := answer(401, `{"estado":"fail","error":"No autorizado"}`)
	unknown := answer(404, `{"estado":"fail","error":"La ruta no existe"}`)
	type row struct {
		statuses string
		own      exchange
		asked    int64 // requests of the own client
		stops    bool
	}
	each(t, map[string]row{
		"401 alone":               {"401 401 401", shown, 0, true},
		"too few":                 {"401 401", shown, 0, false},
		"403 alone":               {"403 403 403 403 403 403 403 403", unknown, 2, false},
		"one 401, shown":          {"403 403 401", shown, 1, false},
		"one 401, forbidden":      {"403 403 401", forbidden, 1, true},
		"one 401, rejected":       {"401 403 403", rejected, 1, true},
		"one 401, unknown":        {"403 403 401", unknown, 1, false},
		"three 401, unknown":      {"403 401 403 401 403 401", unknown, 1, true},
		"expired":                 {"200 401 401 401 401 401 401 401 401", shown, 0, true},
		"perhaps expired":         {"200 401 401 401 401 401 401 401 403 403", shown, 0, false},
		"answered in between":     {"401 401 200 401 401", shown, 0, false},
		"not found in between":    {"401 401 404 401 401", shown, 0, false},
		"rate-limited in between": {"401 401 429 401 401", shown, 0, false},
	}, func(t *testing.T, tt row) {
		var asked atomic.Int64
		c := scripted(t, play(func(r *http.Request) (*http.Response, error) {
			if r.URL.Path == "/external/cliente" {
				asked.Add(1)
				return tt.own(r)
			}
			status, _ := strconv.Atoi(path.Base(r.URL.Path))
			if status == http.StatusOK {
				return answer(200, okData(`{"tipo_vehiculo_id":1}`))(r)
			}
			return answer(status, `{"estado":"fail","error":"La placa no existe"}`)(r)
		}))
		for _, status := range strings.Fields(tt.statuses) {
			if err := errorOf(c.Placa(t.Context(), status)); Is(err, Stopped) {
				t.Errorf("stopped before HTTP %s: %v", status, err)
			}
		}
		if err := errorOf(c.Placa(t.Context(), "200")); Is(err, Stopped) != tt.stops {
			t.Errorf("stops: %t, want %t: %v", !tt.stops, tt.stops, err)
		}
		equal(t, "requests of the own client", asked.Load(), tt.asked)
	})
}

// TestBreakerWaits: a service that comes back in time finds the run going on, and gets no write meanwhile whose outcome
// would be unknown.
func TestBreakerWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		back := time.Now().Add(4 * time.Second)
		var writes atomic.Int64
		service := play(func(r *http.Request) (*http.Response, error) {
			if time.Now().After(back) {
				if r.Method == http.MethodGet {
					return answer(404, `{"estado":"fail","error":"La placa no existe"}`)(r)
				}
				return answer(200, okData(`"Registrada"`))(r)
			}
			if r.Method != http.MethodGet {
				writes.Add(1)
			}
			return nil, io.ErrUnexpectedEOF
		})
		c := scripted(t, service, func(c *Config) { c.MaxRetries, c.Backoff = DefaultMaxRetries, defaultBackoff })
		for i, err := range tryAll(50, func(placa string) error { return errorOf(c.RegisterPlaca(t.Context(), PlacaRequest{Placa: placa})) }) {
			if err != nil {
				t.Errorf("vehicle %d: got %v, want no error", i, err)
			}
		}
		if n := writes.Load(); n > 8 {
			t.Errorf("%d writes were sent to the dead service, want at most the 8 in flight when it died", n)
		}
	})
}

// TestBreakerStaysClosed: a service that fails now and then stops nothing, not even where it rejects the credential at
// times.
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
		stopped, _ := split(tryAll(3000, func(string) error {
			return errorOf(c.placa(t.Context(), fmt.Sprint("A", rand.N(1<<40)), false))
		}))
		if stopped > 0 {
			t.Errorf("%d requests were not sent, want none", stopped)
		}
	})
}

// TestBreakerLetsGo: whoever waits for a service that is gone ends with their own time, and does not stop the others.
func TestBreakerLetsGo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := scripted(t, play(broken(io.ErrUnexpectedEOF)), func(c *Config) { c.MaxRetries, c.Backoff = DefaultMaxRetries, maxBackoff })
		for range openAfter {
			_ = c.breaker.leave(&request{call: call{op: opPlaca}}, cutOff(true))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := c.do(ctx, call{op: opRegistrarPlaca})
		if !errors.Is(err, context.DeadlineExceeded) || OutcomeOf(err) != NotSent {
			t.Errorf("got %v, want that nothing was sent in time", err)
		}
		_ = c.breaker.leave(&request{call: call{op: opPlaca}}, nil)
		if _, err := c.do(t.Context(), call{op: opRegistrarPlaca}); OutcomeOf(err) < Unknown {
			t.Errorf("got %v, want that it was sent again once the service had answered", err)
		}
	})
}
