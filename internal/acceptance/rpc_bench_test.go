package acceptance

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// What the provider itself costs, call by call as Terraform makes them, and without
// the transport between the two. CONTRIBUTING.md says how to run and compare them.

// BenchmarkResource measures each call of a resource. A fleet of ten times the size must cost about ten times as much.
func BenchmarkResource(b *testing.B) {
	for _, kind := range []struct {
		name         string
		things       int // that take turns
		config, held func(n int) acctest.Values
	}{
		{"parking_placa", 1000, func(n int) acctest.Values { return offlineNew("parking_placa", n) }, func(n int) acctest.Values { return offlineHeld("parking_placa", n) }},
		{"parking_vehiculo", 1000, func(n int) acctest.Values { return offlineNew("parking_vehiculo", n) }, func(n int) acctest.Values { return offlineHeld("parking_vehiculo", n) }},
		{"parking_flota/1000", 1, func(int) acctest.Values { return offlineFlota(1000) }, func(int) acctest.Values { return offlineFlotaHeld(1000) }},
		{"parking_flota/10000", 1, func(int) acctest.Values { return offlineFlota(10000) }, func(int) acctest.Values { return offlineFlotaHeld(10000) }},
	} {
		typeName, _, _ := strings.Cut(kind.name, "/")
		p, empty := newOffline(b, 10000), newOffline(b, 0)
		var held, created []calls
		for n := range kind.things {
			held = append(held, encodedCalls(p, typeName, kind.config(n), kind.held(n)))
			created = append(created, encodedCalls(p, typeName, kind.config(n), nil))
		}
		for _, step := range []struct {
			name string
			p    *acctest.Proto
			all  []calls
			call func(*acctest.Proto, calls)
		}{
			{"validate", p, held, callValidate},
			{"upgrade", p, held, callUpgrade},
			{"read", p, held, callRead},
			{"plan", p, held, func(p *acctest.Proto, c calls) { callPlan(p, c) }},
			{"refresh", p, held, callRefresh},
			{"plan-create", empty, created, func(p *acctest.Proto, c calls) { callPlan(p, c) }},
		} {
			b.Run(kind.name+"/"+step.name, func(b *testing.B) {
				b.ReportAllocs()
				for n := 0; b.Loop(); n++ {
					step.call(step.p, step.all[n%len(step.all)])
				}
			})
		}
		b.Run(kind.name+"/apply-create", func(b *testing.B) {
			b.ReportAllocs()
			p := empty
			var plans []*tfprotov6.PlanResourceChangeResponse
			for _, c := range created {
				plans = append(plans, callPlan(p, c))
			}
			for n := 0; b.Loop(); n++ {
				if n == len(created) { // a run of the provider creates a thing once
					b.StopTimer()
					n, p = 0, newOffline(b, 0)
					b.StartTimer()
				}
				callApply(p, created[n], plans[n])
			}
		})
	}
}

// callRefresh makes all calls of a terraform plan.
func callRefresh(p *acctest.Proto, c calls) {
	callValidate(p, c)
	callUpgrade(p, c)
	callRead(p, c)
	callPlan(p, c)
}
