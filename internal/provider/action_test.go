package provider

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Every action of the provider passes through its server, under its name.
func TestActionsAreServed(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	metadata, err := p.server.GetMetadata(t.Context(), &tfprotov6.GetMetadataRequest{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range metadata.Actions {
		names = append(names, a.TypeName)
	}
	slices.Sort(names)
	want := slices.Sorted(maps.Keys(actionConfigs))
	if !slices.Equal(names, want) || !slices.Equal(slices.Sorted(maps.Keys(p.schema.ActionSchemas)), want) {
		t.Errorf("actions %q, with schemas of %q", names, slices.Sorted(maps.Keys(p.schema.ActionSchemas)))
	}
}

// What cannot be is an error before anything is asked, and what is not known yet is none.
func TestActionsValidate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(bothPaths)
	unknown := tftypes.UnknownValue
	for name, config := range actionConfigs {
		if failed := p.validateAction(name, config.with(values{"timeouts": values{"invoke": "5m"}})); len(failed) > 0 {
			t.Errorf("%s: %q", name, failed)
		}
		open := values{}
		for attribute, value := range config {
			kind := tftypes.Type(tftypes.Number)
			if _, text := value.(string); text {
				kind = tftypes.String
			}
			open[attribute] = tftypes.NewValue(kind, unknown)
		}
		if failed := append(p.validateAction(name, open), p.planAction(name, open)...); len(failed) > 0 {
			t.Errorf("%s, not known yet: %q", name, failed)
		}
		expect(t, name, p.validateAction(name, config.with(values{"timeouts": values{"invoke": "soon"}})), "timeouts", "soon")
	}
	for _, c := range []struct {
		action    string
		attribute string
		value     any
		says      string
	}{
		{iniciarSancion, "placa", " VBR-0101", "blank"}, {iniciarSancion, "tramo_id", 0, "at least 1"}, {iniciarSancion, "observaciones", "", "at least 1"},
		{cerrarSancion, "sancion_id", -1, "at least 1"}, {cerrarSancion, "observaciones", "", "at least 1"},
		{pagarSancion, "sancion_id", 0, "at least 1"}, {pagarSancion, "pago_codigo", "", "is empty"}, {pagarSancion, "cliente_id", 0, "at least 1"},
		{pagarReserva, "reserva_id", 0, "at least 1"}, {pagarReserva, "pago_codigo", "TX ", "blank"},
		{extenderReserva, "reserva_id", 0, "at least 1"}, {extenderReserva, "minutos", 25, "provider::parking::minutos(25)"}, {extenderReserva, "minutos", -10, "positive multiple of 10"},
		{cancelarReserva, "reserva_id", 0, "at least 1"},
	} {
		t.Run(fmt.Sprint(c.action, c.attribute, c.value), func(t *testing.T) {
			t.Parallel()
			expect(t, "error", p.validateAction(c.action, actionConfigs[c.action].with(values{c.attribute: c.value})), fmt.Sprintf("AttributeName(%q)", c.attribute), c.says)
		})
	}
	w.expectRequests(map[string]int{})
}

// A sanction that cannot be started for want of its path is refused by the plan, as
// far as the provider's configuration is known.
func TestSancionIniciarWithoutItsPath(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(withList)
	expect(t, "error", p.planAction(iniciarSancion, actionConfigs[iniciarSancion]), "Unable to start sanction", `of plate "VBR-0101" in section 4`, "endpoints.iniciar_sancion", "Nothing was sent")
	later := newProto(t)
	later.configure(values{"base_url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue), "credential": "x"})
	if failed := later.planAction(iniciarSancion, actionConfigs[iniciarSancion]); len(failed) > 0 {
		t.Errorf("the provider is not known yet: %q", failed)
	}
	w.expectRequests(map[string]int{})
}

// What each action shows, asks of the service, and brings about.
func TestActions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		made  map[string]int
	}{
		iniciarSancion:  {[]string{"Starting a sanction in section 4.", "Sanction 9 was started in section 4."}, map[string]int{"sanciones": 1, "iniciar_sancion": 1}},
		cerrarSancion:   {[]string{"Closing sanction 1.", "Sanction 1 is closed."}, map[string]int{"sancion_cerrar": 1}},
		pagarSancion:    {[]string{"Looking whether sanction 7 is paid already.", "Recording the payment of sanction 7.", "Sanction 7 is paid."}, map[string]int{"sanciones": 1, "sancion_pagar": 1}},
		pagarReserva:    {[]string{"Looking whether reservation 1 is paid already.", "Recording the payment of reservation 1.", "Reservation 1 is paid."}, map[string]int{"reservas_activas": 1, "reserva_pagar": 1}},
		extenderReserva: {[]string{"Extending reservation 1 by 30 minutes.", "Reservation 1 was extended by 30 minutes."}, map[string]int{"reservas_activas": 1, "reserva_extender": 1}},
		cancelarReserva: {[]string{"Looking whether reservation 1 is active.", "Cancelling reservation 1.", "Reservation 1 is cancelled."}, map[string]int{"reservas_activas": 1, "reserva_cancelar": 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := conReserva(t)
			w.proto(bothPaths).invoke(name, actionConfigs[name]).expectLines(t, c.lines...)
			w.expectRequests(c.made)
			if n := w.count(actionEffects[name]); n != 1 {
				t.Errorf("it took effect %d times", n)
			}
		})
	}
}

// Optional attributes arrive, and those that are left out are not sent.
func TestActionsSendWhatIsDeclared(t *testing.T) {
	t.Parallel()
	w := conReserva(t)
	p := w.proto(bothPaths)
	p.invoke(pagarReserva, actionConfigs[pagarReserva].with(values{"enviar_recibo": true, "pago_tipo": 3}))
	p.invoke(pagarSancion, actionConfigs[pagarSancion].with(values{"cliente_id": 2}))
	p.invoke(cerrarSancion, values{"sancion_id": 2})
	p.invoke(iniciarSancion, values{"placa": "VBR-0199", "tramo_id": 4})
	for what, query := range map[string]string{
		"receipts":         "SELECT COUNT(*) FROM recibos WHERE reserva_id = 1",
		"type of payment":  "SELECT COUNT(*) FROM pagos WHERE reserva_id = 1 AND tipo = 3",
		"paying client":    "SELECT COUNT(*) FROM sanciones WHERE id = 7 AND cliente_id = 2",
		"remarks kept":     "SELECT COUNT(*) FROM sanciones WHERE id = 2 AND estado = 'cerrada' AND observaciones = 'Sin tique visible'",
		"without remarks":  "SELECT COUNT(*) FROM sanciones WHERE placa = 'VBR-0199' AND observaciones IS NULL",
		"nothing besides":  "SELECT COUNT(*) = 2 FROM pagos",
		"one sanction new": "SELECT COUNT(*) = 9 FROM sanciones",
	} {
		if n := w.count(query); n != 1 {
			t.Errorf("%s: %d", what, n)
		}
	}
}
