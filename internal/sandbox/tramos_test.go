package sandbox

import (
	"testing"
	"testing/synctest"
	"time"
)

// Single sections are current; the catalogue is stale, and ignores every parameter.
func TestCounters(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := open(t, Options{})
		fleet(t, s)
		made(t, s, bloquear, tenMinutes)
		all := data[[]object](t, send(t, s, "GET tramos?id=1&x=y&page=2", ""))
		equal(t, "sections", len(all), 40)
		equal(t, "in the catalogue", all[0]["libres"], any(39.0))
		near := data[[]object](t, send(t, s, "GET tramos-cercanos?latitud=-2.88994&longitud=-79.004171&radio=1", ""))
		equal(t, "found", len(near), 1)
		equal(t, "in the search", near[0]["libres"], any(38.0))
		equal(t, "booked", data[object](t, send(t, s, "GET tramo/1", ""))["libres"], any(38.0))
		time.Sleep(11 * time.Minute)
		equal(t, "ended", data[object](t, send(t, s, "GET tramo/1", ""))["libres"], any(39.0))
	})
}
