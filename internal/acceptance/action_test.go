package acceptance

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Every action of the provider passes through its server, under its name.
func TestActionsAreServed(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	metadata, err := p.Server.GetMetadata(t.Context(), &tfprotov6.GetMetadataRequest{})
	acctest.Must(t, err)
	var names []string
	for _, a := range metadata.Actions {
		names = append(names, a.TypeName)
	}
	slices.Sort(names)
	want := slices.Sorted(maps.Keys(acctest.ActionConfigs))
	if !slices.Equal(names, want) || !slices.Equal(slices.Sorted(maps.Keys(p.Schema.ActionSchemas)), want) {
		t.Errorf("actions %q, with schemas of %q", names, slices.Sorted(maps.Keys(p.Schema.ActionSchemas)))
	}
}

// What cannot be is an error before anything is asked, and what is not known yet is none.
func TestActionsValidate(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	p := w.Proto(acctest.BothPaths)
	unknown := tftypes.UnknownValue
	for name, config := range acctest.ActionConfigs {
		acctest.Expect(t, name, p.ValidateAction(name, config.With(acctest.Values{"timeouts": acctest.Values{"invoke": "5m"}})))
		open := acctest.Values{}
		for attribute, value := range config {
			kind := tftypes.Type(tftypes.Number)
			if _, text := value.(string); text {
				kind = tftypes.String
			}
			open[attribute] = tftypes.NewValue(kind, unknown)
		}
		acctest.Expect(t, name, append(p.ValidateAction(name, open), p.PlanAction(name, open)...))
		acctest.Expect(t, name, p.ValidateAction(name, config.With(acctest.Values{"timeouts": acctest.Values{"invoke": "soon"}})), "timeouts.invoke: Invalid Attribute Value Time Duration")
	}
	for _, c := range []struct {
		action    string
		attribute string
		value     any
		says      string
	}{
		{acctest.IniciarSancion, "placa", " VBR-0101", "placa: Invalid value"}, {acctest.IniciarSancion, "tramo_id", 0, "tramo_id: Invalid Attribute Value"}, {acctest.IniciarSancion, "observaciones", "", "observaciones: Invalid Attribute Value Length"},
		{acctest.CerrarSancion, "sancion_id", -1, "sancion_id: Invalid Attribute Value"}, {acctest.CerrarSancion, "observaciones", "", "observaciones: Invalid Attribute Value Length"},
		{acctest.PagarSancion, "sancion_id", 0, "sancion_id: Invalid Attribute Value"}, {acctest.PagarSancion, "pago_codigo", "", "pago_codigo: Invalid value"}, {acctest.PagarSancion, "cliente_id", 0, "cliente_id: Invalid Attribute Value"},
		{acctest.PagarReserva, "reserva_id", 0, "reserva_id: Invalid Attribute Value"}, {acctest.PagarReserva, "pago_codigo", "TX ", "pago_codigo: Invalid value"},
		{acctest.ExtenderReserva, "reserva_id", 0, "reserva_id: Invalid Attribute Value"}, {acctest.ExtenderReserva, "minutos", 25, "minutos: Invalid value"}, {acctest.ExtenderReserva, "minutos", -10, "minutos: Invalid value"},
		{acctest.CancelarReserva, "reserva_id", 0, "reserva_id: Invalid Attribute Value"},
	} {
		t.Run(fmt.Sprint(c.action, c.attribute, c.value), func(t *testing.T) {
			t.Parallel()
			acctest.Expect(t, "error", p.ValidateAction(c.action, acctest.ActionConfigs[c.action].With(acctest.Values{c.attribute: c.value})), c.says)
		})
	}
	w.ExpectRequests(map[string]int{})
}

// A sanction that cannot be started for want of its path is refused by the plan, as
// far as the provider's configuration is known.
func TestSancionIniciarWithoutItsPath(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	acctest.Expect(t, "error", p.PlanAction(acctest.IniciarSancion, acctest.ActionConfigs[acctest.IniciarSancion]), "Unable to start sanction")
	later := acctest.NewProto(t)
	later.Configure(acctest.Values{"base_url": acctest.UnknownText, "credential": "x"})
	acctest.Expect(t, "the provider is not known yet", later.PlanAction(acctest.IniciarSancion, acctest.ActionConfigs[acctest.IniciarSancion]))
	w.ExpectRequests(map[string]int{})
}

// What each action shows, asks of the service, and brings about.
func TestActions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines []string
		made  map[string]int
	}{
		acctest.IniciarSancion:  {[]string{"Starting a sanction in section 4.", "Sanction 9 was started in section 4."}, map[string]int{"sanciones": 1, "iniciar_sancion": 1}},
		acctest.CerrarSancion:   {[]string{"Closing sanction 1.", "Sanction 1 is closed."}, map[string]int{"sancion_cerrar": 1}},
		acctest.PagarSancion:    {[]string{"Checking whether sanction 7 is already paid.", "Recording the payment of sanction 7.", "Sanction 7 is paid."}, map[string]int{"sanciones": 1, "sancion_pagar": 1}},
		acctest.PagarReserva:    {[]string{"Checking whether reservation 1 is already paid.", "Recording the payment of reservation 1.", "Reservation 1 is paid."}, map[string]int{"reservas_activas": 1, "reserva_pagar": 1}},
		acctest.ExtenderReserva: {[]string{"Extending reservation 1 by 30 minutes.", "Reservation 1 was extended by 30 minutes."}, map[string]int{"reservas_activas": 1, "reserva_extender": 1}},
		acctest.CancelarReserva: {[]string{"Checking whether reservation 1 is active.", "Cancelling reservation 1.", "Reservation 1 is cancelled."}, map[string]int{"reservas_activas": 1, "reserva_cancelar": 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.ConReserva(t)
			w.Proto(acctest.BothPaths).Invoke(name, acctest.ActionConfigs[name]).ExpectLines(t, c.lines...)
			w.ExpectRequests(c.made)
			w.ExpectCount(1, acctest.ActionEffects[name])
		})
	}
}

// Optional attributes arrive, and those that are left out are not sent.
func TestActionsSendWhatIsDeclared(t *testing.T) {
	t.Parallel()
	w := acctest.ConReserva(t)
	p := w.Proto(acctest.BothPaths)
	p.Invoke(acctest.PagarReserva, acctest.ActionConfigs[acctest.PagarReserva].With(acctest.Values{"enviar_recibo": true, "pago_tipo": 3}))
	p.Invoke(acctest.PagarSancion, acctest.ActionConfigs[acctest.PagarSancion].With(acctest.Values{"cliente_id": 2}))
	p.Invoke(acctest.CerrarSancion, acctest.Values{"sancion_id": 2})
	p.Invoke(acctest.IniciarSancion, acctest.Values{"placa": "VBR-0199", "tramo_id": 4})
	for _, query := range []string{
		"SELECT COUNT(*) FROM recibos WHERE reserva_id = 1",
		"SELECT COUNT(*) FROM pagos WHERE reserva_id = 1 AND tipo = 3",
		"SELECT COUNT(*) FROM sanciones WHERE id = 7 AND cliente_id = 2",
		"SELECT COUNT(*) FROM sanciones WHERE id = 2 AND estado = 'cerrada' AND observaciones = 'Sin tique visible'",
		"SELECT COUNT(*) FROM sanciones WHERE placa = 'VBR-0199' AND observaciones IS NULL",
		"SELECT COUNT(*) = 2 FROM pagos",
		"SELECT COUNT(*) = 9 FROM sanciones",
	} {
		w.ExpectCount(1, query)
	}
}
