package provider

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestTramosDataSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	w.exec("DELETE FROM tramos WHERE id NOT IN (1, 7)")
	read := func(libres, coche, moto int) {
		t.Helper()
		expectSame(t, "catalogue", p.lookUp("parking_tramos", values{}), values{
			"tramos": []any{
				values{"id": 1, "nombre": "Calle Mayor 41-71", "direccion": "Calle Mayor 41, Centro, Valdebrisa", "latitud": -2.88994, "longitud": -79.004171, "libres": 39, "librescoche": 27, "libresmoto": 12},
				values{"id": 7, "nombre": "Calle de las Redes 17-47", "direccion": "Calle de las Redes 17, Puerto, Valdebrisa", "latitud": -2.891042, "longitud": -78.996653, "libres": libres, "librescoche": coche, "libresmoto": moto},
			},
			"datos": values{"1": values{"zona_id": 1}, "7": values{"zona_id": 2}},
		})
		w.expectAsked("tramos?")
	}
	read(48, 36, 12)
	// The counters may be stale on the service; here they are never remembered.
	w.exec("UPDATE tramos SET foto_coche = 1, foto_moto = 2 WHERE id = 7")
	read(3, 1, 2)
}

// What the service leaves out of a section is null, and a section that comes twice
// is an error: datos could keep one of the two only.
func TestTramosOtherShapes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":[{"id":"3","libres":"12","plano":{"url":"x"}},{"id":4}]}`)
	})
	empty := values{"id": 4, "nombre": nil, "direccion": nil, "latitud": nil, "longitud": nil, "libres": nil, "librescoche": nil, "libresmoto": nil}
	expectSame(t, "left out", p.lookUp("parking_tramos", values{}), values{
		"tramos": []any{empty.with(values{"id": 3, "libres": 12}), empty},
		"datos":  values{"3": values{"plano": values{"url": "x"}}, "4": values{}},
	})
	w.answer(func(*http.Request) http.HandlerFunc { return body(200, `{"estado":"ok","data":[]}`) })
	expectSame(t, "empty", p.lookUp("parking_tramos", values{}), values{"tramos": []any{}, "datos": values{}})
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":[{"id":3,"a":1},{"id":3,"a":2}]}`)
	})
	for typeName, config := range map[string]values{"parking_tramos": {}, "parking_tramos_cercanos": {"latitud": 1, "longitud": 2}, "parking_tipos_vehiculo": {}} {
		expect(t, typeName, p.data(typeName, config).errors(), "record 3 came twice")
	}
}
