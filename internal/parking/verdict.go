package parking

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http"
	"slices"
	"time"
)

// Verdict is what the end of a request tells of what became of it. Every decision about a request that failed rests on
// it: whether it is sent again, whether it is looked for, and what its error says.
type Verdict int

// The verdicts.
const (
	// Done: the service's envelope says so.
	Done Verdict = iota
	// Accepted: done, and the answer does not tell what it made.
	Accepted
	// NotSent: the request never reached the service.
	NotSent
	// TurnedAway: the service asks to come again later, in its own envelope, and did not take the request in (A17).
	TurnedAway
	// Refused: the service says no in its own envelope, at HTTP 400 or above or with entries in errores (A18); or the
	// credential is refused, by whoever (A17).
	Refused
	// Doubtful: the service says no below HTTP 400 and names no field. It may be a refusal, or an error of the service
	// after the work was done; so a write is looked for before that is believed.
	Doubtful
	// NotDone: the write was looked for after all its tries, and is not there.
	NotDone
	// Unclear: no answer, or one that does not tell. The request may have been carried out.
	Unclear
	// UnderWay: the same, and the service may still be at work on it, for an unknown time.
	UnderWay
)

// Judge gives the verdict on a request that ended in err.
func Judge(err error) Verdict {
	var (
		noAnswer  *NoAnswerError
		garbage   *NotEnvelopeError
		fail      *FailError
		contract  *ContractError
		unsettled *UnsettledError
		notSent   *NotSentError
	)
	switch {
	case err == nil:
		return Done
	case errors.As(err, &notSent):
		return NotSent
	case errors.As(err, &unsettled):
		return unsettled.verdict()
	case errors.As(err, &noAnswer):
		return noAnswer.verdict()
	case errors.As(err, &garbage):
		return garbage.verdict()
	case errors.As(err, &fail):
		return fail.verdict()
	case errors.As(err, &contract):
		return Accepted
	}
	return NotSent // it could not be built
}

// Ambiguous reports whether after err it is unknown if a write took effect.
func Ambiguous(err error) bool {
	return slices.Contains([]Verdict{Accepted, Unclear, UnderWay}, Judge(err))
}

// Unproven reports whether nothing proves that a write came to nothing: a list that does not show it may lag behind.
func Unproven(err error) bool {
	return slices.Contains([]Verdict{Accepted, Doubtful, NotDone, Unclear, UnderWay}, Judge(err))
}

func (e *NoAnswerError) verdict() Verdict {
	switch {
	case !e.Sent:
		return NotSent
	case e.Timeout:
		return UnderWay
	}
	return Unclear
}

// verdict: only the service's own envelope can say that a request was not carried out. What something between answers
// may come after the work was done, at any status.
func (e *NotEnvelopeError) verdict() Verdict {
	switch {
	case isUnauthorized(e.Status):
		return Refused
	case gaveUp(e.Status):
		return UnderWay
	}
	return Unclear
}

func (e *FailError) verdict() Verdict {
	switch {
	case e.contradictory:
		return Unclear
	case isThrottled(e.Status, e.retryAfter):
		return TurnedAway
	case gaveUp(e.Status):
		return UnderWay
	case e.Status >= http.StatusInternalServerError, e.Status == http.StatusTooEarly:
		return Unclear
	case e.Status >= http.StatusBadRequest, len(e.Fields) > 0:
		return Refused
	}
	return Doubtful
}

func (e *UnsettledError) verdict() Verdict {
	switch {
	case e.Look != nil:
		return Unclear
	case e.Running:
		return UnderWay
	}
	return NotDone
}

// gaveUp recognises the statuses with which something between gave up waiting for the service, which may still be at
// work: those of gateways, of nginx (499) and of Cloudflare (520 to 530).
func gaveUp(status int) bool {
	switch status {
	case http.StatusRequestTimeout, 499, http.StatusBadGateway, http.StatusGatewayTimeout, 530:
		return true
	}
	return status >= 520 && status <= 527
}

// throttled: somebody asks to slow down.
func throttled(err error) bool {
	a := answerOf(err)
	return !a.contradictory && isThrottled(a.status, a.retryAfter)
}

// Transient reports whether what failed may pass by itself.
func Transient(err error) bool {
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
		return true
	case errors.As(err, &garbage):
		return garbage.Status < 300 || passes(garbage.Status)
	case errors.As(err, &fail):
		return passes(fail.Status)
	}
	return false
}

func passes(status int) bool {
	return status >= http.StatusInternalServerError || status == http.StatusTooManyRequests ||
		status == http.StatusTooEarly || gaveUp(status)
}

// worthRepeating decides whether a failed try of a call is sent again without looking: what surely was not carried out,
// and of operations that do no harm a second time whatever may pass by itself.
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

// isThrottled: the service asks to slow down, with 429 or with 503 and Retry-After. What that means for a write depends on
// who says it (A17): in the service's own envelope it was not taken in (TurnedAway), in anything else it may have been
// (Unclear). A 503 without Retry-After is Unclear in the envelope as well.
func isThrottled(status int, retryAfter time.Duration) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable && retryAfter > 0
}

func isUnauthorized(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}
