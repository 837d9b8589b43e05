package provider

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How the actions take what the service answers, or fails to answer.

// lostAnswers are the ways in which the answer to a write that was carried out can be lost.
var lostAnswers = []sandbox.Fault{
	{Kind: sandbox.Drop}, {Kind: sandbox.HTML}, {Kind: sandbox.Truncated}, {Kind: sandbox.Empty},
	{Kind: sandbox.Status500, When: sandbox.After}, {Kind: sandbox.Status503, When: sandbox.After},
	{Kind: sandbox.Delay, Delay: 2 * time.Second},
}

// An action whose answer is lost after it was carried out is seen to have taken
// effect, and is carried out once.
func TestActionAnswersLost(t *testing.T) {
	t.Parallel()
	for name, operation := range actionOperations {
		for _, fault := range lostAnswers {
			t.Run(fmt.Sprint(name, fault.Kind, fault.When), func(t *testing.T) {
				t.Parallel()
				w := conReserva(t)
				fault.Key, fault.Times = operation, 1
				w.box.Inject(fault)
				settings := bothPaths.with(values{"max_retries": 2})
				if fault.Kind == sandbox.Delay {
					settings["request_timeout"] = "1s"
				}
				got := w.proto(settings).invoke(name, actionConfigs[name])
				if len(got.diags) > 0 || len(got.lines) < 2 {
					t.Errorf("%q ends with %q, %q", got.lines, got.errors(), got.warnings())
				}
				if n := w.count(actionEffects[name]); n != 1 {
					t.Errorf("it took effect %d times", n)
				}
				want := 1
				if name == cerrarSancion {
					want = 2 // closing is repeated blindly
				}
				if made := w.requests(); made[operation] != want {
					t.Errorf("requests: %v", made)
				}
			})
		}
	}
}

// A write that was lost on its way is sent again once it was looked for, but for the
// start of a sanction.
func TestActionRequestsLost(t *testing.T) {
	t.Parallel()
	for name, operation := range actionOperations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := conReserva(t)
			w.box.Inject(sandbox.Fault{Key: operation, Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
			got := w.proto(bothPaths.with(values{"max_retries": 2})).invoke(name, actionConfigs[name])
			n, sent := w.count(actionEffects[name]), w.requests()[operation]
			if name == iniciarSancion {
				expect(t, "error", got.errors(), "Unable to start sanction", `sanction of plate "VBR-0101" in section 4`, "and is not there", "It is not sent again.")
				if n != 0 || sent != 1 {
					t.Errorf("started %d times, sent %d times", n, sent)
				}
				return
			}
			if len(got.diags) > 0 || n != 1 || sent != 2 {
				t.Errorf("took effect %d times, sent %d times: %q", n, sent, got.errors())
			}
		})
	}
}

// attempt is a line that says what is being tried.
var attempt = regexp.MustCompile(`^(.*\. )?(Starting|Recording|Extending|Cancelling) [^.]*\.$`)

// What became of a lost answer is not always to be found out. The error says so, that
// it is not sent again, and where to look.
func TestActionOutcomeNotKnown(t *testing.T) {
	t.Parallel()
	const lists = "GET /external/reservas-activas"
	for name, c := range map[string]struct {
		settings values
		list     string // which stops answering after the action has begun
		says     []string
	}{
		iniciarSancion:             {startPath, "", []string{"Unable to start sanction", `sanction of plate "VBR-0101" in section 4`, "endpoints.sanciones", "Invoked again, it starts another sanction", "the service's own application"}},
		iniciarSancion + " listed": {bothPaths, "GET " + sanciones, []string{"Unable to start sanction", "Invoked again, it starts another sanction"}},
		pagarSancion:               {nil, "", []string{"Unable to record payment", `payment "TX-7" of sanction 7`, "With the same pago_codigo it cannot pay twice", "the list of sanctions (endpoints.sanciones)"}},
		pagarReserva:               {nil, lists, []string{"Unable to record payment", `payment "TX-1" of reservation 1`, "With the same pago_codigo it cannot pay twice", "GET /external/reservas-activas"}},
		extenderReserva:            {nil, lists, []string{"Unable to extend reservation", "it had 20 minutes before", "extension of reservation 1 by 30 minutes", "Invoked again, it adds 30 minutes once more", "GET /external/reservas-activas"}},
		cancelarReserva:            {nil, lists, []string{"Unable to carry out cancellation", "cancellation of reservation 1", "it does nothing to a reservation that is not active", "GET /external/reservas-activas"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			name, _, _ := strings.Cut(name, " ")
			w := conReserva(t)
			w.box.Inject(sandbox.Fault{Key: actionOperations[name], Kind: sandbox.Drop, Times: 1})
			if c.list != "" {
				w.answer(afterFirst(c.list, body(500, broken)))
			}
			got := w.proto(c.settings).invoke(name, actionConfigs[name])
			expect(t, "error", got.errors(), append(c.says, "It is not known whether the service carried it out", "It is not sent again. Look before you invoke the action again.", "To check by hand")...)
			if n, sent := w.count(actionEffects[name]), w.requests()[actionOperations[name]]; n != 1 || sent != 1 {
				t.Errorf("took effect %d times, sent %d times", n, sent)
			}
			if last := got.lines[len(got.lines)-1]; !attempt.MatchString(last) {
				t.Errorf("it claims %q", last)
			}
		})
	}
}

