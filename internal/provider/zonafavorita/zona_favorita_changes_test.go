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
	w, p, created := favoritaServer(t)
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
	w, _, created := favoritaServer(t)
	none := answers.Body(404, `{"estado":"fail","error":"La favorita no existe"}`)
	for name, answer := range map[string]http.HandlerFunc{
		"500":              answers.Body(500, `{"estado":"fail","error":"La favorita no existe"}`),
		"403":              answers.Body(403, `{"estado":"fail","error":"La favorita no existe"}`),
		"other failure":    answers.Body(200, `{"estado":"fail","error":"mantenimiento"}`),
		"404 of a page":    answers.Body(404, `<html>Not Found</html>`),
		"still listed":     none,
		"lists are denied": none,
	} {
		handlers := map[string]http.HandlerFunc{"DELETE " + acctest.Favoritas: answer}
		if name == "lists are denied" {
			handlers["GET "+acctest.Favoritas] = none
		}
		w.Answer(answers.On(handlers))
		failed := w.Proto(nil).Apply("parking_zona_favorita", created, nil)
		acctest.Expect(t, name, failed.Errors(), "Unable to delete favourite")
		acctest.ExpectSame(t, name, failed.State, created.State)
	}
	w.Answer(nil)
	w.Requests()
	// The second finds it gone already, and looks at the lists as a refresh does.
	for _, requests := range []map[string]int{{"borrar_zona_favorita": 1}, {"borrar_zona_favorita": 1, "zonas_favoritas": 3}} {
		acctest.ExpectState(t, "deleted", w.Proto(nil).Apply("parking_zona_favorita", created, nil), nil)
		w.ExpectRequests(requests)
		w.ExpectCount(0, "SELECT COUNT(*) FROM favoritas")
	}
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
	w, _, _ := favoritaServer(t)
	state := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, acctest.Values{"cliente_id": 1, "zona_id": 1, "tramo_id": 6})
	w.Requests()
	late := w.Proto(nil).ApplyLate("parking_zona_favorita", state, "celda_id", acctest.UnknownNumber, acctest.Values{"cliente_id": 1, "zona_id": 1, "celda_id": nil})
	acctest.Expect(t, "error", late.Errors(), "tramo_id: Replacement needed, but an update was planned")
	acctest.ExpectSame(t, "late", late.State, state.State)
	w.ExpectRequests(map[string]int{})
}
