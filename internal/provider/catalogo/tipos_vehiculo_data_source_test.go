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
		"ids":            acctest.Values{"Automóvil": 1, "Motocicleta": 2, "Furgoneta": 3, "Camión": 4, "Autobús": 5},
		"datos":          acctest.Values{"1": acctest.Values{}, "2": acctest.Values{}, "3": acctest.Values{}, "4": acctest.Values{}, "5": acctest.Values{}},
	})
	w.ExpectAsked("tipo_vehiculo?")
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":[{"id":"2","nombre":"Moto","icono":{"ancho":3}},{"id":7},{"id":8,"nombre":"Otro"},{"id":9,"nombre":"Otro"}]}`)
	})
	acctest.ExpectSame(t, "other fields", p.LookUp("parking_tipos_vehiculo", acctest.Values{}), acctest.Values{
		"tipos_vehiculo": []any{kind(2, "Moto"), kind(7, nil), kind(8, "Otro"), kind(9, "Otro")},
		"ids":            acctest.Values{"Moto": 2}, // no name, and a name of two types, are left out
		"datos": acctest.Values{"2": acctest.Values{"icono": acctest.Values{"ancho": 3}}, "7": acctest.Values{}, "8": acctest.Values{},
			"9": acctest.Values{}},
	})
}

func TestTipoVehiculoDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	for _, c := range []struct {
		name         string
		config, want acctest.Values
	}{
		{"id", acctest.Values{"id": 2}, acctest.Values{"id": 2, "nombre": "Motocicleta", "datos": acctest.Values{}}},
		{"nombre", acctest.Values{"nombre": "Motocicleta"}, acctest.Values{"id": 2, "nombre": "Motocicleta", "datos": acctest.Values{}}},
		{"other case", acctest.Values{"nombre": "AUTOMÓVIL"}, acctest.Values{"id": 1, "nombre": "Automóvil", "datos": acctest.Values{}}},
	} {
		acctest.ExpectWhole(t, c.name, p.Data("parking_tipo_vehiculo", c.config), c.want)
		w.ExpectRequests(map[string]int{"tipo_vehiculo": 1})
	}
}

func TestTipoVehiculoNoSingleOne(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	acctest.Expect(t, "id", p.Data("parking_tipo_vehiculo", acctest.Values{"id": 99}).Errors(), "id: Vehicle type not found")
	acctest.Expect(t, "nombre", p.Data("parking_tipo_vehiculo", acctest.Values{"nombre": "Nave"}).Errors(), "nombre: Vehicle type not found")
	w.Exec("INSERT INTO tipos_vehiculo (id, nombre) VALUES (6, 'motocicleta')")
	acctest.Expect(t, "ambiguous", p.Data("parking_tipo_vehiculo", acctest.Values{"nombre": "Motocicleta"}).Errors(), "nombre: Vehicle type not found")
	acctest.Expect(t, "none at all", p.Data("parking_tipo_vehiculo", acctest.Values{"nombre": ""}).Errors(), "nombre: Vehicle type not found")
}

func TestTipoVehiculoOneOfTwo(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for name, config := range map[string]acctest.Values{"both": {"id": 1, "nombre": "Automóvil"}, "neither": {}} {
		acctest.Expect(t, name, p.ValidateData("parking_tipo_vehiculo", config), "id: Invalid Attribute Combination")
	}
	for name, config := range map[string]acctest.Values{"id": {"id": 1}, "nombre": {"nombre": "Automóvil"}} {
		acctest.Expect(t, name, p.ValidateData("parking_tipo_vehiculo", config))
	}
}

// The list may hold identifiers as texts, types without a name, other fields,
// and a type 0, which an absent id must not stand for.
func TestTipoVehiculoOtherShapes(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":[{"id":0,"nombre":"Otro"},{"id":"2","nombre":"Moto","icono":{"ancho":3}},{"id":7},{"id":8,"nombre":null}]}`)
	})
	p := w.Proto(nil)
	acctest.ExpectSame(t, "nombre", p.Data("parking_tipo_vehiculo", acctest.Values{"nombre": "moto"}).State,
		acctest.Values{"id": 2, "nombre": "Moto", "datos": acctest.Values{"icono": acctest.Values{"ancho": 3}}})
	acctest.ExpectSame(t, "nameless", p.Data("parking_tipo_vehiculo", acctest.Values{"id": 7}).State, acctest.Values{"id": 7, "nombre": nil, "datos": acctest.Values{}})
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":[{"nombre":"Moto"}]}`)
	})
	acctest.Expect(t, "without id", p.Data("parking_tipo_vehiculo", acctest.Values{"nombre": "moto"}).Errors(), "Unable to read vehicle types")
}
