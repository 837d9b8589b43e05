package parking

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Sentinels to match with errors.Is against any error of this package.
var (
	// ErrNotFound: the service said that the thing does not exist.
	ErrNotFound = errors.New("not found")
	// ErrUnauthorized: the service refused the credential (HTTP 401 or 403).
	ErrUnauthorized = errors.New("unauthorized")
	// ErrThrottled: the service asked to slow down (HTTP 429, or 503 with Retry-After).
	ErrThrottled = errors.New("throttled")
	// ErrNotEnvelope: an answer came, but it is not the service's envelope.
	ErrNotEnvelope = errors.New("not an envelope")
	// ErrNoAnswer: no answer came; a write may or may not have happened.
	ErrNoAnswer = errors.New("no answer")
	// ErrContract: the answer is an envelope whose data contradicts the interface or one of the assumptions of the
	// package documentation.
	ErrContract = errors.New("unexpected answer")
	// ErrChanging: a listing changed each time that it was read, so its contents are unknown.
	ErrChanging = errors.New("listing keeps changing")
	// ErrNoEndpoint: the operation's path is not published and not configured.
	ErrNoEndpoint = errors.New("path not configured")
	// ErrNoCredential: the operation needs a credential, and there is none.
	ErrNoCredential = errors.New("no credential")
)

// FieldError is one entry of the errores object of a fail envelope.
type FieldError struct {
	// Field is the service's own name of the field, for example "Apellidos". It is empty when the service names no
	// field.
	Field string
	// Messages are the service's texts, at least one.
	Messages []string
}

// FailError is a failure that the service itself reported in its envelope.
type FailError struct {
	Operation  string
	Status     int // HTTP status, any (A2)
	Message    string
	Fields     []FieldError
	retryAfter time.Duration
	// contradictory: the body said ok and the status the opposite (A13), which proves nothing, not even that nothing
	// was done.
	contradictory bool
	// vague: a bare HTTP 404 says nothing of what the call was about.
	vague bool
}

func (e *FailError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: the service answered %q (HTTP %d)", e.Operation, e.Message, e.Status)
	for _, f := range e.Fields {
		said := slices.DeleteFunc(slices.Clone(f.Messages), func(text string) bool { return text == e.Message })
		switch {
		case len(said) > 0 && f.Field != "":
			fmt.Fprintf(&b, "; %s: %q", f.Field, strings.Join(said, "; "))
		case len(said) > 0:
			fmt.Fprintf(&b, "; %q", strings.Join(said, "; "))
		case f.Field != "":
			b.WriteString(", for " + f.Field)
		}
	}
	return b.String()
}

// Is matches the sentinels. A thing counts as not found only on evidence: HTTP 404, or a text that says so, unless the
// answer is about something else. A list counts as empty only if a text says so: a list always exists, so a 404 with a
// generic text is a fault, and to take it for an empty list would write things twice. A reservation or favourite counts as
// gone only so, too: its cancellation or deletion may have gone to a route that is missing for a moment.
func (e *FailError) Is(target error) bool {
	if target == ErrNotFound {
		switch {
		case e.contradictory, e.Status >= 500, statusError(e.Status) != nil, saysOther.MatchString(e.Message):
			return false
		}
		return e.Status == http.StatusNotFound && (!e.vague || saysNone.MatchString(e.Message)) ||
			saysMissing.MatchString(e.Message) && (saysThing.MatchString(e.Message) || saysBare.MatchString(e.Message))
	}
	return target == statusError(e.Status) || target == ErrThrottled && throttled(e)
}

// NotEnvelopeError is an answer that is not the service's envelope: an HTML page of a proxy, cut-off JSON, an empty
// body.
type NotEnvelopeError struct {
	Operation string
	Status    int
	// Reason says what is wrong with the body.
	Reason string
	// Excerpt is the start of the body, printable, without personal data.
	Excerpt string
	// TooDeep is true for JSON that is nested deeper than any decoder reads.
	TooDeep    bool
	retryAfter time.Duration
}

func (e *NotEnvelopeError) Error() string {
	text := fmt.Sprintf("%s: the answer (HTTP %d) is not in the service's format: %s", e.Operation, e.Status, e.Reason)
	if e.Status >= http.StatusInternalServerError { // then why it is none is beside the point
		text = fmt.Sprintf("%s: the service failed with HTTP %d, without an error message of its own", e.Operation, e.Status)
	}
	if e.Excerpt != "" {
		text += fmt.Sprintf("; the answer begins %q", e.Excerpt)
	}
	return text
}

// Is matches ErrNotEnvelope and what the HTTP status says. It never matches ErrNotFound: a proxy's page proves nothing.
func (e *NotEnvelopeError) Is(target error) bool {
	return target == ErrNotEnvelope || target == statusError(e.Status) || target == ErrThrottled && throttled(e)
}

// NoAnswerError is a request without an answer.
type NoAnswerError struct {
	Operation string
	// Sent is false if the request certainly never reached the service.
	Sent bool
	// Timeout is true when the service took longer than the request timeout, which is Within.
	Timeout bool
	Within  time.Duration
	Err     error
}

