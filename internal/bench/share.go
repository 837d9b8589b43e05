package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// share is a service that several plans of one fleet use at the same time, and that accepts few requests at once.
type share struct {
	vehicles, runs, places int
	left                   int           // places that are left after a quarter of the requests; 0 if all are
	slow                   bool          // one answer of 50 takes ten times as long
	latency                time.Duration // of every request; 0 for that of the others
}

// shares by the kind of their scenario.
var shares = map[string]share{
	"5-at-16":     {vehicles: 1000, runs: 5, places: 16},
	"8-at-4":      {vehicles: 400, runs: 8, places: 4},
	"20-at-20":    {vehicles: 400, runs: 20, places: 20},
	"slow-tail":   {vehicles: 1000, runs: 5, places: 16, slow: true},
	"tenth-left":  {vehicles: 1000, runs: 1, places: 40, left: 4},
	"5-at-16-2s":  {vehicles: 200, runs: 5, places: 16, latency: 2 * time.Second},
	"8-at-4-2s":   {vehicles: 60, runs: 8, places: 4, latency: 2 * time.Second},
	"20-at-20-2s": {vehicles: 60, runs: 20, places: 20, latency: 2 * time.Second},
}

// mostShared is the bar: the time of the slowest run as a multiple of the latency that cannot be avoided.
const mostShared = 1.35

// tail is how much longer one answer of 50 takes.
const tail = 9 * placaLatency

// wire is the time that the latency of the service makes unavoidable for so many requests. Nearly all read a plate.
func (f share) wire(requests int) time.Duration {
	latency, n := cmp.Or(f.latency, placaLatency), time.Duration(requests)
	if f.slow {
		latency += tail / 50
	}
	if f.left > 0 {
		return latency * (n/4/time.Duration(f.places) + (n-n/4)/time.Duration(f.left))
	}
	return latency * n / time.Duration(f.places)
}

// share plans a fleet as often at once as f says.
func (b *workplace) share(ctx context.Context, s scenario, f share) (phase, error) {
	box, folder, err := b.start(ctx, s, failure{})
	if err != nil {
		return phase{}, err
	}
	defer box.stop()
	if _, err := b.run(ctx, folder, box.env(), 0, "", "apply", "-auto-approve"); err != nil {
		return phase{}, err
	}
	if err := box.reset(ctx); err != nil {
		return phase{}, err
	}
	requests := f.runs * s.reads()
	box.SetConcurrent(f.places)
	if f.slow {
		box.Inject(sandbox.Fault{Key: "default", Kind: sandbox.Delay, When: sandbox.Before, Delay: tail, Rate: 0.02})
	}
	if f.left > 0 {
		box.at(requests/4, func() { box.SetConcurrent(f.left) })
	}
	var all errgroup.Group
	runs := make([]phase, f.runs)
	started := time.Now()
	for i := range runs {
		all.Go(func() (err error) {
			runs[i], err = b.run(ctx, folder, box.env(), 0, "No changes.", "plan", "-lock=false", "-detailed-exitcode")
			return err
		})
	}
	err = all.Wait()
	p := phase{Name: plan, Wall: time.Since(started), Wire: f.wire(requests)}
	for _, run := range runs {
		p.Terraform.Peak = max(p.Terraform.Peak, run.Terraform.Peak)
		p.Provider.Peak = max(p.Provider.Peak, run.Provider.Peak)
		p.Provider.CPU += run.Provider.CPU
		p.Together += run.Together
	}
	if err == nil {
		p.traffic, err = box.traffic(ctx)
	}
	if needed := p.total() - p.Limited; err == nil && needed != requests {
		err = fmt.Errorf("%d requests were accepted, and %d were expected", needed, requests)
	}
	return p, err
}
