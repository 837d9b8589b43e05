package flota

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

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
		r.WarnOnce("Vehicles stay on the service", vehiclesStayText, &resp.Diagnostics)
		return
	}
	var plan, state vehiculoModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	switch { // a replacement is a new link, which may have any name
	case resp.Diagnostics.HasError():
		return
	case req.State.Raw.IsNull():
		r.preview(ctx, plan, state.Placa.ValueString(), &resp.Diagnostics)
		return
	case framework.IsOther(plan.ClienteID, plan.ClienteID.Equal(state.ClienteID)):
		warnLinkedTwice(r.Service, &resp.Diagnostics)
		r.preview(ctx, plan, state.Placa.ValueString(), &resp.Diagnostics)
		return
	case framework.IsOther(plan.Placa, parking.SamePlaca(plan.Placa.ValueString(), state.Placa.ValueString())):
		r.WarnOnce("Vehicles stay on the service", vehiclesStayText, &resp.Diagnostics)
		r.preview(ctx, plan, state.Placa.ValueString(), &resp.Diagnostics)
		return
	case plan.ClienteID.IsUnknown(), plan.Placa.IsUnknown():
		return
	}
	report(renamed(plan, state), nil, &resp.Diagnostics)
	if sameNombre(plan.Nombre, state.Nombre) { // after an import it is as the service writes it
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("nombre"), state.Nombre)...)
	}
}

// renamed is the reason why plan cannot give an existing vehicle another name, or nil if it does not.
func renamed(plan, state vehiculoModel) *reason {
	if plan.Nombre.IsUnknown() || sameNombre(plan.Nombre, state.Nombre) {
		return nil
	}
	return refused("nombre", "A vehicle cannot be renamed", fmt.Sprintf(cannotRenameText,
		state.Placa, state.ClienteID, orNull(state.Nombre), orNull(plan.Nombre)), cannotRenameToText+keepNombreText(state.Nombre))
}

// keepNombreText says what to do about a name that differs from the service's, which cannot change.
func keepNombreText(held types.String) string {
	if held.IsNull() {
		return "Set nombre = null."
	}
	return fmt.Sprintf(nombreOfServiceText, held)
}

// orNull writes a text as a configuration does.
func orNull(text types.String) string {
	if text.IsNull() {
		return "null"
	}
	return text.String()
}