// One that may still be at work is not there yet: whoever invokes it again has to look first.
func TestActionMayStillRun(t *testing.T) {
	t.Parallel()
	for _, name := range []string{iniciarSancion, extenderReserva} {
		w := conReserva(t)
		w.box.Inject(sandbox.Fault{Key: actionOperations[name], Kind: sandbox.Drop, When: sandbox.Late, Times: 1, Delay: time.Minute})
		got := w.proto(bothPaths).invoke(name, actionConfigs[name])
		expect(t, "error", got.errors(), "It is not known whether the service will still carry it out", "a minute at least, and look, and only then invoke the action again. Invoked again, it")
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
		settings       values
		lines          []string
		says           []string
		made           map[string]int
	}{
		"paid": {action: pagarReserva, before: fmt.Sprintf(paidOne, "TX-1"), lines: []string{"Looking whether reservation 1 is paid already.", "Reservation 1 carries this payment already. Nothing was sent."},
			made: map[string]int{"reservas_activas": 1}},
		"paid with another code": {action: pagarReserva, before: fmt.Sprintf(paidOne, "OTRO"), lines: []string{"Looking whether reservation 1 is paid already."},
			says: []string{`AttributeName("pago_codigo")`, `Reservation 1 is paid already, with the code "OTRO", and is not paid again. Nothing was sent.`}, made: map[string]int{"reservas_activas": 1}},
		"cancelled": {action: cancelarReserva, before: "UPDATE reservas SET estado = 'cancelada'",
			lines: []string{"Looking whether reservation 1 is active.", "Reservation 1 is not active any more: it has ended, or was cancelled before. Nothing was sent."},
			made:  map[string]int{"reservas_activas": 2, "reservas": 1}},
		"closed": {action: cerrarSancion, before: "UPDATE sanciones SET estado = 'cerrada', observaciones = 'Revisada' WHERE id = 1", lines: []string{"Closing sanction 1.", "Sanction 1 is closed."},
			made: map[string]int{"sancion_cerrar": 1}},
		"fine paid": {action: pagarSancion, before: fmt.Sprintf(paidSeven, "TX-7"), settings: withList, lines: []string{"Looking whether sanction 7 is paid already.", "Sanction 7 carries this payment already. Nothing was sent."},
			made: map[string]int{"sanciones": 1}},
		"fine paid with another code": {action: pagarSancion, before: fmt.Sprintf(paidSeven, "OTRO"), settings: withList, lines: []string{"Looking whether sanction 7 is paid already."},
			says: []string{`AttributeName("pago_codigo")`, `Sanction 7 is paid already, with the code "OTRO", and is not paid again. Nothing was sent.`}, made: map[string]int{"sanciones": 1}},
		"fine open": {action: pagarSancion, before: "UPDATE sanciones SET estado = 'abierta' WHERE id = 7", settings: withList, lines: []string{"Looking whether sanction 7 is paid already."},
			says: []string{`AttributeName("sancion_id")`, "Sanction 7 is open", "Nothing was sent", "parking_sancion_cerrar"}, made: map[string]int{"sanciones": 1}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := conReserva(t)
			w.exec(c.before)
			got := w.proto(c.settings).invoke(c.action, actionConfigs[c.action])
			if !slices.Equal(got.lines, c.lines) {
				t.Errorf("it shows %q", got.lines)
			}
			if len(c.says) == 0 {
				got.expectLines(t, c.lines...)
			} else {
				expect(t, "error", got.errors(), c.says...)
			}
			w.expectRequests(c.made)
		})
	}
}

