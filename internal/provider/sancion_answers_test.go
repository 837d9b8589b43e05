package provider

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// The closing of a sanction is repeated blindly, and whatever happens to its answer
// the sanction is paid once.
func TestSancionClosingAnswerLost(t *testing.T) {
	t.Parallel()
	for _, fault := range []sandbox.Fault{
		{Kind: sandbox.Drop}, {Kind: sandbox.HTML}, {Kind: sandbox.Truncated}, {Kind: sandbox.Empty}, {Kind: sandbox.Status500, When: sandbox.After},
		{Kind: sandbox.Drop, When: sandbox.Before}, {Kind: sandbox.Status503}, {Kind: sandbox.Delay, Delay: 1200 * time.Millisecond},
	} {
		t.Run(fmt.Sprint(fault.Kind, fault.When), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			fault.Key, fault.Times = "sancion_cerrar", 1
			w.box.Inject(fault)
			created := w.proto(values{"max_retries": 2, "request_timeout": "1s"}).apply(parkingSancion, result{}, declaredSancion)
			if len(created.diags) > 0 {
				t.Fatal(created.errors(), created.warnings())
			}
			expectSame(t, "created", created.state, heldOne)
			w.expectRequests(map[string]int{"sancion_cerrar": 2, "sancion_pagar": 1})
		})
	}
}

// Without repeats, or when they fail too, nothing is in the state and nothing is
// paid; the next run closes it again.
func TestSancionNotClosed(t *testing.T) {
	t.Parallel()
	for text, c := range map[string]struct {
		fault sandbox.Fault
		says  []string
	}{
		"lost":      {sandbox.Fault{Kind: sandbox.Drop}, []string{"It is not known whether the service carried this out", "The next run closes it again, which changes nothing where it is closed"}},
		"failed":    {sandbox.Fault{Kind: sandbox.Status500}, []string{"HTTP 500", "The next run closes it again"}},
		"throttled": {sandbox.Fault{Kind: sandbox.Status429}, []string{"max_concurrency", "Nothing was changed"}},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			c.fault.Key = "sancion_cerrar"
			w.box.Inject(c.fault)
			p := w.proto(values{"request_timeout": "200ms"})
			created := p.apply(parkingSancion, result{}, declaredSancion)
			expect(t, "error", created.errors(), append(c.says, "Unable to close sanction", "Could not close sanction 1")...)
			if created.state != nil || w.count(paymentsOfOne) != 0 {
				t.Errorf("state %v, %d payments", created.state, w.count(paymentsOfOne))
			}
			w.box.ClearFaults()
			again := w.proto(nil).apply(parkingSancion, result{}, declaredSancion)
			if len(again.diags) > 0 {
				t.Error(again.errors())
			}
			expectSame(t, "the next run", again.state, heldOne)
		})
	}
}

func TestSancionThatDoesNotExist(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, http.StatusOK} { // 0: the sandbox's own statuses
		w := newWorld(t, sandbox.Options{FailStatus: status})
		created := w.proto(withList).apply(parkingSancion, result{}, values{"sancion_id": 999, "pago": declaredPago})
		expect(t, "error", created.errors(), `AttributeName("sancion_id")`, "No such sanction", "The service has no sanction 999", "Nothing was changed")
		w.expectRequests(map[string]int{"sancion_cerrar": 1})
		if created.state != nil {
			t.Errorf("it is in the state: %v", created.state)
		}
	}
}

// What the service says of a closure is on its attribute.
func TestSancionClosingRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.answer(on(map[string]http.HandlerFunc{"PUT " + sancionCerrar: body(422, `{"estado":"fail","error":"no vale","errores":{"observaciones":["largo"]}}`)}))
	created := w.proto(nil).apply(parkingSancion, result{}, declaredSancion)
	expect(t, "error", created.errors(), `AttributeName("observaciones")`, "Unable to close sanction", "largo", "no vale")
}

