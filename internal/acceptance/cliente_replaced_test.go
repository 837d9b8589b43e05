package acceptance

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// clientAndVehicles is a client with an address, and five vehicles of it.
const clientAndVehicles = `
provider "parking" {
  overwrite_existing = true
  endpoints      = { registrar_cliente = "` + acctest.RegistrarCliente + `" }
}

resource "parking_cliente" "test" {
  email     = "EMAIL"
  nombre    = "Flota Norte"
  apellidos = "Distribuciones"
  prefijos  = "+593"
  telefono  = "022111222"
  cedula    = "1700000001"
}

resource "parking_vehiculo" "test" {
  for_each   = toset(["FLA0001", "FLA0002", "FLA0003", "FLA0004", "FLA0005"])
  cliente_id = parking_cliente.test.id
  placa      = each.key
}
`

// A client under whose vehicles another one takes its place shows in the plan as what it is: one more link of each plate.
// The identifier of a client that is yet to be registered is known in the apply alone: Terraform calls its plan inconsistent then,
// nothing is linked, and the next run replaces.
func TestCLIClienteReplacedUnderVehicles(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("FLA0001", "FLA0002", "FLA0003", "FLA0004", "FLA0005")
	of := func(email string) string { return strings.Replace(clientAndVehicles, "EMAIL", email, 1) }
	c := acctest.CLIOf(t, of("flota.norte@example.com"), map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"})
	declare := func(email string) { acctest.Write(t, filepath.Join(c.Folder, "main.tf"), acctest.Required+of(email)) }
	acctest.ExpectSays(t, "the first plan", c.Ok("plan", "-no-color"), "+ cliente_id = 2")
	c.Ok("apply", "-no-color", "-auto-approve")

	declare("flota.sur@example.com")
	acctest.ExpectSays(t, "the plan", c.Ok("plan", "-no-color"), "2 -> 3 # forces replacement", "Plan: 6 to add, 0 to change, 6 to destroy.",
		"Vehicles stay on the service", "Plate already registered: FLA0001 of client 3", "Plate already registered: FLA0005 of client 3")
	c.Ok("apply", "-no-color", "-auto-approve")
	c.EmptyPlan()
	w.ExpectCount(5, "SELECT COUNT(*) FROM vehiculos WHERE cliente_id = 3")

	declare("nueva@example.com")
	code, out := c.Run("apply", "-no-color", "-auto-approve")
	if code == 0 || !strings.Contains(out, "inconsistent final plan") {
		t.Errorf("it replaced what was planned as an update:\n%s", out)
	}
	w.ExpectCount(5, "SELECT COUNT(*) FROM vehiculos WHERE cliente_id = 3")
	w.ExpectCount(0, "SELECT COUNT(*) FROM vehiculos WHERE cliente_id > 4")
	acctest.ExpectSays(t, "the next plan", c.Ok("plan", "-no-color"), "Plan: 5 to add, 0 to change, 5 to destroy.")
	c.Ok("apply", "-no-color", "-auto-approve")
	c.EmptyPlan()
}
