package provider

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestVehiculosDataSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	all := []any{}
	for n := 1; n <= 40; n++ {
		placa := fmt.Sprintf("P-%d", n)
		w.placas(placa)
		w.exec("INSERT INTO vehiculos (id, cliente_id, placa, nombre, activado, favorito) VALUES (?, 2, ?, ?, 1, 0)", n, placa, fmt.Sprintf("Uno y %d", n%2))
		all = append(all, values{"id": n, "cliente_id": 2, "placa": placa, "nombre": fmt.Sprintf("Uno y %d", n%2), "activado": true, "favorito": false})
	}
	w.exec("INSERT INTO vehiculos (cliente_id, placa) VALUES (3, 'P-1')")
	p := w.proto(nil)
	read := func(config values, want ...any) {
		t.Helper()
		config = values{"cliente_id": 2, "placa": nil, "nombre": nil}.with(config)
		expectSame(t, fmt.Sprint(config), p.lookUp("parking_vehiculos", config), config.with(values{"vehiculos": append([]any{}, want...)}))
	}
	read(values{}, all...)
	w.expectRequests(map[string]int{"vehiculos": 3})
	read(values{"placa": "P-7"}, all[6])
	w.expectAsked("vehiculos?cliente_id=2&placa=P-7")
	odd := slices.DeleteFunc(slices.Clone(all), func(v any) bool { it, _ := v.(values); return it["nombre"] == "Uno y 0" })
	read(values{"nombre": "Uno y 1"}, odd...)
	w.expectAsked("vehiculos?cliente_id=2&nombre=Uno+y+1", "vehiculos?cliente_id=2&nombre=Uno+y+1&page=2")
	read(values{"placa": "P-7", "nombre": "Uno y 0"})
	w.expectAsked("vehiculos?cliente_id=2&nombre=Uno+y+0&placa=P-7")
	read(values{"cliente_id": 4})
	// Nothing is remembered: what comes meanwhile shows.
	w.exec("DELETE FROM vehiculos WHERE id > 2")
	read(values{}, all[0], all[1])
}

func TestVehiculosOtherShapes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":[{"id":"9"}],"total":1,"last_page":1,"current_page":1}`)
	})
	config := values{"cliente_id": 2, "placa": nil, "nombre": nil}
	expectSame(t, "left out", p.lookUp("parking_vehiculos", config),
		config.with(values{"vehiculos": []any{values{"id": 9, "cliente_id": 2, "placa": nil, "nombre": nil, "activado": nil, "favorito": nil}}}))
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":[{"id":9,"cliente_id":3}]}`)
	})
	expect(t, "another client's", p.data("parking_vehiculos", config).errors(), "vehicles of client 2", "one of client 3 came")
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":[{"id":9,"cliente_id":2}],"total":3,"last_page":3,"current_page":1}`)
	})
	expect(t, "page ignored", p.data("parking_vehiculos", config).errors(), "page 2 was asked for with the query parameter page, and page 1 came", "A3")
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(422, `{"estado":"fail","error":"Datos inválidos","errores":{"nombre":"demasiado corto"}}`)
	})
	expect(t, "refused", p.data("parking_vehiculos", config.with(values{"nombre": "x"})).errors(), `AttributeName("nombre")`, "demasiado corto")
	expect(t, "empty name", p.validateData("parking_vehiculos", config.with(values{"nombre": ""})), `AttributeName("nombre")`)
}
