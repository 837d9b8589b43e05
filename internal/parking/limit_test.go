package parking

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/flow"
)

var turnedAway = answer(http.StatusTooManyRequests, `{"estado":"fail","error":"demasiadas"}`, "Retry-After", "1")

// capacity is a transport of a service that takes a while for each request and turns away whatever exceeds places at once,
// and a part of the requests at random.
type capacity struct {
	places  int64 // 0 for any number
	random  float64
	latency time.Duration
	inside  atomic.Int64
	turned  atomic.Int64
}

func (s *capacity) RoundTrip(r *http.Request) (*http.Response, error) {
	time.Sleep(time.Millisecond/2 + rand.N(time.Millisecond)) // the network
	defer time.Sleep(time.Millisecond/2 + rand.N(time.Millisecond))
	defer s.inside.Add(-1)
	if n := s.inside.Add(1); s.places > 0 && n > s.places || rand.Float64() < s.random {
		s.turned.Add(1)
		return turnedAway(r)
	}
	time.Sleep(s.latency*8/10 + rand.N(s.latency*4/10+1))
	return answer(http.StatusOK, okData(`{"placa":"`+path.Base(r.URL.Path)+`"}`))(r)
}

// readPlates reads so many different plates at once, since reads of one plate are one request.
func readPlates(t *testing.T, c *Client, n int) {
	t.Helper()
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() { noError(t, errorOf(c.Placa(t.Context(), fmt.Sprint("P", i)))) })
	}
	wait.Wait()
}

// TestClientsShareAService: of clients that share a service none fails, though some get no place for minutes, and together
// they use nearly all of it. The median of some times counts; of one, under the race detector, only that none fails.
func TestClientsShareAService(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long: runs without -short")
	}
	for name, tt := range map[string]struct {
		clients  int
		places   int64
		latency  time.Duration
		requests int // so many that the beginning, when they look for their share, counts for little
	}{
		"5 share 16":        {5, 16, 200 * time.Millisecond, 4000},
		"8 share 4":         {8, 4, 200 * time.Millisecond, 1000},
		"8 share 4, slow":   {8, 4, 2 * time.Second, 1000},
		"20 share 20, slow": {20, 20, 2 * time.Second, 2000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var totals []float64
			for range sharings {
				synctest.Test(t, func(t *testing.T) {
					service := &capacity{places: tt.places, latency: tt.latency}
					start := time.Now()
					var all sync.WaitGroup
					for i := range tt.clients {
						c := client(t, "http://service.test", service, func(c *Config) { c.MaxRetries, c.Backoff = DefaultMaxRetries, 0 })
						all.Go(func() {
							time.Sleep(time.Duration(i) * 400 * time.Millisecond) // nobody starts at the same moment
							readPlates(t, c, tt.requests/tt.clients)
						})
					}
					all.Wait()
					floor := time.Duration(tt.requests) * tt.latency / time.Duration(tt.places)
					totals = append(totals, time.Since(start).Seconds()/floor.Seconds())
				})
			}
			slices.Sort(totals)
			t.Logf("took %.2f to %.2f of the latency limit", totals[0], totals[sharings-1])
			if middle := sharings / 2; middle > 0 && totals[middle] > 1.35 {
				t.Errorf("took %.2f of the latency limit, want at most 1.35", totals[middle])
			}
		})
	}
}

// TestTurnedAwayAtRandom: a tenth of the requests that is turned away whatever the load fails none and costs its own waits.
// The bar is twice the time without them, and what the service asks to wait, spread over the places and for one request.
func TestTurnedAwayAtRandom(t *testing.T) {
	t.Parallel()
	for _, latency := range []time.Duration{0, 200 * time.Millisecond, 2 * time.Second} {
		inBubble(t, latency.String(), func(t *testing.T) {
			const requests = 1000
			took := func(service *capacity) time.Duration {
				c := client(t, "http://service.test", service, func(c *Config) { c.MaxRetries, c.Backoff, c.RequestTimeout = 1, 0, 5*time.Second })
				start := time.Now()
				readPlates(t, c, requests)
				return time.Since(start)
			}
			honest := took(&capacity{latency: latency})
			service := &capacity{latency: latency, random: 0.1}
			got := took(service)
			bar := 2*honest + time.Duration(service.turned.Load())*time.Second/DefaultMaxConcurrency + 5*time.Second
			t.Logf("took %s of %s", got, bar)
			if got > bar {
				t.Errorf("took %s, want at most %s", got, bar)
			}
		})
	}
}

// TestPlaceRests: while a request waits as long as the service asks, its place is not given to another, and no other place
// stays empty. Other failures give it back at once.
func TestPlaceRests(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		first  exchange
		places int
		want   time.Duration // until the other request is answered
	}{
		"the only place": {turnedAway, 1, time.Second},
		"of two places":  {turnedAway, 2, 0},
		"another reason": {broken(io.ErrUnexpectedEOF), 1, 0},
	} {
		inBubble(t, name, func(t *testing.T) {
			s := play(tt.first, answer(200, okData(`{"placa":"A"}`)))
			c := scripted(t, s, func(c *Config) { c.MaxRetries, c.MaxConcurrency = 1, tt.places })
			start := time.Now()
			var all sync.WaitGroup
			all.Go(func() { noError(t, closeFine(t.Context(), c)) })
			synctest.Wait()
			noError(t, errorOf(c.Placa(t.Context(), "A")))
			equal(t, "the other request took", time.Since(start).Truncate(100*time.Millisecond), tt.want)
			all.Wait()
		})
	}
}

// TestSignalOf: what shows load, and what shows that there is none.
func TestSignalOf(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err  error
		want flow.Signal
	}{
		"none":           {nil, flow.Accepted},
		"not found":      {failAt(404), flow.Accepted},
		"fail at 200":    {failAt(200), flow.Accepted},
		"429":            {failAt(429), flow.Rejected},
		"429, page":      {pageAt(429), flow.Rejected},
		"503":            {failAt(503), flow.Rejected},
		"503, page":      {pageAt(503), flow.Rejected},
		"timeout":        {tookTooLong(true), flow.Rejected},
		"lost":           {cutOff(true), flow.Neither},
		"500":            {failAt(500), flow.Neither},
		"page at 404":    {pageAt(404), flow.Neither},
		"not in service": {errors.New("the address cannot be built"), flow.Neither},
	} {
		equal(t, name, signalOf(tt.err), tt.want)
	}
}
