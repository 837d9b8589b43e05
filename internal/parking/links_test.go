package parking

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// fleetOf makes a client of a service with n vehicles in the order of their ids.
func fleetOf(t *testing.T, n int) (*lot, *Client) {
	t.Helper()
	l := newLot(rand.New(rand.NewPCG(1, uint64(n))), n, 1)
	return l, client(t, "http://service.test", l)
}

// expectSpent fails the test unless so many pages and filtered reads were sent.
func (l *lot) expectSpent(t *testing.T, when string, pages, filtered int) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pages != pages || l.filtered != filtered {
		t.Errorf("%s: %d pages and %d reads with the filter, wanted %d and %d", when, l.pages, l.filtered, pages, filtered)
	}
}

func expectThere(t *testing.T, v Vehiculo, ok bool, err error, id int64) {
	t.Helper()
	if err != nil || ok != (id != 0) || v.ID != id {
		t.Errorf("got %+v, %v, %v; wanted %d", v, ok, err, id)
	}
}

// expectLook and expectRead look a link of client 1 up, and fail the test unless it is the one with an id; 0 is none.
func expectLook(t *testing.T, c *Client, placa string, id int64) {
	t.Helper()
	time.Sleep(time.Nanosecond) // in a bubble no time passes otherwise
	v, ok, err := c.LookForVehiculo(t.Context(), 1, placa)
	expectThere(t, v, ok, err, id)
}

func expectRead(t *testing.T, c *Client, placa string, id, want int64) {
	t.Helper()
	v, ok, err := c.ReadVehiculo(t.Context(), 1, placa, id)
	expectThere(t, v, ok, err, want)
}

// TestFleetExpectedFew: a small fleet of a large client is read one by one, and what is read again is free.
func TestFleetExpectedFew(t *testing.T) {
	t.Parallel()
	l, c := fleetOf(t, 1000)
	few := []listed{l.order[5]}
	for i := 24; i < 1000; i += 25 { // 40 more, and the list has 67 pages
		few = append(few, l.order[i])
	}
	noError(t, runFlota(t.Context(), c, there(few)))
	l.expectSpent(t, "page 1 shows the first", 1, 40)
	noError(t, runFlota(t.Context(), c, there(few)))
	l.expectSpent(t, "again", 1, 40)
}

// TestFleetAge: absence of a plate that this process registered is believed for a minute, also by a plan, and by a read for
// ten, as is what was seen.
func TestFleetAge(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		l, c := fleetOf(t, 40)
		plan := func(placa string, id int64) {
			t.Helper()
			v, ok, err := c.PreviewVehiculo(t.Context(), 1, placa)
			expectThere(t, v, ok, err, id)
		}
		own(c, "NEW1", "NEW2")
		expectListed(t, c, l)
		l.expectSpent(t, "at first", 3, 0)
		expectLook(t, c, "NEW1", 0)
		plan("NEW3", 0)
		l.expectSpent(t, "within a minute", 3, 0)
		expectLook(t, c, "NEW3", 0)
		l.expectSpent(t, "of another process", 3, 2) // one shows that the filter works
		time.Sleep(70 * time.Second)
		expectLook(t, c, "NEW2", 0)
		plan("NEW2", 0)
		expectRead(t, c, "NONE", 0, 0)
		l.expectSpent(t, "after a minute", 6, 3) // of which three pay for the listing
		other := l.add("NEW1")
		plan("NEW1", 0) // the creation asks again
		time.Sleep(70 * time.Second)
		expectLook(t, c, "NEW1", other.id)

		first := l.order[0]
		l.order[0].placa = "CHANGED"
		expectRead(t, c, first.placa, first.id, first.id)
		time.Sleep(11 * time.Minute)
		expectRead(t, c, first.placa, first.id, 0)
		expectRead(t, c, "CHANGED", first.id, first.id)
	})
}