// When the sanction is closed and not paid there is no state, so that nothing is
// replaced; the next run closes it again and pays.
func TestSancionClosedAndNotPaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(withList)
	w.box.Inject(sandbox.Fault{Key: "sancion_pagar", Kind: sandbox.Status429, Times: 1})
	created := w.proto(withList.with(values{"request_timeout": "100ms"})).apply(parkingSancion, result{}, declaredSancion)
	expect(t, "error", created.errors(), "Unable to record payment", `Could not record payment "TX-1" of sanction 1`, "Nothing was changed by this request")
	if created.state != nil || w.count(anySancion) != 1 || w.count(paymentsOfOne) != 0 {
		t.Errorf("state %v", created.state)
	}
	w.expectRequests(map[string]int{"sancion_cerrar": 1, "sancion_pagar": 1})
	again := p.apply(parkingSancion, result{}, declaredSancion)
	if len(again.diags) > 0 {
		t.Error(again.errors(), again.warnings())
	}
	expectSame(t, "the next run", again.state, heldOne)
	w.expectRequests(map[string]int{"sancion_cerrar": 1, "sancion_pagar": 1})
}

// Remarks that somebody else changed are no reason not to pay: they are fixed, and
// a read shows them.
func TestSancionPaidWithOtherRemarks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	created := p.apply(parkingSancion, result{}, declaredSancion.with(values{"pago": nil}))
	w.exec(closeElsewhere)
	if paid := p.apply(parkingSancion, created, declaredSancion); len(paid.diags) > 0 || paid.state["pagada"] != true || w.count(paymentsOfOne) != 1 {
		t.Error(paid.errors(), paid.state)
	}
}

// A payment that is added later and not recorded leaves the state as it was.
func TestSancionPaymentAddedAndLost(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	unpaid := declaredSancion.with(values{"pago": nil})
	created := p.apply(parkingSancion, result{}, unpaid)
	w.box.Inject(sandbox.Fault{Key: "sancion_pagar", Kind: sandbox.Drop, Times: 1})
	updated := p.apply(parkingSancion, created, declaredSancion)
	expect(t, "error", updated.errors(), "Unable to record payment", "It is not known whether")
	expectSame(t, "unchanged", updated.state, created.state)
	paid := p.apply(parkingSancion, created, declaredSancion)
	expect(t, "warning", paid.warnings(), "Payment was there already", `sanction 1 as paid with pago_codigo "TX-1"`, "It was not paid again")
	expectSame(t, "the next run", paid.state, heldOne)
	w.expectRequests(map[string]int{"sancion_cerrar": 3, "sancion_pagar": 1})
}

// Without the list, a payment whose answer is lost ends in an error that says what is
// unknown. The next run does not pay again where the closure's answer tells that it
// is paid; where it does not, the service refuses, and the error says what to check.
func TestSancionPaymentLostWithoutTheList(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.box.Inject(sandbox.Fault{Key: "sancion_pagar", Kind: sandbox.HTML, Times: 1})
	p := w.proto(nil)
	created := p.apply(parkingSancion, result{}, declaredSancion)
	expect(t, "error", created.errors(), "Unable to record payment", "set endpoints.sanciones in the provider block", "It is not known whether the service carried it out",
		"Nothing has to be cleaned up", "The next run looks whether the sanction is paid with this code", `To check by hand: the list of sanctions (endpoints.sanciones), where sanction 1 carries pago_codigo "TX-1"`)
	if created.state != nil || w.count(paymentsOfOne) != 1 || strings.Contains(created.errors()[0], "adopt_existing") {
		t.Errorf("%v, state %v", created.errors(), created.state)
	}
	w.requests()

	w.answer(on(map[string]http.HandlerFunc{"PUT " + sancionCerrar: body(200, `{"estado":"ok","data":{"message":"Cerrada"}}`)}))
	silent := w.proto(nil).apply(parkingSancion, result{}, declaredSancion)
	if errs := silent.errors(); silent.state != nil || len(errs) == 0 || !strings.Contains(errs[0], `Ask the service whether sanction 1 is paid with pago_codigo "TX-1"`) || !strings.Contains(errs[0], "endpoints.sanciones") {
		t.Errorf("state %v, %q", silent.state, errs)
	}
	listed := w.proto(withList).apply(parkingSancion, result{}, declaredSancion)
	expect(t, "warning", listed.warnings(), "Payment was there already")
	expectSame(t, "with the list", listed.state, heldOne)
	w.answer(nil)
	w.requests()

	again := w.proto(nil).apply(parkingSancion, result{}, declaredSancion)
	expect(t, "warning", again.warnings(), "Payment was there already")
	expectSame(t, "the next run", again.state, heldOne)
	w.expectRequests(map[string]int{"sancion_cerrar": 1})
}

