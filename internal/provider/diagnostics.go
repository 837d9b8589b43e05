package provider

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// task says what was being done, for the errors that it may end in.
type task struct {
	verb string // "create", "read", "update", "delete"
	noun string // "plate", "vehicle", …
	name string // which one; empty where the name is personal data
	// check is how to see by hand whether it is on the service.
	check string
	// attributes are those of the resource that the service may complain of.
	attributes []string
}

func (t task) summary() string { return fmt.Sprintf("Unable to %s %s", t.verb, t.noun) }

func (t task) object() string {
	if t.name == "" {
		return "the " + t.noun
	}
	return fmt.Sprintf("%s %s", t.noun, t.name)
}

// addError turns an error of the client into diagnostics: each field that the
// service complains of on its attribute, and otherwise one error that says what
// happened, to what, and what to do. It is the only place that does so.
func (t task) addError(diags *diag.Diagnostics, err error) {
	lead := fmt.Sprintf("Could not %s %s: %s.", t.verb, t.object(), err)
	placed := false
	var (
		fail      *parking.FailError
		unsettled *parking.UnsettledError
	)
	if errors.As(err, &fail) && !errors.As(err, &unsettled) {
		for _, field := range fail.Fields {
			attribute, ok := t.attribute(field.Field)
			if !ok {
				continue
			}
			diags.AddAttributeError(path.Root(attribute), t.summary(), fmt.Sprintf("The service refuses %s of %s: %s. Its message (HTTP %d): %s.",
				attribute, t.object(), strings.Join(field.Messages, "; "), fail.Status, fail.Message))
			placed = true
		}
	}
	if placed && len(unplaced(t, fail)) == 0 {
		return
	}
	diags.AddError(t.summary(), lead+"\n\n"+t.advice(err))
}

// warnSaved says that a thing was written and could not be read back. It is a
// warning: an error would taint the thing, and the next apply would replace what
// is on the service for good.
func (t task) warnSaved(diags *diag.Diagnostics, err error) {
	diags.AddWarning(fmt.Sprintf("%s saved, but not read back", upperFirst(t.noun)),
		fmt.Sprintf("The service accepted %s, and reading it afterwards failed: %s. It is in the state with what is known; the next refresh fills in the rest.", t.object(), err))
}

// unplaced gives the fields of a failure that belong to no attribute.
func unplaced(t task, fail *parking.FailError) []parking.FieldError {
	var out []parking.FieldError
	for _, field := range fail.Fields {
		if _, ok := t.attribute(field.Field); !ok {
			out = append(out, field)
		}
	}
	return out
}

// attribute finds the attribute of a service's field: the names are the same in
// lower case (Apellidos is apellidos).
func (t task) attribute(field string) (string, bool) {
	for _, attribute := range t.attributes {
		if strings.EqualFold(attribute, field) {
			return attribute, true
		}
	}
	return "", false
}

// advice says what to do about an error.
func (t task) advice(err error) string {
	var (
		noAnswer  *parking.NoAnswerError
		unsettled *parking.UnsettledError
		advice    string
	)
	if errors.As(err, &unsettled) {
		return t.unsettled(unsettled)
	}
	switch {
	case errors.Is(err, parking.ErrUnauthorized):
		return "The service refuses the credential. Check credential (PARKING_CREDENTIAL) and whether the service wants a word such as Bearer before it (credential_scheme). Nothing was changed."
	case errors.Is(err, parking.ErrThrottled):
		return "The service asks to slow down and went on doing so through every repeat. Lower max_concurrency or raise max_retries, then run again. Nothing was changed by this request."
	case errors.As(err, &noAnswer) && !noAnswer.Sent && errors.Is(err, context.Canceled):
		return "Nothing was changed by this request. Run again."
	case errors.As(err, &noAnswer) && !noAnswer.Sent && errors.Is(err, context.DeadlineExceeded):
		return "Nothing was changed by this request. Raise timeouts of the resource, or lower the parallelism of the run, then run again."
	case errors.As(err, &noAnswer) && !noAnswer.Sent:
		return "The request never reached the service, so nothing was changed. Check base_url, the network and ca_cert_file, then run again."
	case errors.As(err, &noAnswer) && noAnswer.Timeout:
		advice = "Raise request_timeout if the service is just slow, then run again."
	case errors.Is(err, parking.ErrNotEnvelope):
		advice = "Something other than the service may have answered, such as a proxy. Check base_url, then run again."
	case errors.Is(err, parking.ErrChanging):
		advice = "Somebody else changes it at the same time. Run again."
	case errors.Is(err, parking.ErrContract):
		advice = "The service behaves differently from what is known of it. Please report this text to the provider's developers."
	case parking.Ambiguous(err):
		advice = "Run again; if it stays, ask the operator of the service."
	default:
		return "Correct what the service complains of, then run again."
	}
	if t.verb != "read" && parking.Ambiguous(err) {
		advice = fmt.Sprintf("It is not known whether the service carried this out before it failed. The next run looks at %s first and continues from what it finds. ", t.object()) + advice
	}
	return advice
}

// unsettled says what is known of a write whose answer was lost, and how to find
// out the rest.
func (t task) unsettled(err *parking.UnsettledError) string {
	const next = "Nothing has to be cleaned up: the next run takes over what is there by then, as adopt_existing says."
	switch {
	case !parking.Ambiguous(err.Write):
		return fmt.Sprintf("The service refuses it, perhaps because it is there already, and %s could not be looked for. Run again when the service answers. %s To check by hand: %s.", t.object(), next, t.check)
	case err.Known():
		return fmt.Sprintf("The service did not carry it out: %s is not there. Run again. %s", t.object(), next)
	case err.Running:
		return fmt.Sprintf("It is not known whether the service will still carry it out: %s was not there when it was looked for, but the service may need longer than request_timeout. Sending it again now could create it twice. Wait a minute and run again. %s To check by hand: %s.", t.object(), next, t.check)
	}
	return fmt.Sprintf("It is not known whether the service carried it out, because %s could not be looked for either. Run again when the service answers. %s To check by hand: %s.", t.object(), next, t.check)
}

// unseen is the refusal of a creation after which looking whether the thing is
// there already ended in look; that it is not there leaves the refusal alone.
func unseen(refused, look error) error {
	if look == nil || errors.Is(look, parking.ErrNotFound) {
		return refused
	}
	return &parking.UnsettledError{Write: refused, Look: look}
}

func upperFirst(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// shellQuote makes text one word of a POSIX shell.
func shellQuote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
