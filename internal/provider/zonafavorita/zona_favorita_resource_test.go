package zonafavorita

import (
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Every change behind Terraform's back is seen and undone in place.
func TestZonaFavoritaDriftOfEachAttribute(t *testing.T) {
	t.Parallel()
	w, p, created := favoritaServer(t)
	for _, c := range []struct {
		set, attribute string
		seen           any
	}{
		{"zona_id = 2", "zona_id", 2}, {"zona_id = NULL", "zona_id", nil},
		{"tramo_id = 6", "tramo_id", 6}, {"tramo_id = NULL", "tramo_id", nil},
		{"celda_id = 18", "celda_id", 18}, {"celda_id = NULL", "celda_id", nil},
	} {
		w.Exec("UPDATE favoritas SET " + c.set)
		drifted := p.Read("parking_zona_favorita", created)
		acctest.ExpectHeld(t, c.set, drifted, acctest.Values{c.attribute: c.seen})
		acctest.ExpectWhole(t, c.set, p.Apply("parking_zona_favorita", drifted, acctest.DeclaredFavorita), created.State)
		w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas WHERE zona_id = 1 AND tramo_id = 5 AND celda_id = 17")
		w.ExpectRequests(map[string]int{"zonas_favoritas": 1, "guardar_zona_favorita": 1})
	}
}

// Each kind of place alone. A section lies in a zone and a cell in a section:
// what the service adds by itself is not drift.
func TestZonaFavoritaPlaceAddedByTheService(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	var held acctest.Result
	for _, c := range []struct {
		attribute string
		number    int
		added     string
	}{
		{"zona_id", 1, "id = 1"}, // nothing is coarser
		{"celda_id", 17, "zona_id = 1, tramo_id = 5"},
		{"tramo_id", 5, "zona_id = 1"},
	} {
		held = p.Apply("parking_zona_favorita", held, acctest.Values{"cliente_id": 1, c.attribute: c.number})
		want := acctest.Values{"id": 1, "cliente_id": 1, "zona_id": nil, "tramo_id": nil, "celda_id": nil, "timeouts": nil}
		want[c.attribute] = c.number
		acctest.ExpectWhole(t, c.attribute, held, want)
		w.Exec("UPDATE favoritas SET " + c.added)
		acctest.ExpectSame(t, c.attribute, p.Read("parking_zona_favorita", held).State, want)
	}
	// What is finer than declared is one.
	w.Exec("UPDATE favoritas SET celda_id = 17")
	acctest.ExpectHeld(t, "read", p.Read("parking_zona_favorita", held), acctest.Values{"celda_id": 17})
}

func TestZonaFavoritaRefusedByTheService(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	for attribute, place := range map[string]acctest.Values{
		"cliente_id": {"cliente_id": 99, "tramo_id": 5},
		"zona_id":    {"cliente_id": 1, "zona_id": 99},
		"tramo_id":   {"cliente_id": 1, "tramo_id": 999},
		"celda_id":   {"cliente_id": 1, "celda_id": 999},
	} {
		created := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, place)
		acctest.ExpectRefused(t, attribute, created, attribute+": Unable to create favourite")
		acctest.Expect(t, attribute+", planned", created.PlanWarnings())
		w.ExpectRequests(map[string]int{"zonas_favoritas": 2, "guardar_zona_favorita": 1}) // the looks of the plan and of the apply
	}
	declared := acctest.Values{"cliente_id": 1, "tramo_id": 5}
	held := w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, declared)
	changed := w.Proto(nil).Apply("parking_zona_favorita", held, acctest.Values{"cliente_id": 1, "tramo_id": 5, "celda_id": 999})
	acctest.Expect(t, "update", changed.Errors(), "celda_id: Unable to update favourite")
	acctest.ExpectSame(t, "a refused update is in the state", changed.State, held.State)
}

