package provider

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestPlacaDataSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.exec("INSERT INTO placas (placa, tipo_vehiculo_id, marca, modelo, color, electrico, minusvalido, exento, sancionable) VALUES ('A/1 b', 2, 'Honda', 'PCX', 'rojo', 1, 0, 1, 0)")
	p := w.proto(nil)
	expectSame(t, "plate", p.lookUp("parking_placa", values{"placa": "A/1 b"}), values{"placa": "A/1 b", "tipo_vehiculo_id": 2,
		"marca": "Honda", "modelo": "PCX", "color": "rojo", "electrico": true, "minusvalido": false, "exento": true, "sancionable": false})
	w.expectAsked("placa?")
	expect(t, "spelling", p.data("parking_placa", values{"placa": "a/1 B"}).errors(), `AttributeName("placa")`, `Plate "a/1 B" is not registered`)
	expect(t, "no plate", p.validateData("parking_placa", values{"placa": " A"}), `AttributeName("placa")`, "begins or ends with a blank")
}

// What the service leaves out is null, and the plate stays as it was asked for
// where the service writes it another way.
func TestPlacaDataSourceFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	left := values{"placa": "a-1", "tipo_vehiculo_id": nil, "marca": nil, "modelo": nil, "color": nil, "electrico": nil, "minusvalido": nil, "exento": nil, "sancionable": nil}
	for data, want := range map[string]values{
		`{}`: left,
		`{"placa":"A1","tipo_vehiculo_id":"3","electrico":"1","exento":null,"marca":null}`: left.with(values{"tipo_vehiculo_id": 3, "electrico": true, "exento": false}),
	} {
		w.answer(func(*http.Request) http.HandlerFunc { return body(200, `{"estado":"ok","data":`+data+`}`) })
		expectSame(t, data, p.lookUp("parking_placa", values{"placa": "a-1"}), want)
	}
	w.answer(func(*http.Request) http.HandlerFunc { return body(200, `{"estado":"ok","data":{"placa":"B2"}}`) })
	expect(t, "another", p.data("parking_placa", values{"placa": "a-1"}).errors(), `plate "a-1" was asked for, and "B2" came`)
}
