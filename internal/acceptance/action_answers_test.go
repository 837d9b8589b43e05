package acceptance

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How the actions take what the service answers, or fails to answer.

// attempt is a line that says what is being tried.
var attempt = regexp.MustCompile(`^(.*\. )?(Starting|Recording|Extending|Cancelling) [^.]*\.$`)

// What became of a lost answer is not always to be found out. The error says so, that
// it is not sent again, and where to look.
func TestActionOutcomeNotKnown(t *testing.T) {
	t.Parallel()
	const lists = "GET /external/reservas-activas"
	for name, c := range map[string]struct {
		settings acctest.Values
		list     string // which stops answering after the action has begun
		says     string
	}{
		acctest.IniciarSancion:             {acctest.StartPath, "", "Unable to start sanction"},
		acctest.IniciarSancion + " listed": {acctest.BothPaths, "GET " + acctest.Sanciones, "Unable to start sanction"},
		acctest.PagarSancion:               {nil, "", "Unable to record payment"},
		acctest.PagarReserva:               {nil, lists, "Unable to record payment"},
		acctest.ExtenderReserva:            {nil, lists, "Unable to extend reservation"},
		acctest.CancelarReserva:            {nil, lists, "Unable to cancel reservation"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			name, _, _ := strings.Cut(name, " ")
			w := acctest.ConReserva(t)
			w.Box.Inject(sandbox.Fault{Key: acctest.ActionOperations[name], Kind: sandbox.Drop, Times: 1})
			if c.list != "" {
				w.Answer(answers.AfterFirst(c.list, answers.Body(500, acctest.Broken)))
			}
			got := w.Proto(c.settings).Invoke(name, acctest.ActionConfigs[name])
			acctest.Expect(t, "error", got.Errors(), c.says)
			if n, sent := w.Count(acctest.ActionEffects[name]), w.Requests()[acctest.ActionOperations[name]]; n != 1 || sent != 1 {
				t.Errorf("took effect %d times, sent %d times", n, sent)
			}
			if last := got.Lines[len(got.Lines)-1]; !attempt.MatchString(last) {
				t.Errorf("it claims %q", last)
			}
		})
	}
}

// One that may still be at work is not there yet: whoever invokes it again has to look first.
func TestActionMayStillRun(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]string{acctest.IniciarSancion: "Unable to start sanction", acctest.ExtenderReserva: "Unable to extend reservation"} {
		w := acctest.ConReserva(t)
		w.Box.Inject(sandbox.Fault{Key: acctest.ActionOperations[name], Kind: sandbox.Drop, When: sandbox.Late, Times: 1, Delay: time.Minute})
		got := w.Proto(acctest.BothPaths).Invoke(name, acctest.ActionConfigs[name])
		acctest.Expect(t, "error", got.Errors(), says)
	}
}

// An effect that is there already is a success, and is not brought about again; a
// payment that is there with another code is an error.
func TestActionsFindTheirEffect(t *testing.T) {
	t.Parallel()
	const paidOne = "INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('%s', 1, 1)"
	const paidSeven = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('%s', 1, 7)"
	for what, c := range map[string]struct {
		action, before string
		settings       acctest.Values
		lines          []string
		says           string
		made           map[string]int
	}{
		"paid": {action: acctest.PagarReserva, before: fmt.Sprintf(paidOne, "TX-1"), lines: []string{"Checking whether reservation 1 is already paid.", "Reservation 1 already has this payment. Nothing was sent."},
			made: map[string]int{"reservas_activas": 1}},
		"paid with another code": {action: acctest.PagarReserva, before: fmt.Sprintf(paidOne, "OTRO"), lines: []string{"Checking whether reservation 1 is already paid."},
			says: "pago_codigo: Reservation already paid", made: map[string]int{"reservas_activas": 1}},
		"cancelled": {action: acctest.CancelarReserva, before: "UPDATE reservas SET estado = 'cancelada'",
			lines: []string{"Checking whether reservation 1 is active.", "Reservation 1 is no longer active: it has ended, or was cancelled before. Nothing was sent."},
			made:  map[string]int{"reservas_activas": 2, "reservas": 1}},
		"closed": {action: acctest.CerrarSancion, before: "UPDATE sanciones SET estado = 'cerrada', observaciones = 'Revisada' WHERE id = 1", lines: []string{"Closing sanction 1.", "Sanction 1 is closed."},
			made: map[string]int{"sancion_cerrar": 1}},
		"fine paid": {action: acctest.PagarSancion, before: fmt.Sprintf(paidSeven, "TX-7"), settings: acctest.WithList, lines: []string{"Checking whether sanction 7 is already paid.", "Sanction 7 already has this payment. Nothing was sent."},
			made: map[string]int{"sanciones": 1}},
		"fine paid with another code": {action: acctest.PagarSancion, before: fmt.Sprintf(paidSeven, "OTRO"), settings: acctest.WithList, lines: []string{"Checking whether sanction 7 is already paid."},
			says: "pago_codigo: Sanction already paid", made: map[string]int{"sanciones": 1}},
		"fine open": {action: acctest.PagarSancion, before: "UPDATE sanciones SET estado = 'abierta' WHERE id = 7", settings: acctest.WithList, lines: []string{"Checking whether sanction 7 is already paid."},
			says: "sancion_id: Sanction is not closed", made: map[string]int{"sanciones": 1}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := acctest.ConReserva(t)
			w.Exec(c.before)
			got := w.Proto(c.settings).Invoke(c.action, acctest.ActionConfigs[c.action])
			if !slices.Equal(got.Lines, c.lines) {
				t.Errorf("it shows %q", got.Lines)
			}
			if len(c.says) == 0 {
				got.ExpectLines(t, c.lines...)
			} else {
				acctest.Expect(t, "error", got.Errors(), c.says)
			}
			w.ExpectRequests(c.made)
		})
	}
}

