package zonafavorita

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How parking_zona_favorita takes what the service answers, or fails to answer.

// favoritaServer has one favourite, created by the provider, and no requests yet.
func favoritaServer(t *testing.T) (*acctest.Server, *acctest.Proto, acctest.Result) {
	t.Helper()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	created := p.Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
	acctest.NoMessages(t, "created", created)
	w.Requests()
	return w, p, created
}

// A look that fails before anything is written is no reason to write.
func TestZonaFavoritaLookBeforeCreation(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Favoritas: answers.Body(500, `averiado`)}))
	refused := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
	acctest.ExpectRefused(t, "error", refused, "Unable to create favourite")
	acctest.Expect(t, "the plan's warning", refused.PlanWarnings(), "Favourites not checked")
	w.ExpectRequests(map[string]int{})

	// But this is said of every client, and the service shows another thing.
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Favoritas: answers.Body(200, `{"estado":"fail","error":"No existen favoritas"}`)}))
	created := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
	acctest.ExpectState(t, "created", created, acctest.Values{"id": 1})
}

// When the listing does not tell the id either, the favourite is in the state
// without one, and nothing is done to it that would hit another or make a second.
func TestZonaFavoritaSavedWithoutID(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]http.HandlerFunc{
		"the listing fails":     answers.Body(500, `averiado`),
		"the listing is behind": answers.Body(200, `{"estado":"ok","data":{"favoritas":[]}}`),
		"the listing is a page": answers.Body(200, `<html>`),
	}, func(t *testing.T, look http.HandlerFunc) {
		w := acctest.NewServer(t, sandbox.Options{})
		p := w.Proto(nil)
		planned := p.Plan("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
		acctest.ExpectPlanned(t, "planned", planned)
		later := answers.AfterFirst("GET "+acctest.Favoritas, look) // the first is the apply's own look
		put := answers.On(map[string]http.HandlerFunc{"PUT " + acctest.Favoritas: w.CarriedOut(`{"estado":"ok","data":{"mensaje":"Favorita guardada"}}`)})
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if handler := put(r); handler != nil {
				return handler
			}
			return later(r)
		})
		created := p.ApplyPlan(t.Context(), "parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita, planned)
		acctest.NoErrors(t, "an error taints what is on the service", created)
		acctest.Expect(t, "warning", created.Warnings(), "The favourite of client 1 at zone 1, section 5, space 17 saved, but not read back")
		acctest.ExpectHeld(t, "created", created, acctest.Values{"id": nil, "celda_id": 17})
		acctest.ExpectSame(t, "created identity", created.Identity, acctest.Values{"cliente_id": 1, "id": nil})
		w.Answer(nil)
		w.Requests()
		changed := p.Apply("parking_zona_favorita", created, acctest.Values{"cliente_id": 1, "tramo_id": 6})
		acctest.Expect(t, "update", changed.Errors(), "Favourite without an identifier")
		removed := p.Apply("parking_zona_favorita", created, nil)
		acctest.Expect(t, "delete", removed.Errors(), "Favourite without an identifier")
		acctest.ExpectHeld(t, "removed", removed, acctest.Values{})
		acctest.ExpectSame(t, "changed", changed.State, created.State)
		w.ExpectRequests(map[string]int{})
		read := p.Read("parking_zona_favorita", created)
		acctest.ExpectHeld(t, "refreshed", read, acctest.Values{"id": 1})
		acctest.ExpectSame(t, "refreshed identity", read.Identity, acctest.Values{"cliente_id": 1, "id": 1})
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas")
	})
}

