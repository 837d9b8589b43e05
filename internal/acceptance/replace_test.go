package acceptance

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestReplaceIfOther(t *testing.T) {
	t.Parallel()
	something := tftypes.NewValue(tftypes.Object{}, map[string]tftypes.Value{})
	plan, state := tfsdk.Plan{Raw: something}, tfsdk.State{Raw: something}
	for _, c := range []struct {
		plan types.String
		want bool
	}{{types.StringValue("a"), false}, {types.StringValue("A"), false}, {types.StringValue("b"), true}, {types.StringNull(), true}, {types.StringUnknown(), false}} {
		var resp planmodifier.StringResponse
		framework.ReplaceIfOther(strings.EqualFold).PlanModifyString(t.Context(), planmodifier.StringRequest{Plan: plan, State: state, PlanValue: c.plan, StateValue: types.StringValue("a")}, &resp)
		if resp.RequiresReplace != c.want {
			t.Errorf("%s forces replacement: %t", c.plan, resp.RequiresReplace)
		}
	}
	for _, c := range []struct {
		plan types.Int64
		want bool
	}{{types.Int64Value(1), false}, {types.Int64Value(2), true}, {types.Int64Null(), true}, {types.Int64Unknown(), false}} {
		var resp planmodifier.Int64Response
		framework.ReplacingIDAttribute("").PlanModifiers[0].PlanModifyInt64(t.Context(), planmodifier.Int64Request{Plan: plan, State: state, PlanValue: c.plan, StateValue: types.Int64Value(1)}, &resp)
		if resp.RequiresReplace != c.want {
			t.Errorf("%s forces replacement: %t", c.plan, resp.RequiresReplace)
		}
	}
}

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
		late := p.PlanAgain(c.typeName, created, other)
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
