package provider

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestTramosCercanosDataSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	config := values{"latitud": -2.891, "longitud": -78.9967, "parametros": values{"radio": "60"}}
	want := config.with(values{
		"tramos": []any{values{"id": 7, "nombre": "Calle de las Redes 17-47", "direccion": "Calle de las Redes 17, Puerto, Valdebrisa",
			"latitud": -2.891042, "longitud": -78.996653, "libres": 48, "librescoche": 36, "libresmoto": 12}},
		"datos": values{"7": values{"zona_id": 2, "distancia": 7}},
	})
	expectSame(t, "near", p.lookUp("parking_tramos_cercanos", config), want)
	w.expectAsked("tramos_cercanos?latitud=-2.891&longitud=-78.9967&radio=60")
	far := values{"latitud": 1, "longitud": 2, "parametros": nil}
	expectSame(t, "far", p.lookUp("parking_tramos_cercanos", far), far.with(values{"tramos": []any{}, "datos": values{}}))
	w.expectAsked("tramos_cercanos?latitud=1&longitud=2")
}

// A point that is none is refused before it is sent; what the service has against
// one is shown on the attribute.
func TestTramosCercanosRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	expect(t, "latitud", p.validateData("parking_tramos_cercanos", values{"latitud": 91, "longitud": 0}), `AttributeName("latitud")`, "between -90")
	expect(t, "longitud", p.validateData("parking_tramos_cercanos", values{"latitud": 0, "longitud": -181}), `AttributeName("longitud")`, "between -180")
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(422, `{"estado":"fail","error":"Datos inválidos","errores":{"longitud":"fuera de la ciudad"}}`)
	})
	expect(t, "service", p.data("parking_tramos_cercanos", values{"latitud": 0, "longitud": 0}).errors(), `AttributeName("longitud")`, "fuera de la ciudad")
	w.answer(nil)
	expect(t, "parameter", p.data("parking_tramos_cercanos", values{"latitud": 0, "longitud": 0, "parametros": values{"radio": "mucho"}}).errors(), `AttributeName("parametros").ElementKeyString("radio")`, "refuses radio")
}
