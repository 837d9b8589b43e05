package catalogo

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestTiposVehiculoDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	kind := func(id int, nombre any) acctest.Values { return acctest.Values{"id": id, "nombre": nombre} }
	acctest.ExpectSame(t, "types", p.LookUp("parking_tipos_vehiculo", acctest.Values{}), acctest.Values{
		"tipos_vehiculo": []any{kind(1, "Automóvil"), kind(2, "Motocicleta"), kind(3, "Furgoneta"), kind(4, "Camión"), kind(5, "Autobús")},
		"datos":          acctest.Values{"1": acctest.Values{}, "2": acctest.Values{}, "3": acctest.Values{}, "4": acctest.Values{}, "5": acctest.Values{}},
	})
	w.ExpectAsked("tipo_vehiculo?")
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":[{"id":"2","nombre":"Moto","icono":{"ancho":3}},{"id":7}]}`)
	})
	acctest.ExpectSame(t, "other fields", p.LookUp("parking_tipos_vehiculo", acctest.Values{}), acctest.Values{
		"tipos_vehiculo": []any{kind(2, "Moto"), kind(7, nil)},
		"datos":          acctest.Values{"2": acctest.Values{"icono": acctest.Values{"ancho": 3}}, "7": acctest.Values{}},
	})
}
