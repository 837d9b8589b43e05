package reserva

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How parking_reserva takes what the service answers, or fails to answer.

// Whatever a payment ends in after the booking went well: the booking is in the
// state without an error, and the next plan pays.
func TestReservaBookedAndNotPaid(t *testing.T) {
	t.Parallel()
	type row struct {
		answer http.HandlerFunc
		fault  sandbox.Fault
		says   string
	}
	acctest.Each(t, map[string]row{
		"refused": {answer: answers.Body(422, `{"estado":"fail","error":"Los datos no son válidos","errores":{"pago_tipo":["Tipo desconocido"]}}`),
			says: "pago: Reservation booked but not paid"},
		"unauthorized":      {answer: answers.Body(403, `{"estado":"fail","error":"No autorizado"}`), says: "pago: Reservation booked but not paid"},
		"throttled":         {answer: answers.Body(429, acctest.Broken), says: "pago: Reservation booked but not paid"},
		"not there":         {answer: answers.Body(404, `{"estado":"fail","error":"La reserva no existe"}`), says: "pago: Reservation booked but not paid"},
		"never carried out": {fault: sandbox.Fault{Kind: sandbox.Status500}, says: "pago: Reservation booked but not paid"},
		"lost":              {fault: sandbox.Fault{Kind: sandbox.Drop, When: sandbox.Before}, says: "pago: Reservation booked but not paid"},
	}, func(t *testing.T, c row) {
		w := acctest.ConVehiculo(t)
		if c.answer != nil {
			w.Answer(answers.On(map[string]http.HandlerFunc{"PUT /external/reserva-pagar/1": c.answer}))
		} else {
			c.fault.Key = "reserva_pagar"
			w.Box.Inject(c.fault)
		}
		p := w.Proto(nil)
		created := p.Apply("parking_reserva", acctest.Result{}, acctest.PaidReserva)
		acctest.ExpectWarned(t, "forgotten or tainted", created, acctest.Values{"id": 1, "pagada": false, "activa": true})
		acctest.ExpectSame(t, "forgotten or tainted identity", created.Identity, acctest.Values{"id": 1})
		acctest.Expect(t, "warning", created.Warnings(), c.says)
		w.Answer(nil)
		w.Box.ClearFaults()
		paid := p.Apply("parking_reserva", p.Read("parking_reserva", created), acctest.PaidReserva)
		acctest.ExpectState(t, "paid", paid, acctest.Values{"pagada": true, "id": 1})
		w.ExpectCount(1, "SELECT COUNT(*) FROM reservas")
		w.ExpectCount(1, "SELECT COUNT(*) FROM pagos")
	})
}

