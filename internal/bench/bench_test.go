package main

import (
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// TestMeasure takes small fleets through every command, with Terraform itself.
func TestMeasure(t *testing.T) {
	t.Parallel()
	b, err := prepare(t.Context(), "../..", t.TempDir())
	acctest.Must(t, err)
	for _, kind := range []string{single, flota} {
		f := fleet{kind, 10, 10}
		rows, err := b.measure(t.Context(), f)
		acctest.Must(t, err)
		if len(rows) != 3 || rows[1].requests <= rows[0].requests || rows[2].requests != f.reads() {
			t.Errorf("%s: got %+v, want more requests with lookups, and %d of the plan", f, rows, f.reads())
		}
		for _, r := range rows {
			if r.floor == 0 || r.wall <= r.wire || r.wire == 0 {
				t.Errorf("%s: got %+v, want its times", f, r)
			}
		}
	}
}

// TestWire: so many requests, each as long as the service takes, divided by as many as are in flight.
func TestWire(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	for _, c := range []struct {
		fleet
		command string
		want    time.Duration
	}{
		// The plates are registered and read again; their links; and three requests for each of five clients.
		{fleet{single, 500, 10}, bareApply, (1000*200 + 500*140 + 15*50) * ms / 10},
		{fleet{flota, 500, 10}, bareApply, (500*200 + 500*140 + 15*50) * ms / 64},
		// The plan looks at the plates, too, and a fleet's apply once more.
		{fleet{single, 500, 100}, apply, (1500*200 + 500*140 + 15*50) * ms / 64},
		{fleet{flota, 500, 100}, apply, (1500*200 + 500*140 + 15*50) * ms / 64},
		// The plates, and seven pages for each of five clients; 667 pages for each of two, at a tenth of the latency.
		{fleet{single, 500, 10}, plan, (500*200 + 40*50) * ms / 10},
		{fleet{scale, 20000, 10}, plan, (20000*200 + 1336*50) * ms / 640},
	} {
		if got := c.wire(c.command); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.fleet, c.command, got, c.want)
		}
	}
}
