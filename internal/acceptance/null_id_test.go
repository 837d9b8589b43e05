package acceptance

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
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
