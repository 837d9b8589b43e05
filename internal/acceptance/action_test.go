package acceptance

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What cannot be is an error before anything is asked, and what is not known yet is none.
func TestActionsValidate(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
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
		acctest.Expect(t, name, p.ValidateAction(name, config.With(acctest.Values{"timeouts": acctest.Values{"invoke": "soon"}})), "timeouts: Invalid value")
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
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	acctest.Expect(t, "error", p.PlanAction(acctest.IniciarSancion, acctest.ActionConfigs[acctest.IniciarSancion]), "Unable to start sanction")
	later := acctest.NewProto(t)
	later.Configure(acctest.Values{"base_url": acctest.UnknownText, "credential": "x"})
	acctest.Expect(t, "the provider is not known yet", later.PlanAction(acctest.IniciarSancion, acctest.ActionConfigs[acctest.IniciarSancion]))
	w.ExpectRequests(map[string]int{})
}

// What each action shows, asks of the service, and brings about. An effect that is there already is a success, and is not brought about
// again; a payment that is there with another code is an error.
func TestActions(t *testing.T) {
	t.Parallel()
	const (
		paidOne   = "INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('%s', 1, 1)"
		paidSeven = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('%s', 1, 7)"
		lookOne   = "Checking whether reservation 1 is already paid."
		lookSeven = "Checking whether sanction 7 is already paid."
	)
	for what, c := range map[string]struct {
		action string
		before string // what somebody else does
		during bool   // they do it between the look and the write
		lines  []string
		says   []string
		made   map[string]int
	}{
		"start": {action: acctest.IniciarSancion, lines: []string{"Starting a sanction in section 4.", "Sanction 9 was started in section 4."}, made: map[string]int{"sanciones": 1, "iniciar_sancion": 1}},
		"close": {action: acctest.CerrarSancion, lines: []string{"Closing sanction 1.", "Sanction 1 is closed."}, made: map[string]int{"sancion_cerrar": 1}},
		"closed": {action: acctest.CerrarSancion, before: "UPDATE sanciones SET estado = 'cerrada', observaciones = 'Revisada' WHERE id = 1", lines: []string{"Closing sanction 1.", "Sanction 1 is closed."},
			made: map[string]int{"sancion_cerrar": 1}},
		"pay a fine": {action: acctest.PagarSancion, lines: []string{lookSeven, "Recording the payment of sanction 7.", "Sanction 7 is paid."}, made: map[string]int{"sanciones": 1, "sancion_pagar": 1}},
		"fine paid": {action: acctest.PagarSancion, before: fmt.Sprintf(paidSeven, "TX-7"), lines: []string{lookSeven, "Sanction 7 already has this payment. Nothing was sent."},
			made: map[string]int{"sanciones": 1}},
		"fine paid with another code": {action: acctest.PagarSancion, before: fmt.Sprintf(paidSeven, "OTRO"), lines: []string{lookSeven}, says: []string{"pago_codigo: Sanction already paid"}, made: map[string]int{"sanciones": 1}},
		"fine paid meanwhile": {action: acctest.PagarSancion, before: fmt.Sprintf(paidSeven, "TX-7"), during: true,
			lines: []string{lookSeven, "Recording the payment of sanction 7.", "Sanction 7 was paid with this code in the meantime, and the service rejected the second payment."},
			made:  map[string]int{"sanciones": 2, "sancion_pagar": 1}},
		"fine open": {action: acctest.PagarSancion, before: "UPDATE sanciones SET estado = 'abierta' WHERE id = 7", lines: []string{lookSeven}, says: []string{"sancion_id: Sanction is not closed"}, made: map[string]int{"sanciones": 1}},
		"pay":       {action: acctest.PagarReserva, lines: []string{lookOne, "Recording the payment of reservation 1.", "Reservation 1 is paid."}, made: map[string]int{"reservas_activas": 1, "reserva_pagar": 1}},
		"paid": {action: acctest.PagarReserva, before: fmt.Sprintf(paidOne, "TX-1"), lines: []string{lookOne, "Reservation 1 already has this payment. Nothing was sent."},
			made: map[string]int{"reservas_activas": 1}},
		"paid with another code": {action: acctest.PagarReserva, before: fmt.Sprintf(paidOne, "OTRO"), lines: []string{lookOne}, says: []string{"pago_codigo: Reservation already paid"}, made: map[string]int{"reservas_activas": 1}},
		"paid meanwhile": {action: acctest.PagarReserva, before: fmt.Sprintf(paidOne, "TX-1"), during: true,
			lines: []string{lookOne, "Recording the payment of reservation 1.", "Reservation 1 was paid with this code in the meantime, and the service rejected the second payment."},
			made:  map[string]int{"reservas_activas": 2, "reserva_pagar": 1}},
		"extend": {action: acctest.ExtenderReserva, lines: []string{"Extending reservation 1 by 30 minutes.", "Reservation 1 was extended by 30 minutes."}, made: map[string]int{"reservas_activas": 1, "reserva_extender": 1}},
		"cancel": {action: acctest.CancelarReserva, lines: []string{"Checking whether reservation 1 is active.", "Cancelling reservation 1.", "Reservation 1 is cancelled."}, made: map[string]int{"reservas_activas": 1, "reserva_cancelar": 1}},
		"cancelled": {action: acctest.CancelarReserva, before: "UPDATE reservas SET estado = 'cancelada'",
			lines: []string{"Checking whether reservation 1 is active.", "Reservation 1 is no longer active: it has ended, or was cancelled before. Nothing was sent."},
			made:  map[string]int{"reservas_activas": 1, "reservas": 1}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := acctest.ConReserva(t)
			if c.before != "" && !c.during {
				w.Exec(c.before)
			}
			w.Answer(func(r *http.Request) http.HandlerFunc {
				if c.during && r.Method != http.MethodGet {
					w.Exec(c.before)
				}
				return nil
			})
			got := w.Proto(acctest.BothPaths).Invoke(c.action, acctest.ActionConfigs[c.action])
			if !slices.Equal(got.Lines, c.lines) {
				t.Errorf("it shows %q", got.Lines)
			}
			acctest.Expect(t, "error", got.Errors(), c.says...)
			acctest.Expect(t, "warning", got.Warnings())
			w.ExpectRequests(c.made)
			if len(c.says) == 0 {
				w.ExpectCount(1, acctest.ActionEffects[c.action])
			}
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
