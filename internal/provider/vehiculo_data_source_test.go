package provider

import (
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestVehiculoDataSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.placas("A-1", "B-2")
	w.exec("INSERT INTO vehiculos (id, cliente_id, placa, nombre, activado, favorito) VALUES (4, 2, 'A-1', 'Reparto', 1, 0), (5, 3, 'A-1', NULL, 0, 1), (6, 2, 'B-2', NULL, 1, 0)")
	p := w.proto(nil)
	want := values{"id": 4, "cliente_id": 2, "placa": "A-1", "nombre": "Reparto", "activado": true, "favorito": false}
	expectSame(t, "by id", p.lookUp("parking_vehiculo", values{"id": 4}), want)
	w.expectAsked("vehiculo?")
	expectSame(t, "by plate", p.lookUp("parking_vehiculo", values{"cliente_id": 2, "placa": "A-1"}), want)
	w.expectAsked("vehiculos?cliente_id=2&placa=A-1")
	expectSame(t, "another client's", p.lookUp("parking_vehiculo", values{"cliente_id": 3, "placa": "A-1"}),
		values{"id": 5, "cliente_id": 3, "placa": "A-1", "nombre": nil, "activado": false, "favorito": true})
	expect(t, "not this client's", p.data("parking_vehiculo", values{"cliente_id": 3, "placa": "B-2"}).errors(), `AttributeName("placa")`, `Client 3 has no vehicle with plate "B-2"`)
}

func TestVehiculoOneWayOfTwo(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	for name, config := range map[string]values{
		"nothing": {}, "id and client": {"id": 1, "cliente_id": 2}, "id and plate": {"id": 1, "placa": "A"}, "plate alone": {"placa": "A"}, "client alone": {"cliente_id": 2},
		"all three": {"id": 1, "cliente_id": 2, "placa": "A"},
	} {
		if errs := strings.Join(p.validateData("parking_vehiculo", config), " "); errs == "" {
			t.Errorf("%s is accepted", name)
		}
	}
	expect(t, "plate alone", p.validateData("parking_vehiculo", values{"placa": "A"}), `AttributeName("placa")`, "placa is given together with cliente_id")
	expect(t, "no plate", p.validateData("parking_vehiculo", values{"cliente_id": 2, "placa": "A "}), `AttributeName("placa")`, "ends with a blank")
	for name, config := range map[string]values{"id": {"id": 1}, "client and plate": {"cliente_id": 2, "placa": "A"}} {
		if errs := p.validateData("parking_vehiculo", config); len(errs) > 0 {
			t.Errorf("%s: %v", name, errs)
		}
	}
}

// What was asked for stays as it was written, and what the service leaves out is null.
func TestVehiculoOtherShapes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	w.answer(func(r *http.Request) http.HandlerFunc {
		if strings.HasSuffix(r.URL.Path, "/vehiculos") {
			return body(200, `{"estado":"ok","data":[{"id":9,"cliente_id":2,"placa":"a1"},{"id":8,"cliente_id":2,"placa":"A1"}]}`)
		}
		return body(200, `{"estado":"ok","data":{"vehiculo_id":"4","activado":"1"}}`)
	})
	nothing := values{"nombre": nil, "activado": nil, "favorito": nil}
	expectSame(t, "spelled otherwise", p.lookUp("parking_vehiculo", values{"cliente_id": 2, "placa": "A-1"}), nothing.with(values{"id": 8, "cliente_id": 2, "placa": "A-1"}))
	expectSame(t, "left out", p.lookUp("parking_vehiculo", values{"id": 4}), nothing.with(values{"id": 4, "cliente_id": nil, "placa": nil, "activado": true}))
	w.answer(func(*http.Request) http.HandlerFunc { return body(200, `{"estado":"ok","data":{"id":5}}`) })
	expect(t, "another", p.data("parking_vehiculo", values{"id": 4}).errors(), "vehicle 4 was asked for, and 5 came", "A5")
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(422, `{"estado":"fail","error":"Datos inválidos","errores":{"cliente_id":"bloqueado"}}`)
	})
	expect(t, "refused", p.data("parking_vehiculo", values{"cliente_id": 2, "placa": "A-1"}).errors(), `AttributeName("cliente_id")`, "bloqueado", `vehicle "A-1" of client 2`)
}
