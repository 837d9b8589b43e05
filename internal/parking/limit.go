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
	// After a fall the limit stays for patience successes or patienceTime, or for patienceRounds successes of each place. To try
	// a higher one may cost a request the second or more that the service asks it to wait, and one in 64 is few. A run of few
	// places tries sooner, since other runs may have ended.
	patience, patienceTime, patienceRounds = 64, 20 * time.Second, 16
	// A run of at most fewPlaces leaves one unused after a fall, for spareRounds rounds, so that a waiting run finds it.
	fewPlaces, spareRounds = 5, 4
)

// pauses bound the first, the second and each later wait for the only place: the backoff, doubled so often.
var pauses = [...]int{1, 3, 5}

// limiter limits the requests in flight and finds the limit by itself. It grows by two with every success until the
// service first asks to slow down. Each time it does, the limit falls by a fifth, and at least to what was not turned
// away. Then it stays for a while, and grows by one per round of successes. It is never above the ceiling.
//
// Where more runs share a service than it allows requests, each has its turn. A run whose only place is turned away pauses,
// instead of asking with each of its requests. A run with one place also pauses when a second is turned away, because others
// may wait for the first. A run with a few places leaves one unused for a while.
//
// Libraries were considered: failsafe-go's adaptive limiter follows response times, which on this service depend on the
// operation and not on the load, and it cannot be told of a 429.
type limiter struct {
	mu       sync.Mutex
	ceiling  float64
	backoff  time.Duration
	limit    float64 // 0 during a pause
	inFlight int
	fallen   bool // at least once
	waits    int  // how often the only place was turned away, less the turns since
	// round counts the falls, and from is what the last one began at. Requests of the round before it that are turned away
	// soon after are counted in lost. Together they cause one fall, to what remains.
	round      int
	from, lost float64
	spare      bool      // one place below the limit is left unused
	calm       int       // successes since the last fall
	fell       time.Time // the last fall
	waiting    list.List // of chan int, first come, first served; repeats go to the front
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
	full := !l.free() // the limit was felt, so its size says something
	l.inFlight--
	switch {
	case l.limit < 1: // the pause ends by itself
	case overloaded(err) && ticket == l.round-1 && !l.patient():
		l.lost++
		l.limit = max(min(l.limit, l.from-l.lost), 1)
	case overloaded(err) && ticket >= l.round-1:
		l.round++
		l.fall(err)
	case err != nil || !full:
	case !l.fallen:
		l.limit = min(l.limit+2, l.ceiling)
	case l.patient():
		if l.limit >= 3 {
			l.waits = 0
		}
		l.limit = min(l.limit+1/l.limit, l.ceiling)
	}
	if err == nil {
		l.calm++
	}
	l.spare = l.spare && float64(l.calm) < spareRounds*(l.from-2) && time.Since(l.fell) < patienceTime
	l.admit()
}

// patient reports whether the limit has stayed for long enough to try a higher one. A run that had to wait for its only place
// keeps it for a whole turn, without the rounds.
func (l *limiter) patient() bool {
	return l.calm >= patience || time.Since(l.fell) > patienceTime ||
		l.waits == 0 && float64(l.calm) >= patienceRounds*l.limit
}

// fall lowers the limit. Only being asked to slow down makes a run pause: about a service that does not answer, the
// breaker decides.
func (l *limiter) fall(err error) {
	l.limit = l.places()
	second := l.limit >= 2 && l.limit < 3 && l.patient()
	l.from, l.lost = math.Floor(l.limit), 1
	l.limit = max(l.limit*afterOverload, 1)
	l.spare = l.from > 2 && l.from <= fewPlaces
	l.fallen, l.calm, l.fell = true, 0, time.Now()
	switch {
	case !throttled(err):
	case second:
		l.pause(err)
		l.waits = max(min(l.waits, len(pauses))-1, 0)
	case l.from == 1:
		l.pause(err)
		l.waits++
	}
}

func (l *limiter) pause(err error) {
	l.limit = 0
	length := askedToWait(err) + jitter(l.backoff, pauses[min(l.waits, len(pauses)-1)])
	time.AfterFunc(length, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.limit = 1
		l.admit()
	})
}

// places is how much of the limit is used.
func (l *limiter) places() float64 {
	if l.spare && l.limit >= 2 {
		return l.limit - 1
	}
	return l.limit
}

func (l *limiter) free() bool { return float64(l.inFlight+1) <= l.places() }

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
