package acceptance

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// exampleCLI is a terraform in a copy of a whole folder under examples/, which the environment leads to this test server.
func exampleCLI(t *testing.T, w *acctest.Server, name string) *acctest.CLI {
	t.Helper()
	folder := t.TempDir()
	acctest.CopyExample(t, folder, filepath.Join(examplesDir, name))
	return acctest.NewCLI(t, folder, map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"})
}

// applies applies a configuration, which says this, and leaves nothing to do.
func applies(c *acctest.CLI, says ...string) {
	c.T.Helper()
	acctest.ExpectSays(c.T, "apply", c.Ok("apply", "-no-color", "-auto-approve"), says...)
	c.EmptyPlan()
}

// The quickstart as it stands, with nothing but Terraform: what its first reader runs. `make demo` takes the same folder through the rest
// of its life.
func TestCLIExampleQuickstart(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.7")
	// The provider never closes the database. Windows keeps open files, so that the folder may stay.
	folder, err := os.MkdirTemp("", "parking-sandbox-") //nolint:usetesting // t.TempDir fails where it stays.
	acctest.Must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	acctest.CopyExample(t, folder, filepath.Join(examplesDir, "quickstart"))
	main := example(t, "quickstart", "main.tf")
	// This provider runs in the folder of the tests, not in Terraform's.
	text := strings.Replace(main, "parking.db", filepath.ToSlash(filepath.Join(folder, "parking.db")), 1)
	acctest.Write(t, filepath.Join(folder, "main.tf"), text)
	applies(acctest.NewCLI(t, folder, nil), "Resources: 1 added, 0 changed, 0 destroyed", `"AKX0359"`)
	if !strings.Contains(read(t, filepath.Join(examplesDir, "..", "README.md")), "```terraform\n"+main+"```") {
		t.Error("README.md does not begin with the quickstart")
	}
}

func TestCLIExampleFlota(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.8")
	c := exampleCLI(t, acctest.NewServer(t, sandbox.Options{}), "flota")
	applies(c, "Resources: 4 imported, 206 added, 0 changed, 0 destroyed", `"vehiculos" = 100`)
}

// The guide's example: the load does all that the plan says, from words for vehicle types. An address that nobody has stops the plan, and
// a file with numbers of clients needs no look-up of them.
func TestCLIExampleOnboarding(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.8")
	w := acctest.NewServer(t, sandbox.Options{})
	c := exampleCLI(t, w, "onboarding")
	applies(c, "Resources: 2 added, 0 changed, 0 destroyed")
	flota := filepath.Join(c.Folder, "flota.csv")
	lines := read(t, flota)
	acctest.Write(t, flota, lines+"PDA1111,furgonetas,nobody@example.com,,0,0\n")
	if code, out := c.Run("plan", "-no-color"); code == 0 || !strings.Contains(out, "nobody@example.com") {
		t.Errorf("a client that does not exist:\n%s", out)
	}
	numbers := strings.NewReplacer("cliente", "cliente_id", "flota.sur@example.com", "3", "flota.norte@example.com", "2")
	acctest.Write(t, flota, numbers.Replace(lines))
	w.Requests()
	acctest.ExpectSays(t, "numbers", c.Ok("plan", "-no-color"), `parking_flota.flota["3"]`)
	if n := w.Requests()["cliente_email"]; n > 0 {
		t.Errorf("%d clients were looked up", n)
	}
}

// The configuration of examples/flota-grande as it stands, with the first of its vehicles. A refresh asks for one page of 15 vehicles of
// each client at a time, and a client that clientes.csv does not list stops the plan.
func TestCLIExampleFlotaGrande(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.8")
	w := acctest.NewServer(t, sandbox.Options{})
	c := exampleCLI(t, w, "flota-grande")
	flota, clientes := filepath.Join(c.Folder, "flota.csv"), filepath.Join(c.Folder, "clientes.csv")
	const vehicles = 240
	lines := strings.Join(strings.SplitAfter(read(t, flota), "\n")[:1+vehicles], "")
	acctest.Write(t, flota, lines)
	norte := strings.Count(lines, "flota.norte")
	applies(c, "Resources: 2 imported, 2 added, 0 changed, 0 destroyed",
		fmt.Sprintf(`"flota.norte@example.com" = %d`, norte), fmt.Sprintf(`"flota.sur@example.com" = %d`, vehicles-norte))
	w.Requests()
	c.EmptyPlan()
	w.ExpectRequests(map[string]int{"cliente_email": 2, "placa": vehicles, "vehiculos": (norte+14)/15 + (vehicles-norte+14)/15})

	listed := strings.SplitAfter(read(t, clientes), "\n")
	acctest.Write(t, clientes, listed[0]+listed[2])
	code, out := c.Run("plan", "-no-color", "-refresh=false")
	if code == 0 || !strings.Contains(strings.Join(strings.Fields(out), " "), "gives vehicles to flota.norte@example.com") {
		t.Errorf("a client that clientes.csv does not list:\n%s", out)
	}
}

// writes gives the operations that wrote since the last look, sorted; one that changed nothing says so.
func writes(w *acctest.Server) (out []string) {
	w.T.Helper()
	for _, e := range w.Journal() {
		if e.Method == http.MethodGet {
			continue
		}
		if !e.Committed {
			e.Operation += " in vain"
		}
		out = append(out, e.Operation)
	}
	slices.Sort(out)
	acctest.Must(w.T, w.Box.ResetJournal(context.Background()))
	return out
}

// The files of examples/dia take one configuration through its life. Every change is written once and nothing else is, and every plan after
// an apply is empty.
func TestCLIExampleDia(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.8")
	w := acctest.NewServer(t, sandbox.Options{})
	c := exampleCLI(t, w, "dia")
	for _, moment := range []struct {
		file, says string
		wrote      []string
	}{
		{file: "1-reservar.tfvars", says: "Resources: 5 added, 0 changed, 0 destroyed",
			wrote: []string{"registrar_cliente", "registrar_placa", "registrar_vehiculo", "reserva_bloquear", "reserva_bloquear"}},
		{file: "2-extender.tfvars", says: "Resources: 0 added, 1 changed, 0 destroyed", wrote: []string{"reserva_extender"}},
		{file: "3-pagar.tfvars", says: "Resources: 0 added, 1 changed, 0 destroyed", wrote: []string{"reserva_pagar"}},
		{file: "4-cancelar.tfvars", says: "Resources: 0 added, 0 changed, 1 destroyed", wrote: []string{"reserva_cancelar"}},
		{file: "5-cerrar.tfvars", says: "Resources: 1 added, 0 changed, 0 destroyed", wrote: []string{"sancion_cerrar"}},
		// Before it pays, the provider makes sure that the sanction is closed.
		{file: "6-saldar.tfvars", says: "Resources: 0 added, 1 changed, 0 destroyed",
			wrote: []string{"sancion_cerrar in vain", "sancion_pagar"}},
	} {
		if moment.file == "5-cerrar.tfvars" { // somebody fines the example's van
			w.Exec("INSERT INTO sanciones (id, placa, tramo_id, estado, centimos, fecha) VALUES (9, 'VBR2210', 5, 'abierta', 6000, 0)")
		}
		acctest.ExpectSays(t, moment.file, c.Ok("apply", "-no-color", "-auto-approve", "-var-file="+moment.file), moment.says)
		c.EmptyPlan("-var-file=" + moment.file)
		if wrote := writes(w); !slices.Equal(wrote, moment.wrote) {
			t.Errorf("%s wrote %q, wanted %q", moment.file, wrote, moment.wrote)
		}
	}
	out := c.Ok("destroy", "-no-color", "-auto-approve", "-var-file=6-saldar.tfvars")
	acctest.ExpectSays(t, "destroy", out, "Resources: 5 destroyed", "Reservations may stay on the service", "Sanctions stay on the service",
		"Vehicles stay on the service", "Plates stay on the service", "Clients stay on the service")
	if wrote := writes(w); !slices.Equal(wrote, []string{"reserva_cancelar in vain"}) {
		t.Errorf("destroy wrote %q", wrote)
	}
}

// The check of examples/no-declarados names what the configuration does not declare, in any spelling, also what it declared before.
func TestCLIExampleNoDeclarados(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	c := exampleCLI(t, w, "no-declarados")
	applies(c)
	names := func(named string) {
		t.Helper()
		out := strings.Join(strings.Fields(c.Ok("plan", "-no-color", "-refresh=false")), " ")
		if warned := strings.Contains(out, "Warning"); warned != (named != "") || !strings.Contains(out, named) {
			t.Errorf("no warning of %q:\n%s", named, out)
		}
	}
	w.Placas("luf 0442", "zxe-0000") // the first as the service may spell it
	w.Exec("UPDATE vehiculos SET placa = 'luf 0442' WHERE placa = 'LUF-0442'")
	names("")
	w.Exec("INSERT INTO vehiculos (cliente_id, placa) VALUES (2, 'zxe-0000')")
	names("vehicles of client 2: zxe-0000.")
	main := filepath.Join(c.Folder, "main.tf")
	acctest.Write(t, main, regexp.MustCompile(`(?m)^ +UXH5184 .*\n`).ReplaceAllString(read(t, main), ""))
	names("vehicles of client 2: UXH5184, zxe-0000.")
}

// The example as it stands; its token is the only credential that this world accepts.
func TestCLIExampleToken(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{Credential: "otra-credencial"})
	text := example(t, "ephemeral-resources", "parking_token", "ephemeral-resource.tf")
	c := acctest.NewTokenCLI(t, strings.ReplaceAll(text, "https://parking.example.com/api", w.BaseURL), "sandbox")
	applies(c)
}

