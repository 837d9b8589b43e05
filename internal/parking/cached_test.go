package parking

import (
	"context"
	"net/http"
	"testing"
)

// TestCached: a read asks caches for what the service holds now. An answer that a cache kept all the same counts as none: it
// is asked for again, and then an error. Catalogues may be kept.
func TestCached(t *testing.T) {
	t.Parallel()
	placa := func(ctx context.Context, c *Client) error { return errorOf(c.Placa(ctx, "A")) }
	gone := `{"estado":"fail","error":"La placa no existe"}`
	shown := okData(`{"placa":"A","tipo_vehiculo_id":1}`)
	type row struct {
		read   func(context.Context, *Client) error
		status int
		body   string
		header []string
		want   Kind // 0 for a success
		sent   int
	}
	each(t, map[string]row{
		"no sign":           {placa, 200, shown, nil, 0, 1},
		"Age 0":             {placa, 200, shown, []string{"Age", "0"}, 0, 1},
		"Age of no number":  {placa, 200, shown, []string{"Age", "old"}, 0, 1},
		"Age":               {placa, 200, shown, []string{"Age", "1"}, Cached, 3},
		"gone":              {placa, 200, gone, []string{"Age", "5"}, Cached, 3},
		"gone at 404":       {placa, 404, gone, []string{"Age", "5"}, Cached, 3},
		"a failure":         {placa, 500, gone, []string{"Age", "5"}, Failed, 3},
		"a page":            {placa, 404, "<html>", []string{"Age", "5"}, Garbled, 1},
		"hit":               {placa, 200, shown, []string{"X-Cache", "Hit from cloudfront"}, Cached, 3},
		"hit of two":        {placa, 200, shown, []string{"X-Cache", "MISS, HIT"}, Cached, 3},
		"hit of a network":  {placa, 200, shown, []string{"CF-Cache-Status", "HIT"}, Cached, 3},
		"hit, by its RFC":   {placa, 200, shown, []string{"Cache-Status", "edge; hit; ttl=5"}, Cached, 3},
		"forwarded":         {placa, 200, shown, []string{"Cache-Status", "edge; fwd=stale; fwd-status=304"}, 0, 1},
		"miss":              {placa, 200, shown, []string{"X-Cache-Status", "MISS"}, 0, 1},
		"stale":             {placa, 200, shown, []string{"X-Cache-Status", "STALE"}, Cached, 3},
		"asked for again":   {placa, 200, shown, []string{"X-Cache-Status", "REVALIDATED"}, 0, 1},
		"list":              {func(ctx context.Context, c *Client) error { return errorOf(c.ZonasFavoritas(ctx, 1, Zona{})) }, 200, okData(`[]`), []string{"Age", "1"}, Cached, 3},
		"catalogue":         {func(ctx context.Context, c *Client) error { return errorOf(c.TiposVehiculo(ctx)) }, 200, okData(`[]`), []string{"Age", "3600"}, 0, 1},
		"answer to a write": {func(ctx context.Context, c *Client) error { return c.UpdatePlaca(ctx, PlacaRequest{Placa: "A"}) }, 200, okData(`{}`), []string{"Age", "1"}, 0, 1},
	}, func(t *testing.T, tt row) {
		s := play(answer(tt.status, tt.body, tt.header...))
		err := tt.read(t.Context(), scripted(t, s, func(c *Config) { c.MaxRetries = 2 }))
		if !endsIn(err, tt.want) || s.count() != tt.sent {
			t.Errorf("got %v after %d requests, want %d after %d", err, s.count(), tt.want, tt.sent)
		}
		for _, r := range s.requests {
			want := "no-cache"
			if r.Method != http.MethodGet {
				want = ""
			}
			equal(t, "Cache-Control", r.Header.Get("Cache-Control"), want)
		}
	})
}

// TestCachedListSavesNothingTwice: after a lost answer, a kept list without the favourite does not have it saved again.
func TestCachedListSavesNothingTwice(t *testing.T) {
	t.Parallel()
	saved := 0
	c := scripted(t, play(func(r *http.Request) (*http.Response, error) {
		if r.Method == http.MethodPut {
			saved++
			return answer(500, "<html>")(r)
		}
		return answer(200, okData(`[]`), "Age", "30")(r)
	}), func(c *Config) { c.MaxRetries, c.Settle = 2, 1 })
	_, err := c.CreateZonaFavorita(t.Context(), 1, Zona{ZonaID: ptr(int64(3))}, func([]ZonaFavorita) (ZonaFavorita, bool) { return ZonaFavorita{}, false })
	if !Is(err, Unsettled) || OutcomeOf(err) < Unknown || saved != 1 {
		t.Errorf("got %v, saved %d times, want once and that it is unknown", err, saved)
	}
}
