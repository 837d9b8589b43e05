package flota

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// What is not known when the plan is made: the client, the whole map, one entry, an attribute of one. What proves to be as it was
// changes nothing.
func TestCLIFlotaUnknownInputs(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]string{
		"client": "cliente_id = terraform_data.in.output.cliente\n  vehiculos = { FLA0001 = { tipo_vehiculo_id = 2 } }",
		"map":    "cliente_id = 1\n  vehiculos = terraform_data.in.output.vehiculos",
		"entry":  "cliente_id = 1\n  vehiculos = { FLA0001 = terraform_data.in.output.vehiculos.FLA0001 }",
		"attribute": "cliente_id = 1\n  vehiculos = { FLA0001 = {\n" +
			"    tipo_vehiculo_id = terraform_data.in.output.vehiculos.FLA0001.tipo_vehiculo_id\n" +
			"    electrico        = terraform_data.in.output.vehiculos.FLA0001.electrico\n  } }",
	}, func(t *testing.T, fleet string) {
		w := acctest.NewServer(t, sandbox.Options{})
		config := func(trigger string, electrico bool) string {
			return w.Config(fmt.Sprintf(`
resource "terraform_data" "in" {
  triggers_replace = %q
  input = { cliente = 1, vehiculos = { FLA0001 = { tipo_vehiculo_id = 2, nombre = null, electrico = %t, minusvalido = false } } }
}
resource "parking_flota" "test" {
  %s
}
`, trigger, electrico, fleet))
		}
		linked := tfjsonpath.New("vehiculo_ids").AtMapKey("FLA0001")
		id := []statecheck.StateCheck{statecheck.ExpectKnownValue("parking_flota.test", linked, knownvalue.NotNull())}
		updated := plancheck.ExpectResourceAction("parking_flota.test", plancheck.ResourceActionUpdate)
		updates := resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{updated}}
		acctest.Steps(t, []resource.TestStep{
			{Config: config("a", true), ConfigStateChecks: id},
			{Config: config("b", true), ConfigStateChecks: id, ConfigPlanChecks: updates}, // unknown again, over a state
			{Config: config("b", false), ConfigStateChecks: id, ConfigPlanChecks: updates},
		})
		changes := map[bool]int{true: 0, false: 1}[strings.Contains(t.Name(), "client")]
		if made := w.Requests(); made["registrar_placa"] != 1 || made["registrar_vehiculo"] != 1 || made["actualizar_placa"] != changes {
			t.Errorf("got the requests %v, wanted one registration of each, and %d updates", made, changes)
		}
		w.ExpectCount(1, "SELECT COUNT(*) FROM placas WHERE placa = 'FLA0001' AND tipo_vehiculo_id = 2 AND electrico = 0")
	})
}

// newFlotaCLI gives a terraform in a folder of its own that holds a configuration.
func newFlotaCLI(t *testing.T, w *acctest.Server, configuration string) *acctest.CLI {
	t.Helper()
	return acctest.CLIOf(t, configuration, map[string]string{
		"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x", "PARKING_MAX_RETRIES": "0"})
}

// replace changes the configuration of the folder.
func replace(c *acctest.CLI, before, after string) {
	c.T.Helper()
	name := filepath.Join(c.Folder, "main.tf")
	text, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(text), before) {
		c.T.Fatalf("%v, or %q is not in the configuration", err, before)
	}
	acctest.Write(c.T, name, strings.ReplaceAll(string(text), before, after))
}

// fleetOf300 declares vehicles of one type.
const fleetOf300 = `
resource "parking_flota" "test" {
  cliente_id = 1
  vehiculos = { for n in range(300) : format("FLA%04d", n) => {
    tipo_vehiculo_id = 1, nombre = "Furgón ${n}", electrico = n == 500, minusvalido = false
  } }
}
`

// A plan shows what changes, and not the other 299; a refresh shows the plate that drifted, and no other.
func TestCLIFlotaPlanIsReadable(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	c := newFlotaCLI(t, w, fleetOf300)
	c.Ok("apply", "-no-color", "-auto-approve")
	plateNames := regexp.MustCompile(`FLA\d{4}`)
	shows := func(what, placa string, lines int) {
		t.Helper()
		out := c.Ok("plan", "-no-color")
		for _, other := range plateNames.FindAllString(out, -1) {
			if other != placa {
				t.Errorf("%s shows %s too", what, other)
				break
			}
		}
		if n := strings.Count(out, "\n"); n > lines || !strings.Contains(out, placa) || strings.Contains(out, "pendientes") {
			t.Errorf("%s has %d lines, and is\n%s", what, n, out)
		}
	}
	replace(c, "n == 500", "n == 123")
	shows("a plan of one change", "FLA0123", 33)
	replace(c, "n == 123", "n == 500")
	w.Exec("UPDATE placas SET tipo_vehiculo_id = 3 WHERE placa = 'FLA0200'")
	shows("a plan over drift", "FLA0200", 60)
	w.Exec("UPDATE placas SET tipo_vehiculo_id = 1")
	w.Exec("DELETE FROM vehiculos WHERE placa = 'FLA0042'")
	acctest.AwaitReads()
	shows("a plan over a vehicle that is gone", "FLA0042", 60)
}

