package parking

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"
)

// ask is one read of a model test.
type ask struct {
	linkQuery
	there bool // the service has it
}

func (a ask) run(ctx context.Context, c *Client) error {
	look := c.ReadVehiculo
	if a.creating {
		look = func(ctx context.Context, clienteID int64, placa string, _ int64) (Vehiculo, bool, error) {
			return c.LookForVehiculo(ctx, clienteID, placa)
		}
	}
	v, ok, err := look(ctx, 1, a.placa, a.id)
	if err != nil || ok != a.there || ok && *v.Placa.Value != a.placa || ok && a.id != 0 && v.ID != a.id {
		return fmt.Errorf("%+v: got %+v, %v, %w", a, v, ok, err)
	}
	return nil
}

// flotas takes some of the reads apart into groups that are expected together.
func flotas(random *rand.Rand, asks []ask) (groups [][]ask, single []ask) {
	if random.IntN(2) == 0 {
		return nil, asks
	}
	for range 1 + random.IntN(3) {
		n := random.IntN(len(asks) + 1)
		groups, asks = append(groups, asks[:n]), asks[n:]
	}
	return groups, asks
}

// there are reads of vehicles that the service has.
func there(vehiculos []listed) (asks []ask) {
	for _, v := range vehiculos {
		asks = append(asks, ask{linkQuery: linkQuery{placa: v.placa, id: v.id}, there: true})
	}
	return asks
}

// runFlota says which reads it will ask for, and asks for them, as a parking_flota does.
func runFlota(ctx context.Context, c *Client, asks []ask) error {
	ids := make(map[string]int64)
	for _, a := range asks {
		ids[a.placa] = a.id
	}
	if err := c.Expect(ctx, 1, ids); err != nil {
		return err
	}
	return refresh(ctx, c, asks)
}

