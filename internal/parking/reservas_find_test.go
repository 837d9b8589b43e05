package parking

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// avenue lists many reservations in pages of fifteen, and counts the requests for each list; those with a filter have a
// question mark.
type avenue struct {
	mu          sync.Mutex
	active, all []int64
	filter      string            // "heeds", "ignores" or "nothing", which matches nothing
	rest        string            // a field of every record, to make it large
	total       func() int        // what the unfiltered lists say, if it is not their length
	fail        map[string]string // an answer to each request for a list
	asked       map[string]int
}

func (a *avenue) RoundTrip(r *http.Request) (*http.Response, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	path, query := strings.TrimPrefix(r.URL.Path, "/external/"), r.URL.Query()
	list := a.all
	if path == "reservas-activas" {
		list = a.active
	}
	total := len(list)
	if a.total != nil {
		total = a.total()
	}
	if query.Has("vehiculo_id") {
		path += "?"
		if id, _ := strconv.ParseInt(query.Get("vehiculo_id"), 10, 64); a.filter == "heeds" && slices.Contains(list, id) {
			list = []int64{id}
		} else if a.filter != "ignores" {
			list = nil
		}
		total = len(list)
	}
	a.asked[path]++
	if text, fails := a.fail[path]; fails {
		return answer(http.StatusUnprocessableEntity, text)(r)
	}
	number, _ := strconv.Atoi(query.Get("page"))
	number = max(1, number)
	last := max(1, (len(list)+14)/15)
	var records []string
	for _, id := range list[min(15*(number-1), len(list)):min(15*number, len(list))] {
		records = append(records, fmt.Sprintf(`{"id":%d,"vehiculo_id":%d,"tramo_id":%d,"minutos":10%s}`, id, id, id, a.rest))
	}
	return answer(http.StatusOK, fmt.Sprintf(`{"estado":"ok","data":[%s],"total":%d,"per_page":15,"current_page":%d,"last_page":%d}`,
		strings.Join(records, ","), total, number, last))(r)
}

// count gives the requests for a list since the last call.
func (a *avenue) count() map[string]int {
	a.mu.Lock()
	defer a.mu.Unlock()
	asked := a.asked
	a.asked = make(map[string]int)
	return asked
}

// expect fails the test unless so many requests were made for the unfiltered lists and for the filtered ones.
func (a *avenue) expect(t *testing.T, what string, active, all, filtered int) {
	t.Helper()
	asked := a.count()
	if asked["reservas-activas"] != active || asked["reservas"] != all || asked["reservas-activas?"]+asked["reservas?"] != filtered {
		t.Errorf("%s: asked %v, want %d pages of the active ones, %d of all, and %d with a filter", what, asked, active, all, filtered)
	}
}

func upTo(n int64) (ids []int64) {
	for id := range n {
		ids = append(ids, id+1)
	}
	return ids
}

func newAvenue(t *testing.T, filter string, active, all []int64) (*avenue, *Client) {
	t.Helper()
	a := &avenue{active: active, all: all, filter: filter, asked: make(map[string]int)}
	return a, client(t, "http://service.test", a)
}

func amongOf(id int64) ReservaRequest { return ReservaRequest{VehiculoID: id, TramoID: id} }

// refreshReservas reads reservations as Terraform does, ten at a time, and fails the test unless each has this status.
func refreshReservas(ctx context.Context, t *testing.T, c *Client, ids []int64, want ReservaStatus, there bool) {
	t.Helper()
	doAll(10, ids, func(id int64) {
		held, status, err := c.ReadReserva(ctx, id, amongOf(id).Among())
		if err != nil || status != want || (held.ID == id) != there {
			t.Errorf("reservation %d: got %d, status %d, %v; want status %d", id, held.ID, status, err, want)
		}
	})
}

// TestFindReservaStops: no list is read further than to the reservation, and to no more than twice as many pages.
func TestFindReservaStops(t *testing.T) {
	t.Parallel()
	for page, most := range map[int64]int{1: 1, 2: 2, 3: 4, 4: 4, 5: 8, 9: 16, 20: 20} {
		a, c := newAvenue(t, "heeds", upTo(300), upTo(300))
		held, status, err := c.FindReserva(t.Context(), 15*page, nil)
		if err != nil || held.ID != 15*page || status != ReservaActive {
			t.Errorf("page %d: got %d, status %d, %v", page, held.ID, status, err)
		}
		if asked := a.count(); asked["reservas-activas"] < int(page) || asked["reservas-activas"] > most || asked["reservas"] > 0 {
			t.Errorf("page %d: asked %v, want at most %d pages", page, asked, most)
		}
	}
}

