package acceptance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const twentyVehicles = `
variable "cliente_id" {
  default = 1
}

variable "vehiculos" {
  default = 20
}

resource "parking_placa" "flota" {
  for_each         = toset([for n in range(var.vehiculos) : "FLA${n}"])
  placa            = each.key
  tipo_vehiculo_id = 1
}

resource "parking_vehiculo" "flota" {
  for_each   = parking_placa.flota
  cliente_id = var.cliente_id
  placa      = each.key
}

resource "parking_flota" "otra" {
  cliente_id = var.cliente_id
  vehiculos  = { for n in range(var.vehiculos) : "FLB${n}" => { tipo_vehiculo_id = 1, nombre = null, electrico = null, minusvalido = null } }
}
`

// What the service cannot delete is one warning a kind, in the plan and not again in the apply. What is linked is named. So is a client of which nothing was
// ever seen.
func TestCLIPlanWarnsOnceOfWhatStays(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	c := acctest.CLIOf(t, twentyVehicles, map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"})
	c.Ok("apply", "-no-color", "-auto-approve")
	each := func(summary string) (all []string) {
		for n := range 20 {
			all = append(all, fmt.Sprintf(summary, n))
		}
		return slices.Sorted(slices.Values(all))
	}
	for _, run := range []struct {
		what string
		args []string
		want []string
	}{
		{"moves to another client", []string{"plan", "-var=cliente_id=2"}, append(each("Plate already registered: FLA%d of client 2"),
			"Plate already registered: FLB0 and 19 more of client 2", "Vehicles stay on the service", "Vehicles stay on the service: FLB0 and 19 more of client 1")},
		{"half of it leaves", []string{"plan", "-refresh=false", "-var=vehiculos=10", "-out=plan"},
			[]string{"Plates stay on the service", "Vehicles stay on the service", "Vehicles stay on the service: FLB10 and 9 more of client 1"}},
		{"one plate leaves", []string{"plan", "-var=vehiculos=19", `-target=parking_placa.flota["FLA19"]`},
			[]string{"Plates stay on the service", "Resource targeting is in effect"}},
		{"half of it left", []string{"apply", "-auto-approve", "-var=vehiculos=10"},
			[]string{"Plates stay on the service", "Vehicles stay on the service", "Vehicles stay on the service: FLB10 and 9 more of client 1"}},
		{"destroyed", []string{"destroy", "-auto-approve"},
			[]string{"Fleets stay on the service", "Plates stay on the service", "Vehicles stay on the service"}},
	} {
		out := c.Ok(append(run.args, "-no-color")...)
		var got []string
		for line := range strings.Lines(out) {
			if warning, is := strings.CutPrefix(line, "Warning: "); is {
				got = append(got, strings.TrimSpace(warning))
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, run.want) || strings.Contains(out, "more similar warnings") { // how Terraform counts those that it does not print
			t.Errorf("%s: warned of %q, wanted %q, not more often:\n%s", run.what, got, run.want, out)
		}
	}
}
