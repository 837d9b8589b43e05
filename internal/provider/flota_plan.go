package provider

import (
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// tasks gives what is to do to come from state to m. known is false when not all
// of m is known yet.
func (m flotaModel) tasks(state flotaModel) (tasks map[string]flotaTask, known bool) {
	entries, known := m.entries()
	was, _ := state.entries()
	ids, pending := state.ids(), state.pending()
	tasks = make(map[string]flotaTask)
	for placa, entry := range entries {
		held, in := was[placa]
		id, linked := ids[placa]
		_, open := pending[placa]
		if in && linked && !open && entry.same(held) {
			continue
		}
		task := flotaTask{flotaEntry: entry, id: types.Int64Null()}
		if in && linked {
			task.id, task.held, task.sure = id, held, !open
		}
		tasks[placa] = task
	}
	return tasks, known
}

// planIDs plans vehiculo_ids: those in place keep theirs, the others get one.
func (m *flotaModel) planIDs(state flotaModel) {
	entries, _ := m.entries()
	ids, values := state.ids(), make(map[string]attr.Value, len(entries))
	for placa := range entries {
		values[placa] = types.Int64Unknown()
		if id, linked := ids[placa]; linked {
			values[placa] = id
		}
	}
	m.VehiculoIDs = types.MapValueMust(types.Int64Type, values)
}

// sameAs reports whether both declare the same fleet, however it is written.
func (m flotaModel) sameAs(state flotaModel) bool {
	entries, _ := m.entries()
	was, _ := state.entries()
	return maps.EqualFunc(entries, was, flotaEntry.same)
}

// forgotten names the plates that state has in place and m no longer declares.
func (m flotaModel) forgotten(state flotaModel) []string {
	entries, _ := m.entries()
	gone := state.ids()
	for placa := range entries {
		delete(gone, placa)
	}
	return plates(gone)
}

// refuseRenames adds an error for each vehicle in place that m gives another name.
func (m flotaModel) refuseRenames(state flotaModel, diags *diag.Diagnostics) {
	entries, _ := m.entries()
	was, _ := state.entries()
	ids := state.ids()
	for _, placa := range plates(entries) {
		name, held := entries[placa].Nombre, was[placa].Nombre
		if _, linked := ids[placa]; !linked || name.IsNull() || name.IsUnknown() || held.IsNull() || name.Equal(held) {
			continue
		}
		diags.AddAttributeError(path.Root("vehiculos").AtMapKey(placa).AtName("nombre"), "A vehicle cannot be renamed",
			fmt.Sprintf("The service holds vehicle %q of client %s as %s, and the configuration says %s. The service has no operation to rename a vehicle. Declare nombre = %s, or null to leave the name alone.", placa, m.ClienteID, held, name, held))
	}
}
