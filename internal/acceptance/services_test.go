package acceptance

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

var (
	servicesSeed = flag.Uint64("freedoms.seed", 1, "what the services of TestServices are drawn from; the same seed draws the same ones")
	servicesMore = flag.Int("freedoms.services", 0, "how many services TestServices draws at random instead")
)

const pageParameter = "page parameter"

// freedoms are those with which the job can be done: TestServicesUndecidable has the value that is left out.
func freedoms() []sandbox.Freedom {
	out := slices.Clone(sandbox.Freedoms)
	for i, f := range out {
		if f.Name == pageParameter {
			out[i].Values = f.Values[:1]
		}
	}
	return out
}

// drawn draws services at random.
func drawn(from *rand.Rand, n int) []sandbox.Service {
	out := make([]sandbox.Service, n)
	for i := range out {
		out[i] = sandbox.Service{Values: map[string]string{}, Wording: from.IntN(1000)}
		for _, f := range freedoms() {
			out[i].Values[f.Name] = f.Values[from.IntN(len(f.Values))]
		}
	}
	return out
}

// covering draws services until every pair of values of two freedoms occurs. Each begins with a pair that is missing, and takes of every
// further freedom the value that brings the most.
func covering(from *rand.Rand) (out []sandbox.Service) {
	missing, free := map[[2]string]bool{}, freedoms()
	of := func(f sandbox.Freedom, value string) string { return f.Name + ": " + value }
	pair := func(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }
	for i, f := range free {
		for _, g := range free[:i] {
			for _, v := range f.Values {
				for _, u := range g.Values {
					missing[pair(of(f, v), of(g, u))] = true
				}
			}
		}
	}
	for len(missing) > 0 {
		first := slices.MinFunc(slices.Collect(maps.Keys(missing)), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
		service, chosen := sandbox.Service{Values: map[string]string{}, Wording: from.IntN(1000)}, first[:]
		for _, one := range chosen {
			name, value, _ := strings.Cut(one, ": ")
			service.Values[name] = value
		}
		for _, i := range from.Perm(len(free)) {
			if _, has := service.Values[free[i].Name]; has {
				continue
			}
			brings := func(value string) (n int) {
				for _, other := range chosen {
					if missing[pair(of(free[i], value), other)] {
						n++
					}
				}
				return n
			}
			values := slices.Clone(free[i].Values)
			from.Shuffle(len(values), func(a, b int) { values[a], values[b] = values[b], values[a] })
			value := slices.MaxFunc(values, func(a, b string) int { return brings(a) - brings(b) })
			service.Values[free[i].Name] = value
			chosen = append(chosen, of(free[i], value))
		}
		for i, one := range chosen {
			for _, other := range chosen[:i] {
				delete(missing, pair(one, other))
			}
		}
		out = append(out, service)
	}
	return out
}

// Whatever a service answers where its document is silent, the main job works on it. Every pair of values of two freedoms
// occurs among the services.
func TestServices(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	from := rand.New(rand.NewPCG(*servicesSeed, 0))
	services := drawn(from, *servicesMore)
	if len(services) == 0 {
		services = covering(from)
	}
	for i, service := range services {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			t.Cleanup(func() {
				if t.Failed() {
					t.Logf("wording %d, and %v", service.Wording, service.Values)
				}
			})
			doMainJob(t, service)
		})
	}
}

// What cannot be decided ends in an error that says so: what would select the second page is unknown.
func TestServicesUndecidable(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{Service: sandbox.Service{Values: map[string]string{pageParameter: "another"}}})
	for n := range 20 {
		w.Placas(fmt.Sprint("P", n))
		w.Exec("INSERT INTO vehiculos (cliente_id, placa) VALUES (1, ?)", fmt.Sprint("P", n))
	}
	acctest.ExpectSays(t, "error", strings.Join(w.Proto(nil).Data("parking_vehiculos", acctest.Values{"cliente_id": 1}).Errors(), "\n"), "A3")
}
