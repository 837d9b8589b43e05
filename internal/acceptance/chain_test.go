package acceptance

import (
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// chain is a reservation of a vehicle of a plate of a client, under Terraform itself.
const chain = `
variable "email" { default = "flota.norte@example.com" }
variable "placa" { default = "AKX0359" }
resource "parking_cliente" "test" {
  email     = var.email
  nombre    = "Flota Norte"
  apellidos = "Transportes"
  prefijos  = "+593"
  telefono  = "022000002"
  cedula    = "0100000002"
}
resource "parking_placa" "test" {
  placa            = var.placa
  tipo_vehiculo_id = 1
}
resource "parking_vehiculo" "test" {
  cliente_id = parking_cliente.test.id
  placa      = parking_placa.test.placa
}
resource "parking_zona_favorita" "test" {
  cliente_id = parking_cliente.test.id
  tramo_id   = 1
}
resource "parking_reserva" "test" {
  vehiculo_id = parking_vehiculo.test.id
  tramo_id    = 1
  minutos     = 60
}
`

// chainWorld is a service that holds what chain declares.
func chainWorld(t *testing.T) (*acctest.World, *acctest.CLI) {
	t.Helper()
	w := acctest.NewWorld(t, sandbox.Options{})
	c := acctest.CLIOf(t, chain, map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x", "PARKING_ADOPT_EXISTING": "update"})
	c.Ok("apply", "-no-color", "-auto-approve")
	w.Requests()
	return w, c
}

// expectReadsOnly fails the test when a write was sent since the last look.
func expectReadsOnly(w *acctest.World) {
	w.T.Helper()
	for operation, n := range w.Requests() {
		switch operation {
		case "cliente_email", "placa", "vehiculos", "zonas_favoritas", "reservas", "reservas_activas":
		default:
			w.T.Errorf("%s was sent %d times", operation, n)
		}
	}
}

// Nothing behind what is only spelled otherwise is replaced, and nothing is written.
func TestChainSpelledOtherwise(t *testing.T) {
	t.Parallel()
	w, c := chainWorld(t)
	other := []string{"-var", "email=Flota.Norte@Example.com", "-var", "placa=akx-0359"}
	out := c.Ok(append([]string{"apply", "-no-color", "-auto-approve"}, other...)...)
	acctest.ExpectSays(t, "the apply", out, "Plan: 0 to add, 3 to change, 0 to destroy.")
	c.EmptyPlan(other...)
	expectReadsOnly(w)
}

// Another client replaces the vehicle, which only the apply can know where the client is
// another in the same run: that is one error, and the next plan shows it.
func TestChainAnotherClient(t *testing.T) {
	t.Parallel()
	w, c := chainWorld(t)
	other := []string{"-no-color", "-var", "email=flota.sur@example.com"}
	code, out := c.Run(append([]string{"apply", "-auto-approve"}, other...)...)
	if code == 0 || strings.Contains(out, "inconsistent final plan") || strings.Count(out, "Replacement needed, but an update was planned") != 2 {
		t.Errorf("another client:\n%s", out)
	}
	w.ExpectCount(1, "SELECT count(*) FROM vehiculos")
	acctest.ExpectSays(t, "the next plan", c.Ok(append([]string{"plan"}, other...)...), "parking_vehiculo.test must be replaced", "parking_zona_favorita.test must be replaced")
}

// A vehicle that was taken out of the state is adopted, and the reservation behind it, whose
// vehicle is not known in the plan, stays.
func TestChainVehiculoTakenOut(t *testing.T) {
	t.Parallel()
	w, c := chainWorld(t)
	c.Ok("state", "rm", "parking_vehiculo.test")
	out := c.Ok("apply", "-no-color", "-auto-approve")
	if !strings.Contains(out, "Plan: 1 to add, 1 to change, 0 to destroy.") || !strings.Contains(out, "Resources: 1 added, ") {
		t.Errorf("taken out:\n%s", out)
	}
	c.EmptyPlan()
	expectReadsOnly(w)
}
