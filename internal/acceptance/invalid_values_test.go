package acceptance

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
)

// configurable is a kind of block, by its name in the documentation, with what validates it.
type configurable struct {
	schema   *tfprotov6.Schema
	validate func(acctest.Values) []string
}

// configurables are all blocks that the provider has.
func configurables(t *testing.T, p *acctest.Proto) map[string]configurable {
	t.Helper()
	out := map[string]configurable{"provider": {p.Schema.Provider, p.ValidateProvider}}
	add := func(kind string, all map[string]*tfprotov6.Schema, validate func(typeName string, config acctest.Values) []string) {
		for typeName, schema := range all {
			out[kind+" "+typeName] = configurable{schema, func(config acctest.Values) []string { return validate(typeName, config) }}
		}
	}
	add("resource", p.Schema.ResourceSchemas, p.ValidateResource)
	add("data", p.Schema.DataSourceSchemas, p.ValidateData)
	add("list", p.Schema.ListResourceSchemas, p.ValidateList)
	actions := map[string]*tfprotov6.Schema{}
	for typeName, schema := range p.Schema.ActionSchemas {
		actions[typeName] = schema.Schema
	}
	add("action", actions, p.ValidateAction)
	add("ephemeral", p.Schema.EphemeralResourceSchemas, p.ValidateEphemeral)
	return out
}

// leaves gives for each attribute that can be configured, and each in an object of it, a configuration that sets only that
// one.
func leaves(attributes []*tfprotov6.SchemaAttribute) map[string]func(any) acctest.Values {
	out := map[string]func(any) acctest.Values{}
	for _, a := range attributes {
		if !a.Required && !a.Optional {
			continue
		}
		if a.NestedType == nil {
			out[a.Name] = func(value any) acctest.Values { return acctest.Values{a.Name: value} }
			continue
		}
		for name, set := range leaves(a.NestedType.Attributes) {
			out[a.Name+"."+name] = func(value any) acctest.Values { return acctest.Values{a.Name: set(value)} }
		}
	}
	return out
}

// typeAt is the type of an attribute of the block, or of one in an object.
func typeAt(block tftypes.Type, name string) tftypes.Type {
	for step := range strings.SplitSeq(name, ".") {
		object, _ := block.(tftypes.Object)
		block = object.AttributeTypes[step]
	}
	return block
}

// A fraction for a whole number, and a number that is too large for one, are errors that name the attribute, and tell nobody
// to report a bug.
func TestWholeNumbers(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	p := acctest.NewProto(t)
	fractional := []string{"latitud", "longitud"}
	for block, c := range configurables(t, p) {
		for name, set := range leaves(c.schema.Block.Attributes) {
			if !typeAt(c.schema.ValueType(), name).Is(tftypes.Number) || slices.Contains(fractional, name) {
				continue
			}
			for value, want := range map[float64]string{
				2.5:  name + " must be a whole number, but is 2.5. Round it, for example with ceil() or floor().",
				1e30: name + " is 1e+30, which is outside the range of a whole number of 64 bits. Correct it.",
			} {
				said := c.validate(set(value))
				top, _, _ := strings.Cut(name, ".")
				if !slices.Contains(said, top+": Invalid value\n"+want) {
					t.Errorf("%s: %s = %v gives %q", block, name, value, said)
				}
				for _, text := range said {
					if strings.Contains(text, "always an error in the provider") {
						t.Errorf("%s: %s = %v gives %q", block, name, value, text)
					}
				}
			}
		}
	}
	entry := acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car(nil).With(acctest.Values{"tipo_vehiculo_id": 1.5})})
	acctest.Expect(t, "entry of a fleet", p.ValidateResource("parking_flota", entry), `vehiculos["AKX0359"]: Invalid vehicle type`)
}

