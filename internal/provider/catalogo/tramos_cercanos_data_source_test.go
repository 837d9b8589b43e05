package catalogo

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

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
