package zonafavorita

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How parking_zona_favorita takes what the service answers, or fails to answer.

// When the listing does not tell the id either, the favourite is in the state
// without one, and nothing is done to it that would hit another or make a second.
func TestZonaFavoritaSavedWithoutID(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]http.HandlerFunc{
		"the listing fails":     answers.Body(500, `averiado`),
		"the listing is behind": answers.Body(200, `{"estado":"ok","data":{"favoritas":[]}}`),
	}, func(t *testing.T, look http.HandlerFunc) {
		w := acctest.NewServer(t, sandbox.Options{})
		p := w.Proto(nil)
		planned := p.Plan(typeName, none, acctest.DeclaredFavorita)
		later := answers.AfterFirst(readList, look) // the first is the apply's own look
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if r.Method == http.MethodPut {
				return w.CarriedOut(`{"estado":"ok","data":{"mensaje":"Favorita guardada"}}`)
			}
			return later(r)
		})
		created := p.ApplyPlan(t.Context(), typeName, none, acctest.DeclaredFavorita, planned)
		acctest.Expect(t, "saved", created.Warnings(), "The favourite of client 1 at zone 1, section 5, space 17 saved, but not read back")
		acctest.ExpectWarned(t, "created", created, acctest.Values{"id": nil, "celda_id": 17}) // an error would taint it
		acctest.ExpectSame(t, "created identity", created.Identity, acctest.Values{"cliente_id": 1, "id": nil})
		w.Answer(nil)
		w.Requests()
		for what, config := range map[string]acctest.Values{"update": section(6), "delete": nil} {
			kept := p.Apply(typeName, created, config)
			acctest.Expect(t, what, kept.Errors(), "Favourite without an identifier")
			acctest.ExpectSame(t, what, kept.State, created.State)
		}
		w.ExpectRequests(map[string]int{})
		read := p.Read(typeName, created)
		acctest.ExpectState(t, "refreshed", read, acctest.Values{"id": 1})
		acctest.ExpectSame(t, "refreshed identity", read.Identity, acctest.Values{"cliente_id": 1, "id": 1})
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
	})
}

// The document does not show how favourites are listed. How their list may be shaped is drawn by the tests of the main job.
func TestZonaFavoritaShapesOfTheListing(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaServer(t)
	const fields = `"cliente_id":1,"zona_id":1,"tramo_id":5,"celda_id":17`
	for data, changes := range map[string]acctest.Values{
		`[{"zona_id":4,"tramo_id":null,"celda_id":null},{` + fields + `}]`: nil, // without identifiers, by its place
		`[{"id":1,"tramo_id":5}]`: nil,
		`[{"id":9,"zona_id":7,"tramo_id":null,"celda_id":null},{"id":1,` + fields + `}]`: nil,
		`[{"id":1,"zona_id":1,"celda_id":null}]`:                                         {"celda_id": nil}, // null is a value
	} {
		lists(w, data)
		acctest.ExpectWhole(t, data, p.Read(typeName, created), created.State.With(changes))
	}
	// An import knows the id only, and the record's key is it.
	lists(w, `{"2":{"zona_id":null,"tramo_id":null},"1":{`+fields+`}}`)
	acctest.ExpectWhole(t, "imported", p.Read(typeName, p.ImportID(typeName, "1/1")), created.State)
	acctest.ExpectHeld(t, "a record of no place was taken for another's", p.Read(typeName, p.ImportID(typeName, "1/3")), nil)
}