// What the plan finds it says, and the apply does not repeat it. What is saved between the two, the apply says.
func TestZonaFavoritaAdoption(t *testing.T) {
	t.Parallel()
	declared := acctest.Values{"cliente_id": 1, "tramo_id": 5}
	type row struct {
		existing string // cliente_id, zona_id, tramo_id, celda_id
		adopted  bool
	}
	acctest.Each(t, map[string]row{
		"identical":                                  {existing: "1, NULL, 5, NULL", adopted: true},
		"identical, with the section's zone":         {existing: "1, 1, 5, NULL", adopted: true},
		"a cell of the section is another favourite": {existing: "1, NULL, 5, 17"},
		"another section is another favourite":       {existing: "1, NULL, 6, NULL"},
		"another client's is another favourite":      {existing: "2, NULL, 5, NULL"},
	}, func(t *testing.T, c row) {
		acctest.EachOf(t, []bool{false, true}, func(t *testing.T, late bool) {
			w := acctest.NewServer(t, sandbox.Options{})
			w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (70, 1, 4)")
			save := func(now bool) {
				if now {
					w.Exec("INSERT INTO favoritas (id, cliente_id, zona_id, tramo_id, celda_id) VALUES (71, " + c.existing + ")")
				}
			}
			p := w.Proto(nil)
			save(!late)
			planned := p.Plan("parking_zona_favorita", acctest.Result{}, declared)
			save(late)
			created := p.ApplyPlan(t.Context(), "parking_zona_favorita", acctest.Result{}, declared, planned)
			var said [2][]string                                                                 // by the plan, and by the apply
			id, requests := 72, map[string]int{"zonas_favoritas": 2, "guardar_zona_favorita": 1} // the looks of the plan and of the apply
			if c.adopted {
				id, requests = 71, map[string]int{"zonas_favoritas": 2}
				said[0] = []string{"Favourite of client 1 at section 5 already exists"}
			}
			if c.adopted && late {
				said = [2][]string{nil, {"Favourite of client 1 at section 5 adopted"}}
			}
			acctest.Expect(t, "planned", acctest.Result{Diags: planned.Diagnostics}.Warnings(), said[0]...)
			acctest.Expect(t, "created", created.Warnings(), said[1]...)
			w.ExpectRequests(requests)
			acctest.ExpectSame(t, "created", created.State, acctest.Values{"id": id, "cliente_id": 1, "zona_id": nil, "tramo_id": 5, "celda_id": nil, "timeouts": nil})
			again := p.Apply("parking_zona_favorita", p.Read("parking_zona_favorita", created), declared)
			acctest.ExpectWhole(t, "state changes on a second apply", again, created.State)
		})
	})
}

// What a plan says of the favourites that it will create.

// expectPlan plans a new favourite, and compares the heads of the errors and of the warnings.
func expectPlan(p *acctest.Proto, what string, declared acctest.Values, errs, warnings []string) *tfprotov6.PlanResourceChangeResponse {
	p.T.Helper()
	planned := p.Plan("parking_zona_favorita", acctest.Result{}, declared)
	said := acctest.Result{Diags: planned.Diagnostics}
	acctest.Expect(p.T, what+", errors", said.Errors(), errs...)
	acctest.Expect(p.T, what+", warnings", said.Warnings(), warnings...)
	return planned
}

// Where the service says no to the client or the credential, so would the apply. That is an error of each block's plan.
func TestZonaFavoritaPlanRefused(t *testing.T) {
	t.Parallel()
	const unable, too = "Unable to plan favourite", "The favourite of client 1 at section 6 not checked"
	for what, c := range map[string]struct {
		answer         http.HandlerFunc
		error, another string
	}{
		"422":       {answers.Body(422, `{"estado":"fail","error":"Los datos enviados no son válidos","errores":{"cliente_id":["No existe"]}}`), "cliente_id: " + unable, too},
		"403":       {answers.Body(403, `{"estado":"fail","error":"No autorizado"}`), unable, unable},
		"401":       {answers.Body(401, `{"estado":"fail","error":"No autorizado"}`), unable, unable},
		"200":       {answers.Body(200, `{"estado":"fail","error":"El cliente no existe"}`), "cliente_id: " + unable, too},
		"another's": {answers.Body(200, `{"estado":"ok","data":[{"id":1,"cliente_id":2,"zona_id":1,"tramo_id":5,"celda_id":17}]}`), unable, unable},
	} {
		w := acctest.NewServer(t, sandbox.Options{})
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if r.Method+" "+r.URL.Path == "GET "+acctest.Favoritas && !r.URL.Query().Has("zona_id") { // but for a control
				return c.answer
			}
			return nil
		})
		p := w.Proto(nil)
		expectPlan(p, what, acctest.DeclaredFavorita, []string{c.error}, nil)
		expectPlan(p, what+", another block", acctest.Values{"cliente_id": 1, "tramo_id": 6}, []string{c.another}, nil)
	}
}

