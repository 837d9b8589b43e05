package acceptance

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// An identifier that is not known yet is null in what refers to it. The error says so, and
// what to do; another attribute that is missing keeps the usual one.
func TestNullID(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for _, c := range []struct {
		typeName string
		config   acctest.Values
		want     string
	}{
		{"parking_reserva", acctest.Values{"tramo_id": 1, "minutos": 10}, "vehiculo_id: Vehicle identifier not known yet"},
		{"parking_vehiculo", acctest.Values{"placa": "AKX0359"}, "cliente_id: Client identifier not known yet"},
		{"parking_zona_favorita", acctest.Values{"zona_id": 1}, "cliente_id: Client identifier not known yet"},
		{"parking_reserva", acctest.Values{"vehiculo_id": 1, "minutos": 10}, "tramo_id: Missing Configuration for Required Attribute"},
	} {
		errs := p.ValidateResource(c.typeName, c.config)
		acctest.Expect(t, c.typeName, errs, c.want)
	}
}

// The vehicle is linked and nothing tells its identifier: what refers to it waits for the
// next apply, which links nothing again.
func TestVehiculoWithoutIDUnderTerraform(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	w.Placas("AKX0359")
	linked := false
	w.Answer(func(r *http.Request) http.HandlerFunc {
		switch {
		case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/vehiculo"):
			linked = true
			return w.CarriedOut(`{"estado":"ok","data":{"message":"hecho"}}`)
		case linked && strings.HasSuffix(r.URL.Path, "/vehiculos"):
			return answers.Body(500, `{"estado":"fail","error":"mantenimiento"}`)
		}
		return nil
	})
	config := w.Config(acctest.MinimalVehiculo + `
resource "parking_reserva" "test" {
  vehiculo_id = parking_vehiculo.test.id
  tramo_id    = 1
  minutos     = 60
}
`)
	acctest.Steps(t, []resource.TestStep{
		{Config: config, ExpectError: regexp.MustCompile(`Vehicle identifier not known yet`)},
		{PreConfig: func() { w.Answer(nil) }, Config: config, Check: resource.TestCheckResourceAttr("parking_reserva.test", "vehiculo_id", "1")},
	})
	w.ExpectCount(1, "SELECT COUNT(*) FROM vehiculos")
}
