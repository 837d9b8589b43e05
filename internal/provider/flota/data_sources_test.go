package flota

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestPlacaDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec("INSERT INTO placas (placa, tipo_vehiculo_id, marca, modelo, color, electrico, minusvalido, exento, sancionable) VALUES ('A/1 b', 2, 'Honda', 'PCX', 'rojo', 1, 0, 1, 0)")
	p := w.Proto(nil)
	acctest.ExpectSame(t, "plate", p.LookUp("parking_placa", acctest.Values{"placa": "A/1 b"}), acctest.Values{"placa": "A/1 b", "tipo_vehiculo_id": 2,
		"marca": "Honda", "modelo": "PCX", "color": "rojo", "electrico": true, "minusvalido": false, "exento": true, "sancionable": false})
	w.ExpectAsked("placa?")
	acctest.Expect(t, "spelling", p.Data("parking_placa", acctest.Values{"placa": "a/1 B"}).Errors(), "placa: Unable to read plate")
	acctest.Expect(t, "no plate", p.ValidateData("parking_placa", acctest.Values{"placa": " A"}), "placa: Invalid value")
}

// What the service leaves out is null, and the plate stays as it was asked for
// where the service writes it another way.
func TestPlacaDataSourceFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	left := acctest.Values{"placa": "a-1", "tipo_vehiculo_id": nil, "marca": nil, "modelo": nil, "color": nil, "electrico": nil, "minusvalido": nil, "exento": nil, "sancionable": nil}
	for data, want := range map[string]acctest.Values{
		`{"placa":"A1"}`: left,
		`{"placa":"A1","tipo_vehiculo_id":"3","electrico":"1","exento":null,"marca":null}`: left.With(acctest.Values{"tipo_vehiculo_id": 3, "electrico": true, "exento": false}),
	} {
		w.Answer(func(*http.Request) http.HandlerFunc { return answers.Body(200, `{"estado":"ok","data":`+data+`}`) })
		acctest.ExpectSame(t, data, p.LookUp("parking_placa", acctest.Values{"placa": "a-1"}), want)
	}
	w.Answer(func(*http.Request) http.HandlerFunc { return answers.Failing })
	acctest.Expect(t, "failing", p.Data("parking_placa", acctest.Values{"placa": "a-1"}).Errors(), "placa: Unable to read plate")
}

func TestVehiculoDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("A-1", "B-2")
	w.Exec("INSERT INTO vehiculos (id, cliente_id, placa, nombre, activado, favorito) VALUES (4, 2, 'A-1', 'Reparto', 1, 0), (5, 3, 'A-1', NULL, 0, 1), (6, 2, 'B-2', NULL, 1, 0)")
	p := w.Proto(nil)
	want := acctest.Values{"id": 4, "cliente_id": 2, "placa": "A-1", "nombre": "Reparto", "activado": true, "favorito": false}
	acctest.ExpectSame(t, "by id", p.LookUp("parking_vehiculo", acctest.Values{"id": 4}), want)
	w.ExpectAsked("vehiculo?")
	acctest.ExpectSame(t, "by plate", p.LookUp("parking_vehiculo", acctest.Values{"cliente_id": 2, "placa": "A-1"}), want)
	w.ExpectAsked("vehiculos?cliente_id=2")
	acctest.ExpectSame(t, "another client's", p.LookUp("parking_vehiculo", acctest.Values{"cliente_id": 3, "placa": "A-1"}),
		acctest.Values{"id": 5, "cliente_id": 3, "placa": "A-1", "nombre": nil, "activado": false, "favorito": true})
	acctest.Expect(t, "not this client's", p.Data("parking_vehiculo", acctest.Values{"cliente_id": 3, "placa": "B-2"}).Errors(), "placa: No such vehicle")
}

func TestVehiculoOneWayOfTwo(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for name, config := range map[string]acctest.Values{
		"nothing": {}, "id and client": {"id": 1, "cliente_id": 2}, "id and plate": {"id": 1, "placa": "A"}, "plate alone": {"placa": "A"}, "client alone": {"cliente_id": 2},
		"all three": {"id": 1, "cliente_id": 2, "placa": "A"},
	} {
		if errs := strings.Join(p.ValidateData("parking_vehiculo", config), " "); errs == "" {
			t.Errorf("%s is accepted", name)
		}
	}
	acctest.Expect(t, "plate alone", p.ValidateData("parking_vehiculo", acctest.Values{"placa": "A"}), "placa: Invalid Attribute Combination")
	acctest.Expect(t, "no plate", p.ValidateData("parking_vehiculo", acctest.Values{"cliente_id": 2, "placa": "A "}), "placa: Invalid value")
	for name, config := range map[string]acctest.Values{"id": {"id": 1}, "client and plate": {"cliente_id": 2, "placa": "A"}} {
		acctest.Expect(t, name, p.ValidateData("parking_vehiculo", config))
	}
}

