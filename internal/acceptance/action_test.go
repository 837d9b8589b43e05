package acceptance

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const (
	paidOne   = "INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('%s', 1, 1)"
	paidSeven = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('%s', 1, 7)"
)

// actionEffects has for each of acctest.ActionConfigs a query that gives 1 if it took effect exactly once.
var actionEffects = map[string]string{
	acctest.IniciarSancion:  "SELECT COUNT(*) FROM sanciones WHERE placa = 'VBR-0101' AND tramo_id = 4 AND observaciones = 'Sin tique'",
	acctest.CerrarSancion:   "SELECT COUNT(*) FROM sanciones WHERE id = 1 AND estado = 'cerrada' AND observaciones = 'Revisada'",
	acctest.PagarSancion:    "SELECT COUNT(*) FROM pagos WHERE sancion_id = 7 AND codigo = 'TX-7'",
	acctest.BloquearReserva: "SELECT COUNT(*) FROM reservas WHERE tramo_id = 6 AND minutos = 30",
	acctest.PagarReserva:    "SELECT COUNT(*) FROM pagos WHERE reserva_id = 1 AND codigo = 'TX-1'",
	acctest.ExtenderReserva: "SELECT (minutos - 20) / 30 FROM reservas WHERE id = 1",
	acctest.CancelarReserva: "SELECT COUNT(*) FROM reservas WHERE id = 1 AND estado = 'cancelada'",
}

// actionOperations has the service's name of the operation that each action calls.
var actionOperations = map[string]string{
	acctest.IniciarSancion: "iniciar_sancion", acctest.CerrarSancion: "sancion_cerrar", acctest.PagarSancion: "sancion_pagar",
	acctest.BloquearReserva: "reserva_bloquear", acctest.PagarReserva: "reserva_pagar", acctest.ExtenderReserva: "reserva_extender", acctest.CancelarReserva: "reserva_cancelar",
}

