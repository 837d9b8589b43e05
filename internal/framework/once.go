package framework

import (
	"fmt"

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