// refresh asks one read after the other.
func refresh(ctx context.Context, c *Client, asks []ask) error {
	for _, a := range asks {
		if err := a.run(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// arrange puts the vehicles into one of the orders a listing may have.
func (l *lot) arrange(random *rand.Rand) {
	switch random.IntN(4) {
	case 0:
		slices.Reverse(l.order)
	case 1:
		random.Shuffle(len(l.order), func(i, j int) { l.order[i], l.order[j] = l.order[j], l.order[i] })
	}
}

// someAsks gives reads of some of a service's vehicles, and of some that it lacks, in any order; each is there once.
func someAsks(random *rand.Rand, l *lot) []ask {
	var out []ask
	pick := random.Perm(len(l.order))
	if random.IntN(2) == 0 {
		pick = pick[:random.IntN(len(pick)+1)]
	}
	blind, missing := random.IntN(3) == 0, 0
	if random.IntN(2) == 0 {
		missing = 1 + random.IntN(len(pick)+5)
	}
	for _, i := range pick {
		a := there(l.order[i : i+1])[0]
		if blind && random.IntN(2) == 0 {
			a.id = 0
			a.creating = random.IntN(2) == 0
		}
		out = append(out, a)
	}
	for i := range missing {
		a := ask{linkQuery: linkQuery{placa: fmt.Sprintf("NONE%d", i), creating: random.IntN(2) == 0}}
		if !a.creating {
			a.id = 1 + random.Int64N(l.next+1000)
		}
		out = append(out, a)
	}
	random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// TestFleetModel: whatever is asked for, in whatever order, however many at once, and however the listing is ordered:
// every answer is right, and at no moment were more requests sent than twice the cheaper of the two ways to read what
// was asked for until then. What is looked for to be created and is not there costs up to two requests more. One of a client
// reads page 1, and one shows that the filter works.
func TestFleetModel(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long: runs without -short")
	}
	for seed := range uint64(90) {
		random := rand.New(rand.NewPCG(seed, 1))
		n := random.IntN(400)
		if seed%30 == 0 {
			n = 1000 + random.IntN(2000)
		}
		l := newLot(random, n, 1+random.IntN(10))
		l.arrange(random)
		asks := someAsks(random, l)
		at := []int{1, 2, 3, 10, 64, 1000}[random.IntN(6)]
		pages := n/fleetPageSize + 1 // the last is not full
		groups, asks := flotas(random, asks)
		listing := random.IntN(8) == 0 // is wanted too
		if t.Failed() {
			return
		}
		bubble(t, func(t *testing.T) {
			delays := rand.New(rand.NewPCG(seed, 2))
			l.latency = func() time.Duration { return time.Duration(1+delays.IntN(99)) * time.Millisecond }
			var asked, imports, looks int
			l.check = func(l *lot, _ *http.Request) {
				if spent := l.pages + l.filtered; spent > 2*min(asked, pages)+imports*pages+2*looks+2 {
					t.Errorf("seed %d: %d requests for %d reads of %d pages (%d at once)", seed, spent, asked, pages, at)
				}
			}
			c := client(t, "http://service.test", l)
			count := func(importing int, asks ...ask) {
				l.mu.Lock()
				defer l.mu.Unlock()
				imports += importing
				asked += len(asks)
				for _, a := range asks {
					if a.creating && !a.there {
						looks++
					}
				}
			}
			var all sync.WaitGroup
			for _, group := range groups {
				count(0, group...)
				all.Go(func() {
					if err := runFlota(t.Context(), c, group); err != nil {
						t.Errorf("seed %d: %v", seed, err)
					}
				})
			}
			if listing {
				all.Go(func() {
					time.Sleep(time.Duration(seed) * 10 * time.Millisecond)
					count(1)
					expectListed(t, c, l)
				})
			}
			doAll(at, asks, func(a ask) {
				count(0, a)
				if err := a.run(t.Context(), c); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
			})
			all.Wait()
			time.Sleep(time.Minute) // pages that nobody waits for any more
		})
	}
}

// TestFleetModelOfCreations: several at once look and create what is not there, while other runs create vehicles of
// their own in the same listing, and time passes. What was there before is never made again, and neither is anything
// else; and nothing shifts by what this process does, since its creations and pages wait for each other.
func TestFleetModelOfCreations(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long: runs without -short")
	}
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 5))
		l := newLot(random, random.IntN(200), 3)
		l.arrange(random)
		l.front = random.IntN(2) == 0
		var placas []string
		for _, v := range l.order {
			if random.IntN(2) == 0 {
				placas = append(placas, v.placa)
			}
		}
		for i := range random.IntN(200) {
			placas = append(placas, fmt.Sprintf("NEW%d", i))
		}
		random.Shuffle(len(placas), func(i, j int) { placas[i], placas[j] = placas[j], placas[i] })
		at, others := []int{1, 10, 64}[random.IntN(3)], 0
		if random.IntN(2) == 0 {
			others = 20
		}
		if t.Failed() {
			return
		}
		bubble(t, func(t *testing.T) {
			delays := rand.New(rand.NewPCG(seed, 6))
			l.latency = func() time.Duration { return time.Duration(1+delays.IntN(4999)) * time.Millisecond }
			l.fail = func(*http.Request) exchange {
				if others > 0 && delays.IntN(10) == 0 {
					others--
					l.add(fmt.Sprintf("OTHER%d", others))
				}
				return nil
			}
			l.check = func(l *lot, _ *http.Request) {
				if l.posting > 0 && l.listing > 0 {
					t.Error("creations and pages are in flight together")
				}
			}
			c := client(t, "http://service.test", l)
			doAll(at, placas, func(placa string) {
				_, there, err := c.LookForVehiculo(t.Context(), 1, placa)
				if err == nil && !there {
					_, err = c.RegisterVehiculo(t.Context(), VehiculoRequest{ClienteID: 1, Placa: placa})
				}
				if err == nil {
					_, there, err = c.ReadVehiculo(t.Context(), 1, placa, 0)
				}
				if err != nil || !there {
					t.Errorf("seed %d: %s: %v, %v", seed, placa, there, err)
				}
			})
			time.Sleep(time.Minute) // pages that nobody waits for any more
		})
		held := make(map[string]int)
		for _, v := range l.order {
			held[v.placa]++
		}
		for _, placa := range placas {
			if held[placa] != 1 {
				t.Errorf("seed %d: %s is there %d times", seed, placa, held[placa])
			}
		}
	}
}
