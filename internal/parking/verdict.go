package parking

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http"
	"slices"
	"time"
)

// Verdict is what the end of a request says about its outcome. Every decision about a failed request rests on it:
// whether it is sent again, whether it is looked up, and what its error says.
type Verdict int

// The verdicts.
const (
	// Done: the service's envelope says so.
	Done Verdict = iota
	// Accepted: done, but the answer does not show the result.
	Accepted
	// NotSent: the request never reached the service.
	NotSent
	// TurnedAway: the service asks to come again later, in its own envelope, and did not take the request in (A17).
	TurnedAway
	// Refused: the service rejects it in its own envelope, at HTTP 400 or above or with entries in errores (A18); or
	// anyone rejects the credential (A17).
	Refused
	// Doubtful: the service rejects it below HTTP 400 without naming a field. That may be an error after the work was
	// done, so a write is looked up first.
	Doubtful
	// NotDone: the write was looked up after all its tries, and is not there.
	NotDone
	// Unclear: no answer, or an inconclusive one. The request may have been carried out.
	Unclear
	// UnderWay: Unclear, and the service may still be working on it, for an unknown time.
	UnderWay
)

// Judge gives the verdict on a request that ended in err.
func Judge(err error) Verdict {
	var ended interface{ verdict() Verdict }
	switch {
	case err == nil:
		return Done
	case errors.As(err, &ended):
		return ended.verdict()
	}
	return NotSent // it could not be built
}

func (*NotSentError) verdict() Verdict { return NotSent }

func (*StoppedError) verdict() Verdict { return NotSent }

func (*ContractError) verdict() Verdict { return Accepted }

// Ambiguous reports whether it is unknown after err if a write took effect.
func Ambiguous(err error) bool {
	return slices.Contains([]Verdict{Accepted, Unclear, UnderWay}, Judge(err))
}

// Unproven reports whether nothing proves that a write had no effect: a list that does not show it may lag behind.
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

// verdict judges an answer: only the service's own envelope proves that a request was not carried out. What something
// between answers may come after the work was done, at any status.
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

// gaveUp recognises the statuses of something between that gave up waiting for the service, which may still be working:
// those of gateways, of nginx (499) and of Cloudflare (520 to 530).
func gaveUp(status int) bool {
	switch status {
	case http.StatusRequestTimeout, 499, http.StatusBadGateway, http.StatusGatewayTimeout, 530:
		return true
	}
	return status >= 520 && status <= 527
}

// throttled: someone asks to slow down.
func throttled(err error) bool {
	a := answerOf(err)
	return !a.contradictory && isThrottled(a.status, a.retryAfter)
}

// Transient reports whether a failure may pass by itself.
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

// isThrottled: the service asks to slow down, with 429 or with 503 and Retry-After. For a write the sender matters
// (A17): in the service's own envelope the request was not accepted (TurnedAway), in anything else it may have been
// (Unclear). A 503 without Retry-After is Unclear even in the envelope.
func isThrottled(status int, retryAfter time.Duration) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable && retryAfter > 0
}

func isUnauthorized(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}