// What cannot be is an error before anything is asked, and what is not known yet is none.
func TestActionsValidate(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.BothPaths)
	unknown := tftypes.UnknownValue
	for name, config := range acctest.ActionConfigs {
		acctest.Expect(t, name, p.ValidateAction(name, config.With(acctest.Values{"timeouts": acctest.Values{"invoke": "5m"}})))
		kinds, _ := p.Schema.ActionSchemas[name].Schema.ValueType().(tftypes.Object)
		open := acctest.Values{}
		for attribute := range config {
			open[attribute] = tftypes.NewValue(kinds.AttributeTypes[attribute], unknown)
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
		{acctest.BloquearReserva, "celda_id", 0, "celda_id: Invalid Attribute Value"}, {acctest.BloquearReserva, "minutos", 25, "minutos: Invalid value"}, {acctest.BloquearReserva, "pago", acctest.Values{"pago_tipo": 1, "pago_codigo": ""}, "pago.pago_codigo: Invalid value"},
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

// A plan says what an action does that costs money or cannot be undone, and what it does it to. What does not exist is an error.
func TestActionsPlan(t *testing.T) {
	t.Parallel()
	w := acctest.ConReserva(t)
	for action, says := range map[string][]string{
		acctest.IniciarSancion:  {"A sanction of plate \"VBR-0101\" in section 4 will be started\n", "cannot be deleted"},
		acctest.CerrarSancion:   {"Sanction 1 will be closed\n", "plate VBR-0101", "cannot be undone"},
		acctest.PagarSancion:    {`Sanction 7 will be paid with "TX-7"` + "\n", `"TX-7" of type 1`, "cannot be undone"},
		acctest.BloquearReserva: {`Reservation of vehicle 1 in section 6 for 30 minutes will be booked and paid with "TX-6"` + "\n", "plate AKX0359, client 1", `"TX-6" of type 1`, "cannot be undone"},
		acctest.PagarReserva:    {`Reservation 1 will be paid with "TX-1"` + "\n", "vehicle 1 in section 5", `"TX-1" of type 1`, "cannot be undone"},
		acctest.ExtenderReserva: {"Reservation 1 will be extended by 30 minutes\n", "vehicle 1 in section 5", "cannot take back"},
		acctest.CancelarReserva: nil,
	} {
		planned := w.Proto(acctest.BothPaths).PlannedAction(action, acctest.ActionConfigs[action])
		acctest.NoErrors(t, action, planned)
		if got := planned.Warnings(); len(got) != min(1, len(says)) {
			t.Errorf("%s: got %q", action, got)
		} else if len(got) > 0 {
			acctest.ExpectSays(t, action, got[0], says...)
		}
	}
	p := w.Proto(acctest.WithList)
	acctest.Expect(t, "nowhere", p.PlanAction(acctest.BloquearReserva, acctest.Values{"tramo_id": 9999, "vehiculo_id": 77, "minutos": 10}), "tramo_id: No such section", "vehiculo_id: No such vehicle")
	acctest.Expect(t, "not listed", p.PlanAction(acctest.CerrarSancion, acctest.Values{"sancion_id": 999}), "Unable to close sanction")
	acctest.Expect(t, "without its path", p.PlanAction(acctest.IniciarSancion, acctest.ActionConfigs[acctest.IniciarSancion]), "Unable to start sanction")
	later := acctest.NewProto(t)
	later.Configure(acctest.Values{"base_url": acctest.UnknownText, "credential": "x"})
	acctest.Expect(t, "the provider is not known yet", later.PlanAction(acctest.IniciarSancion, acctest.ActionConfigs[acctest.IniciarSancion]))
	if made := writes(w); len(made) > 0 {
		t.Errorf("planning wrote %q", made)
	}
}

// What each action shows, sends, and brings about. An effect that is there already is a success, and is not sent again; what shows
// before that it cannot be done is an error, and nothing is sent. What cannot be read stops nothing.
func TestActions(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		action string
		config acctest.Values
		before string // what somebody else does
		unread bool   // no list answers
		lines  []string
		says   []string
		sent   []string // operations
	}{
		"start":                  {action: acctest.IniciarSancion, lines: []string{"Starting a sanction in section 4.", "Sanction 9 was started in section 4."}, sent: []string{"iniciar_sancion"}},
		"start, unread":          {action: acctest.IniciarSancion, unread: true, lines: []string{"Starting a sanction in section 4.", "Sanction 9 was started in section 4."}, sent: []string{"iniciar_sancion"}},
		"no such section":        {action: acctest.IniciarSancion, config: acctest.Values{"tramo_id": 9999}, lines: []string{"Starting a sanction in section 9999."}, says: []string{"tramo_id: Unable to start sanction"}, sent: []string{"iniciar_sancion"}},
		"close":                  {action: acctest.CerrarSancion, lines: []string{"Closing sanction 1.", "Sanction 1 is closed."}, sent: []string{"sancion_cerrar"}},
		"close, unread":          {action: acctest.CerrarSancion, unread: true, lines: []string{"Closing sanction 1.", "Sanction 1 is closed."}, sent: []string{"sancion_cerrar"}},
		"no such sanction":       {action: acctest.CerrarSancion, config: acctest.Values{"sancion_id": 999}, unread: true, lines: []string{"Closing sanction 999."}, says: []string{"Unable to close sanction"}, sent: []string{"sancion_cerrar"}},
		"pay a fine":             {action: acctest.PagarSancion, lines: []string{"Recording the payment of sanction 7.", "Sanction 7 is paid."}, sent: []string{"sancion_pagar"}},
		"pay a fine, unread":     {action: acctest.PagarSancion, unread: true, lines: []string{"Recording the payment of sanction 7.", "Sanction 7 is paid."}, sent: []string{"sancion_pagar"}},
		"fine paid":              {action: acctest.PagarSancion, before: fmt.Sprintf(paidSeven, "TX-7"), lines: []string{"Recording the payment of sanction 7.", "Sanction 7 already has this payment. Nothing was sent."}},
		"fine paid with another": {action: acctest.PagarSancion, before: fmt.Sprintf(paidSeven, "OTRO"), lines: []string{"Recording the payment of sanction 7."}, says: []string{"Unable to record payment"}},
		"fine open":              {action: acctest.PagarSancion, before: "UPDATE sanciones SET estado = 'abierta' WHERE id = 7", says: []string{"sancion_id: Sanction is not closed"}},
		"code of another":        {action: acctest.PagarSancion, before: "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-7', 1, 8)", lines: []string{"Recording the payment of sanction 7."}, says: []string{"pago_codigo: Unable to record payment"}, sent: []string{"sancion_pagar"}},
		"book and pay":           {action: acctest.BloquearReserva, lines: []string{"Booking vehicle 1 in section 6 for 30 minutes.", "Reservation 2 is booked.", "Reservation 2 is paid."}, sent: []string{"reserva_bloquear", "reserva_pagar"}},
		"book":                   {action: acctest.BloquearReserva, config: acctest.Values{"pago": nil}, unread: true, lines: []string{"Booking vehicle 1 in section 6 for 30 minutes.", "Reservation 2 is booked."}, sent: []string{"reserva_bloquear"}},
		"no such cell":           {action: acctest.BloquearReserva, config: acctest.Values{"celda_id": 999}, lines: []string{"Booking vehicle 1 in section 6 for 30 minutes."}, says: []string{"celda_id: Unable to create reservation"}, sent: []string{"reserva_bloquear"}},
		"book, and the code is used": {action: acctest.BloquearReserva, before: fmt.Sprintf(paidSeven, "TX-6"), lines: []string{"Booking vehicle 1 in section 6 for 30 minutes.", "Reservation 2 is booked."},
			says: []string{"Reservation 2 booked but not paid"}, sent: []string{"reserva_bloquear", "reserva_pagar"}},
		"pay":                 {action: acctest.PagarReserva, lines: []string{"Recording the payment of reservation 1.", "Reservation 1 is paid."}, sent: []string{"reserva_pagar"}},
		"pay, unread":         {action: acctest.PagarReserva, unread: true, lines: []string{"Recording the payment of reservation 1.", "Reservation 1 is paid."}, sent: []string{"reserva_pagar"}},
		"paid":                {action: acctest.PagarReserva, before: fmt.Sprintf(paidOne, "TX-1"), lines: []string{"Recording the payment of reservation 1.", "Reservation 1 already has this payment. Nothing was sent."}},
		"paid with another":   {action: acctest.PagarReserva, before: fmt.Sprintf(paidOne, "OTRO"), lines: []string{"Recording the payment of reservation 1."}, says: []string{"Unable to record payment"}},
		"pay an ended one":    {action: acctest.PagarReserva, before: "UPDATE reservas SET fin = 0", lines: []string{"Recording the payment of reservation 1."}, says: []string{"Unable to record payment"}, sent: []string{"reserva_pagar"}},
		"no such reservation": {action: acctest.PagarReserva, config: acctest.Values{"reserva_id": 999}, lines: []string{"Recording the payment of reservation 999."}, says: []string{"Unable to record payment"}, sent: []string{"reserva_pagar"}},
		"extend":              {action: acctest.ExtenderReserva, lines: []string{"Extending reservation 1 by 30 minutes.", "Reservation 1 was extended by 30 minutes."}, sent: []string{"reserva_extender"}},
		"extend, unread":      {action: acctest.ExtenderReserva, unread: true, lines: []string{"Extending reservation 1 by 30 minutes.", "Reservation 1 was extended by 30 minutes."}, sent: []string{"reserva_extender"}},
		"extend an ended one": {action: acctest.ExtenderReserva, before: "UPDATE reservas SET fin = 0", lines: []string{"Extending reservation 1 by 30 minutes."}, says: []string{"Unable to extend reservation"}, sent: []string{"reserva_extender"}},
		"cancel":              {action: acctest.CancelarReserva, lines: []string{"Cancelling reservation 1.", "Reservation 1 is cancelled."}, sent: []string{"reserva_cancelar"}},
		"cancelled":           {action: acctest.CancelarReserva, before: "UPDATE reservas SET estado = 'cancelada'", lines: []string{"Cancelling reservation 1.", "Reservation 1 is no longer active. Nothing was cancelled."}, sent: []string{"reserva_cancelar"}},
		"cancel a paid one":   {action: acctest.CancelarReserva, before: fmt.Sprintf(paidOne, "X"), lines: []string{"Cancelling reservation 1."}, says: []string{"Unable to cancel reservation"}, sent: []string{"reserva_cancelar"}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := acctest.ConReserva(t)
			if c.before != "" {
				w.Exec(c.before)
			}
			if c.unread {
				w.Box.Inject(sandbox.Fault{Key: "reservas_activas", Kind: sandbox.Status500}, sandbox.Fault{Key: "sanciones", Kind: sandbox.Status500})
			}
			got := w.Proto(acctest.BothPaths).InvokePlanned(c.action, acctest.ActionConfigs[c.action].With(c.config))
			if !slices.Equal(got.Lines, c.lines) {
				t.Errorf("it shows %q", got.Lines)
			}
			acctest.Expect(t, "error", got.Errors(), c.says...)
			acctest.Expect(t, "warning", got.Warnings())
			var sent []string
			for _, entry := range w.Journal() {
				if entry.Method != http.MethodGet {
					sent = append(sent, entry.Operation)
				}
			}
			if !slices.Equal(sent, c.sent) {
				t.Errorf("sent %q, wanted %q", sent, c.sent)
			}
			if len(c.says) == 0 {
				w.ExpectCount(1, actionEffects[c.action])
			}
		})
	}
}

