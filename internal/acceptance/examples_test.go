package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

const examplesDir = "../../examples"

// exampleSettings are lines of the provider block that an example needs.
var exampleSettings = map[string]string{"parking_sancion": acctest.SancionesLine}

const (
	noActions  = "# Terraform 1.14 and later; OpenTofu has no actions.\n"
	noQuery    = "# Terraform 1.14 and later; OpenTofu has no such command.\n"
	ephemerals = "# Terraform 1.10 or OpenTofu 1.11, and later.\n"
	identities = "# Terraform 1.12 or OpenTofu 1.12, and later.\n"
)

// exampleTests names the test of each kind of file under examples/, of this package or of gitops, and how such a file begins: what not
// every command line knows that knows the provider's functions says so.
var exampleTests = map[string]struct{ test, begins string }{
	"provider/provider.tf":                        {test: "TestCLIExampleProvider"},
	"resources/*/resource*.tf":                    {test: "TestCLIExampleResources"},
	"resources/*/import.sh":                       {test: "TestCLIExampleResources"},
	"resources/*/import-by-string-id.tf":          {test: "TestCLIExampleResources"},
	"resources/*/import-by-identity.tf":           {test: "TestCLIExampleResources", begins: identities},
	"data-sources/*/data-source.tf":               {test: "TestCLIExampleDataSourcesAndFunctions"},
	"functions/*/function.tf":                     {test: "TestCLIExampleDataSourcesAndFunctions"},
	"ephemeral-resources/*/ephemeral-resource.tf": {test: "TestCLIExampleToken", begins: ephemerals},
	"list-resources/*/list-resource.tfquery.hcl":  {test: "TestCLIExampleListResources", begins: noQuery},
	"actions/*/action.tf":                         {test: "TestCLIExampleActions", begins: noActions},
	"quickstart/*":                                {test: "TestCLIExampleQuickstart"},
	"flota/*":                                     {test: "TestCLIExampleFlota"},
	"flota-grande/*":                              {test: "TestCLIExampleFlotaGrande"},
	"onboarding/*":                                {test: "TestCLIExampleOnboarding"},
	"dia/*":                                       {test: "TestCLIExampleDia"},
	"no-declarados/main.tf":                       {test: "TestCLIExampleNoDeclarados"},
	"testing/main.tf":                             {test: "TestCLIExampleTesting"},
	"testing/tests/*":                             {test: "TestCLIExampleTesting"},
	"mudanza/flota.csv":                           {test: "TestCLIExampleMudanza"},
	"mudanza/*/main.tf":                           {test: "TestCLIExampleMudanza"},
	"mudanza/*/mudanza.tf":                        {test: "TestCLIExampleMudanza"},
	"mudanza/restapi/*":                           {test: "TestCLIExampleMudanzaGeneric"},
	"gitops/*":                                    {test: "TestCLIPipeline"},
	"gitops/.github/workflows/*.yml":              {test: "TestCLIPipeline"},
}

// Every file under examples/ has a test, and every test that the list names is there.
func TestEveryExampleHasATest(t *testing.T) {
	t.Parallel()
	files, tests := map[string]bool{}, ""
	acctest.Must(t, filepath.WalkDir(examplesDir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[path] = true
		}
		return err
	}))
	for _, pattern := range []string{"*_test.go", "../gitops/*_test.go"} {
		sources, _ := filepath.Glob(pattern)
		for _, source := range sources {
			tests += read(t, source)
		}
	}
	for pattern, of := range exampleTests {
		if !strings.Contains(tests, "\nfunc "+of.test+"(t *testing.T) {\n") {
			t.Errorf("there is no test %s", of.test)
		}
		matches, err := filepath.Glob(filepath.Join(examplesDir, pattern))
		if err != nil || len(matches) == 0 {
			t.Errorf("there are no files examples/%s", pattern)
		}
		for _, file := range matches {
			if delete(files, file); of.begins != "" && !strings.HasPrefix(read(t, file), of.begins) {
				t.Errorf("%s does not begin with %q", file, of.begins)
			}
		}
	}
	for file := range files {
		t.Errorf("no test applies %s", file)
	}
}

// example reads a file under examples/.
func example(t *testing.T, elements ...string) string {
	t.Helper()
	return read(t, filepath.Join(append([]string{examplesDir}, elements...)...))
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	acctest.Must(t, err)
	return string(text)
}

