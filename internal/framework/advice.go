package framework

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
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
	case e.Kind == parking.Unproven && t.Refused != "":
		return t.Refused
	case t.Refused != "" && (e.Kind == parking.Rejected || unknown && t.writes()):
		return t.Refused + " " + t.remedy(err)
	case t.writes() && unknown:
		return fmt.Sprintf(outcomeUnknownText, cmp.Or(t.Next, NextRunAdopts), t.remedy(err))
	}
	return t.remedy(err)
}

func (t Task) writes() bool { return t.Verb != "read" && t.Verb != "import" && t.Verb != "plan" }

// remedies say what to do, by what went wrong. remedy fills in what stands in braces.
var remedies = map[parking.Kind]string{
	parking.Invalid:      "Nothing was sent.",
	parking.NoEndpoint:   "Ask the operator of the service for the path, and set endpoints.{operation} in the provider block.",
	parking.NoCredential: "Set credential (PARKING_CREDENTIAL) to an API key or access token, then run again.",
	parking.Unrecorded:   "Make the file writable, or set audit_log (PARKING_AUDIT_LOG) to another one, then apply again.",
	parking.Interrupted:  RunAgain,
	parking.Lost:         RunAgainOrAsk,
	parking.Timeout:      raiseRequestTimeoutText,
	parking.Throttled:    rateLimitedText,
	parking.Unauthorized: credentialRejectedText,
	parking.NotFound:     CheckIdentifier,
	parking.Unproven:     unprovenText,
	parking.DeniesAll:    deniesAllText,
	parking.Failed:       RunAgainOrAsk,
	parking.Garbled:      notTheServiceText,
	parking.Redirected:   FollowAddress,
	parking.Unexpected:   contractText,
	parking.OtherRecord:  otherRecordText,
	parking.TooLong:      "List less with a filter in parametros, or ask the operator of the service how.",
	parking.Changing:     RunAgainOrAsk,
}

// remedy says what to do about an error.
func (t Task) remedy(err error) string {
	e := parking.ErrorOf(err)
	text := cmp.Or(remedies[e.Kind], correctText)
	switch {
	case e.Kind == parking.Unauthorized && e.Foreign:
		text = accessDeniedText
	case e.Kind == parking.DeniesAll && e.Passing: // which no credential explains
		text = RunAgainOrAsk
	case e.Outcome == parking.NotSent && (e.Kind == parking.Timeout || e.Kind == parking.Lost):
		text = CheckAddress
	case e.Kind == parking.Interrupted && errors.Is(err, context.DeadlineExceeded):
		text = raiseTimeoutsText
	case e.Kind == parking.Rejected && t.Verb == "import":
		text = CheckIdentifier
	}
	// A service may reject the second of two requests that something between made of one.
	if t.writes() && e.Outcome < parking.ProbablyNotDone && e.Kind != parking.Invalid && e.Kind != parking.Rejected {
		text = "Nothing was changed by this request. " + text
	}
	if e.Base == "" { // nothing was sent to any
		text = strings.ReplaceAll(text, " ({base_url})", "")
	}
	return strings.NewReplacer("{operation}", e.Op, "{within}", parking.Duration(e.Within), "{base_url}", e.Base).Replace(text)
}

// unsettled says what is known about a creation that was looked up and not found, and must not be repeated
// blindly, and how to find out the rest.
func (t Task) unsettled(err *parking.Error) string {
	if err.Outcome == parking.ProbablyNotDone {
		return t.remedy(err.Err) + " " + cmp.Or(t.Next, "No cleanup is needed.")
	}
	return fmt.Sprintf(unsettledText+CheckByRequest, cmp.Or(t.Next, NextRunAdopts), t.Check)
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
