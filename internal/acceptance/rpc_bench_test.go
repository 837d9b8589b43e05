package acceptance

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What the provider itself costs, call by call as Terraform makes them, and without
// the transport between the two. CONTRIBUTING.md says how to run and compare them.

func BenchmarkProviderSchema(b *testing.B) {
	ask := func(b *testing.B, server tfprotov6.ProviderServer) {
		_, err := server.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
		acctest.Must(b, err)
	}
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			ask(b, acctest.Serve(os.Getenv, parking.Config{}))
		}
	})
	b.Run("again", func(b *testing.B) {
		b.ReportAllocs()
		server := acctest.Serve(os.Getenv, parking.Config{})
		for b.Loop() {
			ask(b, server)
		}
	})
}

// fleetOfBenchmark is how many resources of a kind take turns.
const fleetOfBenchmark = 1000

func BenchmarkResource(b *testing.B) {
	for _, typeName := range []string{"parking_placa", "parking_vehiculo"} {
		held := func(b *testing.B) (p *acctest.Proto, all []calls) {
			p = newOffline(b, fleetOfBenchmark)
			for n := range fleetOfBenchmark {
				all = append(all, encodedCalls(p, typeName, offlineNew(typeName, n), offlineHeld(typeName, n)))
			}
			return p, all
		}
		for _, step := range []struct {
			name string
			call func(*acctest.Proto, calls)
		}{
			{"validate", callValidate},
			{"upgrade", callUpgrade},
			{"read", callRead},
			{"plan", func(p *acctest.Proto, c calls) { callPlan(p, c) }},
		} {
			b.Run(typeName+"/"+step.name, func(b *testing.B) {
				b.ReportAllocs()
				p, all := held(b)
				for n := 0; b.Loop(); n++ {
					step.call(p, all[n%len(all)])
				}
			})
		}
		b.Run(typeName+"/plan-create", func(b *testing.B) {
			b.ReportAllocs()
			p := newOffline(b, 0)
			created := encodedCalls(p, typeName, offlineNew(typeName, 0), nil)
			for b.Loop() {
				callPlan(p, created)
			}
		})
		b.Run(typeName+"/apply-create", func(b *testing.B) {
			b.ReportAllocs()
			p := newOffline(b, 0)
			var all []calls
			var plans []*tfprotov6.PlanResourceChangeResponse
			for n := range fleetOfBenchmark {
				all = append(all, encodedCalls(p, typeName, offlineNew(typeName, n), nil))
				plans = append(plans, callPlan(p, all[n]))
			}
			for n := 0; b.Loop(); n++ {
				if n == len(all) { // a run of the provider creates a thing once
					b.StopTimer()
					n, p = 0, newOffline(b, 0)
					b.StartTimer()
				}
				callApply(p, all[n], plans[n])
			}
		})
	}
}

func BenchmarkFlota(b *testing.B) {
	for _, entries := range []int{1000, 10000} {
		p := newOffline(b, entries)
		held := offlineFlotaHeld(entries)
		unchanged := encodedCalls(p, "parking_flota", offlineFlota(entries, false), held)
		changed := encodedCalls(p, "parking_flota", offlineFlota(entries, true), held)
		created := encodedCalls(p, "parking_flota", offlineFlota(entries, false), nil)
		for _, step := range []struct {
			name string
			call func(p *acctest.Proto)
		}{
			{"validate", func(p *acctest.Proto) { callValidate(p, unchanged) }},
			{"upgrade", func(p *acctest.Proto) { callUpgrade(p, unchanged) }},
			{"read", func(p *acctest.Proto) { callRead(p, unchanged) }},
			{"plan", func(p *acctest.Proto) { callPlan(p, unchanged) }},
			{"plan-one-changed", func(p *acctest.Proto) { callPlan(p, changed) }},
			{"plan-create", func(p *acctest.Proto) { callPlan(p, created) }},
		} {
			b.Run(fmt.Sprintf("%s/%d", step.name, entries), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					step.call(p)
				}
			})
		}
		b.Run(fmt.Sprintf("apply-create/%d", entries), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				p := newOffline(b, 0)
				planned := callPlan(p, created)
				b.StartTimer()
				callApply(p, created, planned)
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
			for b.Loop() {
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
		})
	}
}

func refreshAll(p *acctest.Proto, all []calls) {
	var wg sync.WaitGroup
	next := make(chan calls)
	for range 10 {
		wg.Go(func() {
			for c := range next {
				callValidate(p, c)
				callUpgrade(p, c)
				callRead(p, c)
				callPlan(p, c)
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
