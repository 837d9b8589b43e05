package zonafavorita

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Several blocks of one apply, and several runs of one process.

// Two blocks, one of which declares the place that the other one leaves: a block that was renamed, an element that is put before
// others of a count, two blocks that exchange their places. Each ends with a favourite of its own, in whatever order they run.
func TestZonaFavoritaPlaceHandedOn(t *testing.T) {
	t.Parallel()
	here, there := section(1), section(2)
	type row struct{ before, after [2]acctest.Values } // nil: there is no such block
	acctest.Each(t, map[string]row{
		"renamed":   {[2]acctest.Values{here}, [2]acctest.Values{nil, here}},
		"put first": {[2]acctest.Values{here}, [2]acctest.Values{there, here}},
		"exchanged": {[2]acctest.Values{here, there}, [2]acctest.Values{there, here}},
	}, func(t *testing.T, c row) {
		acctest.EachOf(t, [][2]int{{0, 1}, {1, 0}}, func(t *testing.T, order [2]int) {
			w := acctest.NewServer(t, sandbox.Options{})
			var blocks [2]acctest.Result
			for i, place := range c.before {
				if place != nil {
					blocks[i] = w.Proto(nil).Apply(typeName, none, place)
				}
			}
			p, held := w.Proto(nil), 0 // the next run
			for _, i := range order {
				blocks[i] = p.Apply(typeName, blocks[i], c.after[i])
				if c.after[i] == nil && i == order[1] {
					acctest.Expect(t, "adopted before", blocks[i].Warnings(), "Favourite 1 of client 1 stays on the service")
				} else {
					acctest.NoMessages(t, "applied", blocks[i])
				}
			}
			for i, place := range c.after {
				if place != nil {
					acctest.ExpectState(t, "read", p.Read(typeName, blocks[i]), place.With(acctest.Values{"id": blocks[i].State["id"]}))
					held++
				}
			}
			w.ExpectCount(held, "SELECT COUNT(*) FROM favoritas")
		})
	})
}

// A list that still shows what another block just deleted or moved gives nothing to adopt.
func TestZonaFavoritaListLags(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]acctest.Values{"deleted": nil, "moved": section(2)}, func(t *testing.T, other acctest.Values) {
		w := acctest.NewServer(t, sandbox.Options{})
		old := w.Proto(nil).Apply(typeName, none, section(1))
		p := w.Proto(nil)
		acctest.NoErrors(t, "old", p.Apply(typeName, old, other))
		lists(w, `[{"id":1,"cliente_id":1,"tramo_id":1}]`)
		created := p.Apply(typeName, none, section(1))
		acctest.NoMessages(t, "created", created)
		acctest.Expect(t, "the plan's warnings", created.PlanWarnings())
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas WHERE tramo_id = 1")
	})
}

// One process may serve several runs. What an earlier one did decides nothing once the block is refreshed, and what it
// deleted may be saved again.
func TestZonaFavoritaInSeveralRuns(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []string{"saved", "adopted"}, func(t *testing.T, how string) {
		w := acctest.NewServer(t, sandbox.Options{})
		if how == "adopted" {
			w.Exec("INSERT INTO favoritas (cliente_id, zona_id, tramo_id, celda_id) VALUES (1, 1, 5, 17)")
		}
		p := w.Proto(nil)
		for range 2 {
			created := p.Apply(typeName, none, acctest.DeclaredFavorita)
			acctest.NoErrors(t, "created", created)
			moved := p.Apply(typeName, p.Read(typeName, created), section(6))
			acctest.ExpectState(t, "moved", moved, acctest.Values{"id": created.State["id"]})
			back := p.Apply(typeName, p.Read(typeName, moved), acctest.DeclaredFavorita)
			acctest.ExpectState(t, "back", back, acctest.Values{"id": created.State["id"]})
			acctest.ExpectState(t, "destroyed", p.Apply(typeName, p.Read(typeName, back), nil), nil)
			w.ExpectCount(0, "SELECT COUNT(*) FROM favoritas")
		}
	})
}

// Two blocks of one place, in one apply: the favourite is saved, adopted or moved there once, and the other block says why it is not.
func TestZonaFavoritaDeclaredTwice(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []string{"new", "existing", "moved"}, func(t *testing.T, how string) {
		w := acctest.NewServer(t, sandbox.Options{})
		first := none
		switch how {
		case "existing":
			w.Exec("INSERT INTO favoritas (cliente_id, tramo_id) VALUES (1, 5)")
		case "moved":
			first = w.Proto(nil).Apply(typeName, none, section(6))
		}
		p := w.Proto(nil)
		for range 2 { // what failed declares nothing
			failed := p.Apply(typeName, none, acctest.Values{"cliente_id": 99, "tramo_id": 5})
			acctest.Expect(t, "failed", failed.Errors(), "cliente_id: Unable to create favourite")
		}
		first = p.Apply(typeName, first, section(5))
		acctest.NoErrors(t, "first", first)
		second := p.Apply(typeName, none, section(5))
		acctest.Expect(t, "second", second.Errors(), "Favourite of client 1 at section 5 declared twice")
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
	})
}