// What was asked for stays as it was written, and what the service leaves out is null.
func TestVehiculoOtherShapes(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if strings.HasSuffix(r.URL.Path, "/vehiculos") {
			return answers.Body(200, `{"estado":"ok","data":[{"id":9,"cliente_id":2,"placa":"a1"},{"id":8,"cliente_id":2,"placa":"A1"}]}`)
		}
		return answers.Body(200, `{"estado":"ok","data":{"vehiculo_id":"4","activado":"1"}}`)
	})
	nothing := acctest.Values{"nombre": nil, "activado": nil, "favorito": nil}
	acctest.ExpectSame(t, "spelled otherwise", p.LookUp("parking_vehiculo", acctest.Values{"cliente_id": 2, "placa": "A-1"}), nothing.With(acctest.Values{"id": 8, "cliente_id": 2, "placa": "A-1"}))
	acctest.ExpectSame(t, "left out", p.LookUp("parking_vehiculo", acctest.Values{"id": 4}), nothing.With(acctest.Values{"id": 4, "cliente_id": nil, "placa": nil, "activado": true}))
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(422, `{"estado":"fail","error":"Datos inválidos","errores":{"cliente_id":"bloqueado"}}`)
	})
	acctest.Expect(t, "refused", p.Data("parking_vehiculo", acctest.Values{"id": 5}).Errors(), "cliente_id: Unable to read vehicle")
}

func TestVehiculosDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	all := []any{}
	for n := 1; n <= 40; n++ {
		placa := fmt.Sprintf("P-%d", n)
		w.Placas(placa)
		w.Exec("INSERT INTO vehiculos (id, cliente_id, placa, nombre, activado, favorito) VALUES (?, 2, ?, ?, 1, 0)", n, placa, fmt.Sprintf("Uno y %d", n%2))
		all = append(all, acctest.Values{"id": n, "cliente_id": 2, "placa": placa, "nombre": fmt.Sprintf("Uno y %d", n%2), "activado": true, "favorito": false})
	}
	w.Exec("INSERT INTO vehiculos (cliente_id, placa) VALUES (3, 'P-1')")
	p := w.Proto(nil)
	read := func(config acctest.Values, want ...any) {
		t.Helper()
		config = acctest.Values{"cliente_id": 2, "placa": nil, "nombre": nil}.With(config)
		acctest.ExpectSame(t, fmt.Sprint(config), p.LookUp("parking_vehiculos", config), config.With(acctest.Values{"vehiculos": append([]any{}, want...)}))
	}
	read(acctest.Values{}, all...)
	w.ExpectRequests(map[string]int{"vehiculos": 3})
	read(acctest.Values{"placa": "P-7"}, all[6])
	w.ExpectAsked("vehiculos?cliente_id=2&placa=P-7")
	odd := slices.DeleteFunc(slices.Clone(all), func(v any) bool { it, _ := v.(acctest.Values); return it["nombre"] == "Uno y 0" })
	read(acctest.Values{"nombre": "Uno y 1"}, odd...)
	w.ExpectAsked("vehiculos?cliente_id=2&nombre=Uno+y+1", "vehiculos?cliente_id=2&nombre=Uno+y+1&page=2")
	read(acctest.Values{"placa": "P-7", "nombre": "Uno y 0"})
	w.ExpectAsked("vehiculos?cliente_id=2&nombre=Uno+y+0&placa=P-7")
	read(acctest.Values{"cliente_id": 4})
	// Another run remembers nothing: what comes meanwhile shows.
	w.Exec("DELETE FROM vehiculos WHERE id > 2")
	read(acctest.Values{}, all[0], all[1])
}

func TestVehiculosOtherShapes(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":[{"id":"9"}],"total":1,"last_page":1,"current_page":1}`)
	})
	config := acctest.Values{"cliente_id": 2, "placa": nil, "nombre": nil}
	acctest.ExpectSame(t, "left out", p.LookUp("parking_vehiculos", config),
		config.With(acctest.Values{"vehiculos": []any{acctest.Values{"id": 9, "cliente_id": 2, "placa": nil, "nombre": nil, "activado": nil, "favorito": nil}}}))
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.URL.Query().Has("placa") { // a control
			return answers.Body(200, noVehiculos)
		}
		return answers.Body(422, `{"estado":"fail","error":"Datos inválidos","errores":{"nombre":"demasiado corto"}}`)
	})
	acctest.Expect(t, "refused", p.Data("parking_vehiculos", config.With(acctest.Values{"nombre": "x"})).Errors(), "nombre: Unable to read vehicles")
	acctest.Expect(t, "empty name", p.ValidateData("parking_vehiculos", config.With(acctest.Values{"nombre": ""})), "nombre: Invalid Attribute Value Length")
}
