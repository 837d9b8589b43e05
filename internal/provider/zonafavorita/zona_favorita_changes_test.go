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
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How updating and deleting a favourite takes what the service answers.

// The interface says that a cell is emptied by null; leaving it out may keep it.
func TestZonaFavoritaClearsTheCellByNull(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaServer(t, sandbox.Options{})
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
		w, p, created := favoritaServer(t, sandbox.Options{FailStatus: status})
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
		for looks := range 2 { // the second finds it gone already, and looks at the list again
			acctest.ExpectState(t, "deleted", w.Proto(nil).Apply("parking_zona_favorita", created, nil), nil)
			w.ExpectRequests(map[string]int{"zonas_favoritas": 1 + looks, "borrar_zona_favorita": 1})
			w.ExpectCount(0, "SELECT COUNT(*) FROM favoritas")
		}
	}
}

// An identifier that belongs to another favourite of the client, after a restore, is neither deleted nor moved where the state
// was not refreshed, also not onto another one. A list that omits it, or cannot be read, forbids no deletion.
func TestZonaFavoritaIdentifierOfAnother(t *testing.T) {
	t.Parallel()
	const other = "Favourite is another one"
	acctest.Each(t, map[string]string{
		"section": "tramo_id = 6", "section cleared": "tramo_id = NULL, celda_id = NULL", "space": "celda_id = 18", "nothing": "zona_id = NULL, tramo_id = NULL, celda_id = NULL",
	}, func(t *testing.T, set string) {
		w, p, created := favoritaServer(t, sandbox.Options{})
		w.Exec("UPDATE favoritas SET " + set)
		w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (77, 1, 7)")
		for what, declared := range map[string]acctest.Values{
			"destroy": nil, "move": {"cliente_id": 1, "tramo_id": 8}, "move onto another": {"cliente_id": 1, "tramo_id": 7},
		} {
			after := p.Apply("parking_zona_favorita", created, declared)
			acctest.Expect(t, what, after.Errors(), other)
			acctest.ExpectSame(t, what, after.State, created.State)
			w.ExpectRequests(map[string]int{"zonas_favoritas": 1})
		}
		acctest.ExpectState(t, "refreshed", p.Apply("parking_zona_favorita", p.Read("parking_zona_favorita", created), nil), nil)
	})
	acctest.Each(t, map[string]http.HandlerFunc{
		"without place": answers.Body(200, `{"estado":"ok","data":[{"id":1,"zona_id":1}]}`),
		"not listed":    answers.Body(200, `{"estado":"ok","data":[{"id":2,"tramo_id":6}]}`),
		"not readable":  answers.Body(500, `{"estado":"fail","error":"base de datos"}`),
	}, func(t *testing.T, list http.HandlerFunc) {
		w, p, created := favoritaServer(t, sandbox.Options{})
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Favoritas: list}))
		acctest.ExpectState(t, "destroyed", p.Apply("parking_zona_favorita", created, nil), nil)
		w.ExpectCount(0, "SELECT COUNT(*) FROM favoritas")
	})
	_, p, _ := favoritaServer(t, sandbox.Options{}) // an import that was not read knows no place
	acctest.ExpectState(t, "imported", p.Apply("parking_zona_favorita", p.ImportID("parking_zona_favorita", "1/1"), nil), nil)
}

// A move whose answer was lost is no other favourite in the next run, and what is not at the new place after the move is left there.
func TestZonaFavoritaMovedBeforeOrAfter(t *testing.T) {
	t.Parallel()
	there := acctest.Values{"cliente_id": 1, "tramo_id": 6}
	w, p, created := favoritaServer(t, sandbox.Options{})
	w.Exec("UPDATE favoritas SET zona_id = NULL, tramo_id = 6, celda_id = NULL")
	acctest.ExpectState(t, "moved before", p.Apply("parking_zona_favorita", created, there), acctest.Values{"id": 1, "tramo_id": 6})

	w, p, created = favoritaServer(t, sandbox.Options{})
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.Favoritas: func(rw http.ResponseWriter, r *http.Request) {
		w.Box.ServeHTTP(rw, r)
		w.Exec("UPDATE favoritas SET tramo_id = 8")
		w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (77, 1, 6)")
	}}))
	acctest.NoMessages(t, "moved after", p.Apply("parking_zona_favorita", created, there))
	w.ExpectRequests(map[string]int{"zonas_favoritas": 2, "guardar_zona_favorita": 1})
	w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas WHERE id = 1 AND tramo_id = 8")
}

// A move that fails leaves the favourite free to be adopted, or moved again.
func TestZonaFavoritaMoveFails(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
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
func keepsLeftOut(w *acctest.Server) {
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
		w := acctest.NewServer(t, sandbox.Options{})
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
	w, _, _ := favoritaServer(t, sandbox.Options{})
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
	w, _, created := favoritaServer(t, sandbox.Options{})
	w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (77, 1, 6)")
	moved := w.Proto(nil).Apply("parking_zona_favorita", created, acctest.Values{"cliente_id": 1, "tramo_id": 6})
	acctest.Expect(t, "warning", moved.Warnings(), "Existing favourite adopted")
	acctest.ExpectWarned(t, "moved", moved, acctest.Values{"id": 77})
	w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
}

// Where deleting it fails, the next run adopts the other one all the same, also in this process.
func TestZonaFavoritaMovedOntoAnotherFails(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaServer(t, sandbox.Options{})
	w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (77, 1, 6)")
	w.Box.Inject(sandbox.Fault{Key: "borrar_zona_favorita", Kind: sandbox.Status503, When: sandbox.Before, Times: 1})
	there := acctest.Values{"cliente_id": 1, "tramo_id": 6}
	failed := p.Apply("parking_zona_favorita", created, there)
	acctest.Expect(t, "failed", failed.Errors(), "Unable to update favourite")
	moved := p.Apply("parking_zona_favorita", p.Read("parking_zona_favorita", created), there)
	acctest.ExpectWarned(t, "moved", moved, acctest.Values{"id": 77})
	w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
}

// A favourite that no list has shown yet stays in the state until one does, so that it is not saved a second time.
func TestZonaFavoritaNotListedYet(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
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
	gone := p.Read("parking_zona_favorita", read.Later(t))
	acctest.NoMessages(t, "once seen, it is gone when both lists do not show it", read)
	acctest.ExpectHeld(t, "once seen, it is gone when both lists do not show it", gone, nil)
}
