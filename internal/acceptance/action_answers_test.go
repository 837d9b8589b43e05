package acceptance

import (
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How the actions take what the service answers, or fails to answer.

// attempt is a line that says what is being tried.
var attempt = regexp.MustCompile(`^(.*\. )?(Starting|Closing|Recording|Extending|Cancelling) [^.]*\.$`)

// What the service refuses is shown on the attribute that it complains of, and is sent once. Where what has to be read before cannot be
// read, nothing is sent. What became of a lost answer is not always to be found out, and what is still at work is not there yet: the
// error says so, that it is not sent again, and where to look.
func TestActionsFail(t *testing.T) {
	t.Parallel()
	const lists = "GET /external/reservas-activas"
	for what, c := range map[string]struct {
		action   string
		config   acctest.Values
		before   string
		settings acctest.Values
		unread   bool         // no list answers
		lost     sandbox.When // the answer to the write
		list     string       // this one stops answering after the action has begun
		says     string
	}{
		"no such section":     {action: acctest.IniciarSancion, config: acctest.Values{"tramo_id": 9999}, settings: acctest.BothPaths, says: "tramo_id: Unable to start sanction"},
		"no such sanction":    {action: acctest.CerrarSancion, config: acctest.Values{"sancion_id": 999}, says: "sancion_id: No such sanction"},
		"no such fine":        {action: acctest.PagarSancion, config: acctest.Values{"sancion_id": 999}, settings: acctest.WithList, says: "sancion_id: No such sanction"},
		"open fine":           {action: acctest.PagarSancion, config: acctest.Values{"sancion_id": 1}, says: "Unable to record payment"},
		"code of another":     {action: acctest.PagarSancion, before: "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-7', 1, 8)", settings: acctest.WithList, says: "pago_codigo: Unable to record payment"},
		"no such reservation": {action: acctest.PagarReserva, config: acctest.Values{"reserva_id": 999}, says: "reserva_id: No such reservation"},
		"code used":           {action: acctest.PagarReserva, before: "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 1, 8)", says: "pago_codigo: Unable to record payment"},
		"none to extend":      {action: acctest.ExtenderReserva, config: acctest.Values{"reserva_id": 999}, says: "reserva_id: No such reservation"},
		"ended":               {action: acctest.ExtenderReserva, before: "UPDATE reservas SET fin = 0", says: "Unable to extend reservation"},
		"too long":            {action: acctest.ExtenderReserva, config: acctest.Values{"minutos": 43200}, says: "minutos: Unable to extend reservation"},
		"none to cancel":      {action: acctest.CancelarReserva, config: acctest.Values{"reserva_id": 999}, says: "reserva_id: No such reservation"},
		"paid":                {action: acctest.CancelarReserva, before: "INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('X', 1, 1)", says: "Unable to cancel reservation"},

		"unread, start":      {action: acctest.IniciarSancion, settings: acctest.BothPaths, unread: true, says: "Unable to start sanction"},
		"unread, pay a fine": {action: acctest.PagarSancion, settings: acctest.BothPaths, unread: true, says: "Unable to record payment"},
		"unread, pay":        {action: acctest.PagarReserva, unread: true, says: "Unable to record payment"},
		"unread, extend":     {action: acctest.ExtenderReserva, unread: true, says: "Unable to extend reservation"},
		"unread, cancel":     {action: acctest.CancelarReserva, unread: true, says: "Unable to cancel reservation"},

		"lost, start":          {action: acctest.IniciarSancion, settings: acctest.StartPath, lost: sandbox.After, says: "Unable to start sanction"},
		"lost, start and list": {action: acctest.IniciarSancion, settings: acctest.BothPaths, lost: sandbox.After, list: "GET " + acctest.Sanciones, says: "Unable to start sanction"},
		"lost, pay a fine":     {action: acctest.PagarSancion, lost: sandbox.After, says: "Unable to record payment"},
		"lost, pay":            {action: acctest.PagarReserva, lost: sandbox.After, list: lists, says: "Unable to record payment"},
		"lost, extend":         {action: acctest.ExtenderReserva, lost: sandbox.After, list: lists, says: "Unable to extend reservation"},
		"lost, cancel":         {action: acctest.CancelarReserva, lost: sandbox.After, list: lists, says: "Unable to cancel reservation"},
		"at work, start":       {action: acctest.IniciarSancion, settings: acctest.BothPaths, lost: sandbox.Late, says: "Unable to start sanction"},
		"at work, extend":      {action: acctest.ExtenderReserva, lost: sandbox.Late, says: "Unable to extend reservation"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w, operation, sent, took := acctest.ConReserva(t), acctest.ActionOperations[c.action], 1, 0
			if c.before != "" {
				w.Exec(c.before)
			}
			if c.unread {
				w.Box.Inject(sandbox.Fault{Key: "reservas_activas", Kind: sandbox.Status500}, sandbox.Fault{Key: "sanciones", Kind: sandbox.Status500})
			}
			if c.unread || c.lost == sandbox.Late { // the journal has what is at work when it is done
				sent = 0
			}
			if c.lost != "" {
				w.Box.Inject(sandbox.Fault{Key: operation, Kind: sandbox.Drop, When: c.lost, Times: 1, Delay: time.Minute})
			}
			if c.lost == sandbox.After {
				took = 1
			}
			if c.list != "" {
				w.Answer(answers.AfterFirst(c.list, answers.Body(500, acctest.Broken)))
			}
			got := w.Proto(c.settings).Invoke(c.action, acctest.ActionConfigs[c.action].With(c.config))
			acctest.Expect(t, "error", got.Errors(), c.says)
			w.ExpectCount(took, acctest.ActionEffects[c.action])
			if made := w.Requests()[operation]; made != sent {
				t.Errorf("sent %d times, wanted %d", made, sent)
			}
			if last := got.Lines[len(got.Lines)-1]; sent > 0 && !attempt.MatchString(last) {
				t.Errorf("it claims %q", last)
			}
		})
	}
}

