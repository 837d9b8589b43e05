package parking

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// newRegistro is a service that links only plates that are registered.
func newRegistro(links ...string) *lot {
	l := &lot{next: 1, cliente: 1, plates: map[string]bool{}}
	for _, placa := range links {
		l.plates[placa] = true
		l.add(placa)
	}
	return l
}

// linked counts the links of a plate, however it is spelled.
func (l *lot) linked(placa string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, v := range l.order {
		if SamePlaca(v.placa, placa) {
			n++
		}
	}
	return n
}

// bring brings plates onto the service as a parking_flota does, and gives what failed, by plate.
func bring(ctx context.Context, c *Client, at int, placas []string) map[string]error {
	failed := make(map[string]error)
	_ = c.Expect(ctx, 1, unlinked(placas...))
	var mu sync.Mutex
	doAll(at, placas, func(placa string) {
		if err := bringOne(ctx, c, placa); err != nil {
			mu.Lock()
			defer mu.Unlock()
			failed[placa] = err
		}
	})
	return failed
}

func bringOne(ctx context.Context, c *Client, placa string) error {
	if _, err := c.RegisterPlaca(ctx, PlacaRequest{Placa: placa, TipoVehiculoID: 1}); err != nil {
		if _, looked := c.Placa(ctx, placa, Nothing); looked != nil {
			return errors.Join(err, looked)
		}
	}
	_, there, err := c.LookForVehiculo(ctx, 1, placa)
	if err != nil && !Is(err, NotFound) || there {
		return err
	}
	return errorOf(c.RegisterVehiculo(ctx, VehiculoRequest{ClienteID: 1, Placa: placa}))
}

// someLinks gives plates with a separator, or without.
func someLinks(n int, separator string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("FLT%s%04d", separator, i)
	}
	return out
}

// expectOnce fails the test unless each of the plates is linked once.
func (l *lot) expectOnce(t *testing.T, placas []string) {
	t.Helper()
	for _, placa := range placas {
		if n := l.linked(placa); n != 1 {
			t.Fatalf("%s is linked %d times, want once", placa, n)
		}
	}
}

// TestNoSecondVehicle: a run that has lost its state makes no vehicle twice, whatever the service stores, filters and
// counts.
func TestNoSecondVehicle(t *testing.T) {
	t.Parallel()
	for _, filter := range []string{"", "bare", "part", "none", "ignored"} {
		for _, total := range []string{"", "own", "alone", "none"} {
			if total == "alone" && (filter == "none" || filter == "ignored") { // nothing shows that there is more
				continue
			}
			for _, bare := range []bool{false, true} {
				for _, held := range []int{3, 15, 30, 40} {
					for _, again := range []int{1, 1000} { // plates of the second run
						t.Run(fmt.Sprint(filter, " ", total, " ", bare, " ", held, " ", again), func(t *testing.T) {
							t.Parallel()
							placas := someLinks(held, "-")
							s := newRegistro()
							s.bare, s.filter, s.total = bare, filter, total
							for _, placa := range placas {
								s.plates[s.stored(placa)] = true
								s.add(s.stored(placa))
							}
							c := client(t, "http://service.test", s)
							from := max(0, held-again)
							failed := bring(t.Context(), c, 10, placas[from:])
							s.expectOnce(t, placas)
							if len(failed) > 0 {
								t.Errorf("got %d failures, want none: %v", len(failed), failed)
							}
						})
					}
				}
			}
		}
	}
}

// TestRequestsOfFleet: a new fleet asks for the pages that there are, an existing one that is adopted as well, and of
// plates that are registered and not linked each costs two reads at most, of its spellings, and one shows that the filter works. One
// page is no more than one look.
func TestRequestsOfFleet(t *testing.T) {
	t.Parallel()
	fleet := someLinks(60, "-N-")
	for name, tt := range map[string]struct {
		others, linked, registered int
		brings                     []string
		pages, filtered            int
	}{
		"new, of a new client":        {brings: fleet, pages: 1},
		"new, beside others":          {others: 40, brings: fleet, pages: 3},
		"new, beside four full pages": {others: 60, brings: fleet, pages: 5},
		"adopted":                     {linked: 60, registered: 60, brings: fleet, pages: 5},
		"adopted, beside others":      {others: 40, linked: 60, registered: 60, brings: fleet, pages: 7},
		"half is linked":              {others: 40, linked: 30, registered: 60, brings: fleet, pages: 31, filtered: 53},
		"none is linked":              {registered: 60, brings: fleet, pages: 61, filtered: 59},
		"some were registered before": {registered: 5, brings: fleet, pages: 1 + 5},
		"one more, of many":           {others: 300, linked: 59, registered: 59, brings: fleet[59:], pages: 1, filtered: 3},
		"one more, of one page":       {others: 3, brings: fleet[:1], pages: 1},
		"one registered, of one page": {others: 3, registered: 1, brings: fleet[:1], pages: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newRegistro(someLinks(tt.others, "")...)
			for i, placa := range fleet {
				s.plates[placa] = i < tt.registered
				if i < tt.linked {
					s.add(placa)
				}
			}
			if failed := bring(t.Context(), client(t, "http://service.test", s), 1, tt.brings); len(failed) > 0 {
				t.Errorf("got failures %v, wanted none", failed)
			}
			s.expectOnce(t, tt.brings)
			if s.pages > tt.pages || s.filtered > tt.filtered {
				t.Errorf("%d pages and %d reads with the filter, wanted %d and %d at most", s.pages, s.filtered, tt.pages, tt.filtered)
			}
		})
	}
}

// TestListDeniedAlone: whatever the list of a client is denied with, a link that the filter does not show is created only if this process
// registered the plate. Otherwise the service may hide it.
func TestListDeniedAlone(t *testing.T) {
	t.Parallel()
	c := scripted(t, play(func(r *http.Request) (*http.Response, error) {
		switch {
		case !strings.HasSuffix(r.URL.Path, "/vehiculos"):
			return answer(200, okData(`{"id":1}`))(r)
		case r.URL.Query().Has("placa"):
			return answer(200, okData(`[]`))(r)
		}
		return answer(404, `{"estado":"fail","error":"none"}`)(r)
	}))
	_, _, err := c.LookForVehiculo(t.Context(), 1, "AKX0359")
	expectIs(t, err, Unproven)
	own(c, "AKX0359")
	if _, there, err := c.LookForVehiculo(t.Context(), 1, "AKX0359"); there || err != nil {
		t.Errorf("registered by this process: got %t, %v", there, err)
	}
}