// Terraform validates an action before its values are known, and not again. Its plan and its invocation refuse what is not valid
// then, and send nothing.
func TestActionsWithLateValues(t *testing.T) {
	t.Parallel()
	w := acctest.ConReserva(t)
	p := w.Proto(acctest.BothPaths)
	for name, c := range map[string]struct {
		change acctest.Values
		want   []string
	}{
		"fraction": {acctest.Values{"minutos": 60.0 / 7}, []string{"minutos: Invalid value"}},
		"multiple": {acctest.Values{"minutos": 15}, []string{"minutos: Invalid value"}},
		"timeout":  {acctest.Values{"timeouts": acctest.Values{"invoke": "0s"}}, []string{"timeouts: Invalid value"}},
		"unknown":  {acctest.Values{"minutos": acctest.UnknownNumber}, nil},
	} {
		config := acctest.ActionConfigs[acctest.ExtenderReserva].With(c.change)
		acctest.Expect(t, name, p.PlanAction(acctest.ExtenderReserva, config), c.want...)
		if c.want != nil {
			acctest.Expect(t, name+", invoked", p.InvokePlanned(acctest.ExtenderReserva, config).Errors(), c.want...)
		}
	}
	w.ExpectRequests(map[string]int{})
}

// An identity that holds a fraction, or a number that is too large, imports nothing, and tells nobody to report a bug.
func TestWholeNumbersOfIdentities(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for typeName, identity := range map[string]acctest.Values{
		"parking_flota": {"cliente_id": nil}, "parking_vehiculo": {"cliente_id": nil, "placa": "A"}, "parking_reserva": {"id": nil},
		"parking_sancion": {"sancion_id": nil}, "parking_zona_favorita": {"cliente_id": 1, "id": nil},
	} {
		for name, value := range identity {
			if value != nil {
				continue
			}
			for _, wrong := range []float64{2.5, 1e30} {
				imported := p.ImportIdentity(typeName, identity.With(acctest.Values{name: wrong}))
				acctest.Expect(t, typeName, imported.Errors(), name+": Invalid value")
			}
		}
	}
}

// Several fractions in one object are an error each.
func TestWholeNumbersInAnObject(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	pago := acctest.PagoUno.With(acctest.Values{"enviar_recibo": nil, "pago_tipo": 1.5})
	acctest.Expect(t, "one", p.ValidateResource("parking_reserva", acctest.DeclaredReserva.With(acctest.Values{"pago": pago})),
		"pago: Invalid value")
	pago = acctest.Values{"pago_tipo": 1.5, "pago_codigo": "TX-1", "cliente_id": 0.5}
	acctest.Expect(t, "two", p.ValidateResource("parking_sancion", acctest.Values{"sancion_id": 1, "pago": pago}),
		"pago: Invalid value", "pago: Invalid value")
}

// A function takes any number of minutes.
func TestMinutosOfAFraction(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	n, err := tfprotov6.NewDynamicValue(tftypes.Number, tftypes.NewValue(tftypes.Number, 60.0/7))
	acctest.Must(t, err)
	resp, err := p.Server.CallFunction(context.Background(), &tfprotov6.CallFunctionRequest{Name: "minutos", Arguments: []*tfprotov6.DynamicValue{&n}})
	acctest.Must(t, err)
	if resp.Error != nil {
		t.Fatal(resp.Error.Text)
	}
	if got, err := resp.Result.Unmarshal(tftypes.Number); err != nil || !got.Equal(tftypes.NewValue(tftypes.Number, 10)) {
		t.Errorf("minutos(60/7) is %s, %v; wanted 10", got, err)
	}
}

// A timeout of zero or below is refused by every block that has one, in the plan.
func TestTimeoutsThatAreOverAtOnce(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	p := acctest.NewProto(t)
	tried := 0
	for block, c := range configurables(t, p) {
		for name, set := range leaves(c.schema.Block.Attributes) {
			if !strings.HasPrefix(name, "timeouts.") {
				continue
			}
			tried++
			for _, value := range []string{"0s", "-1m", "10", "", "1d"} {
				said := c.validate(set(value))
				if !slices.ContainsFunc(said, func(text string) bool {
					return strings.HasPrefix(text, "timeouts: Invalid value\n"+name+" must be a duration greater than zero")
				}) {
					t.Errorf("%s: %s = %q gives %q", block, name, value, said)
				}
			}
			for _, text := range c.validate(set("48h")) {
				if strings.HasPrefix(text, "timeouts") {
					t.Errorf("%s: %s = 48h gives %q", block, name, text)
				}
			}
		}
	}
	if tried < 20 {
		t.Errorf("%d timeouts were tried", tried)
	}
}
