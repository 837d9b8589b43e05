package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How updating and deleting a favourite takes what the service answers.

func TestZonaFavoritaUpdateAnswerLost(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaWorld(t, sandbox.Options{})
	w.box.Inject(sandbox.Fault{Key: "guardar_zona_favorita", Kind: sandbox.Drop, When: sandbox.After, Times: 2})
	changed := values{"cliente_id": 1, "tramo_id": 6}
	failed := p.apply("parking_zona_favorita", created, changed)
	expect(t, "error", failed.errors(), "Unable to update favourite", "It is not known whether")
	if !reflect.DeepEqual(failed.state, created.state) {
		t.Errorf("state is %v", failed.state)
	}
	// With an id it may be repeated without a look.
	again := w.proto(values{"max_retries": 1}).apply("parking_zona_favorita", created, changed)
	if len(again.diags) > 0 || again.state["tramo_id"] != 6 || again.state["celda_id"] != nil {
		t.Error(again.errors(), again.state)
	}
	w.expectRequests(map[string]int{"zonas_favoritas": 3, "guardar_zona_favorita": 3})
	if w.count("SELECT COUNT(*) FROM favoritas") != 1 || w.count("SELECT COUNT(*) FROM favoritas WHERE id = 1 AND tramo_id = 6 AND celda_id IS NULL AND zona_id IS NULL") != 1 {
		t.Error("the service does not hold exactly what is declared")
	}
}

// The interface says that a cell is emptied by null; leaving it out may keep it.
func TestZonaFavoritaClearsTheCellByNull(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaWorld(t, sandbox.Options{})
	var sent map[string]any
	w.answer(on(map[string]http.HandlerFunc{"PUT " + favoritas: func(rw http.ResponseWriter, r *http.Request) {
		if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
			t.Error(err)
		}
		body(200, `{"estado":"ok","data":{}}`)(rw, r)
	}}))
	if changed := p.apply("parking_zona_favorita", created, values{"cliente_id": 1, "zona_id": 1, "tramo_id": 5}); len(changed.diags) > 0 {
		t.Fatal(changed.errors())
	}
	if want := map[string]any{"id": 1.0, "cliente_id": 1.0, "zona_id": 1.0, "tramo_id": 5.0, "celda_id": nil}; !reflect.DeepEqual(sent, want) {
		t.Errorf("sent %v", sent)
	}
}

func TestZonaFavoritaDelete(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, http.StatusOK} { // 0: the sandbox's own statuses
		w, p, created := favoritaWorld(t, sandbox.Options{FailStatus: status})
		for name, answer := range map[string]http.HandlerFunc{
			"500":           body(500, `{"estado":"fail","error":"La favorita no existe"}`),
			"403":           body(403, `{"estado":"fail","error":"La favorita no existe"}`),
			"other failure": body(200, `{"estado":"fail","error":"mantenimiento"}`),
			"404 of a page": body(404, `<html>Not Found</html>`),
		} {
			w.answer(on(map[string]http.HandlerFunc{"DELETE " + favoritas: answer}))
			failed := p.apply("parking_zona_favorita", created, nil)
			expect(t, name, failed.errors(), "Unable to delete favourite", "client 1")
			if !reflect.DeepEqual(failed.state, created.state) {
				t.Errorf("%s: state is %v", name, failed.state)
			}
		}
		w.answer(nil)
		for range 2 { // the second finds it gone already
			if deleted := w.proto(nil).apply("parking_zona_favorita", created, nil); len(deleted.diags) > 0 || deleted.state != nil {
				t.Error(deleted.errors(), deleted.state)
			}
			w.expectRequests(map[string]int{"borrar_zona_favorita": 1})
			if n := w.count("SELECT COUNT(*) FROM favoritas"); n != 0 {
				t.Errorf("%d favourites are left", n)
			}
		}
	}
}

