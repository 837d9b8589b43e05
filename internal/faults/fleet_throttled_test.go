package faults

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A service that works on a few requests at once and turns away what comes on
// top: the fleet is applied at the first attempt, at nearly the speed that the
// service allows, and without long stops.
func TestFleetThrottled(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		allowed int
		latency time.Duration
	}{{4, 40 * time.Millisecond}, {10, 100 * time.Millisecond}} {
		t.Run(strconv.Itoa(tt.allowed), func(t *testing.T) {
			t.Parallel()
			w := acctest.NewWorld(t, sandbox.Options{Concurrent: tt.allowed, Latency: sandbox.Latency{"default": tt.latency}})
			c := newFleet(t, w, vehicles(100))
			out := c.Ok("apply", "-no-color", "-auto-approve", "-parallelism=32")
			if strings.Contains(out, "Warning") || !strings.Contains(out, "Resources: 200 added") {
				t.Errorf("apply says:\n%s", out)
			}
			entries := w.Journal()
			l := newLoad(entries)
			t.Logf("%d turned away, %d worked on, %d at once for long, longest stop %s", l.turnedAway, len(l.atOnce), l.settled(), l.stop)
			if l.turnedAway*100 > len(entries)*6 {
				t.Errorf("%d of %d requests were turned away", l.turnedAway, len(entries))
			}
			if l.settled()*5 < tt.allowed*4 {
				t.Errorf("the service came to work on %d requests at once, and allows %d", l.settled(), tt.allowed)
			}
			// Whatever is turned away is asked to wait for a second.
			if l.stop > 4*time.Second {
				t.Errorf("nothing was made for %s", l.stop)
			}
		})
	}
}

// load is how busy a service was.
type load struct {
	turnedAway int
	atOnce     []int         // for each request worked on, how many were when it came in; sorted
	stop       time.Duration // longest time between one write and the next
}

func newLoad(entries []sandbox.Entry) (l load) {
	end := func(e sandbox.Entry) time.Time { return e.Time.Add(e.Duration) }
	worked := slices.DeleteFunc(slices.Clone(entries), func(e sandbox.Entry) bool { return e.Status == http.StatusTooManyRequests })
	l.turnedAway = len(entries) - len(worked)
	slices.SortFunc(worked, func(a, b sandbox.Entry) int { return end(a).Compare(end(b)) })
	var last time.Time
	for _, e := range worked {
		if e.Committed && !last.IsZero() {
			l.stop = max(l.stop, end(e).Sub(last))
		}
		if e.Committed {
			last = end(e)
		}
		now := 0
		for _, other := range worked {
			if !other.Time.After(e.Time) && end(other).After(e.Time) {
				now++
			}
		}
		l.atOnce = append(l.atOnce, now)
	}
	slices.Sort(l.atOnce)
	return l
}

// settled is how many requests at once the service came to work on: a quarter of
// all came in when it were as many or more.
func (l load) settled() int { return l.atOnce[len(l.atOnce)*3/4] }
