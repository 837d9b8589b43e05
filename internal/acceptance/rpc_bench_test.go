package acceptance

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
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
				least := floorTime{p: newFloor(b)}
				for n := 0; b.Loop(); n++ {
					if n%len(step.all) == 0 {
						least.take(b, len(step.all), func(p *acctest.Proto) {
							for _, c := range step.all {
								step.call(p, c)
							}
						})
					}
					step.call(step.p, step.all[n%len(step.all)])
				}
				least.report(b, b.N)
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

// One terraform plan over so many plates and as many vehicles, ten at a time as
// Terraform does it: validation, state, refresh and plan of each. live-B/resource
// is what the provider holds of each when it is done.
func BenchmarkRefresh(b *testing.B) {
	for _, size := range []int{100, 1000, 2000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.ReportAllocs()
			p := newOffline(b, size)
			var all []calls
			for n := range size {
				for _, typeName := range []string{"parking_placa", "parking_vehiculo"} {
					all = append(all, encodedCalls(p, typeName, offlineNew(typeName, n), offlineHeld(typeName, n)))
				}
			}
			var live int64
			least := floorTime{p: newFloor(b)}
			for b.Loop() {
				least.take(b, len(all), func(p *acctest.Proto) { refreshAll(p, all) })
				b.StopTimer()
				before := heap()
				p := newOffline(b, size)
				b.StartTimer()
				refreshAll(p, all)
				b.StopTimer()
				live = heap() - before
				runtime.KeepAlive(p)
				b.StartTimer()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/resource")
			b.ReportMetric(float64(live)/float64(len(all)), "live-B/resource")
			least.report(b, b.N*len(all))
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

func refreshAll(p *acctest.Proto, all []calls) {
	var wg sync.WaitGroup
	next := make(chan calls)
	for range 10 {
		wg.Go(func() {
			for c := range next {
				callRefresh(p, c)
			}
		})
	}
	for _, c := range all {
		next <- c
	}
	close(next)
	wg.Wait()
}

// heap gives the bytes that are in use once everything else is collected.
func heap() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