// A block that was renamed: the new one adopts the favourite, and destroying
// the old one must not delete it from under it, in whatever order they run.
func TestZonaFavoritaRenamedBlock(t *testing.T) {
	t.Parallel()
	for _, order := range []string{"create first", "destroy first"} {
		t.Run(order, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			favourite := values{"cliente_id": 1, "tramo_id": 1}
			old := w.proto(nil).apply("parking_zona_favorita", result{}, favourite)
			p := w.proto(nil) // the next run
			var renamed result
			if order == "create first" {
				renamed = p.apply("parking_zona_favorita", result{}, favourite)
				expect(t, "warning", p.apply("parking_zona_favorita", old, nil).warnings(), "Favourite stays on the service")
			} else {
				p.apply("parking_zona_favorita", old, nil)
				renamed = p.apply("parking_zona_favorita", result{}, favourite)
			}
			if n := w.count("SELECT COUNT(*) FROM favoritas"); n != 1 || p.read("parking_zona_favorita", renamed).state == nil {
				t.Errorf("%d favourites", n)
			}
		})
	}
}

// One block moves away from the place that another is created at, as with count
// when an element is put first. Each ends with a favourite of its own, in
// whatever order they run.
func TestZonaFavoritaPlaceHandedOn(t *testing.T) {
	t.Parallel()
	for _, order := range []string{"create first", "move first"} {
		t.Run(order, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			here, there := values{"cliente_id": 1, "tramo_id": 1}, values{"cliente_id": 1, "tramo_id": 2}
			old := w.proto(nil).apply("parking_zona_favorita", result{}, here)
			p := w.proto(nil) // the next run
			var moved, created result
			if order == "create first" {
				created = p.apply("parking_zona_favorita", result{}, here)
				moved = p.apply("parking_zona_favorita", old, there)
				expect(t, "warning", created.warnings(), "adopted")
			} else {
				moved = p.apply("parking_zona_favorita", old, there)
				created = p.apply("parking_zona_favorita", result{}, here)
			}
			if len(moved.diags) > 0 || len(created.errors()) > 0 || moved.state["id"] == created.state["id"] {
				t.Fatal(moved.errors(), created.errors(), moved.state, created.state)
			}
			for place, block := range map[int]result{1: created, 2: moved} {
				read := p.read("parking_zona_favorita", block)
				if read.state == nil || read.state["tramo_id"] != place || read.state["id"] != block.state["id"] || read.identity["id"] != block.state["id"] {
					t.Errorf("section %d: %v", place, read.state)
				}
			}
			if n := w.count("SELECT COUNT(*) FROM favoritas"); n != 2 {
				t.Errorf("%d favourites", n)
			}
		})
	}
}

// Two blocks that declare one favourite and were added in different runs, or one that was renamed in a run that ended
// half-way, both have it in their state. No refresh decides which of them loses it.
func TestZonaFavoritaInTwoBlocks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	here, there := values{"cliente_id": 1, "tramo_id": 1}, values{"cliente_id": 1, "tramo_id": 2}
	first := w.proto(nil).apply("parking_zona_favorita", result{}, here)
	second := w.proto(nil).apply("parking_zona_favorita", result{}, here)
	if first.state["id"] != second.state["id"] {
		t.Fatal(first.state, second.state)
	}
	imported := w.proto(nil).importID("parking_zona_favorita", "1/1")
	w.requests()
	for name, plan := range map[string]func(p *proto, r result) (result, []string){
		"refresh": func(p *proto, r result) (result, []string) {
			r = p.read("parking_zona_favorita", r)
			return r, r.errors()
		},
		"plan": func(p *proto, r result) (result, []string) {
			return r, errorsOf(p.plan("parking_zona_favorita", r, there).Diagnostics)
		},
		"destroy": func(p *proto, r result) (result, []string) {
			return r, errorsOf(p.plan("parking_zona_favorita", r, nil).Diagnostics)
		},
	} {
		for _, blocks := range [][2]result{{first, second}, {second, first}, {first, imported}} {
			p := w.proto(nil)
			for range 2 { // reading it again is no second block
				if _, errs := plan(p, blocks[0]); len(errs) > 0 {
					t.Error(name, errs)
				}
			}
			w.requests()
			stays, errs := plan(p, blocks[1])
			expect(t, name, errs, "Favourite in two blocks", "Favourite 1 of client 1 is in the state of two blocks", "both would move or delete it", "Nothing was changed", "terraform state rm parking_zona_favorita.NAME", "If it comes from an import block, it is not in the state yet: remove that import block instead")
			expectSame(t, name, stays.state, blocks[1].state)
			w.expectRequests(map[string]int{})
		}
	}
	// After terraform state rm of the second, it has another place.
	if moved := w.proto(nil).apply("parking_zona_favorita", result{}, there); len(moved.diags) > 0 || moved.state["id"] != 2 {
		t.Error(moved.diags, moved.state)
	}
	if read := w.proto(nil).read("parking_zona_favorita", first); len(read.diags) > 0 || read.state["tramo_id"] != 1 {
		t.Errorf("the one that stays: %v, %v", read.diags, read.state)
	}
}