// A refusal that may mean that it is paid already is looked into; errores are on
// their attributes.
func TestSancionPaymentRefused(t *testing.T) {
	t.Parallel()
	const used = `{"estado":"fail","error":"No vale","errores":{"pago_codigo":["El código ya se usó"],"cliente_id":"raro"}}`
	const plain = `{"estado":"fail","error":"La sanción ya está pagada"}`
	list := func(fields string) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":[{"id":8},{"id":1,"estado":"cerrada"`+fields+`}]}`)
	}
	for name, c := range map[string]struct {
		refusal string
		list    http.HandlerFunc // nil: endpoints.sanciones is not set
		errs    [][]string
	}{
		"unpaid": {plain, list(`,"pagada":0,"pago_codigo":null`), [][]string{{"Unable to record payment", "ya está pagada", "The list of sanctions shows sanction 1 without a pago_codigo, so this payment was not recorded"}}},
		"other":  {plain, list(`,"pagada":1,"pago_codigo":"OTRO"`), [][]string{{`shows sanction 1 with pago_codigo "OTRO"`, "paid already with another code"}}},
		"absent": {plain, body(200, `{"estado":"ok","data":[]}`), [][]string{{"does not show sanction 1", `Ask the service whether it is paid with pago_codigo "TX-1"`}}},
		"broken": {plain, body(500, `{"estado":"fail","error":"base de datos"}`), [][]string{{"it may already exist", "base de datos", "To check by hand", "carries pago_codigo"}}},
		"none":   {plain, nil, [][]string{{"If an earlier run lost an answer", "With endpoints.sanciones", "take pago out of the block"}}},
		"fields": {used, nil, [][]string{
			{`AttributeName("pago").AttributeName("pago_codigo")`, "El código ya se usó", "No vale", "If an earlier run lost an answer"},
			{`AttributeName("pago").AttributeName("cliente_id")`, "raro"}}},
		"paid":      {used, list(`,"pagada":"1","pago_codigo":"TX-1","pago_tipo":"2"`), nil},
		"paid else": {used, list(`,"pagada":1,"pago_codigo":"TX-1","pago_tipo":3`), [][]string{{`AttributeName("pago").AttributeName("pago_tipo")`, "paid with pago_tipo = 3", "Declare pago_tipo = 3"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			settings := values{}
			if c.list != nil {
				settings = withList
			}
			w.answer(on(map[string]http.HandlerFunc{"PUT " + sancionPagar: body(422, c.refusal), "GET " + sanciones: c.list}))
			created := w.proto(settings).apply(parkingSancion, result{}, declaredSancion)
			if c.errs == nil {
				expect(t, "warning", created.warnings(), "Payment was there already")
				if len(created.errors()) > 0 || created.state["pagada"] != true {
					t.Error(created.errors(), created.state)
				}
				return
			}
			if created.state != nil || len(created.errors()) != len(c.errs) {
				t.Fatalf("state %v, %q", created.state, created.errors())
			}
			for i, says := range c.errs {
				expect(t, name, created.errors()[i:i+1], says...)
			}
		})
	}
}

