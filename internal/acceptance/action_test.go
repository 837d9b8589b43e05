package acceptance

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// actions has for each of acctest.ActionConfigs the operation that it calls, a query that gives 1 if it took effect exactly once, the
// warnings of its plan, and values that are wrong.
var actions = map[string]struct {
	operation, effect string
	warns             []string
	wrong             acctest.Values
}{
	acctest.IniciarSancion: {operation: "iniciar_sancion", warns: []string{`A sanction of plate "VBR-0101" in section 4 will be started`},
		effect: "SELECT COUNT(*) FROM sanciones WHERE placa = 'VBR-0101' AND tramo_id = 4 AND observaciones = 'Sin tique'",
		wrong:  acctest.Values{"placa": " VBR-0101", "tramo_id": 0, "observaciones": ""}},
	acctest.CerrarSancion: {operation: "sancion_cerrar", warns: []string{"Sanction 1 will be closed"},
		effect: "SELECT COUNT(*) FROM sanciones WHERE id = 1 AND estado = 'cerrada' AND observaciones = 'Revisada'",
		wrong:  acctest.Values{"sancion_id": -1, "observaciones": ""}},
	acctest.PagarSancion: {operation: "sancion_pagar", warns: []string{`Sanction 7 will be paid with "TX-7"`},
		effect: "SELECT COUNT(*) FROM pagos WHERE sancion_id = 7 AND codigo = 'TX-7'",
		wrong:  acctest.Values{"sancion_id": 0, "pago_codigo": "", "cliente_id": 0}},
	acctest.BloquearReserva: {operation: "reserva_bloquear",
		warns:  []string{`Reservation of vehicle 1 in section 6 for 30 minutes will be booked and paid with "TX-6"`},
		effect: "SELECT COUNT(*) FROM reservas r JOIN pagos ON reserva_id = r.id WHERE tramo_id = 6 AND minutos = 30 AND codigo = 'TX-6'",
		wrong:  acctest.Values{"celda_id": 0, "minutos": 25, "pago": acctest.Values{"pago_tipo": 1, "pago_codigo": ""}}},
	acctest.PagarReserva: {operation: "reserva_pagar", warns: []string{`Reservation 1 will be paid with "TX-1"`},
		effect: "SELECT COUNT(*) FROM pagos WHERE reserva_id = 1 AND codigo = 'TX-1'",
		wrong:  acctest.Values{"reserva_id": 0, "pago_codigo": "TX "}},
	acctest.ExtenderReserva: {operation: "reserva_extender", warns: []string{"Reservation 1 will be extended by 30 minutes"},
		effect: "SELECT (minutos - 20) / 30 FROM reservas WHERE id = 1",
		wrong:  acctest.Values{"reserva_id": 0, "minutos": -10}},
	acctest.CancelarReserva: {operation: "reserva_cancelar",
		effect: "SELECT COUNT(*) FROM reservas WHERE id = 1 AND estado = 'cancelada'",
		wrong:  acctest.Values{"reserva_id": 0}},
}

// unknown has the attributes of a configuration, of which none is known yet.
func unknown(of tftypes.Type, config acctest.Values) acctest.Values {
	object, _ := of.(tftypes.Object)
	out := acctest.Values{}
	for attribute := range config {
		out[attribute] = tftypes.NewValue(object.AttributeTypes[attribute], tftypes.UnknownValue)
	}
	return out
}

// What cannot be is an error before anything is asked, and what is not known yet is none.
func TestActionsValidate(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.BothPaths)
	for name, action := range actions {
		config := acctest.ActionConfigs[name]
		acctest.Expect(t, name, p.ValidateAction(name, config.With(acctest.Values{"timeouts": acctest.Values{"invoke": "5m"}})))
		open := unknown(p.Schema.ActionSchemas[name].Schema.ValueType(), config)
		acctest.Expect(t, name, append(p.ValidateAction(name, open), p.PlanAction(name, open)...))
		for attribute, value := range action.wrong.With(acctest.Values{"timeouts": acctest.Values{"invoke": "soon"}}) {
			errs := p.ValidateAction(name, config.With(acctest.Values{attribute: value}))
			if len(errs) != 1 || !strings.HasPrefix(errs[0], attribute) || !strings.Contains(errs[0], ": Invalid ") {
				t.Errorf("%s with %s = %v: got the errors %q", name, attribute, value, errs)
			}
		}
	}
	w.ExpectRequests(map[string]int{})
}