// A cell lies in one section and a section in one zone, so blocks that declare the same finest place are one favourite,
// also where one of them moves there.
func TestZonaFavoritaDeclaredTwiceInOneApply(t *testing.T) {
	t.Parallel()
	for name, to := range map[string]values{"the same": {"tramo_id": 5}, "beside its zone": {"zona_id": 1, "tramo_id": 5}} {
		for _, moves := range []string{"first", "second", "none"} {
			t.Run(name+", moves: "+moves, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, sandbox.Options{})
				first, second := result{}, result{}
				switch moves {
				case "first":
					first = w.proto(nil).apply("parking_zona_favorita", first, values{"cliente_id": 1, "tramo_id": 1})
				case "second":
					second = w.proto(nil).apply("parking_zona_favorita", second, values{"cliente_id": 1, "tramo_id": 1})
				}
				before := w.count("SELECT COUNT(*) FROM favoritas")
				p := w.proto(nil)
				if saved := p.apply("parking_zona_favorita", first, values{"cliente_id": 1, "tramo_id": 5}); len(saved.diags) > 0 {
					t.Fatal(saved.diags)
				}
				w.requests()
				refused := p.apply("parking_zona_favorita", second, to.with(values{"cliente_id": 1}))
				expect(t, "second", refused.errors(), "Favourite declared twice", "section 5 of client 1")
				expectSame(t, "second", refused.state, second.state)
				w.expectRequests(map[string]int{})
				want := 1
				if moves == "second" {
					want += before
				}
				if n := w.count("SELECT COUNT(*) FROM favoritas"); n != want {
					t.Errorf("%d favourites", n)
				}
			})
		}
	}
}

// A move that fails leaves the favourite free to be adopted, or moved again.
func TestZonaFavoritaMoveFails(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	old := w.proto(nil).apply("parking_zona_favorita", result{}, values{"cliente_id": 1, "tramo_id": 1})
	p := w.proto(nil)
	failed := p.apply("parking_zona_favorita", old, values{"cliente_id": 1, "tramo_id": 999})
	if len(failed.errors()) != 1 || !reflect.DeepEqual(failed.state, old.state) {
		t.Fatal(failed.errors(), failed.state)
	}
	moved := p.apply("parking_zona_favorita", failed, values{"cliente_id": 1, "tramo_id": 2})
	if len(moved.diags) > 0 || moved.state["id"] != 1 || w.count("SELECT COUNT(*) FROM favoritas") != 1 {
		t.Error(moved.errors(), moved.state)
	}
}

// Records that do not tell the declared place, or have an id of 0, are no match.
func TestZonaFavoritaRecordTooShort(t *testing.T) {
	t.Parallel()
	for _, list := range []string{
		`[{"id":7,"cliente_id":1,"zona_id":1}]`,
		`[{"id":0,"cliente_id":1,"zona_id":9,"tramo_id":9,"celda_id":null}]`,
	} {
		w := newWorld(t, sandbox.Options{})
		w.answer(on(map[string]http.HandlerFunc{"GET /external/zona-favorita": body(200, `{"estado":"ok","data":{"favoritas":`+list+`}}`)}))
		w.proto(nil).apply("parking_zona_favorita", result{}, values{"cliente_id": 1, "zona_id": 1, "tramo_id": 1})
		if n := w.count("SELECT COUNT(*) FROM favoritas"); n != 1 {
			t.Errorf("%s: %d saved", list, n)
		}
	}
}

