package acceptance

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

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
					return strings.Contains(text, ": Invalid value\n"+name+" must be a duration greater than zero")
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
