package parking

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// TestNoStableOrder: the pages of a service that lists in another order each time show every vehicle in the end, and are
// then the whole listing. For what may disappear meanwhile that is no proof, except where the list is only shown.
func TestNoStableOrder(t *testing.T) {
	t.Parallel()
	for _, n := range []int{16, 30, 60, 200} {
		for seed := range uint64(5) {
			t.Run(fmt.Sprint(n, " ", seed), func(t *testing.T) {
				t.Parallel()
				random := rand.New(rand.NewPCG(seed, 1))
				l, c := fleetOf(t, n)
				all := slices.Clone(l.order)
				l.change = func(l *lot, _ *http.Request) {
					random.Shuffle(n, func(i, j int) { l.order[i], l.order[j] = l.order[j], l.order[i] })
				}
				list, err := c.Vehiculos(t.Context(), VehiculosFilter{ClienteID: 1})
				noError(t, err)
				expectEach(t, all, list)
				list, err = c.ReadVehiculos(t.Context(), 1)
				noError(t, err)
				expectEach(t, all, list)
			})
		}
	}
}

// expectEach fails the test unless the list has each vehicle once.
func expectEach(t *testing.T, want []listed, list []Vehiculo) {
	t.Helper()
	for _, v := range want {
		if _, there := byID(list, v.id); !there {
			t.Errorf("vehicle %d is missing", v.id)
		}
	}
	equal(t, "vehicles", len(list), len(want))
}

// TestPassesAddUp: what several readings show is the whole list only if nothing can have disappeared between them, and if
// total is that of the list.
func TestPassesAddUp(t *testing.T) {
	t.Parallel()
	vehicles := func(ctx context.Context, c *Client) ([]int64, error) {
		list, err := c.Vehiculos(ctx, VehiculosFilter{ClienteID: 1})
		return idsOf(list), err
	}
	reservas := func(ctx context.Context, c *Client) ([]int64, error) {
		list, err := c.Reservas(ctx, nil)
		return idsOf(list), err
	}
	shown := func(ctx context.Context, c *Client) ([]int64, error) { return reservas(LookUp(ctx), c) }
	tramos := func(ctx context.Context, c *Client) ([]int64, error) {
		list, err := c.Tramos(LookUp(ctx))
		return idsOf(list), err
	}
	n := numbered
	shifting := []exchange{n(4, 2, 1, 1, 2), n(4, 2, 2, 2, 3), n(4, 2, 1, 4, 1)}
	type row struct {
		list     func(context.Context, *Client) ([]int64, error)
		pages    []exchange
		ids      []int64
		requests int
		says     string
	}
	each(t, map[string]row{
		"vehicles":          {vehicles, shifting, []int64{1, 2, 3, 4}, 3, ""},
		"sections":          {tramos, shifting, []int64{1, 2, 3, 4}, 3, ""}, // and not from memory
		"shown":             {shown, shifting, []int64{1, 2, 3, 4}, 3, ""},
		"reservations":      {reservas, slices.Repeat([]exchange{n(4, 2, 1, 1, 2), n(4, 2, 2, 2, 3), n(4, 2, 1, 4, 1), n(4, 2, 2, 1, 2)}, 2), nil, 6, "kept changing (3 times"},
		"one is missing":    {vehicles, []exchange{n(4, 2, 1, 1, 2), n(4, 2, 2, 4), n(4, 2, 1, 2, 3)}, []int64{1, 2, 4, 3}, 3, ""},
		"to the last page":  {vehicles, []exchange{n(6, 3, 1, 1, 2), n(6, 3, 2, 2, 3), n(6, 3, 3, 4, 5), n(6, 3, 1, 6, 1)}, []int64{1, 2, 3, 4, 5, 6}, 4, ""},
		"total grew":        {vehicles, []exchange{n(4, 2, 1, 1, 2), n(4, 2, 2, 2, 3), n(5, 3, 1, 4, 5), n(5, 3, 2, 1, 2), n(5, 3, 3, 3)}, []int64{4, 5, 1, 2, 3}, 5, ""},
		"grew between":      {vehicles, []exchange{n(4, 2, 1, 1, 2), n(5, 3, 2, 2, 3), n(4, 2, 1, 3, 4), n(4, 2, 2, 1, 2), n(4, 2, 3)}, []int64{3, 4, 1, 2}, 5, ""},
		"in order at last":  {vehicles, []exchange{n(4, 2, 1, 1, 2), n(4, 2, 2, 2, 1), n(4, 2, 1, 1, 2), n(4, 2, 2, 3, 4)}, []int64{1, 2, 3, 4}, 4, ""},
		"never the last":    {vehicles, slices.Repeat([]exchange{n(4, 2, 1, 1, 2), n(4, 2, 2, 2, 3)}, 7), nil, 14, "kept changing (7 times"},
		"never, in order":   {vehicles, slices.Repeat([]exchange{n(4, 2, 1, 1, 2), n(4, 2, 2, 3)}, 4), nil, 8, "kept changing (4 times"},
		"total of the page": {vehicles, slices.Repeat([]exchange{n(2, 2, 1, 1, 2), n(2, 2, 2, 2, 3)}, 4), nil, 6, "kept changing (3 times"},
		"no total":          {vehicles, slices.Repeat([]exchange{pageOf(`,"current_page":1,"last_page":2`, 1, 2), pageOf(`,"current_page":2,"last_page":2`, 2, 3)}, 4), nil, 6, "kept changing (3 times"},
		"more than total":   {shown, slices.Repeat([]exchange{n(4, 2, 1, 1, 2), n(4, 2, 2, 2, 3), n(4, 2, 1, 4, 5), n(4, 2, 2, 5, 1)}, 5), nil, 14, "kept changing (7 times"},
	}, func(t *testing.T, tt row) {
		s := play(tt.pages...)
		ids, err := tt.list(t.Context(), scripted(t, s))
		equal(t, "requests", s.count(), tt.requests)
		expectError(t, err, strings.Replace(tt.says, "changing (", "changing while it was read (", 1))
		if tt.says == "" && !slices.Equal(ids, tt.ids) {
			t.Errorf("got %v, want %v", ids, tt.ids)
		}
	})
}

