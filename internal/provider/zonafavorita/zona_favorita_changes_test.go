package zonafavorita

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How updating and deleting a favourite takes what the service answers.

// The interface says that a cell is emptied by null; leaving it out may keep it.
func TestZonaFavoritaClearsTheCellByNull(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaWorld(t, sandbox.Options{})
	var sent map[string]any
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.Favoritas: func(rw http.ResponseWriter, r *http.Request) {
		if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
			t.Error(err)
		}
		answers.Body(200, `{"estado":"ok","data":{}}`)(rw, r)
	}}))
	acctest.NoMessages(t, "changed", p.Apply("parking_zona_favorita", created, acctest.Values{"cliente_id": 1, "zona_id": 1, "tramo_id": 5}))
	if want := map[string]any{"id": 1.0, "cliente_id": 1.0, "zona_id": 1.0, "tramo_id": 5.0, "celda_id": nil}; !reflect.DeepEqual(sent, want) {
		t.Errorf("sent %v", sent)
	}
}

func TestZonaFavoritaDelete(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, http.StatusOK} { // 0: the sandbox's own statuses
		w, p, created := favoritaWorld(t, sandbox.Options{FailStatus: status})
		for name, answer := range map[string]http.HandlerFunc{
			"500":           answers.Body(500, `{"estado":"fail","error":"La favorita no existe"}`),
			"403":           answers.Body(403, `{"estado":"fail","error":"La favorita no existe"}`),
			"other failure": answers.Body(200, `{"estado":"fail","error":"mantenimiento"}`),
			"404 of a page": answers.Body(404, `<html>Not Found</html>`),
			"still listed":  answers.Body(404, `{"estado":"fail","error":"La favorita no existe"}`),
		} {
			w.Answer(answers.On(map[string]http.HandlerFunc{"DELETE " + acctest.Favoritas: answer}))
			failed := p.Apply("parking_zona_favorita", created, nil)
			acctest.Expect(t, name, failed.Errors(), "Unable to delete favourite")
			acctest.ExpectSame(t, name, failed.State, created.State)
		}
		w.Answer(nil)
		w.Requests()
		for again := range 2 { // the second finds it gone already, and looks at the list
			acctest.ExpectState(t, "deleted", w.Proto(nil).Apply("parking_zona_favorita", created, nil), nil)
			want := map[string]int{"borrar_zona_favorita": 1}
			if again == 1 {
				want["zonas_favoritas"] = 1
			}
			w.ExpectRequests(want)
			w.ExpectCount(0, "SELECT COUNT(*) FROM favoritas")
		}
	}
}

// A block that was renamed: the new one adopts the favourite, and destroying
// the old one must not delete it from under it, in whatever order they run.
func TestZonaFavoritaRenamedBlock(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []string{"create first", "destroy first"}, func(t *testing.T, order string) {
		w := acctest.NewWorld(t, sandbox.Options{})
		favourite := acctest.Values{"cliente_id": 1, "tramo_id": 1}
		old := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, favourite)
		p := w.Proto(nil) // the next run
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
		w := acctest.NewWorld(t, sandbox.Options{})
		here, there := acctest.Values{"cliente_id": 1, "tramo_id": 1}, acctest.Values{"cliente_id": 1, "tramo_id": 2}
		old := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, here)
		p := w.Proto(nil) // the next run
		var moved, created acctest.Result
		if order == "create first" {
			created = p.Apply("parking_zona_favorita", acctest.Result{}, here)
			moved = p.Apply("parking_zona_favorita", old, there)
			acctest.Expect(t, "warning", created.Warnings(), "Existing favourite adopted")
		} else {
			moved = p.Apply("parking_zona_favorita", old, there)
			created = p.Apply("parking_zona_favorita", acctest.Result{}, here)
		}
		acctest.NoMessages(t, "moved", moved)
		acctest.NoErrors(t, "created", created)
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

