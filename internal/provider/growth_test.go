package provider

import "testing"

// A fleet ten times as large costs ten times as much, in every call but the
// creation: what is quadratic allocates with the square, or shows in the
// benchmarks of the same calls.
//
//nolint:paralleltest // AllocsPerRun counts what the whole process allocates.
func TestFlotaGrowth(t *testing.T) {
	type call func(p *proto, unchanged, changed, created calls)
	for name, call := range map[string]call{
		"validate":         func(p *proto, unchanged, _, _ calls) { p.callValidate(unchanged) },
		"upgrade":          func(p *proto, unchanged, _, _ calls) { p.callUpgrade(unchanged) },
		"read":             func(p *proto, unchanged, _, _ calls) { p.callRead(unchanged) },
		"plan":             func(p *proto, unchanged, _, _ calls) { p.callPlan(unchanged) },
		"plan one changed": func(p *proto, _, changed, _ calls) { p.callPlan(changed) },
		"plan a creation":  func(p *proto, _, _, created calls) { p.callPlan(created) },
	} {
		allocations := func(entries int) float64 {
			p := newOffline(t, entries)
			held := offlineFlotaHeld(entries)
			unchanged := p.calls("parking_flota", offlineFlota(entries, false), held)
			changed := p.calls("parking_flota", offlineFlota(entries, true), held)
			created := p.calls("parking_flota", offlineFlota(entries, false), nil)
			return testing.AllocsPerRun(1, func() { call(p, unchanged, changed, created) })
		}
		small, large := allocations(100), allocations(1000)
		t.Logf("%s: %.0f allocations for 100 entries, %.0f for 1,000", name, small, large)
		if large > 13*small {
			t.Errorf("%s: %.0f allocations for 100 entries and %.0f for 1,000, more than 13 times as many", name, small, large)
		}
	}
}
