package parking

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
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
	v, ok, err := c.LookForVehiculo(t.Context(), 1, placa)
	expectThere(t, v, ok, err, id)
}

func expectRead(t *testing.T, c *Client, placa string, id, want int64) {
	t.Helper()
	v, ok, err := c.ReadVehiculo(t.Context(), 1, placa, id)
	expectThere(t, v, ok, err, want)
}

// TestFleetRefresh: reading all vehicles of a client as single resources costs twice its pages at most, in whatever order
// and however many at once.
func TestFleetRefresh(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 16, 300, 3000} {
		for _, at := range []int{1, 10, 64} {
			inBubble(t, fmt.Sprint(n, " ", at), func(t *testing.T) {
				random := rand.New(rand.NewPCG(uint64(n), uint64(at)))
				l := newLot(random, n, 8)
				l.latency = func() time.Duration { return time.Millisecond }
				reads := slices.Clone(l.order)
				random.Shuffle(n, func(i, j int) { reads[i], reads[j] = reads[j], reads[i] })
				noError(t, refresh(t.Context(), client(t, "http://service.test", l), at, reads))
				if pages := (n + fleetPageSize - 1) / fleetPageSize; l.spent() > 2*pages {
					t.Errorf("got %d requests, want twice the %d pages at most", l.spent(), pages)
				}
			})
		}
	}
}

// TestFleetPaid: all pages are paid for once as many requests were spent, or are needed, as there are pages; where their
// number is unknown, each read pays for one. A page that nobody needs is never paid for.
func TestFleetPaid(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		costs costs
		open  int
		paid  bool
	}{
		{costs{}, 0, false},
		{costs{}, 1, true}, // the first page
		{costs{paged: 1, pages: 4}, 2, false},
		{costs{paged: 1, pages: 4}, 3, true},
		{costs{paged: 1, filtered: 2, pages: 4}, 1, true},
		{costs{paged: 1, filtered: 9, pages: 4}, 0, false},
		{costs{paged: 1}, 1, false},
		{costs{paged: 1, filtered: 1}, 1, true},
		{costs{paged: 2, filtered: 1}, 1, false},
		{costs{paged: 2, filtered: 2}, 1, true},
	} {
		_, c := fleetOf(t, 0)
		l := c.linksOf(1)
		l.costs = tt.costs
		for i := range tt.open {
			l.open[linkQuery{placa: placaOf(int64(i))}]++
		}
		if paid := l.paid(); paid != tt.paid {
			t.Errorf("%+v and %d reads: got %v, want %v", tt.costs, tt.open, paid, tt.paid)
		}
	}
}

// TestFleetAlternates: where page 1 does not tell how many pages there are, a read pays for one page at most.
func TestFleetAlternates(t *testing.T) {
	t.Parallel()
	for _, at := range []int{1, 10} {
		inBubble(t, fmt.Sprint(at), func(t *testing.T) {
			l, c := fleetOf(t, 300)
			l.total = "own"
			l.latency = func() time.Duration { return time.Millisecond }
			rand.New(rand.NewPCG(1, 1)).Shuffle(300, func(i, j int) { l.order[i], l.order[j] = l.order[j], l.order[i] })
			for n := at; n <= 100; n += at {
				noError(t, refresh(t.Context(), c, at, l.order[200+n-at:200+n]))
				if l.spent() > 2*n+1 {
					t.Errorf("got %d requests for %d reads, want twice as many at most", l.spent(), n)
				}
			}
		})
	}
}

// TestFleetNewClient: that a client has no vehicles is asked once, and what is created is known from then on.
func TestFleetNewClient(t *testing.T) {
	t.Parallel()
	each(t, map[string]exchange{
		"empty":         nil,
		"404":           answer(404, `{"estado":"fail","error":"No hay vehículos"}`),
		"fail, by text": answer(200, `{"estado":"fail","error":"No existen vehículos"}`),
	}, func(t *testing.T, none exchange) {
		l, c := fleetOf(t, 0)
		l.fail = only(reads, none)
		expectListed(t, c, l) // is empty, and no error
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
		l.expectSpent(t, "a hundred creations", 1, 0)
	})
}

