package provider

import (
	"net/http"
	"reflect"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How parking_zona_favorita takes what the service answers, or fails to answer.

// favoritaWorld has one favourite, created by the provider, and no requests yet.
func favoritaWorld(t *testing.T, options sandbox.Options) (*world, *proto, result) {
	t.Helper()
	w := newWorld(t, options)
	p := w.proto(nil)
	created := p.apply("parking_zona_favorita", result{}, declaredFavorita)
	if len(created.diags) > 0 {
		t.Fatal(created.errors(), created.warnings())
	}
	w.requests()
	return w, p, created
}

// When saving was not carried out, or that cannot be told, it is an error
// without a state. The next run looks first, so there is no second favourite.
func TestZonaFavoritaOutcomeUnknown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		fault     sandbox.Fault
		lookFails bool
	}{
		{"not carried out", sandbox.Fault{Kind: sandbox.Drop, When: sandbox.Before}, false},
		{"carried out", sandbox.Fault{Kind: sandbox.Drop, When: sandbox.After}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			c.fault.Key, c.fault.Times = "guardar_zona_favorita", 1
			w.box.Inject(c.fault)
			if c.lookFails {
				w.answer(afterFirst("GET "+favoritas, body(500, `{"estado":"fail","error":"base de datos"}`)))
			}
			created := w.proto(nil).apply("parking_zona_favorita", result{}, declaredFavorita)
			expect(t, "error", created.errors(), "Unable to create favourite", "zone 1, section 5, cell 17 of client 1", "It is not known whether")
			if created.state != nil {
				t.Errorf("in the state: %v", created.state)
			}
			w.answer(nil)
			again := w.proto(nil).apply("parking_zona_favorita", result{}, declaredFavorita)
			if len(again.errors()) > 0 || again.state["id"] != 1 {
				t.Error(again.errors(), again.state)
			}
			if n := w.count("SELECT COUNT(*) FROM favoritas"); n != 1 {
				t.Errorf("%d favourites", n)
			}
		})
	}
}

// A look that fails before anything is written is no reason to write.
func TestZonaFavoritaLookBeforeCreation(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.answer(on(map[string]http.HandlerFunc{"GET " + favoritas: body(500, `{"estado":"fail","error":"base de datos"}`)}))
	refused := w.proto(nil).apply("parking_zona_favorita", result{}, declaredFavorita)
	expect(t, "error", refused.errors(), "before it is created", "base de datos")
	if refused.state != nil {
		t.Errorf("in the state: %v", refused.state)
	}
	w.expectRequests(map[string]int{})

	// But this says that there is none.
	w.answer(on(map[string]http.HandlerFunc{"GET " + favoritas: body(200, `{"estado":"fail","error":"No existen favoritas"}`)}))
	created := w.proto(nil).apply("parking_zona_favorita", result{}, declaredFavorita)
	if len(created.errors()) > 0 || created.state["id"] != 1 {
		t.Error(created.errors(), created.state)
	}
}

