package flota

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// ModifyPlan plans the computed maps entry by entry, so that a plan shows only what changes. It
// rejects new names and vehicle types that the service does not have, and warns about vehicles that
// stay on the service.
func (r *flotaResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	state, plan, creates, destroys := framework.Planning[flotaModel](ctx, req, &resp.Diagnostics)
	if destroys {
		r.WarnOnce("Fleets stay on the service", staysText, &resp.Diagnostics)
	}
	if destroys || resp.Diagnostics.HasError() {
		return
	}
	moves := !creates && framework.IsOther(plan.ClienteID, plan.ClienteID.Equal(state.ClienteID))
	plan.sayForgotten(state, moves, &resp.Diagnostics)
	if moves { // a replacement is a new fleet
		creates, state = true, flotaModel{}
	}
	run, known := plan.run(state, framework.ReadPrivate[[]string](ctx, req.Private, framework.NotListedKey))
	if r.Client != nil && len(run.tasks) > 0 {
		within, cancel := framework.Within(ctx, plan.Timeouts, "create", defaultFlotaTimeout, &resp.Diagnostics)
		defer cancel()
		run.preview(within, r.Service, run.most, &resp.Diagnostics)
		run.sayPlanned(&resp.Diagnostics)
	}
	if planned, changed := plan.computed(state, len(run.tasks) > 0, known); changed && !creates {
		resp.Diagnostics.Append(resp.Plan.Set(ctx, &planned)...)
	}
}

// computed gives the plan with its computed maps as far as they are known. changed is false if Terraform has it so already: to
// set a large plan again would cost a tenth of planning it.
func (m flotaModel) computed(state flotaModel, changes, known bool) (planned flotaModel, changed bool) {
	switch same := m.Vehiculos.Equal(state.Vehiculos); {
	case !known:
		m.VehiculoIDs, m.Pendientes = types.MapUnknown(types.Int64Type), types.MapUnknown(types.StringType)
		return m, true
	case !changes && same:
		return m, false
	case !changes && len(m.Vehiculos.Elements()) == len(state.Vehiculos.Elements()):
		m.Vehiculos = state.Vehiculos // which means the same: an import cannot know whether null or false is written
	}
	m.setIDs(state.ids(), types.Int64Unknown())
	m.Pendientes = types.MapValueMust(types.StringType, nil)
	if changes && (m.MaxPendientes.IsUnknown() || m.MaxPendientes.ValueInt64() > 0) { // otherwise the update fails
		m.Pendientes = types.MapUnknown(types.StringType)
	}
	return m, true
}

// sayForgotten warns about entries that are taken out, or about all of them if the fleet moves to another client. If the map is not
// known until the apply, Terraform plans again then.
func (m flotaModel) sayForgotten(state flotaModel, moves bool, diags *diag.Diagnostics) {
	declared, gone := m.Vehiculos.Elements(), make(byPlate)
	for placa := range state.Vehiculos.Elements() {
		if _, in := declared[placa]; moves || !in && !m.Vehiculos.IsUnknown() {
			gone[placa] = []finding{{what: "Vehicles stay on the service", is: fmt.Sprintf(stayLinkedText, state.ClienteID), item: placa,
				then: "If another client gets them, both have them."}}
		}
	}
	gone.sayNotes(entry{clienteID: state.ClienteID}, diags)
}