func (e *NoAnswerError) Error() string {
	when := "before the answer"
	if !e.Sent {
		when = "before anything was sent"
	}
	switch {
	case errors.Is(e.Err, context.Canceled):
		return fmt.Sprintf("%s: the run was interrupted %s", e.Operation, when)
	case e.Timeout:
		return fmt.Sprintf("%s: the service did not answer within request_timeout (%s)", e.Operation, Duration(e.Within))
	case errors.Is(e.Err, context.DeadlineExceeded):
		why := strings.Replace(e.Err.Error(), context.DeadlineExceeded.Error(), "the operation timed out", 1)
		return fmt.Sprintf("%s: %s %s", e.Operation, why, when)
	case !e.Sent:
		return fmt.Sprintf("%s: the service could not be reached: %v", e.Operation, e.Err)
	case errors.Is(e.Err, io.EOF):
		return fmt.Sprintf("%s: the connection was closed before the answer", e.Operation)
	default:
		return fmt.Sprintf("%s: the connection was lost before the answer: %v", e.Operation, e.Err)
	}
}

// whyEnded says why ctx ended, nil if it did not. The cause of a deadline may name the setting to change.
func whyEnded(ctx context.Context) error {
	if cause := context.Cause(ctx); errors.Is(cause, context.DeadlineExceeded) {
		return cause
	}
	return ctx.Err()
}

// callerEnded: whoever asked was interrupted, or had no time left, which says nothing of the service.
func (e *NoAnswerError) callerEnded() bool {
	return !e.Timeout && (errors.Is(e.Err, context.Canceled) || errors.Is(e.Err, context.DeadlineExceeded))
}

// Is matches ErrNoAnswer.
func (e *NoAnswerError) Is(target error) bool { return target == ErrNoAnswer }

// Unwrap gives the transport's error.
func (e *NoAnswerError) Unwrap() error { return e.Err }

// ContractError is an ok envelope with unexpected data.
type ContractError struct {
	Operation string
	// Assumption is the number of the assumption that does not hold, for example "A3", or empty if the data contradicts
	// the interface itself.
	Assumption string
	Detail     string
	// changing: the listing changed during the read, which may pass.
	changing bool
}

func (e *ContractError) Error() string {
	if e.changing {
		return fmt.Sprintf("%s: %s", e.Operation, e.Detail)
	}
	text := fmt.Sprintf("%s: unexpected answer: %s", e.Operation, e.Detail)
	if e.Assumption != "" {
		text += fmt.Sprintf(" (assumption %s does not hold)", e.Assumption)
	}
	return text
}

// contractError says how an answer contradicts the interface, or the numbered assumption.
func contractError(op, assumption, format string, args ...any) *ContractError {
	return &ContractError{Operation: op, Assumption: assumption, Detail: fmt.Sprintf(format, args...)}
}

// Is matches ErrContract, and ErrChanging for a listing that kept changing.
func (e *ContractError) Is(target error) bool {
	return target == ErrContract || target == ErrChanging && e.changing
}

// NotSentError is a write that was not sent, because a read that it needs first failed.
type NotSentError struct {
	// Reason says what could not be read, after "because".
	Reason string
	Err    error
}

func (e *NotSentError) Error() string {
	return fmt.Sprintf("nothing was sent, because %s: %v", e.Reason, e.Err)
}

// Unwrap gives the error of the read.
func (e *NotSentError) Unwrap() error { return e.Err }

// StoppedError is a request that was not sent, because others showed that it would fail too: see breaker.
type StoppedError struct {
	Operation string
	// Reason says what the others showed, such as "the service rejects the credential".
	Reason string
	cause  error // the request that showed it
}

func (e *StoppedError) Error() string {
	return fmt.Sprintf("%s: not sent, because %s", e.Operation, e.Reason)
}

// UnsettledError is a write that must not happen twice, whose answer was lost or may be about an earlier try, and that
// was not found afterwards.
type UnsettledError struct {
	// Write is how the write itself ended.
	Write error
	// Look is how looking it up failed; nil if it was looked up and does not exist.
	Look error
	// Running: it was not found, but the service may still be carrying it out.
	Running bool
	// Tries is how often it was sent.
	Tries int
}

func (e *UnsettledError) Error() string {
	switch {
	case e.Look != nil:
		return fmt.Sprintf("%v; the lookup afterwards failed: %v", e.Write, e.Look)
	case e.Running:
		return fmt.Sprintf("%v; no lookup found an effect", e.Write)
	}
	if e.Tries > 1 {
		return fmt.Sprintf("%v; tried %d times, but no lookup found an effect", e.Write, e.Tries)
	}
	return fmt.Sprintf("%v; tried once, but no lookup found an effect", e.Write)
}

// answerHead is an answer without its body.
type answerHead struct {
	status     int // 0 when none came
	retryAfter time.Duration
	// contradictory: the body said the opposite of the status (A13).
	contradictory bool
}

// answerOf gives the head of the answer that err came with; empty if there was none.
func answerOf(err error) answerHead {
	var (
		garbage *NotEnvelopeError
		fail    *FailError
	)
	switch {
	case errors.As(err, &garbage):
		return answerHead{status: garbage.Status, retryAfter: garbage.retryAfter}
	case errors.As(err, &fail):
		return answerHead{fail.Status, fail.retryAfter, fail.contradictory}
	}
	return answerHead{}
}

// statusError gives the sentinel for what an HTTP status says by itself, or nil.
func statusError(status int) error {
	switch {
	case isUnauthorized(status):
		return ErrUnauthorized
	case status == http.StatusTooManyRequests:
		return ErrThrottled
	}
	return nil
}