// An answer that is lost: what the lists show counts as answered. What they do not show, or cannot, is an error that says what may
// have happened, where to look, and that it is not sent again.
func TestActionsLoseTheirAnswer(t *testing.T) {
	t.Parallel()
	unknown := map[string]string{
		acctest.IniciarSancion: `Unknown whether the service started a sanction of plate "VBR-0101" in section 4`,
		acctest.PagarSancion:   `Unknown whether the service recorded payment "TX-7" of sanction 7`, acctest.BloquearReserva: "Unknown whether the service booked vehicle 1 in section 6 for 30 minutes",
		acctest.PagarReserva: `Unknown whether the service recorded payment "TX-1" of reservation 1`, acctest.ExtenderReserva: "Unknown whether the service extended reservation 1 by 30 minutes",
		acctest.CancelarReserva: "Unknown whether the service cancelled reservation 1",
	}
	for action, operation := range actionOperations {
		for what, c := range map[string]struct {
			when   sandbox.When
			unread bool
			found  bool
		}{
			"done": {when: sandbox.After, found: true}, "not done": {when: sandbox.Before}, "still at work": {when: sandbox.Late}, "done, unread": {when: sandbox.After, unread: true},
		} {
			t.Run(action+", "+what, func(t *testing.T) {
				t.Parallel()
				w := acctest.ConReserva(t)
				w.Box.Inject(sandbox.Fault{Key: operation, Kind: sandbox.Drop, When: c.when, Times: 1, Delay: time.Minute})
				if c.unread {
					w.Box.Inject(sandbox.Fault{Key: "reservas_activas", Kind: sandbox.Status500}, sandbox.Fault{Key: "sanciones", Kind: sandbox.Status500})
				}
				got := w.Proto(acctest.BothPaths.With(acctest.Values{"max_retries": 1})).InvokePlanned(action, acctest.ActionConfigs[action])
				if made := w.Requests()[operation]; made > 1 && action != acctest.CerrarSancion {
					t.Errorf("sent %d times", made)
				}
				if c.found || action == acctest.CerrarSancion { // which is repeated
					acctest.NoMessages(t, "found", got)
					w.ExpectCount(1, actionEffects[action])
					return
				}
				acctest.Expect(t, "error", got.Errors(), unknown[action])
				acctest.ExpectSays(t, "error", got.Errors()[0], "It is not sent again", "To find out whether it was done, check ", "invoke the action again")
			})
		}
	}
}

