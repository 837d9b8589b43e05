package flow

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// asked is for how long the service asks a rejected request to wait.
const asked = time.Second

// service accepts so many requests at once and rejects the others, and also some at random.
type service struct {
	places  int     // 0 for any number
	random  float64 // the part that is rejected at random
	latency func() time.Duration

	mu      sync.Mutex
	inside  int
	work    time.Duration // of the accepted requests
	waited  time.Duration // all rejected requests together
	longest time.Duration // one of them, in all
}

// serve takes one request, and reports whether it was accepted. The network takes a millisecond each way.
func (s *service) serve() bool {
	network := func() { time.Sleep(time.Millisecond/2 + rand.N(time.Millisecond)) }
	network()
	defer network()
	s.mu.Lock()
	if s.places > 0 && s.inside >= s.places || rand.Float64() < s.random {
		s.mu.Unlock()
		return false
	}
	takes := s.latency()
	s.inside++
	s.work += takes
	s.mu.Unlock()
	time.Sleep(takes)
	s.mu.Lock()
	s.inside--
	s.mu.Unlock()
	return true
}

// send sends so many requests through a limiter, as many at once as it admits, until each was accepted.
func (s *service) send(t *testing.T, l *Limiter, requests int) {
	t.Helper()
	var all sync.WaitGroup
	for range requests {
		all.Go(func() {
			for waited := time.Duration(0); ; {
				ticket, err := l.Acquire(t.Context(), waited > 0)
				if err != nil {
					t.Errorf("got %v, want a place", err)
					return
				}
				if s.serve() {
					l.Release(ticket, Accepted, 0)
					return
				}
				rest := asked + rand.N(asked/4)
				l.Release(ticket, Rejected, rest)
				waited += rest
				s.mu.Lock()
				s.waited += rest
				s.longest = max(s.longest, waited)
				s.mu.Unlock()
				time.Sleep(rest)
			}
		})
	}
	all.Wait()
}

func even(middle time.Duration) func() time.Duration {
	return func() time.Duration { return middle*8/10 + rand.N(middle*4/10+1) }
}

// heavyTail takes tenfold at p99.
func heavyTail(middle time.Duration) func() time.Duration {
	return func() time.Duration { return time.Duration(float64(middle) * math.Exp(rand.NormFloat64())) }
}

// latencies that both bars hold at. Without latency no service is ever full.
var latencies = []time.Duration{0, 200 * time.Millisecond, 2 * time.Second}

// TestRandomRejections: rejections that have nothing to do with load cost their own wait and little else. The bar is twice
// the time without them, and the waits: those of all requests, spread over the places, and the longest of one request. A
// third of rejections halves the limit now and then, which may double that; without latency it costs more than all else.
func TestRandomRejections(t *testing.T) {
	t.Parallel()
	for _, latency := range latencies {
		for random, factor := range map[float64]float64{0.1: 1, 1. / 6: 1, 1. / 3: 2} {
			if latency == 0 && factor > 1 {
				continue
			}
			for _, places := range []int{20, 64} {
				t.Run(fmt.Sprintf("%v, %.0f %%, %d places", latency, 100*random, places), func(t *testing.T) {
					t.Parallel()
					const requests = 2000
					took := func(random float64) (out time.Duration, s *service) {
						s = &service{random: random, latency: even(latency)}
						synctest.Test(t, func(t *testing.T) {
							start := time.Now()
							s.send(t, NewLimiter(places), requests)
							out = time.Since(start)
						})
						return out, s
					}
					honest, _ := took(0)
					// The median of three: in one run of 750, so many rejections follow each other that few places are left
					// for a while.
					shares := make([]float64, 3)
					for i := range shares {
						got, s := took(random)
						bar := 2*honest + s.waited/time.Duration(places) + s.longest
						shares[i] = got.Seconds() / (factor * bar.Seconds())
					}
					if slices.Sort(shares); shares[1] > 1 {
						t.Errorf("took %.2f of what it may take", shares)
					}
				})
			}
		}
	}
}

// TestRunsShareAService: runs that share a service use nearly all of it. The median of some times counts.
func TestRunsShareAService(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long: runs without -short")
	}
	const most, requests, times = 1.35, 4000, 3 // of the time that the latency makes unavoidable
	for _, latency := range latencies[1:] {
		for name, tt := range map[string]struct {
			runs, places, later int // later is how many places there are after a second
			latency             func() time.Duration
		}{
			"1 at 1":                 {runs: 1, places: 1, later: 1, latency: even(latency)},
			"1 at 32":                {runs: 1, places: 32, later: 32, latency: even(latency)},
			"2 share 8":              {runs: 2, places: 8, later: 8, latency: even(latency)},
			"5 share 16":             {runs: 5, places: 16, later: 16, latency: even(latency)},
			"5 share 16, heavy tail": {runs: 5, places: 16, later: 16, latency: heavyTail(latency)},
			"8 share 4":              {runs: 8, places: 4, later: 4, latency: even(latency)},
			"20 share 20":            {runs: 20, places: 20, later: 20, latency: even(latency)},
			"a tenth is left":        {runs: 1, places: 40, later: 4, latency: even(latency)},
		} {
			t.Run(fmt.Sprintf("%v, %s", latency, name), func(t *testing.T) {
				t.Parallel()
				var totals []float64
				for range times {
					synctest.Test(t, func(t *testing.T) {
						s := &service{places: tt.places, latency: tt.latency}
						start := time.Now()
						time.AfterFunc(time.Second, func() { s.mu.Lock(); defer s.mu.Unlock(); s.places = tt.later })
						var all sync.WaitGroup
						for i := range tt.runs {
							all.Go(func() {
								time.Sleep(time.Duration(i) * 400 * time.Millisecond) // nobody starts at the same moment
								s.send(t, NewLimiter(64), requests/tt.runs)
							})
						}
						all.Wait()
						totals = append(totals, float64(time.Since(start))*float64(tt.later)/float64(s.work))
					})
				}
				if slices.Sort(totals); totals[times/2] > most {
					t.Errorf("took %.2f of the latency limit, want at most %.2f", totals, most)
				}
			})
		}
	}
}
