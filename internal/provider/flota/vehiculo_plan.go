package flota

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// ModifyPlan shows what linking the plate will meet, rejects a new name, for which the service has no operation, and warns about
// vehicles that stay on the service.
func (r *vehiculoResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.State.Raw.Equal(req.Plan.Raw) {
		return // to decode a plan that changes nothing would cost a quarter of it
	}
	if req.Plan.Raw.IsNull() {
		r.WarnOnce("Vehicles stay on the service", staysText, &resp.Diagnostics)
		return
	}
	var plan, state vehiculoModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	t := &task{entry: plan.entry()}
	switch { // a replacement is a new link, which may have any name
	case req.State.Raw.IsNull():
	case framework.IsOther(plan.ClienteID, plan.ClienteID.Equal(state.ClienteID)):
		state.entry().say(r.Service, []finding{stays(state.entry())}, &resp.Diagnostics)
	case framework.IsOther(plan.Placa, parking.SamePlaca(plan.Placa.ValueString(), state.Placa.ValueString())):
		r.WarnOnce("Vehicles stay on the service", staysText, &resp.Diagnostics)
	case plan.ClienteID.IsUnknown(), plan.Placa.IsUnknown():
		return
	default:
		r.refuseRename(plan, state, &resp.Diagnostics)
		if sameNombre(plan.Nombre.StringValue, state.Nombre.StringValue) { // after an import it is as the service writes it
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("nombre"), state.Nombre)...)
		}
		return
	}
	t.previewOne(ctx, r.Service, plan.Timed, &resp.Diagnostics)
}

// refuseRename adds an error if the plan gives an existing vehicle another name.
func (r *vehiculoResource) refuseRename(plan, state vehiculoModel, diags *diag.Diagnostics) {
	if !plan.Nombre.IsUnknown() && !sameNombre(plan.Nombre.StringValue, state.Nombre.StringValue) {
		plan.entry().say(r.Service, []finding{*cannotRename(plan.entry(), state.Nombre.StringValue)}, diags)
	}
}