// A favourite is gone if its client's list omits it, and so does the one that is filtered by its place, or if both are denied.
func TestZonaFavoritaNotGoneWithoutEvidence(t *testing.T) {
	t.Parallel()
	w, _, created := favoritaServer(t)
	empty := answers.Body(200, `{"estado":"ok","data":{"favoritas":[]}}`)
	denied := answers.Body(404, `{"estado":"fail","error":"mantenimiento"}`) // as any filter that matches nothing
	for name, c := range map[string]struct {
		whole, narrowed http.HandlerFunc // nil: the sandbox answers
		says            []string
		gone            bool
	}{
		"empty":     {whole: empty},
		"null":      {whole: answers.Body(200, `{"estado":"ok","data":null}`)},
		"a message": {whole: answers.Body(200, `{"estado":"ok","data":{"mensaje":"sin favoritas"}}`)},
		"401 of the filter": {whole: empty, narrowed: answers.Body(401, `{"estado":"fail","error":"No existe"}`),
			says: []string{"Unable to read favourite"}},
		"only the whole list is denied": {whole: denied, narrowed: empty, says: []string{"cliente_id: Unable to read favourite"}},
		"both are empty":                {whole: empty, narrowed: empty, gone: true},
		"both are denied":               {whole: denied, narrowed: denied, gone: true},
	} {
		w.Answer(func(r *http.Request) http.HandlerFunc {
			switch {
			case r.URL.Path != acctest.Favoritas:
				return nil
			case r.URL.RawQuery == "":
				return c.whole
			}
			return c.narrowed
		})
		read, want := w.Proto(nil).Read(typeName, created.Later(t)), created.State
		if c.gone {
			want = nil
		}
		acctest.Expect(t, name, append(read.Errors(), read.Warnings()...), c.says...)
		acctest.ExpectSame(t, name, read.State, want)
	}
}

// A favourite that was deleted and saved again outside Terraform has a new identifier. An update keeps it, and timeouts are not sent.
func TestZonaFavoritaImportAndIdentity(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaServer(t)
	w.Exec("UPDATE favoritas SET id = 77")
	held := p.Read(typeName, created)
	for _, config := range []acctest.Values{section(5), section(5).With(acctest.Values{"timeouts": acctest.Values{"read": "1m"}})} {
		held = p.Apply(typeName, held, config)
		acctest.ExpectState(t, "updated", held, acctest.Values{"id": 77})
		acctest.ExpectSame(t, "updated identity", held.Identity, acctest.Values{"cliente_id": 1, "id": 77})
	}
	w.ExpectRequests(map[string]int{"zonas_favoritas": 1, "guardar_zona_favorita": 1})
	acctest.ExpectState(t, "no such pair", p.Read(typeName, p.ImportID(typeName, "1/1")), nil)
	acctest.Expect(t, "no pair", p.ImportID(typeName, "1/0").Errors(), "Invalid import identifier")
}

// A second favourite at the place is a warning of each refresh, which names both, and nothing is done about it.
func TestZonaFavoritaSavedMoreThanOnce(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaServer(t)
	record := func(id, celda int) string {
		return fmt.Sprintf(`{"id":%d,"cliente_id":1,"zona_id":1,"tramo_id":5,"celda_id":%d}`, id, celda)
	}
	one, other := record(1, 17), record(2, 18)
	lists(w, "["+strings.Join([]string{record(4, 17), one, record(3, 17), other}, ",")+"]")
	read := p.Read(typeName, created)
	acctest.Expect(t, "twice", read.Warnings(), "Favourite saved more than once: 1 at zone 1, section 5, space 17")
	acctest.ExpectSame(t, "twice", read.State, created.State)
	lists(w, "["+one+","+other+"]")
	acctest.ExpectWhole(t, "once", p.Read(typeName, created), created.State)
}

// A deletion that fails keeps the state, unless the favourite is in no list that is shown.
func TestZonaFavoritaDelete(t *testing.T) {
	t.Parallel()
	w, _, created := favoritaServer(t)
	denied := answers.Body(404, `{"estado":"fail","error":"La favorita no existe"}`)
	for name, c := range map[string]struct{ answer, list http.HandlerFunc }{
		"500":              {answer: answers.Body(500, `{"estado":"fail","error":"La favorita no existe"}`)},
		"403":              {answer: answers.Body(403, `{"estado":"fail","error":"La favorita no existe"}`)},
		"404 of a page":    {answer: answers.Body(404, `<html>Not Found</html>`)},
		"still listed":     {answer: denied},
		"lists are denied": {answer: denied, list: denied},
	} {
		w.Answer(answers.On(map[string]http.HandlerFunc{"DELETE " + acctest.Favoritas: c.answer, readList: c.list}))
		failed := w.Proto(nil).Apply(typeName, created, nil)
		acctest.Expect(t, name, failed.Errors(), "Unable to delete favourite")
		acctest.ExpectSame(t, name, failed.State, created.State)
	}
	w.Answer(nil)
	w.Requests()
	// The second finds it gone already, and looks at the lists as a refresh does.
	for _, requests := range []map[string]int{{"borrar_zona_favorita": 1}, {"borrar_zona_favorita": 1, "zonas_favoritas": 3}} {
		acctest.ExpectState(t, "deleted", w.Proto(nil).Apply(typeName, created, nil), nil)
		w.ExpectRequests(requests)
		w.ExpectCount(0, "SELECT COUNT(*) FROM favoritas")
	}
}

