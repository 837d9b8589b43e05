package acceptance

import (
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
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
