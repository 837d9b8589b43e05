package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

const examplesDir = "../../examples"

// exampleSettings are lines of the provider block that the import of an example needs.
var exampleSettings = map[string]string{"parking_sancion": acctest.SancionesLine}

// exampleTests names the test of each kind of file under examples/, of this package or of gitops.
var exampleTests = map[string]string{
	"provider/provider.tf":                        "TestCLIExampleProvider",
	"resources/*/resource*.tf":                    "TestCLIExampleResources",
	"resources/*/import*":                         "TestCLIExampleResources",
	"data-sources/*/data-source.tf":               "TestCLIExampleDataSourcesAndFunctions",
	"functions/*/function.tf":                     "TestCLIExampleDataSourcesAndFunctions",
	"ephemeral-resources/*/ephemeral-resource.tf": "TestCLIExampleToken",
	"list-resources/*/list-resource.tfquery.hcl":  "TestExampleListResources",
	"actions/*/action.tf":                         "TestCLIExampleActions",
	"quickstart/*":                                "TestCLIExampleQuickstart",
	"flota/*":                                     "TestCLIExampleFlota",
	"flota-grande/*":                              "TestCLIExampleFlotaGrande",
	"onboarding/*":                                "TestCLIExampleOnboarding",
	"dia/*":                                       "TestCLIExampleDia",
	"no-declarados/main.tf":                       "TestCLIExampleNoDeclarados",
	"testing/main.tf":                             "TestCLIExampleTesting",
	"testing/tests/*":                             "TestCLIExampleTesting",
	"mudanza/flota.csv":                           "TestCLIExampleMudanza",
	"mudanza/*/main.tf":                           "TestCLIExampleMudanza",
	"mudanza/*/mudanza.tf":                        "TestCLIExampleMudanza",
	"mudanza/restapi/*":                           "TestCLIExampleMudanzaGeneric",
	"gitops/*":                                    "TestCLIPipeline",
	"gitops/.github/workflows/*.yml":              "TestCLIPipeline",
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
	for pattern, name := range exampleTests {
		if !strings.Contains(tests, "\nfunc "+name+"(t *testing.T) {\n") {
			t.Errorf("there is no test %s", name)
		}
		matches, err := filepath.Glob(filepath.Join(examplesDir, pattern))
		if err != nil || len(matches) == 0 {
			t.Errorf("there are no files examples/%s", pattern)
		}
		for _, file := range matches {
			delete(files, file)
		}
	}
	for file := range files {
		t.Errorf("no test applies %s", file)
	}
}