// A plan says what an action does that costs money or cannot be undone, and what it does it to. What does not exist is an error.
func TestActionsPlan(t *testing.T) {
	t.Parallel()
	w := acctest.ConReserva(t)
	for name, action := range actions {
		planned := w.Proto(acctest.BothPaths).PlannedAction(name, acctest.ActionConfigs[name])
		acctest.NoErrors(t, name, planned)
		acctest.Expect(t, name, planned.Warnings(), action.warns...)
	}
	p := w.Proto(acctest.WithList)
	nowhere := p.PlanAction(acctest.BloquearReserva, acctest.Values{"tramo_id": 9999, "vehiculo_id": 77, "minutos": 10})
	acctest.Expect(t, "nowhere", nowhere, "tramo_id: No such section", "vehiculo_id: No such vehicle")
	acctest.Expect(t, "not listed", p.PlanAction(acctest.CerrarSancion, acctest.Values{"sancion_id": 999}), "Unable to close sanction")
	start := acctest.ActionConfigs[acctest.IniciarSancion]
	acctest.Expect(t, "without its path", p.PlanAction(acctest.IniciarSancion, start), "Unable to start sanction")
	later := acctest.NewProto(t).Configured(acctest.Values{"base_url": acctest.UnknownText, "credential": "x"})
	acctest.Expect(t, "the provider is not known yet", later.PlanAction(acctest.IniciarSancion, start))
	if made := writes(w); len(made) > 0 {
		t.Errorf("planning wrote %q", made)
	}
}

// Each action takes effect once. If its answer is lost, what the lists show counts as answered. What they do not show, or cannot, is an
// error that says what may have happened, where to look, and that it is not sent again.
func TestActionsTakeEffect(t *testing.T) {
	t.Parallel()
	for name, action := range actions {
		for what, c := range map[string]struct {
			lost            sandbox.When // its answer; empty for none
			unread, unclear bool         // no list answers; so nobody knows
		}{
			"answered":         {},
			"answered, unread": {unread: true},
			"done":             {lost: sandbox.After},
			"not done":         {lost: sandbox.Before, unclear: true},
			"done, unread":     {lost: sandbox.After, unread: true, unclear: true},
		} {
			t.Run(name+", "+what, func(t *testing.T) {
				t.Parallel()
				w, repeated := acctest.ConReserva(t), name == acctest.CerrarSancion
				if c.lost != "" {
					w.Box.Inject(sandbox.Fault{Key: action.operation, Kind: sandbox.Drop, When: c.lost, Times: 1})
				}
				if c.unread {
					w.Box.Inject(sandbox.Fault{Key: "reservas_activas", Kind: sandbox.Status500},
						sandbox.Fault{Key: "sanciones", Kind: sandbox.Status500})
				}
				got := w.Proto(acctest.BothPaths.With(acctest.Values{"max_retries": 1})).InvokePlanned(name, acctest.ActionConfigs[name])
				if sent := w.Requests()[action.operation]; sent > 1 && !repeated {
					t.Errorf("sent %d times", sent)
				}
				if !c.unclear || repeated {
					acctest.NoMessages(t, "done", got)
					w.ExpectCount(1, action.effect)
					return
				}
				acctest.ExpectSays(t, "error", strings.Join(got.Errors(), "\n"), "Unknown whether the service ", "It is not sent again",
					"To find out whether it was done, check ", "invoke the action again")
			})
		}
	}
}

// An effect that is there already is a success; a payment that is shown is not sent again. What shows before that it cannot be done is an
// error, and nothing is sent. What the service rejects is on the attribute.
func TestActionsMeetWhatIsThere(t *testing.T) {
	t.Parallel()
	const (
		paid   = "INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('TX-1', 1, 1)"
		other  = "INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('OTRO', 1, 1)"
		used   = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-6', 1, 6), ('TX-7', 1, 8)"
		opened = "UPDATE sanciones SET estado = 'abierta' WHERE id = 7"
	)
	type row struct {
		action string
		before string // what somebody else does
		says   string // of an error
		sent   int    // operations
	}
	acctest.Each(t, map[string]row{
		"fine open":         {action: acctest.PagarSancion, before: opened, says: "sancion_id: Sanction is not closed"},
		"code of another":   {action: acctest.PagarSancion, before: used, says: "pago_codigo: Unable to record payment", sent: 1},
		"booked and unpaid": {action: acctest.BloquearReserva, before: used, says: "Reservation 2 booked but not paid", sent: 2},
		"paid":              {action: acctest.PagarReserva, before: paid},
		"paid with another": {action: acctest.PagarReserva, before: other, says: "Unable to record payment"},
		"cancelled":         {action: acctest.CancelarReserva, before: "UPDATE reservas SET estado = 'cancelada'", sent: 1},
		"cancel a paid one": {action: acctest.CancelarReserva, before: paid, says: "Unable to cancel reservation", sent: 1},
	}, func(t *testing.T, c row) {
		w := acctest.ConReserva(t)
		w.Exec(c.before)
		got := w.Proto(acctest.BothPaths).InvokePlanned(c.action, acctest.ActionConfigs[c.action])
		if sent := len(writes(w)); sent != c.sent {
			t.Errorf("sent %d, wanted %d", sent, c.sent)
		}
		if c.says == "" {
			acctest.NoMessages(t, "done", got)
			w.ExpectCount(1, actions[c.action].effect)
		} else {
			acctest.Expect(t, "error", got.Errors(), c.says)
		}
	})
}