// A payment whose answer is lost after a booking names the reservation, and the action that pays it.
func TestBloquearLosesItsPayment(t *testing.T) {
	t.Parallel()
	w := acctest.ConReserva(t)
	w.Box.Inject(sandbox.Fault{Key: "reserva_pagar", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
	got := w.Proto(nil).InvokePlanned(acctest.BloquearReserva, acctest.ActionConfigs[acctest.BloquearReserva])
	acctest.Expect(t, "error", got.Errors(), `Unknown whether the service recorded payment "TX-6" of reservation 2`)
	acctest.ExpectSays(t, "error", got.Errors()[0], "parking_reserva_pagar with reserva_id = 2")
	if last := got.Lines[len(got.Lines)-1]; !strings.Contains(last, "Reservation 2 is booked") {
		t.Errorf("it shows %q", got.Lines)
	}
}

// A booking that the service rejects because something does not exist is an error of the booking, and of no reservation.
func TestBloquearRejected(t *testing.T) {
	t.Parallel()
	w := acctest.ConReserva(t)
	w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/reserva-bloquear": answers.Body(404, `{"estado":"fail","error":"La reserva no existe"}`)}))
	got := w.Proto(nil).InvokePlanned(acctest.BloquearReserva, acctest.ActionConfigs[acctest.BloquearReserva])
	acctest.Expect(t, "error", got.Errors(), "Unable to create reservation")
}

// What the service accepts without telling its identifier is found in a list. Where no list shows it, the error says that it was
// accepted.
func TestActionsWithoutAnIdentifier(t *testing.T) {
	t.Parallel()
	for action, path := range map[string]string{acctest.IniciarSancion: "/external/sancion-iniciar", acctest.BloquearReserva: "/external/reserva-bloquear"} {
		for listed, says := range map[bool][]string{true: nil, false: {"No record: the service "}} {
			w := acctest.ConReserva(t)
			if !listed {
				w.Box.Inject(sandbox.Fault{Key: "reservas_activas", Kind: sandbox.Status500}, sandbox.Fault{Key: "sanciones", Kind: sandbox.Status500})
			}
			w.Answer(answers.On(map[string]http.HandlerFunc{"POST " + path: w.CarriedOut(`{"estado":"ok","data":{"message":"hecho"}}`)}))
			got := w.Proto(acctest.BothPaths).InvokePlanned(action, acctest.ActionConfigs[action])
			if errs := got.Errors(); len(errs) != len(says) || len(says) > 0 && !strings.HasPrefix(errs[0], says[0]) {
				t.Errorf("%s, listed %t: got %q", action, listed, errs)
			}
			w.ExpectCount(1, actionEffects[action])
		}
	}
}

// Optional attributes arrive, and those that are left out are not sent. A sanction that was closed with other remarks keeps them.
func TestActionsSendWhatIsDeclared(t *testing.T) {
	t.Parallel()
	w := acctest.ConReserva(t)
	p := w.Proto(acctest.BothPaths)
	p.Invoke(acctest.PagarReserva, acctest.ActionConfigs[acctest.PagarReserva].With(acctest.Values{"enviar_recibo": true, "pago_tipo": 3}))
	p.Invoke(acctest.PagarSancion, acctest.ActionConfigs[acctest.PagarSancion].With(acctest.Values{"cliente_id": 2}))
	p.Invoke(acctest.CerrarSancion, acctest.Values{"sancion_id": 2})
	p.Invoke(acctest.IniciarSancion, acctest.Values{"placa": "VBR-0199", "tramo_id": 4})
	p.Invoke(acctest.BloquearReserva, acctest.Values{"tramo_id": 5, "vehiculo_id": 1, "minutos": 10, "celda_id": 17, "conector_id": 3})
	for _, query := range []string{
		"SELECT COUNT(*) FROM recibos WHERE reserva_id = 1",
		"SELECT COUNT(*) FROM pagos WHERE reserva_id = 1 AND tipo = 3",
		"SELECT COUNT(*) FROM sanciones WHERE id = 7 AND cliente_id = 2",
		"SELECT COUNT(*) FROM sanciones WHERE id = 2 AND estado = 'cerrada' AND observaciones = 'Sin tique visible'",
		"SELECT COUNT(*) FROM sanciones WHERE placa = 'VBR-0199' AND observaciones IS NULL",
		"SELECT COUNT(*) FROM reservas WHERE celda_id = 17 AND conector_id = 3 AND minutos = 10",
		"SELECT COUNT(*) = 2 FROM pagos",
	} {
		w.ExpectCount(1, query)
	}
	got := p.InvokePlanned(acctest.CerrarSancion, acctest.Values{"sancion_id": 7, "observaciones": "Revisada"})
	acctest.Expect(t, "warning", got.Warnings(), "observaciones: Sanction 7 was already closed")
	acctest.NoErrors(t, "closed", got)
}
