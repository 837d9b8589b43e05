package provider

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func favoritasQuery(limit int64, include bool) query {
	return query{"parking_zona_favorita", values{"cliente_id": 2}, limit, include}
}

// All favourites of the client come from one answer, and what Terraform makes of them
// is what the import gives.
func TestListZonasFavoritas(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.exec("INSERT INTO favoritas (id, cliente_id, zona_id, tramo_id, celda_id) VALUES (11, 2, 1, 3, NULL), (12, 2, 1, NULL, NULL), (13, 3, 1, NULL, NULL), (14, 2, 2, 7, 25), (15, 2, NULL, 3, NULL), (16, 2, NULL, NULL, 25)")
	p := w.proto(nil)
	all := []listed{
		{name: "zone 1, section 3", resource: values{"id": 11, "zona_id": 1, "tramo_id": 3, "celda_id": nil}},
		{name: "zone 1", resource: values{"id": 12, "zona_id": 1, "tramo_id": nil, "celda_id": nil}},
		{name: "zone 2, section 7, cell 25", resource: values{"id": 14, "zona_id": 2, "tramo_id": 7, "celda_id": 25}},
		{name: "section 3", resource: values{"id": 15, "zona_id": nil, "tramo_id": 3, "celda_id": nil}},
		{name: "cell 25", resource: values{"id": 16, "zona_id": nil, "tramo_id": nil, "celda_id": 25}},
	}
	for i, r := range all {
		all[i].resource = r.resource.with(values{"cliente_id": 2, "timeouts": nil})
		all[i].identity = values{"cliente_id": 2, "id": r.resource["id"]}
	}
	found, diags := p.listAll(favoritasQuery(5, true))
	if !reflect.DeepEqual(found, all) || len(diags) > 0 {
		t.Errorf("listed\n  %v\nwanted\n  %v\n%v", found, all, diags)
	}
	w.expectRequests(map[string]int{"zonas_favoritas": 1})
	for _, r := range found {
		p.importsAsListed(t, "parking_zona_favorita", r)
	}
	w.requests()

	found, diags = p.listAll(favoritasQuery(2, false))
	if len(found) != 2 || found[1].resource != nil || found[1].name != "zone 1" {
		t.Errorf("listed %v", found)
	}
	expect(t, "limit", (result{diags: diags}).warnings(), "Client 2 has 5 favourites", "Terraform asks for 2,", "Set limit = 5")
	w.expectRequests(map[string]int{"zonas_favoritas": 1})
}

func TestListZonasFavoritasOtherShapes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	for name, c := range map[string]struct {
		status         int
		answer         string
		listed         int
		errors, warned string
	}{
		"without an id":   {200, `{"estado":"ok","data":[{"zona_id":1},{"id":9,"zona_id":2}]}`, 1, "", "The favourite zone 1 of client 2 is not listed: the service does not tell its identifier"},
		"without a place": {200, `{"estado":"ok","data":[{"id":8,"zona_id":null},{"id":9,"zona_id":2}]}`, 1, "", "Favourite 8 of client 2 is not listed: it has no zone"},
		"keyed by id":     {200, `{"estado":"ok","data":{"8":{"zona_id":1},"9":{"tramo_id":3}}}`, 2, "", ""},
		"none":            {200, `{"estado":"ok","data":[]}`, 0, "", ""},
		"not there":       {404, `{"estado":"fail","error":"El cliente no existe"}`, 0, "", "El cliente no existe"},
		"refused":         {422, `{"estado":"fail","error":"No","errores":{"cliente_id":"desconocido"}}`, 0, `AttributeName("cliente_id"): Unable to read favourites`, ""},
		"fails":           {500, ``, 0, "HTTP 500", ""},
		"another's":       {200, `{"estado":"ok","data":[{"id":8,"cliente_id":3,"zona_id":1}]}`, 0, "one of client 3 came", ""},
	} {
		w.answer(func(*http.Request) http.HandlerFunc { return body(c.status, c.answer) })
		found, diags := p.listAll(favoritasQuery(0, true))
		errs, warnings := strings.Join(errorsOf(diags), "\n"), strings.Join((result{diags: diags}).warnings(), "\n")
		if len(found) != c.listed || !strings.Contains(errs, c.errors) || !strings.Contains(warnings, c.warned) || (c.errors == "") != (errs == "") || (c.warned == "") != (warnings == "") {
			t.Errorf("%s: listed %v, %q, %q", name, found, errs, warnings)
		}
		for _, r := range found {
			if want := fmt.Sprint(r.resource["id"]); fmt.Sprint(r.identity["id"]) != want {
				t.Errorf("%s: the identity of favourite %s is %v", name, want, r.identity)
			}
		}
	}
}
