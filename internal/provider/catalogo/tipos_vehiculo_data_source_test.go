package catalogo

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Where the service has pages, each is read, and all are shown.
func TestCataloguesOfSeveralPages(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{PageCatalogues: true})
	for id := 6; id <= 20; id++ {
		w.Exec("INSERT INTO tipos_vehiculo (id, nombre) VALUES (?, ?)", id, fmt.Sprintf("Tipo %d", id))
	}
	p := w.Proto(nil)
	expect := func(source, list string, config acctest.Values, want int, asked ...string) {
		t.Helper()
		shown := p.LookUp(source, config)
		items, _ := shown[list].([]any)
		datos, _ := shown["datos"].(acctest.Values)
		if len(items) != want || len(datos) != want {
			t.Errorf("%s shows %d records and the other fields of %d, wanted %d", source, len(items), len(datos), want)
		}
		w.ExpectAsked(asked...)
	}
	expect("parking_tipos_vehiculo", "tipos_vehiculo", acctest.Values{}, 20, "tipo_vehiculo?", "tipo_vehiculo?page=2")
	acctest.ExpectState(t, "one of the second page", p.Data("parking_tipo_vehiculo", acctest.Values{"nombre": "tipo 20"}), acctest.Values{"id": 20})
	w.ExpectAsked("tipo_vehiculo?", "tipo_vehiculo?page=2")
	expect("parking_tramos", "tramos", acctest.Values{}, 40, "tramos?", "tramos?page=2", "tramos?page=3")
	const at = "latitud=-2.891&longitud=-78.9967"
	near := acctest.Values{"latitud": -2.891, "longitud": -78.9967, "parametros": acctest.Values{"radio": "50000"}}
	expect("parking_tramos_cercanos", "tramos", near, 40,
		"tramos_cercanos?"+at+"&radio=50000", "tramos_cercanos?"+at+"&page=2&radio=50000", "tramos_cercanos?"+at+"&page=3&radio=50000")
}

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
