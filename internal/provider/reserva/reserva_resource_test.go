package reserva

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/provider/flota"
)

// reservaConfig books section 5, where cells 17 to 20 and connectors 3 and 4 are,
// for vehicle 1.
func reservaConfig(lines ...string) string {
	return "\nresource \"parking_reserva\" \"test\" {\n  vehiculo_id = 1\n  " + strings.Join(lines, "\n  ") + "\n}\n"
}

func reservaHolds(minutos int64, pagada bool) []statecheck.StateCheck {
	const name = "parking_reserva.test"
	return []statecheck.StateCheck{
		statecheck.ExpectKnownValue(name, tfjsonpath.New("minutos"), knownvalue.Int64Exact(minutos)),
		statecheck.ExpectKnownValue(name, tfjsonpath.New("activa"), knownvalue.Bool(true)),
		statecheck.ExpectKnownValue(name, tfjsonpath.New("pagada"), knownvalue.Bool(pagada)),
		statecheck.ExpectKnownValue(name, tfjsonpath.New("datos").AtMapKey("minutos"), knownvalue.Int64Exact(minutos)),
	}
}

func reservaPlanned(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction("parking_reserva.test", action)}}
}

const (
	pagoTX1  = `pago = { pago_tipo = 1, pago_codigo = "TX-1" }`
	vigentes = "SELECT COUNT(*) FROM reservas WHERE estado <> 'cancelada'"
)

func TestCLIReservaLifecycle(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	imported := func(id string) resource.TestStep {
		return resource.TestStep{ResourceName: "parking_reserva.test", ImportState: true, ImportStateId: id, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"timeouts"}}
	}
	acctest.Steps(t, []resource.TestStep{
		{ // the least there can be
			Config:            w.Config(reservaConfig("tramo_id = 5", "minutos = 20")),
			ConfigStateChecks: append(reservaHolds(20, false), statecheck.ExpectKnownValue("parking_reserva.test", tfjsonpath.New("datos").AtMapKey("estado"), knownvalue.StringExact("bloqueada"))),
			Check:             w.CheckRequests(map[string]int{"reservas_activas": 1, "reserva_bloquear": 1, "tramo": 2, "vehiculo": 2}),
		},
		imported("1"),
		{ // longer
			PreConfig:         func() { w.Requests() },
			Config:            w.Config(reservaConfig("tramo_id = 5", "minutos = 50")),
			ConfigPlanChecks:  reservaPlanned(plancheck.ResourceActionUpdate),
			ConfigStateChecks: reservaHolds(50, false),
			// The refresh, the look before the extension, and the read after it.
			Check: w.CheckRequests(map[string]int{"reservas_activas": 3, "reserva_extender": 1}),
		},
		imported("1"),
		{ // paid later
			PreConfig:         func() { w.Requests() },
			Config:            w.Config(reservaConfig("tramo_id = 5", "minutos = 50", pagoTX1)),
			ConfigPlanChecks:  reservaPlanned(plancheck.ResourceActionUpdate),
			ConfigStateChecks: append(reservaHolds(50, true), statecheck.ExpectKnownValue("parking_reserva.test", tfjsonpath.New("datos").AtMapKey("estado"), knownvalue.StringExact("pagada"))),
			Check:             w.CheckRequests(map[string]int{"reservas_activas": 3, "reserva_pagar": 1}), // as when it was extended
		},
		imported("1"),
		{ // a change of timeouts is none of the service's business
			PreConfig:        func() { w.Requests() },
			Config:           w.Config(reservaConfig("tramo_id = 5", "minutos = 50", pagoTX1, `timeouts = { read = "1m" }`)),
			ConfigPlanChecks: reservaPlanned(plancheck.ResourceActionUpdate),
			Check:            w.CheckRequests(map[string]int{"reservas_activas": 1}),
		},
		{ // another section: a paid one cannot be cancelled and stays
			PreConfig:        func() { w.Requests() },
			Config:           w.Config(reservaConfig("tramo_id = 6", "minutos = 10")),
			ConfigPlanChecks: reservaPlanned(plancheck.ResourceActionDestroyBeforeCreate),
			Check:            w.CheckRequests(map[string]int{"reserva_bloquear": 1, "reserva_cancelar": 1, "reservas_activas": 3, "tramo": 3, "vehiculo": 3}),
		},
		{ // everything, in one go; the unpaid one is cancelled
			PreConfig: func() { w.Requests() },
			Config: w.Config(reservaConfig("tramo_id = 5", "celda_id = 17", "conector_id = 3", "minutos = 30",
				`pago = { pago_tipo = 2, pago_codigo = "TX-2", enviar_recibo = true }`, `timeouts = { create = "5m", read = "1m", update = "5m", delete = "5m" }`)),
			ConfigPlanChecks:  reservaPlanned(plancheck.ResourceActionDestroyBeforeCreate),
			ConfigStateChecks: reservaHolds(30, true),
			Check: resource.ComposeTestCheckFunc(
				w.CheckRequests(map[string]int{"reserva_bloquear": 1, "reserva_pagar": 1, "reserva_cancelar": 1, "reservas_activas": 5, "tramo": 3, "vehiculo": 3}),
				func(*terraform.State) error {
					if w.Count("SELECT COUNT(*) FROM recibos WHERE reserva_id = 3") != 1 || w.Count("SELECT COUNT(*) FROM reservas WHERE id = 2 AND estado = 'cancelada'") != 1 {
						return fmt.Errorf("no receipt, or the other reservation was not cancelled")
					}
					return nil
				}),
		},
		{ResourceName: "parking_reserva.test", ImportState: true, ImportStateId: "3", ImportStateVerify: true, ImportStateVerifyIgnore: []string{"timeouts", "pago.enviar_recibo"}},
	})
	w.ExpectCount(3, "SELECT COUNT(*) FROM reservas")
}

