package flota

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// reason is why a plate or a vehicle is not as declared. A resource of its own shows the diagnostics of its failure. A fleet
// shows equal reasons once.
type reason struct {
	framework.Failure
	values string // tells reasons with one summary apart
	err    error  // of a request that failed
	// unchecked: it stops nothing.
	unchecked bool
}

// failed is the reason of a request that failed.
func failed(task framework.Task, err error) *reason {
	return &reason{Failure: task.Failure(err), err: err}
}

// lookFailed is the reason of a look before a creation that failed.
func lookFailed(task framework.Task, err error) *reason {
	return &reason{Failure: task.LookFailure(err), err: err}
}

// refused is any other reason: why, and what to do.
func refused(attribute, summary, why, advice string) *reason {
	problem := diag.NewAttributeErrorDiagnostic(path.Root(attribute), summary, why+" "+advice)
	return &reason{Failure: framework.Failure{Diagnostics: diag.Diagnostics{problem}, Brief: why}}
}

// notice is what to know about a plate or a vehicle that is in place. A fleet gives one warning for each summary.
type notice struct{ summary, detail string }

// Summaries of notices. Those of a resource of its own are the same.
const (
	plateAdopted           = "Existing plate adopted"
	plateAdoptedAndUpdated = "Existing plate adopted and updated"
	vehicleAdopted         = "Existing vehicle adopted"
	vehicleNamedByService  = "Vehicle created under another name"
	plateNotLinked         = "Plates already registered" // this and those that follow are of a plan
	plateOverwritten       = "Plates will be overwritten"
	vehicleFound           = "Vehicles already exist"
)

// report adds what a resource of its own says.
func report(why *reason, note *notice, diags *diag.Diagnostics) {
	if why != nil {
		diags.Append(why.Diagnostics...)
	}
	if note != nil {
		diags.AddWarning(note.summary, note.detail)
	}
}
