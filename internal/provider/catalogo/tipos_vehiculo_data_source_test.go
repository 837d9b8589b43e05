package catalogo

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const tipo = "parking_tipo_vehiculo"

func TestTiposVehiculoDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p, none := w.Proto(nil), acctest.Values{}
	kind := func(id int, nombre any) acctest.Values { return acctest.Values{"id": id, "nombre": nombre} }
	acctest.ExpectSame(t, "types", p.LookUp("parking_tipos_vehiculo", none), acctest.Values{
		"tipos_vehiculo": []any{kind(1, "Automóvil"), kind(2, "Motocicleta"), kind(3, "Furgoneta"), kind(4, "Camión"), kind(5, "Autobús")},
		"ids":            acctest.Values{"Automóvil": 1, "Motocicleta": 2, "Furgoneta": 3, "Camión": 4, "Autobús": 5},
		"datos":          acctest.Values{"1": none, "2": none, "3": none, "4": none, "5": none},
	})
	w.ExpectAsked("tipo_vehiculo?")
	// Identifiers as texts, other fields, no name, and a name of two.
	shows(w, `[{"id":0},{"id":"2","nombre":"Moto","icono":{"ancho":3}},{"id":7,"nombre":null},
		{"id":8,"nombre":"Otro"},{"id":9,"nombre":"Otro"}]`)
	icon := acctest.Values{"icono": acctest.Values{"ancho": 3}}
	acctest.ExpectSame(t, "other fields", p.LookUp("parking_tipos_vehiculo", none), acctest.Values{
		"tipos_vehiculo": []any{kind(0, nil), kind(2, "Moto"), kind(7, nil), kind(8, "Otro"), kind(9, "Otro")},
		"ids":            acctest.Values{"Moto": 2},
		"datos":          acctest.Values{"0": none, "2": icon, "7": none, "8": none, "9": none},
	})
	acctest.ExpectSame(t, "nombre", p.LookUp(tipo, acctest.Values{"nombre": "moto"}), kind(2, "Moto").With(acctest.Values{"datos": icon}))
	acctest.ExpectSame(t, "nameless", p.LookUp(tipo, acctest.Values{"id": 7}), kind(7, nil).With(acctest.Values{"datos": none}))
	acctest.Expect(t, "ambiguous", p.Data(tipo, acctest.Values{"nombre": "Otro"}).Errors(), "nombre: Vehicle type not found")
}

func TestTipoVehiculoDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	for _, config := range []acctest.Values{{"id": 1}, {"nombre": "Automóvil"}, {"nombre": "AUTOMÓVIL"}} {
		want := acctest.Values{"id": 1, "nombre": "Automóvil", "datos": acctest.Values{}}
		acctest.ExpectSame(t, "found", p.LookUp(tipo, config), want)
		w.ExpectRequests(map[string]int{"tipo_vehiculo": 1})
	}
	for attribute, values := range map[string][]any{"id": {99}, "nombre": {"Nave", ""}} {
		for _, value := range values {
			errs := p.Data(tipo, acctest.Values{attribute: value}).Errors()
			acctest.Expect(t, "not found", errs, attribute+": Vehicle type not found")
		}
	}
	for _, config := range []acctest.Values{{"id": 1, "nombre": "Automóvil"}, {}} {
		acctest.Expect(t, "not one of two", p.ValidateData(tipo, config), "id: Invalid Attribute Combination")
	}
}
