package parking

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// failed classifies a fail envelope. Only the service's own envelope can prove that a request was not carried out. Its words decide
// nothing: what it means that a read is denied is asked (meaning.go).
func failed(op operation, status int, retryAfter time.Duration, message string, fields []FieldError) *Error {
	e := &Error{Op: op.name, Kind: Rejected, Outcome: ProbablyNotDone, Message: message,
		Answer: Answer{Status: status, RetryAfter: retryAfter, Fields: fields}}
	if status >= http.StatusBadRequest || len(fields) > 0 {
		e.Outcome = Refused
	}
	if asksToWait(status, retryAfter) {
		e.Outcome = TurnedAway
	}
	e.byStatus()
	return e
}

// garbled classifies an answer that is not the service's envelope: what something between answers may come after the work
// was done, at any status. It never says that a thing is not found.
func garbled(op operation, status int, retryAfter time.Duration, reason, excerpt string) *Error {
	e := &Error{Op: op.name, Kind: Garbled, Outcome: Unknown, Message: reason,
		Answer: Answer{Status: status, RetryAfter: retryAfter, Foreign: true, Excerpt: excerpt}}
	e.byStatus()
	e.Passing = e.Passing || status < 300
	return e
}

// byStatus adds what the HTTP status says, of whoever.
func (e *Error) byStatus() {
	e.Passing = passes(e.Status)
	switch {
	case asksToWait(e.Status, e.RetryAfter):
		e.Kind = Throttled
	case e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden:
		e.Kind, e.Outcome = Unauthorized, Refused
	case gaveUp(e.Status):
		e.Kind, e.Outcome = Failed, MaybeRunning
	case e.Status >= http.StatusInternalServerError, e.Status == http.StatusTooEarly:
		e.Kind, e.Outcome = Failed, Unknown
	case e.Status >= 300 && e.Status < 400:
		e.Kind = Redirected
	}
}

// contradicted classifies an ok envelope at HTTP 400 or above, which proves nothing, not even that nothing was done (A13).
func contradicted(op operation, status int, retryAfter time.Duration) *Error {
	return &Error{Op: op.name, Kind: Failed, Outcome: Unknown, Passing: passes(status),
		Answer:  Answer{Status: status, RetryAfter: retryAfter},
		Message: fmt.Sprintf(`the body says "ok", but the HTTP status is %d %s`, status, http.StatusText(status))}
}

// unanswered classifies the end of a request without an answer, from the transport's error. timeout: the service took longer than within.
func unanswered(op operation, sent, timeout bool, within time.Duration, err error) *Error {
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	passing := !untrusted && !errors.Is(err, context.Canceled)
	e := &Error{Op: op.name, Kind: Lost, Outcome: Unknown, Passing: passing, Within: within, Err: err}
	switch {
	case timeout:
		e.Kind, e.Outcome = Timeout, MaybeRunning
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		e.Kind = Interrupted
	}
	if !sent {
		e.Outcome = NotSent
	}
	return e
}

// abandoned is a request that nobody waits for any more: why says how the caller ended. sent: it may have reached the service.
func abandoned(op operation, sent bool, why error) *Error { return unanswered(op, sent, false, 0, why) }

// UnexpectedAnswer says how an answer contradicts the interface, or the numbered assumption.
func UnexpectedAnswer(op, assumption, format string, args ...any) *Error {
	message := fmt.Sprintf(format, args...)
	return &Error{Op: op, Kind: Unexpected, Outcome: Accepted, Message: message, Answer: Answer{Assumption: assumption}}
}

// notShown is a lookup in a list that does not show something, which it may do later.
func notShown(format string, args ...any) error {
	return &Error{Kind: Changing, Outcome: NotSent, Passing: true, Message: fmt.Sprintf(format, args...)}
}

// gaveUp recognises the statuses of something between that gave up waiting for the service, which may still be working:
// those of gateways, of nginx (499) and of Cloudflare (520 to 530).
func gaveUp(status int) bool {
	return slices.Contains([]int{http.StatusRequestTimeout, 499, http.StatusBadGateway, http.StatusGatewayTimeout}, status) ||
		status >= 520 && status <= 530
}

func passes(status int) bool {
	return status >= http.StatusInternalServerError || status == http.StatusTooManyRequests ||
		status == http.StatusTooEarly || gaveUp(status)
}

// asksToWait: someone asks to slow down, with 429 or with 503 and Retry-After. For a write the sender matters (A17): in the
// service's own envelope the request was not accepted, in anything else it may have been. A 503 without Retry-After proves
// nothing even in the envelope.
func asksToWait(status int, retryAfter time.Duration) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable && retryAfter > 0
}

// whyEnded says why ctx ended, nil if it did not. The cause of a deadline may name the setting to change.
func whyEnded(ctx context.Context) error {
	if cause := context.Cause(ctx); errors.Is(cause, context.DeadlineExceeded) {
		return cause
	}
	return ctx.Err()
}