// fleetOf20 declares vehicles of which two have a type that the service does not have, and what depends on them.
const fleetOf20 = `
resource "parking_flota" "test" {
  cliente_id     = 1
  max_pendientes = 0
  vehiculos = { for n in range(20) : format("FLA%04d", n) => {
    tipo_vehiculo_id = n == 7 || n == 8 ? 99 : 1, nombre = null, electrico = false, minusvalido = false
  } }
}
resource "terraform_data" "dependent" {
  triggers_replace = [parking_flota.test.cliente_id]
}
`

// A fleet that is not in place fails the run. A creation saves nothing, and the next apply adopts what was made, at one
// read each, which its first plan sends too. An update keeps what is in place and taints nothing.
func TestCLIFlotaNotInPlace(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{}).HideTipos()
	c := newFlotaCLI(t, w, fleetOf20)
	apply := []string{"apply", "-no-color", "-auto-approve", "-refresh=false"}
	fails := func(says string) {
		t.Helper()
		code, out := c.Run(apply...)
		out = strings.Join(strings.Fields(out), " ") // which Terraform wraps
		acctest.ExpectSays(t, "the apply", out, says, "Error: Vehicles not in place: FLA0007 and 1 more of client 1",
			"FLA0007, FLA0008. For example FLA0007: ")
		if code != 1 {
			t.Errorf("exits with %d, want 1", code)
		}
	}
	fails("not in the state")
	w.ExpectCount(18, "SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'FLA%'")
	if out := c.Ok("state", "list"); out != "" {
		t.Errorf("the state holds\n%s\nwant nothing", out)
	}
	replace(c, "? 99", "? 2")
	w.Requests()
	c.Ok(apply...)
	// The plan, and that of the apply, look for 20 plates and one that cannot exist, and read two pages of 18 vehicles.
	w.ExpectRequests(map[string]int{"placa": 2 * 21, "registrar_placa": 2, "vehiculos": 2 * 2, "registrar_vehiculo": 2})
	c.EmptyPlan()

	replace(c, "? 2", "? 99")
	fails("What is on the service is in the state")
	out := c.Ok("plan", "-no-color")
	if !strings.Contains(out, "0 to add, 1 to change, 0 to destroy") || strings.Contains(out, "FLA0006") {
		t.Errorf("the next plan is\n%s", out)
	}
	replace(c, "max_pendientes = 0", "max_pendientes = 2")
	acctest.ExpectSays(t, "the apply", c.Ok(apply...), "Warning: Vehicles not in place: FLA0007 and 1 more of client 1")
	replace(c, "? 99", "? 2")
	c.Ok(apply...)
	c.EmptyPlan()
}

// fleetsOfManyForms declares two entries in each form of a map, the first with a vehicle type alone.
const fleetsOfManyForms = `
variable "flota" {
  type    = map(object({ tipo_vehiculo_id = number, nombre = optional(string) }))
  default = { VAR0001 = { tipo_vehiculo_id = 2 }, VAR0002 = { tipo_vehiculo_id = 2, nombre = "Moto" } }
}
variable "any" {
  type    = map(any)
  default = { ANY0001 = { tipo_vehiculo_id = 2 }, ANY0002 = { tipo_vehiculo_id = 2, nombre = "Moto" } }
}
locals {
  object = { LOC0001 = { tipo_vehiculo_id = 2 }, LOC0002 = { tipo_vehiculo_id = 2, nombre = "Moto" } }
  flotas = {
    variable = var.flota
    any      = var.any
    local    = local.object
    for      = { for placa, v in local.object : replace(placa, "LOC", "FOR") => v }
    if       = true ? { CON0001 = { tipo_vehiculo_id = 2 }, CON0002 = { tipo_vehiculo_id = 2, nombre = "Moto" } } : {}
    map      = tomap({ MAP0001 = { tipo_vehiculo_id = 2 }, MAP0002 = { tipo_vehiculo_id = 2, nombre = "Moto" } })
    csv = merge({ CSV0001 = { tipo_vehiculo_id = 2 } },
      provider::parking::flota_csv("placa,tipo_vehiculo_id,cliente,nombre\nCSV0002,2,x@example.com,Moto\n"))
  }
}
resource "parking_flota" "test" {
  for_each   = toset(keys(local.flotas))
  cliente_id = 1
  vehiculos  = local.flotas[each.key]
}
resource "parking_flota" "literal" {
  cliente_id = 1
  vehiculos  = { LIT0001 = { tipo_vehiculo_id = 2 }, LIT0002 = { tipo_vehiculo_id = "2", nombre = "Moto", electrico = "false" } }
}
output "omitted" { value = parking_flota.literal.vehiculos["LIT0001"].nombre == null }
`

// An entry needs only its vehicle type, also beside one with more attributes and however the map is
// made: Terraform gives some of these maps one type for all entries first.
func TestCLIFlotaEntriesOmitAttributes(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.7")
	w := acctest.NewServer(t, sandbox.Options{})
	c := newFlotaCLI(t, w, fleetsOfManyForms)
	acctest.ExpectSays(t, "an omitted name", c.Ok("apply", "-no-color", "-auto-approve"), "omitted = true")
	c.EmptyPlan()
	const linked = "SELECT COUNT(*) FROM vehiculos JOIN placas USING (placa) WHERE tipo_vehiculo_id = 2 AND "
	w.ExpectCount(8, linked+"placa LIKE '___0001' AND nombre IS NULL")
	w.ExpectCount(8, linked+"placa LIKE '___0002' AND nombre = 'Moto'")
}
