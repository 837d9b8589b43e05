package acceptance

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

var (
	servicesSeed = flag.Uint64("freedoms.seed", 1, "what the services of TestServices are drawn from; the same seed draws the same ones")
	servicesMore = flag.Int("freedoms.services", 0, "how many services TestServicesAtRandom draws, with and without shapes of its own")
)

type undecided struct{ freedom, value, says, why string }

// undecidable are the values with which the job cannot be done, and what the error says then.
var undecidable = []undecided{
	{"page parameter", "another", "A3", "what would select the second page is unknown"},
}

// decidable are the freedoms without these values.
func decidable() []sandbox.Freedom {
	out := slices.Clone(sandbox.Freedoms)
	for i, f := range out {
		out[i].Values = slices.DeleteFunc(slices.Clone(f.Values), func(value string) bool {
			return slices.ContainsFunc(undecidable, func(u undecided) bool { return u.freedom == f.Name && u.value == value })
		})
	}
	return out
}

// Whatever a service answers where its document is silent, the main job works on it. Every pair of values of two freedoms
// occurs among the services.
func TestServices(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	for i, service := range covering(random(*servicesSeed), decidable()) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			if err := doMainJob(t, service); err != nil {
				t.Errorf("%v\non a service with%s", err, written(service))
			}
		})
	}
}

// What cannot be decided ends in an error that says so.
func TestServicesUndecidable(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	for _, u := range undecidable {
		t.Run(u.freedom, func(t *testing.T) {
			t.Parallel()
			err := doMainJob(t, sandbox.Service{Values: map[string]string{u.freedom: u.value}})
			if err == nil || !strings.Contains(err.Error(), u.says) {
				t.Errorf("got %v\nwanted an error that says %q: %s", err, u.says, u.why)
			}
		})
	}
}

// Services drawn at random: texts, statuses and types of values alone, then shapes as well.
func TestServicesAtRandom(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	plain := slices.DeleteFunc(decidable(), func(f sandbox.Freedom) bool { return f.Shape })
	for level, freedoms := range map[string][]sandbox.Freedom{"values": plain, "shapes": decidable()} {
		for i, service := range drawnAtRandom(random(*servicesSeed), freedoms, *servicesMore) {
			t.Run(fmt.Sprint(level, i), func(t *testing.T) {
				t.Parallel()
				if err := doMainJob(t, service); err != nil {
					t.Errorf("%v\non a service with%s", err, written(service))
				}
			})
		}
	}
}
