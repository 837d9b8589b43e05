package flota

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// What is said of vehicles that are not in place. Up to max_pendientes of them are a warning, more are an error. On
// update an error taints nothing. On create an error with a state would taint the fleet and replace what depends on
// it, so nothing is saved, and the next apply adopts what was made.

// mustSave reports whether a fleet that is not in place is saved as it is nevertheless. Terraform itself fails a run
// that is interrupted. A link that no listing shows yet would be made a second time if it were forgotten.
func (r *flotaRun) mustSave(ctx context.Context) bool {
	interrupted := errors.Is(ctx.Err(), context.Canceled) && !r.madeNothing()
	return interrupted || len(r.notes.NotListed) > 0
}

func (r *flotaRun) madeNothing() bool { return len(r.ids) == 0 && r.notes.empty() }

// summary says how many vehicles are not in place.
func (r *flotaRun) summary() string { return fmt.Sprintf("Vehicles not in place (%d)", len(r.pending)) }

// notCreated gives summary and detail of the error of a fleet that is not saved.
func (r *flotaRun) notCreated(most int) (summary, detail string) {
	if r.madeNothing() {
		next := framework.NextRunAdopts
		if r.Adopt == framework.AdoptNever {
			next = framework.NextRunNeverAdopts
		}
		return "Unable to create fleet", fmt.Sprintf(noneCreatedText, r.total, r.clienteID, next, r.reasons(moreLaterText))
	}
	next := nextCreateAdoptsText
	switch {
	case r.Adopt != framework.AdoptNever:
	case len(r.ids) == 0:
		next = nextCreateNeverText
	default:
		next = fmt.Sprintf(nextCreateImportsText, r.clienteID, strings.Join(plates(r.ids), ","))
	}
	return r.summary(), fmt.Sprintf(notCreatedText, len(r.pending), r.total, r.clienteID, most, next, r.reasons(moreLaterText))
}

// notUpdated is the error of a fleet that is saved as far as it is in place.
func (r *flotaRun) notUpdated(most int) string {
	others := othersInStateText
	if len(r.pending) >= r.declared {
		others = ""
	}
	return fmt.Sprintf(notUpdatedText, len(r.pending), r.declared, r.clienteID, most, others, r.reasons(morePendingText))
}

func (r *flotaRun) warnPending(diags *diag.Diagnostics) {
	if n := len(r.pending); n > 0 {
		diags.AddWarning(r.summary(), fmt.Sprintf(notInPlaceText, n, r.declared, r.clienteID, r.reasons(morePendingText)))
	}
}

// reasons says why vehicles are not in place, each reason once, and not more of them than can be read; more says where
// the others are. What was not tried comes after its cause.
func (r *flotaRun) reasons(more string) string {
	const most = 10
	var tried, notTried []string
	of := make(map[string][]string) // plates by kind
	for _, placa := range plates(r.pending) {
		why := r.pending[placa]
		switch {
		case of[why.kind] != nil:
		case why.notTried:
			notTried = append(notTried, why.kind)
		default:
			tried = append(tried, why.kind)
		}
		of[why.kind] = append(of[why.kind], placa)
	}
	var text strings.Builder
	left := 0
	for i, kind := range slices.Concat(tried, notTried) {
		if i >= most {
			left += len(of[kind])
			continue
		}
		why := r.pending[of[kind][0]]
		switch {
		case why.notTried && len(tried) > 0:
			why.text += causeAboveText
		case why.notTried:
			why.text += causeElsewhereText
		}
		text.WriteString("\n\n" + about(of[kind], why.text))
	}
	if left > 0 {
		fmt.Fprintf(&text, more, left)
	}
	return text.String()
}

// pendingReason says why a vehicle is not in place.
type pendingReason struct {
	text     string
	brief    string // for the state, which the next plan shows as removed
	kind     string // text without the vehicle's own values
	notTried bool
}

// sentence matches the first sentence of a text. A full stop in a quoted value ends none.
var sentence = regexp.MustCompile(`^(?:"(?:\\.|[^"\\])*"|[^".]|\.\S)*\.?`)

func reasonOf(errs diag.Diagnostics, placa string, task flotaTask) (why pendingReason) {
	var texts, briefs []string
	for _, d := range errs {
		text := strings.Join(strings.Fields(framework.Detail(d)), " ")
		brief := sentence.FindString(text)
		if failure, ok := d.(framework.Failure); ok {
			brief, why.notTried = strings.Join(strings.Fields(failure.Brief), " "), failure.NotTried
			if task.registered && task.id.IsNull() { // that nothing was changed is of the vehicle
				texts = append(texts, plateRegisteredText)
			}
		}
		texts, briefs = append(texts, text), append(briefs, brief)
	}
	why.text, why.brief = strings.Join(texts, " "), strings.Join(briefs, " ")
	why.kind = kindOf(why.text, placa, task)
	return why
}

// ownValue matches what differs between vehicles of one kind, and what the service says, of which a part may.
var ownValue = regexp.MustCompile(`(answered |begins |: )?"(?:\\.|[^"\\])*"|\bvehicle \d+`)

// kindOf gives a reason without the vehicle's own values.
func kindOf(text, placa string, task flotaTask) string {
	var own []string
	for _, spelled := range []string{placa, cmp.Or(task.spelled, placa)} {
		own = append(own, url.QueryEscape(spelled), "", url.PathEscape(spelled), "", spelled, "")
	}
	bare := strings.NewReplacer(own...)
	nombre := bare.Replace(task.Nombre.ValueString())
	return bare.Replace(ownValue.ReplaceAllStringFunc(text, func(value string) string {
		if value[0] == '"' || value[0] == 'v' {
			return ""
		}
		return strings.ReplaceAll(bare.Replace(value), nombre, "")
	}))
}
