package sandbox

import (
	"encoding/json"
	"fmt"
	"slices"
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
		for _, vehicle := range []int{1, 1, 2} {
			data[reserva](t, send(t, s, "POST", "/external/reserva-bloquear", fmt.Sprintf(`{"tramo_id":1,"vehiculo_id":%d,"minutos":10}`, vehicle)))
		}
		counters := func(when string, libres, coche, moto int64) {
			t.Helper()
			got := data[tramo](t, send(t, s, "GET", "/external/tramo/1", ""))
			if got.Libres != libres || got.LibresCoche != coche || got.LibresMoto != moto {
				t.Errorf("%s: got %+v", when, got)
			}
		}
		counters("booked", 36, 25, 11)
		data[message](t, send(t, s, "PUT", "/external/reserva-cancelar/1", ""))
		counters("one cancelled", 37, 26, 11)
		if got := data[[]tramo](t, send(t, s, "GET", "/external/tramos", ""))[0]; got.Libres != 39 {
			t.Errorf("the catalogue is not stale: %+v", got)
		}
		near := data[[]tramo](t, send(t, s, "GET", "/external/tramos-cercanos?latitud=-2.88994&longitud=-79.004171&radio=1", ""))
		if len(near) != 1 || near[0].Libres != 37 {
			t.Errorf("the search is not current: %+v", near)
		}
		time.Sleep(11 * time.Minute)
		counters("all ended", 39, 27, 12)
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

// TestPageCatalogues: under this option the catalogues have pages, and tramos ignores every other parameter still.
func TestPageCatalogues(t *testing.T) {
	t.Parallel()
	s := open(t, Options{PageCatalogues: true})
	for path, sizes := range map[string][]int{"tramos?id=1": {15, 15, 10, 0}, "tramos-cercanos?latitud=-2.9&longitud=-79&radio=50000": {15, 15, 10, 0}, "tipo-vehiculo?": {5, 0}} {
		seen := 0
		for i, size := range sizes {
			got := send(t, s, "GET", fmt.Sprintf("/external/%s&page=%d", path, i+1), "")
			list, p := data[[]tramo](t, got), pagination{}
			if err := json.Unmarshal([]byte(got.body), &p); err != nil || len(list) != size || p.CurrentPage != int64(i+1) || p.LastPage != int64(len(sizes)-1) || p.PerPage != 15 {
				t.Errorf("%s: page %d has %d records and says %+v, %v", path, i+1, len(list), p, err)
			}
			seen += len(list)
			if i == len(sizes)-1 && p.Total != int64(seen) {
				t.Errorf("%s: %d records of %d", path, seen, p.Total)
			}
		}
		complains(t, send(t, s, "GET", "/external/"+path+"&page=0", ""), 422, "page")
	}
}

func TestTramosCercanos(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	const at = "/external/tramos-cercanos?latitud=-2.88994&longitud=-79.004171"
	near := data[[]tramo](t, send(t, s, "GET", at, ""))
	if len(near) < 2 || len(near) == 40 || near[0].ID != 1 || near[0].Distancia == nil || *near[0].Distancia != 0 {
		t.Fatalf("got %+v", near)
	}
	for i := 1; i < len(near); i++ {
		if *near[i].Distancia < *near[i-1].Distancia || *near[i].Distancia > 1000 {
			t.Errorf("%d: %g m after %g m", i, *near[i].Distancia, *near[i-1].Distancia)
		}
	}
	if all := data[[]tramo](t, send(t, s, "GET", at+"&radio=50000", "")); len(all) != 40 {
		t.Errorf("got %d", len(all))
	}
	send(t, s, "GET", "/external/tramos-cercanos?latitud=60&longitud=0", "").want(t, 200, `{"estado":"ok","data":[]}`)
	// One degree of latitude is about 111.2 km.
	far := data[[]tramo](t, send(t, s, "GET", "/external/tramos-cercanos?latitud=-3.88994&longitud=-79.004171&radio=200000", ""))
	at1 := slices.IndexFunc(far, func(one tramo) bool { return one.ID == 1 })
	if at1 < 0 || *far[at1].Distancia < 111_100 || *far[at1].Distancia > 111_300 {
		t.Errorf("got %+v, want section 1 one degree away", far)
	}
}

func TestTramoPrecios(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	const path = "/external/tramo-precios-estacionar?tramo_id=1"
	if all := data[[]precio](t, send(t, s, "GET", path, "")); len(all) != 5*12 {
		t.Errorf("got %d prices", len(all))
	}
	motos := data[[]precio](t, send(t, s, "GET", path+"&tipo_vehiculo_id=2", ""))
	if len(motos) != 12 || motos[0] != (precio{1, 2, 10, 0.16}) || motos[11] != (precio{1, 2, 120, 1.92}) {
		t.Errorf("got %+v", motos)
	}
	errores(t, send(t, s, "GET", "/external/tramo-precios-estacionar?tramo_id=99", ""), 404)
}
