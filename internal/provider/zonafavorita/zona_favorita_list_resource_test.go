package zonafavorita

import (
	"fmt"
	"net/http"
	"reflect"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func favoritasQuery(limit int64, include bool) acctest.Query {
	return acctest.Query{TypeName: "parking_zona_favorita", Config: acctest.Values{"cliente_id": 2}, Limit: limit, Include: include}
}

// All favourites of the client come from one answer, and what Terraform makes of them
// is what the import gives.
func TestListZonasFavoritas(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec("INSERT INTO favoritas (id, cliente_id, zona_id, tramo_id, celda_id) VALUES (11, 2, 1, 3, NULL), (12, 2, 1, NULL, NULL), (13, 3, 1, NULL, NULL), (14, 2, 2, 7, 25), (15, 2, NULL, 3, NULL), (16, 2, NULL, NULL, 25)")
	p := w.Proto(nil)
	all := []acctest.Listed{
		{Name: "zone 1, section 3", Resource: acctest.Values{"id": 11, "zona_id": 1, "tramo_id": 3, "celda_id": nil}},
		{Name: "zone 1", Resource: acctest.Values{"id": 12, "zona_id": 1, "tramo_id": nil, "celda_id": nil}},
		{Name: "zone 2, section 7, space 25", Resource: acctest.Values{"id": 14, "zona_id": 2, "tramo_id": 7, "celda_id": 25}},
		{Name: "section 3", Resource: acctest.Values{"id": 15, "zona_id": nil, "tramo_id": 3, "celda_id": nil}},
		{Name: "space 25", Resource: acctest.Values{"id": 16, "zona_id": nil, "tramo_id": nil, "celda_id": 25}},
	}
	for i, r := range all {
		all[i].Resource = r.Resource.With(acctest.Values{"cliente_id": 2, "timeouts": nil})
		all[i].Identity = acctest.Values{"cliente_id": 2, "id": r.Resource["id"]}
	}
	found, diags := p.ListAll(favoritasQuery(5, true))
	if !reflect.DeepEqual(found, all) || len(diags) > 0 {
		t.Errorf("listed\n  %v\nwanted\n  %v\n%v", found, all, diags)
	}
	w.ExpectRequests(map[string]int{"zonas_favoritas": 1})
	for _, r := range found {
		p.ImportsAsListed(t, "parking_zona_favorita", r)
	}
	w.Requests()

	found, diags = p.ListAll(favoritasQuery(2, false))
	if len(found) != 2 || found[1].Resource != nil || found[1].Name != "zone 1" {
		t.Errorf("listed %v", found)
	}
	acctest.Expect(t, "limit", (acctest.Result{Diags: diags}).Warnings(), "Not everything is listed")
	w.ExpectRequests(map[string]int{"zonas_favoritas": 1})
}

func TestListZonasFavoritasOtherShapes(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	for name, c := range map[string]struct {
		status int
		answer string
		listed int
		head   string // of the error or the warning
	}{
		"without an id":   {200, `{"estado":"ok","data":[{"zona_id":1},{"id":9,"zona_id":2}]}`, 1, "Favourite not listed"},
		"without a place": {200, `{"estado":"ok","data":[{"id":8,"zona_id":null},{"id":9,"zona_id":2}]}`, 1, "Favourite not listed"},
		"keyed by id":     {200, `{"estado":"ok","data":{"8":{"zona_id":1},"9":{"tramo_id":3}}}`, 2, ""},
		"none":            {200, `{"estado":"ok","data":[]}`, 0, ""},
		"not there":       {404, `{"estado":"fail","error":"No existen favoritos"}`, 0, "Nothing to list"},
		"no such client":  {404, `{"estado":"fail","error":"El cliente no existe"}`, 0, "Unable to read favourites"},
		"refused":         {422, `{"estado":"fail","error":"No","errores":{"cliente_id":"desconocido"}}`, 0, "cliente_id: Unable to read favourites"},
		"fails":           {500, ``, 0, "Unable to read favourites"},
		"another's":       {200, `{"estado":"ok","data":[{"id":8,"cliente_id":3,"zona_id":1}]}`, 0, "Unable to read favourites"},
	} {
		w.Answer(func(*http.Request) http.HandlerFunc { return answers.Body(c.status, c.answer) })
		found, diags := p.ListAll(favoritasQuery(0, true))
		heads := []string{}
		if c.head != "" {
			heads = []string{c.head}
		}
		result := acctest.Result{Diags: diags}
		acctest.Expect(t, name, append(result.Errors(), result.Warnings()...), heads...)
		if len(found) != c.listed {
			t.Errorf("%s: listed %v, wanted %d", name, found, c.listed)
		}
		for _, r := range found {
			if want := fmt.Sprint(r.Resource["id"]); fmt.Sprint(r.Identity["id"]) != want {
				t.Errorf("%s: the identity of favourite %s is %v", name, want, r.Identity)
			}
		}
	}
}
