package framework

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Once is a write that is sent once: whatever becomes of its answer, no later run sends it again.
type Once struct {
	Task
	Did   string // what the service may have done, in the past tense: "extended reservation 5 by 30 minutes"
	Shows string // the request or list that shows whether it did
	Again string // how to have it sent again
}

// Unclear reports whether the service may have carried the write out without an answer that says so. It then adds what is known: a
// resource adds a warning, since an error would taint it or have the write sent again, and an action an error.
func (o Once) Unclear(err error, add func(summary, detail string)) bool {
	outcome, what := parking.OutcomeOf(err), "Unknown whether"
	if outcome == parking.Accepted {
		what = "No record:"
	}
	if outcome >= parking.Unknown {
		add(what+" the service "+o.Did, fmt.Sprintf(onceText, o.Shows, o.Again, Sentence(err)))
	}
	return outcome >= parking.Unknown
}

// Fail adds the error of an action.
func (o Once) Fail(err error, diags *diag.Diagnostics) {
	if !o.Unclear(err, diags.AddError) {
		o.AddError(diags, err)
	}
}

// WarnUnknown says in each later plan that it is not known whether the write was carried out.
func (o Once) WarnUnknown(diags *diag.Diagnostics) {
	diags.AddWarning("Unknown whether the service "+o.Did, strings.TrimSpace(fmt.Sprintf(onceText, o.Shows, o.Again, "")))
}

// SendAgain says how a resource of a type has something sent again: an import takes what the record shows.
func SendAgain(typeName string, id types.Int64) string {
	return "If not, have it sent again. " + fmt.Sprintf(ImportAfresh, fmt.Sprintf("%s.NAME %s", typeName, id))
}

// Doing is what a plan does to one thing that costs money or cannot be undone.
type Doing struct{ does, texts []string }

// Add adds what is done, such as "booked", and what that means.
func (d *Doing) Add(does, text string) {
	d.does, d.texts = append(d.does, does), append(d.texts, text)
}

// Warn says it in one warning about a thing, such as "Reservation 5", with what else is known of that.
func (d *Doing) Warn(thing, known string, diags *diag.Diagnostics) {
	if len(d.does) > 0 {
		diags.AddWarning(fmt.Sprintf("%s will be %s", thing, strings.Join(d.does, " and ")),
			strings.TrimSpace(strings.Join(d.texts, " ")+" "+known))
	}
}