// A sanction that was closed or paid before is taken as it is where that is as
// declared. It is never paid a second time, whatever the code.
func TestSancionClosedOrPaidBefore(t *testing.T) {
	t.Parallel()
	paid := values{"sancion_id": 1, "pago": declaredPago}
	for name, c := range map[string]struct {
		before   []string
		settings values
		declared values
		closing  string // what is answered to the closure, if not the record
		pays     bool
		says     []string // of the error; nil: it succeeds
	}{
		"closed with other remarks":        {[]string{closeElsewhere}, nil, declaredSancion, "", false, []string{`AttributeName("observaciones")`, `was closed with observaciones "Ajena"`, `Declare observaciones = "Ajena"`}},
		"closed, no remarks declared":      {[]string{closeElsewhere}, nil, paid, "", true, nil},
		"closed with the declared remarks": {[]string{closeElsewhere}, nil, declaredSancion.with(values{"observaciones": "Ajena"}), "", true, nil},
		"paid as declared":                 {[]string{closeElsewhere, payElsewhere}, nil, paid, "", false, nil},
		"paid with another code":           {[]string{closeElsewhere, payDifferently}, nil, paid, "", false, []string{`AttributeName("pago").AttributeName("pago_codigo")`, `paid with pago_codigo = "OTRO"`, `Declare pago_codigo = "OTRO"`}},
		"paid, not managed":                {[]string{closeElsewhere, payDifferently}, nil, values{"sancion_id": 1}, "", false, nil},
		"paid, and nothing tells how":      {[]string{closeElsewhere, payElsewhere}, nil, paid, `{"id":1,"pagada":1}`, false, []string{`AttributeName("pago")`, "Sanction is paid already", "nothing was paid", "endpoints.sanciones"}},
		"paid, and the list tells how":     {[]string{closeElsewhere, payElsewhere}, withList, paid, `{"id":1,"pagada":1,"pago_codigo":""}`, false, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			for _, query := range c.before {
				w.exec(query)
			}
			if c.closing != "" {
				w.answer(on(map[string]http.HandlerFunc{"PUT " + sancionCerrar: w.carriedOut(`{"estado":"ok","data":` + c.closing + `}`)}))
			}
			p := w.proto(c.settings)
			created := p.apply(parkingSancion, result{}, c.declared)
			if made := w.requests()["sancion_pagar"]; (made == 1) != c.pays {
				t.Errorf("paid %d times", made)
			}
			if c.says != nil {
				expect(t, "error", created.errors(), c.says...)
				if created.state != nil {
					t.Errorf("it is in the state: %v", created.state)
				}
				return
			}
			if len(created.errors()) > 0 {
				t.Fatal(created.errors())
			}
			read := w.proto(withList).read(parkingSancion, created)
			if errs := sancionPlanErrors(p, read, c.declared); len(errs) > 0 {
				t.Errorf("the next plan fails: %q", errs)
			}
			expectSame(t, "the next apply", p.apply(parkingSancion, read, c.declared).state, read.state)
		})
	}
}

// A state that shows the sanction as paid is never paid again either, even where no
// answer says so any more.
func TestSancionPaidByAnother(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.exec(closeElsewhere)
	w.exec(payDifferently)
	p := w.proto(nil)
	created := p.apply(parkingSancion, result{}, values{"sancion_id": 1})
	if created.state["pagada"] != true || created.state["pago"] != nil {
		t.Fatal(created.errors(), created.state)
	}
	w.answer(on(map[string]http.HandlerFunc{"PUT " + sancionCerrar: body(200, `{"estado":"ok","data":{}}`)}))
	w.requests()
	updated := p.apply(parkingSancion, created, values{"sancion_id": 1, "pago": declaredPago})
	expect(t, "error", updated.errors(), "Sanction is paid already")
	w.expectRequests(map[string]int{})
}

