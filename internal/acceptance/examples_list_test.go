package acceptance

import (
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

var listBlock = regexp.MustCompile(`(?s)list "(\w+)" "\w+" \{\n  provider = parking\n(?:  limit    = (\d+)\n)?\n  config \{\n    cliente_id = (\d+)\n  \}\n\}\n$`)

// listExample starts a service that holds what the examples list, and gives the block
// of one.
func listExample(t *testing.T, name string) (w *acctest.Server, text string, block acctest.Query) {
	t.Helper()
	w = acctest.NewServer(t, sandbox.Options{})
	w.Placas("AKX0359", "UXH5184")
	w.Exec("INSERT INTO vehiculos (cliente_id, placa, nombre) VALUES (3, 'AKX0359', 'Moto \"001\"'), (3, 'UXH5184', NULL), (2, 'UXH5184', NULL)")
	text = example(t, "list-resources", name, "list-resource.tfquery.hcl")
	parts := listBlock.FindStringSubmatch(text)
	if parts == nil || parts[1] != name {
		t.Fatalf("the example is no list block of %s:\n%s", name, text)
	}
	limit, _ := strconv.Atoi(parts[2])
	cliente, _ := strconv.Atoi(parts[3])
	return w, text, acctest.Query{TypeName: name, Config: acctest.Values{"cliente_id": cliente}, Limit: int64(limit), Include: true}
}

func TestExampleListResources(t *testing.T) {
	t.Parallel()
	for _, name := range exampleNames(t, "list-resources") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, _, block := listExample(t, name)
			p := w.Proto(nil)
			acctest.Expect(t, "refused", p.ValidateList(name, block.Config))
			found, diags := p.ListAll(block)
			if len(found) != 2 || len(diags) > 0 {
				t.Fatalf("listed %v, %q", found, acctest.ErrorsOf(diags))
			}
			for _, r := range found {
				p.ImportsAsListed(t, name, r)
			}
		})
	}
}

// The same by terraform query: what it writes is imported, and nothing is left to do.
func TestCLIExampleListResourcesQuery(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.14", "")
	for _, name := range exampleNames(t, "list-resources") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, text, _ := listExample(t, name)
			c := acctest.CLIOf(t, w.Config(""), nil)
			acctest.Write(t, filepath.Join(c.Folder, "todos.tfquery.hcl"), text)
			c.Ok("query", "-no-color", "-generate-config-out=generated.tf")
			acctest.ExpectSays(t, "apply", c.Ok("apply", "-no-color", "-auto-approve"), "2 imported, 0 added, 0 changed, 0 destroyed")
			c.EmptyPlan()
		})
	}
}
