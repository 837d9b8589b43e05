package provider

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestTipoVehiculoDataSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	for _, c := range []struct {
		name         string
		config, want values
	}{
		{"id", values{"id": 2}, values{"id": 2, "nombre": "Motocicleta", "datos": values{}}},
		{"nombre", values{"nombre": "Motocicleta"}, values{"id": 2, "nombre": "Motocicleta", "datos": values{}}},
		{"other case", values{"nombre": "AUTOMÓVIL"}, values{"id": 1, "nombre": "Automóvil", "datos": values{}}},
	} {
		read := p.data("parking_tipo_vehiculo", c.config)
		if len(read.diags) > 0 {
			t.Errorf("%s: %v", c.name, read.errors())
		}
		expectSame(t, c.name, read.state, c.want)
		w.expectRequests(map[string]int{"tipo_vehiculo": 1})
	}
}

func TestTipoVehiculoNoSingleOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	known := []string{"1 \"Automóvil\"", "2 \"Motocicleta\"", "5 \"Autobús\""}
	expect(t, "id", p.data("parking_tipo_vehiculo", values{"id": 99}).errors(), append(known, `AttributeName("id")`, "0 vehicle types with identifier 99")...)
	expect(t, "nombre", p.data("parking_tipo_vehiculo", values{"nombre": "Nave"}).errors(), append(known, `AttributeName("nombre")`, `0 vehicle types named "Nave"`)...)
	w.exec("INSERT INTO tipos_vehiculo (id, nombre) VALUES (6, 'motocicleta')")
	expect(t, "ambiguous", p.data("parking_tipo_vehiculo", values{"nombre": "Motocicleta"}).errors(),
		`AttributeName("nombre")`, "2 vehicle types", `2 "Motocicleta"`, `6 "motocicleta"`)
	expect(t, "none at all", p.data("parking_tipo_vehiculo", values{"nombre": ""}).errors(), `AttributeName("nombre")`)
}

func TestTipoVehiculoOneOfTwo(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	for name, config := range map[string]values{"both": {"id": 1, "nombre": "Automóvil"}, "neither": {}} {
		expect(t, name, p.validateData("parking_tipo_vehiculo", config), "id", "nombre", "one")
	}
	for name, config := range map[string]values{"id": {"id": 1}, "nombre": {"nombre": "Automóvil"}} {
		if errs := p.validateData("parking_tipo_vehiculo", config); len(errs) > 0 {
			t.Errorf("%s: %v", name, errs)
		}
	}
}

// The list may hold identifiers as texts, types without a name, other fields,
// and a type 0, which an absent id must not stand for (A7).
func TestTipoVehiculoOtherShapes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":[{"id":0,"nombre":"Otro"},{"id":"2","nombre":"Moto","icono":{"ancho":3}},{"id":7},{"id":8,"nombre":null}]}`)
	})
	p := w.proto(nil)
	expectSame(t, "nombre", p.data("parking_tipo_vehiculo", values{"nombre": "moto"}).state,
		values{"id": 2, "nombre": "Moto", "datos": values{"icono": values{"ancho": 3}}})
	expectSame(t, "nameless", p.data("parking_tipo_vehiculo", values{"id": 7}).state, values{"id": 7, "nombre": nil, "datos": values{}})
	w.answer(func(*http.Request) http.HandlerFunc { return body(200, `{"estado":"ok","data":[{"nombre":"Moto"}]}`) })
	expect(t, "without id", p.data("parking_tipo_vehiculo", values{"nombre": "moto"}).errors(), "A7", "has no id")
	w.answer(func(*http.Request) http.HandlerFunc { return body(200, `{"estado":"ok","data":{"1":"Moto"}}`) })
	expect(t, "object", p.data("parking_tipo_vehiculo", values{"nombre": "moto"}).errors(), `"data" is an object, not an array`)
}
