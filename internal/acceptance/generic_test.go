package acceptance

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// generic stands in for a generic REST provider, of which Terraform needs only that it decodes the old state, and OpenTofu that it
// reads it too. A call that writes has no method.
type generic struct {
	tfprotov6.ProviderServer
	name, source, typeName, setting string
	version                         int64 // of the schema
}

// Those that wrote the states in testdata/generic, with Terraform 1.11.4 against the sandbox. Only the address of the service was
// replaced.
var generics = []generic{
	{name: "restapi", source: "Mastercard/restapi", typeName: "restapi_object", setting: "uri"},                // 3.0.0
	{name: "restful", source: "magodo/restful", typeName: "restful_resource", setting: "base_url", version: 2}, // 0.25.2
}

// untilApplied finds what the example says to delete.
var untilApplied = regexp.MustCompile(`(?s)\n[^\n]*\{ # Delete it after the apply\.\n.*?\n *\}\n`)

func (g generic) GetProviderSchema(context.Context, *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	one := func(attribute tfprotov6.SchemaAttribute) *tfprotov6.SchemaBlock {
		return &tfprotov6.SchemaBlock{Attributes: []*tfprotov6.SchemaAttribute{&attribute}}
	}
	return &tfprotov6.GetProviderSchemaResponse{
		Provider: &tfprotov6.Schema{Block: one(tfprotov6.SchemaAttribute{Name: g.setting, Type: tftypes.String, Required: true})},
		ResourceSchemas: map[string]*tfprotov6.Schema{g.typeName: {Version: g.version,
			Block: one(tfprotov6.SchemaAttribute{Name: "id", Type: tftypes.String, Computed: true})}},
	}, nil
}

func (generic) GetResourceIdentitySchemas(
	context.Context, *tfprotov6.GetResourceIdentitySchemasRequest,
) (*tfprotov6.GetResourceIdentitySchemasResponse, error) {
	return &tfprotov6.GetResourceIdentitySchemasResponse{}, nil
}

func (generic) ValidateProviderConfig(
	_ context.Context, req *tfprotov6.ValidateProviderConfigRequest,
) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return &tfprotov6.ValidateProviderConfigResponse{PreparedConfig: req.Config}, nil
}

func (generic) ConfigureProvider(context.Context, *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

func (generic) UpgradeResourceState(
	_ context.Context, req *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	var state struct{ ID string }
	if err := json.Unmarshal(req.RawState.JSON, &state); err != nil {
		return nil, err
	}
	kind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}}
	upgraded, err := tfprotov6.NewDynamicValue(kind, tftypes.NewValue(kind, map[string]tftypes.Value{
		"id": tftypes.NewValue(tftypes.String, state.ID)}))
	return &tfprotov6.UpgradeResourceStateResponse{UpgradedState: &upgraded}, err
}

func (generic) ReadResource(_ context.Context, req *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	return &tfprotov6.ReadResourceResponse{NewState: req.CurrentState}, nil
}

func (generic) StopProvider(context.Context, *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	return &tfprotov6.StopProviderResponse{}, nil
}

// The files of examples/mudanza/restapi take what generic REST providers made, in one apply that writes nothing to the service.
// With and without the file of the move, and without the old provider, the plan is empty afterwards.
func TestCLIExampleMudanzaGeneric(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.7", "1.10")
	for _, old := range generics {
		t.Run(old.name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			w.Exec("INSERT INTO placas (placa, tipo_vehiculo_id, electrico) VALUES ('AKX0359', 1, 1), ('UXH5184', 2, 1)")
			w.Exec("INSERT INTO vehiculos (cliente_id, placa, nombre) VALUES (1, 'AKX0359', 'Furgón AKX0359'), (1, 'UXH5184', 'Furgón UXH5184')")
			w.Exec("INSERT INTO favoritas (cliente_id, tramo_id) VALUES (1, 3)")
			w.Exec(`INSERT INTO reservas (tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin)
				VALUES (2, 1, 60, 'bloqueada', 138, unixepoch() - 60, unixepoch() + 3540)`)
			folder := t.TempDir()
			put := func(name, text string) { acctest.Write(t, filepath.Join(folder, name), text) }
			named := strings.NewReplacer("Mastercard/restapi", old.source, "restapi_object", old.typeName, "restapi", old.name, "uri", old.setting)
			put("main.tf", named.Replace(example(t, "mudanza", "restapi", "main.tf")))
			put("mudanza.tf", named.Replace(example(t, "mudanza", "restapi", "mudanza.tf")))
			if old.name == "restapi" { // as its state names it
				put("alias.tf", "provider \"restapi\" {\n  alias = \"reads_back\"\n  uri   = \"https://parking.example.com/api\"\n}\n")
			}
			put("terraform.tfstate", read(t, filepath.Join("testdata", "generic", old.name+".json")))
			others := []acctest.Other{}
			for _, registry := range []string{"registry.terraform.io/", "registry.opentofu.org/"} {
				others = append(others, acctest.Other{
					Address: registry + strings.ToLower(old.source), Server: func() tfprotov6.ProviderServer { return old }})
			}
			c := acctest.NewCLI(t, folder, map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"}, others...)

			if plan := c.Ok("plan", "-no-color"); !strings.Contains(plan, "Plan: 7 to import, 0 to add, 0 to change, 0 to destroy") {
				t.Fatalf("planned:\n%s", plan)
			}
			acctest.ExpectSays(t, "apply", c.Ok("apply", "-no-color", "-auto-approve"), "Resources: 7 imported, 0 added, 0 changed, 0 destroyed")
			c.EmptyPlan()
			acctest.Must(t, os.Remove(filepath.Join(folder, "mudanza.tf")))
			c.EmptyPlan()
			put("main.tf", untilApplied.ReplaceAllString(read(t, filepath.Join(folder, "main.tf")), ""))
			acctest.Must(t, os.RemoveAll(filepath.Join(folder, "alias.tf")))
			c.EmptyPlan()
			if written := writes(w); len(written) > 0 {
				t.Errorf("written: %q", written)
			}
			if state := read(t, filepath.Join(folder, "terraform.tfstate")); strings.Contains(state, old.typeName) {
				t.Errorf("the old objects are still in the state:\n%s", state)
			}
		})
	}
}
