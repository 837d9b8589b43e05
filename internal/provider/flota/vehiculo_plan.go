package flota

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
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
	if resp.Diagnostics.HasError() {
		return
	}
	samePlaca := parking.SamePlaca(plan.Placa.ValueString(), state.Placa.ValueString())
	switch { // a replacement is a new link, which may have any name
	case req.State.Raw.IsNull():
		r.preview(ctx, plan, false, &resp.Diagnostics)
	case framework.IsOther(plan.ClienteID, plan.ClienteID.Equal(state.ClienteID)):
		warnLinkedTwice(r.Service, &resp.Diagnostics)
		r.preview(ctx, plan, samePlaca, &resp.Diagnostics)
	case framework.IsOther(plan.Placa, samePlaca):
		r.WarnOnce("Vehicles stay on the service", vehiclesStayText, &resp.Diagnostics)
		r.preview(ctx, plan, false, &resp.Diagnostics)
	case plan.ClienteID.IsUnknown(), plan.Placa.IsUnknown():
	case sameNombre(plan.Nombre, state.Nombre): // after an import it is as the service writes it
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("nombre"), state.Nombre)...)
	default:
		if why := renamed(plan.entry(), state.Nombre); why != nil {
			say(r.Service, []finding{*why}, &resp.Diagnostics)
		}
	}
}

// preview shows what linking the plate will meet. samePlaca: the link that this one replaces has that plate, so there is nothing to
// tell of it.
func (r *vehiculoResource) preview(ctx context.Context, plan vehiculoModel, samePlaca bool, diags *diag.Diagnostics) {
	if plan.Placa.IsUnknown() || r.Client == nil {
		return
	}
	ctx, cancel := framework.Within(ctx, plan.Timeouts, "create", framework.DefaultTimeout, diags)
	defer cancel()
	e := plan.entry()
	if e.plateKnown = samePlaca || r.Client.Registered(e.placa); !e.plateKnown {
		warnNoLookups(r.Service, diags)
	}
	say(r.Service, judge(e, look(ctx, r.Service, e), r.Overwrite), diags)
	warnNoVehiculos(r.Service, plan.ClienteID, diags)
}

// warnNoVehiculos warns once a run about a client of which nothing was seen: no operation reads one by its number.
func warnNoVehiculos(s *framework.Service, clienteID types.Int64, diags *diag.Diagnostics) {
	id := clienteID.ValueInt64()
	if !clienteID.IsUnknown() && s.Client.HasNoVehiculos(id) && !s.Client.SawCliente(id) {
		s.WarnOnce(fmt.Sprintf("Check cliente_id = %d", id), fmt.Sprintf(noVehiclesYetText, id), diags)
	}
}

// warnLinkedTwice warns in the plan about single vehicles and fleets that move to another client.
func warnLinkedTwice(s *framework.Service, diags *diag.Diagnostics) {
	s.WarnOnce("Vehicles linked to two clients", linkedTwiceText, diags)
}

// warnNoLookups warns once a run that plans do not look up plates.
func warnNoLookups(s *framework.Service, diags *diag.Diagnostics) {
	if !s.PlanLookups {
		s.WarnOnce("Plates not looked up", platesNotCheckedText, diags)
	}
}
