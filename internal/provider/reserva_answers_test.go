package provider

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How parking_reserva takes what the service answers, or fails to answer.

// A payment, extension or cancellation whose answer is lost after it was carried
// out counts as done, and is done once.
func TestReservaAnswersLost(t *testing.T) {
	t.Parallel()
	for operation, change := range map[string]values{
		"reserva_pagar":    paidReserva,
		"reserva_extender": declaredReserva.with(values{"minutos": 50}),
		"reserva_cancelar": nil,
	} {
		for _, fault := range []sandbox.Fault{
			{Kind: sandbox.Drop}, {Kind: sandbox.HTML}, {Kind: sandbox.Truncated}, {Kind: sandbox.Empty},
			{Kind: sandbox.Status500, When: sandbox.After}, {Kind: sandbox.Status503, When: sandbox.After},
			{Kind: sandbox.Delay, Delay: 2 * time.Second},
		} {
			t.Run(fmt.Sprint(operation, fault.Kind, fault.When), func(t *testing.T) {
				t.Parallel()
				w, _, created := reservaWorld(t, declaredReserva, nil)
				settings := values{"max_retries": 2}
				if fault.Kind == sandbox.Delay {
					settings["request_timeout"] = "1s"
				}
				p := w.proto(settings)
				fault.Key, fault.Times = operation, 1
				w.box.Inject(fault)
				changed := p.apply("parking_reserva", created, change)
				if len(changed.diags) > 0 {
					t.Fatal(changed.errors(), changed.warnings())
				}
				// Among all that are active it might not be found, since that list changes all the time.
				// Only that it is active no more takes that list: the filtered one may hide it.
				all := 0
				if operation == "reserva_cancelar" {
					all = 1
				}
				if n := w.count("SELECT COUNT(*) FROM journal WHERE method = 'GET' AND query <> 'tramo_id=5&vehiculo_id=1'"); n != all {
					t.Errorf("looked for among all reservations %d times, wanted %d", n, all)
				}
				if made := w.requests(); made[operation] != 1 || made["reserva_bloquear"] != 0 {
					t.Errorf("requests: %v", made)
				}
				switch operation {
				case "reserva_pagar":
					if changed.state["pagada"] != true || w.count("SELECT COUNT(*) FROM pagos WHERE codigo = 'TX-1'") != 1 {
						t.Error(changed.state)
					}
				case "reserva_extender":
					if changed.state["minutos"] != 50 || w.count("SELECT minutos FROM reservas") != 50 {
						t.Error(changed.state)
					}
				default:
					if changed.state != nil || w.count(vigentes) != 0 {
						t.Error(changed.state)
					}
				}
			})
		}
	}
}

// A booking that takes a payment whose answer is lost is one booking and one payment.
func TestReservaPaymentLostOnCreation(t *testing.T) {
	t.Parallel()
	w := conVehiculo(t)
	w.box.Inject(sandbox.Fault{Key: "reserva_pagar", Kind: sandbox.Drop, Times: 1})
	created := w.proto(nil).apply("parking_reserva", result{}, paidReserva)
	if len(created.diags) > 0 || created.state["pagada"] != true {
		t.Error(created.errors(), created.warnings(), created.state)
	}
	// Before the booking, after the payment that seemed lost, and the read at the end.
	w.expectRequests(map[string]int{"reservas_activas": 3, "reserva_bloquear": 1, "reserva_pagar": 1})
}

// Whatever a payment ends in after the booking went well: the booking is in the
// state without an error, and the next plan pays.
func TestReservaBookedAndNotPaid(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		fault  sandbox.Fault
		says   []string
	}{
		{name: "refused", answer: body(422, `{"estado":"fail","error":"Los datos no son válidos","errores":{"pago_tipo":["Tipo desconocido"]}}`),
			says: []string{`AttributeName("pago").AttributeName("pago_tipo")`, "refuses pago_tipo of payment", "Tipo desconocido"}},
		{name: "unauthorized", answer: body(403, `{"estado":"fail","error":"No autorizado"}`), says: []string{"PARKING_CREDENTIAL"}},
		{name: "throttled", answer: body(429, broken), says: []string{"max_concurrency"}},
		{name: "not there", answer: body(404, `{"estado":"fail","error":"La reserva no existe"}`), says: []string{"no existe"}},
		{name: "never carried out", fault: sandbox.Fault{Kind: sandbox.Status500}, says: []string{`payment "TX-1" of reservation 1`, "and is not there"}},
		{name: "lost", fault: sandbox.Fault{Kind: sandbox.Drop, When: sandbox.Before}, says: []string{"It is not known whether", "tries this very code again", "GET /external/reservas-activas?tramo_id=5&vehiculo_id=1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := conVehiculo(t)
			if c.answer != nil {
				w.answer(on(map[string]http.HandlerFunc{"PUT /external/reserva-pagar/1": c.answer}))
			} else {
				c.fault.Key = "reserva_pagar"
				w.box.Inject(c.fault)
			}
			p := w.proto(nil)
			created := p.apply("parking_reserva", result{}, paidReserva)
			if len(created.errors()) > 0 || created.state["id"] != 1 || created.state["pagada"] != false || created.state["activa"] != true || created.identity["id"] != 1 {
				t.Fatal("forgotten or tainted:", created.errors(), created.state)
			}
			expect(t, "warning", created.warnings(), append(c.says, "Reservation booked, and not paid", "Reservation 1 is booked", "The next apply pays it in place", "postcondition", "self.pagada")...)
			w.answer(nil)
			w.box.ClearFaults()
			paid := p.apply("parking_reserva", p.read("parking_reserva", created), paidReserva)
			if len(paid.diags) > 0 || paid.state["pagada"] != true || paid.state["id"] != 1 {
				t.Error(paid.errors(), paid.warnings(), paid.state)
			}
			if w.count("SELECT COUNT(*) FROM reservas") != 1 || w.count("SELECT COUNT(*) FROM pagos") != 1 {
				t.Error("booked or paid twice")
			}
		})
	}
}

