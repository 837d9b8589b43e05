package provider

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestZonasFavoritasDataSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.exec("INSERT INTO favoritas (id, cliente_id, zona_id, tramo_id, celda_id) VALUES (1, 2, 1, 3, NULL), (2, 2, 1, NULL, NULL), (3, 3, 1, NULL, NULL), (4, 2, 2, 7, 25)")
	p := w.proto(nil)
	one := values{"id": 1, "zona_id": 1, "tramo_id": 3, "celda_id": nil}
	two := values{"id": 2, "zona_id": 1, "tramo_id": nil, "celda_id": nil}
	four := values{"id": 4, "zona_id": 2, "tramo_id": 7, "celda_id": 25}
	for _, c := range []struct {
		config values
		query  string
		want   []any
	}{
		{values{}, "", []any{one, two, four}},
		{values{"zona_id": 1}, "zona_id=1", []any{one, two}},
		{values{"tramo_id": 3}, "tramo_id=3", []any{one}},
		{values{"celda_id": 25, "zona_id": 2}, "celda_id=25&zona_id=2", []any{four}},
		{values{"cliente_id": 4}, "", []any{}},
	} {
		config := values{"cliente_id": 2, "zona_id": nil, "tramo_id": nil, "celda_id": nil}.with(c.config)
		bare := make([]any, len(c.want)) // the sandbox sends nothing else
		for i := range bare {
			bare[i] = values{}
		}
		expectSame(t, c.query, p.lookUp("parking_zonas_favoritas", config), config.with(values{"zonas_favoritas": c.want, "datos": bare}))
		w.expectAsked("zonas_favoritas?" + c.query)
	}
}

// That the service filters is not verified: what says that it is elsewhere is left
// out, and what does not say is kept.
func TestZonasFavoritasNotFiltered(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":{"favoritas":{"8":{"tramo_id":3,"nombre":"Casa","tramo":{"nombre":"Calle Mayor"}},"9":{"zona_id":2,"tramo_id":7,"nombre":"No"},"10":{"zona_id":1,"orden":null}}}}`)
	})
	config := values{"cliente_id": 2, "zona_id": 1, "tramo_id": nil, "celda_id": nil}
	expectSame(t, "zone 1", p.lookUp("parking_zonas_favoritas", config), config.with(values{"zonas_favoritas": []any{
		values{"id": 10, "zona_id": 1, "tramo_id": nil, "celda_id": nil}, values{"id": 8, "zona_id": nil, "tramo_id": 3, "celda_id": nil}},
		// What the provider does not know is kept, in the same order.
		"datos": []any{values{"orden": nil}, values{"nombre": "Casa", "tramo": values{"nombre": "Calle Mayor"}}}}))
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":[{"id":8,"zona_id":1,"nombre":"\ud800"}]}`)
	})
	expect(t, "what cannot be passed on", p.data("parking_zonas_favoritas", config).errors(), "nombre")
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":[{"id":8,"cliente_id":3,"zona_id":1}]}`)
	})
	expect(t, "another client's", p.data("parking_zonas_favoritas", config).errors(), "favourites of client 2 were asked for, and one of client 3 came")
	w.answer(func(*http.Request) http.HandlerFunc { return body(200, `{"estado":"ok","data":{"algo":"más"}}`) })
	expect(t, "no records", p.data("parking_zonas_favoritas", config).errors(), "A8")
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(422, `{"estado":"fail","error":"Datos inválidos","errores":{"zona_id":"cerrada"}}`)
	})
	expect(t, "refused", p.data("parking_zonas_favoritas", config).errors(), `AttributeName("zona_id")`, "cerrada")
}
