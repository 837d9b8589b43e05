package provider

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// A fleet ten times as large costs ten times as much memory, in each call and in
// what is ours of them, which the framework's part would hide; up to twice that, since
// maps double. What is quadratic costs a hundred times as much. Where it takes time
// and no memory, it shows in the benchmarks of the same calls.
//
//nolint:paralleltest // What the whole process allocates is counted.
func TestFlotaGrowth(t *testing.T) {
	small, large := allocatedByFlota(t, 100), allocatedByFlota(t, 1000)
	for call, bytes := range small {
		t.Logf("%s: %d bytes for 100 entries, %d for 1,000", call, bytes, large[call])
		if large[call] > 20*bytes {
			t.Errorf("%s: %d bytes for 100 entries and %d for 1,000, more than 20 times as many", call, bytes, large[call])
		}
	}
}

// allocatedByFlota gives the bytes that each call allocates for a fleet of so many
// entries.
func allocatedByFlota(t *testing.T, entries int) map[string]uint64 {
	t.Helper()
	p := newOffline(t, entries)
	held := offlineFlotaHeld(entries)
	unchanged := p.calls("parking_flota", offlineFlota(entries, false), held)
	changed := p.calls("parking_flota", offlineFlota(entries, true), held)
	created := p.calls("parking_flota", offlineFlota(entries, false), nil)
	var model flotaModel
	var notes flotaNotes
	fleet, ids := make(map[string]flotaEntry), make(map[string]types.Int64)
	for n := range entries {
		fleet[offlinePlaca(n)] = flotaEntry{TipoVehiculoID: types.Int64Value(1), Nombre: types.StringValue("V")}
		ids[offlinePlaca(n)] = types.Int64Value(int64(n))
		notes = flotaNotes{Registered: append(notes.Registered, offlinePlaca(n)), Unseen: append(notes.Unseen, offlinePlaca(n))}
	}
	model.setEntries(fleet)
	model.setIDs(plates(fleet), ids)
	model.setPending(nil)
	out := make(map[string]uint64)
	for call, do := range map[string]func(){
		"validate":         func() { p.callValidate(unchanged) },
		"upgrade":          func() { p.callUpgrade(unchanged) },
		"read":             func() { p.callRead(unchanged) },
		"plan":             func() { p.callPlan(unchanged) },
		"plan one changed": func() { p.callPlan(changed) },
		"plan a creation":  func() { p.callPlan(created) },
		"apply a creation": func() { empty := newOffline(t, 0); empty.callApply(created, empty.callPlan(created)) },
		"ours of a plan": func() {
			var diags diag.Diagnostics
			plan, state := model, model
			tasks, known := plan.tasks(flotaModel{Pendientes: model.Pendientes})
			notes.with(plates(tasks)).on(tasks)
			plan.refuseRenames(state, &diags)
			plan.planIDs(state)
			if !known || len(tasks) != entries || !plan.sameAs(state) || len(plan.forgotten(state, notes)) > 0 || diags.HasError() {
				t.Error("this fleet was to be new, and as it is", diags)
			}
		},
		"ours of the outcome": func() {
			var diags diag.Diagnostics
			run := newFlotaRun(nil, types.Int64Value(1))
			for n := range entries {
				failed := diag.Diagnostics{diag.NewErrorDiagnostic("Failed", fmt.Sprint(n)), diag.NewWarningDiagnostic("Warned", fmt.Sprint(n))}
				run.note(t.Context(), offlinePlaca(n), flotaTask{id: types.Int64Null(), registered: true}, failed)
			}
			run.report(entries, &diags)
		},
	} {
		do() // what the first call alone needs
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		out[call] = after.TotalAlloc - before.TotalAlloc
	}
	return out
}
