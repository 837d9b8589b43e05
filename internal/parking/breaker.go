package parking

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"
)

const (
	// openAfter is how many requests in a row get no answer before those that follow wait. A service that fails now and
	// then answers some in between.
	openAfter = 5
	// A credential counts as rejected after so many HTTP 401 in a row, since one may be a mistake of the service. HTTP 403 may be
	// about the records. So after as many rejections of either kind, the client of the credential is read too, and must be
	// rejected as well. Where the same credential was accepted before, it may have expired, which only HTTP 401 says.
	rejectedAfter, expiredAfter = 3, 8
	// maxProbePause keeps a run that a dead service fails twice, in the plan and in the apply, below 20 seconds.
	maxProbePause = 2 * time.Second
	// maxTurnedAway is for how many budgets, and waits that the service asked for, a run may get nothing but requests to slow
	// down. Other runs may have all places for some minutes.
	maxTurnedAway = 3
)

// breaker stops a run that one cause fails: the credential is rejected, or the service cannot be reached or answers
// nothing. All requests of a client share it.
//
// It opens after openAfter requests without an answer. Requests wait then, and one at a time is sent as a probe, at
// growing intervals. Any answer closes it. After as many probes as a request has tries, or the budget of one, it is
// stopped: no request of the run is sent any more.
//
// failsafe-go has a circuit breaker, which was looked at first. It rejects requests while it is open. Here they wait, so
// that the run goes on once the service is back.
type breaker struct {
	retries int
	backoff time.Duration
	budget  time.Duration

	mu       sync.Mutex
	changed  chan struct{} // closed at the next change
	silent   int           // requests in a row without an answer
	rejected int           // requests in a row whose credential was rejected, since suspects counts anew
	at401    int           // those in a row of which HTTP 401 said so; 403 in between do not count
	turned   time.Time     // since when requests are only turned away; zero if they are not
	accepted bool          // the credential was accepted at least once
	answered bool          // an answer began, of anyone
	began    time.Time     // when the first request came
	tried    int           // requests that ended
	hung     time.Time     // when the first one timed out
	opened   time.Time
	last     error // of the last request without an answer
	sent     bool  // that one may have reached the service
	probing  bool
	probes   int
	next     time.Time // when the next probe may be sent
	stopped  *stop
	noWrites *stop
}

func newBreaker(config Config) *breaker {
	return &breaker{retries: config.MaxRetries, backoff: config.Backoff, changed: make(chan struct{}),
		budget: config.RequestTimeout * time.Duration(config.MaxRetries)}
}

// enter waits until a request may be sent, and reports whether it is a probe. A write whose repeat may do harm is none
// where the service gets requests and does not answer: its outcome would be unknown.
func (b *breaker) enter(ctx context.Context, r *request) (probe bool, err error) {
	op := r.op
	for {
		b.mu.Lock()
		wake := time.Until(b.opened.Add(b.budget))
		if b.open() && wake <= 0 && b.stopped == nil {
			b.stop(b.silence(), b.last)
			b.stopped.untold = true
		}
		if b.began.IsZero() {
			b.began = time.Now()
		}
		stopped, open, changed := b.stopped, b.open(), b.changed
		if open && !b.probing && (op.repeat == safe || !b.sent) {
			wake = min(wake, time.Until(b.next))
			b.probing = wake <= 0
			probe = b.probing
		}
		b.mu.Unlock()
		switch {
		case stopped != nil:
			return false, b.refused(stopped, r)
		case !open || probe:
			return probe, nil
		}
		select {
		case <-changed:
		case <-time.After(wake):
		case <-ctx.Done():
			return false, abandoned(op, false, whyEnded(ctx))
		}
	}
}

// refused is the error of a request that is not sent any more. If nobody was shown why, the first one shows it.
func (b *breaker) refused(s *stop, r *request) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s.untold && !r.unshown {
		s.untold = false
		return s.cause
	}
	return s.error(r.op)
}

// retell has the next request show why the run was stopped, if err says that: no error shows it yet.
func (b *breaker) retell(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopped != nil && ErrorOf(err).stops {
		b.stopped.untold = true
	}
}

// isOpen reports whether a request that is no probe has to wait, or is not sent at all.
func (b *breaker) isOpen() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.open() || b.stopped != nil
}

// accepts reports whether the service has accepted the credential in this run.
func (b *breaker) accepts() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.accepted
}

func (b *breaker) open() bool { return b.silent >= openAfter }

