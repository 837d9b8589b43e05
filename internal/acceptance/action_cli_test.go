package acceptance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// bothPathsLine is acctest.BothPaths as a line of the provider block.
const bothPathsLine = `endpoints = { sanciones = "` + acctest.Sanciones + `", iniciar_sancion = "/external/sancion-iniciar" }`

// An action that a resource triggers is invoked with what the resource became, once
// for each event.
func TestActionTrigger(t *testing.T) {
	t.Parallel()
	needsActions(t)
	w := acctest.NewWorld(t, sandbox.Options{})
	config := func(color string) string {
		return w.Config(fmt.Sprintf(`
resource "terraform_data" "turno" {
  input = %q
}

resource "parking_placa" "test" {
  placa            = "AKX0359"
  tipo_vehiculo_id = 1

  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.parking_sancion_iniciar.test, action.parking_sancion_cerrar.test]
    }
  }
}

action "parking_sancion_iniciar" "test" {
  config {
    placa         = parking_placa.test.placa
    tramo_id      = 4
    observaciones = "Sin tique"
  }
}

action "parking_sancion_cerrar" "test" {
  config {
    sancion_id = 9
  }
}
`, color), bothPathsLine)
	}
	acctest.Steps(t, []resource.TestStep{
		{Config: config("uno"), Check: w.CheckRequests(map[string]int{"registrar_placa": 1, "placa": 1, "sanciones": 1, "iniciar_sancion": 1, "sancion_cerrar": 1})},
		{PreConfig: func() { w.Requests() }, Config: config("dos"), Check: func(*terraform.State) error {
			if made := w.Requests(); made["iniciar_sancion"]+made["sancion_cerrar"] != 0 {
				return fmt.Errorf("invoked again: %v", made)
			}
			return nil
		}},
	})
	w.ExpectCount(1, "SELECT COUNT(*) FROM sanciones WHERE placa = 'AKX0359' AND estado = 'cerrada'")
}

// What people see of an action: its lines as it goes, and its error where it stands.
func TestActionOutput(t *testing.T) {
	t.Parallel()
	needsActions(t)
	w := acctest.ConReserva(t)
	c := acctest.CLIOf(t, w.Config(`
action "parking_reserva_pagar" "test" {
  config {
    reserva_id  = 1
    pago_tipo   = 1
    pago_codigo = "TX-1"
  }
}

action "parking_sancion_iniciar" "test" {
  config {
    placa    = "VBR-0101"
    tramo_id = 4
  }
}
`), nil)
	invoke := func(what string) (int, string) {
		return c.Run("apply", "-no-color", "-auto-approve", "-invoke=action."+what+".test")
	}
	code, out := invoke("parking_reserva_pagar")
	for _, line := range []string{"Recording the payment of reservation 1.", "Reservation 1 is paid."} {
		if code != 0 || !strings.Contains(out, line) {
			t.Errorf("exit code %d, without %q:\n%s", code, line, out)
		}
	}
	if code, out = invoke("parking_reserva_pagar"); code != 0 || !strings.Contains(out, "already has this payment") {
		t.Errorf("again: exit code %d\n%s", code, out)
	}
	code, out = invoke("parking_sancion_iniciar")
	if code == 0 || !strings.Contains(out, "Unable to start sanction") || !strings.Contains(out, "endpoints.iniciar_sancion") || strings.Contains(out, "Starting a sanction") {
		t.Errorf("without its path: exit code %d\n%s", code, out)
	}
	w.ExpectCount(1, acctest.ActionEffects[acctest.PagarReserva])
}