// A sanction that was closed with other remarks is closed, and a warning says that they stay.
func TestSancionCerrarWithOtherRemarks(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	got := w.Proto(nil).Invoke(acctest.CerrarSancion, acctest.Values{"sancion_id": 7, "observaciones": "Revisada"})
	acctest.Expect(t, "warning", got.Warnings(), "observaciones: Sanction was already closed")
	acctest.NoErrors(t, "got", got)
}

// What the service does not tell is not taken for unpaid: the code keeps it from
// being paid twice.
func TestPagarWithoutBeingTold(t *testing.T) {
	t.Parallel()
	w := acctest.ConReserva(t)
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(200, `{"estado":"ok","data":[{"id":1,"minutos":20}],"total":1,"per_page":15,"current_page":1,"last_page":1}`)}))
	p := w.Proto(nil)
	p.Invoke(acctest.PagarReserva, acctest.ActionConfigs[acctest.PagarReserva]).ExpectLines(t, "Checking whether reservation 1 is already paid.",
		"The service does not show whether reservation 1 is paid. Recording the payment; the service accepts each code once.", "Reservation 1 is paid.")
	acctest.Expect(t, "reservation, again", p.Invoke(acctest.PagarReserva, acctest.ActionConfigs[acctest.PagarReserva]).Errors(), "Unable to record payment")

	p.Invoke(acctest.PagarSancion, acctest.ActionConfigs[acctest.PagarSancion]).ExpectLines(t,
		"Without endpoints.sanciones in the provider block, it cannot be checked whether sanction 7 is already paid. Recording the payment; the service accepts each code once.", "Sanction 7 is paid.")
	acctest.Expect(t, "sanction, again", p.Invoke(acctest.PagarSancion, acctest.ActionConfigs[acctest.PagarSancion]).Errors(), "pago_codigo: Unable to record payment")
	w.ExpectCount(2, "SELECT COUNT(*) FROM pagos")
}

// A sanction that the service accepts without telling which is started: an error would
// have it started again.
func TestSancionIniciarWithoutItsIdentifier(t *testing.T) {
	t.Parallel()
	for listed, settings := range map[bool]acctest.Values{false: acctest.StartPath, true: acctest.BothPaths} {
		w := acctest.NewServer(t, sandbox.Options{})
		w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/sancion-iniciar": w.CarriedOut(`{"estado":"ok","data":{"message":"hecho"}}`)}))
		got := w.Proto(settings).Invoke(acctest.IniciarSancion, acctest.ActionConfigs[acctest.IniciarSancion])
		acctest.NoErrors(t, "got", got)
		w.ExpectCount(1, acctest.ActionEffects[acctest.IniciarSancion])
		if !listed {
			acctest.Expect(t, "warning", got.Warnings(), "Sanction started, identifier unknown")
			continue
		}
		got.ExpectLines(t, "Starting a sanction in section 4.", "Sanction 9 was started in section 4.") // the list tells
	}
}