// The tests that the guide shows pass without a service, and once more on what they left in the sandbox.
func TestCLIExampleTesting(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.8")
	folder, mirror, rc := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "terraformrc")
	acctest.CopyExample(t, folder, filepath.Join(examplesDir, "testing"))
	acctest.Must(t, workbench.Install(t.Context(), filepath.Join("..", ".."), mirror))
	acctest.Must(t, workbench.WriteCLIConfig(rc, mirror))
	module := &acctest.CLI{T: t, Folder: folder, Env: workbench.Environment(os.Environ(), rc)}
	module.Ok("init", "-no-color")
	for range 2 {
		acctest.ExpectSays(t, "the tests", module.Ok("test", "-no-color"), "Success! 6 passed, 0 failed.")
	}
}

// What the guide shows of failures and slowness is what the sandbox takes, and its journal is where the guide looks for it.
func TestOfflineGuide(t *testing.T) {
	t.Parallel()
	text := read(t, "../../templates/guides/testing-offline.md.tmpl")
	settings := regexp.MustCompile(`(?m)^ +(fault|latency) += "(.*)"$`).FindAllStringSubmatch(text, -1)
	names := regexp.MustCompile(`(?s)\*\*Which operation\*\*.*?for all\s+others`).FindString(text)
	for _, name := range regexp.MustCompile("`([\\w-]+)`").FindAllStringSubmatch(names, -1) {
		settings = append(settings, []string{"", "fault", name[1] + "=drop"})
	}
	if len(settings) < 4 || !strings.Contains(names, "`default`") {
		t.Errorf("the guide shows %q only", settings)
	}
	for _, setting := range settings {
		_, err := sandbox.ParseLatency(setting[2])
		if setting[1] == "fault" {
			_, err = sandbox.ParseFaults(setting[2])
		}
		if err != nil {
			t.Errorf("the guide shows %s, but %v", setting[2], err)
		}
	}
	query := regexp.MustCompile(`sqlite3 parking-sandbox.db '(.*)'`).FindStringSubmatch(text)[1]
	acctest.NewServer(t, sandbox.Options{}).Exec(query)
}
