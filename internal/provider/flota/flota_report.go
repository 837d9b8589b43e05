package flota

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
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

// summary says how many vehicles are not in place.
func (r *fleetRun) summary() string {
	return fmt.Sprintf("Vehicles not in place (%d)", len(r.pending()))
}

// standing says how much of the fleet is on the service.
func (r *fleetRun) standing() string {
	missing, are := len(r.pending()), "are"
	if missing == 1 {
		are = "is"
	}
	return fmt.Sprintf(standingText, r.declared-missing, r.declared, r.clienteID, missing, are)
}

// notCreated gives summary and detail of the error of a fleet that is not saved.
func (r *fleetRun) notCreated() (summary, detail string) {
	reasons := reasonsOf(r.pending(), moreLaterText)
	if r.madeNothing() {
		return "Unable to create fleet", fmt.Sprintf(noneCreatedText, len(r.tasks), r.clienteID, framework.NextRunAdopts, reasons)
	}
	return r.summary(), fmt.Sprintf(notCreatedText, r.standing(), r.most, reasons)
}

// notUpdated is the error of a fleet that is saved as far as it is in place.
func (r *fleetRun) notUpdated() string {
	return fmt.Sprintf(notUpdatedText, r.standing(), r.most, reasonsOf(r.pending(), morePendingText))
}

// warn warns of what is not in place of a fleet that is saved, and then of what else is found: Terraform shows the first of
// several warnings.
func (r *fleetRun) warn(diags *diag.Diagnostics) {
	switch reasons := reasonsOf(r.pending(), morePendingText); {
	case r.saved:
		diags.AddWarning(r.summary(), fmt.Sprintf(savedNotInPlaceText, r.standing(), r.most, len(r.unlisted()), reasons))
	case reasons != "":
		diags.AddWarning(r.summary(), fmt.Sprintf(notInPlaceText, r.standing(), reasons))
	}
	r.found().sayNotes(diags)
}

// notProcessed is the reason of a vehicle that was not begun, because the run ended.
func notProcessed(e entry, ended error) finding {
	why := interruptedText
	if errors.Is(ended, context.DeadlineExceeded) {
		why = ended.Error()
	}
	f := refused("vehiculos", "Vehicle not processed", fmt.Sprintf(notProcessedText, why), e.linkTask("create").NeverSent(ended))
	f.values = why
	return f
}

// sayPlanned says what a plan found of the new vehicles of a fleet: which the apply cannot put in place, which could not be
// looked up, and what else there is to know.
func (m flotaModel) sayPlanned(found byPlate, diags *diag.Diagnostics) {
	refused, open := found.at(refusal), found.at(unchecked)
	n, all, most := len(refused), len(m.Vehiculos.Elements()), m.maxPending()
	text := fmt.Sprintf(fleetRefusedText, n, all, most, reasonsOf(refused, moreLaterText))
	if n == all {
		text = fmt.Sprintf(fleetAllRefusedText, n, reasonsOf(refused, moreLaterText))
	}
	switch summary := fmt.Sprintf("Vehicles cannot be put in place (%d)", n); {
	case n > most || n > 0 && n == all:
		diags.AddAttributeError(path.Root("vehiculos"), summary, text)
	case n > 0:
		diags.AddAttributeWarning(path.Root("vehiculos"), summary, text)
	}
	if len(open) > 0 {
		diags.AddWarning(fmt.Sprintf("Vehicles not checked (%d)", len(open)),
			fmt.Sprintf(fleetUncheckedText, reasonsOf(open, moreLaterText)))
	}
	found.sayNotes(diags)
}