// keepsLeftOut has the service keep the places of a favourite that a request leaves out;
// only celda_id is documented to be cleared, by null.
func keepsLeftOut(w *world) {
	w.answer(on(map[string]http.HandlerFunc{"PUT " + favoritas: func(rw http.ResponseWriter, r *http.Request) {
		var sent map[string]any
		if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
			w.t.Error(err)
		}
		for _, place := range []string{"zona_id", "tramo_id", "celda_id"} {
			if _, there := sent[place]; sent["id"] != nil && !there {
				if held := w.count("SELECT coalesce("+place+", 0) FROM favoritas WHERE id = ?", sent["id"]); held > 0 {
					sent[place] = held
				}
			}
		}
		text, err := json.Marshal(sent)
		if err != nil {
			w.t.Error(err)
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
		w.box.ServeHTTP(rw, r)
	}}))
}

// A place that cannot be cleared in place is cleared by deleting the favourite and saving
// it anew. After every change the next plan is empty.
func TestZonaFavoritaPlaceCleared(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		from, to values
		replaced bool
	}{
		"section":                   {values{"zona_id": 1, "tramo_id": 5}, values{"zona_id": 1}, true},
		"section and cell":          {values{"zona_id": 1, "tramo_id": 5, "celda_id": 17}, values{"zona_id": 1}, true},
		"section for its zone":      {values{"tramo_id": 5}, values{"zona_id": 1}, true},
		"zone beside a section":     {values{"zona_id": 1, "tramo_id": 5}, values{"tramo_id": 5}, false},
		"zone beside a cell":        {values{"zona_id": 1, "celda_id": 17}, values{"celda_id": 17}, false},
		"section beside a cell":     {values{"tramo_id": 5, "celda_id": 17}, values{"celda_id": 17}, false},
		"cell":                      {values{"zona_id": 1, "tramo_id": 5, "celda_id": 17}, values{"zona_id": 1, "tramo_id": 5}, false},
		"cell beside a zone":        {values{"zona_id": 1, "celda_id": 17}, values{"zona_id": 1}, false},
		"section for another":       {values{"tramo_id": 5}, values{"tramo_id": 6}, false},
		"section for a cell beside": {values{"tramo_id": 5}, values{"zona_id": 1, "celda_id": 17}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			keepsLeftOut(w)
			p := w.proto(nil)
			from, to := c.from.with(values{"cliente_id": 1}), c.to.with(values{"cliente_id": 1})
			state := p.apply("parking_zona_favorita", result{}, from)
			q := w.proto(nil)
			planned := q.plan("parking_zona_favorita", state, to)
			if replaced := fmt.Sprint(planned.RequiresReplace) == `[AttributeName("tramo_id")]`; replaced != c.replaced {
				t.Errorf("replaced by %v", planned.RequiresReplace)
			}
			if c.replaced {
				q.apply("parking_zona_favorita", state, nil)
				state = result{}
			}
			changed := q.apply("parking_zona_favorita", state, to)
			if len(changed.errors()) > 0 {
				t.Fatal(changed.errors())
			}
			read := q.read("parking_zona_favorita", changed)
			expectSame(t, "read", read.state, changed.state)
			again := w.proto(nil).plan("parking_zona_favorita", read, to)
			kind := q.schema.ResourceSchemas["parking_zona_favorita"].ValueType()
			expectSame(t, "planned again", q.decode(kind, again.PlannedState), read.state)
			if n := w.count("SELECT COUNT(*) FROM favoritas"); n != 1 {
				t.Errorf("%d favourites", n)
			}
		})
	}
}

// That a section is cleared can show in the apply alone; then nothing is written.
func TestZonaFavoritaPlaceClearedLate(t *testing.T) {
	t.Parallel()
	w, _, _ := favoritaWorld(t, sandbox.Options{})
	state := w.proto(nil).apply("parking_zona_favorita", result{}, values{"cliente_id": 1, "zona_id": 1, "tramo_id": 6})
	w.requests()
	late := w.proto(nil).applyLate("parking_zona_favorita", state, "celda_id", unknownNumber, values{"cliente_id": 1, "zona_id": 1, "celda_id": nil})
	expect(t, "error", late.errors(), `AttributeName("tramo_id")`, "Replacement needed, but an update was planned")
	expectSame(t, "late", late.state, state.state)
	w.expectRequests(map[string]int{})
}