// While it is not known whether a payment was recorded, no other code may be tried,
// whatever the next refresh sees. What was refused may be changed.
func TestReservaPaymentUnsettled(t *testing.T) {
	t.Parallel()
	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
		w.Exec("INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 1, 7)")
		refused := p.Apply("parking_reserva", created, acctest.PaidReserva)
		acctest.Expect(t, "error", refused.Errors(), "pago: Unable to record payment")
		acctest.ExpectHeld(t, "refused", refused, acctest.Values{"datos": created.State["datos"], "pagada": false})
		paid := p.Apply("parking_reserva", refused, acctest.DeclaredReserva.With(acctest.Values{"pago": acctest.PagoDos}))
		acctest.ExpectState(t, "paid", paid, acctest.Values{"pagada": true})
	})
	t.Run("unknown", func(t *testing.T) {
		t.Parallel()
		w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, acctest.Values{"refresh_max_age": "1h"})
		w.Box.Inject(sandbox.Fault{Key: "reserva_pagar", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
		w.Answer(answers.AfterFirst("GET /external/reservas-activas", answers.Body(500, acctest.Broken)))
		unknown := p.Apply("parking_reserva", created, acctest.PaidReserva)
		acctest.Expect(t, "error", unknown.Errors(), "Unable to record payment")
		w.Answer(nil)
		w.Requests()
		read := p.Read("parking_reserva", unknown)
		w.ExpectRequests(map[string]int{"reservas_activas": 1}) // however fresh it is
		other := acctest.DeclaredReserva.With(acctest.Values{"pago": acctest.PagoDos})
		acctest.Expect(t, "another code", acctest.ErrorsOf(p.Plan("parking_reserva", read, other).Diagnostics), "pago: Payment outcome unknown")
		// Taking pago out is no payment, and forgets nothing.
		without := p.Apply("parking_reserva", read, acctest.DeclaredReserva)
		acctest.NoMessages(t, "without", without)
		acctest.Expect(t, "another code, later", acctest.ErrorsOf(p.Plan("parking_reserva", without, other).Diagnostics), "pago: Payment outcome unknown")
		w.ExpectRequests(map[string]int{})
		paid := p.Apply("parking_reserva", without, acctest.PaidReserva)
		acctest.ExpectState(t, "paid", paid, acctest.Values{"pagada": true})
		w.ExpectRequests(map[string]int{"reserva_pagar": 1, "reservas_activas": 2})
	})
	t.Run("unknown, sent again and refused", func(t *testing.T) {
		t.Parallel()
		w, _, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
		p := w.Proto(acctest.Values{"max_retries": 1})
		w.Box.Inject(sandbox.Fault{Key: "reserva_pagar", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
		w.Answer(answers.AfterFirst("PUT /external/reserva-pagar/1", answers.Body(http.StatusConflict, `{"estado":"fail","error":"En curso"}`)))
		unknown := p.Apply("parking_reserva", created, acctest.PaidReserva)
		acctest.Expect(t, "error", unknown.Errors(), "Unable to record payment")
		other := acctest.DeclaredReserva.With(acctest.Values{"pago": acctest.PagoDos})
		acctest.Expect(t, "another code", acctest.ErrorsOf(p.Plan("parking_reserva", unknown, other).Diagnostics), "pago: Payment outcome unknown")
	})
	t.Run("unknown, then refused", func(t *testing.T) {
		t.Parallel()
		w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
		w.Box.Inject(sandbox.Fault{Key: "reserva_pagar", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
		w.Answer(answers.AfterFirst("GET /external/reservas-activas", answers.Body(500, acctest.Broken)))
		unknown := p.Apply("parking_reserva", created, acctest.PaidReserva)
		acctest.Expect(t, "error", unknown.Errors(), "Unable to record payment")
		w.Answer(nil)
		w.Exec("INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 1, 7)")
		refused := p.Apply("parking_reserva", unknown, acctest.PaidReserva)
		acctest.Expect(t, "error", refused.Errors(), "pago: Unable to record payment")
		// Now it is known that it was not recorded.
		paid := p.Apply("parking_reserva", refused, acctest.DeclaredReserva.With(acctest.Values{"pago": acctest.PagoDos}))
		acctest.ExpectState(t, "paid", paid, acctest.Values{"pagada": true})
	})
}

// A reservation whose record carries a payment is not paid with another code: not in the
// plan, where a refresh saw it, and not in the apply, where none did.
func TestReservaPaidWithAnotherCode(t *testing.T) {
	t.Parallel()
	type row struct {
		declared  acctest.Values
		refreshed bool
		wanted    string
	}
	acctest.Each(t, map[string]row{
		"refreshed":               {acctest.Values{"pago": acctest.PagoDos}, true, "pago: Reservation already paid"},
		"not refreshed":           {acctest.Values{"pago": acctest.PagoDos}, false, "pago: Reservation already paid"},
		"the same, refreshed":     {acctest.Values{"pago": acctest.PagoUno}, true, ""},
		"the same, not refreshed": {acctest.Values{"pago": acctest.PagoUno}, false, ""},
	}, func(t *testing.T, c row) {
		w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
		p.Apply("parking_reserva", created, acctest.PaidReserva) // by a run that was killed, or in the application
		w.Exec("UPDATE pagos SET codigo = ' tx-1 '")
		next := w.Proto(nil)
		if c.refreshed {
			created = next.Read("parking_reserva", created)
		}
		w.Requests()
		changed := next.Apply("parking_reserva", created, acctest.DeclaredReserva.With(c.declared))
		if made := w.Requests(); made["reserva_pagar"] != 0 || c.refreshed && c.wanted != "" && len(made) > 0 {
			t.Errorf("got requests %v, wanted no payment, and none where the plan is refused", made)
		}
		if c.wanted == "" {
			acctest.ExpectState(t, "changed", changed, acctest.Values{"pagada": true})
			return
		}
		acctest.Expect(t, "changed", changed.Errors(), c.wanted)
	})
}

// from gives handlers to answer, from the first request with a method on.
func from(method string, routes map[string]http.HandlerFunc) func(*http.Request) http.HandlerFunc {
	var begun atomic.Bool
	return func(r *http.Request) http.HandlerFunc {
		if r.Method == method {
			begun.Store(true)
		}
		if !begun.Load() {
			return nil
		}
		return routes[r.Method+" "+r.URL.Path]
	}
}

// unreadable are lists of the active reservations that fail.
var unreadable = map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(500, acctest.Broken)}

// A refusal may mean that it is paid already: then the record carries the code.
func TestReservaPaidAlready(t *testing.T) {
	t.Parallel()
	const refusal = `{"estado":"fail","error":"La reserva está pagada"}`
	refuse := func(w *acctest.Server) http.HandlerFunc {
		return func(rw http.ResponseWriter, r *http.Request) {
			w.Exec("UPDATE reservas SET estado = 'pagada'")
			answers.Body(http.StatusConflict, refusal)(rw, r)
		}
	}
	t.Run("with this code", func(t *testing.T) {
		t.Parallel()
		w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if r.Method == http.MethodPut {
				w.Exec("INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('TX-1', 1, 1)")
			}
			return nil
		})
		paid := p.Apply("parking_reserva", created, acctest.PaidReserva)
		acctest.Expect(t, "warning", paid.Warnings(), "Payment already recorded")
		acctest.ExpectWarned(t, "paid", paid, acctest.Values{"pagada": true})
	})
	t.Run("with another code", func(t *testing.T) {
		t.Parallel()
		w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
		w.Answer(answers.On(map[string]http.HandlerFunc{"PUT /external/reserva-pagar/1": func(rw http.ResponseWriter, r *http.Request) {
			w.Exec("INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('TX-9', 1, 1)")
			refuse(w)(rw, r)
		}}))
		paid := p.Apply("parking_reserva", created, acctest.PaidReserva)
		acctest.Expect(t, "error", paid.Errors(), "Unable to record payment")
		acctest.ExpectHeld(t, "paid", paid, acctest.Values{"pagada": false})
		acctest.ExpectHeld(t, "another's payment counts as the declared one", p.Read("parking_reserva", paid), acctest.Values{"pagada": false})
	})
	acctest.Each(t, map[string]string{
		"nobody can tell":     acctest.Broken,
		"the record does not": `{"estado":"ok","data":[{"id":1}]}`,
		"no list shows it":    `{"estado":"ok","data":[]}`,
	}, func(t *testing.T, list string) {
		w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
		for status, other := range map[int][]string{
			http.StatusConflict: nil, // known not to have happened
			http.StatusOK:       {"pago: Payment outcome unknown"},
		} {
			w.Answer(from(http.MethodPut, map[string]http.HandlerFunc{"PUT /external/reserva-pagar/1": answers.Body(status, refusal), "GET /external/reservas-activas": answers.Body(200, list), "GET /external/reservas": answers.Body(200, list)}))
			rejected := p.Apply("parking_reserva", created, acctest.PaidReserva)
			acctest.Expect(t, "error", rejected.Errors(), "Unable to record payment")
			acctest.Expect(t, fmt.Sprintf("another code after HTTP %d", status), acctest.ErrorsOf(p.Plan("parking_reserva", rejected, acctest.DeclaredReserva.With(acctest.Values{"pago": acctest.PagoDos})).Diagnostics), other...)
		}
	})
	t.Run("what has nothing to do with it costs no other look", func(t *testing.T) {
		t.Parallel()
		w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
		for status, text := range map[int]string{401: acctest.Broken, 403: acctest.Broken, 404: acctest.Broken, 429: acctest.Broken} {
			w.Answer(answers.On(map[string]http.HandlerFunc{"PUT /external/reserva-pagar/1": answers.Body(status, text)}))
			failed := p.Apply("parking_reserva", created, acctest.PaidReserva)
			acctest.Expect(t, fmt.Sprint(status), failed.Errors(), "Unable to record payment")
			acctest.ExpectHeld(t, fmt.Sprint(status), failed, acctest.Values{"pagada": false})
			w.ExpectRequests(map[string]int{"reservas_activas": 1})
		}
	})
}

// What was paid, and what cannot be undone, is refused while it is a plan.
func TestReservaPlanRefusals(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.PaidReserva.With(acctest.Values{"pago": acctest.PagoUno.With(acctest.Values{"enviar_recibo": true})}), nil)
	declared := acctest.Values{"tramo_id": 5, "vehiculo_id": 1, "minutos": 20, "pago": created.State["pago"]}
	refused := func(what string, change acctest.Values, head string) {
		t.Helper()
		acctest.Expect(t, what, acctest.ErrorsOf(p.Plan("parking_reserva", created, declared.With(change)).Diagnostics), head)
	}
	const fixed = "pago: Payment cannot be changed"
	refused("fewer minutes", acctest.Values{"minutos": 10}, "minutos: Reservation cannot be shortened")
	refused("pago taken out", acctest.Values{"pago": nil}, fixed)
	refused("another code", acctest.Values{"pago": acctest.PagoUno.With(acctest.Values{"enviar_recibo": true, "pago_codigo": "TX-2"})}, fixed)
	refused("another type", acctest.Values{"pago": acctest.PagoUno.With(acctest.Values{"enviar_recibo": true, "pago_tipo": 2})}, fixed)
	refused("no receipt", acctest.Values{"pago": acctest.PagoUno}, fixed)
	// Another reservation may have all that.
	moved := p.Plan("parking_reserva", created, declared.With(acctest.Values{"tramo_id": 6, "minutos": 10, "pago": nil}))
	acctest.ExpectPlanned(t, "moved", moved, "tramo_id")
	w.Exec("UPDATE reservas SET fin = inicio - 1")
	ended := p.Read("parking_reserva", p.Read("parking_reserva", created))
	created = ended
	refused("more minutes of an ended one", acctest.Values{"minutos": 30}, "minutos: Ended reservation cannot be extended")
	w.Requests()
	acctest.ExpectWhole(t, "same", p.Apply("parking_reserva", p.Read("parking_reserva", ended), declared), ended.State)
	w.ExpectRequests(map[string]int{})
}