// What not every command line knows that knows the provider's functions says so in its first line.
func TestExamplesNameVersions(t *testing.T) {
	t.Parallel()
	for pattern, line := range map[string]string{
		"actions/*/*":                       "# Terraform 1.14 and later; OpenTofu has no actions.\n",
		"list-resources/*/*":                "# Terraform 1.14 and later; OpenTofu has no such command.\n",
		"ephemeral-resources/*/*":           "# Terraform 1.10 or OpenTofu 1.11, and later.\n",
		"resources/*/import-by-identity.tf": "# Terraform 1.12 or OpenTofu 1.12, and later.\n",
	} {
		files, _ := filepath.Glob(filepath.Join(examplesDir, pattern))
		for _, file := range files {
			if !strings.HasPrefix(read(t, file), line) {
				t.Errorf("%s does not begin with %q", file, line)
			}
		}
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

// exampleCLI is a terraform in a copy of a whole folder under examples/, which the environment leads to this test server.
func exampleCLI(t *testing.T, w *acctest.Server, name string) *acctest.CLI {
	t.Helper()
	folder := t.TempDir()
	acctest.CopyExample(t, folder, filepath.Join(examplesDir, name))
	return acctest.NewCLI(t, folder, map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"})
}

// exampleNames lists the folders of one kind of example, such as resources.
func exampleNames(t *testing.T, kind string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(examplesDir, kind))
	acctest.Must(t, err)
	var out []string
	for _, entry := range entries {
		out = append(out, entry.Name())
	}
	return out
}

func TestCLIExampleProvider(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	// The example's address, and the credential that it takes from the
	// environment, are this world's.
	text := strings.Replace(example(t, "provider", "provider.tf"), `"https://parking.example.com/api"`, fmt.Sprintf("%q\n  credential = \"x\"", w.BaseURL), 1)
	text = regexp.MustCompile(`(?s)^terraform \{.*?\n\}\n`).ReplaceAllString(text, "")
	acctest.Steps(t, []resource.TestStep{{Config: text}})
	if w.Requests()["tipo_vehiculo"] == 0 {
		t.Error("the example asked the service nothing")
	}
}

// unpublishedBlock is acctest.Unpublished as a line of the provider block.
const unpublishedBlock = `endpoints = { sanciones = "/external/sanciones", informacion = "/external/informacion", faq_grupos = "/external/faq-grupos" }`

// forImport names the provider, which the test framework leaves out for an import, and whose functions OpenTofu does not
// know then. It stands for the address that the framework serves it at.
const forImport = "terraform {\n  required_providers {\n    parking = { source = \"hashicorp/parking\" }\n  }\n}\n"

// Each example is applied, its things are imported as the commands and blocks beside it show, and so is each further example of the page.
func TestCLIExampleResources(t *testing.T) {
	t.Parallel()
	for _, name := range exampleNames(t, "resources") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			text := w.Config(example(t, "resources", name, "resource.tf"), exampleSettings[name])
			steps := []resource.TestStep{{Config: text}} // after which the framework plans, twice, and wants nothing to do
			imports := regexp.MustCompile(`(?m)^terraform import (\S+) ([^\s#]+)`).FindAllStringSubmatch(example(t, "resources", name, "import.sh"), -1)
			if len(imports) == 0 {
				t.Fatal("import.sh has no command")
			}
			identifier := map[string]string{"parking_placa": "placa", "parking_cliente": "email", "parking_flota": "cliente_id", "parking_sancion": "sancion_id"}[name]
			for _, command := range imports {
				steps = append(steps, resource.TestStep{Config: forImport + text, ResourceName: command[1], ImportState: true, ImportStateId: command[2],
					ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: identifier,
					ImportStateVerifyIgnore: []string{"vehiculos."}}) // false for what is omitted: importsClean compares them
			}
			acctest.Steps(t, steps)
			importsClean(t, w, text, example(t, "resources", name, "import-by-string-id.tf"), imports[0][1])
			if program.Has(t, "1.12", "1.12") {
				importsClean(t, w, text, example(t, "resources", name, "import-by-identity.tf"), imports[0][1])
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

// importsClean plans a configuration with an import block from an empty state,
// for things that are on the service, and wants the import and no change. What a
// favourite example destroyed is put back first; the client and the vehicle that an
// example refers to are imported with it, since their ids are unknown otherwise.
func importsClean(t *testing.T, w *acctest.Server, text, block, target string) {
	t.Helper()
	if strings.HasPrefix(target, "parking_zona_favorita") {
		w.Exec("INSERT INTO favoritas (id, cliente_id, zona_id, tramo_id) VALUES (1, 3, 1, 3)")
	}
	for _, name := range []string{"parking_cliente", "parking_vehiculo"} {
		if strings.Contains(text, fmt.Sprintf("resource %q", name)) && !strings.HasPrefix(target, name) {
			block += example(t, "resources", name, "import-by-string-id.tf")
		}
	}
	acctest.Steps(t, []resource.TestStep{{
		Config: text + block,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction(target, plancheck.ResourceActionNoop)}},
	}})
}

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
				text := w.Config(example(t, kind, name, file), unpublishedBlock)
				c := acctest.CLIOf(t, text, nil)
				out := c.Ok("apply", "-no-color", "-auto-approve")
				// A comment on an output says what it gives.
				for _, said := range regexp.MustCompile(`(?m)^  value = .* # (\[.*\])$`).FindAllStringSubmatch(text, -1) {
					if !strings.Contains(strings.Join(strings.Fields(out), ""), strings.ReplaceAll(strings.Replace(said[1], "]", ",]", 1), " ", "")) {
						t.Errorf("no output is %s:\n%s", said[1], out)
					}
				}
				made := w.Requests()
				c.EmptyPlan()
				// The guide about operations says which ones a data source asks. It asks
				// for a section by one of two ways.
				for _, row := range guideRows(t) {
					if slices.Contains(row.asked, "data source "+name) && made[row.operation] == 0 && row.operation != "tramo_consulta" {
						t.Errorf("the guide says that it asks %s, and it asked %v", row.operation, made)
					}
				}
			})
		}
	}
}