// The document does not show how favourites are listed. How their list may be shaped is drawn by the tests of the main job.
func TestZonaFavoritaShapesOfTheListing(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaServer(t)
	const fields = `"cliente_id":1,"zona_id":1,"tramo_id":5,"celda_id":17`
	for name, data := range map[string]string{
		"no id":           `[{"zona_id":4,"tramo_id":null,"celda_id":null},{` + fields + `}]`,
		"fields left out": `[{"id":1,"tramo_id":5}]`,
		"other order":     `[{"id":9,"zona_id":7,"tramo_id":null,"celda_id":null},{"id":1,` + fields + `}]`,
	} {
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Favoritas: answers.Body(200, `{"estado":"ok","data":`+data+`}`)}))
		if read := p.Read("parking_zona_favorita", created); len(read.Diags) > 0 || !reflect.DeepEqual(read.State, created.State) {
			t.Errorf("%s: state is %v, %v", name, read.State, read.Errors())
		}
	}
	// An import knows the id only, and the record's key is it.
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Favoritas: answers.Body(200, `{"estado":"ok","data":{"2":{"zona_id":null,"tramo_id":null},"1":{`+fields+`}}}`)}))
	imports := w.Proto(nil)
	acctest.ExpectSame(t, "read", imports.Read("parking_zona_favorita", p.ImportID("parking_zona_favorita", "1/1")).State, created.State)
	acctest.ExpectHeld(t, "a record of no place was taken for another's", p.Read("parking_zona_favorita", p.ImportID("parking_zona_favorita", "1/3")), nil)
	// Null is a value: the place was taken away.
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Favoritas: answers.Body(200, `{"estado":"ok","data":[{"id":1,"zona_id":1,"celda_id":null}]}`)}))
	acctest.ExpectHeld(t, "read", p.Read("parking_zona_favorita", created), acctest.Values{"celda_id": nil, "tramo_id": 5})
}

// A favourite without an id is adopted.
func TestZonaFavoritaAdoptedWithoutID(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Favoritas: answers.Body(200, `{"estado":"ok","data":[{"zona_id":1,"tramo_id":5,"celda_id":17}]}`)}))
	adopted := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, acctest.DeclaredFavorita)
	acctest.Expect(t, "the plan's warning", adopted.PlanWarnings(), "Favourite of client 1 at zone 1, section 5, space 17 already exists")
	acctest.ExpectState(t, "adopted", adopted, acctest.Values{"id": nil, "celda_id": 17})
	w.ExpectRequests(map[string]int{})
}

// Of several at a place the oldest is adopted, and none that leaves out the most precise place that is declared, or has an id
// of 0.
func TestZonaFavoritaAdoptedByPlace(t *testing.T) {
	t.Parallel()
	const place = `,"zona_id":1,"tramo_id":5,"celda_id":17}`
	section := acctest.Values{"cliente_id": 1, "zona_id": 1, "tramo_id": 1}
	for data, c := range map[string]struct {
		declared acctest.Values
		want     int // 1 if it is created
	}{
		`{"id":9` + place + `,{"id":7` + place + `,{"id":8` + place: {acctest.DeclaredFavorita, 7},
		`{"id":9,"zona_id":1,"tramo_id":5}`:                         {acctest.DeclaredFavorita, 1},
		`{"id":9,"zona_id":1}`:                                      {section, 1},
		`{"id":0,"zona_id":9,"tramo_id":9,"celda_id":null}`:         {section, 1},
	} {
		w := acctest.NewServer(t, sandbox.Options{})
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Favoritas: answers.Body(200, `{"estado":"ok","data":[`+data+`]}`)}))
		acctest.ExpectHeld(t, data, w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, c.declared), acctest.Values{"id": c.want})
	}
}