// An update says in the plan what it comes to, and leaves the rest as it is.
func TestReservaPlannedValues(t *testing.T) {
	t.Parallel()
	_, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	object, _ := p.Schema.ResourceSchemas["parking_reserva"].ValueType().(tftypes.Object)
	unknown := func(attribute string) tftypes.Value {
		return tftypes.NewValue(object.AttributeTypes[attribute], tftypes.UnknownValue)
	}
	expect := func(what string, change, want acctest.Values) {
		t.Helper()
		resp := p.Plan("parking_reserva", created, acctest.DeclaredReserva.With(change))
		planned := acctest.Result{State: p.Decode(object, resp.PlannedState), Diags: resp.Diagnostics}
		acctest.NoErrors(t, what, planned)
		if longer := what == "extended"; len(planned.Warnings()) > 0 != longer {
			t.Errorf("%s: got %q", what, planned.Warnings())
		}
		acctest.ExpectHeld(t, what, planned, want)
	}
	expect("paid", acctest.Values{"pago": acctest.PagoUno}, acctest.Values{"pagada": true, "datos": unknown("datos"), "activa": true, "id": 1})
	expect("extended", acctest.Values{"minutos": 30}, acctest.Values{"pagada": false, "datos": unknown("datos")})
	expect("timeouts", acctest.Values{"timeouts": acctest.Values{"read": "1m"}}, acctest.Values{"pagada": false, "datos": created.State["datos"]})
	expect("minutes unknown", acctest.Values{"minutos": acctest.UnknownNumber}, acctest.Values{"pagada": false, "datos": unknown("datos")})
	expect("payment unknown", acctest.Values{"pago": unknown("pago")}, acctest.Values{"pagada": unknown("pagada"), "datos": unknown("datos")})
}

// extendedTo is what the service holds of the only reservation.
func extendedTo(w *acctest.Server, minutos int) {
	w.T.Helper()
	w.ExpectCount(minutos, "SELECT minutos FROM reservas")
}

// What somebody else extended is not drift, and counts when it is extended here.
func TestReservaExtendedElsewhere(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	w.Exec("UPDATE reservas SET minutos = 40")
	read := p.Read("parking_reserva", created)
	acctest.ExpectState(t, "read", read, acctest.Values{"minutos": 20})
	if datos, _ := read.State["datos"].(acctest.Values); datos["minutos"] != 40 {
		t.Errorf("read: got %v of the service, wanted its 40 minutes", datos)
	}
	w.Requests()
	less := p.Apply("parking_reserva", read, acctest.DeclaredReserva.With(acctest.Values{"minutos": 30}))
	acctest.ExpectState(t, "less", less, acctest.Values{"minutos": 30})
	w.ExpectRequests(map[string]int{})
	extendedTo(w, 40)
	more := p.Apply("parking_reserva", less, acctest.DeclaredReserva.With(acctest.Values{"minutos": 70}))
	acctest.ExpectState(t, "more", more, acctest.Values{"minutos": 70})
	extendedTo(w, 70)

	w.Exec("UPDATE reservas SET minutos = 50") // fewer than were booked, which no extension of this run explains
	acctest.ExpectState(t, "fewer", p.Read("parking_reserva", more), acctest.Values{"minutos": 70})
	w.Exec("UPDATE reservas SET minutos = 33") // no number of minutes that can be booked
	acctest.ExpectHeld(t, "odd", p.Read("parking_reserva", more), acctest.Values{"minutos": 70})
	w.Exec("UPDATE reservas SET minutos = 50, fin = inicio - 1")
	acctest.ExpectHeld(t, "a plan would raise what has ended", p.Read("parking_reserva", more), acctest.Values{"minutos": 70, "activa": false})
}

