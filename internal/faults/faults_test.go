package faults

import (
	"flag"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

var faultsSeed = flag.Uint64("faults.seed", 1, "seed of the fault suite's mixture; 0 takes another one each time")

// TestCLIFaults applies fleets to a service that fails in every way, again and
// again until it succeeds, and proves each time that nothing was made twice,
// nothing was lost, the state is what the service holds, and the plan is empty.
// TestProof tries each failure of each write, in every order; what is left to see
// here is what many resources do to one another at once, under Terraform itself.
// `make faults` takes another mixture each time.
func TestCLIFaults(t *testing.T) {
	t.Parallel()
	seed := *faultsSeed
	if seed == 0 {
		seed = rand.Uint64N(1_000_000) + 1
	}
	var struck atomic.Int64
	t.Cleanup(func() {
		t.Logf("seed %d (run again with -faults.seed=%d): %d faults struck", seed, seed, struck.Load())
		if n := struck.Load(); n < 100 && !t.Failed() {
			t.Errorf("got %d faults that struck, wanted 100 or more", n)
		}
	})
	mixture(t, &struck, seed)
}

const (
	// leastTimeout is the shortest timeout of a request that a mixture has.
	leastTimeout = 400 * time.Millisecond
	// patience is how long the provider lets the service finish a write.
	patience = 300 * time.Millisecond
	// lateness is how long after its answer was lost the service is still at work:
	// so much less than patience that waiting shows what it did, also on a machine
	// that is busy with other tests.
	lateness = 20 * time.Millisecond
	// longWork is the same, and more than any wait shows.
	longWork = 500 * time.Millisecond
)

// everyFault gives every kind of fault at every moment that it has, each of
// which strikes an operation once. 429 and 503 with Retry-After say that nothing
// was taken in, so they have one moment.
func everyFault(operation string) []sandbox.Fault {
	var out []sandbox.Fault
	add := func(when sandbox.When, delay time.Duration, kinds ...sandbox.Kind) {
		for _, kind := range kinds {
			out = append(out, sandbox.Fault{Key: operation, Kind: kind, When: when, Delay: delay, Times: 1})
		}
	}
	add(sandbox.Before, 0, sandbox.Drop, sandbox.Status500, sandbox.Status503, sandbox.RetryAfter, sandbox.Status429, sandbox.HTML, sandbox.Truncated, sandbox.Empty)
	add(sandbox.After, 0, sandbox.Drop, sandbox.Status500, sandbox.Status503, sandbox.HTML, sandbox.Truncated, sandbox.Empty)
	add(sandbox.Late, lateness, sandbox.Drop, sandbox.Status500, sandbox.Status503, sandbox.HTML, sandbox.Empty)
	// Past the timeout: the work of the first two is done after the client has gone.
	add(sandbox.Before, leastTimeout+lateness, sandbox.Delay)
	add(sandbox.Before, leastTimeout+longWork, sandbox.Delay)
	add(sandbox.After, leastTimeout+lateness, sandbox.Delay)
	add(sandbox.After, 50*time.Millisecond, sandbox.Trickle)
	return out
}
