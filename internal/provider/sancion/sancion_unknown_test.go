package sancion

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// unknownPayment is the warning of a creation that keeps a payment whose outcome is unknown.
const unknownPayment = "pago: Payment outcome unknown"

// paidOne declares the payment of sanction 1, and paidOtherwise another one.
var (
	paidOne       = acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago}
	paidOtherwise = acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago.With(acctest.Values{"pago_codigo": "TX-2"})}
)

// lostPayment creates sanction 1 with a payment of which no answer comes.
func lostPayment(t *testing.T, w *acctest.Server, recorded bool) acctest.Result {
	t.Helper()
	fault := sandbox.Fault{Key: "sancion_pagar", Kind: sandbox.Drop, When: sandbox.Before, Times: 1}
	if recorded {
		fault.When = sandbox.After
	}
	w.Box.Inject(fault)
	created := w.Proto(acctest.Values{"refresh_max_age": "1h"}).Apply(acctest.ParkingSancion, acctest.Result{}, paidOne)
	acctest.Expect(t, "lost", created.Warnings(), unknownPayment)
	acctest.ExpectWarned(t, "lost", created, acctest.Values{"cerrada": true, "pagada": false, "pago": acctest.HeldOne["pago"]})
	w.Requests()
	return created
}

// A creation whose payment stays unknown is kept with what was sent. The next plan pays in place, with the same code alone.
func TestSancionPaymentUnknown(t *testing.T) {
	t.Parallel()
	carriedOut := func(w *acctest.Server, answer http.HandlerFunc) http.HandlerFunc {
		return func(rw http.ResponseWriter, r *http.Request) {
			w.Box.ServeHTTP(httptest.NewRecorder(), r)
			answer(rw, r)
		}
	}
	hangs := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // before that, the server does not see that the client left
		<-r.Context().Done()
	}
	type row struct {
		answer   http.HandlerFunc // nil: the connection is cut
		recorded bool
		timeout  string
		canceled bool // by Ctrl-C, while the payment is sent
	}
	acctest.Each(t, map[string]row{
		"lost, not recorded": {},
		"lost, recorded":     {recorded: true},
		"failed":             {answer: answers.Body(502, "<html>"), recorded: true},
		"rejected below 400": {answer: answers.Body(200, `{"estado":"fail","error":"Error interno"}`), recorded: true},
		"interrupted":        {answer: hangs, recorded: true, canceled: true},
		"timed out":          {answer: hangs, recorded: true, timeout: "1s"},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.SancionPagar: func(rw http.ResponseWriter, r *http.Request) {
			if c.canceled {
				time.AfterFunc(100*time.Millisecond, cancel)
			}
			answer := c.answer
			if answer == nil {
				answer = func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
			}
			if c.recorded {
				answer = carriedOut(w, answer)
			}
			answer(rw, r)
		}}))
		declared := paidOne
		if c.timeout != "" {
			declared = declared.With(acctest.Values{"timeouts": acctest.Values{"create": c.timeout}})
		}
		created := w.Proto(nil).ApplyWithin(ctx, acctest.ParkingSancion, acctest.Result{}, declared)
		acctest.Expect(t, "created", created.Warnings(), unknownPayment)
		acctest.ExpectWarned(t, "created", created, acctest.Values{"cerrada": true, "pagada": false, "pago": acctest.HeldOne["pago"]})
		acctest.ExpectSame(t, "identity", created.Identity, acctest.Values{"sancion_id": 1})
		w.Answer(nil)
		w.Requests()

		p := w.Proto(nil)
		read := p.Read(acctest.ParkingSancion, created)
		acctest.ExpectWhole(t, "read", read, created.State)
		if planned := plannedSancion(p, read, declared); planned["pagada"] != true || !acctest.IsUnknown(planned["datos"]) {
			t.Errorf("the next plan is %v", planned)
		}
		acctest.Expect(t, "another code", sancionPlanErrors(p, read, paidOtherwise), "pago: Payment outcome unknown")
		acctest.Expect(t, "another code, unknown in the plan", updateSancion(p, read, paidOtherwise), "pago: Payment outcome unknown")
		w.ExpectRequests(map[string]int{})

		again := p.Apply(acctest.ParkingSancion, read, declared)
		w.ExpectCount(1, acctest.PaymentsOfOne)
		if c.recorded { // whether it was recorded before, only the record shows, which the closing returns
			acctest.Expect(t, "again", again.Warnings(), "Payment already recorded")
			w.ExpectRequests(map[string]int{"sancion_cerrar": 1})
		} else {
			acctest.Expect(t, "again", again.Warnings())
			w.ExpectRequests(map[string]int{"sancion_cerrar": 1, "sancion_pagar": 1})
		}
		acctest.ExpectWarned(t, "again", again, acctest.Values{"pagada": true})
		acctest.ExpectSame(t, "the next plan", plannedSancion(p, again, declared), again.State)
		acctest.Expect(t, "another code, later", sancionPlanErrors(p, again, paidOtherwise), "pago: Payment cannot be changed")
	})
}