// An extension that a killed run, another plan or somebody else carried out before this
// apply, which nothing has refreshed since, is not added once more.
func TestReservaExtendedSinceThePlan(t *testing.T) {
	t.Parallel()
	for have, sent := range map[int]int{20: 1, 30: 1, 50: 0, 60: 0} {
		w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
		w.Exec("UPDATE reservas SET minutos = ?", have)
		w.Requests()
		extended := p.Apply("parking_reserva", created, acctest.DeclaredReserva.With(acctest.Values{"minutos": 50}))
		acctest.ExpectState(t, "extended", extended, acctest.Values{"minutos": 50})
		w.ExpectCount(max(have, 50), "SELECT minutos FROM reservas")
		if made := w.Requests(); made["reserva_extender"] != sent || made["reservas_activas"] != 2 {
			t.Errorf("%d minutes were booked: %v", have, made)
		}
	}
}

// An extension whose outcome is not known is not sent again before it is known.
func TestReservaExtensionUnsettled(t *testing.T) {
	t.Parallel()
	longer := acctest.DeclaredReserva.With(acctest.Values{"minutos": 50})
	acctest.EachOf(t, []bool{false, true}, func(t *testing.T, carriedOut bool) {
		w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, acctest.Values{"refresh_max_age": "1h"})
		fault := sandbox.Fault{Key: "reserva_extender", Kind: sandbox.Drop, Times: 1, When: sandbox.Before}
		if carriedOut {
			fault.When = sandbox.After
		}
		w.Box.Inject(fault)
		w.Answer(answers.AfterFirst("GET /external/reservas-activas", answers.Body(500, acctest.Broken)))
		unknown := p.Apply("parking_reserva", created, longer)
		acctest.Expect(t, "error", unknown.Errors(), "Unable to extend reservation")
		acctest.ExpectHeld(t, "unknown", unknown, acctest.Values{"minutos": 20})
		w.Answer(nil)
		// Without a refresh nothing is known still.
		acctest.Expect(t, "not refreshed", acctest.ErrorsOf(p.Plan("parking_reserva", unknown, longer).Diagnostics), "minutos: Extension outcome unknown")
		// Nor where the record does not tell.
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(200, `{"estado":"ok","data":[{"id":1}]}`)}))
		acctest.Expect(t, "not told", acctest.ErrorsOf(p.Plan("parking_reserva", p.Read("parking_reserva", unknown), longer).Diagnostics), "minutos: Extension outcome unknown")
		w.Answer(nil)
		if !carriedOut { // the record may lag
			acctest.Expect(t, "too early", acctest.ErrorsOf(p.Plan("parking_reserva", p.Read("parking_reserva", unknown), longer).Diagnostics), "minutos: Extension outcome unknown")
			time.Sleep(pastLag)
		}
		done := p.Apply("parking_reserva", p.Read("parking_reserva", unknown), longer)
		acctest.ExpectState(t, "done", done, acctest.Values{"minutos": 50})
		extendedTo(w, 50)
	})
}

func TestReservaExtensionRefused(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	refused := p.Apply("parking_reserva", created, acctest.DeclaredReserva.With(acctest.Values{"minutos": 100000, "pago": acctest.PagoUno}))
	acctest.Expect(t, "error", refused.Errors(), "minutos: Unable to extend reservation")
	acctest.ExpectSame(t, "refused", refused.State, created.State)
	w.ExpectRequests(map[string]int{"reservas_activas": 1, "reserva_extender": 1}) // and not paid

	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(500, acctest.Broken)}))
	unread := p.Apply("parking_reserva", created, acctest.DeclaredReserva.With(acctest.Values{"minutos": 30}))
	acctest.Expect(t, "error", unread.Errors(), "Unable to extend reservation")
	w.Answer(nil)
	// Extended, and then not paid: what was done is in the state.
	w.Box.Inject(sandbox.Fault{Key: "reserva_pagar", Kind: sandbox.Status500})
	half := p.Apply("parking_reserva", created, acctest.DeclaredReserva.With(acctest.Values{"minutos": 30, "pago": acctest.PagoUno}))
	acctest.Expect(t, "error", half.Errors(), "Unable to record payment")
	acctest.ExpectHeld(t, "half", half, acctest.Values{"minutos": 30, "pagada": false})
	extendedTo(w, 30)
	w.Box.ClearFaults()
	w.Requests()
	acctest.ExpectState(t, "done", p.Apply("parking_reserva", half, acctest.DeclaredReserva.With(acctest.Values{"minutos": 30, "pago": acctest.PagoUno})), acctest.Values{"pagada": true})
	w.ExpectRequests(map[string]int{"reserva_pagar": 1, "reservas_activas": 2})
}

// A write that went well is no error when it cannot be read back.
func TestReservaNotReadBack(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	w.Answer(from(http.MethodPost, unreadable))
	p := w.Proto(nil)
	created := p.Apply("parking_reserva", acctest.Result{}, acctest.PaidReserva)
	acctest.Expect(t, "warning", created.Warnings(), "Reservation saved, but not read back")
	acctest.ExpectWarned(t, "created", created, acctest.Values{"pagada": true})
	w.Answer(nil)
	w.Requests()
	w.Answer(answers.AfterFirst("GET /external/reservas-activas", answers.Body(500, acctest.Broken))) // the look before the extension goes through
	longer := p.Apply("parking_reserva", created, acctest.PaidReserva.With(acctest.Values{"minutos": 30}))
	acctest.Expect(t, "warning", longer.Warnings(), "Reservation saved, but not read back")
	acctest.ExpectWarned(t, "longer", longer, acctest.Values{"minutos": 30, "datos": created.State["datos"]})
}

