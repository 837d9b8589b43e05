package provider

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// What is not known yet replaces nothing. The apply stops where it is another one.
func TestReservaNotKnownYet(t *testing.T) {
	t.Parallel()
	w, p, created := reservaWorld(t, paidReserva.with(values{"celda_id": 17, "conector_id": 3}), nil)
	declared := paidReserva.with(values{"celda_id": 17, "conector_id": 3})
	kind := p.schema.ResourceSchemas["parking_reserva"].ValueType()
	for attribute, other := range map[string]any{"vehiculo_id": 2, "tramo_id": 6, "celda_id": nil, "conector_id": 4} {
		planned := p.plan("parking_reserva", created, declared.with(values{attribute: tftypes.NewValue(tftypes.Number, tftypes.UnknownValue)}))
		if len(planned.Diagnostics) > 0 || len(planned.RequiresReplace) > 0 {
			t.Error(attribute, errorsOf(planned.Diagnostics), planned.RequiresReplace)
		}
		for want, value := range map[string]any{"same": declared[attribute], "another": other} {
			config := declared.with(values{attribute: value})
			known := p.decode(kind, planned.PlannedState).with(values{attribute: value})
			applied, err := p.server.ApplyResourceChange(context.Background(), &tfprotov6.ApplyResourceChangeRequest{
				TypeName: "parking_reserva", PriorState: p.encode(kind, created.state), PlannedState: p.encode(kind, known), Config: p.encode(kind, config), PlannedPrivate: planned.PlannedPrivate, PlannedIdentity: planned.PlannedIdentity,
			})
			if err != nil {
				t.Fatal(err)
			}
			expectSame(t, attribute, p.decode(kind, applied.NewState), created.state)
			if want == "same" {
				if len(applied.Diagnostics) > 0 {
					t.Error(attribute, errorsOf(applied.Diagnostics))
				}
				continue
			}
			expect(t, attribute, errorsOf(applied.Diagnostics), `AttributeName("`+attribute+`")`, "Reservation must be replaced", "Reservation 1 was booked with "+attribute, "the next plan shows the replacement")
			// Its code is spent, so the next plan is refused before it is a replacement; another may be paid otherwise.
			next := p.plan("parking_reserva", created, config.with(values{"pago": pagoDos}))
			if len(next.Diagnostics) > 0 || len(next.RequiresReplace) != 1 {
				t.Error(attribute, errorsOf(next.Diagnostics), next.RequiresReplace)
			}
		}
	}
	w.expectRequests(map[string]int{})
	// Another reservation may be shorter, so that is not refused before it is known.
	if planned := p.plan("parking_reserva", created, declared.with(values{"minutos": 10, "vehiculo_id": tftypes.NewValue(tftypes.Number, tftypes.UnknownValue)})); len(planned.Diagnostics) > 0 {
		t.Error(errorsOf(planned.Diagnostics))
	}
}

// By Terraform itself: a vehicle that was taken out of the state and is adopted again
// leaves its reservation alone; another vehicle stops the apply, and the next one replaces.
func TestReservaOfAnotherVehicle(t *testing.T) {
	t.Parallel()
	w := conVehiculo(t)
	w.placas("AKX0360")
	c := newCLI(t, t.TempDir(), map[string]string{"PARKING_BASE_URL": w.baseURL, "PARKING_CREDENTIAL": "x"})
	write := func(placa string) {
		t.Helper()
		text := fmt.Sprintf("terraform {\n  required_providers {\n    parking = { source = \"parking-provider/parking\" }\n  }\n}\nresource \"parking_vehiculo\" \"uno\" {\n  cliente_id = 1\n  placa = %q\n}\n", placa) +
			strings.Replace(reservaConfig("tramo_id = 5", "minutos = 20"), "vehiculo_id = 1", "vehiculo_id = parking_vehiculo.uno.id", 1)
		if err := os.WriteFile(filepath.Join(c.folder, "main.tf"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("AKX0359")
	c.ok("apply", "-no-color", "-auto-approve")
	c.ok("state", "rm", "parking_vehiculo.uno")
	c.ok("apply", "-no-color", "-auto-approve")
	c.emptyPlan()
	if n := w.count("SELECT COUNT(*) FROM reservas"); n != 1 {
		t.Errorf("booked %d times", n)
	}
	w.requests()
	write("AKX0360")
	code, out := c.run("apply", "-no-color", "-auto-approve")
	if code != 1 || !strings.Contains(out, "Reservation must be replaced") || strings.Contains(out, "bug in the provider") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	if made := w.requests(); made["reserva_cancelar"]+made["reserva_bloquear"] != 0 {
		t.Error(made)
	}
	c.ok("apply", "-no-color", "-auto-approve")
	c.emptyPlan()
	if w.count(vigentes) != 1 || w.count("SELECT COUNT(*) FROM reservas") != 2 {
		t.Errorf("%d are active of 1", w.count(vigentes))
	}
}
