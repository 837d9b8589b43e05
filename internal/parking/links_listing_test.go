package parking

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/flow"
)

// known gives ids by plate.
func known(vehiculos []listed) map[string]int64 {
	out := make(map[string]int64, len(vehiculos))
	for _, v := range vehiculos {
		out[v.placa] = v.id
	}
	return out
}

// asFlota reads vehicles as a parking_flota does.
func asFlota(ctx context.Context, c *Client, vehiculos []listed) error {
	if err := c.Expect(ctx, 1, known(vehiculos)); err != nil {
		return err
	}
	return refresh(ctx, c, 10, vehiculos)
}

// TestFleetExpected: two fleets of a client, its single vehicles and an import cost its pages, once, and the first page
// is the only one that others wait for.
func TestFleetExpected(t *testing.T) {
	t.Parallel()
	eachInBubble(t, map[string]bool{"fleets": false, "fleets and an import": true}, func(t *testing.T, importing bool) {
		l, c := fleetOf(t, 1127)
		l.latency = func() time.Duration { return time.Second / 2 }
		random := rand.New(rand.NewPCG(1, 2))
		random.Shuffle(len(l.order), func(i, j int) { l.order[i], l.order[j] = l.order[j], l.order[i] })
		start := time.Now()
		var all sync.WaitGroup
		for _, fleet := range [][]listed{l.order[:1000], l.order[1000:1120]} {
			all.Go(func() { noError(t, asFlota(t.Context(), c, fleet)) })
		}
		for _, v := range l.order[1120:] {
			all.Go(func() { expectRead(t, c, v.placa, v.id, v.id) })
		}
		if importing {
			all.Go(func() { expectListed(t, c, l) })
		}
		all.Wait()
		l.expectSpent(t, "all", 76, 0)
		if took := time.Since(start); took > 7*time.Second { // the limiter begins with few
			t.Errorf("it took %v", took)
		}
		expectListed(t, c, l)
		l.expectSpent(t, "what is known is free", 76, 0)
	})
}

// expectListed fails the test unless the whole listing is what the service holds.
func expectListed(t *testing.T, c *Client, l *lot) {
	t.Helper()
	list, err := c.ReadVehiculos(t.Context(), 1)
	noError(t, err)
	var got []int64
	for _, v := range list {
		got = append(got, v.ID)
	}
	slices.Sort(got)
	l.mu.Lock()
	defer l.mu.Unlock()
	var want []int64
	for _, v := range l.order {
		want = append(want, v.id)
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%d vehicles were listed, wanted %d", len(got), len(want))
	}
}

// TestFleetExpectedFew: a small fleet of a large client is read one by one, and what is only expected pays for nothing.
func TestFleetExpectedFew(t *testing.T) {
	t.Parallel()
	l, c := fleetOf(t, 1000)
	few := []listed{l.order[5], l.order[300], l.order[500], l.order[700], l.order[999]}
	for range 3 {
		must(t, c.Expect(t.Context(), 1, known(few)))
		l.expectSpent(t, "expected", 1, 0)
	}
	equal(t, "reads that are still announced", len(c.linksOf(1).open), 0)
	if err := asFlota(t.Context(), c, few); err != nil || l.spent() > 10 {
		t.Errorf("got %d requests and %v, want 10 at most", l.spent(), err)
	}
	spent := l.spent()
	noError(t, c.Expect(t.Context(), 1, nil))
	if err := asFlota(t.Context(), c, few); err != nil || l.spent() != spent {
		t.Errorf("got %d requests and %v, want %d", l.spent(), err, spent)
	}
}

// TestFleetExpectedAtTheFront: pages that are paid for are read to the last that is needed, since they are read side by
// side, also where the first of them show most of the vehicles.
func TestFleetExpectedAtTheFront(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		l, c := fleetOf(t, 100)
		noError(t, asFlota(t.Context(), c, append(slices.Clone(l.order[:40]), l.order[99])))
		l.expectSpent(t, "all at the front but one", 7, 0)
	})
}