// While it is not known whether a payment was recorded, no other code may be tried,
// whatever the next refresh sees. What was refused may be changed.
func TestReservaPaymentUnsettled(t *testing.T) {
	t.Parallel()
	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		w, p, created := reservaWorld(t, declaredReserva, nil)
		w.exec("INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 1, 7)")
		refused := p.apply("parking_reserva", created, paidReserva)
		expect(t, "error", refused.errors(), `AttributeName("pago").AttributeName("pago_codigo")`, "El código ya se usó en otro pago")
		if !reflect.DeepEqual(refused.state["datos"], created.state["datos"]) || refused.state["pagada"] != false {
			t.Error(refused.state)
		}
		paid := p.apply("parking_reserva", refused, declaredReserva.with(values{"pago": pagoDos}))
		if len(paid.diags) > 0 || paid.state["pagada"] != true {
			t.Error(paid.errors(), paid.state)
		}
	})
	t.Run("unknown", func(t *testing.T) {
		t.Parallel()
		w, p, created := reservaWorld(t, declaredReserva, values{"refresh_max_age": "1h"})
		w.box.Inject(sandbox.Fault{Key: "reserva_pagar", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
		unknown := p.apply("parking_reserva", created, paidReserva)
		expect(t, "error", unknown.errors(), "It is not known whether")
		w.requests()
		read := p.read("parking_reserva", unknown)
		w.expectRequests(map[string]int{"reservas_activas": 1}) // however fresh it is
		other := declaredReserva.with(values{"pago": pagoDos})
		expect(t, "another code", errorsOf(p.plan("parking_reserva", read, other).Diagnostics), `AttributeName("pago_codigo")`, "The outcome of a payment is not known", `Restore pago_codigo = "TX-1"`)
		// Taking pago out is no payment, and forgets nothing.
		without := p.apply("parking_reserva", read, declaredReserva)
		if len(without.diags) > 0 {
			t.Error(without.errors())
		}
		expect(t, "another code, later", errorsOf(p.plan("parking_reserva", without, other).Diagnostics), "The outcome of a payment is not known")
		w.expectRequests(map[string]int{})
		paid := p.apply("parking_reserva", without, paidReserva)
		if len(paid.diags) > 0 || paid.state["pagada"] != true {
			t.Error(paid.errors(), paid.state)
		}
		w.expectRequests(map[string]int{"reserva_pagar": 1, "reservas_activas": 2})
	})
	t.Run("unknown, then refused", func(t *testing.T) {
		t.Parallel()
		w, p, created := reservaWorld(t, declaredReserva, nil)
		w.box.Inject(sandbox.Fault{Key: "reserva_pagar", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
		unknown := p.apply("parking_reserva", created, paidReserva)
		expect(t, "error", unknown.errors(), "It is not known whether")
		w.exec("INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 1, 7)")
		refused := p.apply("parking_reserva", unknown, paidReserva)
		expect(t, "error", refused.errors(), "El código ya se usó en otro pago")
		// Now it is known that it was not recorded.
		paid := p.apply("parking_reserva", refused, declaredReserva.with(values{"pago": pagoDos}))
		if len(paid.diags) > 0 || paid.state["pagada"] != true {
			t.Error(paid.errors(), paid.state)
		}
	})
	t.Run("carried out after all", func(t *testing.T) {
		t.Parallel()
		w, p, created := reservaWorld(t, declaredReserva, nil)
		w.box.Inject(sandbox.Fault{Key: "reserva_pagar", Kind: sandbox.Drop, Times: 1})
		w.answer(afterFirst("GET /external/reservas-activas", body(500, broken)))
		unknown := p.apply("parking_reserva", created, paidReserva)
		expect(t, "error", unknown.errors(), "It is not known whether", "could not be looked for either")
		w.answer(nil)
		without := p.apply("parking_reserva", unknown, declaredReserva)
		w.requests()
		for name, declared := range map[string]values{"declared": paidReserva, "not declared any more": declaredReserva} {
			prior := unknown
			if name != "declared" {
				prior = without
			}
			read := p.read("parking_reserva", prior)
			if read.state["pagada"] != true {
				t.Errorf("%s: %v", name, read.state)
			}
			again := p.apply("parking_reserva", read, declared)
			if len(again.diags) > 0 || !reflect.DeepEqual(again.state, read.state) {
				t.Errorf("%s: %v %v", name, again.errors(), again.state)
			}
		}
		w.expectRequests(map[string]int{"reservas_activas": 2})
		read := p.read("parking_reserva", without)
		expect(t, "another code", errorsOf(p.plan("parking_reserva", read, declaredReserva.with(values{"pago": pagoDos})).Diagnostics), "A reservation is paid once", `with the code "TX-1"`)
		if same := p.apply("parking_reserva", read, paidReserva); len(same.diags) > 0 || same.state["pagada"] != true {
			t.Error(same.errors())
		}
		if w.count("SELECT COUNT(*) FROM pagos") != 1 {
			t.Error("paid twice")
		}
	})
}

// A reservation whose record carries a payment is not paid with another code: not in the
// plan, where a refresh saw it, and not in the apply, where none did.
func TestReservaPaidWithAnotherCode(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		declared  values
		refreshed bool
		wanted    string
	}{
		"refreshed":               {values{"pago": pagoDos}, true, `AttributeName("pago"): A reservation is paid once`},
		"not refreshed":           {values{"pago": pagoDos}, false, `AttributeName("pago"): A reservation is paid once`},
		"the same, refreshed":     {values{"pago": pagoUno}, true, ""},
		"the same, not refreshed": {values{"pago": pagoUno}, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, p, created := reservaWorld(t, declaredReserva, nil)
			p.apply("parking_reserva", created, paidReserva) // by a run that was killed, or in the application
			w.exec("UPDATE pagos SET codigo = ' tx-1 '")
			next := w.proto(nil)
			if c.refreshed {
				created = next.read("parking_reserva", created)
			}
			w.requests()
			changed := next.apply("parking_reserva", created, declaredReserva.with(c.declared))
			if made := w.requests(); made["reserva_pagar"] != 0 || c.refreshed && c.wanted != "" && len(made) > 0 {
				t.Error("a second payment was sent, or the plan was not refused:", made)
			}
			if c.wanted == "" {
				if len(changed.diags) > 0 || changed.state["pagada"] != true {
					t.Error(changed.errors(), changed.state)
				}
				return
			}
			expect(t, name, changed.errors(), c.wanted, `with the code " tx-1 "`)
		})
	}
}

// Nor is it after a declared payment failed and somebody paid it otherwise meanwhile; the
// way out is to declare that code.
func TestReservaPaidWithAnotherCodeMeanwhile(t *testing.T) {
	t.Parallel()
	w, p, created := reservaWorld(t, declaredReserva, nil)
	w.box.Inject(sandbox.Fault{Key: "reserva_pagar", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
	w.answer(func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodPut {
			w.exec("INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('APP-1', 1, 1)")
		}
		return nil
	})
	unknown := p.apply("parking_reserva", created, paidReserva)
	expect(t, "unknown", unknown.errors(), "It is not known whether", `reservation 1 is paid with the code "APP-1"`)
	w.answer(nil)
	w.requests()
	for name, prior := range map[string]result{"refreshed": p.read("parking_reserva", unknown), "not refreshed": unknown} {
		expect(t, name, p.apply("parking_reserva", prior, paidReserva).errors(), "A reservation is paid once", `"APP-1"`)
		settled := p.apply("parking_reserva", p.read("parking_reserva", prior), declaredReserva.with(values{"pago": values{"pago_tipo": 1, "pago_codigo": "APP-1", "enviar_recibo": nil}}))
		if len(settled.diags) > 0 || settled.state["pagada"] != true {
			t.Error(name, settled.errors(), settled.state)
		}
	}
	if n := w.requests()["reserva_pagar"]; n != 0 {
		t.Error("a second payment was sent")
	}
}

// fromPayment gives handlers to answer, from the first PUT on.
func fromPayment(routes map[string]http.HandlerFunc) func(*http.Request) http.HandlerFunc {
	var paying atomic.Bool
	return func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodPut {
			paying.Store(true)
		}
		if !paying.Load() {
			return nil
		}
		return routes[r.Method+" "+r.URL.Path]
	}
}

// A refusal may mean that it is paid already: then the record carries the code.
func TestReservaPaidAlready(t *testing.T) {
	t.Parallel()
	const refusal = `{"estado":"fail","error":"La reserva está pagada"}`
	refuse := func(w *world) http.HandlerFunc {
		return func(rw http.ResponseWriter, r *http.Request) {
			w.exec("UPDATE reservas SET estado = 'pagada'")
			body(http.StatusConflict, refusal)(rw, r)
		}
	}
	t.Run("with this code", func(t *testing.T) {
		t.Parallel()
		w, p, created := reservaWorld(t, declaredReserva, nil)
		w.answer(func(r *http.Request) http.HandlerFunc {
			if r.Method == http.MethodPut {
				w.exec("INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('TX-1', 1, 1)")
			}
			return nil
		})
		paid := p.apply("parking_reserva", created, paidReserva)
		expect(t, "warning", paid.warnings(), "Reservation was paid already", "nothing was paid now", `"TX-1"`)
		if len(paid.errors()) > 0 || paid.state["pagada"] != true {
			t.Error(paid.errors(), paid.state)
		}
	})
	t.Run("with another code", func(t *testing.T) {
		t.Parallel()
		w, p, created := reservaWorld(t, declaredReserva, nil)
		w.answer(on(map[string]http.HandlerFunc{"PUT /external/reserva-pagar/1": func(rw http.ResponseWriter, r *http.Request) {
			w.exec("INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('TX-9', 1, 1)")
			refuse(w)(rw, r)
		}}))
		paid := p.apply("parking_reserva", created, paidReserva)
		expect(t, "error", paid.errors(), "Unable to record payment", "La reserva está pagada")
		if paid.state["pagada"] != false {
			t.Error(paid.state)
		}
		if read := p.read("parking_reserva", paid); read.state["pagada"] != false {
			t.Error("another's payment counts as the declared one")
		}
	})
	for name, list := range map[string]string{
		"nobody can tell":     broken,
		"the record does not": `{"estado":"ok","data":[{"id":1}]}`,
		"no list shows it":    `{"estado":"ok","data":[]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, p, created := reservaWorld(t, declaredReserva, nil)
			w.answer(fromPayment(map[string]http.HandlerFunc{"PUT /external/reserva-pagar/1": refuse(w), "GET /external/reservas-activas": body(200, list), "GET /external/reservas": body(200, list)}))
			unknown := p.apply("parking_reserva", created, paidReserva)
			expect(t, "error", unknown.errors(), "Rejected; it may already exist", "could not be looked for", "La reserva está pagada")
			expect(t, "another code", errorsOf(p.plan("parking_reserva", unknown, declaredReserva.with(values{"pago": pagoDos})).Diagnostics), "The outcome of a payment is not known")
		})
	}
	t.Run("what has nothing to do with it costs no other look", func(t *testing.T) {
		t.Parallel()
		w, p, created := reservaWorld(t, declaredReserva, nil)
		for status, text := range map[int]string{401: broken, 403: broken, 404: broken, 429: broken} {
			w.answer(on(map[string]http.HandlerFunc{"PUT /external/reserva-pagar/1": body(status, text)}))
			if failed := p.apply("parking_reserva", created, paidReserva); len(failed.errors()) != 1 || failed.state["pagada"] != false {
				t.Error(failed.errors(), failed.state)
			}
			w.expectRequests(map[string]int{"reservas_activas": 1})
		}
	})
}

// What was paid, and what cannot be undone, is refused while it is a plan.
func TestReservaPlanRefusals(t *testing.T) {
	t.Parallel()
	w, p, created := reservaWorld(t, paidReserva.with(values{"pago": pagoUno.with(values{"enviar_recibo": true})}), nil)
	declared := values{"tramo_id": 5, "vehiculo_id": 1, "minutos": 20, "pago": created.state["pago"]}
	refused := func(what string, change values, says ...string) {
		t.Helper()
		expect(t, what, errorsOf(p.plan("parking_reserva", created, declared.with(change)).Diagnostics), says...)
	}
	restore := `Restore pago = { pago_tipo = 1, pago_codigo = "TX-1", enviar_recibo = true }`
	refused("fewer minutes", values{"minutos": 10}, `AttributeName("minutos"): A reservation cannot be shortened`, "has no operation to shorten", "Restore minutos = 20", "give the resource block another name")
	refused("pago taken out", values{"pago": nil}, `AttributeName("pago"): A payment cannot be changed`, restore)
	refused("another code", values{"pago": pagoUno.with(values{"enviar_recibo": true, "pago_codigo": "TX-2"})}, restore)
	refused("another type", values{"pago": pagoUno.with(values{"enviar_recibo": true, "pago_tipo": 2})}, restore)
	refused("no receipt", values{"pago": pagoUno}, restore)
	// Another reservation may have all that.
	moved := p.plan("parking_reserva", created, declared.with(values{"tramo_id": 6, "minutos": 10, "pago": nil}))
	if len(moved.Diagnostics) > 0 || len(moved.RequiresReplace) != 1 {
		t.Error(errorsOf(moved.Diagnostics), moved.RequiresReplace)
	}
	w.exec("UPDATE reservas SET fin = inicio - 1")
	ended := p.read("parking_reserva", p.read("parking_reserva", created))
	created = ended
	refused("more minutes of an ended one", values{"minutos": 30}, `AttributeName("minutos"): A reservation that has ended cannot be extended`, "Restore minutos = 20")
	w.requests()
	if same := p.apply("parking_reserva", p.read("parking_reserva", ended), declared); len(same.diags) > 0 || !reflect.DeepEqual(same.state, ended.state) {
		t.Error(same.errors(), same.state)
	}
	w.expectRequests(map[string]int{})
}

// A receipt that was not asked for with the payment does not come later.
func TestReservaReceiptTooLate(t *testing.T) {
	t.Parallel()
	_, p, created := reservaWorld(t, paidReserva, nil)
	late := p.plan("parking_reserva", created, declaredReserva.with(values{"pago": pagoUno.with(values{"enviar_recibo": true})}))
	expect(t, "late", errorsOf(late.Diagnostics), "A payment cannot be changed", `Restore pago = { pago_tipo = 1, pago_codigo = "TX-1" }`)
}

// An update says in the plan what it comes to, and leaves the rest as it is.
func TestReservaPlannedValues(t *testing.T) {
	t.Parallel()
	_, p, created := reservaWorld(t, declaredReserva, nil)
	planned := func(change values) values {
		resp := p.plan("parking_reserva", created, declaredReserva.with(change))
		if len(resp.Diagnostics) > 0 {
			t.Error(errorsOf(resp.Diagnostics))
		}
		return p.decode(p.schema.ResourceSchemas["parking_reserva"].ValueType(), resp.PlannedState)
	}
	unknown := func(v any) bool { value, ok := v.(tftypes.Value); return ok && !value.IsKnown() }
	if v := planned(values{"pago": pagoUno}); v["pagada"] != true || !unknown(v["datos"]) || v["activa"] != true || v["id"] != 1 {
		t.Error(v)
	}
	if v := planned(values{"minutos": 30}); v["pagada"] != false || !unknown(v["datos"]) {
		t.Error(v)
	}
	if v := planned(values{"timeouts": values{"read": "1m"}}); v["pagada"] != false || unknown(v["datos"]) {
		t.Error(v)
	}
	object, _ := p.schema.ResourceSchemas["parking_reserva"].ValueType().(tftypes.Object)
	if v := planned(values{"pago": tftypes.NewValue(object.AttributeTypes["pago"], tftypes.UnknownValue)}); !unknown(v["pagada"]) || !unknown(v["datos"]) {
		t.Error(v)
	}
}

// extendedTo is what the service holds of the only reservation.
func extendedTo(w *world, minutos int) {
	w.t.Helper()
	if n := w.count("SELECT minutos FROM reservas"); n != minutos {
		w.t.Errorf("the service holds %d minutes, wanted %d", n, minutos)
	}
}

// What somebody else extended is not drift, and counts when it is extended here.
func TestReservaExtendedElsewhere(t *testing.T) {
	t.Parallel()
	w, p, created := reservaWorld(t, declaredReserva, nil)
	w.exec("UPDATE reservas SET minutos = 40")
	read := p.read("parking_reserva", created)
	if datos, _ := read.state["datos"].(values); read.state["minutos"] != 20 || datos["minutos"] != 40 {
		t.Error(read.state)
	}
	w.requests()
	less := p.apply("parking_reserva", read, declaredReserva.with(values{"minutos": 30}))
	if len(less.diags) > 0 || less.state["minutos"] != 30 {
		t.Error(less.errors(), less.state)
	}
	w.expectRequests(map[string]int{})
	extendedTo(w, 40)
	more := p.apply("parking_reserva", less, declaredReserva.with(values{"minutos": 70}))
	if len(more.diags) > 0 || more.state["minutos"] != 70 {
		t.Error(more.errors(), more.state)
	}
	extendedTo(w, 70)

	w.exec("UPDATE reservas SET minutos = 50") // shorter than declared: the plan raises it
	fewer := p.read("parking_reserva", more)
	if fewer.state["minutos"] != 50 {
		t.Error(fewer.state)
	}
	if healed := p.apply("parking_reserva", fewer, declaredReserva.with(values{"minutos": 70})); len(healed.diags) > 0 || healed.state["minutos"] != 70 {
		t.Error(healed.errors(), healed.state)
	}
	extendedTo(w, 70)

	w.exec("UPDATE reservas SET minutos = 33") // no number of minutes that can be booked
	if odd := p.read("parking_reserva", more); odd.state["minutos"] != 70 {
		t.Error(odd.state)
	}
	w.exec("UPDATE reservas SET minutos = 50, fin = inicio - 1")
	if ended := p.read("parking_reserva", more); ended.state["minutos"] != 70 || ended.state["activa"] != false {
		t.Error("a plan would raise what has ended:", ended.state)
	}
}

// An extension that a killed run, another plan or somebody else carried out before this
// apply, which nothing has refreshed since, is not added once more.
func TestReservaExtendedSinceThePlan(t *testing.T) {
	t.Parallel()
	for have, sent := range map[int]int{20: 1, 30: 1, 50: 0, 60: 0} {
		w, p, created := reservaWorld(t, declaredReserva, nil)
		w.exec("UPDATE reservas SET minutos = ?", have)
		w.requests()
		extended := p.apply("parking_reserva", created, declaredReserva.with(values{"minutos": 50}))
		if n := w.count("SELECT minutos FROM reservas"); len(extended.diags) > 0 || n != max(have, 50) || extended.state["minutos"] != 50 {
			t.Errorf("%d minutes were booked, 50 are declared, and %d are booked: %v", have, n, extended.errors())
		}
		if made := w.requests(); made["reserva_extender"] != sent || made["reservas_activas"] != 2 {
			t.Errorf("%d minutes were booked: %v", have, made)
		}
	}
}

// An extension whose outcome is not known is not sent again before it is known.
func TestReservaExtensionUnsettled(t *testing.T) {
	t.Parallel()
	longer := declaredReserva.with(values{"minutos": 50})
	for _, carriedOut := range []bool{false, true} {
		t.Run(fmt.Sprint(carriedOut), func(t *testing.T) {
			t.Parallel()
			w, p, created := reservaWorld(t, declaredReserva, values{"refresh_max_age": "1h"})
			fault := sandbox.Fault{Key: "reserva_extender", Kind: sandbox.Drop, Times: 1, When: sandbox.Before}
			if carriedOut {
				fault.When = sandbox.After
			}
			w.box.Inject(fault)
			w.answer(afterFirst("GET /external/reservas-activas", body(500, broken)))
			unknown := p.apply("parking_reserva", created, longer)
			expect(t, "error", unknown.errors(), "Unable to extend reservation", "extension of reservation 1 by 30 minutes", "It is not known whether", "extends it by what is missing", "To check by hand")
			if unknown.state["minutos"] != 20 {
				t.Error(unknown.state)
			}
			w.answer(nil)
			// Without a refresh nothing is known still.
			expect(t, "not refreshed", errorsOf(p.plan("parking_reserva", unknown, longer).Diagnostics), `AttributeName("minutos")`, "It is not known whether the reservation was extended", "-refresh=false")
			// Nor where the record does not tell.
			w.answer(on(map[string]http.HandlerFunc{"GET /external/reservas-activas": body(200, `{"estado":"ok","data":[{"id":1}]}`)}))
			expect(t, "not told", errorsOf(p.plan("parking_reserva", p.read("parking_reserva", unknown), longer).Diagnostics), "It is not known whether the reservation was extended")
			w.answer(nil)
			done := p.apply("parking_reserva", p.read("parking_reserva", unknown), longer)
			if len(done.diags) > 0 || done.state["minutos"] != 50 {
				t.Error(done.errors(), done.state)
			}
			extendedTo(w, 50)
		})
	}
}

func TestReservaExtensionRefused(t *testing.T) {
	t.Parallel()
	w, p, created := reservaWorld(t, declaredReserva, nil)
	refused := p.apply("parking_reserva", created, declaredReserva.with(values{"minutos": 100000, "pago": pagoUno}))
	expect(t, "error", refused.errors(), `AttributeName("minutos")`, "Unable to extend reservation", "refuses minutos of extension of reservation 1", "Nothing was changed")
	expectSame(t, "refused", refused.state, created.state)
	w.expectRequests(map[string]int{"reservas_activas": 1, "reserva_extender": 1}) // and not paid

	w.answer(on(map[string]http.HandlerFunc{"GET /external/reservas-activas": body(500, broken)}))
	unread := p.apply("parking_reserva", created, declaredReserva.with(values{"minutos": 30}))
	expect(t, "error", unread.errors(), "nothing was extended", "Nothing was changed")
	if strings.Contains(unread.errors()[0], "not known") {
		t.Error(unread.errors())
	}
	w.answer(nil)
	// Extended, and then not paid: what was done is in the state.
	w.box.Inject(sandbox.Fault{Key: "reserva_pagar", Kind: sandbox.Status500})
	half := p.apply("parking_reserva", created, declaredReserva.with(values{"minutos": 30, "pago": pagoUno}))
	expect(t, "error", half.errors(), "Unable to record payment")
	if half.state["minutos"] != 30 || half.state["pagada"] != false {
		t.Error(half.state)
	}
	extendedTo(w, 30)
	w.box.ClearFaults()
	w.requests()
	if done := p.apply("parking_reserva", half, declaredReserva.with(values{"minutos": 30, "pago": pagoUno})); len(done.diags) > 0 || done.state["pagada"] != true {
		t.Error(done.errors(), done.state)
	}
	w.expectRequests(map[string]int{"reserva_pagar": 1, "reservas_activas": 2})
}

// A write that went well is no error when it cannot be read back.
func TestReservaNotReadBack(t *testing.T) {
	t.Parallel()
	w := conVehiculo(t)
	w.answer(afterFirst("GET /external/reservas-activas", body(500, broken)))
	p := w.proto(nil)
	created := p.apply("parking_reserva", result{}, paidReserva)
	expect(t, "warning", created.warnings(), "Reservation saved, but not read back", "reservation 1", "base de datos")
	if len(created.errors()) > 0 || created.state["pagada"] != true {
		t.Error(created.errors(), created.state)
	}
	w.answer(nil)
	w.requests()
	w.answer(afterFirst("GET /external/reservas-activas", body(500, broken))) // the look before the extension goes through
	longer := p.apply("parking_reserva", created, paidReserva.with(values{"minutos": 30}))
	expect(t, "warning", longer.warnings(), "Reservation saved, but not read back")
	if len(longer.errors()) > 0 || longer.state["minutos"] != 30 || !reflect.DeepEqual(longer.state["datos"], created.state["datos"]) {
		t.Error(longer.errors(), longer.state)
	}
}

// When nothing could be read before, nothing was booked, and the error says so.
func TestReservaNotBooked(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]http.HandlerFunc{
		"failing": body(500, broken), "no reservations": body(200, `{"estado":"ok","data":[{"minutos":10}]}`), "unauthorized": body(401, broken),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := conVehiculo(t)
			w.answer(on(map[string]http.HandlerFunc{"GET /external/reservas-activas": list}))
			created := w.proto(nil).apply("parking_reserva", result{}, declaredReserva)
			expect(t, "error", created.errors(), "Unable to create reservation", "of vehicle 1 in section 5", "nothing was booked", "Nothing was changed")
			if created.state != nil || strings.Contains(created.errors()[0], "not known") || w.count("SELECT COUNT(*) FROM reservas") != 0 {
				t.Error(created.state, created.errors())
			}
			w.expectRequests(map[string]int{})
		})
	}
	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		w := conVehiculo(t)
		p := w.proto(nil)
		for attribute, wrong := range map[string]int{"tramo_id": 999, "vehiculo_id": 99, "celda_id": 1, "conector_id": 1, "minutos": 100000} {
			created := p.apply("parking_reserva", result{}, declaredReserva.with(values{attribute: wrong}))
			expect(t, attribute, created.errors(), `AttributeName("`+attribute+`")`, "Unable to create reservation")
			if created.state != nil {
				t.Error(created.state)
			}
		}
		w.answer(on(map[string]http.HandlerFunc{"GET /external/reservas-activas": body(404, none)}))
		if created := p.apply("parking_reserva", result{}, declaredReserva); len(created.diags) > 0 || created.state["id"] != 1 {
			t.Error("that there are none is an answer too:", created.errors())
		}
	})
}

// A booking that is accepted without an identifier is kept, and not booked again.
func TestReservaWithoutIdentifier(t *testing.T) {
	t.Parallel()
	w := conVehiculo(t)
	w.answer(on(map[string]http.HandlerFunc{
		"POST /external/reserva-bloquear": w.carriedOut(`{"estado":"ok","data":{"message":"hecho"}}`),
		"GET /external/reservas-activas":  body(200, `{"estado":"ok","data":[]}`),
	}))
	p := w.proto(nil)
	created := p.apply("parking_reserva", result{}, paidReserva)
	expect(t, "warning", created.warnings(), "Reservation booked, and its identifier not known", "A10", "terraform import parking_reserva.NAME ID", "GET /external/reservas-activas?tramo_id=5&vehiculo_id=1")
	if len(created.errors()) > 0 || created.state["id"] != nil || created.state["pagada"] != false || created.state["activa"] != true {
		t.Fatal("forgotten or tainted:", created.errors(), created.state)
	}
	w.requests()
	read := p.read("parking_reserva", created)
	expect(t, "warning", read.warnings(), "Reservation without an identifier", "terraform state rm")
	expectSame(t, "read", read.state, created.state)
	expect(t, "paying", p.apply("parking_reserva", read, paidReserva).errors(), "Unable to record payment", "returned no identifier")
	expect(t, "extending", p.apply("parking_reserva", read, declaredReserva.with(values{"minutos": 30})).errors(), "Unable to extend reservation", "returned no identifier")
	gone := p.apply("parking_reserva", read, nil)
	expect(t, "warning", gone.warnings(), "Reservation stays on the service", "the service's own application")
	if len(gone.errors()) > 0 || gone.state != nil {
		t.Error(gone.errors(), gone.state)
	}
	w.expectRequests(map[string]int{})
}

// reservas answers one record, or none, on either list.
func reservas(active, all string) func(*http.Request) http.HandlerFunc {
	page := func(records string) http.HandlerFunc { return body(200, `{"estado":"ok","data":[`+records+`]}`) }
	return on(map[string]http.HandlerFunc{"GET /external/reservas-activas": page(active), "GET /external/reservas": page(all)})
}

// A reservation is found by its id, whatever else the lists hold; it has ended only
// where the list of all shows it and that of the active ones twice does not.
func TestReservaRead(t *testing.T) {
	t.Parallel()
	const other = `{"id":7,"vehiculo_id":1,"tramo_id":5,"minutos":90}`
	w, p, created := reservaWorld(t, declaredReserva, nil)
	read := func(answer func(*http.Request) http.HandlerFunc) result {
		t.Helper()
		w.answer(answer)
		read := p.read("parking_reserva", created)
		if len(read.errors()) > 0 || read.state == nil || read.state["id"] != 1 || read.identity["id"] != 1 || read.state["minutos"] != 20 {
			t.Error(read.errors(), read.state, read.identity)
		}
		return read
	}
	if found := read(reservas(other+`,{"reserva_id":"1","vehiculo_id":3,"minutos":"20","extra":[1,null]}`, "")); found.state["activa"] != true || found.state["tramo_id"] != 5 || found.state["vehiculo_id"] != 1 ||
		!reflect.DeepEqual(found.state["datos"], values{"vehiculo_id": 3, "minutos": "20", "extra": []any{1, nil}}) {
		t.Error(found.state)
	}
	ended := read(reservas(other, other+`,{"id":1,"estado":"finalizada"}`))
	if ended.state["activa"] != false || !reflect.DeepEqual(ended.state["datos"], values{"estado": "finalizada"}) || len(ended.warnings()) > 0 {
		t.Error(ended.state, ended.warnings())
	}
	ended = p.read("parking_reserva", ended) // and once more, since the list may have lagged
	w.answer(on(map[string]http.HandlerFunc{"GET /external/reservas-activas": body(500, broken), "GET /external/reservas": body(500, broken)}))
	if again := p.read("parking_reserva", ended); len(again.diags) > 0 || !reflect.DeepEqual(again.state, ended.state) {
		t.Error("read again:", again.errors(), again.state)
	}

	// That no list shows it proves nothing.
	for name, answer := range map[string]func(*http.Request) http.HandlerFunc{
		"others": reservas(other, other), "nothing": reservas("", ""),
		"nothing to list": on(map[string]http.HandlerFunc{"GET /external/reservas-activas": body(404, none), "GET /external/reservas": body(404, none)}),
	} {
		vanished := read(answer)
		expect(t, name, vanished.warnings(), "Reservation not listed as active", "nothing proves that it has ended", "Destroying it still sends the cancellation", "terraform state rm")
		expectSame(t, name, vanished.state, created.state)
		w.answer(nil)
		if back := p.read("parking_reserva", vanished); back.state["activa"] != true || len(back.diags) > 0 {
			t.Error("not looked for again:", back.state)
		}
	}

	// A listing that lost it for a moment is no evidence.
	asked := 0
	moment := read(func(r *http.Request) http.HandlerFunc {
		if asked++; asked == 1 {
			return body(200, `{"estado":"ok","data":[]}`)
		}
		return nil
	})
	if moment.state["activa"] != true {
		t.Error("taken for ended:", moment.state)
	}

	for name, answer := range map[string]func(*http.Request) http.HandlerFunc{
		"active":         on(map[string]http.HandlerFunc{"GET /external/reservas-activas": body(500, broken)}),
		"all":            on(map[string]http.HandlerFunc{"GET /external/reservas-activas": body(200, `{"estado":"ok","data":[]}`), "GET /external/reservas": body(500, broken)}),
		"not a list":     on(map[string]http.HandlerFunc{"GET /external/reservas-activas": body(200, `{"estado":"ok","data":{}}`)}),
		"not the caller": on(map[string]http.HandlerFunc{"GET /external/reservas-activas": body(403, broken)}),
	} {
		w.answer(answer)
		failed := p.read("parking_reserva", created)
		expect(t, name, failed.errors(), "Unable to read reservation", "reservation 1")
		expectSame(t, name, failed.state, created.state)
	}
}

// The filters go to the service; an end costs three requests in each of two refreshes, and then none.
func TestReservaReadRequests(t *testing.T) {
	t.Parallel()
	w, p, created := reservaWorld(t, declaredReserva, nil)
	p.read("parking_reserva", created)
	w.expectRequests(map[string]int{"reservas_activas": 1})
	w.exec("UPDATE reservas SET fin = inicio - 1")
	ended := p.read("parking_reserva", created)
	// The last look is at all: a filter that leaves the list of the active ones empty proves nothing.
	if n := w.count("SELECT COUNT(*) FROM journal WHERE query = 'tramo_id=5&vehiculo_id=1'"); n != 2 {
		t.Errorf("%d requests carry the filters", n)
	}
	w.expectRequests(map[string]int{"reservas_activas": 2, "reservas": 1})
	ended = p.read("parking_reserva", ended)
	w.expectRequests(map[string]int{"reservas_activas": 2, "reservas": 1})
	planned := p.apply("parking_reserva", p.read("parking_reserva", ended), declaredReserva)
	expectSame(t, "planned again", planned.state, ended.state)
	w.expectRequests(map[string]int{})
	w.exec("DELETE FROM reservas")
	p.read("parking_reserva", created)
	w.expectRequests(map[string]int{"reservas_activas": 2, "reservas": 2}) // with the filters, and without
}

func TestReservaRefreshMaxAge(t *testing.T) {
	t.Parallel()
	w, p, created := reservaWorld(t, declaredReserva, values{"refresh_max_age": "1h"})
	expectSame(t, "fresh", p.read("parking_reserva", created).state, created.state)
	w.expectRequests(map[string]int{})
	w.proto(values{"refresh_max_age": "1ns"}).read("parking_reserva", created)
	w.expectRequests(map[string]int{"reservas_activas": 1})
}

// What is paid cannot be cancelled, and leaves the state with a warning; any other
// failure leaves it in the state.
func TestReservaDelete(t *testing.T) {
	t.Parallel()
	w, p, created := reservaWorld(t, declaredReserva, nil)
	for name, c := range map[string]struct {
		answer  http.HandlerFunc
		warning string
		errs    string
	}{
		"refused":             {body(422, `{"estado":"fail","error":"Ahora no"}`), "", "It is listed, and is not paid"},
		"refused at 200":      {body(200, `{"estado":"fail","error":"internal error, try again"}`), "", "Reservation 1 was not cancelled, and stays in the state"},
		"gone":                {body(404, `{"estado":"fail","error":"La reserva no existe"}`), "", ""},
		"gone at 200":         {body(200, `{"estado":"fail","error":"La reserva no existe"}`), "", ""},
		"no such route":       {body(404, `{"estado":"fail","error":"La ruta no existe"}`), "", "base_url"},
		"unauthorized":        {body(401, broken), "", "PARKING_CREDENTIAL"},
		"throttled":           {body(429, broken), "", "max_concurrency"},
		"failing, with a say": {body(500, broken), "", "and is not there.\n\nNothing has to be cleaned up"},
		"failing":             {body(500, "<html>"), "", "and is not there"},
		"contradictory":       {body(400, `{"estado":"ok","data":{}}`), "", "Unable to carry out cancellation"},
	} {
		w.answer(on(map[string]http.HandlerFunc{"PUT /external/reserva-cancelar/1": c.answer}))
		gone := p.apply("parking_reserva", created, nil)
		switch {
		case c.errs != "":
			expect(t, name, gone.errors(), "Unable to carry out cancellation", "cancellation of reservation 1", c.errs)
			expectSame(t, name, gone.state, created.state)
			continue
		case c.warning != "":
			expect(t, name, gone.warnings(), "Reservation stays on the service", "Reservation 1 of vehicle 1 in section 5", c.warning)
		default:
			if len(gone.warnings()) > 0 {
				t.Error(name, gone.warnings())
			}
		}
		if len(gone.errors()) > 0 || gone.state != nil {
			t.Error(name, gone.errors(), gone.state)
		}
	}
	// A payment explains the refusal, and so does the end.
	refusal := body(200, `{"estado":"fail","error":"internal error, try again"}`)
	w.answer(on(map[string]http.HandlerFunc{"PUT /external/reserva-cancelar/1": refusal, "GET /external/reservas-activas": body(200, `{"estado":"ok","data":[]}`), "GET /external/reservas": body(200, `{"estado":"ok","data":[]}`)}))
	hidden := p.apply("parking_reserva", created, nil)
	expect(t, "hidden", hidden.errors(), "Unable to carry out cancellation", "No list of the service shows it, which does not prove that it has ended", "terraform state rm")
	expectSame(t, "hidden", hidden.state, created.state)
	w.answer(on(map[string]http.HandlerFunc{"PUT /external/reserva-cancelar/1": refusal}))
	w.exec("INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('TX-9', 1, 1)")
	paid := p.apply("parking_reserva", created, nil)
	expect(t, "paid", paid.warnings(), "Reservation stays on the service", "Reservation 1 of vehicle 1 in section 5", "internal error")
	w.exec("DELETE FROM pagos")
	w.answer(on(map[string]http.HandlerFunc{"PUT /external/reserva-cancelar/1": func(rw http.ResponseWriter, r *http.Request) {
		w.exec("UPDATE reservas SET estado = 'cancelada'")
		refusal(rw, r)
	}}))
	if done := p.apply("parking_reserva", created, nil); len(done.diags) > 0 || done.state != nil || len(paid.errors()) > 0 || paid.state != nil {
		t.Error(done.errors(), done.warnings(), paid.errors())
	}
	w.exec("UPDATE reservas SET estado = 'bloqueada'")
	w.answer(on(map[string]http.HandlerFunc{"PUT /external/reserva-cancelar/1": body(500, ""), "GET /external/reservas-activas": body(500, broken)}))
	unknown := p.apply("parking_reserva", created, nil)
	expect(t, "unknown", unknown.errors(), "It is not known whether", "The next run cancels it where it is active")
	expectSame(t, "unknown", unknown.state, created.state)
	// One that no list shows is cancelled all the same.
	w.answer(reservas("", ""))
	vanished := p.read("parking_reserva", created)
	w.requests()
	if gone := p.apply("parking_reserva", vanished, nil); len(gone.diags) > 0 || w.count(vigentes) != 0 {
		t.Error("not cancelled:", gone.errors(), gone.warnings())
	}
	w.answer(nil)
	w.exec("UPDATE reservas SET estado = 'bloqueada', fin = inicio - 1")
	once := p.read("parking_reserva", created)
	ended := p.read("parking_reserva", once)
	w.requests()
	if gone := p.apply("parking_reserva", once, nil); len(gone.diags) > 0 { // the list may have lagged: it is cancelled, in case
		t.Error(gone.errors(), gone.warnings())
	}
	w.expectRequests(map[string]int{"reserva_cancelar": 1, "reservas_activas": 2, "reservas": 1})
	gone := p.apply("parking_reserva", ended, nil)
	expect(t, "ended", gone.warnings(), "Reservation stays on the service", "it has ended")
	w.expectRequests(map[string]int{})
}

func TestReservaImport(t *testing.T) {
	t.Parallel()
	w, _, created := reservaWorld(t, paidReserva.with(values{"celda_id": 17, "conector_id": 3}), nil)
	declared := paidReserva.with(values{"celda_id": 17, "conector_id": 3})
	for name, how := range map[string]func(p *proto) result{
		"identity": func(p *proto) result { return p.importIdentity("parking_reserva", values{"id": 1}) },
		"id":       func(p *proto) result { return p.importID("parking_reserva", "1") },
	} {
		p := w.proto(nil) // of its own: in one run these were two blocks
		imported := how(p)
		read := p.read("parking_reserva", imported)
		if len(imported.diags)+len(read.diags) > 0 || !reflect.DeepEqual(read.identity, created.identity) {
			t.Error(name, imported.errors(), imported.warnings(), read.errors())
		}
		expectSame(t, name, read.state, created.state)
		again := p.apply("parking_reserva", read, declared)
		if len(again.diags) > 0 {
			t.Error(name, again.errors())
		}
		expectSame(t, name+", planned", again.state, read.state)
	}
	w.expectRequests(map[string]int{"reservas_activas": 4})
	p := w.proto(nil)
	imported := p.importID("parking_reserva", "1")
	w.requests()
	// What the record does not tell of the payment may be declared; the rest not.
	receipt := declared.with(values{"pago": pagoUno.with(values{"enviar_recibo": true})})
	if kept := p.apply("parking_reserva", imported, receipt); len(kept.diags) > 0 {
		t.Error(kept.errors())
	}
	expect(t, "another code", errorsOf(p.plan("parking_reserva", imported, declared.with(values{"pago": pagoDos})).Diagnostics), "A payment cannot be changed")
	// A cell that the service chose is not left for another reservation.
	chosen := p.plan("parking_reserva", imported, paidReserva)
	if len(chosen.Diagnostics) > 0 || len(chosen.RequiresReplace) > 0 {
		t.Error(errorsOf(chosen.Diagnostics), chosen.RequiresReplace)
	}
	expect(t, "shorter", errorsOf(p.plan("parking_reserva", imported, paidReserva.with(values{"minutos": 10})).Diagnostics), "cannot be shortened")
	if moved := p.plan("parking_reserva", imported, declared.with(values{"celda_id": 18})); len(moved.RequiresReplace) != 1 {
		t.Error(moved.RequiresReplace)
	}
	w.expectRequests(map[string]int{})

	for _, bad := range []string{"x", "0", "-1", "1/2", "1.5", "007"} {
		expect(t, bad, p.importID("parking_reserva", bad).errors(), "Invalid import identifier", "3401")
	}
	w.expectRequests(map[string]int{})
	expect(t, "none", p.importID("parking_reserva", "77").errors(), "Unable to import reservation", "shows reservation 77")
	w.exec("UPDATE reservas SET fin = inicio - 1")
	p = w.proto(nil)
	ended := p.importID("parking_reserva", "1")
	w.requests()
	if read := p.read("parking_reserva", ended); read.state["activa"] != false || len(read.diags) > 0 {
		t.Error(read.state, read.errors())
	}
	w.expectRequests(map[string]int{})
}

// A10 promises no more than the id.
func TestReservaImportNotTold(t *testing.T) {
	t.Parallel()
	w, p, _ := reservaWorld(t, declaredReserva, nil)
	for record, missing := range map[string]string{
		`{"id":1}`: "vehiculo_id, tramo_id, minutos",
		`{"id":1,"vehiculo_id":1,"tramo_id":5,"pago_codigo":null}`:                "its minutos,",
		`{"id":1,"vehiculo_id":1,"tramo_id":null,"minutos":20}`:                   "its tramo_id,",
		`{"id":1,"vehiculo_id":"uno","tramo_id":5,"minutos":20,"celda_id":"dos"}`: "its vehiculo_id,",
	} {
		w.answer(reservas(record, ""))
		expect(t, record, p.importID("parking_reserva", "1").errors(), "Unable to import reservation", "does not tell its", missing)
	}
	w.answer(reservas(`{"id":1,"vehiculo_id":"1","tramo_id":5,"minutos":20,"celda_id":null}`, ""))
	imported := p.importID("parking_reserva", "1")
	expect(t, "warning", imported.warnings(), "Payment status unknown", "do not declare pago")
	if imported.state["pago"] != nil || imported.state["pagada"] != false || imported.state["vehiculo_id"] != 1 || imported.state["celda_id"] != nil {
		t.Error(imported.state)
	}
	w.answer(reservas(`{"id":1,"vehiculo_id":1,"tramo_id":5,"minutos":20,"pago_codigo":33}`, ""))
	imported = p.importID("parking_reserva", "1")
	if imported.state["pagada"] != true || !reflect.DeepEqual(imported.state["pago"], values{"pago_tipo": nil, "pago_codigo": "33", "enviar_recibo": nil}) {
		t.Error(imported.state)
	}
	if kept := p.apply("parking_reserva", imported, declaredReserva.with(values{"pago": values{"pago_tipo": 4, "pago_codigo": "33"}})); len(kept.diags) > 0 {
		t.Error(kept.errors())
	}
	w.answer(on(map[string]http.HandlerFunc{"GET /external/reservas-activas": body(500, broken)}))
	expect(t, "failing", p.importID("parking_reserva", "1").errors(), "Unable to import reservation", "base de datos")
}

func TestReservaProviderNotKnownYet(t *testing.T) {
	t.Parallel()
	_, _, created := reservaWorld(t, declaredReserva, nil)
	p := newProto(t)
	if diags := p.configure(values{"base_url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue), "credential": "x"}); len(diags) > 0 {
		t.Fatal(errorsOf(diags))
	}
	read := p.read("parking_reserva", created)
	if len(read.diags) > 0 {
		t.Error(read.errors())
	}
	expectSame(t, "read", read.state, created.state)
	resp := p.plan("parking_reserva", created, declaredReserva)
	if len(resp.Diagnostics) > 0 {
		t.Error(errorsOf(resp.Diagnostics))
	}
	expect(t, "error", p.importID("parking_reserva", "1").errors(), "Provider configuration not known yet", "base_url")
}

// A paid reservation is not given up for another one that is to be paid with its code.
func TestReservaSpentCode(t *testing.T) {
	t.Parallel()
	w, p, created := reservaWorld(t, paidReserva, nil)
	for _, change := range []values{{"celda_id": 17}, {"tramo_id": 6}, {"conector_id": 3}} {
		moved := p.plan("parking_reserva", created, paidReserva.with(change))
		expect(t, "moved", errorsOf(moved.Diagnostics), `AttributeName("pago").AttributeName("pago_codigo")`, "A payment code is taken once", `Reservation 1 is paid with the code "TX-1"`, "Restore what it was booked with")
	}
	w.expectRequests(map[string]int{})
	for _, pago := range []any{nil, pagoDos} {
		if other := p.plan("parking_reserva", created, paidReserva.with(values{"tramo_id": 6, "pago": pago})); len(other.Diagnostics) > 0 {
			t.Error(errorsOf(other.Diagnostics))
		}
	}
}

// A record is recognised however it writes its numbers, and its code.
func TestReservaNumbers(t *testing.T) {
	t.Parallel()
	for name, record := range map[string]string{
		"fractions": `{"id":41.0,"vehiculo_id":1.0,"tramo_id":5.0,"minutos":20.0,"pago_codigo":33.0}`,
		"exponents": `{"id":4.1e1,"vehiculo_id":1e0,"tramo_id":5e0,"minutos":2e1,"pago_codigo":33}`,
		"texts":     `{"reserva_id":"41","vehiculo_id":"1","tramo_id":"5","minutos":"20.0","pago_codigo":"33"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := conVehiculo(t)
			declared := declaredReserva.with(values{"pago": pagoUno.with(values{"pago_codigo": "33"})})
			w.answer(reservas(record, record))
			p := w.proto(nil)
			created := p.apply("parking_reserva", result{}, declared)
			expect(t, "warning", created.warnings(), "Existing reservation adopted", "reservation 41", "the declared payment")
			read := p.read("parking_reserva", created)
			expectSame(t, "read", read.state, created.state)
			if planned := p.apply("parking_reserva", read, declared); len(planned.diags) > 0 {
				t.Error(planned.errors())
			}
			// A payment that no block declares counts as that of an import.
			imported := w.proto(nil).importID("parking_reserva", "41")
			if !reflect.DeepEqual(imported.state["pago"], values{"pago_tipo": nil, "pago_codigo": "33", "enviar_recibo": nil}) || imported.state["minutos"] != 20 {
				t.Error(imported.errors(), imported.state)
			}
			// What somebody else extended counts when it is extended here.
			w.answer(reservas(strings.NewReplacer("20.0", "40.0", "2e1", "4e1").Replace(record), ""))
			extended := p.apply("parking_reserva", p.read("parking_reserva", created), declared.with(values{"minutos": 40}))
			if len(extended.diags) > 0 || extended.state["minutos"] != 40 {
				t.Error(extended.errors(), extended.state)
			}
		})
	}
}

// A cancellation by the action that was refused and carried out all the same is one.
func TestReservaCancelActionRefused(t *testing.T) {
	t.Parallel()
	w := conReserva(t)
	refuse := func(change string) {
		w.answer(on(map[string]http.HandlerFunc{"PUT /external/reserva-cancelar/1": func(rw http.ResponseWriter, r *http.Request) {
			w.exec(change)
			body(200, `{"estado":"fail","error":"internal error, try again"}`)(rw, r)
		}}))
	}
	p := w.proto(nil)
	refuse("UPDATE reservas SET minutos = minutos")
	expect(t, "not done", p.invoke(cancelarReserva, actionConfigs[cancelarReserva]).errors(), "Unable to carry out cancellation", "internal error", "Reservation 1 was not cancelled")
	refuse("UPDATE reservas SET estado = 'cancelada'")
	p.invoke(cancelarReserva, actionConfigs[cancelarReserva]).expectLines(t, "Looking whether reservation 1 is active.", "Cancelling reservation 1.", "Reservation 1 is cancelled.")
}