// When nothing could be read before, nothing was booked, and the error says so.
func TestReservaNotBooked(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]http.HandlerFunc{
		"failing": answers.Body(500, acctest.Broken), "no reservations": answers.Body(200, `{"estado":"ok","data":[{"minutos":10}]}`), "unauthorized": answers.Body(401, acctest.Broken),
	}, func(t *testing.T, list http.HandlerFunc) {
		w := acctest.ConVehiculo(t)
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": list}))
		created := w.Proto(nil).Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
		acctest.ExpectRefused(t, "error", created, "Unable to create reservation")
		w.ExpectCount(0, "SELECT COUNT(*) FROM reservas")
		w.ExpectRequests(map[string]int{})
	})
	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		w := acctest.ConVehiculo(t)
		p := w.Proto(nil)
		for attribute, wrong := range map[string]int{"tramo_id": 999, "vehiculo_id": 99, "celda_id": 1, "conector_id": 1, "minutos": 100000} {
			created := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva.With(acctest.Values{attribute: wrong}))
			acctest.ExpectRefused(t, attribute, created, attribute+": Unable to create reservation")
		}
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(404, acctest.None)}))
		acctest.ExpectState(t, "that there are none is an answer too", p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva), acctest.Values{"id": 1})
	})
}

// A booking that is accepted without an identifier is kept, and not booked again.
func TestReservaWithoutIdentifier(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	w.Answer(answers.On(map[string]http.HandlerFunc{
		"POST /external/reserva-bloquear": w.CarriedOut(`{"estado":"ok","data":{"message":"hecho"}}`),
		"GET /external/reservas-activas":  answers.Body(200, `{"estado":"ok","data":[]}`),
	}))
	p := w.Proto(nil)
	created := p.Apply("parking_reserva", acctest.Result{}, acctest.PaidReserva)
	acctest.Expect(t, "warning", created.Warnings(), "Reservation booked, identifier unknown")
	acctest.ExpectWarned(t, "forgotten or tainted", created, acctest.Values{"id": nil, "pagada": false, "activa": true})
	w.Requests()
	read := p.Read("parking_reserva", created)
	acctest.Expect(t, "warning", read.Warnings(), "Reservation without an identifier")
	acctest.ExpectSame(t, "read", read.State, created.State)
	acctest.Expect(t, "paying", p.Apply("parking_reserva", read, acctest.PaidReserva).Errors(), "Unable to record payment")
	acctest.Expect(t, "extending", p.Apply("parking_reserva", read, acctest.DeclaredReserva.With(acctest.Values{"minutos": 30})).Errors(), "minutos: Reservation not identified yet")
	gone := p.Apply("parking_reserva", read, nil)
	acctest.Expect(t, "warning", gone.Warnings(), "Lost booking no longer managed")
	acctest.ExpectWarned(t, "gone", gone, nil)
	w.ExpectRequests(map[string]int{})
	w.Answer(nil)
	found := w.Proto(nil).Read("parking_reserva", created)
	acctest.Expect(t, "found", found.Warnings(), "Lost booking found")
	acctest.ExpectHeld(t, "found", found, acctest.Values{"id": 1})
}

// reservas answers one record, or none, on either list.
func reservas(active, all string) func(*http.Request) http.HandlerFunc {
	page := func(records string) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":[`+records+`]}`)
	}
	return answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": page(active), "GET /external/reservas": page(all)})
}

// busy answers the lists of a busy service: with a filter that matches nothing, and without it as list says.
func busy(list func() string, asked *atomic.Int64) func(*http.Request) http.HandlerFunc {
	return func(r *http.Request) http.HandlerFunc {
		switch {
		case r.Method != http.MethodGet || !strings.HasPrefix(r.URL.Path, "/external/reservas"):
			return nil
		case r.URL.Query().Has("vehiculo_id"):
			return answers.Body(200, `{"estado":"ok","data":[]}`)
		}
		asked.Add(1)
		return answers.Body(200, list())
	}
}

// endless gives a list that is too long, and restless one that is different each time.
func endless() string {
	return `{"estado":"ok","data":[{"id":900}],"current_page":1,"last_page":20000}`
}

func restless() func() string {
	var total atomic.Int64
	return func() string {
		return fmt.Sprintf(`{"estado":"ok","data":[{"id":900}],"total":%d,"current_page":1,"last_page":1}`, 30+total.Add(1))
	}
}

// A service whose lists of everybody's reservations cannot be read whole fails no refresh. What it does not show stays as
// it is, with one warning, and the lists are read once for all reservations.
func TestReservasOfBusyService(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		list  func() string
		pages int64
	}{"too long": {endless, 1}, "changing": {restless(), 3}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, first, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
			all := []acctest.Result{created}
			for tramo := 6; tramo < 10; tramo++ {
				all = append(all, first.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva.With(acctest.Values{"tramo_id": tramo})))
			}
			var asked atomic.Int64
			w.Answer(busy(tt.list, &asked))
			p := w.Proto(nil)
			var warnings []string
			for _, one := range all {
				read := p.Read("parking_reserva", one)
				acctest.NoErrors(t, "read", read)
				acctest.ExpectSame(t, "read", read.State, one.State)
				warnings = append(warnings, read.Warnings()...)
			}
			acctest.Expect(t, "warnings", warnings, "Reservation not listed as active")
			if asked.Load() != 2*tt.pages {
				t.Errorf("the unfiltered lists were asked for %d pages, wanted %d", asked.Load(), 2*tt.pages)
			}
			// What a write depends on is as strict as ever.
			acctest.Expect(t, "payment", p.Apply("parking_reserva", created, acctest.PaidReserva).Errors(), "Unable to record payment")
			w.ExpectCount(0, "SELECT COUNT(*) FROM pagos")
		})
	}
}

// Reservations that the filter hides are imported and refreshed with one reading of the list.
func TestReservasShareTheList(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	for id := 1; id <= 40; id++ {
		w.Exec(fmt.Sprintf(insertReserva, id))
	}
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodGet && r.URL.Query().Has("vehiculo_id") {
			return answers.Body(200, `{"estado":"ok","data":[]}`)
		}
		return nil
	})
	p := w.Proto(nil)
	w.Requests()
	for id := 1; id <= 40; id++ {
		imported := p.ImportID("parking_reserva", fmt.Sprint(id))
		acctest.ExpectState(t, "imported", p.Read("parking_reserva", imported), acctest.Values{"id": id, "activa": true})
	}
	w.ExpectRequests(map[string]int{"reservas_activas": 3})
}

