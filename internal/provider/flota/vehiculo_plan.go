package flota

import (
	"context"

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
	state, plan, creates, destroys := framework.Planning[vehiculoModel](ctx, req, &resp.Diagnostics)
	if destroys {
		r.WarnOnce("Vehicles stay on the service", staysText, &resp.Diagnostics)
	}
	if destroys || resp.Diagnostics.HasError() {
		return
	}
	t, before := &task{entry: plan.entry()}, state.entry()
	switch { // a replacement is a new link, which may have any name
	case creates:
	case framework.IsOther(plan.ClienteID, plan.ClienteID.Equal(state.ClienteID)),
		framework.IsOther(plan.Placa, parking.SamePlaca(plan.Placa.ValueString(), state.Placa.ValueString())):
		r.WarnOnce("Vehicles stay on the service", staysText, &resp.Diagnostics)
	case plan.ClienteID.IsUnknown(), plan.Placa.IsUnknown():
		return
	default:
		t.before = &before
		if sameNombre(plan.Nombre.StringValue, state.Nombre.StringValue) { // after an import it is as the service writes it
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("nombre"), state.Nombre)...)
		}
	}
	t.previewOne(ctx, r.Service, plan.Timed, &resp.Diagnostics)
}