// TestFleetExpectedLooks: a fleet that is created asks a client with many vehicles for its pages, and for nothing
// besides; where its plates were registered before, for one page more each.
func TestFleetExpectedLooks(t *testing.T) {
	t.Parallel()
	each(t, map[string]bool{"registered by this process": true, "registered before": false}, func(t *testing.T, registered bool) {
		l, c := fleetOf(t, 2999)
		var placas []string
		for i := range 400 {
			placas = append(placas, fmt.Sprint("NEW", i))
		}
		pages := 600
		if registered {
			own(c, placas...)
			pages = 200
		}
		expectLooks(t, c, placas)
		l.expectSpent(t, "looked", pages, 0)
	})
}

func expectLooks(t *testing.T, c *Client, placas []string) {
	t.Helper()
	must(t, c.Expect(t.Context(), 1, unlinked(placas...)))
	for _, placa := range placas {
		expectLook(t, c, placa, 0)
	}
}

// TestFleetExpectedAge: what was seen ten minutes ago is read anew, and what is not there is looked for anew after one.
func TestFleetExpectedAge(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		l, c := fleetOf(t, 100)
		for _, tt := range []struct {
			pause time.Duration
			pages int
		}{{0, 7}, {9 * time.Minute, 7}, {2 * time.Minute, 14}} {
			time.Sleep(tt.pause)
			noError(t, asFlota(t.Context(), c, l.order))
			l.expectSpent(t, fmt.Sprint("after ", tt.pause), tt.pages, 0)
		}
		for i, pages := range []int{14, 15} {
			time.Sleep(time.Duration(i) * 2 * time.Minute)
			noError(t, c.Expect(t.Context(), 1, unlinked("NEW1", "NEW2")))
			l.expectSpent(t, "looks", pages, 0)
		}
		time.Sleep(8*time.Minute + time.Second) // the vehicles are old; that there are no others is not
		expectListed(t, c, l)
		l.expectSpent(t, "listed later", 22, 0)
	})
}

// TestFleetShiftPasses: a listing that shifted says nothing of what it lacks, and is read again.
func TestFleetShiftPasses(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		l, c := fleetOf(t, 40)
		placas := []string{"NEW1", "NEW2", "NEW3"}
		own(c, placas...)
		l.change = func(l *lot, r *http.Request) {
			if r.URL.Query().Has("page") {
				l.change = nil
				l.add("OTHER")
			}
		}
		for i, pages := range []int{2 + 3, 6} { // once more when it changed, and that it has not changed
			must(t, c.Expect(t.Context(), 1, unlinked(placas...)))
			for _, placa := range placas {
				expectLook(t, c, placa, 0)
			}
			l.expectSpent(t, fmt.Sprint("reading ", i), pages, 0)
			time.Sleep(2 * time.Minute)
		}
	})
}

// TestFleetExpectedFails: a page that fails is the answer for all that are expected, and ends the pages that nobody
// waits for; the next try is a new one.
func TestFleetExpectedFails(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]func(context.Context, *Client, *lot) error{
		"expected": func(ctx context.Context, c *Client, l *lot) error { return asFlota(ctx, c, l.order) },
		"listed":   func(ctx context.Context, c *Client, _ *lot) error { return errorOf(c.ReadVehiculos(ctx, 1)) },
	} {
		inBubble(t, name, func(t *testing.T) {
			l, c := fleetOf(t, 300)
			c.inFlight = flow.NewLimiter(1)
			l.latency = func() time.Duration { return time.Second }
			var third sync.Once
			l.fail = func(r *http.Request) (e exchange) {
				if r.URL.Query().Has("page") {
					third.Do(func() { e = answer(500, `{"estado":"fail","error":"base de datos"}`) })
				}
				return e
			}
			if err := read(t.Context(), c, l); !Is(err, Failed) {
				t.Errorf("got %v, want that it failed", err)
			}
			synctest.Wait()
			l.expectSpent(t, "failed", 2, 0)
			if c.linksOf(1).busy() {
				t.Error("pages are still in flight")
			}
			noError(t, read(t.Context(), c, l))
			l.expectSpent(t, "again", 22+map[string]int{"listed": 1}[name], 0) // and that nothing comes after the last
		})
	}
}