// A reservation is found by its id, whatever else the lists hold; it has ended only
// where the list of all shows it and that of the active ones twice does not.
func TestReservaRead(t *testing.T) {
	t.Parallel()
	const other = `{"id":7,"vehiculo_id":1,"tramo_id":5,"minutos":90}`
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	read := func(answer func(*http.Request) http.HandlerFunc) acctest.Result {
		t.Helper()
		w.Answer(answer)
		read := p.Read("parking_reserva", created)
		acctest.ExpectWarned(t, "read", read, acctest.Values{"id": 1, "minutos": 20})
		acctest.ExpectSame(t, "read identity", read.Identity, acctest.Values{"id": 1})
		return read
	}
	acctest.ExpectHeld(t, "found", read(reservas(other+`,{"reserva_id":"1","vehiculo_id":"1","minutos":"20","extra":[1,null]}`, "")), acctest.Values{"activa": true, "tramo_id": 5, "vehiculo_id": 1, "datos": acctest.Values{"vehiculo_id": "1", "minutos": "20", "extra": []any{1, nil}}})
	ended := read(reservas(other, other+`,{"id":1,"estado":"finalizada"}`))
	acctest.ExpectHeld(t, "ended", ended, acctest.Values{"activa": false, "datos": acctest.Values{"estado": "finalizada"}})
	acctest.Expect(t, "ended", ended.Warnings())
	onceEnded := ended
	ended = p.Read("parking_reserva", ended) // and once more, since the list may have lagged
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(500, acctest.Broken), "GET /external/reservas": answers.Body(500, acctest.Broken)}))
	again := p.Read("parking_reserva", ended)
	acctest.ExpectWhole(t, "read again", again, ended.State)

	// That no list shows it proves nothing.
	for name, answer := range map[string]func(*http.Request) http.HandlerFunc{
		"others": reservas(other, other), "nothing": reservas("", ""),
		"nothing to list": answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(404, acctest.None), "GET /external/reservas": answers.Body(404, acctest.None)}),
	} {
		p = w.Proto(nil)
		vanished := read(answer)
		acctest.Expect(t, name, vanished.Warnings(), "Reservation not listed as active")
		acctest.ExpectSame(t, name, vanished.State, created.State)
		acctest.ExpectSame(t, name+", once ended", p.Read("parking_reserva", onceEnded).State, onceEnded.State)
		w.Answer(nil)
		acctest.ExpectState(t, "not looked for again", p.Read("parking_reserva", vanished), acctest.Values{"activa": true})
	}

	// A listing that lost it for a moment is no evidence.
	asked := 0
	moment := read(func(r *http.Request) http.HandlerFunc {
		if asked++; asked == 1 {
			return answers.Body(200, `{"estado":"ok","data":[]}`)
		}
		return nil
	})
	acctest.ExpectHeld(t, "taken for ended", moment, acctest.Values{"activa": true})

	for name, answer := range map[string]func(*http.Request) http.HandlerFunc{
		"active":         answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(500, acctest.Broken)}),
		"all":            answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(200, `{"estado":"ok","data":[]}`), "GET /external/reservas": answers.Body(500, acctest.Broken)}),
		"not a list":     answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(200, `{"estado":"ok","data":{}}`)}),
		"not the caller": answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(403, acctest.Broken)}),
	} {
		w.Answer(answer)
		failed := p.Read("parking_reserva", created)
		acctest.Expect(t, name, failed.Errors(), "Unable to read reservation")
		acctest.ExpectSame(t, name, failed.State, created.State)
	}
}

// The filters go to the service; an end that the record tells costs two requests in each of two refreshes, and then none.
func TestReservaReadRequests(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	p.Read("parking_reserva", created)
	w.ExpectRequests(map[string]int{"reservas_activas": 1})
	w.Exec("UPDATE reservas SET fin = inicio - 1")
	ended := p.Read("parking_reserva", created)
	w.ExpectCount(2, "SELECT COUNT(*) FROM journal WHERE query = 'tramo_id=5&vehiculo_id=1'")
	w.ExpectRequests(map[string]int{"reservas_activas": 1, "reservas": 1})
	ended = p.Read("parking_reserva", ended)
	w.ExpectRequests(map[string]int{"reservas_activas": 1, "reservas": 1})
	planned := p.Apply("parking_reserva", p.Read("parking_reserva", ended), acctest.DeclaredReserva)
	acctest.ExpectSame(t, "planned again", planned.State, ended.State)
	w.ExpectRequests(map[string]int{})
	w.Exec("DELETE FROM reservas")
	p.Read("parking_reserva", created)
	w.ExpectRequests(map[string]int{"reservas_activas": 2, "reservas": 2}) // with the filters, and without
}

func TestReservaRefreshMaxAge(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, acctest.Values{"refresh_max_age": "1h"})
	acctest.ExpectSame(t, "fresh", p.Read("parking_reserva", created).State, created.State)
	w.ExpectRequests(map[string]int{})
	w.Proto(acctest.Values{"refresh_max_age": "1ns"}).Read("parking_reserva", created)
	w.ExpectRequests(map[string]int{"reservas_activas": 1})
}

