package catalogo

import (
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestTramosDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	w.Exec("DELETE FROM tramos WHERE id NOT IN (1, 7)")
	read := func(libres, coche, moto int) {
		t.Helper()
		acctest.ExpectSame(t, "catalogue", p.LookUp("parking_tramos", acctest.Values{}), acctest.Values{
			"tramos": []any{
				acctest.Values{"id": 1, "nombre": "Calle Mayor 41-71", "direccion": "Calle Mayor 41, Centro, Valdebrisa", "latitud": -2.88994, "longitud": -79.004171, "libres": 39, "librescoche": 27, "libresmoto": 12},
				acctest.Values{"id": 7, "nombre": "Calle de las Redes 17-47", "direccion": "Calle de las Redes 17, Puerto, Valdebrisa", "latitud": -2.891042, "longitud": -78.996653, "libres": libres, "librescoche": coche, "libresmoto": moto},
			},
			"datos": acctest.Values{"1": acctest.Values{"zona_id": 1}, "7": acctest.Values{"zona_id": 2}},
		})
		w.ExpectAsked("tramos?")
	}
	read(48, 36, 12)
	// The counters may be stale on the service; here they are never remembered.
	w.Exec("UPDATE tramos SET foto_coche = 1, foto_moto = 2 WHERE id = 7")
	read(3, 1, 2)
}

// What the service leaves out of a section is null, and a section that comes twice
// is an error: datos could keep one of the two only.
func TestTramosOtherShapes(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":[{"id":"3","libres":"12","plano":{"url":"x"}},{"id":4}]}`)
	})
	empty := acctest.Values{"id": 4, "nombre": nil, "direccion": nil, "latitud": nil, "longitud": nil, "libres": nil, "librescoche": nil, "libresmoto": nil}
	acctest.ExpectSame(t, "left out", p.LookUp("parking_tramos", acctest.Values{}), acctest.Values{
		"tramos": []any{empty.With(acctest.Values{"id": 3, "libres": 12}), empty},
		"datos":  acctest.Values{"3": acctest.Values{"plano": acctest.Values{"url": "x"}}, "4": acctest.Values{}},
	})
	w.Answer(func(*http.Request) http.HandlerFunc { return answers.Body(200, `{"estado":"ok","data":[]}`) })
	acctest.ExpectSame(t, "empty", p.LookUp("parking_tramos", acctest.Values{}), acctest.Values{"tramos": []any{}, "datos": acctest.Values{}})
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":[{"id":3,"a":1},{"id":3,"a":2}]}`)
	})
	acctest.Expect(t, "catalogue", p.Data("parking_tramos", acctest.Values{}).Errors(), "Unable to read catalogue of sections")
	acctest.Expect(t, "near", p.Data("parking_tramos_cercanos", acctest.Values{"latitud": 1, "longitud": 2}).Errors(), "Unable to read sections")
	acctest.Expect(t, "types", p.Data("parking_tipos_vehiculo", acctest.Values{}).Errors(), "Unable to read vehicle types")
}

func TestTramoDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	first := p.Data("parking_tramo", acctest.Values{"id": 7})
	acctest.NoMessages(t, "first", first)
	want := acctest.Values{"id": 7, "nombre": "Calle de las Redes 17-47", "direccion": "Calle de las Redes 17, Puerto, Valdebrisa",
		"latitud": -2.891042, "longitud": -78.996653, "libres": 48, "librescoche": 36, "libresmoto": 12, "datos": acctest.Values{"zona_id": 2}}
	acctest.ExpectSame(t, "first", first.State, want)
	w.ExpectRequests(map[string]int{"tramo": 1})
	// Counters are never remembered: the same provider asks again.
	w.Exec("UPDATE tramos SET plazas_coche = 30, plazas_moto = 5 WHERE id = 7")
	acctest.ExpectSame(t, "second", p.Data("parking_tramo", acctest.Values{"id": 7}).State, want.With(acctest.Values{"libres": 35, "librescoche": 30, "libresmoto": 5}))
	w.ExpectRequests(map[string]int{"tramo": 1})
}

// Fields that the document does not name arrive in datos as they come, through
// Terraform; named ones that are left out are null.
func TestCLITramoDatos(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":{"id":"7","libres":"12","latitud":"-2.5","longitud":null,
			"activo":true,"nota":null,"grande":123456789012345678901234567890,"precio":0.1,"vacio":{},"lista":[],
			"mixta":[1,"dos",null,[true,{"a":null}],{"b":[3.5]}]}}`)
	})
	acctest.Steps(t, []resource.TestStep{{
		Config: w.Config(`
