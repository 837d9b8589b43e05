package parking

import (
	"context"
	"crypto/tls"
	"errors"
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

// retryPolicy repeats a try. It is the only retry layer of the client: the HTTP
// transport's own is switched off in Client.request.
//
// failsafe-go is used because its policy takes any function and error, so that
// the decision can rest on the envelope; go-retryablehttp decides on the HTTP
// response alone, before the envelope is read, and repeats POST by default.
type retryPolicy struct {
	policy retrypolicy.RetryPolicy[envelope]
}

func newRetryPolicy(config Config, repeatable bool) retryPolicy {
	policy := retrypolicy.NewBuilder[envelope]().
		HandleIf(func(_ envelope, err error) bool { return err != nil && worthRepeating(err, repeatable) }).
		WithMaxRetries(config.MaxRetries).
		WithDelayFunc(func(exec failsafe.ExecutionAttempt[envelope]) time.Duration {
			return wait(exec.LastError(), exec.Retries(), config.Backoff)
		}).
		ReturnLastFailure().
		Build()
	return retryPolicy{policy}
}

// run tries until success, a failure that no repeat can mend, or the end of ctx,
// and gives what the last try gave. The library's own result is not used: once
// ctx has ended it is ctx's error, even where that try succeeded and what it
// created would be forgotten.
func (p retryPolicy) run(ctx context.Context, try func() (envelope, error)) (env envelope, err error) {
	_ = failsafe.With(p.policy).WithContext(ctx).Run(func() error {
		env, err = try()
		return err
	})
	return env, err
}

// worthRepeating decides whether a failed try may be repeated without looking:
// whatever surely was not carried out, and for repeatable operations whatever
// may pass by itself.
func worthRepeating(err error, repeatable bool) bool {
	var (
		noAnswer    *NoAnswerError
		garbage     *NotEnvelopeError
		fail        *FailError
		certificate *tls.CertificateVerificationError
	)
	switch {
	case errors.Is(err, context.Canceled), errors.As(err, &certificate):
		return false
	case errors.As(err, &noAnswer):
		return !noAnswer.Sent || repeatable
	case errors.As(err, &garbage):
		return turnedAway(garbage.Status, garbage.retryAfter) || repeatable && Ambiguous(err)
	case errors.As(err, &fail):
		return turnedAway(fail.Status, fail.retryAfter) && !fail.contradictory || repeatable && fail.Status >= http.StatusInternalServerError
	}
	return false
}

// turnedAway: the service said that it did not take the request in.
func turnedAway(status int, retryAfter time.Duration) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable && retryAfter > 0
}

// wait gives the time before repeat number retries+1: what Retry-After asks
// for, plus an exponential backoff with full jitter.
func wait(err error, retries int, backoff time.Duration) time.Duration {
	ceiling := min(min(backoff, maxBackoff)<<min(retries, 10), maxBackoff)
	jitter := rand.N(ceiling) + 1 //nolint:gosec // G404: spreads load, guards nothing.
	var (
		garbage *NotEnvelopeError
		fail    *FailError
		asked   time.Duration
	)
	switch {
	case errors.As(err, &garbage):
		asked = garbage.retryAfter
	case errors.As(err, &fail):
		asked = fail.retryAfter
	}
	return min(asked, maxRetryAfter) + jitter
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
