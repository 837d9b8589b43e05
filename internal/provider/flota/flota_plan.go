package flota

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// tasks gives what must be done to get from state to m. known is false if part of m is not known
// yet.
func (m flotaModel) tasks(state flotaModel) (tasks map[string]*flotaTask, known bool) {
	entries, known := m.entries()
	was, _ := state.entries()
	ids, pending := state.ids(), state.Pendientes.Elements()
	tasks = make(map[string]*flotaTask)
	for placa, entry := range entries {
		held, in := was[placa]
		id, linked := ids[placa]
		_, open := pending[placa]
		if in && linked && !open && entry.same(held) {
			continue
		}
		task := &flotaTask{flotaEntry: entry, id: types.Int64Null()}
		if in && linked {
			task.id, task.registered, task.held, task.sure = id, true, held, !open
		}
		tasks[placa] = task
	}
	return tasks, known
}

// sameAs reports whether m declares the same fleet as state, in any spelling.
func (m flotaModel) sameAs(state flotaModel) bool {
	entries, _ := m.entries()
	was, _ := state.entries()
	return maps.EqualFunc(entries, was, flotaEntry.same)
}

// forgotten names the plates that state or its notes have on the service, and m no longer declares.
func (m flotaModel) forgotten(state flotaModel, notes flotaNotes) []string {
	declared := m.Vehiculos.Elements()
	return slices.DeleteFunc(state.onService(notes), func(placa string) bool {
		_, in := declared[placa]
		return in
	})
}

// warnForgotten warns in the plan about entries that are taken out. If the map is not known until
// the apply, Terraform plans again then.
func (m flotaModel) warnForgotten(state flotaModel, notes flotaNotes, diags *diag.Diagnostics) {
	if gone := m.forgotten(state, notes); len(gone) > 0 && !m.Vehiculos.IsUnknown() {
		diags.AddWarning(fmt.Sprintf("Vehicles stay on the service (%d)", len(gone)),
			fmt.Sprintf(forgottenText, state.ClienteID, someOf(gone)))
	}
}

// warnLinkedTwice warns in the plan about single vehicles and fleets that move to another client.
func warnLinkedTwice(s *framework.Service, diags *diag.Diagnostics) {
	s.WarnOnce("Vehicles linked to two clients", linkedTwiceText, diags)
}

// onService names, in order, the plates that are on the service according to m and its notes.
func (m flotaModel) onService(notes flotaNotes) []string {
	return union(plates(m.ids()), notes.Registered)
}

// refuseRenames adds one error for all linked vehicles to which m gives another name. A name that was
// not managed before is compared if a read of this run showed it; otherwise see flotaRun.name.
func (m flotaModel) refuseRenames(s *framework.Service, state flotaModel, diags *diag.Diagnostics) {
	const most = 20
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
	if n > most {
		lines = append(lines[:most], fmt.Sprintf("and %d more", n-most))
	}
	diags.AddAttributeError(path.Root("vehiculos"), fmt.Sprintf("Vehicles cannot be renamed (%d)", n),
		fmt.Sprintf(cannotRenameSomeText, state.ClienteID, strings.Join(lines, "\n")))
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