// Two blocks that declare one favourite and were added in different runs, or one that was renamed in a run that ended
// half-way, both have it in their state. No refresh decides which of them loses it.
func TestZonaFavoritaInTwoBlocks(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	here, there := acctest.Values{"cliente_id": 1, "tramo_id": 1}, acctest.Values{"cliente_id": 1, "tramo_id": 2}
	first := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, here)
	second := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, here)
	acctest.ExpectHeld(t, "first", first, acctest.Values{"id": second.State["id"]})
	imported := w.Proto(nil).ImportID("parking_zona_favorita", "1/1")
	w.Requests()
	for name, plan := range map[string]func(p *acctest.Proto, r acctest.Result) (acctest.Result, []string){
		"refresh": func(p *acctest.Proto, r acctest.Result) (acctest.Result, []string) {
			r = p.Read("parking_zona_favorita", r)
			return r, r.Errors()
		},
		"plan": func(p *acctest.Proto, r acctest.Result) (acctest.Result, []string) {
			return r, acctest.ErrorsOf(p.Plan("parking_zona_favorita", r, there).Diagnostics)
		},
		"destroy": func(p *acctest.Proto, r acctest.Result) (acctest.Result, []string) {
			return r, acctest.ErrorsOf(p.Plan("parking_zona_favorita", r, nil).Diagnostics)
		},
	} {
		for _, blocks := range [][2]acctest.Result{{first, second}, {second, first}, {first, imported}} {
			p := w.Proto(nil)
			for range 2 { // reading it again is no second block
				if _, errs := plan(p, blocks[0]); len(errs) > 0 {
					t.Errorf("%s: got errors %q, wanted none", name, errs)
				}
			}
			w.Requests()
			stays, errs := plan(p, blocks[1])
			acctest.Expect(t, name, errs, "Favourite in two blocks")
			acctest.ExpectSame(t, name, stays.State, blocks[1].State)
			w.ExpectRequests(map[string]int{})
		}
	}
	// After terraform state rm of the second, it has another place.
	acctest.ExpectState(t, "moved", w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, there), acctest.Values{"id": 2})
	acctest.ExpectState(t, "the one that stays", w.Proto(nil).Read("parking_zona_favorita", first), acctest.Values{"tramo_id": 1})
}

// A cell lies in one section and a section in one zone, so blocks that declare the same finest place are one favourite,
// also where one of them moves there.
func TestZonaFavoritaDeclaredTwiceInOneApply(t *testing.T) {
	t.Parallel()
	for name, to := range map[string][2]acctest.Values{
		"the same":                   {{"tramo_id": 5}, {"tramo_id": 5}},
		"beside its zone":            {{"tramo_id": 5}, {"zona_id": 1, "tramo_id": 5}},
		"a space beside its section": {{"celda_id": 17}, {"tramo_id": 5, "celda_id": 17}},
	} {
		for _, moves := range []string{"first", "second", "none"} {
			t.Run(name+", moves: "+moves, func(t *testing.T) {
				t.Parallel()
				w := acctest.NewWorld(t, sandbox.Options{})
				first, second := acctest.Result{}, acctest.Result{}
				switch moves {
				case "first":
					first = w.Proto(nil).Apply("parking_zona_favorita", first, acctest.Values{"cliente_id": 1, "tramo_id": 1})
				case "second":
					second = w.Proto(nil).Apply("parking_zona_favorita", second, acctest.Values{"cliente_id": 1, "tramo_id": 1})
				}
				before := w.Count("SELECT COUNT(*) FROM favoritas")
				p := w.Proto(nil)
				acctest.NoMessages(t, "saved", p.Apply("parking_zona_favorita", first, to[0].With(acctest.Values{"cliente_id": 1})))
				w.Requests()
				refused := p.Apply("parking_zona_favorita", second, to[1].With(acctest.Values{"cliente_id": 1}))
				acctest.Expect(t, "second", refused.Errors(), "Favourite declared twice")
				acctest.ExpectSame(t, "second", refused.State, second.State)
				w.ExpectRequests(map[string]int{})
				want := 1
				if moves == "second" {
					want += before
				}
				w.ExpectCount(want, "SELECT COUNT(*) FROM favoritas")
			})
		}
	}
}