// Under Terraform too it is neither tainted nor forgotten. A postcondition fails the run, and changes none of that.
func TestCLISancionPaymentUnknownPaidInPlace(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []bool{false, true}, func(t *testing.T, postcondition bool) {
		w := acctest.NewServer(t, sandbox.Options{})
		w.Box.Inject(sandbox.Fault{Key: "sancion_pagar", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
		pagada := func(want bool) []statecheck.StateCheck {
			return []statecheck.StateCheck{statecheck.ExpectKnownValue(acctest.SancionTest, tfjsonpath.New("pagada"), knownvalue.Bool(want))}
		}
		text := acctest.PaidSancion
		first := resource.TestStep{ExpectNonEmptyPlan: true, ConfigStateChecks: pagada(false)}
		if postcondition {
			text = strings.TrimSuffix(text, "}\n") + "  lifecycle {\n    postcondition {\n      condition     = self.pagada\n      error_message = \"Sin pagar.\"\n    }\n  }\n}\n"
			first = resource.TestStep{ExpectError: regexp.MustCompile("Sin pagar")}
		}
		first.Config = w.Config(text)
		acctest.Steps(t, []resource.TestStep{first, {
			Config:            first.Config,
			ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(acctest.SancionTest, plancheck.ResourceActionUpdate)}},
			ConfigStateChecks: pagada(true),
		}})
		w.ExpectCount(1, acctest.PaymentsOfOne)
	})
}

// A rejection says nothing certain of an earlier request with the same code, so the code stays the only one. A list that
// shows the sanction unpaid does: then the payment is no longer in the state, and another code may follow.
func TestSancionPaymentUnknownThenRejected(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		settings     acctest.Values
		then, beside []string // the errors of a plan with another code, and of another block with it in the same apply
		held         any      // pago in the state
	}{
		"no list": {nil, []string{"pago: Payment outcome unknown"}, []string{"pago: Sanction paid by another block"}, acctest.HeldOne["pago"]},
		"list":    {acctest.WithList, nil, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			lost := lostPayment(t, w, false)
			w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.SancionPagar: answers.Body(422, `{"estado":"fail","error":"El código ya se usó"}`)}))
			p := w.Proto(c.settings)
			rejected := p.Apply(acctest.ParkingSancion, lost, paidOne)
			w.Answer(nil)
			beside := p.Apply(acctest.ParkingSancion, acctest.Result{}, paidOtherwise)
			acctest.Expect(t, "another block with another code", beside.Errors(), c.beside...)
			acctest.Expect(t, "rejected", rejected.Errors(), "Unable to record payment")
			acctest.ExpectHeld(t, "rejected", rejected, acctest.Values{"cerrada": true, "pago": c.held})
			acctest.Expect(t, "another code", sancionPlanErrors(p, rejected, paidOtherwise), c.then...)
			if planned := plannedSancion(p, rejected, paidOne); planned["pagada"] != true {
				t.Errorf("the same code is planned as %v", planned)
			}
		})
	}
}