// A sanction that was closed with other remarks is closed, and a warning says that they stay.
func TestSancionCerrarWithOtherRemarks(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
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

// A payment that somebody records with this very code between the look and the request
// is refused by the service, and is the one that was wanted.
func TestPagarTogether(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ route, before, says string }{
		acctest.PagarReserva: {"PUT /external/reserva-pagar/1", "INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('TX-1', 1, 1)", "Reservation 1 was paid with this code in the meantime, and the service rejected the second payment."},
		acctest.PagarSancion: {"PUT /external/sancion-pagar/7", "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-7', 1, 7)", "Sanction 7 was paid with this code in the meantime, and the service rejected the second payment."},
	} {
		w := acctest.ConReserva(t)
		w.Answer(answers.On(map[string]http.HandlerFunc{c.route: func(rw http.ResponseWriter, r *http.Request) {
			w.Exec(c.before)
			w.Box.ServeHTTP(rw, r)
		}}))
		got := w.Proto(acctest.WithList).Invoke(name, acctest.ActionConfigs[name])
		if len(got.Diags) > 0 || len(got.Lines) != 3 || got.Lines[2] != c.says {
			t.Errorf("%q, %q", got.Lines, got.Errors())
		}
		w.ExpectCount(1, acctest.ActionEffects[name])
	}
}

// What the service refuses is shown on the attribute that it complains of, and is
// sent once.
func TestActionsRefused(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		action   string
		config   acctest.Values
		before   string
		settings acctest.Values
		says     string
	}{
		"no such section":     {acctest.IniciarSancion, acctest.Values{"tramo_id": 9999}, "", acctest.BothPaths, "tramo_id: Unable to start sanction"},
		"no such sanction":    {acctest.CerrarSancion, acctest.Values{"sancion_id": 999}, "", nil, "sancion_id: No such sanction"},
		"no such fine":        {acctest.PagarSancion, acctest.Values{"sancion_id": 999}, "", acctest.WithList, "sancion_id: No such sanction"},
		"open fine":           {acctest.PagarSancion, acctest.Values{"sancion_id": 1}, "", nil, "Unable to record payment"},
		"code of another":     {acctest.PagarSancion, nil, "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-7', 1, 8)", acctest.WithList, "pago_codigo: Unable to record payment"},
		"no such reservation": {acctest.PagarReserva, acctest.Values{"reserva_id": 999}, "", nil, "reserva_id: No such reservation"},
		"code used":           {acctest.PagarReserva, nil, "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 1, 8)", nil, "pago_codigo: Unable to record payment"},
		"none to extend":      {acctest.ExtenderReserva, acctest.Values{"reserva_id": 999}, "", nil, "reserva_id: No such reservation"},
		"ended":               {acctest.ExtenderReserva, nil, "UPDATE reservas SET fin = 0", nil, "Unable to extend reservation"},
		"too long":            {acctest.ExtenderReserva, acctest.Values{"minutos": 43200}, "", nil, "minutos: Unable to extend reservation"},
		"none to cancel":      {acctest.CancelarReserva, acctest.Values{"reserva_id": 999}, "", nil, "reserva_id: No such reservation"},
		"paid":                {acctest.CancelarReserva, nil, "INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('X', 1, 1)", nil, "Unable to cancel reservation"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := acctest.ConReserva(t)
			if c.before != "" {
				w.Exec(c.before)
			}
			got := w.Proto(c.settings).Invoke(c.action, acctest.ActionConfigs[c.action].With(c.config))
			acctest.Expect(t, "error", got.Errors(), c.says)
			if made := w.Requests(); made[acctest.ActionOperations[c.action]] != 1 {
				t.Errorf("requests: %v", made)
			}
		})
	}
}

// Where what has to be read before cannot be read, nothing is sent.
func TestActionsThatCannotLook(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]string{
		acctest.IniciarSancion: "Unable to start sanction", acctest.PagarSancion: "Unable to record payment", acctest.PagarReserva: "Unable to record payment",
		acctest.ExtenderReserva: "Unable to extend reservation", acctest.CancelarReserva: "Unable to cancel reservation",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.ConReserva(t)
			w.Box.Inject(sandbox.Fault{Key: "reservas_activas", Kind: sandbox.Status500}, sandbox.Fault{Key: "sanciones", Kind: sandbox.Status500})
			got := w.Proto(acctest.BothPaths).Invoke(name, acctest.ActionConfigs[name])
			acctest.Expect(t, "error", got.Errors(), says)
			if made := w.Requests(); made[acctest.ActionOperations[name]] != 0 {
				t.Errorf("requests: %v", made)
			}
		})
	}
}

// A sanction that the service accepts without telling which is started: an error would
// have it started again.
func TestSancionIniciarWithoutItsIdentifier(t *testing.T) {
	t.Parallel()
	for listed, settings := range map[bool]acctest.Values{false: acctest.StartPath, true: acctest.BothPaths} {
		w := acctest.NewWorld(t, sandbox.Options{})
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
