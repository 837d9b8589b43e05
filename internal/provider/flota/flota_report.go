package flota

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// What is said of vehicles that are not in place. Up to max_pendientes of them are a warning, more are an error.

func (r *fleetRun) pending() map[string]finding { return r.found().at(refusal) }

func (r *fleetRun) madeNothing() bool {
	for _, t := range r.tasks {
		if !t.vehiculoID().IsNull() || t.registered || t.unlisted {
			return false
		}
	}
	return true
}

// tooFew reports whether fewer vehicles are in place than the fleet permits, or none at all.
func (r *fleetRun) tooFew() bool { return len(r.pending()) > r.most || r.madeNothing() }

// sayPending says which vehicles are not in place, why, and what that means for the fleet.
func (r *fleetRun) sayPending(add func(summary, detail string), means string) {
	if pending := r.pending(); len(pending) > 0 {
		text := fmt.Sprintf(standingText, len(pending), r.declared, r.most, means, reasonsOf(pending))
		add(about(notInPlace, plates(pending), r.fleet), text)
	}
}

// sayPlanned says what a plan found of the new vehicles: which the apply cannot put in place, which could not be looked up, and what
// else there is to know.
func (r *fleetRun) sayPlanned(diags *diag.Diagnostics) {
	refused, open := r.pending(), r.found().at(unchecked)
	if n := len(refused); n > 0 {
		add := diags.AddAttributeWarning
		if n > r.most || n == r.declared {
			add = diags.AddAttributeError
		}
		text := fmt.Sprintf(plannedText, n, r.declared, r.most, reasonsOf(refused))
		add(path.Root("vehiculos"), about(noPlannedPlace, plates(refused), r.fleet), text)
	}
	if len(open) > 0 {
		diags.AddWarning(about("Vehicles not checked", plates(open), r.fleet), fmt.Sprintf(uncheckedText, reasonsOf(open)))
	}
	r.found().sayNotes(r.fleet, diags)
}

// notBegun is the reason of a vehicle that was not begun, because the run ended.
func notBegun(e entry, ended error) finding {
	why := "the run was interrupted"
	if errors.Is(ended, context.DeadlineExceeded) {
		why = ended.Error()
	}
	return refused("vehiculos", "Vehicle not processed", fmt.Sprintf(notBegunText, why), e.linkTask("create").NeverSent(ended))
}