// TestFleetAge: absence of a plate that this process registered is believed for a minute, and one request renews it;
// what another run created is found by it. What was seen is believed for ten.
func TestFleetAge(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		l, c := fleetOf(t, 40)
		own(c, "NEW1", "NEW2", "NEW3")
		look := func(placa string, id int64) {
			t.Helper()
			expectLook(t, c, placa, id)
		}
		for range 2 { // page 1 and the filter, then pages 2 and 3
			look("NEW1", 0)
		}
		l.expectSpent(t, "at first", 3, 2) // one of them shows that the filter works
		time.Sleep(50 * time.Second)
		look("NEW2", 0)
		l.expectSpent(t, "within a minute", 3, 2)
		must(t, errorOf(c.RegisterVehiculo(t.Context(), VehiculoRequest{ClienteID: 1, Placa: "NEW2"})))
		time.Sleep(20 * time.Second)
		look("NEW1", 0)
		look(l.order[20].placa, l.order[20].id)
		look("NEW2", l.order[40].id)
		l.expectSpent(t, "after a minute nothing has changed", 4, 2)
		time.Sleep(70 * time.Second)
		other := l.add("NEW1")
		look("NEW1", other.id)
		look("NEW3", 0)
		synctest.Wait()
		l.expectSpent(t, "another run has created one", 7, 3)

		first := l.order[0]
		l.order[0].placa = "CHANGED"
		expectRead(t, c, first.placa, first.id, first.id)
		time.Sleep(11 * time.Minute)
		expectRead(t, c, first.placa, first.id, 0)
		expectRead(t, c, "CHANGED", first.id, first.id)
	})
}

// TestFleetOldFacts: that there are as many as before does not make what was seen more than ten minutes ago new.
func TestFleetOldFacts(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		l, c := fleetOf(t, 40)
		for i, placa := range []string{"NEW1", "NEW2", l.order[39].placa} {
			_, _, err := c.LookForVehiculo(t.Context(), 1, placa)
			must(t, err)
			l.expectSpent(t, placa, []int{1, 3, 3}[i], 2)
		}
		time.Sleep(11 * time.Minute)
		expectLook(t, c, l.order[39].placa, l.order[39].id)
		l.expectSpent(t, "later", 4, 3)
	})
}

// TestFleetFilterFails: reads that fail do not wait for one another.
func TestFleetFilterFails(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		l, c := fleetOf(t, 1000)
		l.latency = func() time.Duration { return 5 * time.Second }
		l.fail = only(filtered, answer(500, `{"estado":"fail","error":"base de datos"}`))
		start := time.Now()
		var all sync.WaitGroup
		for i := range 10 {
			all.Go(func() {
				if _, _, err := c.ReadVehiculo(t.Context(), 1, fmt.Sprint("NONE", i), int64(5000+i)); err == nil {
					t.Error("no error")
				}
			})
		}
		all.Wait()
		// The first page, and all others. The limiter begins with few.
		if took := time.Since(start); took > 45*time.Second {
			t.Errorf("ten failures took %v", took)
		}
	})
}

// TestFleetShrinks: that there are fewer than before makes all that was seen doubtful.
func TestFleetShrinks(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		l, c := fleetOf(t, 10)
		expectLook(t, c, l.order[3].placa, l.order[3].id)
		gone := l.order[3]
		time.Sleep(2 * time.Minute)
		l.order = slices.Delete(l.order, 3, 4)
		expectLook(t, c, gone.placa, 0)
		l.expectSpent(t, "both", 2, 0)
	})
}

