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
	switch outcome := parking.OutcomeOf(err); {
	case outcome < parking.Unknown:
		return false
	case outcome == parking.Accepted:
		add(fmt.Sprintf("No record: the service %s", o.Did), fmt.Sprintf(onceAcceptedText, o.Did, o.Shows, o.Again, Sentence(err)))
	default:
		add(fmt.Sprintf("Unknown whether the service %s", o.Did), fmt.Sprintf(onceUnknownText, o.Did, o.Shows, o.Again, Sentence(err)))
	}
	return true
}
