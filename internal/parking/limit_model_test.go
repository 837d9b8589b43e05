package parking

import (
	"context"
	"math/rand/v2"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// TestLimiterHistories tries random histories of requests, with every way in which one ends. In none is a place lost or
// too many, does a request wait while there is a place, or stay the limit below the ceiling once everything succeeds.
func TestLimiterHistories(t *testing.T) {
	t.Parallel()
	for range 100 {
		seed := rand.Uint64()
		synctest.Test(t, func(t *testing.T) {
			h := &history{T: t, Rand: rand.New(rand.NewPCG(seed, 0)), began: make(chan int, 2000)}
			h.limiter = newLimiter([]int{1, 2, 3, 5, 8, 64}[h.IntN(6)], []time.Duration{1, defaultBackoff, time.Minute}[h.IntN(3)])
			h.live()
			h.recover()
			if t.Failed() {
				t.Logf("seed %d, ceiling %.0f", seed, h.ceiling)
			}
		})
	}
}

// history is of one limiter.
type history struct {
	*testing.T
	*rand.Rand
	*limiter
	began chan int // tickets of requests in flight
}

// live begins and ends requests, at random, and cancels some that wait.
func (h *history) live() {
	failing := []float64{0.02, 0.1, 0.5, 1}[h.IntN(4)]
	for range 300 {
		switch h.IntN(5) {
		case 0, 1:
			ctx, cancel := context.WithCancel(h.Context())
			time.AfterFunc(time.Duration(h.IntN(100))*time.Second, cancel)
			h.begin(ctx)
		case 2, 3:
			h.end(failing)
		default:
			time.Sleep(time.Duration(h.IntN(1000)) * time.Duration([]int{1e6, 6e7}[h.IntN(2)]))
		}
		h.check()
	}
}

// recover ends what is in flight or waits. Then everything succeeds.
func (h *history) recover() {
	for range 1000 {
		h.end(0.3)
		time.Sleep(time.Second)
		h.check()
	}
	for range 500 {
		for range int(h.ceiling) {
			h.begin(h.Context())
		}
		for range int(h.ceiling) {
			synctest.Wait()
			h.end(0)
		}
		time.Sleep(10 * time.Minute) // longer than a pause
		for h.end(0) {
			h.check()
		}
	}
	if h.limit < h.ceiling || h.inFlight > 0 || h.waiting.Len() > 0 {
		h.Errorf("the limit stays at %.1f, with %d in flight and %d waiting", h.limit, h.inFlight, h.waiting.Len())
	}
}

func (h *history) begin(ctx context.Context) {
	repeat := h.IntN(2) == 0
	go func() {
		if ticket, err := h.acquire(ctx, repeat); err == nil {
			h.began <- ticket
		}
	}()
}

// end ends one that is in flight, if there is one.
func (h *history) end(failing float64) bool {
	synctest.Wait()
	select {
	case ticket := <-h.began:
		var err error
		if h.Float64() < failing {
			err = []error{turnedAway, turnedAway, &NotEnvelopeError{Status: http.StatusServiceUnavailable},
				&NoAnswerError{Timeout: true}, &NoAnswerError{Sent: true}, &FailError{Status: http.StatusNotFound}}[h.IntN(6)]
		}
		h.release(ticket, err)
		return true
	default:
		return false
	}
}

func (h *history) check() {
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.inFlight != len(h.began), float64(h.inFlight) > h.ceiling, h.limit > h.ceiling, h.limit > 0 && h.limit < 1,
		h.waiting.Len() > 0 && h.free():
		h.Fatalf("%d in flight of %d, limit %.1f of %.0f, %d waiting", h.inFlight, len(h.began), h.limit, h.ceiling, h.waiting.Len())
	}
}