// TestFleetAbsenceIsNotBelieved: a listing that does not say how many there are, says different things, or shows one
// twice, says nothing of what it lacks.
func TestFleetAbsenceIsNotBelieved(t *testing.T) {
	t.Parallel()
	record := func(id int) string { return fmt.Sprintf(`{"id":%d,"cliente_id":1,"placa":"P%d"}`, id, id) }
	each(t, map[string][]exchange{
		"no total":        {answer(200, `{"estado":"ok","data":[`+record(1)+`],"current_page":1,"last_page":1}`)},
		"total too high":  {vehiculosPage(3, 1, 1, 1, 2)},
		"total too low":   {vehiculosPage(1, 1, 1, 1, 2)},
		"totals differ":   {vehiculosPage(4, 2, 1, 1, 2), vehiculosPage(5, 2, 2, 3, 4)},
		"shifted":         {vehiculosPage(4, 2, 1, 1, 2), vehiculosPage(4, 2, 2, 2, 3)},
		"empty, no total": {answer(200, `{"estado":"ok","data":[],"current_page":1,"last_page":1}`)},
		"no pagination":   {answer(200, okData(`[`+record(1)+`]`))},
		"no last_page": {answer(200, `{"estado":"ok","data":[`+record(1)+`],"current_page":1,"total":1}`),
			answer(200, `{"estado":"ok","data":[`+record(2)+`],"current_page":2,"total":1}`)},
		"another's record": {answer(200, `{"estado":"ok","data":[{"id":9,"cliente_id":2,"placa":"P7"}],"total":1}`)},
		"page is ignored":  {vehiculosPage(4, 2, 1, 1, 2), vehiculosPage(4, 2, 1, 1, 2)},
		"no owner":         {answer(200, `{"estado":"ok","data":[{"id":9,"placa":"P7"}],"total":1}`)},
		"not a list":       {answer(200, okData(`{}`))},
		"500":              {answer(500, `{"estado":"fail","error":"base de datos"}`)},
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
			if n := filtered.Load(); read.Load() > 2*maxPasses || n < 1 || n > 3 { // what the filter showed may be known
				t.Errorf("got %d pages and %d reads with the filter, want %d at most and 1 to 3", read.Load(), n, 2*maxPasses)
			}
		}
	})
}

// TestFleetTroublePasses: after a page that failed, or was not what it should be (A3), all are read one by one. Ten
// minutes later pages are read again.
func TestFleetTroublePasses(t *testing.T) {
	t.Parallel()
	eachInBubble(t, map[string]exchange{
		"failure":  answer(500, `{"estado":"fail","error":"base de datos"}`),
		"contract": answer(200, `{"estado":"ok","data":[],"total":0,"current_page":7,"last_page":1}`),
	}, func(t *testing.T, fails exchange) {
		l, c := fleetOf(t, 100)
		l.fail = only(pages, fails)
		noError(t, refresh(t.Context(), c, 10, l.order))
		l.expectSpent(t, "at first", 1, 100)
		l.fail = nil
		noError(t, refresh(t.Context(), c, 10, l.order))
		l.expectSpent(t, "what was read is known", 1, 100)
		time.Sleep(11 * time.Minute)
		noError(t, refresh(t.Context(), c, 10, l.order))
		if l.pages != 1+7 || l.filtered > 100+7 {
			t.Errorf("later: %d pages and %d reads with the filter, wanted 8 and 107 at most", l.pages, l.filtered)
		}
	})
}

// TestFleetUnclearCreation: of a plate whose creation failed, or may have, no old listing is believed, whoever
// registered it.
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

// TestFleetLookIsNew: what is looked for before its creation is in no read that began earlier: another run may have linked
// it since.
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

// TestFleetCreationsAndPages: a creation waits while pages are in flight, and pages while a creation is, so that
// nothing shifts by what this process does. Who gives up meanwhile has sent nothing.
func TestFleetCreationsAndPages(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		l, c := fleetOf(t, 150)
		l.front = true
		l.latency = func() time.Duration { return time.Second }
		var writing, reading int
		l.check = func(_ *lot, r *http.Request) {
			inFlight := &reading
			if r.Method == http.MethodPost {
				inFlight = &writing
			} else if r.URL.Query().Has("placa") {
				return
			}
			*inFlight++
			time.AfterFunc(2*time.Second-1, func() { l.mu.Lock(); defer l.mu.Unlock(); *inFlight-- })
			if writing > 0 && reading > 0 {
				t.Error("creations and pages are in flight together")
			}
		}
		held := slices.Clone(l.order)
		var all sync.WaitGroup
		for i := range 200 {
			all.Go(func() {
				time.Sleep(time.Duration(i) * 50 * time.Millisecond)
				placa := fmt.Sprint("NEW", i)
				if i > 30 && i%3 == 0 {
					v := held[149-i%150]
					expectRead(t, c, v.placa, v.id, v.id)
					return
				}
				noError(t, errorOf(c.RegisterVehiculo(t.Context(), VehiculoRequest{ClienteID: 1, Placa: placa})))
			})
		}
		all.Wait()
		creations := l.creations

		go func() { _, _, _ = c.LookForVehiculo(t.Context(), 2, "A") }()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		_, err := c.RegisterVehiculo(ctx, VehiculoRequest{ClienteID: 2, Placa: "A"})
		if !errors.Is(err, context.DeadlineExceeded) || OutcomeOf(err) >= Unknown || l.creations != creations {
			t.Errorf("got %v and %d creations, want a deadline that is not ambiguous and %d", err, l.creations, creations)
		}
		time.Sleep(time.Minute)
	})
}