// TestFilterTriedOnce: whether a filter works shows on the first page of a list that ignores it. It works if the whole list
// shows the reservation of this client alone.
func TestFilterTriedOnce(t *testing.T) {
	t.Parallel()
	for filter, works := range map[string]bool{"heeds": true, "ignores": false, "nothing": false} {
		a, c := newAvenue(t, filter, upTo(300), upTo(300))
		c.bookings.add(200, amongOf(200))
		equal(t, filter, c.heeded(t.Context(), amongOf(301)), works)
		a.expect(t, filter, 0, 0, 1)
	}
}

// TestReadReservaShares: the reservations of a refresh share the pages of the unfiltered lists, whatever became of them;
// the next refresh reads them again, and so does one after a write.
func TestReadReservaShares(t *testing.T) {
	t.Parallel()
	ours := upTo(310)[100:150]
	others := slices.Concat(upTo(100), upTo(310)[150:])
	type row struct {
		filter            string
		active, all       []int64
		status            ReservaStatus
		there             bool
		pages, pagesOfAll int // requests for the unfiltered lists
		filtered          int // for each reservation
	}
	each(t, map[string]row{
		"active":                     {filter: "heeds", active: upTo(310), all: upTo(310), status: ReservaActive, there: true, filtered: 1},
		"active, hidden":             {filter: "nothing", active: upTo(310), all: upTo(310), status: ReservaActive, there: true, pages: 16, filtered: 2},
		"ended":                      {filter: "heeds", active: others, all: upTo(310), status: ReservaEnded, there: true, pages: 18, filtered: 2},
		"ended, hidden":              {filter: "nothing", active: others, all: upTo(310), status: ReservaEnded, there: true, pages: 36, pagesOfAll: 16, filtered: 2},
		"gone":                       {filter: "heeds", active: others, all: others, status: ReservaUnproven, pages: 18, pagesOfAll: 18, filtered: 2},
		"gone, and nothing is there": {filter: "heeds", status: ReservaUnproven, pages: 1, pagesOfAll: 1, filtered: 2},
	}, func(t *testing.T, tt row) {
		a, c := newAvenue(t, tt.filter, tt.active, tt.all)
		for _, run := range []string{"first", "second", "after a write"} {
			refreshReservas(t.Context(), t, c, ours, tt.status, tt.there)
			a.expect(t, run, tt.pages, tt.pagesOfAll, tt.filtered*len(ours))
			if run == "second" {
				_ = c.UpdatePlaca(t.Context(), PlacaRequest{Placa: "A"})
			}
		}
	})
}

// TestReadReservaAnew: what a refresh read decides nothing in the next one, and an import shares it.
func TestReadReservaAnew(t *testing.T) {
	t.Parallel()
	a, c := newAvenue(t, "nothing", upTo(30), upTo(30))
	for range 2 {
		for _, id := range upTo(30) {
			if held, _, err := c.ReadReserva(t.Context(), id, nil); err != nil || held.ID != id {
				t.Errorf("import of %d: %v, %v", id, held, err)
			}
		}
		refreshReservas(t.Context(), t, c, upTo(30), ReservaActive, true)
		a.expect(t, "import and refresh", 2, 0, 60)
	}
	a.active = nil
	refreshReservas(t.Context(), t, c, upTo(30), ReservaEnded, true)
	a.expect(t, "after they have ended", 2, 2, 60)
	if _, status, err := c.FindReserva(t.Context(), 1, nil); err != nil || status != ReservaEnded {
		t.Errorf("got status %d, %v", status, err)
	}
	a.expect(t, "before a write", 2, 1, 0)
	a.active = upTo(30)
	refreshReservas(t.Context(), t, c, upTo(15), ReservaActive, true)
	a.expect(t, "some of them", 1, 0, 30)
	_ = c.UpdatePlaca(t.Context(), PlacaRequest{Placa: "A"})
	refreshReservas(t.Context(), t, c, upTo(30)[15:], ReservaActive, true)
	a.expect(t, "the others, after a write", 2, 0, 30)
}

