package flota

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// vehiculoLooks are the links that plans found and said so of.
type vehiculoLooks = framework.Looks[parking.Vehiculo]

// subject names the link for the locks and memories of this process.
func (m vehiculoModel) subject() string {
	return fmt.Sprintf("vehicle %s of client %d", parking.BarePlaca(m.Placa.ValueString()), m.ClienteID.ValueInt64())
}

// owner names the client in a text.
func (m vehiculoModel) owner() string {
	if m.ClienteID.IsUnknown() {
		return "its client"
	}
	return "client " + m.ClienteID.String()
}

// spelledOnService says how the service spells the plate of a vehicle, if not as it is declared.
func spelledOnService(found parking.Vehiculo, placa string) string {
	if spelled := found.Placa.Value; spelled != nil && *spelled != placa {
		return fmt.Sprintf(spelledOnServiceText, *spelled)
	}
	return ""
}

// lookAtVehiculo reads for a plan whether a link exists.
func lookAtVehiculo(ctx context.Context, s *framework.Service, plan vehiculoModel) (found parking.Vehiculo, there bool, why *reason) {
	if plan.ClienteID.IsUnknown() {
		return found, false, nil
	}
	found, there, err := s.Client.PreviewVehiculo(ctx, plan.ClienteID.ValueInt64(), plan.Placa.ValueString())
	if parking.Is(err, parking.Unproven) && s.PlanLookups { // it cannot be linked, if the plan is to register its plate
		_, plateErr := lookAtPlaca(ctx, s, plan.Placa.ValueString())
		if parking.Is(plateErr, parking.NotFound) || parking.DeniesOne(plateErr) {
			return found, false, nil
		}
	}
	if err != nil && (s.PlanLookups || !parking.Is(err, parking.Unproven)) {
		return found, false, lookFailed(lookTask("plan", plan, err), err)
	}
	if there {
		framework.Shared[vehiculoLooks](s).Keep(plan.subject(), found, nil)
		why = refuseVehiculo(plan, found)
	}
	return found, there, why
}

// warnNoVehiculos warns once a run about a client of which nothing was seen: no operation reads one by its number.
func warnNoVehiculos(s *framework.Service, clienteID types.Int64, diags *diag.Diagnostics) {
	id := clienteID.ValueInt64()
	if !clienteID.IsUnknown() && s.Client.HasNoVehiculos(id) && !s.Client.SawCliente(id) {
		s.WarnOnce(fmt.Sprintf("Check cliente_id = %d", id), fmt.Sprintf(noVehiclesYetText, id), diags)
	}
}

// preview shows at plan time what linking the plate will meet. replaced is the plate of the link that this one replaces: of the same
// plate there is nothing to tell.
func (r *vehiculoResource) preview(ctx context.Context, plan vehiculoModel, replaced string, diags *diag.Diagnostics) {
	if plan.Placa.IsUnknown() || r.Client == nil {
		return
	}
	ctx, cancel := framework.Within(ctx, plan.Timeouts, "create", framework.DefaultTimeout, diags)
	defer cancel()
	placa := plan.Placa.ValueString()
	found, there, why := lookAtVehiculo(ctx, r.Service, plan)
	client := "client " + plan.ClienteID.String()
	if !there && why == nil && !parking.SamePlaca(placa, replaced) {
		why, client = r.previewPlaca(ctx, plan, diags), ""
	}
	switch {
	case why != nil && why.err != nil:
		lookTask("plan", plan, why.err).AddUnchecked(r.Service, why.err, client, diags)
	case why != nil:
		report(why, nil, diags)
	case there:
		text := fmt.Sprintf(vehicleFoundText, plan.Placa, plan.ClienteID, found.ID)
		if spelled := spelledOnService(found, placa); spelled != "" { // which a service that rewrites plates does, so it is no error
			text += spelled + secondPlateText
		}
		diags.AddWarning(fmt.Sprintf("Vehicle %s of client %s already exists", placa, plan.ClienteID), text)
	}
	warnNoVehiculos(r.Service, plan.ClienteID, diags)
}

// previewPlaca looks up the plate of a vehicle to create.
func (r *vehiculoResource) previewPlaca(ctx context.Context, plan vehiculoModel, diags *diag.Diagnostics) *reason {
	placa := plan.Placa.ValueString()
	warnOdd(path.Root("placa"), placa, diags)
	if !previewsPlates(r.Service, diags) || r.Client.Registered(placa) {
		return nil
	}
	held, err := lookAtPlaca(ctx, r.Service, placa)
	switch {
	case parking.Is(err, parking.NotFound): // another block may register it
		return nil
	case parking.DeniesOne(err):
		placaTask("plan", placaModel{placaRecordModel: placaRecordModel{Placa: plan.Placa}}).WarnUnchecked(r.Service, err, diags)
		return nil
	case err != nil:
		return lookFailed(vehiculoTask("plan", plan), err)
	}
	if held.Placa != placa {
		return refuseSpelling(plan.Placa, held.Placa)
	}
	diags.AddWarning(fmt.Sprintf("Plate %s is already registered", placa),
		fmt.Sprintf(plateNotLinkedText, plan.Placa, plan.owner())+maybeOthersText)
	return nil
}

// lookTask is the task of a look that failed before a link. A denied list alone never shows that a client has no links.
func lookTask(verb string, m vehiculoModel, err error) framework.Task {
	task := vehiculoTask(verb, m)
	if parking.Is(err, parking.Unproven) {
		task.Refused = linkByHandText
	}
	return task
}
