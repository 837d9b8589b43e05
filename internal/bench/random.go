package main

import (
	"context"
	"fmt"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// randomFaults is a service that fails a part of all requests, whatever the load.
type randomFaults struct {
	vehicles int
	latency  time.Duration // of every request
	faults   []sandbox.Fault
	again    bool          // one that fails may be applied again, which counts
	earlier  string        // time of a limiter that paused after each rejection
	wall     time.Duration // the most that an apply may take
}

// randoms by the kind of their scenario. A plate waits for its client, and a vehicle for all plates. So a bar is twice the
// time of healthy at that latency, and for each of the three what the unluckiest of so many requests may have to wait: two
// rejections of a second, more of them where more is rejected, or the five seconds until a lost write is looked up again.
var randoms = map[string]randomFaults{
	"healthy":       {vehicles: 60, earlier: "2s", wall: 5 * time.Second},
	"healthy-200ms": {vehicles: 60, latency: 200 * time.Millisecond, earlier: "-", wall: 10 * time.Second},
	"healthy-2s":    {vehicles: 60, latency: 2 * time.Second, earlier: "-", wall: 60 * time.Second},
	"429":           {vehicles: 60, earlier: "121s", wall: 10 * time.Second, faults: everywhere(0.1, sandbox.Status429)},
	"429-200ms": {vehicles: 60, latency: 200 * time.Millisecond, earlier: "-", wall: 20 * time.Second,
		faults: everywhere(0.1, sandbox.Status429)},
	"429-2s": {vehicles: 60, latency: 2 * time.Second, earlier: "-", wall: 100 * time.Second,
		faults: everywhere(0.1, sandbox.Status429)},
	"503-429": {vehicles: 60, earlier: "307s", wall: 15 * time.Second,
		faults: everywhere(0.06, sandbox.RetryAfter, sandbox.Status429)},
	"lost-503": {vehicles: 60, earlier: "7s", wall: 20 * time.Second, faults: everywhere(0.02, sandbox.Drop, sandbox.Status503)},
	"mixed": {vehicles: 60, earlier: "216s", wall: 40 * time.Second, again: true,
		faults: everywhere(0.066, sandbox.Drop, sandbox.Status503, sandbox.Status429, sandbox.HTML, sandbox.Truncated)},
	"maintenance": {vehicles: 150, earlier: "784s", wall: 25 * time.Second, faults: everywhere(1./6, sandbox.RetryAfter)},
}

// seed of the faults: with it, a tenth of the first 200 requests is rejected where a tenth is meant.
const seed = 7

// everywhere gives faults of these kinds, each of which strikes that part of all requests.
func everywhere(rate float64, kinds ...sandbox.Kind) (faults []sandbox.Fault) {
	rest := 1.0 // that no fault before strikes
	for _, kind := range kinds {
		faults = append(faults, sandbox.Fault{Key: "default", Kind: kind, Rate: rate / rest})
		rest -= rate
	}
	return faults
}

// random applies a scenario to a service that fails requests at random.
func (b *workplace) random(ctx context.Context, s scenario, f randomFaults) (phase, error) {
	box, folder, err := b.start(ctx, s, failure{options: sandbox.Options{Faults: f.faults, Seed: seed}})
	if err != nil {
		return phase{}, err
	}
	defer box.stop()
	run := func() (phase, error) {
		return b.run(ctx, folder, box.env(), 0, "Apply complete!", "apply", "-auto-approve", fmt.Sprintf("-parallelism=%d", s.Parallelism))
	}
	p, err := run()
	if err != nil && f.again {
		first := p.Wall
		p, err = run()
		p.Wall += first
	}
	if err != nil {
		return p, err
	}
	p.Name = apply
	if p.traffic, err = box.traffic(ctx); err != nil {
		return p, err
	}
	held, err := inState(folder)
	if err == nil && held != 2*s.Vehicles {
		err = fmt.Errorf("%d plates and vehicles are in the state, and not %d", held, 2*s.Vehicles)
	}
	return p, err
}
