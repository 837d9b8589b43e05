package parking

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var turnedAway = &FailError{Status: http.StatusTooManyRequests}

// capacity is a transport of a service that takes a while for each request and turns away whatever exceeds allowed at
// once.
type capacity struct {
	allowed atomic.Int64
	inside  atomic.Int64
	turned  atomic.Int64
	work    atomic.Int64         // nanoseconds
	latency func() time.Duration // nil for 200 ms
}

func (s *capacity) RoundTrip(r *http.Request) (*http.Response, error) {
	latency := 200 * time.Millisecond
	if s.latency != nil {
		latency = s.latency()
		time.Sleep(time.Millisecond/2 + rand.N(time.Millisecond)) // the network
		defer time.Sleep(time.Millisecond/2 + rand.N(time.Millisecond))
	}
	defer s.inside.Add(-1)
	if s.inside.Add(1) > s.allowed.Load() {
		s.turned.Add(1)
		return answer(http.StatusTooManyRequests, `{"estado":"fail","error":"demasiadas"}`, "Retry-After", "1")(r)
	}
	s.work.Add(int64(latency))
	time.Sleep(latency)
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

// A service that allows a few at once is used at nearly all of that, with few requests turned away, and none of the
// many that wait fails, however long the queue is: it lasts beyond the budget of a request. The clock is fake.
func TestLimiterSettlesNearTheCapacity(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		allowed, turned int // of 1000
		waits           int
	}{"1": {1, 80, 0}, "1, left alone": {1, 80, 5}, "4": {4, 30, 0}, "8": {8, 30, 0}, "32": {32, 60, 0}} {
		inBubble(t, name, func(t *testing.T) {
			const requests = 1000
			service := &capacity{}
			service.allowed.Store(int64(tt.allowed))
			c := client(t, "http://service.test", service, func(c *Config) { c.MaxRetries, c.Backoff, c.RequestTimeout = 1, 0, 10*time.Second })
			c.inFlight.waits = tt.waits
			start := time.Now()
			readPlates(t, c, requests)
			floor := requests * 200 * time.Millisecond / time.Duration(tt.allowed)
			if took := time.Since(start); took > floor*12/10 {
				t.Errorf("took %s, and %s is unavoidable", took, floor)
			}
			if turned := service.turned.Load(); turned > int64(tt.turned) {
				t.Errorf("got %d of %d requests turned away, want few", turned, requests)
			}
		})
	}
}

// Runs that share a service use nearly all of it, few of their requests are turned away, and none fails. The pauses are
// random, so the median of five times counts; of one, under the race detector, only that no request fails.
func TestLimitersShareAService(t *testing.T) {
	t.Parallel()
	even := func() time.Duration { return 160*time.Millisecond + rand.N(80*time.Millisecond) }
	slow := func() time.Duration { return 8 * even() }
	tail := func() time.Duration { // p99 is tenfold
		return time.Duration(float64(200*time.Millisecond) * math.Exp(rand.NormFloat64()))
	}
	for name, tt := range map[string]struct {
		runs, allowed, later int
		latency              func() time.Duration
		most                 float64 // of the requests are turned away
	}{
		"2 share 8":    {2, 8, 8, even, 0.05},
		"5 share 16":   {5, 16, 16, even, 0.05},
		"8 share 4":    {8, 4, 4, even, 0.05},
		"20 share 20":  {20, 20, 20, even, 0.05},
		"slow answers": {5, 16, 16, tail, 0.05},
		// A turn ends by time, with fewer requests.
		"8 share 4, slow":   {8, 4, 4, slow, 0.3},
		"20 share 20, slow": {20, 20, 20, slow, 0.15},
		"a tenth is left":   {1, 40, 4, even, 0.05},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var totals, shares []float64
			for range sharings {
				synctest.Test(t, func(t *testing.T) {
					reads := 8000 / tt.runs
					service := &capacity{latency: tt.latency}
					service.allowed.Store(int64(tt.allowed))
					start := time.Now()
					time.AfterFunc(time.Second, func() { service.allowed.Store(int64(tt.later)) })
					var all sync.WaitGroup
					for i := range tt.runs {
						c := client(t, "http://service.test", service, func(c *Config) { c.MaxRetries, c.Backoff = DefaultMaxRetries, 0 })
						all.Go(func() {
							time.Sleep(time.Duration(i) * 400 * time.Millisecond) // nobody starts at the same moment
							readPlates(t, c, reads)
						})
					}
					all.Wait()
					turned := float64(service.turned.Load())
					totals = append(totals, float64(time.Since(start))*float64(tt.later)/float64(service.work.Load()))
					shares = append(shares, turned/(turned+float64(reads*tt.runs)))
				})
			}
			slices.Sort(totals)
			slices.Sort(shares)
			t.Logf("took %.2f to %.2f of the latency limit, and %.1f to %.1f %% were turned away",
				totals[0], totals[sharings-1], 100*shares[0], 100*shares[sharings-1])
			if middle := sharings / 2; middle > 0 && (totals[middle] > 1.35 || shares[middle] > tt.most) {
				t.Errorf("took %.2f of the latency limit, and %.1f %% were turned away", totals[middle], 100*shares[middle])
			}
		})
	}
}

