package flota

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

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
