package zonafavorita

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const (
	typeName = "parking_zona_favorita"
	readList = "GET " + acctest.Favoritas
)

var none acctest.Result // the state before a creation

// section is a favourite section of client 1.
func section(tramo int) acctest.Values { return acctest.Values{"cliente_id": 1, "tramo_id": tramo} }

// favoritaServer has one favourite, created by the provider, and no requests yet.
func favoritaServer(t *testing.T) (*acctest.Server, *acctest.Proto, acctest.Result) {
	t.Helper()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	created := p.Apply(typeName, none, acctest.DeclaredFavorita)
	acctest.NoMessages(t, "created", created)
	w.Requests()
	return w, p, created
}

// lists has the service list these favourites.
func lists(w *acctest.Server, data string) {
	w.Answer(answers.On(map[string]http.HandlerFunc{readList: answers.Body(http.StatusOK, `{"estado":"ok","data":`+data+`}`)}))
}

// Every change behind Terraform's back is seen and undone in place.
func TestZonaFavoritaDriftOfEachAttribute(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaServer(t)
	for set, seen := range map[string]acctest.Values{
		"zona_id = 2": {"zona_id": 2}, "tramo_id = 6": {"tramo_id": 6}, "celda_id = 18": {"celda_id": 18},
		"zona_id = NULL": {"zona_id": nil}, "tramo_id = NULL": {"tramo_id": nil}, "celda_id = NULL": {"celda_id": nil},
	} {
		w.Exec("UPDATE favoritas SET " + set)
		drifted := p.Read(typeName, created)
		acctest.ExpectHeld(t, set, drifted, seen)
		acctest.ExpectWhole(t, set, p.Apply(typeName, drifted, acctest.DeclaredFavorita), created.State)
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas WHERE zona_id = 1 AND tramo_id = 5 AND celda_id = 17")
		w.ExpectRequests(map[string]int{"zonas_favoritas": 1, "guardar_zona_favorita": 1})
	}
}

// Each kind of place alone. A section lies in a zone and a cell in a section:
// what the service adds by itself is not drift.
func TestZonaFavoritaPlaceAddedByTheService(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p, held := w.Proto(nil), none
	for _, c := range []struct {
		attribute string
		number    int
		added     string
	}{
		{"zona_id", 1, "id = 1"}, // nothing is coarser
		{"celda_id", 17, "zona_id = 1, tramo_id = 5"},
		{"tramo_id", 5, "zona_id = 1"},
	} {
		held = p.Apply(typeName, held, acctest.Values{"cliente_id": 1, c.attribute: c.number})
		want := acctest.Values{"id": 1, "cliente_id": 1, "zona_id": nil, "tramo_id": nil, "celda_id": nil, "timeouts": nil}
		want[c.attribute] = c.number
		acctest.ExpectWhole(t, c.attribute, held, want)
		w.Exec("UPDATE favoritas SET " + c.added)
		acctest.ExpectSame(t, c.attribute, p.Read(typeName, held).State, want)
	}
	// What is finer than declared is one.
	w.Exec("UPDATE favoritas SET celda_id = 17")
	acctest.ExpectHeld(t, "read", p.Read(typeName, held), acctest.Values{"celda_id": 17})
}

func TestZonaFavoritaRefusedByTheService(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	for attribute, place := range map[string]acctest.Values{
		"cliente_id": {"cliente_id": 99, "tramo_id": 5}, "zona_id": {"cliente_id": 1, "zona_id": 99}, "tramo_id": section(999),
		"celda_id": {"cliente_id": 1, "celda_id": 999},
	} {
		created := w.Proto(nil).Apply(typeName, none, place)
		acctest.ExpectRefused(t, attribute, created, attribute+": Unable to create favourite")
		acctest.Expect(t, attribute+", planned", created.PlanWarnings())
		w.ExpectRequests(map[string]int{"zonas_favoritas": 2, "guardar_zona_favorita": 1}) // the looks of the plan and of the apply
	}
	held := w.Proto(nil).Apply(typeName, none, section(5))
	changed := w.Proto(nil).Apply(typeName, held, section(5).With(acctest.Values{"celda_id": 999}))
	acctest.Expect(t, "update", changed.Errors(), "celda_id: Unable to update favourite")
	acctest.ExpectSame(t, "a refused update is in the state", changed.State, held.State)
}

