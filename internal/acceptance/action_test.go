package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

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
	acctest.IniciarSancion:  "iniciar_sancion",
	acctest.CerrarSancion:   "sancion_cerrar",
	acctest.PagarSancion:    "sancion_pagar",
	acctest.BloquearReserva: "reserva_bloquear",
	acctest.PagarReserva:    "reserva_pagar",
	acctest.ExtenderReserva: "reserva_extender",
	acctest.CancelarReserva: "reserva_cancelar",
}

// unlisted has no list answer.
func unlisted(w *acctest.Server) {
	w.Box.Inject(sandbox.Fault{Key: "reservas_activas", Kind: sandbox.Status500}, sandbox.Fault{Key: "sanciones", Kind: sandbox.Status500})
}

// What cannot be is an error before anything is asked, and what is not known yet is none.
func TestActionsValidate(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.BothPaths)
	for name, bad := range map[string]acctest.Values{
		acctest.IniciarSancion:  {"placa": " VBR-0101", "tramo_id": 0, "observaciones": ""},
		acctest.CerrarSancion:   {"sancion_id": -1, "observaciones": ""},
		acctest.PagarSancion:    {"sancion_id": 0, "pago_codigo": "", "cliente_id": 0},
		acctest.BloquearReserva: {"celda_id": 0, "minutos": 25, "pago": acctest.Values{"pago_tipo": 1, "pago_codigo": ""}},
		acctest.PagarReserva:    {"reserva_id": 0, "pago_codigo": "TX "},
		acctest.ExtenderReserva: {"reserva_id": 0, "minutos": -10},
		acctest.CancelarReserva: {"reserva_id": 0},
	} {
		config := acctest.ActionConfigs[name]
		acctest.Expect(t, name, p.ValidateAction(name, config.With(acctest.Values{"timeouts": acctest.Values{"invoke": "5m"}})))
		kinds, _ := p.Schema.ActionSchemas[name].Schema.ValueType().(tftypes.Object)
		open := acctest.Values{}
		for attribute := range config {
			open[attribute] = tftypes.NewValue(kinds.AttributeTypes[attribute], tftypes.UnknownValue)
		}
		acctest.Expect(t, name, append(p.ValidateAction(name, open), p.PlanAction(name, open)...))
		bad["timeouts"] = acctest.Values{"invoke": "soon"}
		for attribute, value := range bad {
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
	for action, says := range map[string][]string{
		acctest.IniciarSancion:  {`A sanction of plate "VBR-0101" in section 4 will be started`},
		acctest.CerrarSancion:   {"Sanction 1 will be closed"},
		acctest.PagarSancion:    {`Sanction 7 will be paid with "TX-7"`},
		acctest.BloquearReserva: {`Reservation of vehicle 1 in section 6 for 30 minutes will be booked and paid with "TX-6"`},
		acctest.PagarReserva:    {`Reservation 1 will be paid with "TX-1"`},
		acctest.ExtenderReserva: {"Reservation 1 will be extended by 30 minutes"},
		acctest.CancelarReserva: nil,
	} {
		planned := w.Proto(acctest.BothPaths).PlannedAction(action, acctest.ActionConfigs[action])
		acctest.NoErrors(t, action, planned)
		acctest.Expect(t, action, planned.Warnings(), says...)
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

// What each action sends and brings about; the golden file has what it shows. An effect that is there already is a success, and is not sent again; what shows
// before that it cannot be done is an error, and nothing is sent. What cannot be read stops nothing.
func TestActions(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		action string
		config acctest.Values
		before string // what somebody else does
		unread bool   // no list answers
		says   string // of an error
		sent   int    // operations
	}{
		"start":                      {action: acctest.IniciarSancion, sent: 1},
		"no such section":            {action: acctest.IniciarSancion, config: acctest.Values{"tramo_id": 9999}, says: "tramo_id: Unable to start sanction", sent: 1},
		"close":                      {action: acctest.CerrarSancion, sent: 1},
		"no such sanction, unread":   {action: acctest.CerrarSancion, config: acctest.Values{"sancion_id": 999}, unread: true, says: "Unable to close sanction", sent: 1},
		"pay a fine":                 {action: acctest.PagarSancion, sent: 1},
		"fine paid":                  {action: acctest.PagarSancion, before: fmt.Sprintf(paidSeven, "TX-7")},
		"fine paid with another":     {action: acctest.PagarSancion, before: fmt.Sprintf(paidSeven, "OTRO"), says: "Unable to record payment"},
		"fine open":                  {action: acctest.PagarSancion, before: "UPDATE sanciones SET estado = 'abierta' WHERE id = 7", says: "sancion_id: Sanction is not closed"},
		"code of another":            {action: acctest.PagarSancion, before: "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-7', 1, 8)", says: "pago_codigo: Unable to record payment", sent: 1},
		"book and pay":               {action: acctest.BloquearReserva, sent: 2},
		"book, unread":               {action: acctest.BloquearReserva, config: acctest.Values{"pago": nil}, unread: true, sent: 1},
		"no such cell":               {action: acctest.BloquearReserva, config: acctest.Values{"celda_id": 999}, says: "celda_id: Unable to create reservation", sent: 1},
		"book, and the code is used": {action: acctest.BloquearReserva, before: fmt.Sprintf(paidSeven, "TX-6"), says: "Reservation 2 booked but not paid", sent: 2},
		"pay":                        {action: acctest.PagarReserva, sent: 1},
		"paid":                       {action: acctest.PagarReserva, before: fmt.Sprintf(paidOne, "TX-1")},
		"paid with another":          {action: acctest.PagarReserva, before: fmt.Sprintf(paidOne, "OTRO"), says: "Unable to record payment"},
		"extend":                     {action: acctest.ExtenderReserva, sent: 1},
		"extend, unread":             {action: acctest.ExtenderReserva, unread: true, sent: 1},
		"extend an ended one":        {action: acctest.ExtenderReserva, before: "UPDATE reservas SET fin = 0", says: "Unable to extend reservation", sent: 1},
		"cancel":                     {action: acctest.CancelarReserva, sent: 1},
		"cancelled":                  {action: acctest.CancelarReserva, before: "UPDATE reservas SET estado = 'cancelada'", sent: 1},
		"cancel a paid one":          {action: acctest.CancelarReserva, before: fmt.Sprintf(paidOne, "X"), says: "Unable to cancel reservation", sent: 1},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := acctest.ConReserva(t)
			if c.before != "" {
				w.Exec(c.before)
			}
			if c.unread {
				unlisted(w)
			}
			got := w.Proto(acctest.BothPaths).InvokePlanned(c.action, acctest.ActionConfigs[c.action].With(c.config))
			acctest.Expect(t, "warning", got.Warnings())
			if sent := len(writes(w)); sent != c.sent {
				t.Errorf("sent %d, wanted %d", sent, c.sent)
			}
			if c.says == "" {
				acctest.NoErrors(t, what, got)
				w.ExpectCount(1, actionEffects[c.action])
			} else {
				acctest.Expect(t, "error", got.Errors(), c.says)
			}
		})
	}
}

