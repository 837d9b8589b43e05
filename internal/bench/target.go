package main

import (
	"fmt"
	"time"
)

// What the best generic REST provider took for 500 plates and 500 vehicles of five clients, with the latencies of this
// benchmark, two cores and -parallelism=64.
const (
	genericApply = 39 * time.Second
	genericPlan  = 10800 * time.Millisecond
)

// target is a figure and the most that it should be. One that is missed is shown and is no failure: times vary from
// machine to machine.
type target struct {
	what      string
	got, most float64
}

func (t target) String() string {
	verdict := "reached"
	if t.got > t.most {
		verdict = "MISSED "
	}
	return fmt.Sprintf("%s %s: %.4g, at most %.4g", verdict, t.what, t.got, t.most)
}

// targets are what a scenario should reach.
func (r result) targets() []target {
	n := r.Scenario.Vehicles
	first, again, fresh := r.phase(apply), r.phase(plan), r.phase(freshPlan)
	out := []target{{"requests of a plan with refresh_max_age = 24h", float64(fresh.total()), 0}}
	if r.Scenario.Kind == single {
		out = append(out,
			target{"requests of the apply", float64(first.total()), float64(3*n + n/perPage + 20)},
			target{"requests of an empty plan", float64(again.total()), float64(n + n/perPage + 2*clients + 5)},
			target{"apply, times the wire and Terraform's floor", first.ratio(), 1.15},
			target{"empty plan, times the wire and Terraform's floor", again.ratio(), 1.15},
		)
		if n == 2000 {
			each := float64(r.Scenario.resources())
			out = append(out,
				target{"CPU of the provider in an empty plan, ms a resource", again.Provider.CPU.Seconds() * 1000 / each, 1},
				target{"live memory of the provider, kB a resource", float64(again.Provider.Live) / 1000 / each, 20},
			)
		}
		return out
	}
	switch n {
	case 500:
		out = append(out,
			target{"seconds of the apply, a sixth of the best generic provider's", first.Wall.Seconds(), genericApply.Seconds() / 6},
			target{"seconds of an empty plan, a third of the best generic provider's", again.Wall.Seconds(), genericPlan.Seconds() / 3},
			target{"seconds of the apply, 1.5 times the wire and 2 s", first.Wall.Seconds(), 1.5*first.Wire.Seconds() + 2},
			target{"seconds of an empty plan, 1.5 times the wire and 2 s", again.Wall.Seconds(), 1.5*again.Wire.Seconds() + 2},
		)
	case 10000:
		for _, p := range []phase{first, again, r.phase(driftPlan)} {
			out = append(out,
				target{p.Name + ", seconds, 1.25 times the wire and 15 s", p.Wall.Seconds(), 1.25*p.Wire.Seconds() + 15},
				target{p.Name + ", MB of terraform and the provider", float64(p.Terraform.Peak+p.Provider.Peak) / 1e6, 1000},
			)
		}
	}
	return out
}
