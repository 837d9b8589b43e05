package zonafavorita

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// exchanged are two blocks that exchange their places.
type exchanged struct {
	w      *acctest.Server
	states [2]acctest.Result
	places [2]acctest.Values
}

func newExchanged(t *testing.T) *exchanged {
	t.Helper()
	x := &exchanged{w: acctest.NewServer(t, sandbox.Options{}), places: [2]acctest.Values{{"cliente_id": 1, "tramo_id": 1}, {"cliente_id": 1, "tramo_id": 2}}}
	for i := range x.states {
		x.states[i] = x.w.Proto(nil).Apply("parking_zona_favorita", acctest.Result{}, x.places[i])
	}
	x.places[0], x.places[1] = x.places[1], x.places[0]
	return x
}

// apply refreshes, plans and applies the first of the blocks, as a run does. It reports whether there was nothing to do.
func (x *exchanged) apply(blocks int) (idle bool) {
	p, changed := x.w.Proto(nil), [2]bool{}
	for i := range x.states {
		if x.states[i].State != nil {
			x.states[i] = p.Read("parking_zona_favorita", x.states[i].Later(x.w.T))
		}
		changed[i] = x.states[i].State["tramo_id"] != x.places[i]["tramo_id"]
	}
	p = x.w.Proto(nil)
	for i := range x.states[:blocks] {
		if changed[i] {
			x.states[i] = p.Apply("parking_zona_favorita", x.states[i], x.places[i])
		}
	}
	return changed == [2]bool{}
}

// Two blocks exchange their places, and the first apply fails or ends early. Later applies come to an end: each block has a
// favourite of its own at its place, and none is left over.
func TestZonaFavoritasExchanged(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	refused := answers.Body(200, `{"estado":"fail","error":"Operación rechazada"}`)
	lost := answers.Body(500, "")
	type row struct {
		blocks int // that the first apply gets to
		at     int // the request of it that is answered otherwise
		answer func(*acctest.Server) http.HandlerFunc
		runs   int // until there is nothing to do
	}
	as := func(handler http.HandlerFunc) func(*acctest.Server) http.HandlerFunc {
		return func(*acctest.Server) http.HandlerFunc { return handler }
	}
	carriedOut := func(w *acctest.Server) http.HandlerFunc {
		return w.CarriedOut(`{"estado":"fail","error":"Error interno"}`)
	}
	acctest.Each(t, map[string]row{
		"honest": {2, 0, nil, 1},
		"killed after the first, or with -target":     {1, 0, nil, 3},
		"the first list is refused":                   {2, 2, as(refused), 2},
		"the first deletion is refused":               {2, 3, as(refused), 2},
		"the first deletion is done, the answer lost": {2, 3, carriedOut, 2},
		"the second list is refused":                  {2, 4, as(refused), 3},
		"the second list is lost":                     {2, 4, as(lost), 3},
		"the second is not saved":                     {2, 5, as(refused), 3},
		"the second is saved, and the answer is lost": {2, 5, func(w *acctest.Server) http.HandlerFunc { return w.CarriedOut("") }, 1},
		"the list after that is refused":              {2, 6, as(refused), 1},
	}, func(t *testing.T, c row) {
		x := newExchanged(t)
		request := -1
		x.w.Answer(func(*http.Request) http.HandlerFunc {
			if request++; c.answer == nil || request != c.at {
				return nil
			}
			return c.answer(x.w)
		})
		x.apply(c.blocks)
		x.w.Answer(nil)
		runs := 1
		for ; !x.apply(2); runs++ {
			if runs > 5 {
				t.Fatal("no apply is the last")
			}
		}
		if runs != c.runs {
			t.Errorf("%d runs until there is nothing to do, wanted %d", runs, c.runs)
		}
		for i, state := range x.states {
			x.w.ExpectCount(1, "SELECT COUNT(*) FROM favoritas WHERE id = ? AND tramo_id = ?", state.State["id"], x.places[i]["tramo_id"])
		}
		x.w.ExpectCount(2, "SELECT COUNT(*) FROM favoritas")
	})
}

// The user is told why an adopted favourite is left to who moved it.
func TestZonaFavoritaAdoptedIsMovedAway(t *testing.T) {
	t.Parallel()
	x := newExchanged(t)
	x.apply(1)
	x.apply(2)
	read := x.w.Proto(nil).Read("parking_zona_favorita", x.states[0].Later(t))
	acctest.ExpectState(t, "read", read, acctest.Values{"id": 2, "tramo_id": 1})
	again := x.w.Proto(nil).Apply("parking_zona_favorita", read, x.places[0])
	acctest.Expect(t, "warning", again.Warnings(), "Adopted favourite was moved")
	acctest.ExpectWarned(t, "again", again, acctest.Values{"id": 3, "tramo_id": 2})

	// The new one is its own, which it moves back.
	x.w.Exec("UPDATE favoritas SET tramo_id = 4 WHERE id = 3")
	drifted := x.w.Proto(nil).Read("parking_zona_favorita", again.Later(t))
	acctest.ExpectState(t, "back", x.w.Proto(nil).Apply("parking_zona_favorita", drifted, x.places[0]), acctest.Values{"id": 3})
}