// The list of sanctions settles what became of the payment, whoever paid.
func TestSancionPaymentUnknownRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		record string
		want   acctest.Values
		codigo string // with which it is paid: no change; empty: it is still unknown
	}{
		"paid":           {`,"pagada":1,"pago_codigo":"TX-1"`, acctest.Values{"pagada": true}, "TX-1"},
		"only a code":    {`,"pago_codigo":"TX-1"`, acctest.Values{"pagada": true}, "TX-1"},
		"contradictory":  {`,"pagada":0,"pago_codigo":"TX-1"`, acctest.Values{"pagada": false, "pago": acctest.HeldOne["pago"]}, ""},
		"paid otherwise": {`,"pagada":1,"pago_codigo":"TX-2"`, acctest.Values{"pagada": true}, "TX-2"},
		"unpaid":         {`,"pagada":0,"pago_codigo":null`, acctest.Values{"pagada": false, "pago": acctest.HeldOne["pago"]}, ""},
		"silent":         {``, acctest.Values{"pagada": false, "pago": acctest.HeldOne["pago"]}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			lost := lostPayment(t, w, true)
			w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Sanciones: answers.Body(200, `{"estado":"ok","data":[{"id":1,"estado":"cerrada"`+c.record+`}]}`)}))
			p := w.Proto(acctest.WithList.With(acctest.Values{"refresh_max_age": "1h"})) // which does not count before it is settled
			read := p.Read(acctest.ParkingSancion, lost)
			acctest.ExpectState(t, "read", read, c.want)
			if c.codigo == "" {
				acctest.Expect(t, "another code", sancionPlanErrors(p, read, paidOtherwise), "pago: Payment outcome unknown")
				return
			}
			declared, other := paidOne, paidOtherwise
			if c.codigo == "TX-2" {
				declared, other = other, declared
			}
			acctest.ExpectSame(t, "the paid code", plannedSancion(p, read, declared), read.State)
			acctest.Expect(t, "another code", sancionPlanErrors(p, read, other), "pago: Payment cannot be changed")
		})
	}
}

// A list that shows the sanction paid, and not with which code, lets nothing be paid again. Then pago may go.
func TestSancionPaymentUnknownReadWithoutCode(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	lost := lostPayment(t, w, true)
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Sanciones: answers.Body(200, `{"estado":"ok","data":[{"id":1,"pagada":1}]}`),
		"PUT " + acctest.SancionCerrar: w.CarriedOut(`{"estado":"ok","data":{}}`)}))
	p := w.Proto(acctest.WithList)
	read := p.Read(acctest.ParkingSancion, lost)
	acctest.ExpectState(t, "read", read, acctest.Values{"pagada": true, "pago": acctest.HeldOne["pago"]})
	for _, declared := range []acctest.Values{paidOne, paidOtherwise} {
		acctest.Expect(t, "applied", p.Apply(acctest.ParkingSancion, read, declared).Errors(), "pago: Sanction already paid")
	}
	acctest.ExpectState(t, "removed", p.Apply(acctest.ParkingSancion, read, acctest.Values{"sancion_id": 1}), acctest.Values{"pago": nil, "pagada": true})
	w.ExpectCount(1, acctest.PaymentsOfOne)
}

// Somebody paid with another code, which only the answer to the next closing shows. That settles it: the code may be
// declared, and no other.
func TestSancionPaymentUnknownPaidOtherwise(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	lost := lostPayment(t, w, false)
	w.Exec(acctest.PayDifferently)
	p := w.Proto(nil)
	refused := p.Apply(acctest.ParkingSancion, lost, paidOne)
	acctest.Expect(t, "refused", refused.Errors(), "pago: Payment cannot be changed")
	acctest.ExpectHeld(t, "refused", refused, acctest.Values{"pago": nil, "pagada": true})
	acctest.Expect(t, "refused again", p.Apply(acctest.ParkingSancion, refused, paidOne).Errors(), "pago: Payment cannot be changed")
	other := acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago.With(acctest.Values{"pago_codigo": "OTRO"})}
	adopted := p.Apply(acctest.ParkingSancion, refused, other)
	acctest.Expect(t, "adopted", adopted.Warnings(), "Payment already recorded")
	acctest.ExpectWarned(t, "adopted", adopted, acctest.Values{"pagada": true})
	w.ExpectCount(1, acctest.PaymentsOfOne)
}

// Removing a payment whose outcome is unknown sends nothing, and does not make way for another code.
func TestSancionPaymentUnknownRemoved(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	lost := lostPayment(t, w, true)
	p, without := w.Proto(nil), acctest.Values{"sancion_id": 1}
	acctest.Expect(t, "plan", p.PlanWarnings(acctest.ParkingSancion, lost, without), unknownPayment)
	removed := p.Apply(acctest.ParkingSancion, lost, without)
	acctest.ExpectWarned(t, "removed", removed, acctest.Values{"pago": nil, "pagada": nil, "cerrada": true})
	acctest.ExpectWhole(t, "the next apply", p.Apply(acctest.ParkingSancion, removed, without), removed.State)
	w.ExpectRequests(map[string]int{})
	acctest.Expect(t, "another code", sancionPlanErrors(p, removed, paidOtherwise), "pago: Payment outcome unknown")
	w.ExpectCount(1, acctest.PaymentsOfOne)
}