func TestZonaFavoritaNotGoneWithoutEvidence(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaServer(t)
	read := func(whole, narrowed http.HandlerFunc) acctest.Result {
		w.Answer(func(r *http.Request) http.HandlerFunc {
			switch {
			case r.URL.Path != acctest.Favoritas:
				return nil
			case r.URL.RawQuery == "":
				return whole
			}
			return narrowed
		})
		return p.Read("parking_zona_favorita", created.Later(t))
	}
	empty := answers.Body(200, `{"estado":"ok","data":{"favoritas":[]}}`)
	for name, whole := range map[string]http.HandlerFunc{"empty": empty, "null": answers.Body(200, `{"estado":"ok","data":null}`), "a message": answers.Body(200, `{"estado":"ok","data":{"mensaje":"sin favoritas"}}`)} {
		stays := read(whole, nil)
		acctest.ExpectWhole(t, name, stays, created.State)
		w.ExpectRequests(map[string]int{"zonas_favoritas": 1}) // the other is not the sandbox's
	}
	for name, answer := range map[string]http.HandlerFunc{
		"401":                answers.Body(401, `{"estado":"fail","error":"No existe"}`),
		"ours and another's": answers.Body(200, `{"estado":"ok","data":[{"id":1,"cliente_id":1,"zona_id":1,"tramo_id":5,"celda_id":17},{"id":2,"cliente_id":2,"zona_id":1}]}`),
	} {
		stays := read(empty, answer)
		if len(stays.Errors()) != 1 || !reflect.DeepEqual(stays.State, created.State) {
			t.Errorf("%s: taken for gone, or for no error: %v %v", name, stays.State, stays.Errors())
		}
	}
	none := answers.Body(404, `{"estado":"fail","error":"mantenimiento"}`) // as any filter that matches nothing
	stays := read(none, empty)
	acctest.Expect(t, "only the whole list is denied", stays.Errors(), "cliente_id: Unable to read favourite")
	for _, answers := range [][2]http.HandlerFunc{{empty, empty}, {none, none}} {
		acctest.ExpectWarned(t, "not taken for gone", read(answers[0], answers[1]), nil)
	}
}

func TestZonaFavoritaImportAndIdentity(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaServer(t)
	identity := acctest.Values{"cliente_id": 1, "id": 1}
	w.Proto(nil).Read("parking_zona_favorita", created)
	w.ExpectRequests(map[string]int{"zonas_favoritas": 1})
	w.Exec("UPDATE favoritas SET id = 77")
	anew := p.Read("parking_zona_favorita", created)
	acctest.ExpectState(t, "anew", anew, acctest.Values{"id": 77})
	acctest.ExpectSame(t, "anew identity", anew.Identity, acctest.Values{"cliente_id": 1, "id": 77})
	w.Exec("UPDATE favoritas SET id = 1")
	w.Requests()
	updated := p.Apply("parking_zona_favorita", created, acctest.Values{"cliente_id": 1, "tramo_id": 5})
	acctest.NoMessages(t, "updated", updated)
	acctest.ExpectSame(t, "updated identity", updated.Identity, identity)
	w.ExpectRequests(map[string]int{"guardar_zona_favorita": 1})
	patient := p.Apply("parking_zona_favorita", updated, acctest.Values{"cliente_id": 1, "tramo_id": 5, "timeouts": acctest.Values{"read": "1m"}})
	acctest.NoMessages(t, "patient", patient)
	acctest.ExpectSame(t, "patient identity", patient.Identity, identity)
	for _, bad := range []string{"1", "1/", "/1", "0/1", "1/0", "1/-1", "a/1", "1/b", "1/1/1", " 1/1"} {
		acctest.Expect(t, bad, p.ImportID("parking_zona_favorita", bad).Errors(), "Invalid import identifier")
	}
	w.ExpectRequests(map[string]int{})
	acctest.ExpectWarned(t, "no such pair", p.Read("parking_zona_favorita", p.ImportID("parking_zona_favorita", "1/77")), nil)
}

// A second favourite at the place is a warning of each refresh, which names both, and nothing is done about it.
func TestZonaFavoritaSavedMoreThanOnce(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaServer(t)
	record := func(id, celda int) string {
		return fmt.Sprintf(`{"id":%d,"cliente_id":1,"zona_id":1,"tramo_id":5,"celda_id":%d}`, id, celda)
	}
	list := func(records ...string) {
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/zona-favorita": answers.Body(200, `{"estado":"ok","data":[`+strings.Join(records, ",")+`]}`)}))
	}
	list(record(4, 17), record(1, 17), record(3, 17), record(2, 18))
	read := p.Read("parking_zona_favorita", created)
	acctest.Expect(t, "twice", read.Warnings(), "Favourite saved more than once: 1 at zone 1, section 5, space 17")
	acctest.ExpectSame(t, "twice", read.State, created.State)
	list(record(1, 17), record(2, 18))
	acctest.ExpectWhole(t, "once", p.Read("parking_zona_favorita", created), created.State)
}

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
