package flota

import (
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

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