// exampleNames lists the folders of one kind of example, such as resources.
func exampleNames(t *testing.T, kind string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(examplesDir, kind))
	acctest.Must(t, err)
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func TestCLIExampleProvider(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	// The example's address, and the credential that it takes from the environment, are this world's.
	ours := fmt.Sprintf("%q\n  credential = \"x\"", w.BaseURL)
	text := strings.Replace(example(t, "provider", "provider.tf"), `"https://parking.example.com/api"`, ours, 1)
	text = regexp.MustCompile(`(?s)^terraform \{.*?\n\}\n`).ReplaceAllString(text, "")
	acctest.Steps(t, []resource.TestStep{{Config: text}})
	if w.Requests()["tipo_vehiculo"] == 0 {
		t.Error("the example asked the service nothing")
	}
}

// Each example is applied, its things are imported as the commands and blocks beside it show, and each further example of the page is
// applied too. The framework plans after each apply, twice, and wants nothing to do.
func TestCLIExampleResources(t *testing.T) {
	t.Parallel()
	for _, name := range exampleNames(t, "resources") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			text := w.Config(example(t, "resources", name, "resource.tf"), exampleSettings[name])
			acctest.Steps(t, []resource.TestStep{{Config: text}})
			var blocks []string
			commands := regexp.MustCompile(`(?m)^terraform import (\S+) ([^\s#]+)`)
			for _, command := range commands.FindAllStringSubmatch(example(t, "resources", name, "import.sh"), -1) {
				blocks = append(blocks, fmt.Sprintf("import {\n  to = %s\n  id = %q\n}\n", command[1], command[2]))
			}
			if len(blocks) == 0 || blocks[0] != example(t, "resources", name, "import-by-string-id.tf") {
				t.Fatal("import-by-string-id.tf is not what the first command of import.sh does")
			}
			if program.Has(t, "1.12", "1.12") {
				blocks = append(blocks, example(t, "resources", name, "import-by-identity.tf"))
			}
			for _, block := range blocks {
				importsClean(t, w, name, text, block)
			}
		})
	}
	variants, err := filepath.Glob(filepath.Join(examplesDir, "resources", "*", "resource_*.tf"))
	acctest.Must(t, err)
	for _, file := range variants {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text := read(t, file)
			if strings.Contains(text, "provider::") {
				program.Since(t, "1.8", "1.7")
			}
			settings := exampleSettings[filepath.Base(filepath.Dir(file))]
			acctest.Steps(t, []resource.TestStep{{Config: acctest.NewServer(t, sandbox.Options{}).Config(text, settings)}})
		})
	}
}

// importsClean plans a configuration with an import block from an empty state, for things that are on the service, and wants the import
// and no change. What a favourite example destroyed is put back first; the client and the vehicle that an example refers to are imported
// with it, since their ids are unknown otherwise.
func importsClean(t *testing.T, w *acctest.Server, name, text, block string) {
	t.Helper()
	target := regexp.MustCompile(`to = (\S+)`).FindStringSubmatch(block)[1]
	if name == "parking_zona_favorita" {
		w.Exec("INSERT INTO favoritas (id, cliente_id, zona_id, tramo_id) VALUES (1, 3, 1, 3)")
	}
	for _, other := range []string{"parking_cliente", "parking_vehiculo"} {
		if other != name && strings.Contains(text, fmt.Sprintf("resource %q", other)) {
			block += example(t, "resources", other, "import-by-string-id.tf")
		}
	}
	acctest.Steps(t, []resource.TestStep{{
		Config: text + block,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction(target, plancheck.ResourceActionNoop)}},
	}})
}

// Each example is applied, and asks what the guide about operations says. A comment on an output says what it gives.
func TestCLIExampleDataSourcesAndFunctions(t *testing.T) {
	t.Parallel()
	for kind, file := range map[string]string{"data-sources": "data-source.tf", "functions": "function.tf"} {
		for _, name := range exampleNames(t, kind) {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				if kind == "functions" {
					program.Since(t, "1.8", "1.7")
				}
				w := acctest.NewServer(t, sandbox.Options{})
				text := w.Config(example(t, kind, name, file), `endpoints = { sanciones = "/external/sanciones",
					informacion = "/external/informacion", faq_grupos = "/external/faq-grupos" }`)
				c := acctest.CLIOf(t, text, nil)
				out := strings.Join(strings.Fields(c.Ok("apply", "-no-color", "-auto-approve")), "")
				for _, said := range regexp.MustCompile(`(?m)^  value = .* # (\[.*)\]$`).FindAllStringSubmatch(text, -1) {
					acctest.ExpectSays(t, "the output", out, strings.ReplaceAll(said[1], " ", "")+",]")
				}
				made := w.Requests()
				c.EmptyPlan()
				for _, operation := range asked(t)["data source "+name] {
					if made[operation] == 0 && operation != "tramo_consulta" { // one of two ways to a section
						t.Errorf("the guide says that it asks %s, and it asked %v", operation, made)
					}
				}
			})
		}
	}
}

