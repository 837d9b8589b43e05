package flota

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// An entry needs only its vehicle type, also beside one with more attributes and however the map is
// made: Terraform gives some of these maps one type for all entries first.
func TestCLIFlotaEntriesOmitAttributes(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.7")
	w := acctest.NewServer(t, sandbox.Options{})
	c := newFlotaCLI(t, w, `
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
    csv      = merge(provider::parking::flota_csv("placa,tipo_vehiculo_id,cliente,nombre\nCSV0002,2,x,Moto\n"), { CSV0001 = { tipo_vehiculo_id = 2 } })
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
`)
	if out := c.Ok("apply", "-no-color", "-auto-approve"); !strings.Contains(out, "omitted = true") {
		t.Errorf("got\n%s\nwanted an omitted name to be null", out)
	}
	c.EmptyPlan()
	w.ExpectCount(8, "SELECT COUNT(*) FROM vehiculos JOIN placas USING (placa) WHERE placa LIKE '___0001' AND nombre IS NULL AND tipo_vehiculo_id = 2")
	w.ExpectCount(8, "SELECT COUNT(*) FROM vehiculos JOIN placas USING (placa) WHERE placa LIKE '___0002' AND nombre = 'Moto' AND tipo_vehiculo_id = 2")
}

// Terraform itself reports an entry that does not fit, by its plate.
func TestCLIFlotaEntryOfWrongType(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	var steps []resource.TestStep
	for _, wrong := range []string{`nombre = "Moto"`, "tipo_vehiculo_id = true", "tipo_vehiculo_id = [1]"} {
		steps = append(steps, resource.TestStep{
			Config:      w.Config(flotaConfig("FLA0001 = { tipo_vehiculo_id = 1 }", "FLA0002 = { "+wrong+" }")),
			ExpectError: regexp.MustCompile(`element\s+"FLA0002":\s+attribute\s+"tipo_vehiculo_id"`),
		})
	}
	acctest.Steps(t, steps)
}
