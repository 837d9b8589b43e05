package flota

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// A plan looks up the plates that it will register, since the service can delete neither plates nor links: one that is
// already there may be somebody else's, or the same plate in another spelling.

// plateLookMaxAge is how long a look at a plate serves its creation. A fleet of thousands takes minutes to look at. If the
// plate was registered since, the service rejects it (A15).
const plateLookMaxAge = 10 * time.Minute

type plateLooks = framework.Looks[parking.Placa]

// previewsPlates reports whether plans look up plates, and warns once a run if they do not.
func previewsPlates(s *framework.Service, diags *diag.Diagnostics) bool {
	if !s.PlanLookups {
		s.WarnOnce("Plates not looked up", platesNotCheckedText, diags)
	}
	return s.PlanLookups
}

// lookAtPlaca reads a plate for a plan, once a run.
func lookAtPlaca(ctx context.Context, s *framework.Service, placa string) (parking.Placa, error) {
	looks := framework.Shared[plateLooks](s)
	if seen, ok := looks.Peek(placa); ok {
		return seen.Found, seen.Err
	}
	held, err := s.Client.Placa(ctx, placa, parking.Creation)
	looks.Keep(placa, held, err)
	return held, err
}

// plateLook is what a creation knows of its plate.
type plateLook struct {
	held           parking.Placa
	there, planned bool // it exists; its plan said so
}

// lookForPlaca gives what the plan of this creation read of its plate, or reads it, unless plan_lookups is false.
func lookForPlaca(ctx context.Context, s *framework.Service, placa string) (plateLook, error) {
	if !s.PlanLookups {
		return plateLook{}, nil
	}
	seen, planned := framework.Shared[plateLooks](s).Take(placa, plateLookMaxAge)
	if !planned {
		seen.Found, seen.Err = s.Client.Placa(ctx, placa, parking.Creation)
	}
	if parking.Is(seen.Err, parking.NotFound) || parking.DeniesOne(seen.Err) { // which the registration tells
		return plateLook{}, nil
	}
	return plateLook{held: seen.Found, there: true, planned: planned}, seen.Err
}

// refuseSpelling is the reason why a plate that is registered under another spelling is not registered again.
func refuseSpelling(declared framework.Placa, registered string) *reason {
	return refused("placa", "Plate registered under another spelling",
		fmt.Sprintf(plateSpelledText, declared, registered), fmt.Sprintf(spellItSoText, registered))
}

// refusePlaca gives the reason why a plate that already exists is not adopted, or nil.
func refusePlaca(s *framework.Service, plan placaModel, held parking.Placa) *reason {
	differences := plan.differences(held)
	switch {
	case held.Placa != plan.Placa.ValueString():
		return refuseSpelling(plan.Placa, held.Placa)
	case len(differences) > 0 && !s.Overwrite:
		why := refused("placa", "Plate already exists and differs",
			fmt.Sprintf(plateDiffersText, plan.Placa, strings.Join(differences, "; ")), nothingOverwrittenText)
		why.values = strings.Join(differences, "; ")
		return why
	}
	return nil
}

// preview shows at plan time what registering the plate will meet.
func (r *placaResource) preview(ctx context.Context, plan placaModel, diags *diag.Diagnostics) {
	if r.Client == nil {
		return
	}
	placa := plan.Placa.ValueString()
	warnOdd(path.Root("placa"), placa, diags)
	if !previewsPlates(r.Service, diags) {
		return
	}
	ctx, cancel := framework.Within(ctx, plan.Timeouts, "create", framework.DefaultTimeout, diags)
	defer cancel()
	held, err := lookAtPlaca(ctx, r.Service, placa)
	task := placaTask("plan", plan)
	switch {
	case parking.Is(err, parking.NotFound):
	case parking.DeniesOne(err):
		task.WarnUnchecked(r.Service, err, diags)
	case err != nil:
		task.AddUnchecked(r.Service, err, "", diags)
	default:
		why := refusePlaca(r.Service, plan, held)
		report(why, nil, diags)
		if values := plan.differences(held); why == nil && len(values) > 0 {
			r.WarnOnce(fmt.Sprintf("Plate %s will be overwritten", placa),
				fmt.Sprintf(plateOverwrittenText, plan.Placa, strings.Join(values, "; "))+maybeOthersText, diags)
		} else if why == nil {
			diags.AddWarning(fmt.Sprintf("Plate %s is already registered", placa), fmt.Sprintf(plateFoundText, plan.Placa)+maybeOthersText)
		}
	}
}

// warnOdd warns of a plate that is probably not written as it was meant.
func warnOdd(at path.Path, placa string, diags *diag.Diagnostics) {
	if why := oddPlaca(placa); why != "" {
		diags.AddAttributeWarning(at, fmt.Sprintf("Check the spelling of plate %s", placa), fmt.Sprintf(oddPlateText, placa, why))
	}
}
