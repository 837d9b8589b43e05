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