// The quickstart as it stands, with nothing but Terraform: what its first reader runs. `make demo` takes the same folder
// through the rest of its life.
func TestCLIExampleQuickstart(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.7")
	folder := databaseFolder(t)
	acctest.CopyExample(t, folder, filepath.Join(examplesDir, "quickstart"))
	// This provider runs in the folder of the tests, not in Terraform's.
	text := strings.Replace(example(t, "quickstart", "main.tf"), "parking.db", filepath.ToSlash(filepath.Join(folder, "parking.db")), 1)
	acctest.Write(t, filepath.Join(folder, "main.tf"), text)
	c := acctest.NewCLI(t, folder, nil)
	out := c.Ok("apply", "-no-color", "-auto-approve")
	acctest.ExpectSays(t, "apply", out, "Resources: 1 added, 0 changed, 0 destroyed", `"AKX0359"`)
	c.EmptyPlan()
	readme := read(t, filepath.Join(examplesDir, "..", "README.md"))
	if !strings.Contains(readme, "```terraform\n"+example(t, "quickstart", "main.tf")+"```") {
		t.Error("README.md does not begin with the quickstart")
	}
}

// The whole scenario of examples/flota as it stands, over HTTP, configured by
// the environment as its reader would.
func TestCLIExampleFlota(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.8")
	w := acctest.NewServer(t, sandbox.Options{})
	c := exampleCLI(t, w, "flota")
	out := c.Ok("apply", "-no-color", "-auto-approve")
	acctest.ExpectSays(t, "apply", out, "Resources: 4 imported, 206 added, 0 changed, 0 destroyed", `"vehiculos" = 100`)
	// The plan looks up each plate, and so does the apply while nothing else is applied. A new one is read back. Of each new client it is
	// asked once in the plan which vehicles it has, once in the apply, and once more for every minute that the apply takes. Each favourite
	// is looked for by the plan, by the plan that the apply repeats, and before it is saved; those of a client at one moment by one request.
	w.ExpectBetween(
		map[string]int{"cliente_email": 4, "registrar_placa": 100, "placa": 200,
			"vehiculos": 8, "registrar_vehiculo": 100, "zonas_favoritas": 12, "guardar_zona_favorita": 6},
		map[string]int{"placa": 300, "vehiculos": 24, "zonas_favoritas": 24})
	c.EmptyPlan()
	// Eight pages hold the vehicles; until a client's listing is paid for, as many of its vehicles may be read on their own.
	w.ExpectBetween(map[string]int{"cliente_email": 4, "placa": 100, "vehiculos": 8, "zonas_favoritas": 4},
		map[string]int{"vehiculos": 16, "zonas_favoritas": 6})
}

// The guide's example: the load does all that the plan says, from words for vehicle types. An address that nobody has stops the plan, and
// a file with numbers of clients needs no look-up of them.
func TestCLIExampleOnboarding(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.8")
	w := acctest.NewServer(t, sandbox.Options{})
	c := exampleCLI(t, w, "onboarding")
	out := c.Ok("apply", "-no-color", "-auto-approve")
	acctest.ExpectSays(t, "apply", out, "Resources: 2 added, 0 changed, 0 destroyed")
	c.EmptyPlan()
	w.Requests()
	c.Ok("plan", "-no-color")
	// Each plate is read, and one vehicle of each client.
	w.ExpectRequests(map[string]int{"cliente_email": 2, "placa": 2, "vehiculos": 2, "tipo_vehiculo": 1})

	flota := filepath.Join(c.Folder, "flota.csv")
	acctest.Write(t, flota, example(t, "onboarding", "flota.csv")+"PDA1111,furgonetas,nobody@example.com,,0,0\n")
	if code, out := c.Run("plan", "-no-color"); code == 0 || !strings.Contains(out, "nobody@example.com") {
		t.Errorf("a client that does not exist:\n%s", out)
	}
	numbers := strings.NewReplacer("cliente", "cliente_id", "flota.sur@example.com", "3", "flota.norte@example.com", "2")
	acctest.Write(t, flota, numbers.Replace(example(t, "onboarding", "flota.csv")))
	acctest.ExpectSays(t, "numbers", c.Ok("plan", "-no-color"), `parking_flota.flota["3"]`)
}