// What is paid cannot be cancelled, and leaves the state with a warning; any other
// failure leaves it in the state.
func TestReservaDelete(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	for name, answer := range map[string]http.HandlerFunc{
		"refused":             answers.Body(422, `{"estado":"fail","error":"Ahora no"}`),
		"refused at 200":      answers.Body(200, `{"estado":"fail","error":"internal error, try again"}`),
		"listed at 404":       answers.Body(404, `{"estado":"fail","error":"Recurso no encontrado"}`),
		"listed":              answers.Body(404, `{"estado":"fail","error":"La reserva no existe"}`),
		"listed at 200":       answers.Body(200, `{"estado":"fail","error":"La reserva no existe"}`),
		"no such route":       answers.Body(404, `{"estado":"fail","error":"La ruta no existe"}`),
		"unauthorized":        answers.Body(401, acctest.Broken),
		"throttled":           answers.Body(429, acctest.Broken),
		"failing, with a say": answers.Body(500, acctest.Broken),
		"failing":             answers.Body(500, "<html>"),
		"contradictory":       answers.Body(400, `{"estado":"ok","data":{}}`),
	} {
		w.Answer(answers.On(map[string]http.HandlerFunc{"PUT /external/reserva-cancelar/1": answer}))
		gone := p.Apply("parking_reserva", created, nil)
		acctest.Expect(t, name, gone.Errors(), "Unable to cancel reservation")
		acctest.ExpectSame(t, name, gone.State, created.State)
	}
	other, q, gone := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	other.Answer(answers.On(map[string]http.HandlerFunc{"PUT /external/reserva-cancelar/1": func(rw http.ResponseWriter, r *http.Request) {
		other.Exec("DELETE FROM reservas")
		answers.Body(404, `{"estado":"fail","error":"La reserva no existe"}`)(rw, r)
	}}))
	acctest.ExpectWarned(t, "gone", q.Apply("parking_reserva", gone, nil), nil)
	// A payment explains the refusal, and so does the end.
	refusal := answers.Body(200, `{"estado":"fail","error":"internal error, try again"}`)
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT /external/reserva-cancelar/1": refusal, "GET /external/reservas-activas": answers.Body(200, `{"estado":"ok","data":[]}`), "GET /external/reservas": answers.Body(200, `{"estado":"ok","data":[]}`)}))
	hidden := p.Apply("parking_reserva", created, nil)
	acctest.Expect(t, "hidden", hidden.Errors(), "Unable to cancel reservation")
	acctest.ExpectSame(t, "hidden", hidden.State, created.State)
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT /external/reserva-cancelar/1": answers.Body(404, `{"estado":"fail","error":"No query results for model [App\\Models\\Item] 1"}`), "GET /external/reservas-activas": answers.Body(200, `{"estado":"ok","data":[]}`), "GET /external/reservas": answers.Body(200, `{"estado":"ok","data":[]}`)}))
	purged := p.Apply("parking_reserva", created, nil)
	acctest.Expect(t, "purged", purged.Errors(), "Unable to cancel reservation")
	acctest.ExpectSays(t, "purged", purged.Errors()[0], "terraform state rm")
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT /external/reserva-cancelar/1": refusal}))
	w.Exec("INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('TX-9', 1, 1)")
	paid := p.Apply("parking_reserva", created, nil)
	acctest.Expect(t, "paid", paid.Warnings(), "Reservation stays on the service")
	w.Exec("DELETE FROM pagos")
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT /external/reserva-cancelar/1": func(rw http.ResponseWriter, r *http.Request) {
		w.Exec("UPDATE reservas SET estado = 'cancelada'")
		refusal(rw, r)
	}}))
	acctest.ExpectState(t, "done", p.Apply("parking_reserva", created, nil), nil)
	acctest.ExpectWarned(t, "paid", paid, nil)
	w.Exec("UPDATE reservas SET estado = 'bloqueada'")
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT /external/reserva-cancelar/1": answers.Body(500, ""), "GET /external/reservas-activas": answers.Body(500, acctest.Broken)}))
	unknown := p.Apply("parking_reserva", created, nil)
	acctest.Expect(t, "unknown", unknown.Errors(), "Unable to cancel reservation")
	acctest.ExpectSame(t, "unknown", unknown.State, created.State)
	// One that no list shows is cancelled all the same.
	w.Answer(reservas("", ""))
	vanished := p.Read("parking_reserva", created)
	w.Requests()
	acctest.NoMessages(t, "vanished", p.Apply("parking_reserva", vanished, nil))
	w.ExpectCount(0, vigentes)
	w.Answer(nil)
	w.Exec("UPDATE reservas SET estado = 'bloqueada', fin = inicio - 1")
	once := p.Read("parking_reserva", created)
	ended := p.Read("parking_reserva", once)
	w.Requests()
	acctest.Expect(t, "active", p.PlanWarnings("parking_reserva", once, nil))
	acctest.NoMessages(t, "gone", p.Apply("parking_reserva", once, nil))
	w.ExpectRequests(map[string]int{"reservas_activas": 1, "reservas": 1}) // its record says that it has ended
	acctest.Expect(t, "ended", p.PlanWarnings("parking_reserva", ended, nil), "Reservations may stay on the service")
	acctest.ExpectState(t, "gone", p.Apply("parking_reserva", ended, nil), nil)
	w.ExpectRequests(map[string]int{})
}

func TestReservaImport(t *testing.T) {
	t.Parallel()
	w, _, created := acctest.ReservaServer(t, acctest.PaidReserva.With(acctest.Values{"celda_id": 17, "conector_id": 3}), nil)
	declared := acctest.PaidReserva.With(acctest.Values{"celda_id": 17, "conector_id": 3})
	for name, how := range map[string]func(p *acctest.Proto) acctest.Result{
		"identity": func(p *acctest.Proto) acctest.Result {
			return p.ImportIdentity("parking_reserva", acctest.Values{"id": 1})
		},
		"id": func(p *acctest.Proto) acctest.Result { return p.ImportID("parking_reserva", "1") },
	} {
		p := w.Proto(nil) // of its own: in one run these were two blocks
		imported := how(p)
		read := p.Read("parking_reserva", imported)
		acctest.NoMessages(t, name, imported)
		acctest.NoMessages(t, name, read)
		acctest.ExpectSame(t, name+" identity", read.Identity, created.Identity)
		acctest.ExpectSame(t, name, read.State, created.State)
		again := p.Apply("parking_reserva", read, declared)
		acctest.NoMessages(t, name, again)
		acctest.ExpectSame(t, name+", planned", again.State, read.State)
	}
	w.ExpectRequests(map[string]int{"reservas_activas": 4})
	p := w.Proto(nil)
	imported := p.ImportID("parking_reserva", "1")
	w.Requests()
	// What the record does not tell of the payment may be declared; the rest not.
	receipt := declared.With(acctest.Values{"pago": acctest.PagoUno.With(acctest.Values{"enviar_recibo": true})})
	acctest.NoMessages(t, "kept", p.Apply("parking_reserva", imported, receipt))
	acctest.Expect(t, "another code", acctest.ErrorsOf(p.Plan("parking_reserva", imported, declared.With(acctest.Values{"pago": acctest.PagoDos})).Diagnostics), "pago: Payment cannot be changed")
	// A cell that the service chose is not left for another reservation.
	chosen := p.Plan("parking_reserva", imported, acctest.PaidReserva)
	acctest.ExpectPlanned(t, "chosen", chosen)
	acctest.Expect(t, "shorter", acctest.ErrorsOf(p.Plan("parking_reserva", imported, acctest.PaidReserva.With(acctest.Values{"minutos": 10})).Diagnostics), "minutos: Reservation cannot be shortened")
	acctest.ExpectPlanned(t, "moved", p.Plan("parking_reserva", imported, declared.With(acctest.Values{"pago": nil, "celda_id": 18})), "celda_id")
	w.ExpectRequests(map[string]int{})

	for _, bad := range []string{"x", "0", "-1", "1/2", "1.5", "007"} {
		acctest.Expect(t, bad, p.ImportID("parking_reserva", bad).Errors(), "Invalid import identifier")
	}
	w.ExpectRequests(map[string]int{})
	acctest.Expect(t, "none", p.ImportID("parking_reserva", "77").Errors(), "Unable to import reservation")
	w.Exec("UPDATE reservas SET fin = fin - 100000000")
	p = w.Proto(nil)
	ended := p.ImportID("parking_reserva", "1")
	read := p.Read("parking_reserva", ended)
	acctest.ExpectState(t, "read", read, acctest.Values{"activa": false})
	w.Exec("UPDATE reservas SET fin = fin + 100000000")
	acctest.ExpectState(t, "read again, after a list that lagged behind", p.Read("parking_reserva", read), acctest.Values{"activa": true})
}

