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

// silent is an exchange that accepts, and never answers.
func silent(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// TestBreakerStops: one cause that fails every request ends a run after a few, within the time of one request's retries. Each
// request that is not sent names it.
func TestBreakerStops(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		service exchange
		most    int // requests
		within  time.Duration
		cause   string
	}{
		"credential rejected": {answer(401, `{"estado":"fail","error":"No autorizado"}`), 10, time.Second, `rejects the credential (check credential): registrar_placa: the service answered "No autorizado"`},
		"hangs":               {silent, 20, 5 * time.Second, "nothing has answered in this run: "},
		"connection lost":     {broken(io.ErrUnexpectedEOF), 10 + 60, 20 * time.Second, "the service does not answer: "},
		"no service":          {answer(502, "<html>"), 10 + 60, 20 * time.Second, "the service does not answer: "},
		"unreachable":         {unreachable, 60, 20 * time.Second, "the service cannot be reached: registrar_placa: the service could not be reached: dial tcp: connection refused"},
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
			ended := tryAll(150, func(placa string) error { return errorOf(c.RegisterPlaca(t.Context(), PlacaRequest{Placa: placa})) })
			stopped, told := split(ended)
			if told < 1 || told > 10 || stopped+told != 150 {
				t.Errorf("%d errors tell how a request ended, and %d that nothing was sent; want 1 to 10, and 150 in all", told, stopped)
			}
			for _, err := range ended {
				if Is(err, Stopped) && !strings.Contains(err.Error(), tc.cause) {
					t.Fatalf("got %v, want the cause %q", err, tc.cause)
				}
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

// TestBreakerHangs: where nothing was ever answered, reads end within two request timeouts and the pauses between.
func TestBreakerHangs(t *testing.T) {
	t.Parallel()
	begins := func(r *http.Request) (*http.Response, error) {
		body, w := io.Pipe()
		context.AfterFunc(r.Context(), func() { _ = w.CloseWithError(r.Context().Err()) })
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: body, Request: r}, nil
	}
	for name, tc := range map[string]struct {
		reads   int
		service []exchange
		stops   bool
	}{
		"one":            {1, []exchange{silent}, true},
		"many":           {150, []exchange{silent}, true},
		"answered once":  {1, []exchange{answer(404, `{"estado":"fail","error":"La placa no existe"}`), silent}, false},
		"gateway before": {1, []exchange{answer(504, "<html>"), silent}, false},
		"answers begin":  {1, []exchange{begins}, false},
	} {
		inBubble(t, name, func(t *testing.T) {
			c := scripted(t, play(tc.service...), func(c *Config) {
				c.MaxRetries, c.Backoff, c.RequestTimeout = DefaultMaxRetries, defaultBackoff, time.Minute
			})
			begun := time.Now()
			if len(tc.service) > 1 {
				_, _ = c.Placa(t.Context(), "FIRST")
			}
			stopped, told := split(tryAll(tc.reads, func(placa string) error { return errorOf(c.Placa(t.Context(), placa)) }))
			if tc.stops && told < 1 || stopped+told != tc.reads {
				t.Errorf("%d errors tell how a request ended, and %d that nothing was sent; want %d in all", told, stopped, tc.reads)
			}
			if took := time.Since(begun); (took < 124*time.Second) != tc.stops {
				t.Errorf("took %s; stops: %t", took, tc.stops)
			}
		})
	}
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
			if err := errorOf(c.Placa(t.Context(), status)); Is(err, Stopped) && i < len(statuses)-1 {
				t.Errorf("stopped before HTTP %s: %v", status, err)
			}
		}
		if err := errorOf(c.Placa(t.Context(), "200")); Is(err, Stopped) != tt.stops {
			t.Errorf("stops: %t, want %t: %v", !tt.stops, tt.stops, err)
		}
	})
}

// TestBreakerWaits: a service that comes back in time finds the run going on, and got only writes that were under way.
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
		}).known()
		c := scripted(t, service, func(c *Config) { c.MaxRetries, c.Backoff = DefaultMaxRetries, defaultBackoff })
		for i, err := range tryAll(50, func(placa string) error { return errorOf(c.RegisterPlaca(t.Context(), PlacaRequest{Placa: placa})) }) {
			if err != nil {
				t.Errorf("vehicle %d: got %v, want no error", i, err)
			}
		}
		if n := writes.Load(); n > 10 {
			t.Errorf("%d writes were sent to the dead service, want at most one of each of the 10 that began", n)
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
			return errorOf(c.placa(t.Context(), fmt.Sprint("A", rand.N(1<<40)), creation))
		}))
		if stopped > 0 {
			t.Errorf("%d requests were not sent, want none", stopped)
		}
	})
}