// keepsLeftOut has the service keep the places of a favourite that a request leaves out;
// only celda_id is documented to be cleared, by null.
func keepsLeftOut(w *acctest.Server) {
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.Favoritas: func(rw http.ResponseWriter, r *http.Request) {
		var sent map[string]any
		acctest.Must(w.T, json.NewDecoder(r.Body).Decode(&sent))
		for _, place := range []string{"zona_id", "tramo_id", "celda_id"} {
			if _, there := sent[place]; sent["id"] != nil && !there {
				if held := w.Count("SELECT coalesce("+place+", 0) FROM favoritas WHERE id = ?", sent["id"]); held > 0 {
					sent[place] = held
				}
			}
		}
		text, err := json.Marshal(sent)
		acctest.Must(w.T, err)
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
		"section":                   {from: acctest.Values{"zona_id": 1, "tramo_id": 5}, to: acctest.Values{"zona_id": 1}, replaced: true},
		"section and cell":          {from: acctest.DeclaredFavorita, to: acctest.Values{"zona_id": 1}, replaced: true},
		"section for its zone":      {from: section(5), to: acctest.Values{"zona_id": 1}, replaced: true},
		"zone beside a section":     {from: acctest.Values{"zona_id": 1, "tramo_id": 5}, to: section(5)},
		"zone beside a cell":        {from: acctest.Values{"zona_id": 1, "celda_id": 17}, to: acctest.Values{"celda_id": 17}},
		"section beside a cell":     {from: acctest.Values{"tramo_id": 5, "celda_id": 17}, to: acctest.Values{"celda_id": 17}},
		"cell":                      {from: acctest.DeclaredFavorita, to: acctest.Values{"zona_id": 1, "tramo_id": 5}},
		"cell beside a zone":        {from: acctest.Values{"zona_id": 1, "celda_id": 17}, to: acctest.Values{"zona_id": 1}},
		"section for another":       {from: section(5), to: section(6)},
		"section for a cell beside": {from: section(5), to: acctest.Values{"zona_id": 1, "celda_id": 17}},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		keepsLeftOut(w)
		from, to := c.from.With(acctest.Values{"cliente_id": 1}), c.to.With(acctest.Values{"cliente_id": 1})
		held := w.Proto(nil).Apply(typeName, none, from)
		p := w.Proto(nil)
		var replaced []string
		if c.replaced {
			replaced = []string{"tramo_id"}
		}
		acctest.ExpectPlanned(t, "planned", p.Plan(typeName, held, to), replaced...)
		changed := p.Apply(typeName, held, to)
		acctest.NoErrors(t, "changed", changed)
		read := p.Read(typeName, changed)
		acctest.ExpectSame(t, "read", read.State, changed.State)
		again := w.Proto(nil).Plan(typeName, read, to)
		acctest.ExpectSame(t, "planned again", p.Decode(p.Schema.ResourceSchemas[typeName].ValueType(), again.PlannedState), read.State)
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
	})
}

// That a section is cleared can show in the apply alone; then nothing is written.
func TestZonaFavoritaPlaceClearedLate(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	zone := acctest.Values{"cliente_id": 1, "zona_id": 1, "celda_id": nil}
	held := w.Proto(nil).Apply(typeName, none, zone.With(acctest.Values{"tramo_id": 6}))
	w.Requests()
	late := w.Proto(nil).ApplyLate(typeName, held, "celda_id", acctest.UnknownNumber, zone)
	acctest.Expect(t, "error", late.Errors(), "tramo_id: Replacement needed, but an update was planned")
	acctest.ExpectSame(t, "late", late.State, held.State)
	w.ExpectRequests(map[string]int{})
}