// The configuration of examples/flota-grande as it stands, with the first of its vehicles. One that is taken out changes the
// fleet of its client, and no other one.
func TestCLIExampleFlotaGrande(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.8")
	w := acctest.NewServer(t, sandbox.Options{})
	c := exampleCLI(t, w, "flota-grande")
	const vehicles = 240
	lines := strings.Split(example(t, "flota-grande", "flota.csv"), "\n")[:1+vehicles]
	acctest.Write(t, filepath.Join(c.Folder, "flota.csv"), strings.Join(lines, "\n"))
	norte := strings.Count(strings.Join(lines, "\n"), "flota.norte")
	out := c.Ok("apply", "-no-color", "-auto-approve")
	acctest.ExpectSays(t, "apply", out, "Resources: 2 imported, 2 added, 0 changed, 0 destroyed",
		fmt.Sprintf(`"flota.norte@example.com" = %d`, norte), fmt.Sprintf(`"flota.sur@example.com" = %d`, vehicles-norte))
	// The plan looks up every plate, and so does the apply of the fleet that begins first. Each has one control, which needs no read
	// of the credential's client if the listing of the other fleet is answered meanwhile.
	w.ExpectBetween(map[string]int{"cliente_email": 2, "registrar_placa": vehicles, "placa": vehicles, "vehiculos": 2 * 2,
		"registrar_vehiculo": vehicles}, map[string]int{"placa": 2*vehicles + 2})
	c.EmptyPlan()
	// One page for each 15 vehicles of each client.
	w.ExpectRequests(map[string]int{"cliente_email": 2, "placa": vehicles, "vehiculos": (norte+14)/15 + (vehicles-norte+14)/15})

	slices.Sort(lines[1:])
	first := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "flota.norte") })
	acctest.Write(t, filepath.Join(c.Folder, "flota.csv"), strings.Join(slices.Delete(lines, first, first+1), "\n"))
	out = c.Ok("apply", "-no-color", "-auto-approve", "-refresh=false")
	acctest.ExpectSays(t, "apply without the first vehicle", out, "Resources: 0 added, 1 changed, 0 destroyed", "Vehicles stay on the service: ")
	w.ExpectRequests(map[string]int{})

	// A client without its line is refused.
	clientes := strings.SplitAfter(example(t, "flota-grande", "clientes.csv"), "\n")
	acctest.Write(t, filepath.Join(c.Folder, "clientes.csv"), strings.Join(slices.Delete(clientes, 1, 2), ""))
	code, out := c.Run("plan", "-no-color", "-refresh=false")
	if code == 0 || !strings.Contains(strings.Join(strings.Fields(out), " "), "gives vehicles to flota.norte@example.com") {
		t.Errorf("a client that clientes.csv does not list:\n%s", out)
	}
	w.ExpectRequests(map[string]int{})
}

// The check of examples/no-declarados names what the configuration does not declare, in any spelling, also what it declared before, and
// costs a plan one listing of the client's vehicles.
func TestCLIExampleNoDeclarados(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	c := exampleCLI(t, w, "no-declarados")
	names := func(command, named string) {
		t.Helper()
		out := strings.Join(strings.Fields(c.Ok(command, "-no-color", "-refresh=false")), " ")
		if warned := strings.Contains(out, "Warning"); warned != (named != "") || !strings.Contains(out, named) {
			t.Errorf("%s: no warning of %q:\n%s", command, named, out)
		}
	}
	c.Ok("apply", "-no-color", "-auto-approve")
	w.Placas("luf 0442") // as the service may spell it
	w.Exec("UPDATE vehiculos SET placa = 'luf 0442' WHERE placa = 'LUF-0442'")
	names("plan", "")
	for i := range 15 { // a second page
		placa := fmt.Sprintf("zxe-%04d", i)
		w.Placas(placa)
		w.Exec("INSERT INTO vehiculos (cliente_id, placa) VALUES (2, ?)", placa)
	}
	w.Requests()
	names("plan", "vehicles of client 2: zxe-0000, zxe-0001")
	w.ExpectRequests(map[string]int{"cliente_email": 1, "vehiculos": 2})
	main := filepath.Join(c.Folder, "main.tf")
	acctest.Write(t, main, regexp.MustCompile(`(?m)^ +UXH5184 .*\n`).ReplaceAllString(read(t, main), ""))
	names("plan", "vehicles of client 2: UXH5184, zxe-0000")
}

// The example as it stands; its token is the only credential that this world accepts.
func TestCLIExampleToken(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{Credential: "otra-credencial"})
	text := example(t, "ephemeral-resources", "parking_token", "ephemeral-resource.tf")
	c := acctest.NewTokenCLI(t, strings.ReplaceAll(text, "https://parking.example.com/api", w.BaseURL), "sandbox")
	c.Ok("apply", "-no-color", "-auto-approve")
	c.EmptyPlan()
	// An apply plans and applies, each with a token of its own; OpenTofu applies nothing where nothing is to change.
	w.ExpectRequests(map[string]int{"login": program.Under(t, 3, 2), "cliente": 2})
}
