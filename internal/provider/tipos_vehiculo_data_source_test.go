package provider

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestTiposVehiculoDataSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	kind := func(id int, nombre any) values { return values{"id": id, "nombre": nombre} }
	expectSame(t, "types", p.lookUp("parking_tipos_vehiculo", values{}), values{
		"tipos_vehiculo": []any{kind(1, "Automóvil"), kind(2, "Motocicleta"), kind(3, "Furgoneta"), kind(4, "Camión"), kind(5, "Autobús")},
		"datos":          values{"1": values{}, "2": values{}, "3": values{}, "4": values{}, "5": values{}},
	})
	w.expectAsked("tipo_vehiculo?")
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":[{"id":"2","nombre":"Moto","icono":{"ancho":3}},{"id":7}]}`)
	})
	expectSame(t, "other fields", p.lookUp("parking_tipos_vehiculo", values{}), values{
		"tipos_vehiculo": []any{kind(2, "Moto"), kind(7, nil)},
		"datos":          values{"2": values{"icono": values{"ancho": 3}}, "7": values{}},
	})
}
