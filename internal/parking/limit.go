package parking

import (
	"container/list"
	"context"
	"errors"
	"math"
	"net/http"
	"sync"
)

const (
	// firstLimit is the first limit: high enough for a few requests, low enough not to flood a service that allows few
	// at once.
	firstLimit = 8
	// afterOverload is the part of the limit that remains when the service is overloaded.
	afterOverload = 0.7
	// patience is for how many rounds of successes a limit stays just below one that was too high, before that one is
	// tried again. Each try may cost a request the second or more that the service asks it to wait.
	patience = 16
)

// limiter limits the requests in flight and finds the limit by itself. It grows by one with every success until the
// service first asks to slow down, falls by a third each time it does, and from then on grows by one per round of
// successes (additive increase, multiplicative decrease). After two falls in a row from the same number, it stays below
// that number for long, so that a service with a fixed limit rejects few requests. It is always between one and the
// ceiling.
//
// Libraries were considered: failsafe-go's adaptive limiter follows response times, which on this service depend on the
// operation and not on the load, and it cannot be told of a 429.
type limiter struct {
	mu        sync.Mutex
	ceiling   float64
	limit     float64
	inFlight  int
	throttled bool // the service has asked to slow down at least once
	// fell is the number in flight at the last fall, and edge the same number after two falls in a row from it; 0 for
	// none. One fall may be chance.
	fell, edge float64
	// round numbers the falls. The overload of a request that was sent before the last fall does not count again.
	round   int
	waiting list.List // of chan int, first come first served, repeats before all others
}

func newLimiter(ceiling int) *limiter {
	return &limiter{ceiling: float64(ceiling), limit: float64(min(ceiling, firstLimit))}
}

// acquire waits for a place. The ticket goes back with release. A repeat comes first: it has waited before, and must
// end in time however many others wait.
func (l *limiter) acquire(ctx context.Context, repeat bool) (ticket int, err error) {
	if err := whyEnded(ctx); err != nil {
		return 0, err
	}
	l.mu.Lock()
	if l.waiting.Len() == 0 && l.free() {
		defer l.mu.Unlock()
		l.inFlight++
		return l.round, nil
	}
	turn := make(chan int, 1)
	push := l.waiting.PushBack
	if repeat {
		push = l.waiting.PushFront
	}
	place := push(turn)
	l.mu.Unlock()

	select {
	case ticket := <-turn:
		return ticket, nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-turn: // it came at the same moment, and goes to the next
		l.inFlight--
		l.admit()
	default:
		l.waiting.Remove(place)
	}
	return 0, whyEnded(ctx)
}

// release returns a place and learns from how the request ended.
func (l *limiter) release(ticket int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	full := float64(l.inFlight)+1 > l.limit // the limit was felt, so its size says something
	l.inFlight--
	switch {
	case overloaded(err):
		if ticket == l.round {
			l.round++
			l.fall()
		}
	case err == nil && full && l.throttled && math.Floor(l.limit) == l.edge-1:
		l.limit = min(l.limit+1/l.limit/patience, l.ceiling)
	case err == nil && full && l.throttled:
		l.limit = min(l.limit+1/l.limit, l.ceiling)
	case err == nil && full:
		l.limit = min(l.limit+1, l.ceiling)
	}
	l.admit()
}

func (l *limiter) fall() {
	l.throttled = true
	from := math.Floor(l.limit)
	l.edge = 0
	if from == l.fell {
		l.edge = from
	}
	l.fell = from
	l.limit = max(l.limit*afterOverload, 1)
}

func (l *limiter) free() bool { return float64(l.inFlight+1) <= l.limit }

// admit lets waiting requests in while there is a place.
func (l *limiter) admit() {
	for l.free() {
		first := l.waiting.Front()
		if first == nil {
			return
		}
		turn, _ := l.waiting.Remove(first).(chan int)
		l.inFlight++
		turn <- l.round
	}
}

// overloaded: the service asks to slow down, or is too slow.
func overloaded(err error) bool {
	if noAnswer, ok := errors.AsType[*NoAnswerError](err); ok {
		return noAnswer.Timeout
	}
	status := answerOf(err).status
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}
