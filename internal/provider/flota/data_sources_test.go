package flota

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What the service leaves out is null, and the plate stays as it was asked for if the service writes it another way.
func TestPlacaDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec(`INSERT INTO placas (placa, tipo_vehiculo_id, marca, modelo, color, electrico, minusvalido, exento, sancionable)
		VALUES ('A/1 b', 2, 'Honda', 'PCX', 'rojo', 1, 0, 1, 0)`)
	p := w.Proto(nil)
	acctest.ExpectSame(t, "whole", p.LookUp("parking_placa", acctest.Values{"placa": "A/1 b"}), acctest.Values{
		"placa": "A/1 b", "tipo_vehiculo_id": 2, "marca": "Honda", "modelo": "PCX", "color": "rojo",
		"electrico": true, "minusvalido": false, "exento": true, "sancionable": false})
	w.ExpectAsked("placa?")
	acctest.Expect(t, "no plate", p.ValidateData("parking_placa", acctest.Values{"placa": " A"}), "placa: Invalid value")
	left := acctest.Values{"placa": "a-1", "tipo_vehiculo_id": nil, "marca": nil, "modelo": nil, "color": nil, "electrico": nil,
		"minusvalido": nil, "exento": nil, "sancionable": nil}
	some := left.With(acctest.Values{"tipo_vehiculo_id": 3, "electrico": true, "exento": false})
	for data, want := range map[string]acctest.Values{
		`{"placa":"A1"}`: left,
		`{"placa":"A1","tipo_vehiculo_id":"3","electrico":"1","exento":null,"marca":null}`: some,
	} {
		w.Answer(func(*http.Request) http.HandlerFunc { return answers.Body(200, `{"estado":"ok","data":`+data+`}`) })
		acctest.ExpectSame(t, data, p.LookUp("parking_placa", acctest.Values{"placa": "a-1"}), want)
	}
}

func TestVehiculoDataSource(t *testing.T) {
	t.Parallel()
	w := serverOf(t, "A-1", "B-2")
	w.Exec(`INSERT INTO vehiculos (id, cliente_id, placa, nombre, activado, favorito)
		VALUES (4, 2, 'A-1', 'Reparto', 1, 0), (5, 3, 'A-1', NULL, 0, 1), (6, 2, 'B-2', NULL, 1, 0)`)
	p := w.Proto(nil)
	want := acctest.Values{"id": 4, "cliente_id": 2, "placa": "A-1", "nombre": "Reparto", "activado": true, "favorito": false}
	acctest.ExpectSame(t, "by id", p.LookUp("parking_vehiculo", acctest.Values{"id": 4}), want)
	w.ExpectAsked("vehiculo?")
	acctest.ExpectSame(t, "by plate", p.LookUp("parking_vehiculo", acctest.Values{"cliente_id": 2, "placa": "A-1"}), want)
	w.ExpectAsked("vehiculos?cliente_id=2")
	acctest.ExpectSame(t, "another client's", p.LookUp("parking_vehiculo", acctest.Values{"cliente_id": 3, "placa": "A-1"}),
		acctest.Values{"id": 5, "cliente_id": 3, "placa": "A-1", "nombre": nil, "activado": false, "favorito": true})
	none := p.Data("parking_vehiculo", acctest.Values{"cliente_id": 3, "placa": "B-2"})
	acctest.Expect(t, "not this client's", none.Errors(), "placa: No such vehicle")
}

func TestVehiculoOneWayOfTwo(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for _, neither := range []acctest.Values{
		{}, {"id": 1, "cliente_id": 2}, {"id": 1, "placa": "A"}, {"placa": "A"}, {"cliente_id": 2},
		{"id": 1, "cliente_id": 2, "placa": "A"},
	} {
		if len(p.ValidateData("parking_vehiculo", neither)) == 0 {
			t.Errorf("%v is accepted", neither)
		}
	}
	odd := p.ValidateData("parking_vehiculo", acctest.Values{"cliente_id": 2, "placa": "A "})
	acctest.Expect(t, "no plate", odd, "placa: Invalid value")
	for _, one := range []acctest.Values{{"id": 1}, {"cliente_id": 2, "placa": "A"}} {
		acctest.Expect(t, fmt.Sprint(one), p.ValidateData("parking_vehiculo", one))
	}
}

func TestVehiculosDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	var all, odd []any
	for n := 1; n <= 40; n++ {
		placa, nombre := fmt.Sprintf("P-%d", n), fmt.Sprintf("Uno y %d", n%2)
		w.Placas(placa)
		w.Exec("INSERT INTO vehiculos (id, cliente_id, placa, nombre, activado, favorito) VALUES (?, 2, ?, ?, 1, 0)", n, placa, nombre)
		record := acctest.Values{"id": n, "cliente_id": 2, "placa": placa, "nombre": nombre, "activado": true, "favorito": false}
		if all = append(all, record); n%2 == 1 {
			odd = append(odd, record)
		}
	}
	w.Exec("INSERT INTO vehiculos (cliente_id, placa) VALUES (3, 'P-1')")
	p := w.Proto(nil)
	read := func(config acctest.Values, want ...any) {
		t.Helper()
		config = acctest.Values{"cliente_id": 2, "placa": nil, "nombre": nil}.With(config)
		want = append([]any{}, want...)
		acctest.ExpectSame(t, fmt.Sprint(config), p.LookUp("parking_vehiculos", config), config.With(acctest.Values{"vehiculos": want}))
	}
	read(acctest.Values{}, all...)
	w.ExpectRequests(map[string]int{"vehiculos": 3})
	read(acctest.Values{"placa": "P-7"}, all[6])
	w.ExpectAsked("vehiculos?cliente_id=2&placa=P-7")
	read(acctest.Values{"nombre": "Uno y 1"}, odd...)
	w.ExpectAsked("vehiculos?cliente_id=2&nombre=Uno+y+1", "vehiculos?cliente_id=2&nombre=Uno+y+1&page=2")
	read(acctest.Values{"placa": "P-7", "nombre": "Uno y 0"})
	w.ExpectAsked("vehiculos?cliente_id=2&nombre=Uno+y+0&placa=P-7")
	read(acctest.Values{"cliente_id": 4})
}

// What was asked for stays as it was written, and what the service leaves out is null. A rejection is on the attribute that it is about.
func TestVehiculoOtherShapes(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	w.Answer(answers.On(routes{listing: vehiculosPage(`{"id":9,"cliente_id":2,"placa":"a1"},{"id":8,"placa":"A1"}`),
		"GET /external/vehiculo/4": answers.Body(200, `{"estado":"ok","data":{"vehiculo_id":"4","activado":"1"}}`)}))
	nothing := acctest.Values{"cliente_id": nil, "placa": nil, "nombre": nil, "activado": nil, "favorito": nil}
	one, all := acctest.Values{"cliente_id": 2, "placa": "A-1"}, acctest.Values{"cliente_id": 2, "placa": nil, "nombre": nil}
	spelled := p.LookUp("parking_vehiculo", one)
	acctest.ExpectSame(t, "spelled otherwise", spelled, nothing.With(one).With(acctest.Values{"id": 8}))
	omitted := p.LookUp("parking_vehiculo", acctest.Values{"id": 4})
	acctest.ExpectSame(t, "left out", omitted, nothing.With(acctest.Values{"id": 4, "activado": true}))
	w.Answer(answers.On(routes{listing: vehiculosPage(`{"id":"9"}`)}))
	list := []any{nothing.With(acctest.Values{"id": 9, "cliente_id": 2})}
	acctest.ExpectSame(t, "of a list", p.LookUp("parking_vehiculos", all), all.With(acctest.Values{"vehiculos": list}))

	w.Answer(func(r *http.Request) http.HandlerFunc {
		errores := `{"nombre":"demasiado corto"}`
		switch {
		case r.URL.Query().Has("placa"): // a control
			return vehiculosPage("")
		case strings.Contains(r.URL.Path, "/vehiculo/"):
			errores = `{"cliente_id":"bloqueado"}`
		}
		return answers.Body(422, `{"estado":"fail","error":"Datos inválidos","errores":`+errores+`}`)
	})
	rejected := p.Data("parking_vehiculo", acctest.Values{"id": 5})
	acctest.Expect(t, "rejected", rejected.Errors(), "cliente_id: Unable to read vehicle")
	rejected = p.Data("parking_vehiculos", all.With(acctest.Values{"nombre": "x"}))
	acctest.Expect(t, "rejected list", rejected.Errors(), "nombre: Unable to read vehicles")
	empty := p.ValidateData("parking_vehiculos", all.With(acctest.Values{"nombre": ""}))
	acctest.Expect(t, "empty name", empty, "nombre: Invalid Attribute Value Length")
}