// leave learns from how a request ended, or a probe that was not sent, and gives that as it is to be shown.
func (b *breaker) leave(r *request, err error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer func() { close(b.changed); b.changed = make(chan struct{}) }()
	b.probing = b.probing && !r.probe
	b.tried++
	b.answered = b.answered || r.heard
	e, hangs, stopped := ErrorOf(err), b.hangs(r, err), b.stopped
	switch {
	case Is(err, Interrupted, Expired):
	case hangs:
		b.giveUp(r, e)
	case r.unshown && err != nil: // what stops a run must be shown
	case NoAnswer(err), e.Foreign && Is(err, Gateway, Unavailable):
		b.unanswered(r.probe, err)
	case Is(err, Unauthorized) && !r.public:
		b.silent = 0
		b.unauthorized(err)
	case Is(err, Throttled):
		b.silent, b.rejected, b.at401 = 0, 0, 0
		b.turnedAway(err)
	default:
		b.silent, b.rejected, b.at401, b.turned = 0, 0, 0, time.Time{}
		b.accepted = b.accepted || err == nil && !r.public
	}
	if b.stopped != stopped {
		return b.stopped.cause
	}
	return err
}

// hangs reports whether nothing was ever answered, and a read timed out that was sent after another request had: a wrong
// address, a proxy or a firewall lets every request wait. Only a read shows that, since the outcome of a write says more.
func (b *breaker) hangs(r *request, err error) bool {
	if b.answered || b.stopped != nil || !Is(err, Timeout) {
		return false
	}
	if b.hung.IsZero() {
		b.hung = time.Now()
	}
	return r.op.method == http.MethodGet && !r.sent.Before(b.hung)
}

// giveUp stops the run because of a read of a service that hangs.
func (b *breaker) giveUp(r *request, e *Error) {
	silent := *e
	silent.Kind, silent.Err = Silent, e
	silent.Message = fmt.Sprintf("nothing has answered: %d requests within %s, each for request_timeout (%s)",
		b.tried, Duration(time.Since(b.began).Round(time.Second)), Duration(e.Within))
	b.sent = true
	b.stop(b.silence(), &silent)
	b.stopped.untold = r.unshown
}

func (b *breaker) unanswered(probe bool, err error) {
	if b.open() && !probe {
		return // it was sent before
	}
	now := time.Now()
	b.last, b.sent = err, OutcomeOf(err) != NotSent
	b.silent++
	switch {
	case b.silent == openAfter:
		b.opened, b.next, b.probes = now, now, 0
	case b.open():
		pause := min(b.backoff<<min(b.probes, 10), maxProbePause)
		b.next = now.Add(pause - rand.N(pause/4+1)) //nolint:gosec // G404: spreads load, guards nothing. The rest is time to come back.
		b.probes++
		if b.probes > b.retries { // enter sees that the time is over
			b.stop(b.silence(), err)
		}
	}
}

func (b *breaker) turnedAway(err error) {
	if b.turned.IsZero() {
		b.turned = time.Now()
	}
	if b.retries > 0 && time.Since(b.turned) > maxTurnedAway*(b.budget+askedToWait(err)) {
		b.stop("the service rate-limits every request", err)
	}
}

func (b *breaker) silence() string {
	if b.sent {
		return "the service does not answer"
	}
	return "the service cannot be reached"
}

func (b *breaker) unauthorized(err error) {
	b.rejected++
	if ErrorOf(err).Status == http.StatusUnauthorized {
		b.at401++
	}
	if !b.accepted && b.at401 >= rejectedAfter || b.at401 >= expiredAfter {
		b.stop(credentialRejected, err)
	}
}

const credentialRejected = "the service rejects the credential"

// suspects reports whether so many requests were rejected, some of them with 403, that the credential may be rejected. It counts anew then.
func (b *breaker) suspects(err error) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.accepted || b.rejected < rejectedAfter || !Is(err, Unauthorized) || b.stopped != nil {
		return false
	}
	b.rejected = 0
	return true
}

// rejects stops the run: the credential is rejected whatever it is used for. err is shown.
func (b *breaker) rejects(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stop(credentialRejected, err)
}

func (b *breaker) stop(reason string, cause error) {
	if b.stopped == nil {
		why := *ErrorOf(cause)
		why.stops = true
		b.stopped = &stop{reason: reason, cause: &why}
	}
}

// stopWrites gives the error of a write that is not sent, and of every one after it.
func (b *breaker) stopWrites(reason string, op operation, cause error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.noWrites != nil {
		return b.noWrites.error(op)
	}
	b.noWrites = &stop{reason: reason, cause: cause}
	return &Error{Op: op.name, Kind: Unrecorded, Outcome: NotSent, Message: reason, Err: cause}
}

// stop is why no request is sent any more: the first error has the cause, and all others refer to it.
type stop struct {
	reason string
	cause  error
	untold bool // the request that stopped the run shows no error
}

func (s *stop) error(op operation) *Error {
	return &Error{Op: op.name, Kind: Stopped, Outcome: NotSent, Message: s.reason, Err: s.cause}
}