// TestFleetNewClient: that a client has no vehicles is asked once, and what is created is known from then on.
func TestFleetNewClient(t *testing.T) {
	t.Parallel()
	eachInBubble(t, map[string]exchange{
		"empty":         nil,
		"404":           answer(404, `{"estado":"fail","error":"No hay vehículos"}`),
		"fail, by text": answer(200, `{"estado":"fail","error":"No existen vehículos"}`),
	}, func(t *testing.T, none exchange) {
		l, c := fleetOf(t, 0)
		l.latency = func() time.Duration { return time.Second }
		l.fail = only(func(r *http.Request) bool { return r.URL.Path == "/external/vehiculos" }, none)
		var all sync.WaitGroup
		for i := range 100 {
			all.Go(func() {
				placa := placaOf(int64(i))
				own(c, placa)
				expectLook(t, c, placa, 0)
				made, err := c.RegisterVehiculo(t.Context(), VehiculoRequest{ClienteID: 1, Placa: placa})
				noError(t, err)
				expectLook(t, c, placa, made.ID)
			})
		}
		all.Wait()
		if l.pages > 2 || l.filtered > 1 { // a creation does not join a reading that has begun, and the filter is a control
			t.Errorf("a hundred creations: got %d pages and %d reads with the filter, want at most 2 and 1", l.pages, l.filtered)
		}
	})
}

// TestFleetAbsenceIsNotBelieved: a listing whose total is not what it shows, that shows one twice, or that is none, says nothing of
// what it lacks.
func TestFleetAbsenceIsNotBelieved(t *testing.T) {
	t.Parallel()
	each(t, map[string][]exchange{
		"total too high":   {vehiculosPage(3, 1, 1, 1, 2)},
		"total too low":    {vehiculosPage(1, 1, 1, 1, 2)},
		"shifted":          {vehiculosPage(4, 2, 1, 1, 2), vehiculosPage(4, 2, 2, 2, 3)},
		"another's record": {answer(200, okData(`[{"id":9,"cliente_id":2,"placa":"P7"}]`))},
		"not a list":       {answer(200, okData(`{}`))},
	}, func(t *testing.T, pages []exchange) {
		for _, look := range []func(*Client){
			func(c *Client) { expectLook(t, c, "P7", 7) },
			func(c *Client) { expectRead(t, c, "P7", 0, 7) },
			func(c *Client) { expectRead(t, c, "P7", 10, 7) },
		} {
			var filtered, read atomic.Int64
			c := scripted(t, play(func(r *http.Request) (*http.Response, error) {
				if r.URL.Query().Has("placa") {
					filtered.Add(1)
					return vehiculosPage(1, 1, 1, 7)(r)
				}
				return pages[min(int(read.Add(1)), len(pages))-1](r)
			}))
			for range 3 {
				look(c)
			}
			if n := filtered.Load(); read.Load() > 2*maxReadings || n < 1 || n > 3 { // what the filter showed may be known
				t.Errorf("got %d pages and %d reads with the filter, want %d at most and 1 to 3", read.Load(), n, 2*maxReadings)
			}
		}
	})
}

// TestFleetTrouble: after a page that failed, or was not what it should be (A3), all are read one by one. A page that fails fails a
// fleet, which tries again.
func TestFleetTrouble(t *testing.T) {
	t.Parallel()
	eachInBubble(t, map[string]exchange{
		"failure":  answer(500, "base de datos"),
		"contract": answer(200, `{"estado":"ok","data":[],"total":0,"current_page":7,"last_page":1}`),
	}, func(t *testing.T, fails exchange) {
		l, c := fleetOf(t, 100)
		l.latency = func() time.Duration { return time.Second }
		l.fail = only(pages, fails)
		noError(t, refresh(t.Context(), c, there(l.order)))
		l.expectSpent(t, "at first", 6, 100) // ever more reads between two tries
		l.fail = nil
		noError(t, refresh(t.Context(), c, there(l.order)))
		l.expectSpent(t, "what was read is known", 6, 100)
		l.fail = only(pages, fails)
		fleet := client(t, "http://service.test", l)
		if err := runFlota(t.Context(), fleet, there(l.order)); (err == nil) == Is(err, Failed) {
			t.Errorf("a fleet: %v", err)
		}
		l.fail = nil
		time.Sleep(time.Nanosecond)
		noError(t, runFlota(t.Context(), fleet, there(l.order)))
	})
}

