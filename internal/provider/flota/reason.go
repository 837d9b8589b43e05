package flota

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// deed is what was done about a plate or a vehicle. Why nothing was done is a reason.
type deed int

const (
	nothing deed = iota // it is as declared already, or there is a reason
	registered
	adopted
	updated
)

// reason is why a plate or a vehicle is not as declared. A resource of its own shows the diagnostics of its failure. A fleet
// shows equal reasons once.
type reason struct {
	framework.Failure
	kind   reasonKind
	values string // tells reasons of one kind apart
	err    error
}

type reasonKind int

const (
	requestFailed reasonKind = iota
	notProcessed
	plateInvalid
	plateDiffers
	plateSpelled
	plateMissing
	vehicleNamedOtherwise
	vehicleNotListed
)

// failed is the reason of a request that failed.
func failed(task framework.Task, err error) *reason {
	return &reason{Failure: task.Failure(err), kind: requestFailed, err: err}
}

// lookFailed is the reason of a look before a creation that failed.
func lookFailed(task framework.Task, err error) *reason {
	return &reason{Failure: task.LookFailure(err), kind: requestFailed, err: err}
}

// refused is any other reason: why, and what to do.
func refused(kind reasonKind, attribute, summary, why, advice string) *reason {
	problem := diag.NewAttributeErrorDiagnostic(path.Root(attribute), summary, why+" "+advice)
	return &reason{Failure: framework.Failure{Diagnostics: diag.Diagnostics{problem}, Brief: why}, kind: kind}
}

// notice is what to know about a plate or a vehicle that is in place. A fleet gives one warning for each kind.
type notice struct {
	kind   noticeKind
	detail string
}

type noticeKind int

const (
	plateAdopted noticeKind = iota
	plateAdoptedAndUpdated
	vehicleAdopted
	vehicleNamedByService
	plateNotLinked // this and those that follow are of a plan
	plateOverwritten
	vehicleFound
)

var noticeSummaries = map[noticeKind]string{
	plateAdopted:           "Existing plate adopted",
	plateAdoptedAndUpdated: "Existing plate adopted and updated",
	vehicleAdopted:         "Existing vehicle adopted",
	vehicleNamedByService:  "Vehicle created under another name",
	plateNotLinked:         "Plates already registered",
	plateOverwritten:       "Plates will be overwritten",
	vehicleFound:           "Vehicles already exist",
}

// report adds what a resource of its own says.
func report(why *reason, note *notice, diags *diag.Diagnostics) {
	if why != nil {
		diags.Append(why.Diagnostics...)
	}
	if note != nil {
		diags.AddWarning(noticeSummaries[note.kind], note.detail)
	}
}
