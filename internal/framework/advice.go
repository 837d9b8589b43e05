package framework

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// advice says what is known about the object after an error, and what to do.
func (t Task) advice(err error) string {
	e := parking.ErrorOf(err)
	unknown := e.Outcome >= parking.Unknown
	switch {
	case e.Kind == parking.Unsettled:
		return t.unsettled(e)
	case e.Kind == parking.Unauthorized && !e.Foreign && !unknown && t.Unauthorized != "":
		return t.Unauthorized
	case e.Kind == parking.NotFound && t.Refused != "": // but it is listed
		return t.Refused + " " + RunAgainOrAsk
	case e.Kind == parking.Unproven && t.Refused != "":
		return t.Refused
	case t.Refused != "" && (e.Kind == parking.Rejected || unknown):
		return t.Refused + " " + t.remedy(err)
	case t.writes() && unknown && t.Next != "":
		return fmt.Sprintf(outcomeUnknownText, t.Next, t.remedy(err))
	case t.writes() && unknown:
		return fmt.Sprintf(outcomeUnknownAdoptsText, t.object(), t.remedy(err))
	}
	return t.remedy(err)
}

func (t Task) writes() bool { return t.Verb != "read" && t.Verb != "import" }

// remedies say what to do, by what went wrong. remedy fills in what stands in braces.
var remedies = map[parking.Kind]string{
	parking.Invalid:      notSentText,
	parking.NoEndpoint:   noEndpointText,
	parking.NoCredential: noCredentialText,
	parking.Unrecorded:   "{unchanged}" + auditUnwritableText,
	parking.Interrupted:  "{unchanged}" + RunAgain,
	parking.Lost:         RunAgainOrAsk,
	parking.Timeout:      raiseRequestTimeoutText,
	parking.Throttled:    rateLimitedText,
	parking.Unauthorized: credentialRejectedText,
	parking.NotFound:     noSuchObjectText,
	parking.Unproven:     unprovenText,
	parking.DeniesAll:    deniesAllText,
	parking.Failed:       RunAgainOrAsk,
	parking.Garbled:      notTheServiceText,
	parking.Redirected:   redirectedText,
	parking.Unexpected:   contractText,
	parking.OtherRecord:  otherRecordText,
	parking.TooLong:      tooLongText,
	parking.Changing:     changingText,
}

// foreignRemedies are for answers that something between may have given.
var foreignRemedies = map[parking.Kind]string{
	parking.Unauthorized: accessDeniedText,
	parking.Failed:       serviceFailsText,
}

// remedy says what to do about an error.
func (t Task) remedy(err error) string {
	e := parking.ErrorOf(err)
	text := cmp.Or(remedies[e.Kind], correctText)
	if e.Foreign {
		text = cmp.Or(foreignRemedies[e.Kind], text)
	}
	switch {
	case e.Kind == parking.DeniesAll && e.Passing: // which no credential explains
		text = serviceFailsText
	case e.Outcome == parking.NotSent && (e.Kind == parking.Timeout || e.Kind == parking.Lost):
		text = neverReachedText
	case e.Kind == parking.Interrupted && errors.Is(err, context.DeadlineExceeded):
		text = "{unchanged}" + raiseTimeouts(err)
	case e.Kind == parking.NotFound && t.Verb == "update":
		text = goneText
	}
	unchanged := ""
	if e.Outcome == parking.NotSent || t.writes() && e.Outcome < parking.ProbablyNotDone {
		unchanged = unchangedText
	}
	return strings.NewReplacer("{unchanged}", unchanged, "{operation}", e.Op, "{within}", parking.Duration(e.Within),
		"{status}", strconv.Itoa(e.Status)).Replace(text)
}

// NeverSent is the advice for a request that did not reach the service.
func (t Task) NeverSent(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return unchangedText + raiseTimeouts(err)
	}
	return unchangedText + RunAgain
}

// unsettled says what is known about a creation that was looked up and not found, and must not be repeated
// blindly, and how to find out the rest.
func (t Task) unsettled(err *parking.Error) string {
	next := cmp.Or(t.Next, NextRunAdopts)
	again := "Wait a minute, then run again when the service answers."
	if errors.Is(err.Err, context.Canceled) || errors.Is(err.Look, context.Canceled) {
		again = WaitAMinute
	}
	look := parking.ErrorOf(err.Look)
	switch {
	case look.Kind == parking.Unauthorized && !look.Foreign:
		again = "The service now rejects the credential: renew it, then run again."
	case look.Kind == parking.Redirected:
		again = "Set base_url to the address that the service redirects to. " + again
	}
	switch {
	case parking.OutcomeOf(err.Err) < parking.Unknown:
		return fmt.Sprintf(rejectedMayBeDoneText, again, next, t.Check)
	case err.Outcome == parking.ProbablyNotDone:
		return t.remedy(err.Err) + " " + cmp.Or(t.Next, "No cleanup is needed.")
	case err.Outcome == parking.MaybeRunning:
		return fmt.Sprintf(stillRunningText, next, t.Check)
	}
	return fmt.Sprintf(notLookedUpEitherText, again, next, t.Check)
}

// IsRefused reports whether a write was clearly refused, perhaps because the thing already exists: a read decides. An ambiguous outcome
// was looked up already.
func IsRefused(err error) bool {
	return parking.Is(err, parking.Rejected) && parking.OutcomeOf(err) < parking.Unknown
}

// WithLookError adds to the refusal of a creation how looking for the thing ended, unless it does not exist. A denial that is about this
// one thing may be the reason.
func WithLookError(refused, look error) error {
	switch {
	case look == nil, parking.Is(look, parking.NotFound):
		return refused
	case parking.Denied(look):
		both := *parking.ErrorOf(refused)
		both.Fields = append(slices.Clone(both.Fields), parking.FieldError{Messages: []string{parking.ErrorOf(look).Message}})
		return &both
	}
	return LookFailed(refused, look)
}

// LookFailed is a write that was refused, perhaps because of an earlier one, and could not be looked up.
func LookFailed(refused, look error) error {
	return &parking.Error{Kind: parking.Unsettled, Outcome: parking.Unknown, Err: refused, Look: look}
}