// Where the service could not be asked, one warning of the plan says so for all blocks. The plan goes on, and so does the
// apply once the service answers.
func TestZonaFavoritaPlanNotAnswered(t *testing.T) {
	t.Parallel()
	for what, answer := range map[string]http.HandlerFunc{
		"500":        answers.Body(500, `averiado`),
		"429":        answers.Body(429, `{"estado":"fail","error":"Demasiadas solicitudes"}`),
		"a page":     answers.Body(502, `<html>Bad Gateway</html>`),
		"a page, OK": answers.Body(200, `<html>`),
	} {
		w := acctest.NewServer(t, sandbox.Options{})
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Favoritas: answer}))
		p := w.Proto(nil)
		first, second := acctest.Values{"cliente_id": 1, "tramo_id": 5}, acctest.Values{"cliente_id": 2, "tramo_id": 5}
		planned := [2]*tfprotov6.PlanResourceChangeResponse{
			expectPlan(p, what, first, nil, []string{"Favourites not checked"}),
			expectPlan(p, what+", another block", second, nil, nil),
		}
		w.Answer(nil)
		w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (77, 1, 5)")
		adopted := p.ApplyPlan(t.Context(), "parking_zona_favorita", acctest.Result{}, first, planned[0])
		acctest.Expect(t, what, adopted.Warnings(), "Favourite of client 1 at section 5 adopted") // which no plan could say
		acctest.ExpectWarned(t, what, adopted, acctest.Values{"id": 77})
		created := p.ApplyPlan(t.Context(), "parking_zona_favorita", acctest.Result{}, second, planned[1])
		acctest.ExpectState(t, what+", another block", created, acctest.Values{"id": 78})
	}
}

// The plans of a run list the favourites of a client once, also where it has none, and only where one may be found.
func TestZonaFavoritaPlanListsOnce(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (77, 1, 5), (78, 1, 7)")
	p := w.Proto(nil)
	expectPlan(p, "first", acctest.Values{"cliente_id": 1, "tramo_id": 5}, nil, []string{"Favourite of client 1 at section 5 already exists"})
	expectPlan(p, "second", acctest.Values{"cliente_id": 1, "tramo_id": 6}, nil, nil)
	expectPlan(p, "third", acctest.Values{"cliente_id": 1, "tramo_id": 7}, nil, []string{"Favourite of client 1 at section 7 already exists"})
	w.ExpectRequests(map[string]int{"zonas_favoritas": 1})

	none := answers.Body(404, `{"estado":"fail","error":"No existen zonas favoritas"}`)
	asked := 0
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Favoritas: func(rw http.ResponseWriter, r *http.Request) {
		asked++
		none(rw, r)
	}}))
	for range 2 {
		expectPlan(p, "another client", acctest.Values{"cliente_id": 2, "tramo_id": 5}, nil, nil)
	}
	for _, unknown := range []string{"cliente_id", "zona_id", "tramo_id", "celda_id"} {
		late := acctest.Values{"cliente_id": 3, "tramo_id": 5}.With(acctest.Values{unknown: acctest.UnknownNumber})
		expectPlan(p, unknown+" is not known yet", late, nil, nil)
	}
	if asked != 2 { // the second is a control
		t.Errorf("the favourites of the client that has none are listed %d times, wanted once, and a control", asked)
	}
	w.Answer(nil)

	// A change of the block's own favourite has its look in the apply. Another client is another favourite.
	q := w.Proto(nil)
	own := q.Apply("parking_zona_favorita", acctest.Result{}, acctest.Values{"cliente_id": 1, "tramo_id": 1})
	acctest.NoMessages(t, "created", own)
	q = w.Proto(nil)
	w.Requests()
	acctest.ExpectPlanned(t, "moved", q.Plan("parking_zona_favorita", own, acctest.Values{"cliente_id": 1, "tramo_id": 5}))
	w.ExpectRequests(map[string]int{})
	w.Exec("INSERT INTO favoritas (id, cliente_id, tramo_id) VALUES (80, 2, 1)")
	replaced := q.Plan("parking_zona_favorita", own, acctest.Values{"cliente_id": 2, "tramo_id": 1})
	acctest.ExpectPlanned(t, "another client's", replaced, "cliente_id")
	acctest.Expect(t, "another client's", acctest.Result{Diags: replaced.Diagnostics}.Warnings(), "Favourite of client 2 at section 1 already exists")
	w.ExpectRequests(map[string]int{"zonas_favoritas": 1})
}

func TestMain(m *testing.M) { acctest.Main(m, Area) }