// A move that fails leaves the favourite free to be adopted, or moved again.
func TestZonaFavoritaMoveFails(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	old := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, acctest.Values{"cliente_id": 1, "tramo_id": 1})
	p := w.Proto(nil)
	failed := p.Apply("parking_zona_favorita", old, acctest.Values{"cliente_id": 1, "tramo_id": 999})
	acctest.Expect(t, "failed", failed.Errors(), "tramo_id: Unable to update favourite")
	acctest.ExpectSame(t, "failed", failed.State, old.State)
	moved := p.Apply("parking_zona_favorita", failed, acctest.Values{"cliente_id": 1, "tramo_id": 2})
	acctest.ExpectState(t, "moved", moved, acctest.Values{"id": 1})
	w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
}

// keepsLeftOut has the service keep the places of a favourite that a request leaves out;
// only celda_id is documented to be cleared, by null.
func keepsLeftOut(w *acctest.World) {
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.Favoritas: func(rw http.ResponseWriter, r *http.Request) {
		var sent map[string]any
		if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
			w.T.Error(err)
		}
		for _, place := range []string{"zona_id", "tramo_id", "celda_id"} {
			if _, there := sent[place]; sent["id"] != nil && !there {
				if held := w.Count("SELECT coalesce("+place+", 0) FROM favoritas WHERE id = ?", sent["id"]); held > 0 {
					sent[place] = held
				}
			}
		}
		text, err := json.Marshal(sent)
		if err != nil {
			w.T.Error(err)
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
		w.Box.ServeHTTP(rw, r)
	}}))
}

// A place that cannot be cleared in place is cleared by deleting the favourite and saving
// it anew. After every change the next plan is empty.
func TestZonaFavoritaPlaceCleared(t *testing.T) {
	t.Parallel()
	type row struct {
		from, to acctest.Values
		replaced bool
	}
	acctest.Each(t, map[string]row{
		"section":                   {acctest.Values{"zona_id": 1, "tramo_id": 5}, acctest.Values{"zona_id": 1}, true},
		"section and cell":          {acctest.Values{"zona_id": 1, "tramo_id": 5, "celda_id": 17}, acctest.Values{"zona_id": 1}, true},
		"section for its zone":      {acctest.Values{"tramo_id": 5}, acctest.Values{"zona_id": 1}, true},
		"zone beside a section":     {acctest.Values{"zona_id": 1, "tramo_id": 5}, acctest.Values{"tramo_id": 5}, false},
		"zone beside a cell":        {acctest.Values{"zona_id": 1, "celda_id": 17}, acctest.Values{"celda_id": 17}, false},
		"section beside a cell":     {acctest.Values{"tramo_id": 5, "celda_id": 17}, acctest.Values{"celda_id": 17}, false},
		"cell":                      {acctest.Values{"zona_id": 1, "tramo_id": 5, "celda_id": 17}, acctest.Values{"zona_id": 1, "tramo_id": 5}, false},
		"cell beside a zone":        {acctest.Values{"zona_id": 1, "celda_id": 17}, acctest.Values{"zona_id": 1}, false},
		"section for another":       {acctest.Values{"tramo_id": 5}, acctest.Values{"tramo_id": 6}, false},
		"section for a cell beside": {acctest.Values{"tramo_id": 5}, acctest.Values{"zona_id": 1, "celda_id": 17}, false},
	}, func(t *testing.T, c row) {
		w := acctest.NewWorld(t, sandbox.Options{})
		keepsLeftOut(w)
		p := w.Proto(nil)
		from, to := c.from.With(acctest.Values{"cliente_id": 1}), c.to.With(acctest.Values{"cliente_id": 1})
		state := p.Apply("parking_zona_favorita", acctest.Result{}, from)
		q := w.Proto(nil)
		planned := q.Plan("parking_zona_favorita", state, to)
		if replaced := fmt.Sprint(planned.RequiresReplace) == `[AttributeName("tramo_id")]`; replaced != c.replaced {
			t.Errorf("replaced by %v", planned.RequiresReplace)
		}
		if c.replaced {
			q.Apply("parking_zona_favorita", state, nil)
			state = acctest.Result{}
		}
		changed := q.Apply("parking_zona_favorita", state, to)
		acctest.NoErrors(t, "changed", changed)
		read := q.Read("parking_zona_favorita", changed)
		acctest.ExpectSame(t, "read", read.State, changed.State)
		again := w.Proto(nil).Plan("parking_zona_favorita", read, to)
		kind := q.Schema.ResourceSchemas["parking_zona_favorita"].ValueType()
		acctest.ExpectSame(t, "planned again", q.Decode(kind, again.PlannedState), read.State)
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
	})
}