// A repeat is sent before what was never sent: with many waiting and few places, its turn would otherwise come after
// the end of its repeats.
func TestLimiterRepeatsFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := play(answer(http.StatusTooManyRequests, `{"estado":"fail","error":"demasiadas"}`, "Retry-After", "1"),
			func(r *http.Request) (*http.Response, error) {
				time.Sleep(time.Second)
				return answer(http.StatusOK, okData(`{"placa":"`+path.Base(r.URL.Path)+`"}`))(r)
			})
		c := client(t, "http://service.test", service, func(c *Config) { c.MaxRetries, c.MaxConcurrency = 1, 1 })
		var wait sync.WaitGroup
		for _, placa := range strings.Split("ABCDEFGHIJ", "") {
			wait.Go(func() {
				noError(t, errorOf(c.Placa(t.Context(), placa)))
			})
			synctest.Wait() // in this order
		}
		wait.Wait()
		var sent string
		for _, r := range service.requests {
			sent += path.Base(r.URL.Path)
		}
		if strings.LastIndex(sent, "A") > len(sent)/2 {
			t.Errorf("sent in the order %s", sent)
		}
	})
}

// One overload of many requests at once is one fall, to what was not turned away.
func TestLimiterFallsOncePerRound(t *testing.T) {
	t.Parallel()
	for turned, want := range map[int]float64{1: 8 * afterOverload, 2: 6, 5: 3, 8: 1} {
		l := newLimiter(8, defaultBackoff)
		l.limit = 8
		var tickets []int
		for range 8 {
			ticket, err := l.acquire(t.Context(), false)
			must(t, err)
			tickets = append(tickets, ticket)
		}
		for _, ticket := range tickets[:turned] {
			l.release(ticket, turnedAway)
		}
		equal(t, fmt.Sprint("the limit after ", turned), l.limit, want)
	}
}

// Requests that were sent before a fall and end long after it are one more fall, from the limit of that time.
func TestLimiterFallsAfterATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(20, defaultBackoff)
		l.limit = 10
		for range 10 {
			must(t, errorOf(l.acquire(t.Context(), false)))
		}
		l.release(0, turnedAway)
		l.limit = 20
		time.Sleep(patienceTime + 1)
		for range 9 {
			l.release(0, &NoAnswerError{Timeout: true})
		}
		equal(t, "the limit", l.limit, 20*afterOverload)
	})
}

// A run of few places that is refused one more leaves one unused for some rounds or a while, so that another run finds it. If
// its only other place is refused then, it pauses.
func TestLimiterSparesAPlace(t *testing.T) {
	t.Parallel()
	for name, then := range map[string]struct {
		err    error
		times  int
		pause  time.Duration
		places int // at the end
	}{
		"successes":    {nil, spareRounds, 0, 2},
		"too few":      {nil, spareRounds - 1, 0, 1},
		"time":         {&FailError{Status: http.StatusNotFound}, 1, patienceTime, 2},
		"too little":   {&FailError{Status: http.StatusNotFound}, 1, patienceTime - 1, 1},
		"refused, too": {turnedAway, 1, 0, 0},
	} {
		inBubble(t, name, func(t *testing.T) {
			l := newLimiter(3, defaultBackoff)
			for range 3 {
				must(t, errorOf(l.acquire(t.Context(), false)))
			}
			l.release(0, turnedAway)
			l.release(0, &FailError{Status: http.StatusNotFound})
			l.release(0, &FailError{Status: http.StatusNotFound})
			for range then.times {
				ticket, err := l.acquire(t.Context(), false)
				must(t, err)
				equal(t, "a second place is free", l.free(), false)
				time.Sleep(then.pause)
				l.release(ticket, then.err)
			}
			places := 0
			for ; l.free(); places++ {
				must(t, errorOf(l.acquire(t.Context(), false)))
			}
			equal(t, "places", places, then.places)
		})
	}
}

// A run whose only place is turned away pauses as a whole, and goes on by itself.
func TestLimiterPauses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(1, time.Nanosecond)
		ticket, err := l.acquire(t.Context(), false)
		must(t, err)
		l.release(ticket, &FailError{Status: http.StatusTooManyRequests, retryAfter: time.Second})
		start := time.Now()
		ticket, err = l.acquire(t.Context(), false)
		must(t, err)
		if took := time.Since(start); took < time.Second || took > time.Second+time.Microsecond {
			t.Errorf("the pause took %s", took)
		}
		l.release(ticket, &NoAnswerError{Timeout: true}) // no pause
		_, err = l.acquire(t.Context(), false)
		must(t, err)
		equal(t, "since then", time.Since(start).Truncate(time.Millisecond), time.Second)
	})
}

// Failures that say nothing of load leave the limit alone.
func TestLimiterKnowsOverload(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err  error
		want bool
	}{
		"429":         {turnedAway, true},
		"503":         {&NotEnvelopeError{Status: 503}, true},
		"timeout":     {&NoAnswerError{Sent: true, Timeout: true}, true},
		"lost":        {&NoAnswerError{Sent: true}, false},
		"500":         {&FailError{Status: 500}, false},
		"fail at 200": {&FailError{Status: 200}, false},
		"none":        {nil, false},
	} {
		equal(t, name, overloaded(tt.err), tt.want)
	}
}
