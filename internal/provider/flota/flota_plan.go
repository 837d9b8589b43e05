package flota

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// ModifyPlan plans the computed maps entry by entry, so that a plan shows only what changes. It
// rejects new names and vehicle types that the service does not have, and warns about vehicles that
// stay on the service.
func (r *flotaResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		r.WarnOnce("Fleets stay on the service", fleetsStayText, &resp.Diagnostics)
		return
	}
	var plan, state flotaModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	creates := req.State.Raw.IsNull()
	if !creates {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	if !creates && framework.IsOther(plan.ClienteID, plan.ClienteID.Equal(state.ClienteID)) { // a replacement is a new fleet
		warnLinkedTwice(r.Service, &resp.Diagnostics)
		creates, state = true, flotaModel{}
	}
	tasks, known := plan.tasks(state, framework.ReadPrivate[[]string](ctx, req.Private, framework.NotListedKey))
	plan.refuseTipos(ctx, r.Service, state, &resp.Diagnostics)
	if known {
		plan.refuseRenames(r.Service, state, &resp.Diagnostics)
	}
	plan.warnForgotten(state, &resp.Diagnostics)
	if !resp.Diagnostics.HasError() { // else thousands of looks would delay it
		r.preview(ctx, plan, tasks, &resp.Diagnostics)
	}
	if planned, changed := plan.computed(state, tasks, known); changed && !creates {
		resp.Diagnostics.Append(resp.Plan.Set(ctx, &planned)...)
	}
}

// computed gives the plan with its computed maps as far as they are known. changed is false if Terraform has it so already: to
// set a large plan again would cost a tenth of planning it.
func (m flotaModel) computed(state flotaModel, tasks map[string]*fleetTask, known bool) (planned flotaModel, changed bool) {
	switch same := m.Vehiculos.Equal(state.Vehiculos); {
	case !known:
		m.VehiculoIDs, m.Pendientes = types.MapUnknown(types.Int64Type), types.MapUnknown(types.StringType)
		return m, true
	case len(tasks) == 0 && same:
		return m, false
	case len(tasks) == 0 && len(m.Vehiculos.Elements()) == len(state.Vehiculos.Elements()):
		m.Vehiculos = state.Vehiculos // which means the same: an import cannot know whether null or false is written
	}
	m.setIDs(state.ids(), types.Int64Unknown())
	m.Pendientes = types.MapValueMust(types.StringType, nil)
	if len(tasks) > 0 && (m.MaxPendientes.IsUnknown() || m.maxPending() > 0) { // otherwise the update fails
		m.Pendientes = types.MapUnknown(types.StringType)
	}
	return m, true
}

// preview shows what the new vehicles of a fleet will meet.
func (r *flotaResource) preview(ctx context.Context, plan flotaModel, tasks map[string]*fleetTask, diags *diag.Diagnostics) {
	placas := slices.DeleteFunc(plates(tasks), func(placa string) bool { return !tasks[placa].isNew() })
	if len(placas) == 0 || r.Client == nil {
		return
	}
	ctx, cancel := framework.Within(ctx, plan.Timeouts, "create", defaultFlotaTimeout, diags)
	defer cancel()
	if !plan.ClienteID.IsUnknown() {
		expect(ctx, r.Service, plan.ClienteID, tasks)
	}
	forEach(r.Service, placas, func(placa string) {
		e := tasks[placa].entry
		tasks[placa].done.found = judge(e, look(ctx, r.Service, e), r.Overwrite)
	})
	warnNoLookups(r.Service, diags)
	plan.sayPlanned(foundOf(tasks), diags)
	warnNoVehiculos(r.Service, plan.ClienteID, diags)
}

// warnForgotten warns in the plan about entries that are taken out. If the map is not known until
// the apply, Terraform plans again then.
func (m flotaModel) warnForgotten(state flotaModel, diags *diag.Diagnostics) {
	declared := m.Vehiculos.Elements()
	gone := slices.DeleteFunc(plates(state.Vehiculos.Elements()), func(placa string) bool {
		_, in := declared[placa]
		return in
	})
	if len(gone) > 0 && !m.Vehiculos.IsUnknown() {
		diags.AddWarning(fmt.Sprintf("Vehicles stay on the service (%d)", len(gone)),
			fmt.Sprintf(forgottenText, state.ClienteID, someOf(gone)))
	}
}

// refuseRenames adds one error for all linked vehicles to which m gives another name. A name that was
// not managed before is compared if a read of this run showed it; otherwise checkVehiculo compares it.
func (m flotaModel) refuseRenames(s *framework.Service, state flotaModel, diags *diag.Diagnostics) {
	entries, _ := m.entries()
	was, _ := state.entries()
	ids := state.ids()
	var lines []string
	for _, placa := range plates(entries) {
		name, held := entries[placa].Nombre, was[placa].Nombre
		id, linked := ids[placa]
		if !linked || name.IsNull() || name.IsUnknown() {
			continue
		}
		if held.IsNull() {
			held = m.shownNombre(s, placa, id.ValueInt64(), name)
		}
		if !sameNombre(name, held) {
			lines = append(lines, fmt.Sprintf("%s: %s -> %s", placa, orNull(held), name))
		}
	}
	n := len(lines)
	if n == 0 {
		return
	}
	diags.AddAttributeError(path.Root("vehiculos"), fmt.Sprintf("Vehicles cannot be renamed (%d)", n),
		fmt.Sprintf(cannotRenameSomeText, state.ClienteID, linesOf(lines)))
}

// shownNombre gives the name that a read of this run showed for a vehicle, or name if none did. It sends nothing.
func (m flotaModel) shownNombre(s *framework.Service, placa string, id int64, name types.String) types.String {
	if s.Client == nil {
		return name
	}
	for _, shown := range s.Client.LinksOf(m.ClienteID.ValueInt64(), placa) {
		if shown.ID == id {
			return framework.KeepString(shown.Nombre, name)
		}
	}
	return name
}