// A sanction that was closed with other remarks is closed, and a warning says that they stay.
func TestSancionCerrarWithOtherRemarks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	got := w.proto(nil).invoke(cerrarSancion, values{"sancion_id": 7, "observaciones": "Revisada"})
	expect(t, "warning", got.warnings(), `AttributeName("observaciones")`, "Sanction was closed already", "Sanction 7 is closed", "stay as they are")
	if len(got.errors()) > 0 {
		t.Error(got.errors())
	}
}

// What the service does not tell is not taken for unpaid: the code keeps it from
// being paid twice.
func TestPagarWithoutBeingTold(t *testing.T) {
	t.Parallel()
	w := conReserva(t)
	w.answer(on(map[string]http.HandlerFunc{"GET /external/reservas-activas": body(200, `{"estado":"ok","data":[{"id":1,"minutos":20}],"total":1,"per_page":15,"current_page":1,"last_page":1}`)}))
	p := w.proto(nil)
	p.invoke(pagarReserva, actionConfigs[pagarReserva]).expectLines(t, "Looking whether reservation 1 is paid already.",
		"The service does not tell whether reservation 1 is paid. Recording the payment, whose code it takes once.", "Reservation 1 is paid.")
	expect(t, "reservation, again", p.invoke(pagarReserva, actionConfigs[pagarReserva]).errors(), "Rejected; it may already exist", "does not tell the code of a payment", "It is not sent again. Look before")

	p.invoke(pagarSancion, actionConfigs[pagarSancion]).expectLines(t,
		"Whether sanction 7 is paid already cannot be looked up, since endpoints.sanciones is not set in the provider block. Recording the payment, whose code the service takes once.", "Sanction 7 is paid.")
	expect(t, "sanction, again", p.invoke(pagarSancion, actionConfigs[pagarSancion]).errors(), `AttributeName("pago_codigo")`, "El código ya se usó", "may be paid already", "endpoints.sanciones")
	if n := w.count("SELECT COUNT(*) FROM pagos"); n != 2 {
		t.Errorf("%d payments", n)
	}
}

// A payment that somebody records with this very code between the look and the request
// is refused by the service, and is the one that was wanted.
func TestPagarTogether(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ route, before, says string }{
		pagarReserva: {"PUT /external/reserva-pagar/1", "INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('TX-1', 1, 1)", "Reservation 1 was paid with this very code meanwhile; the service refused it a second time."},
		pagarSancion: {"PUT /external/sancion-pagar/7", "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-7', 1, 7)", "Sanction 7 was paid with this very code meanwhile; the service refused it a second time."},
	} {
		w := conReserva(t)
		w.answer(on(map[string]http.HandlerFunc{c.route: func(rw http.ResponseWriter, r *http.Request) {
			w.exec(c.before)
			w.box.ServeHTTP(rw, r)
		}}))
		got := w.proto(withList).invoke(name, actionConfigs[name])
		if len(got.diags) > 0 || len(got.lines) != 3 || got.lines[2] != c.says {
			t.Errorf("%q, %q", got.lines, got.errors())
		}
		if n := w.count(actionEffects[name]); n != 1 {
			t.Errorf("%s: %d payments", name, n)
		}
	}
}

