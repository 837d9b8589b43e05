package flota

import (
	"context"
	"errors"
	"fmt"
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
		return "Unable to create fleet", fmt.Sprintf(noneCreatedText, r.total, r.clienteID, r.reasons())
	}
	next := nextCreateAdoptsText
	switch {
	case r.Adopt != framework.AdoptNever:
	case len(r.ids) == 0:
		next = nextCreateNeverText
	default:
		next = fmt.Sprintf(nextCreateImportsText, r.clienteID, strings.Join(plates(r.ids), ","))
	}
	return r.summary(), fmt.Sprintf(notCreatedText, len(r.pending), r.total, r.clienteID, most, next, r.reasons())
}

// notUpdated is the error of a fleet that is saved as far as it is in place.
func (r *flotaRun) notUpdated(most int) string {
	return fmt.Sprintf(notUpdatedText, len(r.pending), r.clienteID, most, r.reasons())
}

func (r *flotaRun) warnPending(diags *diag.Diagnostics) {
	if n := len(r.pending); n > 0 {
		diags.AddWarning(r.summary(), fmt.Sprintf(notInPlaceText, n, r.clienteID, r.reasons()))
	}
}

// reasons says why vehicles are not in place, each reason once, and not more of them than can be read.
func (r *flotaRun) reasons() string {
	const most = 10
	var order []string
	of := make(map[string][]string) // plates by reason
	for _, placa := range plates(r.pending) {
		reason := strings.ReplaceAll(r.pending[placa], placa, "")
		if of[reason] == nil {
			order = append(order, reason)
		}
		of[reason] = append(of[reason], placa)
	}
	var text strings.Builder
	for _, reason := range order[:min(len(order), most)] {
		fmt.Fprintf(&text, "\n\n%s: %s", someOf(of[reason]), r.pending[of[reason][0]])
	}
	if more := len(order) - most; more > 0 {
		fmt.Fprintf(&text, moreReasonsText, more)
	}
	return text.String()
}