// TestFleetCreationEndsReading: pages that were read before a creation are not continued after it, since that would only
// show that the listing changed.
func TestFleetCreationEndsReading(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		l, c := fleetOf(t, 100)
		expectRead(t, c, l.order[99].placa, l.order[99].id, l.order[99].id)
		must(t, errorOf(c.RegisterVehiculo(t.Context(), VehiculoRequest{ClienteID: 1, Placa: "NEW"})))
		noError(t, asFlota(t.Context(), c, l.order))
		l.expectSpent(t, "a vehicle, and then all", 1+7, 1)
	})
}

// TestFleetFilterIsTried: the filter is believed for a vehicle that a page showed, with a separator if there is one, and
// not for one that it showed itself.
func TestFleetFilterIsTried(t *testing.T) {
	t.Parallel()
	t.Run("it drops separators", func(t *testing.T) {
		t.Parallel()
		l, c := fleetOf(t, 100)
		l.filter = "drop"
		l.order[7].placa, l.order[50].placa = "A-1", "B-2"
		expectLook(t, c, "B-2", l.order[50].id)
	})
	t.Run("no page is read", func(t *testing.T) {
		t.Parallel()
		l, c := fleetOf(t, 100)
		l.fail = only(pages, answer(500, `{"estado":"fail","error":"base de datos"}`))
		expectRead(t, c, l.order[7].placa, l.order[7].id, l.order[7].id)
		if _, there, err := c.LookForVehiculo(t.Context(), 1, "NEW"); err == nil {
			t.Errorf("got %v, want an error", there)
		}
	})
}

// TestFleetLookAgain: before a creation is repeated all pages are read, also where the first shows no change.
func TestFleetLookAgain(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		l, c := fleetOf(t, 40)
		expectListed(t, c, l)
		l.fail = only(creations, broken(errors.New("connection reset")))
		if _, err := c.RegisterVehiculo(t.Context(), VehiculoRequest{ClienteID: 1, Placa: "NEW"}); err == nil {
			t.Error("no error")
		}
		l.expectSpent(t, "a lost creation", 3+3, 1)
	})
}

// TestFleetLookReadsAnew: where no total shows what was added between two pages, a look does not go on with a listing that
// began before it.
func TestFleetLookReadsAnew(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		l, c := fleetOf(t, 100)
		l.total, l.filter = "none", "none"
		expectRead(t, c, "NONE", 0, 0)
		expectLook(t, c, "NEW", 0)
		l.expectSpent(t, "a read and a look", 1+7, 3) // one shows that the filter does not work
	})
}

// TestFleetChanged: once page 1 shows that there are more vehicles than are known, what is not known may exist.
func TestFleetChanged(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		l, c := fleetOf(t, 100)
		expectListed(t, c, l)
		other := l.add("OTHER")
		expectRead(t, c, "OTHER", 0, 0) // it is known for ten minutes
		expectLook(t, c, "NEW", 0)
		expectRead(t, c, "OTHER", 0, other.id)
	})
}

// TestFleetOwnLinkLags: a link that this process has just created is found by the next look for it, also where neither the
// filter nor the listing shows it yet. That ends with the time for which reads may lag.
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
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
			expectLook(t, c, "new1", made.ID)
			if _, _, err := c.linksOf(1).lookAgain(t.Context(), "OTHER"); err != nil { // reads the whole listing
				t.Fatal(err)
			}
			expectLook(t, c, "NEW-1", made.ID)
			time.Sleep(c.lag() + time.Second)
			expectLook(t, c, "NEW-1", 0)
		})
	}
}
