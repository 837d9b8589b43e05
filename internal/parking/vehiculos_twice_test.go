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
	wrong := 0
	for _, placa := range placas {
		if l.linked(placa) != 1 {
			wrong++
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d plates are not linked exactly once", wrong, len(placas))
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
// plates that are registered and not linked each costs two reads at most. One page is no more than one look.
func TestRequestsOfFleet(t *testing.T) {
	t.Parallel()
	fleet := someLinks(60, "-N-")
	for name, tt := range map[string]struct {
		others, linked, registered int
		pages, filtered            int
	}{
		"new, of a new client":        {0, 0, 0, 1, 0},
		"new, beside others":          {40, 0, 0, 3, 0},
		"new, beside four full pages": {60, 0, 0, 5, 0},
		"adopted":                     {0, 60, 60, 5, 0},
		"adopted, beside others":      {40, 60, 60, 7, 0},
		"half is linked":              {40, 30, 60, 5 + 33, 2*30 - 9},
		"none is linked":              {0, 0, 60, 60 + 7, 61 - 6},
		"some were registered before": {0, 0, 5, 1 + 5, 0},
		"one more, of many":           {300, 59, 59, 1, 3}, // two spellings, and that the filter works
		"one more, of one page":       {3, 0, 0, 1, 0},
		"one registered, of one page": {3, 0, 1, 2, 0},
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
			placas := fleet
			if name[:3] == "one" {
				placas = fleet[59:]
				if tt.others < 15 {
					placas = fleet[:1]
				}
			}
			if failed := bring(t.Context(), client(t, "http://service.test", s), 1, placas); len(failed) > 0 {
				t.Errorf("got failures %v, wanted none", failed)
			}
			s.expectOnce(t, placas)
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
