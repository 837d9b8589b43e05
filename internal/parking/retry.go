package parking

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

const (
	maxBackoff = 30 * time.Second
	// maxRetryAfter bounds how long a Retry-After is obeyed, so that a wrong
	// clock on the service cannot hold an apply for a day.
	maxRetryAfter = 2 * time.Minute
)

// retryPolicy repeats a try. Failures count against the retries. Being asked to
// slow down does not, since it says that the service works; all repeats of one
// request end with a budget of request timeout times retries. It is the only retry
// layer of the client: the HTTP transport's own is switched off in Client.request
// and wire.go.
//
// failsafe-go is used because its policy takes any function and error, so that
// the decision can rest on the envelope; go-retryablehttp decides on the HTTP
// response alone, before the envelope is read, and repeats POST by default.
type retryPolicy struct {
	retries int
	backoff time.Duration
}

// budget bounds all repeats of one request.
func (c *Client) budget() time.Duration {
	return c.config.RequestTimeout * time.Duration(c.config.MaxRetries)
}

type endKey struct{}

// withEnd gives whatever is sent under ctx one end of its repeats; begin sets it.
// It is no deadline: a try that was begun is not cut off, since that would make
// its outcome unclear.
func withEnd(ctx context.Context) (context.Context, *time.Time) {
	if end, ok := ctx.Value(endKey{}).(*time.Time); ok {
		return ctx, end
	}
	end := new(time.Time)
	return context.WithValue(ctx, endKey{}, end), end
}

// begin sets the end when the first try has its place among the requests in
// flight: however many wait for one, that is none of a request's budget.
func (c *Client) begin(end *time.Time, now time.Time) {
	if end.IsZero() {
		*end = now.Add(c.budget())
	}
}

// run tries until success, a failure that no repeat can mend, or the end of ctx,
// and gives what the last try gave. The library's own result is not used: once
// ctx has ended it is ctx's error, even where that try succeeded and what it
// created would be forgotten.
func (p retryPolicy) run(ctx context.Context, call call, end *time.Time, try func() (envelope, error)) (env envelope, err error) {
	if p.retries == 0 {
		return try()
	}
	failures := 0
	policy := retrypolicy.NewBuilder[any]().
		HandleIf(func(_ any, err error) bool {
			return err != nil && failures <= p.retries && time.Now().Before(*end) && worthRepeating(err, call)
		}).
		WithMaxRetries(-1).
		WithDelayFunc(func(exec failsafe.ExecutionAttempt[any]) time.Duration {
			return min(wait(exec.LastError(), exec.Retries(), p.backoff), time.Until(*end))
		}).
		ReturnLastFailure().
		Build()
	_ = failsafe.With(policy).WithContext(ctx).Run(func() error {
		env, err = try()
		if !throttled(err) {
			failures++
		}
		return err
	})
	return env, err
}

// throttledBackoff bounds the doublings of the wait after being turned away: the
// limiter lowers the load by itself, and a place that is free again should not
// stay empty.
const throttledBackoff = 2

// wait gives the time before repeat number retries+1: what Retry-After asks
// for, plus an exponential backoff with full jitter.
func wait(err error, retries int, backoff time.Duration) time.Duration {
	doublings := min(retries, 10)
	if throttled(err) {
		doublings = min(retries, throttledBackoff)
	}
	ceiling := min(min(backoff, maxBackoff)<<doublings, maxBackoff)
	jitter := rand.N(ceiling) + 1 //nolint:gosec // G404: spreads load, guards nothing.
	return min(heard(err).retryAfter, maxRetryAfter) + jitter
}

// retryAfter reads the header of that name, seconds or a date; 0 when there is
// none. A value of 0 or in the past still asks for a repeat, so it counts as a
// nanosecond.
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
