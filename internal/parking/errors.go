package parking

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// Error is the one error of this package. classify.go finds out how a try ended; what follows asks for Kind and Outcome, and no text. It
// has more than twelve fields, since each kind of failure has something of its own to say.
type Error struct {
	Op      string // the operation, as Attempt names it
	Base    string // the address that it was sent to, without user and query; empty if it was not
	Kind    Kind
	Outcome Outcome
	Passing bool   // the failure may pass by itself
	Message string // the service's own text, or the reason in words that complete a sentence
	Answer
	Within  time.Duration // the request timeout that was exceeded
	Err     error         // the cause: the transport's error, that of a read, or how a write ended that was looked up
	Earlier *Error        // the try of the same write whose answer was lost, which Outcome takes into account
	unsent  bool          // this try was not sent, whatever became of the earlier one
	Look    error         // how looking a write up failed; nil if it was looked up and does not show
	Tries   int           // how often that was sent
}

// Answer is what came, if anything did.
type Answer struct {
	Status     int           // of HTTP, 0 without an answer. It is for people; Kind says what it means.
	RetryAfter time.Duration // for how long the service asks to wait, 0 if it does not
	Foreign    bool          // it is not in the service's format, so something between may have given it
	Fields     []FieldError
	Excerpt    string // the start of a foreign answer, printable, without personal data
	// Assumption is the number of the assumption that does not hold, for example "A3"; empty if the answer contradicts the
	// interface itself.
	Assumption string
	form       *form // how the service denies a read; nil if it does not
}

// FieldError is one entry of the errores object of a fail envelope.
type FieldError struct {
	Field    string   // the service's own name, for example "Apellidos"; empty if it names none
	Messages []string // the service's texts, at least one
}

// Kind is what went wrong.
type Kind int

// The kinds: of what was not sent; without an answer; answered by the service, or, if Foreign, perhaps by something between; and read,
// and not as expected.
const (
	Invalid      Kind = iota // it cannot be built, or what was read shows that it cannot be done; also any error not of this package
	NoEndpoint               // the path of the operation is neither published nor configured
	NoCredential             // the operation needs a credential, and there is none
	Unrecorded               // the audit log cannot be written, so no write is sent
	Stopped                  // other requests of the run showed that this one would fail too. Message says why.

	Interrupted // the caller gave up, or its time was over; Err says which, and Outcome whether it was sent
	Lost        // there was no connection, or it was closed before the answer; Outcome says which
	Timeout     // the service took longer than the request timeout, which is Within

	Throttled    // asked to slow down
	Unauthorized // the credential was rejected
	Rejected     // the service says no. Of a read: it is about this one thing, or nobody asked what it means.
	NotFound     // it does not exist. The service denies what cannot exist in the same way, and shows other things.
	Unproven     // the service denies what cannot exist in the same way, and does not show what is needed to believe that
	DeniesAll    // the service denies the client of the credential in the same way
	Failed       // the service, or something between, failed, or the body says ok, and the status the opposite (A13)
	Garbled      // the answer is not in the service's format
	Redirected   // the answer names another address

	Unexpected  // an ok envelope whose data contradicts the interface or an assumption (ASSUMPTIONS.md)
	OtherRecord // an ok envelope with the record of another object than the one that is read or written. Message says which.
	Changing    // what a listing holds is unknown, since it changed each time that it was read, or may lag
	TooLong     // a listing has more pages than are read
	Unsettled   // a write that must not happen twice, whose answer was lost, or may be about an earlier try. Err is how it ended.
)

// Outcome says what became of a write. The scale is ordered: the further, the more certainly the service has it.
type Outcome int

// The outcomes.
const (
	Done       Outcome = iota // the service's envelope says so. There is no error.
	NotSent                   // it never reached the service
	TurnedAway                // the service asks to come again later, in its own envelope, and did not take it in (A17)
	// Refused: the service rejects it in its own envelope, at HTTP 400 or above or with entries in errores (A18); or
	// anyone rejects the credential (A17).
	Refused
	// ProbablyNotDone: the service rejects it below HTTP 400 without naming a field, which may be an error after the work
	// was done (A18); or it was looked up after all its tries, and is not there.
	ProbablyNotDone
	Unknown      // no answer, or an inconclusive one. It may have been carried out.
	MaybeRunning // Unknown, and the service may still be working on it, for an unknown time
	Accepted     // done, but the answer does not show the result
)

// Is reports whether err is of one of the kinds.
func Is(err error, kinds ...Kind) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && slices.Contains(kinds, e.Kind)
}