// TestFleetExpectedGivenUp: who gives up gets that error at once, and pages that somebody else waits for go on.
func TestFleetExpectedGivenUp(t *testing.T) {
	t.Parallel()
	listing := func(ctx context.Context, c *Client, _ *lot) error { return errorOf(c.ReadVehiculos(ctx, 1)) }
	expecting := func(ctx context.Context, c *Client, l *lot) error { return asFlota(ctx, c, l.order) }
	one := func(ctx context.Context, c *Client, l *lot) error { return refresh(ctx, c, 1, l.order[:1]) }
	last := func(ctx context.Context, c *Client, l *lot) error { return refresh(ctx, c, 1, l.order[70:71]) }
	some := func(ctx context.Context, c *Client, l *lot) error {
		return refresh(ctx, c, 5, []listed{l.order[0], l.order[10], l.order[20], l.order[30], l.order[40]})
	}
	type row struct {
		first, other func(context.Context, *Client, *lot) error
		pages        int
		filtered     int
	}
	eachInBubble(t, map[string]row{
		"expected, alone":         {expecting, nil, 1, 0},
		"listed, alone":           {listing, nil, 1, 0},
		"expected, one listed":    {expecting, listing, 6, 0},
		"listed, one expected":    {listing, expecting, 5, 0},
		"expected, one read":      {expecting, one, 1, 0},
		"listed, one read":        {listing, one, 1, 0},
		"expected, and once more": {expecting, expecting, 5, 0},
		"listed, and once more":   {listing, listing, 6, 0},
		"read, alone":             {last, nil, 1, 0},
		"read, others read":       {last, some, 1, 3},
		"read, one listed":        {one, listing, 6, 0},
		"read, one expected":      {one, expecting, 5, 0},
	}, func(t *testing.T, tt row) {
		l, c := fleetOf(t, 75)
		l.latency = func() time.Duration { return time.Second }
		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second/2)
		defer cancel()
		var all sync.WaitGroup
		all.Go(func() {
			err := tt.first(ctx, c, l)
			if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || !NoAnswer(err) || took != time.Second/2 {
				t.Errorf("got %v after %v, want the caller's deadline after 500ms", err, took)
			}
		})
		synctest.Wait()
		if tt.other != nil {
			all.Go(func() { noError(t, tt.other(t.Context(), c, l)) })
		}
		all.Wait()
		synctest.Wait()
		l.expectSpent(t, "then", tt.pages, tt.filtered)
		if c.linksOf(1).busy() {
			t.Error("pages are still in flight")
		}
		noError(t, last(t.Context(), c, l))
	})
}

// TestFleetEndsThatCostNothing: a listing that was given up, and a read with the filter that was given up or found
// nothing, are neither a debt nor a failure for the reads that come later.
func TestFleetEndsThatCostNothing(t *testing.T) {
	t.Parallel()
	one := func(ctx context.Context, c *Client) error {
		_, _, err := c.ReadVehiculo(ctx, 1, "NEW", 0)
		return err
	}
	list := func(ctx context.Context, c *Client) error { return errorOf(c.ReadVehiculos(ctx, 1)) }
	type row struct {
		read   func(context.Context, *Client) error
		answer exchange // of the filter
		given  time.Duration
		ends   Kind
		at     int // reads that come later at once
	}
	eachInBubble(t, map[string]row{
		"listing given up": {list, nil, 3 * time.Second, Expired, 1},
		"filter given up":  {one, nil, 3 * time.Second, Expired, 10}, // after the first page
		"not found":        {one, answer(404, `{"estado":"fail","error":"sin datos"}`), time.Minute, NotFound, 10},
	}, func(t *testing.T, tt row) {
		l, c := fleetOf(t, 300)
		l.latency = func() time.Duration { return time.Second }
		l.fail = only(filtered, tt.answer)
		ctx, cancel := context.WithTimeout(t.Context(), tt.given)
		defer cancel()
		if err := tt.read(ctx, c); !Is(err, tt.ends) {
			t.Errorf("got %v, want %v", err, tt.ends)
		}
		synctest.Wait()
		l.fail = nil
		before, reads := l.spent(), slices.Clone(l.order)
		slices.Reverse(reads) // those that are known come last
		if err := refresh(t.Context(), c, tt.at, reads); err != nil || before >= 20 || l.spent()-before > 2*21 {
			t.Errorf("after %d requests: %d more and %v, want twice the 21 pages at most", before, l.spent()-before, err)
		}
	})
}