// A favourite that moves to a place that the client has already is not saved there a second time: the one that is
// there is adopted, and this one deleted.
func TestZonaFavoritaMovedOntoAnother(t *testing.T) {
	t.Parallel()
	for _, adopt := range []string{adoptIdentical, adoptNever} {
		t.Run(adopt, func(t *testing.T) {
			t.Parallel()
			w, _, created := favoritaWorld(t, sandbox.Options{})
			w.exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (77, 1, 6)")
			moved := w.proto(values{"adopt_existing": adopt}).apply("parking_zona_favorita", created, values{"cliente_id": 1, "tramo_id": 6})
			if adopt == adoptNever {
				expect(t, "error", moved.errors(), "Favourite exists already", "Nothing was changed", "terraform state rm parking_zona_favorita.NAME\n  terraform import parking_zona_favorita.NAME 1/77", "Favourite 1 then stays on the service", "delete it with the service's own application")
				if w.count("SELECT COUNT(*) FROM favoritas") != 2 || !reflect.DeepEqual(moved.state, created.state) {
					t.Errorf("something was changed: %v", moved.state)
				}
				return
			}
			expect(t, "warning", moved.warnings(), "favourite 77")
			if len(moved.errors()) > 0 || moved.state["id"] != 77 || w.count("SELECT COUNT(*) FROM favoritas") != 1 {
				t.Errorf("%v, state %v, %d favourites", moved.errors(), moved.state, w.count("SELECT COUNT(*) FROM favoritas"))
			}
		})
	}
}

// A favourite that no list has shown yet stays in the state until one does, so that it is not saved a second time.
func TestZonaFavoritaNotListedYet(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	lagging := on(map[string]http.HandlerFunc{"GET /external/zona-favorita": body(http.StatusOK, `{"estado":"ok","data":{"favoritas":[]}}`)})
	w.answer(lagging)
	p := w.proto(nil)
	created := p.apply("parking_zona_favorita", result{}, declaredFavorita)
	read := p.read("parking_zona_favorita", created)
	expect(t, "warning", read.warnings(), "not seen yet")
	if read.state == nil || w.count("SELECT COUNT(*) FROM favoritas") != 1 {
		t.Fatalf("it left the state: %v", created.errors())
	}
	w.answer(nil)
	read = p.read("parking_zona_favorita", read)
	w.answer(lagging)
	if gone := p.read("parking_zona_favorita", read); len(read.diags) > 0 || gone.state != nil {
		t.Errorf("once seen, it is gone when both lists do not show it: %v, %v", read.warnings(), gone.state)
	}
}

// Under never, one that was moved onto another that the list did not show in time is moved back.
func TestZonaFavoritaMovedOntoAnotherListedLate(t *testing.T) {
	t.Parallel()
	w, _, created := favoritaWorld(t, sandbox.Options{})
	w.exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (77, 1, 6)")
	late := afterFirst("GET /external/zona-favorita", w.box.ServeHTTP)
	w.answer(func(r *http.Request) http.HandlerFunc {
		if handler := late(r); handler != nil || r.Method != http.MethodGet {
			return handler
		}
		return body(http.StatusOK, `{"estado":"ok","data":{"favoritas":[]}}`)
	})
	moved := w.proto(values{"adopt_existing": adoptNever}).apply("parking_zona_favorita", created, values{"cliente_id": 1, "tramo_id": 6})
	expect(t, "error", moved.errors(), "Favourite exists already", "Favourite 1 was moved there before the service listed the other one, and back.", "NAME 1/77")
	if !reflect.DeepEqual(moved.state, created.state) || w.count("SELECT COUNT(*) FROM favoritas WHERE tramo_id = 6") != 1 {
		t.Errorf("state %v", moved.state)
	}
}
