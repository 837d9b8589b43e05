package sandbox

import "testing"

func TestZonasFavoritas(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	const path = "/external/zona-favorita"
	send(t, s, "GET", path, `{"cliente_id":1}`).want(t, 200, `{"estado":"ok","data":{"favoritas":[]}}`)
	send(t, s, "PUT", path, `{"cliente_id":1,"zona_id":2}`).
		want(t, 200, `{"estado":"ok","data":{"id":1,"cliente_id":1,"zona_id":2,"tramo_id":null,"celda_id":null}}`)
	// Without an id the same favourite is made again.
	send(t, s, "PUT", path, `{"cliente_id":1,"zona_id":2,"celda_id":null}`).
		want(t, 200, `{"estado":"ok","data":{"id":2,"cliente_id":1,"zona_id":2,"tramo_id":null,"celda_id":null}}`)
	// With one, what is absent becomes null.
	send(t, s, "PUT", path, `{"id":2,"cliente_id":1,"tramo_id":3,"celda_id":9}`).
		want(t, 200, `{"estado":"ok","data":{"id":2,"cliente_id":1,"zona_id":null,"tramo_id":3,"celda_id":9}}`)
	send(t, s, "GET", path, `{"cliente_id":1}`).want(t, 200, `{"estado":"ok","data":{"favoritas":[`+
		`{"id":1,"cliente_id":1,"zona_id":2,"tramo_id":null,"celda_id":null},{"id":2,"cliente_id":1,"zona_id":null,"tramo_id":3,"celda_id":9}]}}`)
	for _, query := range []string{"zona_id=2", "tramo_id=3", "celda_id=9", "zona_id=2&tramo_id=3", "zona_id=5"} {
		want := map[string]int{"zona_id=2": 1, "tramo_id=3": 1, "celda_id=9": 1}[query]
		got := data[struct{ Favoritas []any }](t, send(t, s, "GET", path+"?"+query, `{"cliente_id":1}`))
		if len(got.Favoritas) != want {
			t.Errorf("%s: got %+v, want %d", query, got, want)
		}
	}
	// Another client's favourite is out of reach.
	errores(t, send(t, s, "PUT", path, `{"id":1,"cliente_id":2,"zona_id":3}`), 404)
	errores(t, send(t, s, "DELETE", path, `{"id":1,"cliente_id":2}`), 404)
	send(t, s, "DELETE", path, `{"id":1,"cliente_id":1}`).want(t, 200, `{"estado":"ok","data":{"message":"Zona favorita eliminada"}}`)
	errores(t, send(t, s, "DELETE", path, `{"id":1,"cliente_id":1}`), 404)
}