// TestFleetUnclearCreation: of a plate whose creation failed, or may have, no old listing is believed, whoever registered it.
func TestFleetUnclearCreation(t *testing.T) {
	t.Parallel()
	each(t, map[string]exchange{
		"lost":    broken(errors.New("connection reset")),
		"refused": answer(422, `{"estado":"fail","error":"Ya existe"}`),
	}, func(t *testing.T, fails exchange) {
		l, c := fleetOf(t, 0)
		own(c, "A", "B")
		expectLook(t, c, "A", 0)
		l.fail = only(creations, fails)
		if _, err := c.RegisterVehiculo(t.Context(), VehiculoRequest{ClienteID: 1, Placa: "A"}); err == nil {
			t.Fatal("no error")
		}
		l.mu.Lock()
		late := l.add("A") // it took effect after all
		l.mu.Unlock()
		for _, placa := range []string{"a", "A"} { // the simulated filter is exact
			expectLook(t, c, placa, late.id)
		}
	})
}

// TestFleetLookIsNew: what is looked for before its creation is in no read that began earlier: another run may have linked it since.
func TestFleetLookIsNew(t *testing.T) {
	t.Parallel()
	eachInBubble(t, map[string]bool{"the first look": false, "the listing is known": true}, func(t *testing.T, known bool) {
		l, _ := fleetOf(t, 10)
		var slow atomic.Bool
		c := client(t, "http://service.test", roundTrip(func(r *http.Request) (*http.Response, error) {
			answer, err := l.RoundTrip(r)
			if slow.Swap(false) {
				time.Sleep(10 * time.Second)
			}
			return answer, err
		}))
		if known {
			expectLook(t, c, "OTHER", 0)
		}
		slow.Store(true)
		var other sync.WaitGroup
		other.Go(func() { _, _ = c.Vehiculos(t.Context(), VehiculosFilter{ClienteID: 1}) })
		synctest.Wait()
		expectLook(t, c, "NEW", l.add("NEW").id)
		other.Wait()
	})
}

// TestFleetCreationGivenUp: who gives up while a creation waits for pages has sent nothing.
func TestFleetCreationGivenUp(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		l, c := fleetOf(t, 0)
		l.latency = func() time.Duration { return time.Second }
		go func() { _, _, _ = c.LookForVehiculo(t.Context(), 1, "A") }()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		_, err := c.RegisterVehiculo(ctx, VehiculoRequest{ClienteID: 1, Placa: "A"})
		if !errors.Is(err, context.DeadlineExceeded) || OutcomeOf(err) >= Unknown || l.creations > 0 {
			t.Errorf("got %v and %d creations, want a deadline that is not ambiguous and none", err, l.creations)
		}
		time.Sleep(time.Minute)
	})
}

// TestFleetFilterIsTried: the filter is believed for a vehicle that a page showed, with a separator if there is one, and
// not for one that it showed itself.
func TestFleetFilterIsTried(t *testing.T) {
	t.Parallel()
	l, c := fleetOf(t, 100)
	l.filter = "drop" // separators
	l.order[7].placa, l.order[50].placa = "A-1", "B-2"
	expectLook(t, c, "B-2", l.order[50].id)
	l, c = fleetOf(t, 100)
	l.fail = only(pages, answer(500, "base de datos"))
	expectRead(t, c, l.order[7].placa, l.order[7].id, l.order[7].id)
	_, _, err := c.LookForVehiculo(t.Context(), 1, "NEW")
	expectIs(t, err, Failed)
}

// TestFleetOwnLinkLags: a link that this process has just created is found by the next look for it, also where neither the
// filter nor the listing shows it yet.
func TestFleetOwnLinkLags(t *testing.T) {
	t.Parallel()
	for _, listed := range []int{1, 300} { // the first look reads the whole listing, or uses the filter
		inBubble(t, fmt.Sprint(listed), func(t *testing.T) {
			l, c := fleetOf(t, listed)
			before, _ := fleetOf(t, listed)
			l.fail = func(r *http.Request) exchange {
				if creations(r) {
					return nil
				}
				return before.answer(r, r.URL.Query(), nil)
			}
			expectLook(t, c, "NEW-1", 0)
			made, err := c.RegisterVehiculo(t.Context(), VehiculoRequest{ClienteID: 1, Placa: "NEW-1"})
			must(t, err)
			time.Sleep(time.Second)
			expectLook(t, c, "new1", made.ID)
			must(t, errorOfTwo(c.clientLinks(1).lookInAll(t.Context(), "OTHER", time.Now()))) // reads the whole listing
			expectLook(t, c, "NEW-1", made.ID)
		})
	}
}