// The document does not show what saving answers.
func TestZonaFavoritaSavedWithoutRecord(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"message":           `{"estado":"ok","data":{"mensaje":"Favorita guardada"}}`,
		"nothing":           `{"estado":"ok"}`,
		"record without id": `{"estado":"ok","data":{"cliente_id":1,"zona_id":1,"tramo_id":5,"celda_id":17}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			w.answer(on(map[string]http.HandlerFunc{"PUT " + favoritas: w.carriedOut(answer)}))
			created := w.proto(values{"adopt_existing": "never"}).apply("parking_zona_favorita", result{}, declaredFavorita)
			if len(created.diags) > 0 || created.state["id"] != 1 {
				t.Error(created.errors(), created.warnings(), created.state)
			}
			w.expectRequests(map[string]int{"zonas_favoritas": 2, "guardar_zona_favorita": 1})
		})
	}
}

// When the listing does not tell the id either, the favourite is in the state
// without one, and nothing is done to it that would hit another or make a second.
func TestZonaFavoritaSavedWithoutID(t *testing.T) {
	t.Parallel()
	for name, look := range map[string]http.HandlerFunc{
		"the listing fails":     body(500, `{"estado":"fail","error":"base de datos"}`),
		"the listing is behind": body(200, `{"estado":"ok","data":{"favoritas":[]}}`),
		"the listing is a page": body(200, `<html>`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			later := afterFirst("GET "+favoritas, look)
			put := on(map[string]http.HandlerFunc{"PUT " + favoritas: w.carriedOut(`{"estado":"ok","data":{"mensaje":"Favorita guardada"}}`)})
			w.answer(func(r *http.Request) http.HandlerFunc {
				if handler := put(r); handler != nil {
					return handler
				}
				return later(r)
			})
			p := w.proto(values{"refresh_max_age": "1h"})
			created := p.apply("parking_zona_favorita", result{}, declaredFavorita)
			if len(created.errors()) > 0 {
				t.Fatal("an error taints what is on the service:", created.errors())
			}
			expect(t, "warning", created.warnings(), "Favourite saved, but not read back", "section 5", "client 1")
			if created.state["id"] != nil || created.state["celda_id"] != 17 || created.identity["cliente_id"] != 1 {
				t.Errorf("state is %v, identity %v", created.state, created.identity)
			}
			w.answer(nil)
			w.requests()
			changed := p.apply("parking_zona_favorita", created, values{"cliente_id": 1, "tramo_id": 6})
			expect(t, "update", changed.errors(), "Unable to update favourite", "never told the identifier")
			removed := p.apply("parking_zona_favorita", created, nil)
			expect(t, "delete", removed.errors(), "Unable to delete favourite", "never told the identifier")
			if removed.state == nil || !reflect.DeepEqual(changed.state, created.state) {
				t.Errorf("changed to %v, removed to %v", changed.state, removed.state)
			}
			w.expectRequests(map[string]int{})
			if read := p.read("parking_zona_favorita", created); read.state["id"] != 1 || read.identity["id"] != 1 {
				t.Errorf("the next refresh did not fill in: %v %v", read.state, read.errors())
			}
			if n := w.count("SELECT COUNT(*) FROM favoritas"); n != 1 {
				t.Errorf("%d favourites", n)
			}
		})
	}
}

// The document does not show how favourites are listed (A8).
func TestZonaFavoritaShapesOfTheListing(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaWorld(t, sandbox.Options{})
	const fields = `"cliente_id":1,"zona_id":1,"tramo_id":5,"celda_id":17`
	for name, data := range map[string]string{
		"array":            `[{"id":1,` + fields + `}]`,
		"under a key":      `{"favoritas":[{"id":1,` + fields + `}],"total":1}`,
		"keyed by id":      `{"1":{` + fields + `},"2":{"cliente_id":1,"zona_id":3,"tramo_id":null,"celda_id":null}}`,
		"nested groups":    `{"zonas":[{"id":8,"zona_id":3}],"tramos":{"centro":[]},"celdas":{"centro":[{"id":1,` + fields + `}]}}`,
		"the one record":   `{"id":1,` + fields + `}`,
		"no id":            `[{"zona_id":4,"tramo_id":null,"celda_id":null},{` + fields + `}]`,
		"numbers as texts": `[{"id":"1","cliente_id":"1","zona_id":"1","tramo_id":"5","celda_id":"17"}]`,
		"fields left out":  `[{"id":1,"tramo_id":5}]`,
		"other order":      `[{"id":9,"zona_id":7,"tramo_id":null,"celda_id":null},{"id":1,` + fields + `}]`,
	} {
		w.answer(on(map[string]http.HandlerFunc{"GET " + favoritas: body(200, `{"estado":"ok","data":`+data+`}`)}))
		if read := p.read("parking_zona_favorita", created); len(read.diags) > 0 || !reflect.DeepEqual(read.state, created.state) {
			t.Errorf("%s: state is %v, %v", name, read.state, read.errors())
		}
	}
	// An import knows the id only, and the record's key is it.
	w.answer(on(map[string]http.HandlerFunc{"GET " + favoritas: body(200, `{"estado":"ok","data":{"2":{"zona_id":null,"tramo_id":null},"1":{`+fields+`}}}`)}))
	imports := w.proto(nil)
	if read := imports.read("parking_zona_favorita", p.importID("parking_zona_favorita", "1/1")); !reflect.DeepEqual(read.state, created.state) {
		t.Errorf("imported %v, %v", read.state, read.errors())
	}
	if read := p.read("parking_zona_favorita", p.importID("parking_zona_favorita", "1/3")); read.state != nil {
		t.Errorf("a record of no place was taken for another's: %v", read.state)
	}
	// Null is a value: the place was taken away.
	w.answer(on(map[string]http.HandlerFunc{"GET " + favoritas: body(200, `{"estado":"ok","data":[{"id":1,"zona_id":1,"celda_id":null}]}`)}))
	if read := p.read("parking_zona_favorita", created); read.state["celda_id"] != nil || read.state["tramo_id"] != 5 {
		t.Errorf("state is %v, %v", read.state, read.errors())
	}
}

// A favourite without an id is adopted all the same; there is nothing to import it by.
func TestZonaFavoritaAdoptedWithoutID(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.answer(on(map[string]http.HandlerFunc{"GET " + favoritas: body(200, `{"estado":"ok","data":[{"zona_id":1,"tramo_id":5,"celda_id":17}]}`)}))
	adopted := w.proto(nil).apply("parking_zona_favorita", result{}, declaredFavorita)
	expect(t, "warning", adopted.warnings(), "section 5, cell 17 as favourite already")
	if len(adopted.errors()) > 0 || adopted.state["id"] != nil || adopted.state["celda_id"] != 17 {
		t.Error(adopted.errors(), adopted.state)
	}
	never := w.proto(values{"adopt_existing": "never"}).apply("parking_zona_favorita", result{}, declaredFavorita)
	expect(t, "error", never.errors(), "Favourite exists already", "adopt_existing is never.")
	w.expectRequests(map[string]int{})
}

func TestZonaFavoritaNotGoneWithoutEvidence(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaWorld(t, sandbox.Options{})
	read := func(whole, narrowed http.HandlerFunc) result {
		w.answer(func(r *http.Request) http.HandlerFunc {
			if r.URL.RawQuery == "" {
				return whole
			}
			return narrowed
		})
		return p.read("parking_zona_favorita", created)
	}
	empty := body(200, `{"estado":"ok","data":{"favoritas":[]}}`)
	none := body(404, `{"estado":"fail","error":"El cliente no existe"}`)
	for name, whole := range map[string]http.HandlerFunc{"empty": empty, "404": none, "null": body(200, `{"estado":"ok","data":null}`)} {
		if stays := read(whole, nil); len(stays.diags) > 0 || !reflect.DeepEqual(stays.state, created.state) {
			t.Errorf("whole listing %s: not what the narrowed one says: %v %v", name, stays.state, stays.errors())
		}
		w.expectRequests(map[string]int{"zonas_favoritas": 1}) // the other is not the sandbox's
	}
	for name, answer := range map[string]http.HandlerFunc{
		"401":                 body(401, `{"estado":"fail","error":"No existe"}`),
		"403":                 body(403, `{"estado":"fail","error":"No existe"}`),
		"429":                 body(429, `{"estado":"fail","error":"No existe"}`),
		"500":                 body(500, `{"estado":"fail","error":"No existe"}`),
		"404 of a page":       body(404, `<html>Not Found</html>`),
		"nothing":             body(200, ``),
		"other failure":       body(200, `{"estado":"fail","error":"mantenimiento"}`),
		"content, no record":  body(200, `{"estado":"ok","data":{"mensaje":"sin favoritas"}}`),
		"records unlike":      body(200, `{"estado":"ok","data":[{"id":1,"zona":{"id":1}}]}`),
		"a text":              body(200, `{"estado":"ok","data":"ninguna"}`),
		"another client's":    body(200, `{"estado":"ok","data":[{"id":1,"cliente_id":2,"zona_id":1,"tramo_id":5,"celda_id":17}]}`),
		"ours and another's":  body(200, `{"estado":"ok","data":[{"id":1,"cliente_id":1,"zona_id":1,"tramo_id":5,"celda_id":17},{"id":2,"cliente_id":2,"zona_id":1}]}`),
		"a zone of no number": body(200, `{"estado":"ok","data":[{"id":1,"cliente_id":1,"zona_id":"centro"}]}`),
	} {
		for _, stays := range []result{read(answer, nil), read(empty, answer)} {
			if len(stays.errors()) != 1 || !reflect.DeepEqual(stays.state, created.state) {
				t.Errorf("%s: taken for gone, or for no error: %v %v", name, stays.state, stays.errors())
			}
		}
	}
	for _, answers := range [][2]http.HandlerFunc{{empty, empty}, {none, none}, {none, empty}} {
		if gone := read(answers[0], answers[1]); len(gone.errors()) > 0 || gone.state != nil {
			t.Errorf("not taken for gone: %v %v", gone.state, gone.errors())
		}
	}
}

func TestZonaFavoritaImportAndIdentity(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaWorld(t, sandbox.Options{})
	identity := values{"cliente_id": 1, "id": 1}
	if !reflect.DeepEqual(created.identity, identity) {
		t.Errorf("created: identity is %v", created.identity)
	}
	for name, imported := range map[string]result{
		"identity": p.importIdentity("parking_zona_favorita", identity),
		"pair":     p.importID("parking_zona_favorita", "1/1"),
		"itself":   created, // a refresh
	} {
		read := w.proto(nil).read("parking_zona_favorita", imported)
		if !reflect.DeepEqual(read.state, created.state) || !reflect.DeepEqual(read.identity, identity) {
			t.Errorf("%s: read %v, created %v; %v", name, read.state, created.state, read.errors())
		}
		w.expectRequests(map[string]int{"zonas_favoritas": 1})
	}
	w.exec("UPDATE favoritas SET id = 77")
	if anew := p.read("parking_zona_favorita", created); len(anew.diags) > 0 || anew.state["id"] != 77 || anew.identity["id"] != 77 {
		t.Errorf("saved anew: read %v, %v", anew.state, anew.errors())
	}
	w.exec("UPDATE favoritas SET id = 1")
	w.requests()
	updated := p.apply("parking_zona_favorita", created, values{"cliente_id": 1, "tramo_id": 5})
	if len(updated.diags) > 0 || !reflect.DeepEqual(updated.identity, identity) {
		t.Errorf("updated: identity is %v, %v", updated.identity, updated.errors())
	}
	w.expectRequests(map[string]int{"zonas_favoritas": 2, "guardar_zona_favorita": 1})
	patient := p.apply("parking_zona_favorita", updated, values{"cliente_id": 1, "tramo_id": 5, "timeouts": values{"read": "1m"}})
	if len(patient.diags) > 0 || !reflect.DeepEqual(patient.identity, identity) {
		t.Errorf("timeouts: identity is %v, %v", patient.identity, patient.errors())
	}
	for _, bad := range []string{"1", "1/", "/1", "0/1", "1/0", "1/-1", "a/1", "1/b", "1/1/1", " 1/1"} {
		expect(t, bad, p.importID("parking_zona_favorita", bad).errors(), "Invalid import identifier", "12/77")
	}
	w.expectRequests(map[string]int{})
	if none := p.read("parking_zona_favorita", p.importID("parking_zona_favorita", "1/77")); none.state != nil || len(none.errors()) > 0 {
		t.Errorf("no such pair: %v %v", none.state, none.errors()) // Terraform says that it does not exist
	}
}

func TestZonaFavoritaRefreshMaxAge(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(values{"refresh_max_age": "1h"})
	created := p.apply("parking_zona_favorita", result{}, declaredFavorita)
	w.requests()
	read := p.read("parking_zona_favorita", created)
	if !reflect.DeepEqual(read.state, created.state) || !reflect.DeepEqual(read.identity, created.identity) {
		t.Errorf("state is %v, identity %v", read.state, read.identity)
	}
	w.expectRequests(map[string]int{})
	w.proto(values{"refresh_max_age": "1ns"}).read("parking_zona_favorita", created)
	w.expectRequests(map[string]int{"zonas_favoritas": 1})

	// Updating verifies, changing nothing on the service does not.
	patient := p.apply("parking_zona_favorita", result{state: created.state}, values{"cliente_id": 1, "zona_id": 1, "tramo_id": 5, "celda_id": 17, "timeouts": values{"read": "1m"}})
	p = w.proto(values{"refresh_max_age": "1h"}) // without its private state it is another block
	patient = p.read("parking_zona_favorita", patient)
	w.expectRequests(map[string]int{"zonas_favoritas": 1})
	changed := p.apply("parking_zona_favorita", patient, values{"cliente_id": 1, "tramo_id": 6})
	p.read("parking_zona_favorita", changed)
	w.expectRequests(map[string]int{"zonas_favoritas": 2, "guardar_zona_favorita": 1})
}

// A favourite that was accepted without a record and that no listing shows yet
// is not forgotten, or the next apply would save it again.
func TestZonaFavoritaAcceptedAndNotListedYet(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.answer(on(map[string]http.HandlerFunc{
		"PUT /external/zona-favorita": w.carriedOut(`{"estado":"ok","data":{"message":"hecho"}}`),
		"GET /external/zona-favorita": body(200, `{"estado":"ok","data":{"favoritas":[]}}`),
	}))
	p := w.proto(nil)
	created := p.apply("parking_zona_favorita", result{}, values{"cliente_id": 1, "tramo_id": 5})
	expect(t, "warning", created.warnings(), "Favourite saved, but not read back")
	read := p.read("parking_zona_favorita", created)
	expect(t, "warning", read.warnings(), "Favourite not seen yet", "section 5", "terraform state rm")
	if read.state == nil {
		t.Fatal("forgotten")
	}
	w.answer(nil)
	if seen := p.read("parking_zona_favorita", read); seen.state["id"] != 1 || len(seen.diags) > 0 {
		t.Errorf("%v %v", seen.state, seen.warnings())
	}
}