func TestReservaValidation(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	declared := acctest.Values{"tramo_id": 5, "vehiculo_id": 1, "minutos": 20}
	acctest.Expect(t, "errs", p.ValidateResource("parking_reserva", declared))
	for _, c := range []struct {
		want   string
		change acctest.Values
	}{
		{"minutos: Invalid value", acctest.Values{"minutos": 25}},
		{"minutos: Invalid value", acctest.Values{"minutos": 0}},
		{"minutos: Invalid value", acctest.Values{"minutos": -10}},
		{"tramo_id: Invalid Attribute Value", acctest.Values{"tramo_id": 0}},
		{"vehiculo_id: Invalid Attribute Value", acctest.Values{"vehiculo_id": -1}},
		{"celda_id: Invalid Attribute Value", acctest.Values{"celda_id": 0}},
		{"conector_id: Invalid Attribute Value", acctest.Values{"conector_id": 0}},
		{"pago: Invalid value", acctest.Values{"pago": acctest.Values{"pago_tipo": 1, "pago_codigo": ""}}},
		{"pago: Invalid value", acctest.Values{"pago": acctest.Values{"pago_tipo": 1, "pago_codigo": "TX-1\n"}}},
		{"pago: Missing Configuration for Required Attribute", acctest.Values{"pago": acctest.Values{"pago_codigo": "TX-1"}}},
		{"minutos: Missing Configuration for Required Attribute", acctest.Values{"minutos": nil}},
	} {
		acctest.Expect(t, fmt.Sprint(c.change), p.ValidateResource("parking_reserva", declared.With(c.change)), c.want)
	}
}

func TestRoundMinutos(t *testing.T) {
	t.Parallel()
	for n, want := range map[float64]int64{
		1: 10, 9: 10, 10: 10, 11: 20, 20: 20, 45: 50, 99: 100, 0.1: 10, 10.0001: 20, 9.9999: 10, 492.5: 500, 999999999999999.5: 1e15,
	} {
		if got, err := roundMinutos(big.NewFloat(n)); err != nil || got != want {
			t.Errorf("minutos(%v) is %v, %v; wanted %d", n, got, err, want)
		}
	}
	for n, want := range map[float64]string{
		0: "0 is not a positive number of minutes", -1: "-1 is not a positive", -0.5: "-0.5 is not a positive",
		1000000000000001: "a reservation cannot be that long", 1e300: "a reservation cannot be that long",
	} {
		if _, err := roundMinutos(big.NewFloat(n)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("minutos(%v): %v, wanted %q", n, err, want)
		}
	}
}

func TestMain(m *testing.M) { acctest.Main(m, Area, flota.Area) }