data "parking_tramo" "test" {
  id = 7
}
output "datos" {
  value = jsonencode(data.parking_tramo.test.datos)
}
output "named" {
  value = jsonencode([for name in ["nombre", "latitud", "longitud", "libres", "librescoche"] : data.parking_tramo.test[name]])
}
output "missing" {
  value = try(data.parking_tramo.test.datos.no_such_field, "none")
}
`),
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownOutputValue("datos", knownvalue.StringExact(`{"activo":true,"grande":123456789012345678901234567890,"lista":[],"mixta":[1,"dos",null,[true,{"a":null}],{"b":[3.5]}],"nota":null,"precio":0.1,"vacio":{}}`)),
			statecheck.ExpectKnownOutputValue("named", knownvalue.StringExact(`[null,-2.5,null,12,null]`)),
			statecheck.ExpectKnownOutputValue("missing", knownvalue.StringExact("none")),
		},
	}})
}

func TestTramosCercanosDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	config := acctest.Values{"latitud": -2.891, "longitud": -78.9967, "parametros": acctest.Values{"radio": "60"}}
	want := config.With(acctest.Values{
		"tramos": []any{acctest.Values{"id": 7, "nombre": "Calle de las Redes 17-47", "direccion": "Calle de las Redes 17, Puerto, Valdebrisa",
			"latitud": -2.891042, "longitud": -78.996653, "libres": 48, "librescoche": 36, "libresmoto": 12}},
		"datos": acctest.Values{"7": acctest.Values{"zona_id": 2, "distancia": 7}},
	})
	acctest.ExpectSame(t, "near", p.LookUp("parking_tramos_cercanos", config), want)
	w.ExpectAsked("tramos_cercanos?latitud=-2.891&longitud=-78.9967&radio=60")
	far := acctest.Values{"latitud": 1, "longitud": 2, "parametros": nil}
	acctest.ExpectSame(t, "far", p.LookUp("parking_tramos_cercanos", far), far.With(acctest.Values{"tramos": []any{}, "datos": acctest.Values{}}))
	w.ExpectAsked("tramos_cercanos?latitud=1&longitud=2")
}

// A point that is none is refused before it is sent; what the service has against
// one is shown on the attribute.
func TestTramosCercanosRefused(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	acctest.Expect(t, "latitud", p.ValidateData("parking_tramos_cercanos", acctest.Values{"latitud": 91, "longitud": 0}), "latitud: Invalid Attribute Value")
	acctest.Expect(t, "longitud", p.ValidateData("parking_tramos_cercanos", acctest.Values{"latitud": 0, "longitud": -181}), "longitud: Invalid Attribute Value")
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(422, `{"estado":"fail","error":"Datos inválidos","errores":{"longitud":"fuera de la ciudad"}}`)
	})
	acctest.Expect(t, "service", p.Data("parking_tramos_cercanos", acctest.Values{"latitud": 0, "longitud": 0}).Errors(), "longitud: Unable to read sections")
	w.Answer(nil)
	acctest.Expect(t, "parameter", p.Data("parking_tramos_cercanos", acctest.Values{"latitud": 0, "longitud": 0, "parametros": acctest.Values{"radio": "mucho"}}).Errors(), `parametros["radio"]: Unable to read sections`)
}

func TestTramoPreciosEstacionarDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	config := acctest.Values{"tramo_id": 7, "parametros": acctest.Values{"tipo_vehiculo_id": "2"}}
	state := p.LookUp("parking_tramo_precios_estacionar", config)
	w.ExpectAsked("tramo_precios_estacionar?tipo_vehiculo_id=2&tramo_id=7")
	datos, _ := state["datos"].([]any)
	if len(datos) != 12 {
		t.Fatalf("prices: %v", state)
	}
	acctest.ExpectSame(t, "first price", acctest.Values{"it": datos[0]}, acctest.Values{"it": acctest.Values{"tramo_id": 7, "tipo_vehiculo_id": 2, "minutos": 10, "precio": 0.15}})
	// The answer has no documented shape, so any is passed on.
	for text, want := range map[string]any{`{"tarifa":{"hora":1.5}}`: acctest.Values{"tarifa": acctest.Values{"hora": 1.5}}, `"gratis"`: "gratis", `null`: nil, `[]`: []any{}} {
		w.Answer(func(*http.Request) http.HandlerFunc { return answers.Body(200, `{"estado":"ok","data":`+text+`}`) })
		acctest.ExpectSame(t, text, p.LookUp("parking_tramo_precios_estacionar", config), config.With(acctest.Values{"datos": want}))
	}
}
