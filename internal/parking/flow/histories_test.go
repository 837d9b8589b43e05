package flow

import (
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"
)

// TestHistories tries random histories of requests, with every way in which one ends. In none is a place lost or too many,
// does a request wait while there is a place, or stay the limit below the ceiling once everything succeeds.
func TestHistories(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long: runs without -short")
	}
	for range 100 {
		seed := rand.Uint64()
		synctest.Test(t, func(t *testing.T) {
			h := &history{T: t, Rand: rand.New(rand.NewPCG(seed, 0)), began: make(chan Ticket, 2000)}
			h.Limiter = NewLimiter([]int{1, 2, 3, 5, 8, 64}[h.IntN(6)])
			h.live()
			h.recover()
			if t.Failed() {
				t.Logf("seed %d, ceiling %d", seed, h.ceiling)
			}
		})
	}
}

// history is of one limiter.
type history struct {
	*testing.T
	*rand.Rand
	*Limiter
	began chan Ticket // of requests in flight
	rests []time.Time // ends of rests
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
		for range h.ceiling {
			h.begin(h.Context())
		}
		for range h.ceiling {
			synctest.Wait()
			h.end(0)
		}
		time.Sleep(10 * time.Minute) // longer than a rest
		for h.end(0) {
			h.check()
		}
	}
	if h.limit < h.ceiling || h.taken > 0 || h.waiting.Len() > 0 {
		h.Errorf("the limit stays at %d, with %d places taken and %d waiting", h.limit, h.taken, h.waiting.Len())
	}
}

func (h *history) begin(ctx context.Context) {
	repeat := h.IntN(2) == 0
	go func() {
		if ticket, err := h.Acquire(ctx, repeat); err == nil {
			h.began <- ticket
		}
	}()
}

// end ends one that is in flight, if there is one.
func (h *history) end(failing float64) bool {
	synctest.Wait()
	select {
	case ticket := <-h.began:
		signal, rest := Accepted, time.Duration(0)
		if h.Float64() < failing {
			signal = []Signal{Rejected, Rejected, Neither}[h.IntN(3)]
			rest = time.Duration(h.IntN(2)*h.IntN(120)) * time.Second
		}
		if rest > 0 {
			h.rests = append(h.rests, time.Now().Add(rest))
		}
		h.Release(ticket, signal, rest)
		return true
	default:
		return false
	}
}

func (h *history) check() {
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	taken := len(h.began)
	for _, end := range h.rests {
		if end.After(time.Now()) {
			taken++
		}
	}
	switch {
	case h.taken != taken, h.limit > h.ceiling, h.limit < 1, h.score < 0, h.score > mostScore, h.taken > h.ceiling,
		h.waiting.Len() > 0 && h.taken < h.limit:
		h.Fatalf("%d places are taken and %d counted, limit %d of %d, score %d, %d waiting",
			taken, h.taken, h.limit, h.ceiling, h.score, h.waiting.Len())
	}
}
