package zonafavorita

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Several blocks of one apply, and several runs of one process.

// A block that was renamed: the new one adopts the favourite, and destroying the old one must not delete it, in whatever order
// they run.
func TestZonaFavoritaRenamedBlock(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []string{"create first", "destroy first"}, func(t *testing.T, order string) {
		w := acctest.NewServer(t, sandbox.Options{})
		favourite := acctest.Values{"cliente_id": 1, "tramo_id": 1}
		old := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, favourite)
		p := w.Proto(nil) // the next run
		var renamed acctest.Result
		if order == "create first" {
			renamed = p.Apply("parking_zona_favorita", acctest.Result{}, favourite)
			acctest.Expect(t, "warning", p.Apply("parking_zona_favorita", old, nil).Warnings(), "Favourite 1 of client 1 stays on the service")
		} else {
			p.Apply("parking_zona_favorita", old, nil)
			renamed = p.Apply("parking_zona_favorita", acctest.Result{}, favourite)
		}
		acctest.ExpectHeld(t, "result", p.Read("parking_zona_favorita", renamed), acctest.Values{})
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
	})
}

// A list that still shows what another block just deleted or moved gives nothing to adopt.
func TestZonaFavoritaListLags(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]acctest.Values{"deleted": nil, "moved": {"cliente_id": 1, "tramo_id": 2}}, func(t *testing.T, other acctest.Values) {
		w := acctest.NewServer(t, sandbox.Options{})
		favourite := acctest.Values{"cliente_id": 1, "tramo_id": 1}
		old := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, favourite)
		p := w.Proto(nil)
		acctest.NoErrors(t, "old", p.Apply("parking_zona_favorita", old, other))
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Favoritas: answers.Body(200, `{"estado":"ok","data":[{"id":1,"cliente_id":1,"tramo_id":1}]}`)}))
		created := p.Apply("parking_zona_favorita", acctest.Result{}, favourite)
		acctest.NoMessages(t, "created", created)
		acctest.Expect(t, "the plan's warnings", created.PlanWarnings())
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas WHERE tramo_id = 1")
	})
}

// One block moves away from the place that another is created at, as with count when an element is put first. Each ends with a
// favourite of its own, in whatever order they run.
func TestZonaFavoritaPlaceHandedOn(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []string{"create first", "move first"}, func(t *testing.T, order string) {
		w := acctest.NewServer(t, sandbox.Options{})
		here, there := acctest.Values{"cliente_id": 1, "tramo_id": 1}, acctest.Values{"cliente_id": 1, "tramo_id": 2}
		old := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, here)
		p := w.Proto(nil) // the next run
		var moved, created acctest.Result
		if order == "create first" {
			created = p.Apply("parking_zona_favorita", acctest.Result{}, here)
			moved = p.Apply("parking_zona_favorita", old, there)
		} else {
			moved = p.Apply("parking_zona_favorita", old, there)
			created = p.Apply("parking_zona_favorita", acctest.Result{}, here)
		}
		acctest.NoMessages(t, "moved", moved)
		acctest.NoMessages(t, "created", created)
		if moved.State["id"] == created.State["id"] {
			t.Fatalf("both blocks hold favourite %v, wanted two", moved.State["id"])
		}
		for place, block := range map[int]acctest.Result{1: created, 2: moved} {
			read := p.Read("parking_zona_favorita", block)
			acctest.ExpectState(t, "read", read, acctest.Values{"tramo_id": place, "id": block.State["id"]})
		}
		w.ExpectCount(2, "SELECT COUNT(*) FROM favoritas")
	})
}

// Two blocks exchange their places: each moves its own favourite.
func TestZonaFavoritasExchanged(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	here, there := acctest.Values{"cliente_id": 1, "tramo_id": 1}, acctest.Values{"cliente_id": 1, "tramo_id": 2}
	first := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, here)
	second := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, there)
	p := w.Proto(nil)
	first, second = p.Apply("parking_zona_favorita", first, there), p.Apply("parking_zona_favorita", second, here)
	acctest.ExpectState(t, "first", p.Read("parking_zona_favorita", first), acctest.Values{"id": 1, "tramo_id": 2})
	acctest.ExpectState(t, "second", p.Read("parking_zona_favorita", second), acctest.Values{"id": 2, "tramo_id": 1})
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
			created := p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
			acctest.NoErrors(t, "created", created)
			moved := p.Apply("parking_zona_favorita", p.Read("parking_zona_favorita", created), acctest.Values{"cliente_id": 1, "tramo_id": 6})
			acctest.ExpectState(t, "moved", moved, acctest.Values{"id": created.State["id"]})
			back := p.Apply("parking_zona_favorita", p.Read("parking_zona_favorita", moved), acctest.DeclaredFavorita)
			acctest.ExpectState(t, "back", back, acctest.Values{"id": created.State["id"]})
			acctest.ExpectState(t, "destroyed", p.Apply("parking_zona_favorita", p.Read("parking_zona_favorita", back), nil), nil)
			w.ExpectCount(0, "SELECT COUNT(*) FROM favoritas")
		}
	})
}

// Two favourites with the same finding have a warning each, whose summary tells them apart: Terraform shows one of equal summaries.
func TestZonasFavoritasOfOneFinding(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec("INSERT INTO favoritas (cliente_id, tramo_id) VALUES (1, 5), (1, 5), (1, 6), (1, 6)")
	p := w.Proto(nil)
	for _, tramo := range []int{5, 6} {
		block := acctest.Values{"cliente_id": 1, "tramo_id": tramo}
		adopted := p.Apply("parking_zona_favorita", acctest.Result{}, block)
		acctest.Expect(t, "planned", adopted.PlanWarnings(), fmt.Sprintf("Favourite of client 1 at section %d already exists", tramo))
		read := p.Read("parking_zona_favorita", adopted)
		acctest.Expect(t, "read", read.Warnings(), fmt.Sprintf("Favourite saved more than once: %v at section %d", adopted.State["id"], tramo))
	}
}

// Two blocks of one place, in one apply: the favourite is saved, adopted or moved there once, and the other block says why it is not.
func TestZonaFavoritaDeclaredTwice(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []string{"new", "existing", "moved"}, func(t *testing.T, how string) {
		w := acctest.NewServer(t, sandbox.Options{})
		place := acctest.Values{"cliente_id": 1, "tramo_id": 5}
		var first acctest.Result
		switch how {
		case "existing":
			w.Exec("INSERT INTO favoritas (cliente_id, tramo_id) VALUES (1, 5)")
		case "moved":
			first = w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, acctest.Values{"cliente_id": 1, "tramo_id": 6})
		}
		p := w.Proto(nil)
		for range 2 { // what failed declares nothing
			failed := p.Apply("parking_zona_favorita", acctest.Result{}, acctest.Values{"cliente_id": 99, "tramo_id": 5})
			acctest.Expect(t, "failed", failed.Errors(), "cliente_id: Unable to create favourite")
		}
		first = p.Apply("parking_zona_favorita", first, place)
		acctest.NoErrors(t, "first", first)
		second := p.Apply("parking_zona_favorita", acctest.Result{}, place)
		acctest.Expect(t, "second", second.Errors(), "Favourite of client 1 at section 5 declared twice")
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
	})
}