// The error of a payment whose answer is lost names the reservation that was booked, and the action that pays it.
func TestBloquearPaymentLost(t *testing.T) {
	t.Parallel()
	w := acctest.ConReserva(t)
	w.Box.Inject(sandbox.Fault{Key: "reserva_pagar", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
	unpaid := w.Proto(nil).InvokePlanned(acctest.BloquearReserva, acctest.ActionConfigs[acctest.BloquearReserva])
	acctest.Expect(t, "error", unpaid.Errors(), `Unknown whether the service recorded payment "TX-6" of reservation 2`)
	acctest.ExpectSays(t, "error", unpaid.Errors()[0], "parking_reserva_pagar with reserva_id = 2")
	acctest.ExpectSays(t, "the last line", unpaid.Lines[len(unpaid.Lines)-1], "Reservation 2 is booked")
}

// Optional attributes arrive, and those that are omitted are not sent. A sanction that was closed with other remarks keeps them.
func TestActionsSendWhatIsDeclared(t *testing.T) {
	t.Parallel()
	w := acctest.ConReserva(t)
	p := w.Proto(acctest.BothPaths)
	pay, fine := acctest.ActionConfigs[acctest.PagarReserva], acctest.ActionConfigs[acctest.PagarSancion]
	for _, c := range []struct {
		action string
		config acctest.Values
		effect string // selects one row
	}{
		{acctest.PagarReserva, pay.With(acctest.Values{"enviar_recibo": true, "pago_tipo": 3}),
			"recibos JOIN pagos USING (reserva_id) WHERE reserva_id = 1 AND tipo = 3"},
		{acctest.PagarSancion, fine.With(acctest.Values{"cliente_id": 2}), "sanciones WHERE id = 7 AND cliente_id = 2"},
		{acctest.CerrarSancion, acctest.Values{"sancion_id": 2},
			"sanciones WHERE id = 2 AND estado = 'cerrada' AND observaciones = 'Sin tique visible'"},
		{acctest.IniciarSancion, acctest.Values{"placa": "VBR-0199", "tramo_id": 4},
			"sanciones WHERE placa = 'VBR-0199' AND observaciones IS NULL"},
		{acctest.BloquearReserva, acctest.Values{"tramo_id": 5, "vehiculo_id": 1, "minutos": 10, "celda_id": 17, "conector_id": 3},
			"reservas r LEFT JOIN pagos ON reserva_id = r.id WHERE celda_id = 17 AND conector_id = 3 AND minutos = 10 AND codigo IS NULL"},
	} {
		acctest.NoErrors(t, c.action, p.Invoke(c.action, c.config))
		w.ExpectCount(1, "SELECT COUNT(*) FROM "+c.effect)
	}
	again := p.Invoke(acctest.BloquearReserva, acctest.Values{"tramo_id": 5, "vehiculo_id": 1, "minutos": 20})
	acctest.Expect(t, "again", again.Warnings(), "Reservation 2 of vehicle 1 in section 5 was there before",
		"Reservation 1 of vehicle 1 in section 5 was there before")
	nowhere := p.InvokePlanned(acctest.IniciarSancion, acctest.Values{"placa": "VBR-0199", "tramo_id": 9999})
	acctest.Expect(t, "no such section", nowhere.Errors(), "tramo_id: Unable to start sanction")
	got := p.InvokePlanned(acctest.CerrarSancion, acctest.Values{"sancion_id": 7, "observaciones": "Revisada"})
	acctest.Expect(t, "warning", got.Warnings(), "observaciones: Sanction 7 keeps other remarks")
	acctest.NoErrors(t, "closed", got)
}