// The answers of the writes need not be records.
func TestSancionAnswersWithoutRecord(t *testing.T) {
	t.Parallel()
	for _, data := range []string{`{}`, `{"message":"hecho"}`, `"hecho"`, `[]`, `null`, `{"id":2,"estado":"cerrada","pagada":1}`, `{"id":1,"estado":"abierta","pagada":0}`, `{"id":"x"}`} {
		t.Run(data, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			done := w.carriedOut(`{"estado":"ok","data":` + data + `}`)
			w.answer(on(map[string]http.HandlerFunc{"PUT " + sancionCerrar: done, "PUT " + sancionPagar: done}))
			p := w.proto(values{"refresh_max_age": "1h"})
			closed := p.apply(parkingSancion, result{}, values{"sancion_id": 1})
			want := values{"sancion_id": 1, "observaciones": nil, "pago": nil, "cerrada": true, "pagada": nil, "datos": nil, "timeouts": nil}
			if len(closed.diags) > 0 {
				t.Error(closed.errors(), closed.warnings())
			}
			expectSame(t, "closed", closed.state, want)
			paid := p.apply(parkingSancion, closed, values{"sancion_id": 1, "pago": declaredPago})
			expectSame(t, "paid", paid.state, want.with(values{"pagada": true, "pago": heldOne["pago"]}))
			w.requests()
			// Nothing was told, so the list is worth a read.
			full := w.proto(withList.with(values{"refresh_max_age": "1h"})).read(parkingSancion, paid)
			w.expectRequests(map[string]int{"sanciones": 1})
			if full.state["datos"] == nil {
				t.Error(full.errors(), full.state)
			}
		})
	}
}

// A field of the record that is left out, or not what the sandbox sends, keeps the
// state; what is not understood is in datos.
func TestSancionFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(withList)
	created := p.apply(parkingSancion, result{}, declaredSancion.with(values{"pago": declaredPago.with(values{"cliente_id": 1})}))
	pago := func(changes values) values {
		return values{"pago": declaredPago.with(values{"cliente_id": 1}).with(changes)}
	}
	for fields, changes := range map[string]values{
		``:                                         {"datos": values{}},
		`,"estado":"CERRADA"`:                      {"datos": values{}},
		`,"estado":"archivada"`:                    {"datos": values{"estado": "archivada"}},
		`,"estado":7`:                              {"datos": values{"estado": 7}},
		`,"estado":"abierta"`:                      {"datos": values{}, "cerrada": false},
		`,"pagada":"0"`:                            {"datos": values{}, "pagada": false},
		`,"pagada":null`:                           {"datos": values{}, "pagada": false},
		`,"pagada":"1"`:                            {"datos": values{}},
		`,"pagada":true`:                           {"datos": values{}},
		`,"pagada":"si"`:                           {"datos": values{"pagada": "si"}},
		`,"observaciones":null`:                    {"datos": values{"observaciones": nil}, "observaciones": nil},
		`,"observaciones":""`:                      {"datos": values{"observaciones": ""}, "observaciones": nil},
		`,"observaciones":{"es":1}`:                {"datos": values{"observaciones": values{"es": 1}}},
		`,"observaciones":"Otra"`:                  {"datos": values{}, "observaciones": "Otra"},
		`,"pago_codigo":null`:                      {"datos": values{}},
		`,"pago_codigo":""`:                        {"datos": values{}},
		`,"pago_codigo":12`:                        pago(values{"pago_codigo": "12"}).with(values{"datos": values{}}),
		`,"pago_codigo":[1]`:                       {"datos": values{"pago_codigo": []any{1}}},
		`,"pago_tipo":3`:                           {"datos": values{}}, // without a code it is no payment
		`,"pago_codigo":"TX-1","pago_tipo":"3"`:    pago(values{"pago_tipo": 3}).with(values{"datos": values{}}),
		`,"pago_codigo":"TX-1","pago_tipo":null`:   {"datos": values{}},
		`,"pago_codigo":"TX-1","cliente_id":"2"`:   pago(values{"cliente_id": 2}).with(values{"datos": values{}}),
		`,"pago_codigo":"TX-1","cliente_id":null`:  {"datos": values{}},
		`,"pago_codigo":"TX-1","cliente_id":-1`:    {"datos": values{"cliente_id": -1}},
		`,"extra":{"a":[1,"x",null,2.5],"b":true}`: {"datos": values{"extra": values{"a": []any{1, "x", nil, 2.5}, "b": true}}},
	} {
		w.answer(on(map[string]http.HandlerFunc{"GET " + sanciones: body(200, `{"estado":"ok","data":[{"sancion_id":"1"`+fields+`}]}`)}))
		read := p.read(parkingSancion, created)
		if len(read.diags) > 0 {
			t.Errorf("%s: %v", fields, read.errors())
		}
		expectSame(t, fields, read.state, created.state.with(changes))
		expectSame(t, fields+", read again", p.read(parkingSancion, read).state, read.state)
	}
}

