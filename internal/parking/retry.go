package parking

import (
	"context"
	"errors"
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

// budget is the time within which the tries of one write or read may start. It is no deadline: a started try is not cut
// off, which would make its outcome unclear. It also keeps what the audit log says of a write.
type budget struct {
	end     time.Time
	turned  time.Time // when the last try was turned away
	entry   auditEntry
	unclear bool // whether one of the tries took effect
}

// begin sets the end when the first try gets its place among the requests in flight. Waiting for a place does not count,
// nor for the next after being turned away: other runs may have them all.
func (b *budget) begin(now time.Time, config Config) {
	switch {
	case b.end.IsZero():
		b.end = now.Add(config.RequestTimeout * time.Duration(config.MaxRetries))
	case !b.turned.IsZero():
		b.end = b.end.Add(now.Sub(b.turned))
	}
	b.turned = time.Time{}
}

func (b *budget) spent() bool { return !time.Now().Before(b.end) }

// repeat tries until success, a failure that no repeat can fix, the end of the budget or that of ctx, and returns the
// result of the last try. Being asked to slow down does not count as a retry, since it means that the service works.
// This is the only retry layer of the client: the HTTP transport's own is switched off in Client.request and wire.go.
// Libraries such as go-retryablehttp decide on the HTTP response, before the envelope is read.
func (c *Client) repeat(ctx context.Context, call call, try func(number int) (envelope, error)) (env envelope, err error) {
	failures := 0
	for number := 1; ; number++ {
		earlier := err
		env, err = try(number)
		if tells(earlier, err, call) {
			return envelope{}, earlier
		}
		if !throttled(err) {
			failures++
		}
		if err == nil || call.sole || c.config.MaxRetries == 0 || failures > c.config.MaxRetries || call.budget.spent() ||
			!worthRepeating(err, call) {
			return env, err
		}
		// The pauses of an open breaker are for all. If each request also took its own, nobody might be there to probe. A
		// request whose failure nobody is shown starts no such pause, so it takes its own.
		pauses := call.unshown || !c.breaker.isOpen()
		if pauses && !sleep(ctx, min(wait(err, number-1, c.config.Backoff), time.Until(call.budget.end))) {
			return env, err
		}
	}
}

// worthRepeating decides whether a failed try is sent again without looking it up: if it certainly was not carried out,
// or if the failure may pass and a second run does no harm.
func worthRepeating(err error, call call) bool {
	switch {
	case !Transient(err):
		return false
	case Judge(err) == NotSent:
		return true
	case Judge(err) == TurnedAway:
		return !call.sendOnce
	}
	return call.op.repeatable
}

// tells reports whether the error of an earlier try says more than that the breaker sends no other: it is the one that
// stopped the run, or leaves the outcome of a write unknown.
func tells(earlier, err error, call call) bool {
	var stopped *StoppedError
	if earlier == nil || !errors.As(err, &stopped) {
		return false
	}
	return errors.Is(stopped.cause, earlier) || call.op.method != http.MethodGet && Judge(earlier) != NotSent
}

// throttledBackoff limits the doublings of the wait after being asked to slow down: the limiter lowers the load
// already, and a free place should not stay empty.
const throttledBackoff = 2

// wait gives the time before repeat number retries+1: Retry-After, plus an exponential backoff with full jitter.
func wait(err error, retries int, backoff time.Duration) time.Duration {
	doublings := min(retries, 10)
	if throttled(err) {
		doublings = min(retries, throttledBackoff)
	}
	return askedToWait(err) + jitter(backoff, doublings)
}

// askedToWait is for how long the service asks to wait.
func askedToWait(err error) time.Duration { return min(answerOf(err).retryAfter, maxRetryAfter) }

// jitter is a random part of the backoff, doubled so often.
func jitter(backoff time.Duration, doublings int) time.Duration {
	ceiling := min(min(backoff, maxBackoff)<<doublings, maxBackoff)
	return rand.N(ceiling) + 1 //nolint:gosec // G404: spreads load, guards nothing.
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