// Two blocks of one apply pay a sanction one after the other, and not with two codes. What this process sent decides
// that only for as long as reads may lag.
func TestSancionPaidByTwoBlocks(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	begun, sent := make(chan struct{}, 2), 0
	w.Answer(answers.On(map[string]http.HandlerFunc{
		"PUT " + acctest.SancionCerrar: func(rw http.ResponseWriter, r *http.Request) {
			begun <- struct{}{}
			answers.Body(200, `{"estado":"ok","data":{}}`)(rw, r)
		},
		"PUT " + acctest.SancionPagar: func(rw http.ResponseWriter, r *http.Request) {
			sent++ // as a service does that accepts another code
			answers.Body(200, `{"estado":"ok","data":{}}`)(rw, r)
		},
	}))
	p, first := w.Proto(nil), make(chan acctest.Result)
	go func() { first <- p.Apply(acctest.ParkingSancion, acctest.Result{}, paidOne) }()
	<-begun
	second := p.Apply(acctest.ParkingSancion, acctest.Result{}, paidOtherwise)
	acctest.ExpectState(t, "first", <-first, acctest.Values{"pagada": true})
	acctest.ExpectRefused(t, "second", second, "pago: Sanction paid by another block")
	if sent != 1 {
		t.Errorf("%d payments were sent, wanted 1", sent)
	}
	acctest.Expect(t, "an action", p.Invoke(acctest.PagarSancion, acctest.Values{"sancion_id": 1, "pago_tipo": 1, "pago_codigo": "TX-3"}).Errors(),
		"pago_codigo: Sanction paid by another block")
	acctest.NoErrors(t, "another run", w.Proto(nil).Apply(acctest.ParkingSancion, acctest.Result{}, paidOtherwise))
}

// A payment that was rejected does not stand in the way of another code, not even in the same process.
func TestSancionRejectedThenAnotherCode(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec("INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 2, 3)")
	p := w.Proto(nil)
	acctest.ExpectRefused(t, "rejected", p.Apply(acctest.ParkingSancion, acctest.Result{}, paidOne), "pago: Unable to record payment")
	acctest.ExpectState(t, "paid", p.Apply(acctest.ParkingSancion, acctest.Result{}, paidOtherwise), acctest.Values{"pagada": true})
}

// A block that waits for another one until its time is over sends nothing.
func TestSancionWaitsForItsTurn(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	begun, free := make(chan struct{}), make(chan struct{})
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.SancionCerrar: func(rw http.ResponseWriter, r *http.Request) {
		close(begun)
		<-free
		w.Box.ServeHTTP(rw, r)
	}}))
	p, first := w.Proto(nil), make(chan acctest.Result)
	go func() { first <- p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.Values{"sancion_id": 1}) }()
	<-begun
	hasty := paidOne.With(acctest.Values{"timeouts": acctest.Values{"create": "50ms"}})
	acctest.ExpectRefused(t, "second", p.Apply(acctest.ParkingSancion, acctest.Result{}, hasty), "Unable to close sanction")
	action := acctest.Values{"sancion_id": 1, "pago_tipo": 2, "pago_codigo": "TX-1", "timeouts": acctest.Values{"invoke": "50ms"}}
	acctest.Expect(t, "action", p.Invoke(acctest.PagarSancion, action).Errors(), "Unable to record payment")
	close(free)
	acctest.NoErrors(t, "first", <-first)
	w.ExpectRequests(map[string]int{"sancion_cerrar": 1})
}

// A code that the service refused, and that the list does not show, gives way to another.
func TestSancionPaymentRefusedAndAnotherCode(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec("INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 2, 3)")
	created := w.Proto(nil).Apply(acctest.ParkingSancion, acctest.Result{}, acctest.Values{"sancion_id": 1})
	paid, other := acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago}, acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago.With(acctest.Values{"pago_codigo": "TX-2"})}
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.SancionPagar: answers.Body(http.StatusBadGateway, "<html>")}))
	lost := w.Proto(nil).Apply(acctest.ParkingSancion, created, paid)
	w.Answer(nil)
	acctest.Expect(t, "lost", sancionPlanErrors(w.Proto(nil), lost, other), "pago: Payment outcome unknown")
	refused := w.Proto(acctest.WithList).Apply(acctest.ParkingSancion, lost, paid)
	acctest.Expect(t, "refused", refused.Errors(), "pago: Unable to record payment")
	acctest.NoErrors(t, "done", w.Proto(nil).Apply(acctest.ParkingSancion, refused, other))
	w.ExpectCount(1, acctest.PaymentsOfOne)
}
