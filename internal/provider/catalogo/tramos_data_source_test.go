package catalogo

import (
	"net/http"
	"testing"

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