// TestReadReservaOfBusyService: lists that are too long, or keep changing, fail no refresh and are read once for all of
// it. They still show what is on the pages that were read. Before a write they are an error.
func TestReadReservaOfBusyService(t *testing.T) {
	t.Parallel()
	gone := upTo(15*maxPages + 41)[15*maxPages+1:]
	type row struct {
		make   func(*avenue)
		is     Kind
		shows1 bool // the first page shows its reservations
		pages  int  // requests for the list of all; 0 for any number
	}
	changing := 0
	each(t, map[string]row{
		"too long": {make: func(a *avenue) { a.rest = `,"x":"` + strings.Repeat("x", 64<<10) + `"` }, is: TooLong, shows1: true},
		"too many": {make: func(a *avenue) { a.active = upTo(15*maxPages + 1); a.all = a.active }, is: TooLong, pages: 1},
		"changing": {make: func(a *avenue) { a.total = func() int { changing++; return 2000 + changing } }, is: Changing, shows1: true, pages: 6},
	}, func(t *testing.T, tt row) {
		if testing.Short() && tt.pages == 0 {
			t.Skip("long: runs without -short")
		}
		for _, filter := range []string{"heeds", "ignores"} {
			a, c := newAvenue(t, filter, upTo(2000), upTo(2000))
			if tt.make(a); tt.shows1 {
				refreshReservas(t.Context(), t, c, []int64{1}, ReservaActive, true)
				a.count()
			}
			refreshReservas(t.Context(), t, c, gone[:20], ReservaUnproven, false)
			first := a.count()
			refreshReservas(t.Context(), t, c, gone[20:], ReservaUnproven, false)
			second := a.count()
			if second["reservas-activas"]+second["reservas"] > 0 || tt.pages > 0 && first["reservas"] != tt.pages || filter == "ignores" && tt.shows1 && second["reservas?"] > 0 {
				t.Errorf("filter %s: asked %v, then %v", filter, first, second)
			}
			_, _, err := c.FindReserva(t.Context(), gone[0], nil)
			if expectIs(t, err, tt.is); !Unreadable(err) {
				t.Errorf("got %v", err)
			}
		}
	})
}

// TestReadReservaNotEnded: a reservation that the list of all shows has not ended as long as the list of the active ones
// cannot be read to its end.
func TestReadReservaNotEnded(t *testing.T) {
	t.Parallel()
	a, c := newAvenue(t, "nothing", upTo(15*maxPages + 31)[30:], upTo(30))
	refreshReservas(t.Context(), t, c, upTo(30), ReservaUnproven, true)
	a.expect(t, "refresh", 2, 2, 60)
}

// TestReadReservaFails: what fails is an error of the refresh, but not for good, and whoever gives up spoils nothing for
// the others.
func TestReadReservaFails(t *testing.T) {
	t.Parallel()
	a, c := newAvenue(t, "nothing", upTo(100), upTo(100))
	a.fail = map[string]string{"reservas-activas": `{"estado":"fail","error":"basta"}`}
	_, _, err := c.ReadReserva(t.Context(), 80, amongOf(80).Among())
	expectError(t, err, "basta")
	a.fail = nil
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = c.ReadReserva(ended, 81, amongOf(81).Among())
	expectIs(t, err, Interrupted)
	refreshReservas(t.Context(), t, c, upTo(79), ReservaActive, true)
}

// TestPaidWith: a code is looked for among the active reservations and then among all, and a list that fails tells nothing.
func TestPaidWith(t *testing.T) {
	t.Parallel()
	const activas, todas = "reservas-activas?", "reservas?"
	paid := strings.Replace(nine, "}", `,"pago_codigo":"P-1"}`, 1)
	type row struct {
		active, all map[int64]string
		filter      string
		want        int64
		asked       string
	}
	each(t, map[string]row{
		"by an active one":       {map[int64]string{9: paid}, nil, "heeds", 9, activas},
		"by one that has ended":  {map[int64]string{10: ten}, map[int64]string{9: paid, 10: ten}, "heeds", 9, activas + " " + todas},
		"by none":                {map[int64]string{10: ten}, map[int64]string{10: ten}, "heeds", 0, activas + " " + todas},
		"by one behind a filter": {map[int64]string{9: paid}, map[int64]string{9: paid}, "nothing", 0, activas + " " + todas},
		"by one beside others":   {map[int64]string{8: other}, map[int64]string{8: other, 9: paid}, "ignores", 9, activas + " " + todas},
		"no list of active ones": {map[int64]string{9: `[]`}, map[int64]string{9: paid}, "ignores", 9, activas + " " + todas},
	}, func(t *testing.T, tt row) {
		s := &street{active: tt.active, all: tt.all, filter: tt.filter}
		got := client(t, "http://service.test", s, func(c *Config) { c.MaxRetries = 0 }).PaidWith(t.Context(), "p-1", nineBooking.Among())
		equal(t, "paid", got, tt.want)
		equal(t, "asked", strings.Join(s.asked, " "), tt.asked)
	})
}
