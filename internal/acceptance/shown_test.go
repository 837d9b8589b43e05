package acceptance

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const mistaken = `
provider "parking" {
  sandbox   = { database = ":memory:" }
  endpoints = { login = "/login" }
}
resource "parking_reserva" "within" {
  tramo_id    = 5
  vehiculo_id = 1
  minutos     = 10
  timeouts = {
    create = "soon"
  }
}
resource "parking_flota" "entry" {
  cliente_id = 1
  vehiculos = {
    AKX0359 = { tipo_vehiculo_id = 1 }
    ZZR0033 = { tipo_vehiculo_id = 0 }
  }
}
resource "parking_cliente" "personal" {
  email     = "Zutana en example.org"
  nombre    = "Ana"
  apellidos = "Perengánez"
  prefijos  = "987650123"
  telefono  = ""
  cedula    = ""
}
data "parking_cliente" "personal" {
  email = "Zutana en example.org"
}
`

// TestCLIShownLines: with an error, Terraform prints the line of the attribute that it is about, or of the entry of a map. It
// prints none for an attribute of an object, so the text names that. No line shows personal data.
func TestCLIShownLines(t *testing.T) {
	t.Parallel()
	c := acctest.CLIOf(t, mistaken, nil)
	code, out := c.Run("validate", "-no-color")
	said := strings.Join(strings.Fields(out), " ")
	if code == 0 || strings.Count(said, "Error: ") != 7 {
		t.Errorf("exit code %d, %d errors, wanted 7", code, strings.Count(said, "Error: "))
	}
	acctest.ExpectSays(t, "the output", said,
		`timeouts = { 16: create = "soon" 17: } Attribute create: "soon" must be a string containing`,
		`ZZR0033 = { tipo_vehiculo_id = 0 } tipo_vehiculo_id of plate "ZZR0033"`,
		`resource "parking_cliente" "personal" { email is not an e-mail address`,
		`resource "parking_cliente" "personal" { prefijos must be a plus sign`,
		`resource "parking_cliente" "personal" { Attribute telefono string length`,
		`resource "parking_cliente" "personal" { Attribute cedula string length`,
		`data "parking_cliente" "personal" { email is not an e-mail address`)
	for _, secret := range []string{"Zutana", "987650123", "Perengánez"} {
		if strings.Contains(said, secret) {
			t.Errorf("%q is shown:\n%s", secret, out)
		}
	}
}

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

// What the service cannot delete is one warning a kind, in the plan and not again in the apply. What is linked is named. So is a client
// of which nothing was ever seen.
func TestCLIPlanWarnsOnceOfWhatStays(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	c := acctest.CLIOf(t, twentyVehicles, map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"})
	c.Ok("apply", "-no-color", "-auto-approve")
	const plates, vehicles, half = "Plates stay on the service", "Vehicles stay on the service", "Vehicles stay on the service: FLB10 and 9 more of client 1"
	moved := []string{vehicles, "Vehicles stay on the service: FLB0 and 19 more of client 1", "Plate already registered: FLB0 and 19 more of client 2"}
	for n := range 20 {
		moved = append(moved, fmt.Sprintf("Plate already registered: FLA%d of client 2", n))
	}
	for _, run := range []struct {
		command string
		want    []string
	}{
		{command: "plan -var=cliente_id=2", want: slices.Sorted(slices.Values(moved))},
		{command: "plan -refresh=false -var=vehiculos=10", want: []string{plates, vehicles, half}},
		{command: "apply -auto-approve -var=vehiculos=10", want: []string{plates, vehicles, half}},
		{command: "destroy -auto-approve", want: []string{"Fleets stay on the service", plates, vehicles}},
	} {
		out := c.Ok(append(strings.Fields(run.command), "-no-color")...)
		var got []string
		for _, warning := range regexp.MustCompile(`(?m)^Warning: (.*)$`).FindAllStringSubmatch(out, -1) {
			got = append(got, strings.TrimSpace(warning[1]))
		}
		slices.Sort(got)
		if !slices.Equal(got, run.want) || strings.Contains(out, "more similar warnings") { // how Terraform counts those that it does not print
			t.Errorf("%s: warned of %q, wanted %q, not more often:\n%s", run.command, got, run.want, out)
		}
	}
}
