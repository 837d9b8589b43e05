package catalogo

import (
	"net/http"
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const cercanos = "parking_tramos_cercanos"

// redes is section 7, as a new sandbox holds it.
var redes = acctest.Values{"id": 7, "nombre": "Calle de las Redes 17-47", "direccion": "Calle de las Redes 17, Puerto, Valdebrisa",
	"latitud": -2.891042, "longitud": -78.996653, "libres": 48, "librescoche": 36, "libresmoto": 12}

// The counters may be stale on the service; here they are never remembered. What the service leaves out of a section is null, and a
// section that comes twice is an error: datos could keep one of the two only.
func TestTramosDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p, none := w.Proto(nil), acctest.Values{}
	expect := func(what string, tramos []any, datos acctest.Values) {
		t.Helper()
		acctest.ExpectSame(t, what, p.LookUp("parking_tramos", none), acctest.Values{"tramos": tramos, "datos": datos})
	}
	w.Exec("DELETE FROM tramos WHERE id <> 7")
	inZone := acctest.Values{"7": acctest.Values{"zona_id": 2}}
	expect("catalogue", []any{redes}, inZone)
	w.ExpectAsked("tramos?")
	w.Exec("UPDATE tramos SET foto_coche = 1, foto_moto = 2")
	expect("again", []any{redes.With(acctest.Values{"libres": 3, "librescoche": 1, "libresmoto": 2})}, inZone)
	shows(w, `[{"id":"3","libres":"12","plano":{"url":"x"}},{"id":4}]`)
	empty := acctest.Values{"id": 4, "nombre": nil, "direccion": nil, "latitud": nil, "longitud": nil, "libres": nil, "librescoche": nil,
		"libresmoto": nil}
	plano := acctest.Values{"plano": acctest.Values{"url": "x"}}
	expect("left out", []any{empty.With(acctest.Values{"id": 3, "libres": 12}), empty}, acctest.Values{"3": plano, "4": none})
	shows(w, `[]`)
	expect("empty", []any{}, none)
	shows(w, `[{"id":3,"a":1},{"id":3,"a":2}]`)
	acctest.Expect(t, "catalogue", p.Data("parking_tramos", none).Errors(), "Unable to read catalogue of sections")
	acctest.Expect(t, "near", p.Data(cercanos, acctest.Values{"latitud": 1, "longitud": 2}).Errors(), "Unable to read sections")
	acctest.Expect(t, "types", p.Data("parking_tipos_vehiculo", none).Errors(), "Unable to read vehicle types")
}

// Counters are never remembered: the same provider asks again.
func TestTramoDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p, want := w.Proto(nil), redes.With(acctest.Values{"datos": acctest.Values{"zona_id": 2}})
	acctest.ExpectSame(t, "first", p.LookUp("parking_tramo", acctest.Values{"id": 7}), want)
	w.Exec("UPDATE tramos SET plazas_coche = 30, plazas_moto = 5 WHERE id = 7")
	second := p.LookUp("parking_tramo", acctest.Values{"id": 7})
	acctest.ExpectSame(t, "second", second, want.With(acctest.Values{"libres": 35, "librescoche": 30, "libresmoto": 5}))
	w.ExpectRequests(map[string]int{"tramo": 2})
}

// Fields that the document does not name arrive in datos as they come, through
// Terraform; named ones that are left out are null.
func TestCLITramoDatos(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	const datos = `{"activo":true,"grande":123456789012345678901234567890,"lista":[],` +
		`"mixta":[1,"dos",null,[true,{"a":null}],{"b":[3.5]}],"nota":null,"precio":0.1,"vacio":{}}`
	shows(w, `{"id":"7","libres":"12","latitud":"-2.5","longitud":null,`+datos[1:])
	output := func(name, value string) statecheck.StateCheck {
		return statecheck.ExpectKnownOutputValue(name, knownvalue.StringExact(value))
	}
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
			output("datos", datos), output("named", `[null,-2.5,null,12,null]`), output("missing", "none"),
		},
	}})
}

func TestTramosCercanosDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	config := acctest.Values{"latitud": -2.891, "longitud": -78.9967, "parametros": acctest.Values{"radio": "60"}}
	acctest.ExpectSame(t, "near", p.LookUp(cercanos, config), config.With(acctest.Values{"tramos": []any{redes},
		"datos": acctest.Values{"7": acctest.Values{"zona_id": 2, "distancia": 7}}}))
	w.ExpectAsked("tramos_cercanos?latitud=-2.891&longitud=-78.9967&radio=60")
	far := acctest.Values{"latitud": 1, "longitud": 2, "parametros": nil}
	acctest.ExpectSame(t, "far", p.LookUp(cercanos, far), far.With(acctest.Values{"tramos": []any{}, "datos": acctest.Values{}}))
	w.ExpectAsked("tramos_cercanos?latitud=1&longitud=2")
	for attribute, value := range map[string]any{"latitud": 91, "longitud": -181} {
		errs := p.ValidateData(cercanos, far.With(acctest.Values{attribute: value}))
		acctest.Expect(t, attribute, errs, attribute+": Invalid Attribute Value")
	}
}

// What the service complains of is on the key that was sent under that very name, and on the attribute otherwise.
func TestParametrosComplainedOf(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(422, `{"estado":"fail","error":"No vale","errores":{"Desde":["no es una fecha"],"LATITUD":"lejos"}}`)
	})
	ask := func(parametros acctest.Values) []string {
		return w.Proto(nil).Data(cercanos, acctest.Values{"latitud": 1, "longitud": 2, "parametros": parametros}).Errors()
	}
	const unable = "Unable to read sections"
	asSent := ask(acctest.Values{"Desde": "ayer", "LATITUD": "1"})
	acctest.Expect(t, "as sent", asSent, `parametros["Desde"]: `+unable, `parametros["LATITUD"]: `+unable)
	acctest.Expect(t, "not as sent", ask(acctest.Values{"desde": "ayer"}), "latitud: "+unable, "latitud: "+unable)
}

func TestTramoPreciosEstacionarDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p, config := w.Proto(nil), acctest.Values{"tramo_id": 7, "parametros": acctest.Values{"tipo_vehiculo_id": "2"}}
	datos, _ := p.LookUp("parking_tramo_precios_estacionar", config)["datos"].([]any)
	w.ExpectAsked("tramo_precios_estacionar?tipo_vehiculo_id=2&tramo_id=7")
	first := acctest.Values{"tramo_id": 7, "tipo_vehiculo_id": 2, "minutos": 10, "precio": 0.15}
	if len(datos) != 12 || !reflect.DeepEqual(datos[0], first) {
		t.Errorf("got the prices %v, wanted 12 and first %v", datos, first)
	}
	// The answer has no documented shape, so any is passed on.
	for text, want := range map[string]any{
		`{"tarifa":{"hora":1.5}}`: acctest.Values{"tarifa": acctest.Values{"hora": 1.5}}, `"gratis"`: "gratis", `null`: nil, `[]`: []any{},
	} {
		shows(w, text)
		acctest.ExpectSame(t, text, p.LookUp("parking_tramo_precios_estacionar", config), config.With(acctest.Values{"datos": want}))
	}
}