// What the service refuses is shown on the attribute that it complains of, and is
// sent once.
func TestActionsRefused(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		action   string
		config   values
		before   string
		settings values
		says     []string
	}{
		"no such section":     {iniciarSancion, values{"tramo_id": 9999}, "", bothPaths, []string{`AttributeName("tramo_id")`, "Unable to start sanction"}},
		"no such sanction":    {cerrarSancion, values{"sancion_id": 999}, "", nil, []string{`AttributeName("sancion_id")`, "No such sanction", "The service has no sanction 999", "Nothing was changed"}},
		"no such fine":        {pagarSancion, values{"sancion_id": 999}, "", withList, []string{`AttributeName("sancion_id")`, "No such sanction", "Nothing was changed"}},
		"open fine":           {pagarSancion, values{"sancion_id": 1}, "", nil, []string{"no está cerrada", "parking_sancion_cerrar"}},
		"code of another":     {pagarSancion, nil, "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-7', 1, 8)", withList, []string{`AttributeName("pago_codigo")`, "does not show this payment on sanction 7", "used for something else"}},
		"no such reservation": {pagarReserva, values{"reserva_id": 999}, "", nil, []string{`AttributeName("reserva_id")`, "No such reservation", "The service has no reservation 999"}},
		"code used":           {pagarReserva, nil, "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 1, 8)", nil, []string{`AttributeName("pago_codigo")`, "El código ya se usó"}},
		"none to extend":      {extenderReserva, values{"reserva_id": 999}, "", nil, []string{"No such reservation"}},
		"ended":               {extenderReserva, nil, "UPDATE reservas SET fin = 0", nil, []string{"finalizada", "Unable to extend reservation: Could not extend reservation 1 by 30 minutes: ", "Nothing was changed: reservation 1 ends when it did before"}},
		"too long":            {extenderReserva, values{"minutos": 43200}, "", nil, []string{`AttributeName("minutos")`, "no puede pasar de 43200 minutos", "Nothing was changed"}},
		"none to cancel":      {cancelarReserva, values{"reserva_id": 999}, "", nil, []string{"No such reservation"}},
		"paid":                {cancelarReserva, nil, "INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('X', 1, 1)", nil, []string{"pagada", "Reservation 1 was not cancelled", "may refuse it where the reservation is paid"}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := conReserva(t)
			if c.before != "" {
				w.exec(c.before)
			}
			got := w.proto(c.settings).invoke(c.action, actionConfigs[c.action].with(c.config))
			expect(t, "error", got.errors(), c.says...)
			if made := w.requests(); made[actionOperations[c.action]] != 1 {
				t.Errorf("requests: %v", made)
			}
		})
	}
}

// Where what has to be read before cannot be read, nothing is sent.
func TestActionsThatCannotLook(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]string{
		iniciarSancion: "nothing was started", pagarSancion: "nothing was paid", pagarReserva: "nothing was paid",
		extenderReserva: "nothing was extended", cancelarReserva: "nothing was cancelled",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := conReserva(t)
			w.box.Inject(sandbox.Fault{Key: "reservas_activas", Kind: sandbox.Status500}, sandbox.Fault{Key: "sanciones", Kind: sandbox.Status500})
			got := w.proto(bothPaths).invoke(name, actionConfigs[name])
			expect(t, "error", got.errors(), says, "Nothing was changed", "could not be read before")
			if made := w.requests(); made[actionOperations[name]] != 0 {
				t.Errorf("requests: %v", made)
			}
		})
	}
}

// A sanction that the service accepts without telling which is started: an error would
// have it started again.
func TestSancionIniciarWithoutItsIdentifier(t *testing.T) {
	t.Parallel()
	for listed, settings := range map[bool]values{false: startPath, true: bothPaths} {
		w := newWorld(t, sandbox.Options{})
		w.answer(on(map[string]http.HandlerFunc{"POST /external/sancion-iniciar": w.carriedOut(`{"estado":"ok","data":{"message":"hecho"}}`)}))
		got := w.proto(settings).invoke(iniciarSancion, actionConfigs[iniciarSancion])
		if len(got.errors()) > 0 || w.count(actionEffects[iniciarSancion]) != 1 {
			t.Errorf("%q, started %d times", got.errors(), w.count(actionEffects[iniciarSancion]))
		}
		if !listed {
			expect(t, "warning", got.warnings(), "Sanction started, and its identifier not known", "do not invoke the action again", "A14")
			continue
		}
		got.expectLines(t, "Starting a sanction in section 4.", "Sanction 9 was started in section 4.") // the list tells
	}
}
