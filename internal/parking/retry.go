package parking

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	maxBackoff = 30 * time.Second
	// maxRetryAfter is the longest Retry-After that is obeyed, so that a wrong clock on the service cannot stop an
	// apply for a day.
	maxRetryAfter = 2 * time.Minute
)

// attempts are the tries of one write, however often it is looked up between them, or of one read.
type attempts struct {
	logged bool          // the audit log can take it, and gets a line
	sent   int           // so often
	end    time.Time     // of the time within which one may start
	turned time.Time     // when the last one began, if it was asked to slow down
	pause  time.Duration // before the next one
	lost   *Error        // the first one of a write whose answer was lost
}

// begin starts a try once it has its place among the requests in flight; the first one sets the end. That is no deadline: a
// started try is not cut off, which would make its outcome unknown. Waiting for a place does not count, nor does a try that
// is asked to slow down with the wait after it: other runs may have all places.
func (a *attempts) begin(now time.Time, config Config) {
	switch {
	case a.end.IsZero():
		a.end = now.Add(config.RequestTimeout * time.Duration(config.MaxRetries))
	case !a.turned.IsZero():
		a.end = a.end.Add(now.Sub(a.turned))
	}
	a.turned = time.Time{}
}

// spent reports whether the time is over. One that is asked to slow down goes on until the caller's time is over, or the
// breaker finds that nobody is accepted.
func (a *attempts) spent() bool { return a.turned.IsZero() && !time.Now().Before(a.end) }

// note remembers how a try ended that began then.
func (a *attempts) note(op operation, began time.Time, err error, backoff time.Duration) {
	a.pause = wait(err, a.sent, backoff)
	a.sent++
	if e := ErrorOf(err); op.method != http.MethodGet && a.lost == nil && e.Outcome >= Unknown {
		a.lost = e
	}
	if Is(err, Throttled) {
		a.turned = began
	}
}

// rest is how long the place of a try that ended in err stays taken for the next one.
func (a *attempts) rest(err error) time.Duration {
	if Is(err, Throttled) {
		return a.pause
	}
	return 0
}

// wait is how long the next try waits after one that ended in err. Once asked to slow down, the time does not count.
func (a *attempts) wait(err error) time.Duration {
	return max(a.rest(err), min(a.pause, max(askedToWait(err), time.Until(a.end))))
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

// retried sends until success, a failure that no repeat can fix, the end of the time or that of ctx, and gives the outcome of
// all tries. Being asked to slow down does not count as a retry, since it means that the service works.
// This is the only layer that repeats a write without looking it up. Libraries such as go-retryablehttp decide on the HTTP
// response, before the envelope is read.
func (c *Client) retried(next sender) sender {
	return func(ctx context.Context, r *request) (env envelope, err error) {
		if r.tries == nil {
			r.tries = new(attempts)
		}
		failures := 0
		for r.number = 1; ; r.number++ {
			earlier := err
			env, err = next(ctx, r)
			if earlier != nil && Is(err, Stopped) { // which tells less
				return envelope{}, r.tries.outcome(earlier)
			}
			if !Is(err, Throttled) {
				failures++
			}
			if err == nil || r.sole || c.config.MaxRetries == 0 || failures > c.config.MaxRetries ||
				r.tries.spent() || !worthRepeating(ErrorOf(err), r.op) {
				return env, r.tries.outcome(err)
			}
			if !c.breaker.pause(ctx, r.tries.wait(err)) {
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

// throttledBackoff limits the doublings of the wait after being asked to slow down without a time: the limiter lowers the
// load already, and the place of the request should not stay empty.
const throttledBackoff = 2

// wait gives the time before repeat number retries+1: Retry-After, plus an exponential backoff with jitter. Where the
// service names the time, half of the first backoff is enough to keep requests apart.
func wait(err error, retries int, backoff time.Duration) time.Duration {
	asked := askedToWait(err)
	switch {
	case asked >= backoff:
		return asked + jitter((backoff+1)/2, 0)
	case Is(err, Throttled):
		return asked + jitter(backoff, min(retries, throttledBackoff))
	}
	// At least half of it passes, so that the tries of a request last through an outage of some seconds.
	ceiling := ceilingOf(backoff, min(retries, 10))
	return asked + (ceiling+1)/2 + rand.N(ceiling/2+1) //nolint:gosec // G404: spreads load, guards nothing.
}

// askedToWait is for how long the service asks to wait.
func askedToWait(err error) time.Duration { return min(ErrorOf(err).RetryAfter, maxRetryAfter) }

// jitter is a random part of the backoff, doubled so often.
func jitter(backoff time.Duration, doublings int) time.Duration {
	return rand.N(ceilingOf(backoff, doublings)) + 1 //nolint:gosec // G404: spreads load, guards nothing.
}

func ceilingOf(backoff time.Duration, doublings int) time.Duration {
	return min(min(backoff, maxBackoff)<<doublings, maxBackoff)
}

// retryAfter reads the Retry-After header, seconds or a date; 0 if there is none. A value of 0 or in the past still
// asks for a repeat, so it counts as a nanosecond.
func retryAfter(header http.Header) time.Duration {
	text := header.Get("Retry-After")
	if text == "" {
		return 0
	}
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return max(time.Duration(seconds)*time.Second, 1)
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(time.Until(date), 1)
	}
	return 0
}
