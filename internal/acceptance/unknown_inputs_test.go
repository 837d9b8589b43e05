package acceptance

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// A creation of which nothing is known yet is valid and planned without a message and without a request, and created as
// soon as its values are known.
func TestCreatedOfUnknownInputs(t *testing.T) {
	t.Parallel()
	type row struct {
		typeName string
		declared acctest.Values
	}
	paid := acctest.DeclaredPago.With(acctest.Values{"cliente_id": 1})
	acctest.Each(t, map[string]row{
		"cliente":       {"parking_cliente", acctest.Norte},
		"placa":         {"parking_placa", acctest.Values{"placa": "ZZR0033", "tipo_vehiculo_id": 1}},
		"vehiculo":      {"parking_vehiculo", acctest.Values{"cliente_id": 2, "placa": "AKX0359", "nombre": "Furgón"}},
		"zona_favorita": {"parking_zona_favorita", acctest.DeclaredFavorita},
		"reserva":       {"parking_reserva", acctest.PaidReserva.With(acctest.Values{"celda_id": 17, "conector_id": 3})},
		"sancion":       {"parking_sancion", acctest.DeclaredSancion.With(acctest.Values{"pago": paid})},
	}, func(t *testing.T, c row) {
		w := acctest.ConVehiculo(t)
		p := w.Proto(nil)
		object, _ := p.Schema.ResourceSchemas[c.typeName].ValueType().(tftypes.Object)
		unknown := acctest.Values{}
		for attribute := range c.declared {
			unknown[attribute] = tftypes.NewValue(object.AttributeTypes[attribute], tftypes.UnknownValue)
		}
		acctest.Expect(t, "validated", p.ValidateResource(c.typeName, unknown))
		planned := p.Plan(c.typeName, acctest.Result{}, unknown)
		acctest.NoErrors(t, "planned", acctest.Result{Diags: planned.Diagnostics})
		w.ExpectRequests(map[string]int{})
		planned.PlannedState = p.Encode(object, p.Decode(object, planned.PlannedState).With(c.declared))
		created := p.ApplyPlan(t.Context(), c.typeName, acctest.Result{}, c.declared, planned)
		acctest.ExpectState(t, "created", created, c.declared)
	})
}