// ErrorOf gives the error of this package in err, an empty one if there is none.
func ErrorOf(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Outcome: NotSent}
}

// OutcomeOf gives the outcome of a call that ended in err. Any other error is that of a request that was not sent.
func OutcomeOf(err error) Outcome {
	if err == nil {
		return Done
	}
	return ErrorOf(err).Outcome
}

// Denied reports whether the service denies a read in its own envelope: Kind says what that means.
func Denied(err error) bool {
	e := ErrorOf(err)
	return e.form != nil && !e.Foreign
}

// DeniesOne reports whether the service denies a read, and that is about this one thing, or nobody asked.
func DeniesOne(err error) bool { return Denied(err) && !Is(err, NotFound, Unproven, DeniesAll) }

// NoAnswer reports whether no answer came.
func NoAnswer(err error) bool { return Is(err, Interrupted, Lost, Timeout) }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Error says what happened.
func (e *Error) Error() string {
	if e.Earlier != nil {
		return fmt.Sprintf("%v; sent again: %s", e.Earlier, e.text())
	}
	return e.text()
}

func (e *Error) text() string {
	text := ""
	switch e.Kind {
	case Unsettled:
		return e.unsettled()
	case Invalid:
		text = e.Err.Error()
	case NoEndpoint:
		text = "path not configured: the service's documentation does not publish this path"
	case NoCredential:
		text = "no credential"
	case Unrecorded:
		text = fmt.Sprintf("not sent, because the audit log cannot be written: %v", e.Err)
	case Stopped:
		text = "not sent, because " + e.Message
	case Interrupted, Lost, Timeout:
		text = e.unanswered(e.Outcome == NotSent || e.unsent)
	case Changing, OtherRecord:
		text = e.Message
	case Unexpected, TooLong:
		text = "unexpected answer: " + e.Message
		if e.Assumption != "" {
			text += fmt.Sprintf(" (assumption %s does not hold)", e.Assumption)
		}
	default:
		text = e.answer()
	}
	if e.Op == "" {
		return text
	}
	return e.Op + ": " + text
}

// unanswered says why no answer came.
func (e *Error) unanswered(unsent bool) string {
	when := "before the answer"
	if unsent {
		when = "before anything was sent"
	}
	switch {
	case e.Kind == Timeout && !unsent: // the network has its own limit for a connection
		return fmt.Sprintf("the service did not answer within request_timeout (%s)", Duration(e.Within))
	case e.Kind == Interrupted && errors.Is(e.Err, context.DeadlineExceeded):
		return strings.Replace(e.Err.Error(), context.DeadlineExceeded.Error(), "the operation timed out", 1) + " " + when
	case e.Kind == Interrupted:
		return "the run was interrupted " + when
	case unsent:
		return fmt.Sprintf("the service could not be reached: %v", e.Err)
	case errors.Is(e.Err, io.EOF):
		return "the connection was closed before the answer"
	}
	return fmt.Sprintf("the connection was lost before the answer: %v", e.Err)
}

// answered reports whether an answer came.
func (e *Error) answered() bool { return e.Kind >= Throttled && e.Kind <= Redirected }

// answer says what was answered.
func (e *Error) answer() string {
	if !e.Foreign {
		return e.said()
	}
	text := fmt.Sprintf("the answer (HTTP %d) is not in the service's format: %s", e.Status, e.Message)
	if e.Status >= 500 { // then why it is none is beside the point
		text = fmt.Sprintf("the service failed with HTTP %d, without an error message of its own", e.Status)
	}
	if e.Excerpt != "" {
		text += fmt.Sprintf("; the answer begins %q", e.Excerpt)
	}
	return text
}

// said quotes the service.
func (e *Error) said() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the service answered %q (HTTP %d)", e.Message, e.Status)
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

func (e *Error) unsettled() string {
	switch {
	case errors.Is(e.Look, context.Canceled), errors.Is(e.Look, context.DeadlineExceeded) && !Is(e.Look, Timeout):
		return fmt.Sprintf("%v; there was no time to look it up", e.Err)
	case e.Look != nil:
		return fmt.Sprintf("%v; the lookup afterwards failed: %v", e.Err, e.Look)
	case e.Outcome == MaybeRunning:
		return fmt.Sprintf("%v; no lookup found an effect", e.Err)
	case e.Tries > 1:
		return fmt.Sprintf("%v; tried %d times, but no lookup found an effect", e.Err, e.Tries)
	}
	return fmt.Sprintf("%v; tried once, but no lookup found an effect", e.Err)
}