// What the plan finds it says, and the apply does not repeat it. What is saved between the two, the apply says.
func TestZonaFavoritaAdoption(t *testing.T) {
	t.Parallel()
	for said, late := range map[string]bool{"already exists": false, "adopted": true} {
		w := acctest.NewServer(t, sandbox.Options{})
		save := func(now bool) {
			if now {
				w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (71, 1, 5)")
			}
		}
		p := w.Proto(nil)
		save(!late)
		planned := p.Plan(typeName, none, section(5))
		save(late)
		created := p.ApplyPlan(t.Context(), typeName, none, section(5), planned)
		warnings := map[bool][]string{false: acctest.Result{Diags: planned.Diagnostics}.Warnings(), true: created.Warnings()}
		acctest.Expect(t, said, warnings[late], "Favourite of client 1 at section 5 "+said)
		acctest.Expect(t, said+", before or after", warnings[!late])
		acctest.ExpectWarned(t, said, created, acctest.Values{"id": 71, "zona_id": nil, "tramo_id": 5, "celda_id": nil})
		w.ExpectRequests(map[string]int{"zonas_favoritas": 2}) // the looks of the plan and of the apply
		acctest.ExpectWhole(t, said+", again", p.Apply(typeName, p.Read(typeName, created), section(5)), created.State)
	}
}

// Of several at a place the oldest is adopted, and one without an identifier as well. None is that omits the most precise place that is
// declared or shows a more precise one, or has an identifier of 0.
func TestZonaFavoritaAdoptedByPlace(t *testing.T) {
	t.Parallel()
	const place, created = `"zona_id":1,"tramo_id":5,"celda_id":17`, 1
	for list, c := range map[string]struct {
		declared acctest.Values
		id       any
	}{
		`[{"id":9,` + place + `},{"id":7,` + place + `},{"id":8,` + place + `}]`: {acctest.DeclaredFavorita, 7},
		`[{` + place + `}]`:                    {acctest.DeclaredFavorita, nil},
		`[{"id":9,"zona_id":1,"tramo_id":5}]`:  {acctest.DeclaredFavorita, created},
		`[{"id":9,"zona_id":1,"tramo_id":1}]`:  {section(1), 9},
		`[{"id":9,"zona_id":1}]`:               {section(1), created},
		`[{"id":9,"tramo_id":1,"celda_id":2}]`: {section(1), created},
		`[{"id":0,"zona_id":9,"tramo_id":9}]`:  {section(1), created},
	} {
		w := acctest.NewServer(t, sandbox.Options{})
		lists(w, list)
		acctest.ExpectState(t, list, w.Proto(nil).Apply(typeName, none, c.declared), acctest.Values{"id": c.id})
	}
}

// What a plan says of the favourites that it will create.

// Where the service says no to the client or the credential, so would the apply. That is an error of each block's plan.
func TestZonaFavoritaPlanRefused(t *testing.T) {
	t.Parallel()
	const unable, too = "Unable to plan favourite", "The favourite of client 1 at section 6 not checked"
	for status, c := range map[int]struct{ body, error, another string }{
		422: {`{"estado":"fail","error":"No vale","errores":{"cliente_id":["No existe"]}}`, "cliente_id: " + unable, too},
		401: {`{"estado":"fail","error":"No autorizado"}`, unable, unable},
		200: {`{"estado":"fail","error":"El cliente no existe"}`, "cliente_id: " + unable, too},
	} {
		w := acctest.NewServer(t, sandbox.Options{})
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if r.Method+" "+r.URL.Path == readList && !r.URL.Query().Has("zona_id") { // but for a control
				return answers.Body(status, c.body)
			}
			return nil
		})
		p, what := w.Proto(nil), fmt.Sprint(status)
		acctest.ExpectRefused(t, what, p.Apply(typeName, none, acctest.DeclaredFavorita), c.error)
		acctest.ExpectRefused(t, what+", another block", p.Apply(typeName, none, section(6)), c.another)
	}
}