// An answer that is lost: what the lists show counts as answered. What they do not show, or cannot, is an error that says what may
// have happened, where to look, and that it is not sent again.
func TestActionsLoseTheirAnswer(t *testing.T) {
	t.Parallel()
	for action, operation := range actionOperations {
		for what, c := range map[string]struct {
			when   sandbox.When
			unread bool
			found  bool
		}{
			"done":         {when: sandbox.After, found: true},
			"not done":     {when: sandbox.Before},
			"done, unread": {when: sandbox.After, unread: true},
		} {
			t.Run(action+", "+what, func(t *testing.T) {
				t.Parallel()
				w := acctest.ConReserva(t)
				w.Box.Inject(sandbox.Fault{Key: operation, Kind: sandbox.Drop, When: c.when, Times: 1})
				if c.unread {
					unlisted(w)
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
				acctest.ExpectSays(t, "error", strings.Join(got.Errors(), "\n"), "Unknown whether the service ", "It is not sent again",
					"To find out whether it was done, check ", "invoke the action again")
			})
		}
	}
}

// A booking: an answer without the identifier, a rejection in the words of what is missing, and a payment whose answer is lost, which
// names the reservation and the action that pays it.
func TestBloquearAnswers(t *testing.T) {
	t.Parallel()
	invoke := func(w *acctest.Server) acctest.Result {
		return w.Proto(acctest.BothPaths).InvokePlanned(acctest.BloquearReserva, acctest.ActionConfigs[acctest.BloquearReserva])
	}
	answering := func(w *acctest.Server, answer http.HandlerFunc) {
		w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/reserva-bloquear": answer}))
	}
	for listed, says := range map[bool][]string{true: nil, false: {"No record: the service booked vehicle 1 in section 6 for 30 minutes"}} {
		w := acctest.ConReserva(t)
		if !listed {
			unlisted(w)
		}
		answering(w, w.CarriedOut(`{"estado":"ok","data":{"message":"hecho"}}`))
		acctest.Expect(t, fmt.Sprint("without an identifier, listed: ", listed), invoke(w).Errors(), says...)
		w.ExpectCount(1, actionEffects[acctest.BloquearReserva])
	}
	w := acctest.ConReserva(t)
	answering(w, answers.Body(404, `{"estado":"fail","error":"La reserva no existe"}`))
	acctest.Expect(t, "rejected", invoke(w).Errors(), "Unable to create reservation")

	w = acctest.ConReserva(t)
	w.Box.Inject(sandbox.Fault{Key: "reserva_pagar", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
	unpaid := invoke(w)
	acctest.Expect(t, "unpaid", unpaid.Errors(), `Unknown whether the service recorded payment "TX-6" of reservation 2`)
	acctest.ExpectSays(t, "unpaid", unpaid.Errors()[0], "parking_reserva_pagar with reserva_id = 2")
	acctest.ExpectSays(t, "unpaid", unpaid.Lines[len(unpaid.Lines)-1], "Reservation 2 is booked")
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
	acctest.Expect(t, "warning", got.Warnings(), "observaciones: Sanction 7 keeps other remarks")
	acctest.NoErrors(t, "closed", got)
}
