package acceptance

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// bothPathsLine is acctest.BothPaths as a line of the provider block.
const bothPathsLine = `endpoints = { sanciones = "` + acctest.Sanciones + `", iniciar_sancion = "/external/sancion-iniciar" }`

// exampleEffects count what each example of an action brings about.
var exampleEffects = map[string]string{
	acctest.IniciarSancion:  "SELECT COUNT(*) FROM sanciones WHERE id = 9 AND placa = 'VBR-0101' AND tramo_id = 3 AND observaciones = 'Sin tique visible'",
	acctest.CerrarSancion:   "SELECT COUNT(*) FROM sanciones WHERE id = 3 AND estado = 'cerrada' AND observaciones = 'Revisada en oficina'",
	acctest.PagarSancion:    "SELECT COUNT(*) FROM pagos WHERE sancion_id = 5 AND codigo = 'TX-2026-000119'",
	acctest.BloquearReserva: "SELECT COUNT(*) FROM reservas JOIN pagos ON reserva_id = reservas.id WHERE tramo_id = 5 AND minutos = 60 AND codigo = 'TX-2026-000120'",
	acctest.PagarReserva:    "SELECT COUNT(*) FROM pagos JOIN recibos USING (reserva_id) WHERE reserva_id = 2 AND codigo = 'TX-2026-000118'",
	acctest.ExtenderReserva: "SELECT COUNT(*) FROM reservas WHERE id = 1 AND minutos = 50",
	acctest.CancelarReserva: "SELECT COUNT(*) FROM reservas WHERE id = 1 AND estado = 'cancelada'",
}

// declared gives the actions that a configuration declares, by type. What refers to something else is not known yet.
func declared(p *acctest.Proto, text string) map[string]acctest.Values {
	p.T.Helper()
	file, failed := hclsyntax.ParseConfig([]byte(text), "action.tf", hcl.InitialPos)
	if failed.HasErrors() {
		p.T.Fatal(failed)
	}
	out := make(map[string]acctest.Values)
	for _, block := range file.Body.(*hclsyntax.Body).Blocks { //nolint:forcetypeassert // The syntax is that.
		if block.Type != "action" {
			continue
		}
		kinds, _ := p.Schema.ActionSchemas[block.Labels[0]].Schema.ValueType().(tftypes.Object)
		values := acctest.Values{}
		for name, attribute := range block.Body.Blocks[0].Body.Attributes {
			value, failed := attribute.Expr.Value(nil)
			if failed.HasErrors() {
				values[name] = tftypes.NewValue(kinds.AttributeTypes[name], tftypes.UnknownValue)
				continue
			}
			text, err := ctyjson.Marshal(value, value.Type())
			acctest.Must(p.T, err)
			var plain any
			acctest.Must(p.T, json.Unmarshal(text, &plain))
			if object, is := plain.(map[string]any); is {
				plain = acctest.Values(object)
			}
			values[name] = plain
		}
		out[block.Labels[0]] = values
	}
	return out
}

// What an example declares can be planned, as far as a Terraform that knows no actions can have it seen.
func TestExampleActionsPlan(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.BothPaths)
	for _, name := range exampleNames(t, "actions") {
		config, is := declared(p, example(t, "actions", name, "action.tf"))[name]
		if !is {
			t.Errorf("the example of %s declares none", name)
		}
		acctest.Expect(t, name, append(p.ValidateAction(name, config), p.PlanAction(name, config)...))
	}
	if made := writes(w); len(made) > 0 {
		t.Errorf("planning wrote %q", made)
	}
}

// Each example is applied, and invoked with the command that it shows.
func TestCLIExampleActions(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.14", "")
	for _, name := range exampleNames(t, "actions") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.ConReserva(t)
			text := example(t, "actions", name, "action.tf")
			c := acctest.CLIOf(t, w.Config(text, bothPathsLine), nil)
			c.Env = append(c.Env, "TF_VAR_vehiculo_id=1", "TF_VAR_reserva_id=1")
			c.Ok("apply", "-no-color", "-auto-approve")
			if shown := regexp.MustCompile(`(?m)^# terraform (apply -invoke=.*)$`).FindStringSubmatch(text); shown != nil {
				args := strings.Fields(strings.Replace(shown[1], "=3401", "=1", 1))
				c.Ok(append(args, "-no-color", "-auto-approve")...)
			}
			w.ExpectCount(1, exampleEffects[name])
			c.EmptyPlan()
		})
	}
}