func idsOf[T identified](list []T) (ids []int64) {
	for _, one := range list {
		ids = append(ids, one.id())
	}
	return ids
}

// TestEverythingHasPages: whatever lists is read to its end, also catalogues, and by the check of vehicle types.
func TestEverythingHasPages(t *testing.T) {
	t.Parallel()
	each(t, map[string]func(context.Context, *Client) ([]int64, error){
		"vehicle types": func(ctx context.Context, c *Client) ([]int64, error) {
			list, err := c.TiposVehiculo(ctx)
			return idsOf(list), err
		},
		"check of vehicle types": func(ctx context.Context, c *Client) ([]int64, error) {
			list, err := c.AllTiposVehiculo(ctx)
			return idsOf(list), err
		},
		"sections": func(ctx context.Context, c *Client) ([]int64, error) {
			list, err := c.Tramos(ctx)
			return idsOf(list), err
		},
		"nearby sections": func(ctx context.Context, c *Client) ([]int64, error) {
			list, err := c.TramosCercanos(ctx, 1, 2, url.Values{"radio": {"3"}})
			return idsOf(list), err
		},
		"favourites": func(ctx context.Context, c *Client) ([]int64, error) {
			list, err := c.ZonasFavoritas(ctx, 1, Zona{})
			return idsOf(list), err
		},
		"sanctions": func(ctx context.Context, c *Client) ([]int64, error) {
			list, err := c.Sanciones(ctx, nil)
			return idsOf(list), err
		},
	}, func(t *testing.T, list func(context.Context, *Client) ([]int64, error)) {
		var ids []int64
		page := func(number, from, to int) exchange {
			var records []string
			for id := from; id <= to; id++ {
				records = append(records, fmt.Sprintf(`{"id":%d,"zona_id":1}`, id))
				ids = append(ids, int64(id))
			}
			return answer(200, fmt.Sprintf(`{"estado":"ok","data":[%s],"total":20,"per_page":15,"current_page":%d,"last_page":2}`, strings.Join(records, ","), number))
		}
		s := play(page(1, 1, 15), page(2, 16, 20))
		got, err := list(t.Context(), scripted(t, s, func(c *Config) { c.Endpoints = Endpoints{"sanciones": "/external/sanciones"} }))
		if err != nil || !slices.Equal(got, ids) || s.count() != 2 {
			t.Errorf("got %v, %v after %d requests, want %v after 2", got, err, s.count(), ids)
		}
		if first, second := s.requests[0].URL.Query(), s.requests[1].URL.Query(); first.Has("page") || second.Get("page") != "2" || first.Get("radio") != second.Get("radio") {
			t.Errorf("asked %v, then %v", first, second)
		}
		// A page that fails is no end.
		s = play(page(1, 1, 15), answer(422, `{"estado":"fail","error":"basta"}`))
		got, err = list(t.Context(), scripted(t, s, func(c *Config) { c.Endpoints = Endpoints{"sanciones": "/external/sanciones"} }))
		if expectError(t, err, "basta"); got != nil {
			t.Errorf("got %v of a page and an error", got)
		}
	})
}
