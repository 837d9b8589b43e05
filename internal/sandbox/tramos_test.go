package sandbox

import (
	"testing"
	"testing/synctest"
	"time"
)

// Single sections are current, the catalogue is stale.
func TestCounters(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := open(t, Options{})
		fleet(t, s)
		data[reserva](t, send(t, s, "POST", bloquear, `{"tramo_id":1,"vehiculo_id":1,"minutos":10}`))
		equal(t, "booked", data[tramo](t, send(t, s, "GET", "/external/tramo/1", "")).Libres, 38)
		equal(t, "the catalogue", data[[]tramo](t, send(t, s, "GET", "/external/tramos", ""))[0].Libres, 39)
		near := data[[]tramo](t, send(t, s, "GET", "/external/tramos-cercanos?latitud=-2.88994&longitud=-79.004171&radio=1", ""))
		if len(near) != 1 || near[0].Libres != 38 {
			t.Errorf("the search is not current: %+v", near)
		}
		time.Sleep(11 * time.Minute)
		equal(t, "ended", data[tramo](t, send(t, s, "GET", "/external/tramo/1", "")).Libres, 39)
	})
}

func TestTramosIgnoresParameters(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	for _, query := range []string{"", "?id=1", "?x=y&page=2"} {
		got := data[[]tramo](t, send(t, s, "GET", "/external/tramos"+query, ""))
		zones := map[int64]int{}
		for _, one := range got {
			zones[one.ZonaID]++
		}
		if len(got) != 40 || len(zones) != 8 || zones[8] != 5 {
			t.Errorf("%q: got %d sections in %v, want all", query, len(got), zones)
		}
	}
}
