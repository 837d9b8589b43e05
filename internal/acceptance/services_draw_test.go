package acceptance

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// random gives what a seed draws.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// drawnAtRandom draws services from freedoms.
func drawnAtRandom(from *rand.Rand, freedoms []sandbox.Freedom, n int) []sandbox.Service {
	out := make([]sandbox.Service, n)
	for i := range out {
		out[i] = sandbox.Service{Values: map[string]string{}, Wording: from.IntN(1000)}
		for _, f := range freedoms {
			out[i].Values[f.Name] = f.Values[from.IntN(len(f.Values))]
		}
	}
	return out
}

// pair is one value of each of two freedoms, by their numbers.
type pair struct{ freedom, value, otherFreedom, otherValue int }

// covering draws services in which every pair of values of two freedoms occurs. Each begins with a pair that is missing, and
// takes for each further freedom the value that brings the most.
func covering(from *rand.Rand, freedoms []sandbox.Freedom) (out []sandbox.Service) {
	missing := map[pair]bool{}
	for a, f := range freedoms {
		for v := range f.Values {
			for b := range a {
				for u := range freedoms[b].Values {
					missing[pair{b, u, a, v}] = true
				}
			}
		}
	}
	has := func(a, v, b, u int) bool {
		if a > b {
			a, v, b, u = b, u, a, v
		}
		return missing[pair{a, v, b, u}]
	}
	for len(missing) > 0 {
		chosen := make([]int, len(freedoms))
		for i := range chosen {
			chosen[i] = -1
		}
		first := slices.MinFunc(slices.Collect(maps.Keys(missing)), func(a, b pair) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		chosen[first.freedom], chosen[first.otherFreedom] = first.value, first.otherValue
		for _, a := range from.Perm(len(freedoms)) {
			if chosen[a] >= 0 {
				continue
			}
			most := -1
			for _, v := range from.Perm(len(freedoms[a].Values)) {
				brings := 0
				for b, u := range chosen {
					if u >= 0 && has(a, v, b, u) {
						brings++
					}
				}
				if brings > most {
					most, chosen[a] = brings, v
				}
			}
		}
		service := sandbox.Service{Values: map[string]string{}, Wording: from.IntN(1000)}
		for a, v := range chosen {
			service.Values[freedoms[a].Name] = freedoms[a].Values[v]
			for b := range a {
				delete(missing, pair{b, chosen[b], a, v})
			}
		}
		out = append(out, service)
	}
	return out
}

// written lists what was drawn that is not as in the sandbox.
func written(service sandbox.Service) string {
	var out strings.Builder
	for _, f := range sandbox.Freedoms {
		if value, drawn := service.Values[f.Name]; drawn && value != f.Values[0] {
			fmt.Fprintf(&out, "\n  %s: %s", f.Name, value)
		}
	}
	fmt.Fprintf(&out, "\n  wording: %d", service.Wording)
	return out.String()
}

// Every pair of values occurs, and the same seed draws the same.
func TestServicesCoverEveryPair(t *testing.T) {
	t.Parallel()
	services := covering(random(1), sandbox.Freedoms)
	if again := covering(random(1), sandbox.Freedoms); fmt.Sprint(again) != fmt.Sprint(services) {
		t.Error("the same seed drew other services")
	}
	for a, f := range sandbox.Freedoms {
		for _, g := range sandbox.Freedoms[:a] {
			for _, v := range f.Values {
				for _, u := range g.Values {
					if !slices.ContainsFunc(services, func(s sandbox.Service) bool { return s.Values[f.Name] == v && s.Values[g.Name] == u }) {
						t.Errorf("no service has %s: %s and %s: %s", f.Name, v, g.Name, u)
					}
				}
			}
		}
	}
	t.Log(len(services), "services")
}