// Examples of what needs Terraform 1.14.

// exampleEffects count what each example of an action brings about.
var exampleEffects = map[string]string{
	acctest.IniciarSancion: "sanciones WHERE id = 9 AND placa = 'VBR-0101' AND tramo_id = 3 AND observaciones = 'Sin tique visible'",
	acctest.CerrarSancion:  "sanciones WHERE id = 3 AND estado = 'cerrada' AND observaciones = 'Revisada en oficina'",
	acctest.PagarSancion:   "pagos WHERE sancion_id = 5 AND codigo = 'TX-2026-000119'",
	acctest.BloquearReserva: "reservas JOIN pagos ON reserva_id = reservas.id" +
		" WHERE tramo_id = 5 AND minutos = 60 AND codigo = 'TX-2026-000120'",
	acctest.PagarReserva:    "pagos JOIN recibos USING (reserva_id) WHERE reserva_id = 2 AND codigo = 'TX-2026-000118'",
	acctest.ExtenderReserva: "reservas WHERE id = 1 AND minutos = 50",
	acctest.CancelarReserva: "reservas WHERE id = 1 AND estado = 'cancelada'",
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
			endpoints := `endpoints = { sanciones = "` + acctest.Sanciones + `", iniciar_sancion = "/external/sancion-iniciar" }`
			c := acctest.CLIOf(t, w.Config(text, endpoints), nil)
			c.Env = append(c.Env, "TF_VAR_vehiculo_id=1", "TF_VAR_reserva_id=1")
			c.Ok("apply", "-no-color", "-auto-approve")
			if shown := regexp.MustCompile(`(?m)^# terraform (apply -invoke=.*)$`).FindStringSubmatch(text); shown != nil {
				args := strings.Fields(strings.Replace(shown[1], "=3401", "=1", 1))
				c.Ok(append(args, "-no-color", "-auto-approve")...)
			}
			w.ExpectCount(1, "SELECT COUNT(*) FROM "+exampleEffects[name])
			c.EmptyPlan()
		})
	}
}

// What terraform query writes of the example is imported, and nothing is left to do.
func TestCLIExampleListResources(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.14", "")
	for _, name := range exampleNames(t, "list-resources") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			w.Placas("AKX0359", "UXH5184")
			w.Exec(`INSERT INTO vehiculos (cliente_id, placa, nombre)
				VALUES (3, 'AKX0359', 'Moto "001"'), (3, 'UXH5184', NULL), (2, 'UXH5184', NULL)`)
			c := acctest.CLIOf(t, w.Config(""), nil)
			acctest.Write(t, filepath.Join(c.Folder, "todos.tfquery.hcl"), example(t, "list-resources", name, "list-resource.tfquery.hcl"))
			c.Ok("query", "-no-color", "-generate-config-out=generated.tf")
			acctest.ExpectSays(t, "apply", c.Ok("apply", "-no-color", "-auto-approve"), "2 imported, 0 added, 0 changed, 0 destroyed")
			c.EmptyPlan()
		})
	}
}

// What these examples declare are attributes, and all that are required: as much as any Terraform can have seen.
func TestExamplesOfNewerTerraform(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	check := func(text, name string, schema *tfprotov6.Schema, validate func(string, acctest.Values) []string) {
		block := regexp.MustCompile(`(?s)\n(action|list) "` + name + `".*?\n}\n`).FindString(text)
		config := acctest.Values{}
		for _, line := range regexp.MustCompile(`(?m)^    (\w+) += `).FindAllStringSubmatch(block, -1) {
			config[line[1]] = nil
		}
		acctest.Expect(t, name, validate(name, unknown(schema.ValueType(), config)))
	}
	for _, name := range exampleNames(t, "actions") {
		check(example(t, "actions", name, "action.tf"), name, p.Schema.ActionSchemas[name].Schema, p.ValidateAction)
	}
	for _, name := range exampleNames(t, "list-resources") {
		check(example(t, "list-resources", name, "list-resource.tfquery.hcl"), name, p.Schema.ListResourceSchemas[name], p.ValidateList)
	}
}
