package acceptance

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What names a thing forces replacement only where it is known to name another one. Where
// that shows in the apply alone, nothing is written and the error is on the attribute.
func TestReplacedByAnotherThingOnly(t *testing.T) {
	t.Parallel()
	fleet := func(placa string) acctest.Values {
		return acctest.Values{placa: acctest.Values{"tipo_vehiculo_id": 1, "nombre": nil, "electrico": nil, "minusvalido": nil}}
	}
	type row struct {
		typeName, attribute string
		unknown             tftypes.Value
		config              acctest.Values
		same, other         any    // same is nil where a value has one spelling
		warns               string // what the plan of a replacement says
	}
	acctest.Each(t, map[string]row{
		"placa.placa":              {"parking_placa", "placa", acctest.UnknownText, acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}, "akx-0359", "ZZR0033", "Plates stay on the service"},
		"vehiculo.placa":           {"parking_vehiculo", "placa", acctest.UnknownText, acctest.Values{"cliente_id": 1, "placa": "AKX0359"}, "AKX 0359", "ZZR0033", "Vehicles stay on the service"},
		"vehiculo.cliente_id":      {"parking_vehiculo", "cliente_id", acctest.UnknownNumber, acctest.Values{"cliente_id": 1, "placa": "AKX0359"}, nil, 2, "Vehicles linked to two clients"},
		"cliente.email":            {"parking_cliente", "email", acctest.UnknownText, acctest.Norte, "Flota.Norte@example.com", "flota.sur@example.com", "Clients stay on the service"},
		"zona_favorita.cliente_id": {"parking_zona_favorita", "cliente_id", acctest.UnknownNumber, acctest.Values{"cliente_id": 1, "zona_id": 1}, nil, 2, ""},
		"flota.cliente_id":         {"parking_flota", "cliente_id", acctest.UnknownNumber, acctest.Values{"cliente_id": 1, "vehiculos": fleet("AKX0359")}, nil, 2, "Vehicles linked to two clients"},
		"sancion.sancion_id":       {"parking_sancion", "sancion_id", acctest.UnknownNumber, acctest.Values{"sancion_id": 1}, nil, 2, "Sanctions stay on the service"},
	}, func(t *testing.T, c row) {
		w := acctest.NewWorld(t, sandbox.Options{})
		if c.typeName == "parking_vehiculo" {
			w.Placas("AKX0359")
		}
		p := w.Proto(nil)
		created := p.Apply(c.typeName, acctest.Result{}, c.config)
		acctest.NoErrors(t, "created", created)
		w.Requests()
		other := c.config.With(acctest.Values{c.attribute: c.other})
		planned := p.Plan(c.typeName, created, other)
		acctest.ExpectPlanned(t, "another thing", planned, c.attribute)
		warned := acctest.TextsOf(planned.Diagnostics, tfprotov6.DiagnosticSeverityWarning)
		if c.warns == "" {
			acctest.Expect(t, "another thing", warned)
		} else {
			acctest.Expect(t, "another thing", warned, c.warns)
		}
		acctest.Expect(t, "a second thing", p.PlanWarnings(c.typeName, created, other)) // once in a run
		p.Apply(c.typeName, created, c.config)                                          // something is applied
		// Terraform plans again in the apply, and would call this a bug of the provider.
		late := p.Plan(c.typeName, created, other)
		acctest.Expect(t, "planned in the apply", acctest.ErrorsOf(late.Diagnostics), c.attribute+": Replacement needed, but an update was planned")
		stopped := p.ApplyLate(c.typeName, created, c.attribute, c.unknown, other)
		acctest.Expect(t, "another thing", stopped.Errors(), c.attribute+": Replacement needed, but an update was planned")
		acctest.ExpectSame(t, "another thing", stopped.State, created.State)
		for _, value := range []any{c.config[c.attribute], c.same} {
			if value == nil {
				continue
			}
			same := p.ApplyLate(c.typeName, created, c.attribute, c.unknown, c.config.With(acctest.Values{c.attribute: value}))
			acctest.ExpectWhole(t, "same", same, created.State.With(acctest.Values{c.attribute: value}))
		}
		w.ExpectRequests(map[string]int{})
	})
}
