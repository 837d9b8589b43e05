package framework

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// advice says what is known about the object after an error, and what to do.
func (t Task) advice(err error) string {
	var (
		unsettled *parking.UnsettledError
		noAnswer  *parking.NoAnswerError
		fail      *parking.FailError
		garbage   *parking.NotEnvelopeError
		notSent   *parking.NotSentError
		audit     *parking.AuditError
	)
	switch {
	case errors.As(err, &audit):
		return unchangedText + auditUnwritableText
	case errors.As(err, &notSent):
		t.Verb = "read"
		return "Nothing was changed. " + t.advice(notSent.Err)
	case errors.As(err, &unsettled):
		return t.unsettled(unsettled)
	case errors.Is(err, parking.ErrNoCredential):
		return noCredentialText
	case errors.Is(err, parking.ErrUnauthorized) && errors.As(err, &garbage):
		return fmt.Sprintf(accessDeniedText, garbage.Status, t.unchanged())
	case errors.Is(err, parking.ErrUnauthorized) && t.Unauthorized != "":
		return t.Unauthorized
	case errors.Is(err, parking.ErrUnauthorized):
		return fmt.Sprintf(credentialRejectedText, t.unchanged())
	case parking.Judge(err) == parking.TurnedAway:
		return fmt.Sprintf(rateLimitedText, t.unchanged(), slowerText)
	case errors.As(err, &noAnswer) && !noAnswer.Sent:
		return t.NeverSent(noAnswer)
	case errors.As(err, &fail) && fail.Status == http.StatusNotFound && !errors.Is(err, parking.ErrNotFound):
		return addressUnknownText // an earlier try may have had an effect
	case t.Refused != "" && errors.Is(err, parking.ErrNotFound): // but it is listed
		return t.Refused + " " + runAgainText
	case t.Refused != "":
		return t.Refused + " " + remedy(err)
	case t.writes() && t.Next != "" && parking.Ambiguous(err):
		return fmt.Sprintf(outcomeUnknownText, t.Next, remedy(err))
	case t.writes() && parking.Ambiguous(err):
		return fmt.Sprintf(outcomeUnknownAdoptsText, t.object(), remedy(err))
	}
	return remedy(err)
}

// unchanged says that a write did not take effect.
func (t Task) unchanged() string {
	if t.writes() {
		return unchangedText
	}
	return ""
}

func (t Task) writes() bool { return t.Verb != "read" && t.Verb != "import" }

// NeverSent is the advice for a request that did not reach the service.
func (t Task) NeverSent(err *parking.NoAnswerError) string {
	switch {
	case errors.Is(err, context.Canceled):
		return unchangedText + "Run again."
	case errors.Is(err, context.DeadlineExceeded):
		return unchangedText + raiseTimeouts(err)
	}
	return neverReachedText
}

// remedy says what to do about an answer that failed, or did not come.
func remedy(err error) string {
	var (
		noAnswer   *parking.NoAnswerError
		garbage    *parking.NotEnvelopeError
		noEndpoint *parking.NoEndpointError
	)
	switch {
	case errors.Is(err, context.Canceled):
		return "Run again."
	case errors.Is(err, parking.ErrThrottled):
		return fmt.Sprintf(rateLimitedText, "", slowerText)
	case errors.As(err, &noAnswer) && noAnswer.Timeout:
		return fmt.Sprintf(raiseRequestTimeoutText, parking.Duration(noAnswer.Within))
	case errors.Is(err, context.DeadlineExceeded):
		return raiseTimeouts(err)
	case redirected(err):
		return redirectedText
	case errors.As(err, &garbage) && garbage.TooDeep:
		return contractText
	case errors.As(err, &garbage) && garbage.Status < http.StatusInternalServerError:
		return notTheServiceText
	case errors.As(err, &garbage):
		return serviceFailsText
	case errors.Is(err, parking.ErrChanging):
		return changingText
	case errors.As(err, &noEndpoint):
		return fmt.Sprintf(noEndpointText, noEndpoint.Operation)
	case errors.Is(err, parking.ErrContract):
		return contractText
	case parking.Ambiguous(err):
		return runAgainText
	case errors.Is(err, parking.ErrNotFound):
		return noSuchObjectText
	}
	return correctText
}

// redirected reports whether the answer sends the request to another address.
func redirected(err error) bool {
	garbage, ok := errors.AsType[*parking.NotEnvelopeError](err)
	return ok && garbage.Status >= 300 && garbage.Status < 400
}

// unsettled says what is known about a creation that was looked up and not found, and must not be repeated
// blindly, and how to find out the rest.
func (t Task) unsettled(err *parking.UnsettledError) string {
	next := NextRunAdopts
	switch {
	case t.Next != "":
		next = t.Next
	case t.Never:
		next = NextRunNeverAdopts
	}
	again, later := "Run again when the service answers.", "run again"
	if t.By == ByAction {
		again, later = "It is not sent again: check before you invoke the action again.", "check before you invoke the action again"
	}
	if t.By != ByAction && errors.Is(errors.Join(err.Write, err.Look), context.Canceled) {
		again = "Run again."
	}
	rejected := errors.Is(err.Look, parking.ErrUnauthorized) && !errors.Is(err.Look, parking.ErrNotEnvelope)
	var noEndpoint *parking.NoEndpointError
	switch {
	case rejected && t.By == ByAction:
		again = "The service now rejects the credential: renew it. " + again
	case rejected:
		again = "The service now rejects the credential: renew it, then run again."
	case redirected(err.Look):
		again = "Set base_url to the address that the service redirects to. " + again
	case errors.As(err.Look, &noEndpoint):
		again = fmt.Sprintf(lookNeedsEndpointText, noEndpoint.Operation, again)
	}
	switch {
	case !parking.Ambiguous(err.Write):
		return fmt.Sprintf(rejectedMayBeDoneText, again, next, t.Check)
	case parking.Judge(err) == parking.NotDone && t.By == ByAction:
		return again
	case parking.Judge(err) == parking.NotDone:
		return remedy(err.Write) + " No cleanup is needed."
	case err.Running:
		return fmt.Sprintf(stillRunningText, t.twice(), later, next, t.Check)
	}
	return fmt.Sprintf(notLookedUpEitherText, again, next, t.Check)
}

// twice says what a repeat could do while the service is still carrying the request out.
func (t Task) twice() string {
	switch t.Verb {
	case "create", "start":
		return "create it twice"
	case "carry out":
		return "repeat it"
	}
	return "do it twice"
}

// MayBeThere reports whether a creation may have been refused because the thing already exists,
// so that looking for it is worth a request. Only a clear refusal counts: an ambiguous outcome
// was looked up already.
func MayBeThere(refused error) bool {
	fail, ok := errors.AsType[*parking.FailError](refused)
	return ok && !parking.Ambiguous(refused) && fail.Status != http.StatusNotFound &&
		!errors.Is(refused, parking.ErrUnauthorized) && !errors.Is(refused, parking.ErrThrottled)
}

// WithLookError adds to the refusal of a creation that looking for the thing failed too. The
// refusal stays as it is if the thing does not exist, or if the service refuses the look like
// the creation.
func WithLookError(refused, look error) error {
	if look == nil || errors.Is(look, parking.ErrNotFound) || MayBeThere(look) {
		return refused
	}
	return &parking.UnsettledError{Write: refused, Look: look}
}
