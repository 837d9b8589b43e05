package flota

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

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
	var plan, state flotaModel
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if req.Plan.Raw.IsNull() {
		r.WarnOnce("Fleets stay on the service", fleetsStayText, &resp.Diagnostics)
		return
	}
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if req.State.Raw.IsNull() {
		if !resp.Diagnostics.HasError() {
			plan.refuseTipos(ctx, r.Service, flotaModel{}, &resp.Diagnostics)
			r.preview(ctx, plan, flotaModel{}, flotaPrivate{}, &resp.Diagnostics)
		}
		return
	}
	private := readFlotaPrivate(ctx, req.Private, &resp.Diagnostics)
	switch {
	case resp.Diagnostics.HasError():
		return
	case framework.IsOther(plan.ClienteID, plan.ClienteID.Equal(state.ClienteID)):
		warnLinkedTwice(r.Service, &resp.Diagnostics)
		plan.refuseTipos(ctx, r.Service, flotaModel{}, &resp.Diagnostics)
		r.preview(ctx, plan, flotaModel{}, flotaPrivate{}, &resp.Diagnostics)
		return // a replacement is a new fleet
	}
	written := state
	state = state.spelledAs(plan)
	plan.refuseTipos(ctx, r.Service, state, &resp.Diagnostics)
	plan.warnForgotten(state, private.spelledAs(plan, written), &resp.Diagnostics)
	r.preview(ctx, plan, state, private.spelledAs(plan, written), &resp.Diagnostics)
	tasks, known := plan.tasks(state)
	if private.Imported {
		plan.refuseUndecided(written, &resp.Diagnostics)
	}
	if !known {
		plan.VehiculoIDs, plan.Pendientes = types.MapUnknown(types.Int64Type), types.MapUnknown(types.StringType)
	} else {
		plan.refuseRenames(r.Service, state, &resp.Diagnostics)
		if len(tasks) == 0 && plan.Vehiculos.Equal(written.Vehiculos) {
			return // to set a large plan again would cost a tenth of planning it
		}
		plan.setIDs(state.ids(), types.Int64Unknown())
		plan.Pendientes = types.MapValueMust(types.StringType, nil)
		if len(tasks) > 0 && (plan.MaxPendientes.IsUnknown() || plan.maxPending() > 0) { // otherwise the update fails
			plan.Pendientes = types.MapUnknown(types.StringType)
		} else if private.Imported && plan.sameAs(written) {
			// An import cannot know whether the configuration writes null or false, and the plan
			// after it is empty: refuseUndecided.
			plan.Vehiculos = state.Vehiculos
		}
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, &plan)...)
}

// sameAs reports whether m declares the same fleet as state, in any spelling.
func (m flotaModel) sameAs(state flotaModel) bool {
	entries, _ := m.entries()
	was, _ := state.entries()
	return maps.EqualFunc(entries, was, flotaEntry.same)
}

// refuseUndecided adds an error if m, parts of which are unknown, may turn out to be the imported fleet in another spelling.
// Its plan would then be the state, as after every import. But Terraform plans again in the apply, where nothing tells
// what the first plan was, and accepts no other spelling for what was known in it.
func (m flotaModel) refuseUndecided(state flotaModel, diags *diag.Diagnostics) {
	declared, was := m.Vehiculos.Elements(), state.Vehiculos.Elements()
	entries, _ := m.entries()
	held, _ := state.entries()
	var others []string
	unknown := false
	for placa := range declared {
		entry, known := entries[placa]
		unknown = unknown || !known || entry != entry.knownFrom(held[placa])
		switch imported, in := held[placa]; {
		case !in, known && !entry.maybeSame(imported):
			return
		case known && !entry.maybeSpelled(imported):
			others = append(others, placa)
		}
	}
	if slices.Sort(others); unknown && len(declared) == len(was) && len(others) > 0 {
		diags.AddAttributeError(path.Root("vehiculos"), "Imported fleet with unknown values", fmt.Sprintf(undecidedText, someOf(others)))
	}
}

// forgotten names, in order, the plates that state or the private state has on the service, and m no longer declares.
func (m flotaModel) forgotten(state flotaModel, private flotaPrivate) []string {
	declared := m.Vehiculos.Elements()
	return slices.DeleteFunc(union(plates(state.ids()), private.Registered), func(placa string) bool {
		_, in := declared[placa]
		return in
	})
}

// warnForgotten warns in the plan about entries that are taken out. If the map is not known until
// the apply, Terraform plans again then.
func (m flotaModel) warnForgotten(state flotaModel, private flotaPrivate, diags *diag.Diagnostics) {
	gone := m.forgotten(state, private)
	if len(gone) > 0 && !m.Vehiculos.IsUnknown() {
		diags.AddWarning(fmt.Sprintf("Vehicles stay on the service (%d)", len(gone)),
			fmt.Sprintf(forgottenText, state.ClienteID, someOf(gone)))
	}
}

// warnLinkedTwice warns in the plan about single vehicles and fleets that move to another client.
func warnLinkedTwice(s *framework.Service, diags *diag.Diagnostics) {
	s.WarnOnce("Vehicles linked to two clients", linkedTwiceText, diags)
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

// linesOf gives lines, but not too many to read.
func linesOf(lines []string) string {
	const most = 20
	if n := len(lines) - most; n > 0 {
		lines = append(slices.Clone(lines[:most]), fmt.Sprintf("and %d more", n))
	}
	return strings.Join(lines, "\n")
}

// shownNombre gives the name that a read of this run showed for a vehicle, or name if none did. It sends nothing.
func (m flotaModel) shownNombre(s *framework.Service, placa string, id int64, name types.String) types.String {
	if s.Client == nil {
		return name
	}
	shown, _ := s.Client.ShownVehiculo(m.ClienteID.ValueInt64(), placa)
	if shown.ID != id {
		return name
	}
	return framework.KeepString(shown.Nombre, name)
}
