package acceptance

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

// writes gives what was written since the last look, each as its operation and the
// last element of its path, sorted; one that changed nothing says so.
func writes(w *acctest.Server) []string {
	w.T.Helper()
	entries := w.Journal()
	out := []string{}
	for _, e := range entries {
		if e.Method == http.MethodGet {
			continue
		}
		write := e.Operation + " " + e.Path[strings.LastIndex(e.Path, "/")+1:]
		if !e.Committed {
			write += " in vain"
		}
		out = append(out, write)
	}
	slices.Sort(out)
	acctest.Must(w.T, w.Box.ResetJournal(context.Background()))
	return out
}

// reserved and closed are what the example's output shows of a reservation and of the sanction.
func reserved(name string, minutos int, pagada bool) string {
	return fmt.Sprintf("    %q = {\n      \"activa\" = true\n      \"minutos\" = %d\n      \"pagada\" = %t\n    }\n", name, minutos, pagada)
}

func closed(pagada bool) string {
	return fmt.Sprintf("  \"sanciones\" = {\n    \"9\" = {\n      \"cerrada\" = true\n      \"pagada\" = %t\n    }\n  }\n", pagada)
}

// The files of examples/dia take one configuration through its life. Every change is
// written once and nothing else is, and every plan after an apply is empty.
func TestCLIExampleDia(t *testing.T) {
	t.Parallel()
	program.Since(t, "1.8", "1.8")
	w := acctest.NewServer(t, sandbox.Options{})
	c := exampleCLI(t, w, "dia")
	moment := func(file, said, stands string, wanted ...string) {
		t.Helper()
		out := c.Ok("apply", "-no-color", "-auto-approve", "-var-file="+file)
		acctest.ExpectSays(t, "apply of "+file, out, said, stands)
		if made := writes(w); !slices.Equal(made, wanted) {
			t.Errorf("apply of %s wrote %q, wanted %q", file, made, wanted)
		}
		c.EmptyPlan("-var-file=" + file)
		if made := writes(w); len(made) > 0 {
			t.Errorf("the plan after %s wrote %q", file, made)
		}
	}
	moment("1-reservar.tfvars", "Resources: 5 added, 0 changed, 0 destroyed", reserved("entrega", 30, false)+reserved("recogida", 20, false),
		"registrar_cliente cliente-registrar", "registrar_placa placa", "registrar_vehiculo vehiculo", "reserva_bloquear reserva-bloquear",
		"reserva_bloquear reserva-bloquear")

	entrega := w.Count("SELECT id FROM reservas WHERE tramo_id = 5")
	recogida := w.Count("SELECT id FROM reservas WHERE tramo_id = 9")
	moment("2-extender.tfvars", "Resources: 0 added, 1 changed, 0 destroyed", reserved("entrega", 60, false), fmt.Sprintf("reserva_extender %d", entrega))
	moment("3-pagar.tfvars", "Resources: 0 added, 1 changed, 0 destroyed", reserved("entrega", 60, true)+reserved("recogida", 20, false),
		fmt.Sprintf("reserva_pagar %d", entrega))
	moment("4-cancelar.tfvars", "Resources: 0 added, 0 changed, 1 destroyed", "  \"reservas\" = {\n"+reserved("entrega", 60, true)+"  }\n",
		fmt.Sprintf("reserva_cancelar %d", recogida))

	// Somebody fines the example's van.
	w.Exec("INSERT INTO sanciones (id, placa, tramo_id, estado, centimos, fecha) VALUES (9, 'VBR2210', 5, 'abierta', 6000, 0)")
	moment("5-cerrar.tfvars", "Resources: 1 added, 0 changed, 0 destroyed", closed(false), "sancion_cerrar 9")
	// Before it pays, the provider makes sure that the sanction is closed.
	moment("6-saldar.tfvars", "Resources: 0 added, 1 changed, 0 destroyed", closed(true), "sancion_cerrar 9 in vain", "sancion_pagar 9")

	out := c.Ok("destroy", "-no-color", "-auto-approve", "-var-file=6-saldar.tfvars")
	acctest.ExpectSays(t, "destroy", out, "Resources: 5 destroyed", "Reservations may stay on the service", fmt.Sprintf("Reservation %d stays on", entrega),
		"Sanctions stay on the service", "Vehicles stay on the service", "Plates stay on the service", "Clients stay on the service")
	if made := writes(w); !slices.Equal(made, []string{fmt.Sprintf("reserva_cancelar %d in vain", entrega)}) {
		t.Errorf("destroy wrote %q", made)
	}
}