// A10 promises no more than the id.
func TestReservaImportNotTold(t *testing.T) {
	t.Parallel()
	w, p, _ := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	for _, record := range []string{
		`{"id":1}`,
		`{"id":1,"vehiculo_id":1,"tramo_id":5,"pago_codigo":null}`,
		`{"id":1,"vehiculo_id":1,"tramo_id":null,"minutos":20}`,
		`{"id":1,"vehiculo_id":"uno","tramo_id":5,"minutos":20,"celda_id":"dos"}`,
	} {
		w.Answer(reservas(record, ""))
		acctest.Expect(t, record, p.ImportID("parking_reserva", "1").Errors(), "Unable to import reservation")
	}
	w.Answer(reservas(`{"id":1,"vehiculo_id":"1","tramo_id":5,"minutos":20,"celda_id":null}`, ""))
	imported := p.ImportID("parking_reserva", "1")
	acctest.Expect(t, "warning", imported.Warnings(), "Payment status unknown")
	acctest.ExpectHeld(t, "imported", imported, acctest.Values{"pago": nil, "pagada": false, "vehiculo_id": 1, "celda_id": nil})
	w.Answer(reservas(`{"id":1,"vehiculo_id":1,"tramo_id":5,"minutos":20,"pago_codigo":33}`, ""))
	imported = p.ImportID("parking_reserva", "1")
	acctest.ExpectHeld(t, "imported", imported, acctest.Values{"pagada": true, "pago": acctest.Values{"pago_tipo": nil, "pago_codigo": "33", "enviar_recibo": nil}})
	acctest.NoMessages(t, "kept", p.Apply("parking_reserva", imported, acctest.DeclaredReserva.With(acctest.Values{"pago": acctest.Values{"pago_tipo": 4, "pago_codigo": "33"}})))
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(500, acctest.Broken)}))
	acctest.Expect(t, "failing", p.ImportID("parking_reserva", "1").Errors(), "Unable to import reservation")
}

// A record that shows the minutes that are left: an import gives the state some that cannot be declared. The next multiple of 10
// fills it in, and more minutes are added from there.
func TestReservaImportOfMinutesLeft(t *testing.T) {
	t.Parallel()
	w, p, _ := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	w.Answer(reservas(`{"id":1,"vehiculo_id":1,"tramo_id":5,"minutos":37,"pago_codigo":null}`, ""))
	imported := p.ImportID("parking_reserva", "1")
	minutos := func(n int) acctest.Values { return acctest.DeclaredReserva.With(acctest.Values{"minutos": n}) }
	shorter := acctest.ErrorsOf(p.Plan("parking_reserva", imported, minutos(30)).Diagnostics)
	acctest.Expect(t, "shorter", shorter, "minutos: Reservation cannot be shortened")
	acctest.ExpectSays(t, "shorter", shorter[0], "Restore minutos = 40")
	w.Requests()
	kept := p.Apply("parking_reserva", imported, minutos(40))
	acctest.NoMessages(t, "kept", kept)
	w.ExpectRequests(map[string]int{})
	acctest.Expect(t, "longer", p.Apply("parking_reserva", imported, minutos(60)).Warnings())
	w.ExpectCount(40, "SELECT minutos FROM reservas") // 20 and 20 more
}

func TestReservaProviderNotKnownYet(t *testing.T) {
	t.Parallel()
	_, _, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	p := acctest.NewProto(t).Configured(acctest.Values{"base_url": acctest.UnknownText, "credential": "x"})
	acctest.ExpectWhole(t, "read", p.Read("parking_reserva", created), created.State)
	resp := p.Plan("parking_reserva", created, acctest.DeclaredReserva)
	acctest.NoMessages(t, "resp", acctest.Result{Diags: resp.Diagnostics})
	acctest.Expect(t, "error", p.ImportID("parking_reserva", "1").Errors(), "Provider configuration not known yet")
}

// A paid reservation is not given up for another one that is to be paid with its code.
func TestReservaSpentCode(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.PaidReserva, nil)
	for _, change := range []acctest.Values{{"celda_id": 17}, {"tramo_id": 6}, {"conector_id": 3}} {
		moved := p.Plan("parking_reserva", created, acctest.PaidReserva.With(change))
		acctest.Expect(t, "moved", acctest.ErrorsOf(moved.Diagnostics), "pago: Payment code already used")
	}
	w.ExpectRequests(map[string]int{})
	for _, pago := range []any{nil, acctest.PagoDos} { // the service may not cancel the paid one
		other := acctest.PaidReserva.With(acctest.Values{"tramo_id": 6, "pago": pago})
		acctest.Expect(t, "other", w.Proto(nil).PlanWarnings("parking_reserva", created, other), "Reservations may stay on the service")
	}
}
