package faults

import (
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Two folders apply one configuration at the same time, and neither knows of the other: each thing is there once, and both have it
// in their state.
func TestCLIFleetTwice(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{Latency: sandbox.Latency{"default": 20 * time.Millisecond,
		"registrar_vehiculo": 150 * time.Millisecond, "registrar_cliente": 150 * time.Millisecond}})
	w.Answer(untilBothWrite(w))
	const configuration = `
resource "parking_cliente" "flota" {
  for_each  = toset(["flota.norte@example.com", "nueva@example.com"]) # one that exists, and one that does not
  email     = each.key
  nombre    = "Flota Norte"
  apellidos = "Transportes"
  prefijos  = "+593"
  telefono  = "022000002"
  cedula    = "0100000002"
}
`
	before := things(w)
	var runs []*acctest.CLI
	for range 2 {
		runs = append(runs, newFleet(t, w, vehicles(40)+configuration))
	}
	var applies sync.WaitGroup
	for _, c := range runs {
		applies.Go(func() {
			if code, out := c.Run("apply", "-no-color", "-auto-approve"); code != 0 {
				t.Errorf("apply exits with %d:\n%s", code, out)
			}
		})
	}
	applies.Wait()
	if !slices.ContainsFunc(w.Journal(), func(e sandbox.Entry) bool { return e.Operation == "registrar_vehiculo" && !e.OK }) {
		t.Error("the two never wanted to make the same thing at the same time, so this proves nothing")
	}
	made := without(things(w), before)
	if len(made) != 40+40+1 {
		t.Errorf("%d things were made: %v", len(made), made)
	}
	for _, c := range runs {
		state, tainted := state(c)
		if !slices.Equal(without(state, before), made) || len(state) != len(made)+1 || len(tainted) > 0 {
			t.Errorf("made:\n%v\nin the state:\n%v\ntainted:\n%v", made, state, tainted)
		}
		c.EmptyPlan()
	}
}

// untilBothWrite holds the first write of one run until the other run comes to write too. Each run has its own credential.
func untilBothWrite(w *acctest.Server) func(*http.Request) http.HandlerFunc {
	var mu sync.Mutex
	writing, both := make(map[string]bool), make(chan struct{})
	return func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodGet {
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		if run := r.Header.Get("Authorization"); !writing[run] {
			writing[run] = true
			if len(writing) == 2 {
				close(both)
			}
		}
		return func(rw http.ResponseWriter, r *http.Request) {
			select {
			case <-both:
			case <-time.After(20 * time.Second):
			}
			w.Box.ServeHTTP(rw, r)
		}
	}
}