func TestSancionReadFailures(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(withList)
	created := p.apply(parkingSancion, result{}, declaredSancion)
	for name, answer := range map[string]http.HandlerFunc{
		"401":           body(401, `{"estado":"fail","error":"La sanción no existe"}`),
		"429":           body(429, `{"estado":"fail","error":"La sanción no existe"}`),
		"503":           body(503, `{"estado":"fail","error":"La sanción no existe"}`),
		"404 of a page": body(404, `<html>Not Found</html>`),
		"cut off":       body(200, `{"estado":"ok","data":[{"id":1,`),
		"other failure": body(200, `{"estado":"fail","error":"mantenimiento"}`),
		"no list":       body(200, `{"estado":"ok","data":{"id":1}}`),
		"no id":         body(200, `{"estado":"ok","data":[{"estado":"cerrada"}]}`),
	} {
		w.answer(func(*http.Request) http.HandlerFunc { return answer })
		read := w.proto(withList.with(values{"request_timeout": "200ms"})).read(parkingSancion, created)
		expect(t, name, read.errors(), "Unable to read sanction", "Could not read sanction 1")
		expectSame(t, name, read.state, created.state)
	}
}

// The two writes are within the time of the resource.
func TestSancionTimeout(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	for operation, says := range map[string]string{"sancion_cerrar": "Unable to close sanction", "sancion_pagar": "Unable to record payment"} {
		w.box.ClearFaults()
		w.box.Inject(sandbox.Fault{Key: operation, Kind: sandbox.Status429})
		created := w.proto(nil).apply(parkingSancion, result{}, declaredSancion.with(values{"timeouts": values{"create": "100ms"}}))
		if errs := created.errors(); created.state != nil || len(errs) != 1 || !strings.Contains(errs[0], says) {
			t.Errorf("%s: %q, state %v", operation, errs, created.state)
		}
	}
	w.box.ClearFaults()
	if created := p.apply(parkingSancion, result{}, declaredSancion); len(created.errors()) > 0 || w.count(paymentsOfOne) != 1 {
		t.Error(created.errors())
	}
}

// A service that takes blanks off a code would hold another than the one that is looked
// for; so they are refused in every payment.
func TestSancionPagoCodigo(t *testing.T) {
	t.Parallel()
	p := newWorld(t, sandbox.Options{}).proto(nil)
	for codigo, want := range map[string]string{"": "is empty", " P-1": "begins or ends with a blank", "P-1\t": "begins or ends with a blank"} {
		block := values{"sancion_id": 1, "pago": values{"pago_tipo": 1, "pago_codigo": codigo, "cliente_id": nil}}
		expect(t, codigo, p.validateResource(parkingSancion, block), `AttributeName("pago").AttributeName("pago_codigo")`, want)
	}
}
