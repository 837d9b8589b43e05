package parking

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestLookUpOnce: a look-up is sent once, whatever reads it joins, also if the service has no such thing. A read of a
// resource is sent each time, and so is a look-up that failed.
func TestLookUpOnce(t *testing.T) {
	t.Parallel()
	type row struct {
		first exchange
		want  int // requests
	}
	eachInBubble(t, map[string]row{
		"there":     {answer(200, okData(`{"placa":"A"}`)), 1},
		"not there": {answer(404, `{"estado":"fail","error":"La placa no existe"}`), 1},
		"fails":     {answer(503, `{"estado":"fail","error":"mantenimiento"}`), 2},
	}, func(t *testing.T, tt row) {
		s := play(after(time.Second, tt.first), answer(200, okData(`{"placa":"A"}`)))
		c := scripted(t, s, func(c *Config) { c.MaxRetries = 0 })
		go func() { _, _ = c.Placa(t.Context(), "A", Nothing) }() // a resource, whose answer the look-up keeps
		synctest.Wait()
		_, first := c.Placa(LookUp(t.Context()), "A", Nothing)
		for range 3 {
			if _, err := c.Placa(LookUp(t.Context()), "A", Nothing); (err == nil) != (first == nil) && tt.want == 1 {
				t.Errorf("got %v, wanted %v", err, first)
			}
		}
		equal(t, "requests of look-ups", s.count(), tt.want)
		_, _ = c.Placa(t.Context(), "A", Nothing)
		equal(t, "requests, with the read of a resource", s.count(), tt.want+1)
	})
}

// TestLookUpAfterWrite: after a write, whatever its outcome, a look-up is sent again, and one that began before the end
// of the write is not kept. A catalogue is.
func TestLookUpAfterWrite(t *testing.T) {
	t.Parallel()
	for _, outcome := range []exchange{answer(200, okData(`{}`)), answer(422, "no"), answer(504, "")} {
		bubble(t, func(t *testing.T) {
			var mu sync.Mutex
			asked := make(map[string]int)
			c := client(t, "http://service.test", roundTrip(func(r *http.Request) (*http.Response, error) {
				mu.Lock()
				asked[r.Method+" "+r.URL.Path]++
				mu.Unlock()
				if r.Method == http.MethodPut {
					return outcome(r)
				}
				return after(time.Second, answer(200, okData(fmt.Sprintf(`{"id":7,"placa":"A","pregunta":"%s"}`, r.URL.Path))))(r)
			}), func(c *Config) { c.MaxRetries = 0 })
			ctx := LookUp(t.Context())
			ask := func() {
				noError(t, errorOf(c.Placa(ctx, "A", Nothing)))
				noError(t, errorOf(c.FAQ(ctx, 7)))
				_, _, _ = c.ReadVehiculo(t.Context(), 1, "A", 0) // creates nothing, so what was asked before is kept
			}
			ask()
			_ = c.UpdatePlaca(t.Context(), PlacaRequest{Placa: "A"})
			var other sync.WaitGroup
			other.Go(ask)
			synctest.Wait()
			_ = c.UpdatePlaca(t.Context(), PlacaRequest{Placa: "A"})
			ask()
			ask()
			other.Wait()
			if asked["GET /external/placa/A"] != 3 || asked["GET /external/faq"] != 1 {
				t.Errorf("asked %v", asked)
			}
		})
	}
}

// TestLookUpAfterCreation: what the answer to a creation may omit is looked up, and only that.
func TestLookUpAfterCreation(t *testing.T) {
	t.Parallel()
	l, c := fleetOf(t, 3)
	expectRead(t, c, "NUEVA", 0, 0)
	l.fail = func(r *http.Request) exchange {
		if r.Method != http.MethodPost {
			return nil
		}
		return answer(200, okData(fmt.Sprintf(`{"id":%d,"cliente_id":1,"placa":"NUEVA"}`, l.add("NUEVA").id)))
	}
	made, err := c.RegisterVehiculo(t.Context(), VehiculoRequest{ClienteID: 1, Placa: "NUEVA"})
	must(t, err)
	before := l.spent()
	expectRead(t, c, "NUEVA", made.ID, made.ID)
	equal(t, "requests of resources", l.spent(), before)
	for range 3 {
		held, ok, err := c.ReadVehiculo(LookUp(t.Context()), 1, "NUEVA", 0)
		if expectThere(t, held, ok, err, made.ID); held.Nombre.Value == nil {
			t.Error("the name is missing")
		}
	}
	equal(t, "requests of look-ups", l.spent(), before+1)
}
