package zonafavorita

import (
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

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
