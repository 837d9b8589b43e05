package zonafavorita

import (
	"net/http"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Several blocks of one apply, and several runs of one process.

// remembering is a provider that remembers its writes for a whole minute, however slow the machine is.
func remembering(w *acctest.Server, settings acctest.Values) *acctest.Proto {
	return acctest.NewProtoWithEnv(w.T, nil).Configured(acctest.Values{"base_url": w.BaseURL, "credential": "x", "max_retries": 0}.With(settings))
}

// A block that was renamed: the new one adopts the favourite, and destroying
// the old one must not delete it from under it, in whatever order they run.
func TestZonaFavoritaRenamedBlock(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []string{"create first", "destroy first"}, func(t *testing.T, order string) {
		w := acctest.NewServer(t, sandbox.Options{})
		favourite := acctest.Values{"cliente_id": 1, "tramo_id": 1}
		old := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, favourite)
		p := remembering(w, nil) // the next run
		var renamed acctest.Result
		if order == "create first" {
			renamed = p.Apply("parking_zona_favorita", acctest.Result{}, favourite)
			acctest.Expect(t, "warning", p.Apply("parking_zona_favorita", old, nil).Warnings(), "Favourite stays on the service")
		} else {
			p.Apply("parking_zona_favorita", old, nil)
			renamed = p.Apply("parking_zona_favorita", acctest.Result{}, favourite)
		}
		acctest.ExpectHeld(t, "result", p.Read("parking_zona_favorita", renamed), acctest.Values{})
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
	})
}

// One block moves away from the place that another is created at, as with count
// when an element is put first. Each ends with a favourite of its own, in
// whatever order they run.
func TestZonaFavoritaPlaceHandedOn(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []string{"create first", "move first"}, func(t *testing.T, order string) {
		w := acctest.NewServer(t, sandbox.Options{})
		here, there := acctest.Values{"cliente_id": 1, "tramo_id": 1}, acctest.Values{"cliente_id": 1, "tramo_id": 2}
		old := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, here)
		p := remembering(w, nil) // the next run
		var moved, created acctest.Result
		if order == "create first" {
			created = p.Apply("parking_zona_favorita", acctest.Result{}, here)
			moved = p.Apply("parking_zona_favorita", old, there)
			acctest.Expect(t, "the plan's warning", created.PlanWarnings(), "Favourite 1 already exists")
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
			acctest.ExpectHeld(t, "moved", read, acctest.Values{"tramo_id": place, "id": block.State["id"]})
			acctest.ExpectSame(t, "moved identity", read.Identity, acctest.Values{"cliente_id": 1, "id": block.State["id"]})
		}
		w.ExpectCount(2, "SELECT COUNT(*) FROM favoritas")
	})
}

// A cell lies in one section and a section in one zone, so blocks that declare the same finest place are one favourite,
// also where one of them moves there.
func TestZonaFavoritaTwiceInOneApply(t *testing.T) {
	t.Parallel()
	for name, to := range map[string][2]acctest.Values{
		"the same":                   {{"tramo_id": 5}, {"tramo_id": 5}},
		"beside its zone":            {{"tramo_id": 5}, {"zona_id": 1, "tramo_id": 5}},
		"a space beside its section": {{"celda_id": 17}, {"tramo_id": 5, "celda_id": 17}},
	} {
		for _, moves := range []string{"first", "second", "none"} {
			t.Run(name+", moves: "+moves, func(t *testing.T) {
				t.Parallel()
				w := acctest.NewServer(t, sandbox.Options{})
				first, second := acctest.Result{}, acctest.Result{}
				switch moves {
				case "first":
					first = w.Proto(nil).Apply("parking_zona_favorita", first, acctest.Values{"cliente_id": 1, "tramo_id": 1})
				case "second":
					second = w.Proto(nil).Apply("parking_zona_favorita", second, acctest.Values{"cliente_id": 1, "tramo_id": 1})
				}
				before := w.Count("SELECT COUNT(*) FROM favoritas")
				p := remembering(w, nil)
				acctest.NoMessages(t, "saved", p.Apply("parking_zona_favorita", first, to[0].With(acctest.Values{"cliente_id": 1})))
				w.Requests()
				refused := p.Apply("parking_zona_favorita", second, to[1].With(acctest.Values{"cliente_id": 1}))
				acctest.Expect(t, "second", refused.Errors(), "Favourite just saved by another block")
				acctest.ExpectSame(t, "second", refused.State, second.State)
				looks := map[string]int{}
				if moves == "first" {
					looks = map[string]int{"zonas_favoritas": 1} // the plan's; that of a first that is created serves both, and a move has none
				}
				w.ExpectRequests(looks)
				want := 1
				if moves == "second" {
					want += before
				}
				w.ExpectCount(want, "SELECT COUNT(*) FROM favoritas")
			})
		}
	}
}

// Two blocks that are created at one place at the same moment save one favourite, also while no list shows it.
func TestZonaFavoritaTwiceAtOnce(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []bool{false, true}, func(t *testing.T, lagging bool) {
		w := acctest.NewServer(t, sandbox.Options{})
		if lagging {
			w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Favoritas: answers.Body(http.StatusOK, `{"estado":"ok","data":[]}`)}))
		}
		p := remembering(w, nil)
		plan := p.Plan("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
		var created [2]acctest.Result
		var both sync.WaitGroup
		for i := range created {
			both.Go(func() {
				created[i] = p.ApplyPlan(t.Context(), "parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita, plan)
			})
		}
		both.Wait()
		errs := slices.Concat(created[0].Errors(), created[1].Errors())
		acctest.Expect(t, "one of two", errs, "Favourite just saved by another block")
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
	})
}

