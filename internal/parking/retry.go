package parking

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	maxBackoff = 30 * time.Second
	// maxRetryAfter is the longest Retry-After that is obeyed: a wrong clock must not stop an apply for a day.
	maxRetryAfter = 2 * time.Minute
)

// attempts are the tries of one write, however often it is looked up between them, or of one read.
type attempts struct {
	begun  time.Time     // when the audit log was found to take the write, which then gets a line
	sent   int           // so often
	failed int           // of them, without those that are sent again because they were asked to wait
	pause  time.Duration // before the next one
	lost   *Error        // the first one of a write whose answer was lost
}

// note remembers how a try ended. Being asked to wait is no failure, since it means that the service works.
func (a *attempts) note(op operation, err error, backoff time.Duration) {
	e := ErrorOf(err)
	a.pause = wait(e, a.sent, backoff)
	a.sent++
	if asked := e.Kind == Throttled && worthRepeating(e, op); err != nil && !asked {
		a.failed++
	}
	if op.method != http.MethodGet && a.lost == nil && e.Outcome >= Unknown {
		a.lost = e
	}
}

// outcome is how the tries ended together, if the last one ended in err. That the service rejects a later try, or does not
// get it, does not undo an earlier one whose answer was lost.
func (a *attempts) outcome(err error) error {
	e := ErrorOf(err)
	switch {
	case err == nil, a.lost == nil, e.Outcome >= a.lost.Outcome:
		return err
	case e.Kind == Stopped: // which tells nothing else
		lost := *a.lost
		lost.Passing = false
		return &lost
	}
	all := *e
	all.Outcome, all.Earlier, all.unsent = a.lost.Outcome, a.lost, e.Outcome == NotSent
	return &all
}

// retried sends until success, a failure that no repeat can fix, more than MaxRetries failures or the end of ctx, and gives the
// outcome of all tries. The breaker ends it if nobody is accepted. A started try is not cut off, which would make its outcome
// unknown.
// This is the only layer that repeats a write without looking it up.
func (c *Client) retried(next sender) sender {
	return func(ctx context.Context, r *request) (env envelope, err error) {
		if r.tries == nil {
			r.tries = new(attempts)
		}
		for r.number = 1; ; r.number++ {
			earlier := err
			env, err = next(ctx, r)
			if earlier != nil && Is(err, Stopped) { // which tells less
				return envelope{}, r.tries.outcome(earlier)
			}
			spent := c.config.MaxRetries == 0 || r.tries.failed > c.config.MaxRetries
			if err == nil || spent || !worthRepeating(ErrorOf(err), r.op) || !c.breaker.pause(ctx, r.tries.pause) {
				return env, r.tries.outcome(err)
			}
		}
	}
}

// worthRepeating decides whether a failed try is sent again without looking it up: if it certainly was not carried out,
// or if the failure may pass and a second run does no harm.
func worthRepeating(e *Error, op operation) bool {
	return e.Passing && (e.Outcome == NotSent || e.Outcome == TurnedAway || op.repeat == safe)
}

// wait gives the time after a try that ended in e and followed so many others: what the service asks for, or a backoff that doubles.
// A part of it is random, which keeps requests apart. At least half of the backoff passes, so that the tries of a request last through
// an outage of some seconds. Asked to wait without a time, it doubles once: the limiter lowers the load already.
func wait(e *Error, tries int, backoff time.Duration) time.Duration {
	if e.RetryAfter >= backoff {
		return e.RetryAfter + rand.N(backoff/2+1) //nolint:gosec // G404: spreads load, guards nothing.
	}
	doublings := 10
	if e.Kind == Throttled {
		doublings = 1
	}
	ceiling := min(min(backoff, maxBackoff)<<min(tries, doublings), maxBackoff)
	return e.RetryAfter + (ceiling+1)/2 + rand.N(ceiling/2+1) //nolint:gosec // G404, as above.
}

// retryAfter reads the Retry-After header: seconds, or a date, which counts from the answer's own. An odd number counts as the nearest
// time that makes sense, and what cannot be read as 0. A wait of 0 still asks for a repeat, so it counts as a nanosecond.
func retryAfter(header http.Header) time.Duration {
	text := header.Get("Retry-After")
	seconds, err := strconv.ParseFloat(text, 64) // which gives an infinity for what is out of range
	if date, wrong := http.ParseTime(text); wrong == nil {
		now, unknown := http.ParseTime(header.Get("Date"))
		if unknown != nil {
			now = time.Now()
		}
		seconds, err = date.Sub(now).Seconds(), nil
	}
	if math.IsNaN(seconds) || err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0
	}
	return time.Duration(max(1, min(seconds, maxRetryAfter.Seconds())*float64(time.Second)))
}
