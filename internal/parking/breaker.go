package parking

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
)

const (
	// silentAfter is how many requests in a row get no answer before one that uses up its tries stops the run. A service that
	// fails now and then answers some in between.
	silentAfter = 5
	// A credential counts as rejected after so many HTTP 401 in a row, since one may be a mistake of the service. HTTP 403 may be about
	// the records.
	rejectedAfter = 8
	// maxTurnedAway is for how many request timeouts a run may get nothing but requests to slow down, or for how many of the waits that
	// the service asks for, if these are longer. Other runs may have all places for some minutes.
	maxTurnedAway = 15
)

// breaker stops a run that one cause fails: the credential is rejected, or the service cannot be reached or answers
// nothing. All requests of a client share it. Each that is refused then names the cause; those under way keep their own errors.
type breaker struct {
	config Config
	over   chan struct{} // closed once the run is stopped

	mu       sync.Mutex
	silent   int       // requests in a row without an answer
	rejected int       // requests in a row whose credential was rejected
	turned   time.Time // since when requests are only turned away; zero if they are not
	answered bool      // an answer began, of anyone
	hung     time.Time // when the first one timed out
	stopped  *Error    // what each request gets; nil while they are sent
}

// refuses gives the error of a request that is not sent, since the run was stopped.
func (b *breaker) refuses(r *request) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopped == nil {
		return nil
	}
	refused := *b.stopped
	refused.Op = r.op.name
	return &refused
}

// pause waits before a repeat, at most until the run is stopped. It is false if the caller gave up.
func (b *breaker) pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-b.over:
		return true
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

const credentialRejected = "the service rejects the credential (check credential and credential_scheme)"

// learn counts how a request ended: asked to wait, without an answer, with a rejected credential, or anything else.
func (b *breaker) learn(r *request, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := ErrorOf(err)
	b.answered = b.answered || err == nil || e.Status > 0
	if e.Kind == Interrupted || e.form != nil && e.Passing { // by the caller; and condemn says what a denial counts
		return
	}
	switch {
	case e.Kind == Throttled:
		b.silent, b.rejected = 0, 0
		b.turnedAway(err)
	case NoAnswer(err), e.Foreign && (gaveUp(e.Status) || e.Status == http.StatusServiceUnavailable):
		b.unanswered(r, err)
	case e.Kind == Unauthorized && e.Status == http.StatusUnauthorized && !r.public:
		b.silent = 0
		if b.rejected++; b.rejected >= rejectedAfter {
			b.stop(credentialRejected, err)
		}
	default:
		b.silent, b.rejected, b.turned = 0, 0, time.Time{}
	}
}

// condemn stops the run because of what the client of the credential was answered. From HTTP 500 on that may pass, and counts as no
// answer. It gives the error of the request that found it.
func (b *breaker) condemn(r *request, reason string, err error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if ErrorOf(err).Passing {
		b.unanswered(r, err)
	} else {
		b.stop(reason, err)
	}
	return err
}

func (b *breaker) unanswered(r *request, err error) {
	b.silent++
	switch {
	case b.hangs(r, err):
		b.stop("nothing has answered in this run (check base_url and the network)", err)
	case b.silent < silentAfter || r.tries.failed <= b.config.MaxRetries:
	case OutcomeOf(err) == NotSent:
		b.stop("the service cannot be reached (check base_url and the network)", err)
	case Is(err, DeniesAll):
		b.stop("the service fails every request", err)
	default:
		b.stop("the service does not answer", err)
	}
}

// hangs reports whether nothing was ever answered, and a read timed out that was sent after another request had: a wrong
// address, a proxy or a firewall lets every request wait. Only a read shows that, since the outcome of a write says more.
func (b *breaker) hangs(r *request, err error) bool {
	if b.answered || !Is(err, Timeout) {
		return false
	}
	if b.hung.IsZero() {
		b.hung = time.Now()
	}
	return r.op.method == http.MethodGet && !r.sent.Before(b.hung)
}

func (b *breaker) turnedAway(err error) {
	if b.turned.IsZero() {
		b.turned = time.Now()
	}
	if time.Since(b.turned) > maxTurnedAway*max(b.config.RequestTimeout, ErrorOf(err).RetryAfter) {
		b.stop("the service rate-limits every request", err)
	}
}

func (b *breaker) stop(reason string, cause error) {
	if b.stopped == nil {
		b.stopped = &Error{Kind: Stopped, Outcome: NotSent, Message: fmt.Sprintf("%s: %v", reason, cause), Err: cause}
		close(b.over)
	}
}
