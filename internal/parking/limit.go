package parking

import (
	"container/list"
	"context"
	"errors"
	"math"
	"net/http"
	"sync"
	"time"
)

const (
	// firstLimit is the first limit: low enough not to flood a service that allows few at once, or that several runs share.
	firstLimit = 4
	// afterOverload is the part of the limit that remains when the service is overloaded.
	afterOverload = 0.8
	// patience is for how many successes, or how long, the limit then stays. Each try of a higher one may cost a request the
	// second or more that the service asks it to wait, and one in 64 is few. The time is for a run with few places.
	patience, patienceTime = 64, 20 * time.Second
	// A pause lasts up to 2 to the power of so many times the backoff: it is short while no other run is known.
	shortPause, longPause = 1, 5
)

// limiter limits the requests in flight and finds the limit by itself. It grows by two with every success until the
// service first asks to slow down. Each time it does, the limit falls by a fifth, and at least to what was not turned
// away. Then it stays for a while, and grows by one per round of successes. It is never above the ceiling.
//
// Where more runs share a service than it allows requests, each has its turn: a run whose only place is turned away
// pauses, instead of asking with each of its requests. So does one with a single place that tried a second, since the
// others may wait for the first.
//
// Libraries were considered: failsafe-go's adaptive limiter follows response times, which on this service depend on the
// operation and not on the load, and it cannot be told of a 429.
type limiter struct {
	mu        sync.Mutex
	ceiling   float64
	backoff   time.Duration
	limit     float64 // 0 during a pause
	inFlight  int
	throttled bool // the service has asked to slow down at least once
	contended bool // a pause was not long enough
	// round numbers the falls. Requests that were sent before the last fall, from the limit from, and are turned away too,
	// count as lost: the limit does not fall for each of them, but to what remains.
	round      int
	from, lost float64
	calm       int       // successes since the last fall
	fell       time.Time // the last fall
	waiting    list.List // of chan int, first come first served, repeats before all others
}

func newLimiter(ceiling int, backoff time.Duration) *limiter {
	return &limiter{ceiling: float64(ceiling), backoff: backoff, limit: float64(min(ceiling, firstLimit))}
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
	case l.limit < 1: // the pause ends by itself
	case overloaded(err) && ticket == l.round:
		l.round++
		l.fall(err)
	case overloaded(err) && ticket == l.round-1:
		l.lost++
		l.limit = max(min(l.limit, l.from-l.lost), 1)
	case err != nil || !full:
	case !l.throttled:
		l.limit = min(l.limit+2, l.ceiling)
	case l.patient():
		l.limit = min(l.limit+1/l.limit, l.ceiling)
	}
	if err == nil {
		l.calm++
	}
	l.admit()
}

// patient reports whether the limit has stayed for long enough to try a higher one.
func (l *limiter) patient() bool { return l.calm >= patience || time.Since(l.fell) > patienceTime }

// fall lowers the limit. Only being asked to slow down makes a run pause: about a service that does not answer, the
// breaker decides.
func (l *limiter) fall(err error) {
	second := l.limit >= 2 && l.limit < 3 && l.patient()
	l.from, l.lost = math.Floor(l.limit), 1
	l.limit = max(l.limit*afterOverload, 1)
	l.throttled, l.calm, l.fell = true, 0, time.Now()
	switch {
	case !throttled(err):
	case l.from == 1:
		l.contended = true
		l.pause(err)
	case second:
		l.pause(err)
		l.contended = false
	}
}

func (l *limiter) pause(err error) {
	doublings := shortPause
	if l.contended {
		doublings = longPause
	}
	l.limit = 0
	time.AfterFunc(askedToWait(err)+jitter(l.backoff, doublings), func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.limit = 1
		l.admit()
	})
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