// Where the service could not be asked, one warning of the plan says so for all blocks. The plan goes on, and so does the
// apply once the service answers. Until then nothing is written.
func TestZonaFavoritaPlanNotAnswered(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]http.HandlerFunc{
		"500":    answers.Body(500, `averiado`),
		"429":    answers.Body(429, `{"estado":"fail","error":"Demasiadas solicitudes"}`),
		"a page": answers.Body(200, `<html>`),
	}, func(t *testing.T, answer http.HandlerFunc) {
		w, another := acctest.NewServer(t, sandbox.Options{}), acctest.Values{"cliente_id": 2, "tramo_id": 5}
		w.Answer(answers.On(map[string]http.HandlerFunc{readList: answer}))
		p := w.Proto(nil)
		first, second := p.Plan(typeName, none, section(5)), p.Plan(typeName, none, another)
		acctest.Expect(t, "planned", acctest.Result{Diags: first.Diagnostics}.Warnings(), "Favourites not checked")
		acctest.ExpectPlanned(t, "another block", second)
		early := p.ApplyPlan(t.Context(), typeName, none, section(5), first)
		acctest.ExpectRefused(t, "applied too early", early, "Unable to create favourite")
		w.ExpectRequests(map[string]int{})
		w.Answer(nil)
		w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (77, 1, 5)")
		adopted := p.ApplyPlan(t.Context(), typeName, none, section(5), first)
		acctest.Expect(t, "applied", adopted.Warnings(), "Favourite of client 1 at section 5 adopted") // which no plan could say
		acctest.ExpectWarned(t, "applied", adopted, acctest.Values{"id": 77})
		created := p.ApplyPlan(t.Context(), typeName, none, another, second)
		acctest.ExpectState(t, "another block, applied", created, acctest.Values{"id": 78})
	})
}

// The plans of a run list the favourites of a client once, also if it has none, and only if one may be found.
func TestZonaFavoritaPlanListsOnce(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (77, 1, 5), (78, 1, 7)")
	p := w.Proto(nil)
	acctest.Expect(t, "first", p.PlanWarnings(typeName, none, section(5)), "Favourite of client 1 at section 5 already exists")
	acctest.Expect(t, "second", p.PlanWarnings(typeName, none, section(6)))
	acctest.Expect(t, "third", p.PlanWarnings(typeName, none, section(7)), "Favourite of client 1 at section 7 already exists")
	w.ExpectRequests(map[string]int{"zonas_favoritas": 1})

	asked := 0
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.URL.Path != acctest.Favoritas {
			return nil
		}
		asked++
		return answers.Body(404, `{"estado":"fail","error":"No existen zonas favoritas"}`)
	})
	for range 2 {
		acctest.Expect(t, "another client", p.PlanWarnings(typeName, none, acctest.Values{"cliente_id": 2, "tramo_id": 5}))
	}
	for _, unknown := range []string{"cliente_id", "zona_id", "tramo_id", "celda_id"} {
		late := acctest.Values{"cliente_id": 3, "tramo_id": 5}.With(acctest.Values{unknown: acctest.UnknownNumber})
		acctest.Expect(t, unknown+" is not known yet", p.PlanWarnings(typeName, none, late))
	}
	if asked != 2 { // the second is a control
		t.Errorf("the favourites of the client that has none are listed %d times, wanted once, and a control", asked)
	}
	w.Answer(nil)

	// A change of the block's own favourite has its look in the apply. Another client is another favourite.
	own := w.Proto(nil).Apply(typeName, none, section(1))
	w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (80, 2, 1)")
	w.Requests()
	q := w.Proto(nil)
	acctest.ExpectPlanned(t, "moved", q.Plan(typeName, own, section(5)))
	w.ExpectRequests(map[string]int{})
	others := q.PlanWarnings(typeName, own, acctest.Values{"cliente_id": 2, "tramo_id": 1})
	acctest.Expect(t, "another client's", others, "Favourite of client 2 at section 1 already exists")
	w.ExpectRequests(map[string]int{"zonas_favoritas": 1})
}

func TestMain(m *testing.M) { acctest.Main(m, Area) }