// That a section is cleared can show in the apply alone; then nothing is written.
func TestZonaFavoritaPlaceClearedLate(t *testing.T) {
	t.Parallel()
	w, _, _ := favoritaWorld(t, sandbox.Options{})
	state := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, acctest.Values{"cliente_id": 1, "zona_id": 1, "tramo_id": 6})
	w.Requests()
	late := w.Proto(nil).ApplyLate("parking_zona_favorita", state, "celda_id", acctest.UnknownNumber, acctest.Values{"cliente_id": 1, "zona_id": 1, "celda_id": nil})
	acctest.Expect(t, "error", late.Errors(), "tramo_id: Replacement needed, but an update was planned")
	acctest.ExpectSame(t, "late", late.State, state.State)
	w.ExpectRequests(map[string]int{})
}

// A favourite that moves to a place that the client has already is not saved there a second time: the one that is
// there is adopted, and this one deleted.
func TestZonaFavoritaMovedOntoAnother(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []string{framework.AdoptIdentical, framework.AdoptNever}, func(t *testing.T, adopt string) {
		w, _, created := favoritaWorld(t, sandbox.Options{})
		w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (77, 1, 6)")
		moved := w.Proto(acctest.Values{"adopt_existing": adopt}).Apply("parking_zona_favorita", created, acctest.Values{"cliente_id": 1, "tramo_id": 6})
		if adopt == framework.AdoptNever {
			acctest.Expect(t, "error", moved.Errors(), "Favourite already exists")
			w.ExpectCount(2, "SELECT COUNT(*) FROM favoritas")
			acctest.ExpectSame(t, "something was changed", moved.State, created.State)
			return
		}
		acctest.Expect(t, "warning", moved.Warnings(), "Existing favourite adopted")
		acctest.ExpectWarned(t, "moved", moved, acctest.Values{"id": 77})
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
	})
}

// A favourite that no list has shown yet stays in the state until one does, so that it is not saved a second time.
func TestZonaFavoritaNotListedYet(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	lagging := answers.On(map[string]http.HandlerFunc{"GET /external/zona-favorita": answers.Body(http.StatusOK, `{"estado":"ok","data":{"favoritas":[]}}`)})
	w.Answer(lagging)
	p := w.Proto(nil)
	created := p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
	read := p.Read("parking_zona_favorita", created)
	acctest.Expect(t, "warning", read.Warnings(), "Favourite not listed yet")
	acctest.ExpectHeld(t, "it left the state", read, acctest.Values{})
	w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
	w.Answer(nil)
	read = p.Read("parking_zona_favorita", read)
	w.Answer(lagging)
	gone := p.Read("parking_zona_favorita", read)
	acctest.NoMessages(t, "once seen, it is gone when both lists do not show it", read)
	acctest.ExpectHeld(t, "once seen, it is gone when both lists do not show it", gone, nil)
}

// Under never, one that was moved onto another that the list did not show in time is moved back.
func TestZonaFavoritaMovedOntoAnotherListedLate(t *testing.T) {
	t.Parallel()
	w, _, created := favoritaWorld(t, sandbox.Options{})
	w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (77, 1, 6)")
	late := answers.AfterFirst("GET /external/zona-favorita", w.Box.ServeHTTP)
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if handler := late(r); handler != nil || r.Method != http.MethodGet {
			return handler
		}
		return answers.Body(http.StatusOK, `{"estado":"ok","data":{"favoritas":[]}}`)
	})
	moved := w.Proto(acctest.Values{"adopt_existing": framework.AdoptNever}).Apply("parking_zona_favorita", created, acctest.Values{"cliente_id": 1, "tramo_id": 6})
	acctest.Expect(t, "error", moved.Errors(), "Favourite already exists")
	acctest.ExpectSame(t, "moved", moved.State, created.State)
	w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas WHERE tramo_id = 6")
}