// A creation that failed holds no place.
func TestZonaFavoritaFailedHoldsNothing(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := remembering(w, nil)
	w.Box.Inject(sandbox.Fault{Key: "guardar_zona_favorita", Kind: sandbox.Status503, When: sandbox.Before, Times: 1})
	failed := p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
	acctest.Expect(t, "failed", failed.Errors(), "Unable to create favourite")
	acctest.NoMessages(t, "again", p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita))
}

// Blocks that were added in different runs may share a favourite: what one of them does, the other sees in its next refresh.
func TestZonaFavoritaShared(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	here, there := acctest.Values{"cliente_id": 1, "tramo_id": 1}, acctest.Values{"cliente_id": 1, "tramo_id": 2}
	first := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, here)
	second := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, here)
	acctest.ExpectHeld(t, "first", first, acctest.Values{"id": second.State["id"]})
	p := w.Proto(nil)
	for _, block := range []acctest.Result{first, second} {
		acctest.ExpectWhole(t, "read", p.Read("parking_zona_favorita", block), first.State)
		acctest.ExpectPlanned(t, "planned", p.Plan("parking_zona_favorita", block, there))
		acctest.ExpectPlanned(t, "destroyed", p.Plan("parking_zona_favorita", block, nil))
	}
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
		p := remembering(w, nil)
		for range 2 {
			created := p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
			acctest.NoErrors(t, "created", created)
			// The next run adds a block for the same favourite, and moves both away and back.
			read := p.Read("parking_zona_favorita", created)
			acctest.ExpectSame(t, "read", read.State, created.State)
			other := p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
			acctest.Expect(t, "added", other.Warnings(), "Existing favourite adopted")
			read = p.Read("parking_zona_favorita", other)
			moved := p.Apply("parking_zona_favorita", read, acctest.Values{"cliente_id": 1, "tramo_id": 6})
			acctest.ExpectState(t, "moved", moved, acctest.Values{"id": created.State["id"]})
			read = p.Read("parking_zona_favorita", moved)
			back := p.Apply("parking_zona_favorita", read, acctest.DeclaredFavorita)
			acctest.ExpectState(t, "back", back, acctest.Values{"id": created.State["id"]})
			gone := p.Apply("parking_zona_favorita", p.Read("parking_zona_favorita", back), nil)
			acctest.ExpectState(t, "destroyed", gone, nil)
			w.ExpectCount(0, "SELECT COUNT(*) FROM favoritas")
		}
	})
}

// forgetful is a provider whose memory ends after 12 milliseconds.
func forgetful(w *acctest.Server) *acctest.Proto {
	p := acctest.ProtoOf(w.T, acctest.Serve(os.Getenv, parking.Config{Settle: time.Millisecond}))
	return p.Configured(acctest.Values{"base_url": w.BaseURL, "credential": "x"})
}

// However long a move takes, no block adopts the favourite in the meantime, and it is not its own second one.
func TestZonaFavoritaMovedSlowly(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	here, there := acctest.Values{"cliente_id": 1, "tramo_id": 1}, acctest.Values{"cliente_id": 1, "tramo_id": 2}
	old := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, here)
	p := forgetful(w)
	moving, created := make(chan struct{}), make(chan acctest.Result)
	var puts atomic.Int64
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.Favoritas: func(rw http.ResponseWriter, r *http.Request) {
		if puts.Add(1) == 1 {
			close(moving)
			acctest.NoMessages(t, "created", <-created)
		}
		w.Box.ServeHTTP(rw, r)
	}}))
	go func() {
		<-moving
		time.Sleep(50 * time.Millisecond)
		saved := p.Apply("parking_zona_favorita", acctest.Result{}, here)
		p.Read("parking_zona_favorita", old) // as a parallel run does
		created <- saved
	}()
	acctest.ExpectState(t, "moved", p.Apply("parking_zona_favorita", old, there), acctest.Values{"id": old.State["id"]})
	w.ExpectCount(2, "SELECT COUNT(*) FROM favoritas")
}

// What a renamed block adopted is not deleted by its former block, however long the apply takes. Once it was read, it is its own.
func TestZonaFavoritaRenamedSlowly(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := forgetful(w)
	first := p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
	time.Sleep(20 * time.Millisecond)
	second := p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
	acctest.Expect(t, "second", second.Warnings(), "Existing favourite adopted")
	acctest.ExpectHeld(t, "second", second, acctest.Values{"id": first.State["id"]})
	time.Sleep(20 * time.Millisecond)
	acctest.Expect(t, "first destroyed", p.Apply("parking_zona_favorita", first, nil).Warnings(), "Favourite stays on the service")
	w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
	acctest.NoMessages(t, "second destroyed", p.Apply("parking_zona_favorita", p.Read("parking_zona_favorita", second), nil))
	w.ExpectCount(0, "SELECT COUNT(*) FROM favoritas")
}