// TestFleetPageNotFound: a page that is missing between others does not shorten the listing: what it shows could be linked
// a second time.
func TestFleetPageNotFound(t *testing.T) {
	t.Parallel()
	l, c := fleetOf(t, 40)
	l.filter = "none"
	l.fail = only(func(r *http.Request) bool { return r.URL.Query().Get("page") == "2" },
		answer(http.StatusNotFound, `{"estado":"fail","error":"No existen vehículos"}`))
	if list, err := c.ReadVehiculos(t.Context(), 1); err == nil {
		t.Errorf("got %d vehicles, want an error", len(list))
	}
	if _, _, err := c.LookForVehiculo(t.Context(), 1, l.order[20].placa); err == nil {
		t.Error("a vehicle on the missing page is not there, want an error")
	}
}

// TestFleetCreatedWithoutPlate: what was created is known by the plate that was sent, also where the answer leaves it
// out.
func TestFleetCreatedWithoutPlate(t *testing.T) {
	t.Parallel()
	l, c := fleetOf(t, 0)
	l.fail = only(creations, answer(200, okData(`{"id":7,"cliente_id":1}`)))
	expectLook(t, c, "NEW", 0)
	must(t, errorOf(c.RegisterVehiculo(t.Context(), VehiculoRequest{ClienteID: 1, Placa: "NEW"})))
	expectLook(t, c, "new", 7)
	l.expectSpent(t, "all", 1, 0)
}

// TestFleetListedOnEvidence: where pages do not prove to be the whole listing, it is read anew, and what that shows is
// known.
func TestFleetListedOnEvidence(t *testing.T) {
	t.Parallel()
	type row struct {
		spoil func(page string, first bool, body string) string
		pages int
	}
	each(t, map[string]row{
		"total differs": {func(page string, first bool, body string) string {
			if first && page == "3" {
				return strings.ReplaceAll(body, `"total":60`, `"total":61`)
			}
			return body
		}, 9},
		"no total": {func(_ string, _ bool, body string) string { return strings.ReplaceAll(body, `"total":60,`, ``) }, 5},
		"no owner": {func(_ string, _ bool, body string) string { return strings.ReplaceAll(body, `"cliente_id":1,`, ``) }, 5},
		"one is missing": {func(page string, first bool, body string) string {
			if first && page == "4" {
				return strings.ReplaceAll(body, `"id":60,`, `"id":45,`)
			}
			return body
		}, 9},
	}, func(t *testing.T, tt row) {
		l, _ := fleetOf(t, 0)
		for i := range int64(60) {
			l.order = append(l.order, listed{i + 1, placaOf(i + 1)})
		}
		read := make(map[string]bool)
		var mu sync.Mutex
		c := client(t, "http://service.test", roundTrip(func(r *http.Request) (*http.Response, error) {
			mu.Lock()
			page := r.URL.Query().Get("page")
			first := !read[page]
			read[page] = true
			mu.Unlock()
			response, err := l.RoundTrip(r)
			if err != nil {
				return nil, err
			}
			body, err := io.ReadAll(response.Body)
			noError(t, err)
			return answer(200, tt.spoil(page, first, string(body)))(r)
		}))
		expectListed(t, c, l)
		noError(t, refresh(t.Context(), c, 10, l.order))
		// What the listing showed is known; it shares the pages in flight.
		if l.spent() < 5 || l.spent() > tt.pages || l.filtered > 0 {
			t.Errorf("%d requests, wanted %d", l.spent(), tt.pages)
		}
	})
}

// TestFleetExpectedContract: pages that are not what they should be (A3) do not keep fleets from being read.
func TestFleetExpectedContract(t *testing.T) {
	t.Parallel()
	l, c := fleetOf(t, 100)
	l.fail = only(pages, answer(200, `{"estado":"ok","data":[],"total":0,"current_page":7,"last_page":1}`))
	for range 2 {
		noError(t, asFlota(t.Context(), c, l.order))
		l.expectSpent(t, "read", 1, 100)
	}
	if _, err := c.ReadVehiculos(t.Context(), 1); !Is(err, Unexpected) {
		t.Errorf("got %v, want an unexpected answer", err)
	}
}
