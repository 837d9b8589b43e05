package acceptance

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	providerschema "github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// The files of examples/mudanza take one state from single resources to a fleet and back. Nothing is written to the service, nothing is
// destroyed, and with and without the file of the move the plan is empty afterwards.
func TestCLIExampleMudanza(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.10")
	w := acctest.NewServer(t, sandbox.Options{})
	root := t.TempDir()
	acctest.CopyExample(t, root, filepath.Join(examplesDir, "mudanza"))
	folder := filepath.Join(root, "here")
	acctest.Must(t, os.Mkdir(folder, 0o700))
	put := func(kind, name string) {
		acctest.Write(t, filepath.Join(folder, name), example(t, "mudanza", kind, name))
	}
	put("sueltos", "main.tf")
	c := acctest.NewCLI(t, folder, map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"})
	c.Ok("apply", "-no-color", "-auto-approve")
	writes(w)

	for _, move := range []struct{ to, says string }{
		{to: "flotas", says: "Resources: 1 imported, 0 added, 0 changed, 0 destroyed"},
		{to: "sueltos", says: "Resources: 16 imported, 0 added, 0 changed, 0 destroyed"},
	} {
		put(move.to, "main.tf")
		put(move.to, "mudanza.tf")
		applies(c, move.says)
		acctest.Must(t, os.Remove(filepath.Join(folder, "mudanza.tf")))
		c.EmptyPlan()
		if written := writes(w); len(written) > 0 {
			t.Errorf("the move to %s wrote %q", move.to, written)
		}
	}
}

// generic stands in for a generic REST provider, of which Terraform needs only that it decodes the old state, and OpenTofu that it reads it
// too. A call that writes has no method.
type generic struct {
	provider.Provider

	name, source, typeName, setting string
	version                         int64 // of the schema
}

// Those that wrote the states in testdata/generic, with Terraform 1.11.4 against the sandbox. Only the address of the service was
// replaced.
var generics = []generic{
	{name: "restapi", source: "Mastercard/restapi", typeName: "restapi_object", setting: "uri"},                // 3.0.0
	{name: "restful", source: "magodo/restful", typeName: "restful_resource", setting: "base_url", version: 2}, // 0.25.2
}

func (generic) Metadata(context.Context, provider.MetadataRequest, *provider.MetadataResponse) {}

func (g generic) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema.Attributes = map[string]providerschema.Attribute{g.setting: providerschema.StringAttribute{Required: true}}
}

func (generic) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (generic) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (g generic) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return genericResource{of: g} }}
}

type genericResource struct {
	resource.Resource

	of generic
}

func (r genericResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = r.of.typeName
}

func (r genericResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema.Version = r.of.version
	resp.Schema.Attributes = map[string]schema.Attribute{"id": schema.StringAttribute{Computed: true}}
}

func (genericResource) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

// cli is a terraform in a folder with a state of this provider and the example, as its reader adapts it to the provider.
func (g generic) cli(t *testing.T, w *acctest.Server) *acctest.CLI {
	t.Helper()
	folder := t.TempDir()
	named := strings.NewReplacer("Mastercard/restapi", g.source, "restapi_object", g.typeName, "restapi", g.name, "uri", g.setting)
	for _, file := range []string{"main.tf", "mudanza.tf"} {
		acctest.Write(t, filepath.Join(folder, file), named.Replace(example(t, "mudanza", "restapi", file)))
	}
	if g.name == "restapi" { // as its state names it
		acctest.Write(t, filepath.Join(folder, "alias.tf"),
			"provider \"restapi\" {\n  alias = \"reads_back\"\n  uri   = \"https://parking.example.com/api\"\n}\n")
	}
	acctest.Write(t, filepath.Join(folder, "terraform.tfstate"), read(t, filepath.Join("testdata", "generic", g.name+".json")))
	var others []acctest.Other
	for _, registry := range []string{"registry.terraform.io/", "registry.opentofu.org/"} {
		others = append(others, acctest.Other{Address: registry + strings.ToLower(g.source), Server: providerserver.NewProtocol6(g)})
	}
	return acctest.NewCLI(t, folder, map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"}, others...)
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
			w.Exec(`INSERT INTO vehiculos (cliente_id, placa, nombre)
				VALUES (1, 'AKX0359', 'Furgón AKX0359'), (1, 'UXH5184', 'Furgón UXH5184')`)
			w.Exec("INSERT INTO favoritas (cliente_id, tramo_id) VALUES (1, 3)")
			w.Exec(`INSERT INTO reservas (tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin)
				VALUES (2, 1, 60, 'bloqueada', 138, unixepoch() - 60, unixepoch() + 3540)`)
			c := old.cli(t, w)
			applies(c, "Resources: 7 imported, 0 added, 0 changed, 0 destroyed")
			acctest.Must(t, os.Remove(filepath.Join(c.Folder, "mudanza.tf")))
			c.EmptyPlan()
			main := filepath.Join(c.Folder, "main.tf")
			untilApplied := regexp.MustCompile(`(?s)\n[^\n]*\{ # Delete it after the apply\.\n.*?\n *\}\n`)
			acctest.Write(t, main, untilApplied.ReplaceAllString(read(t, main), ""))
			acctest.Must(t, os.RemoveAll(filepath.Join(c.Folder, "alias.tf")))
			c.EmptyPlan()
			if written := writes(w); len(written) > 0 {
				t.Errorf("written: %q", written)
			}
			if state := read(t, filepath.Join(c.Folder, "terraform.tfstate")); strings.Contains(state, old.typeName) {
				t.Errorf("the old objects are still in the state:\n%s", state)
			}
		})
	}
}
