package sancion

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Without repeats, or when they fail too, nothing is in the state and nothing is
// paid; the next run closes it again.
func TestSancionNotClosed(t *testing.T) {
	t.Parallel()
	type row struct {
		fault sandbox.Fault
	}
	acctest.Each(t, map[string]row{
		"lost":      {sandbox.Fault{Kind: sandbox.Drop}},
		"failed":    {sandbox.Fault{Kind: sandbox.Status500}},
		"throttled": {sandbox.Fault{Kind: sandbox.Status429}},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		c.fault.Key = "sancion_cerrar"
		w.Box.Inject(c.fault)
		p := w.Proto(acctest.Values{"request_timeout": "200ms"})
		created := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion)
		acctest.ExpectRefused(t, "error", created, "Unable to close sanction")
		w.ExpectCount(0, acctest.PaymentsOfOne)
		w.Box.ClearFaults()
		again := w.Proto(nil).Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion)
		acctest.ExpectWhole(t, "again", again, acctest.HeldOne)
	})
}

func TestSancionThatDoesNotExist(t *testing.T) {
	t.Parallel()
	for _, status := range []int{0, http.StatusOK} { // 0: the sandbox's own statuses
		w := acctest.NewServer(t, sandbox.Options{FailStatus: status})
		created := w.Proto(acctest.WithList).Apply(acctest.ParkingSancion, acctest.Result{}, acctest.Values{"sancion_id": 999, "pago": acctest.DeclaredPago})
		acctest.Expect(t, "error", created.Errors(), "sancion_id: No such sanction")
		w.ExpectRequests(map[string]int{"sancion_cerrar": 1})
		acctest.ExpectHeld(t, "created", created, nil)
	}
}

// What the service says of a closure is on its attribute.
func TestSancionClosingRefused(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.SancionCerrar: answers.Body(422, `{"estado":"fail","error":"no vale","errores":{"observaciones":["largo"]}}`)}))
	created := w.Proto(nil).Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion)
	acctest.Expect(t, "error", created.Errors(), "observaciones: Unable to close sanction")
}

// Remarks that somebody else changed are no reason not to pay: they are fixed, and
// a read shows them.
func TestSancionPaidWithOtherRemarks(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	created := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion.With(acctest.Values{"pago": nil}))
	w.Exec(acctest.CloseElsewhere)
	acctest.ExpectState(t, "paid", p.Apply(acctest.ParkingSancion, created, acctest.DeclaredSancion), acctest.Values{"pagada": true})
	w.ExpectCount(1, acctest.PaymentsOfOne)
}

// A refusal that may mean that it is paid already is looked into; errores are on
// their attributes.
func TestSancionPaymentRefused(t *testing.T) {
	t.Parallel()
	const used = `{"estado":"fail","error":"No vale","errores":{"pago_codigo":["El código ya se usó"],"cliente_id":"raro"}}`
	const plain = `{"estado":"fail","error":"La sanción ya está pagada"}`
	list := func(fields string) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":[{"id":8},{"id":1,"estado":"cerrada"`+fields+`}]}`)
	}
	type row struct {
		refusal string
		list    http.HandlerFunc // nil: endpoints.sanciones is not set
		errs    []string
	}
	acctest.Each(t, map[string]row{
		"unpaid":    {plain, list(`,"pagada":0,"pago_codigo":null`), []string{"Unable to record payment"}},
		"other":     {plain, list(`,"pagada":1,"pago_codigo":"OTRO"`), []string{"Unable to record payment"}},
		"absent":    {plain, answers.Body(200, `{"estado":"ok","data":[]}`), []string{"Unable to record payment"}},
		"broken":    {plain, answers.Body(500, `{"estado":"fail","error":"base de datos"}`), []string{"Unable to record payment"}},
		"none":      {plain, nil, []string{"Unable to record payment"}},
		"fields":    {used, nil, []string{"pago: Unable to record payment", "pago: Unable to record payment"}},
		"paid":      {used, list(`,"pagada":"1","pago_codigo":"TX-1","pago_tipo":"2"`), nil},
		"paid else": {used, list(`,"pagada":1,"pago_codigo":"TX-1","pago_tipo":3`), []string{"pago: Payment cannot be changed"}},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		settings := acctest.Values{}
		if c.list != nil {
			settings = acctest.WithList
		}
		w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.SancionPagar: answers.Body(422, c.refusal), "GET " + acctest.Sanciones: c.list}))
		created := w.Proto(settings).Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion)
		if c.errs == nil {
			acctest.Expect(t, "warning", created.Warnings(), "Payment already recorded")
			acctest.ExpectWarned(t, "created", created, acctest.Values{"pagada": true})
			return
		}
		acctest.ExpectRefused(t, "created", created, c.errs...)
	})
}

// A sanction that was closed or paid before is taken as it is where that is as
// declared. It is never paid a second time, whatever the code. Other remarks end a creation, for which ignore_changes does
// nothing: leaving them out is what works.
func TestSancionClosedOrPaidBefore(t *testing.T) {
	t.Parallel()
	paid := acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago}
	type row struct {
		before   []string
		settings acctest.Values
		declared acctest.Values
		closing  string // what is answered to the closure, if not the record
		pays     bool
		says     string // of the error; nil: it succeeds
	}
	acctest.Each(t, map[string]row{
		"closed with other remarks":        {[]string{acctest.CloseElsewhere}, nil, acctest.DeclaredSancion, "", false, "observaciones: observaciones of a closed sanction cannot be changed"},
		"closed without remarks":           {[]string{acctest.CloseElsewhere}, nil, acctest.DeclaredSancion, `{"id":1,"observaciones":null}`, false, "observaciones: observaciones of a closed sanction cannot be changed"},
		"closed, no remarks declared":      {[]string{acctest.CloseElsewhere}, nil, paid, "", true, ""},
		"closed with the declared remarks": {[]string{acctest.CloseElsewhere}, nil, acctest.DeclaredSancion.With(acctest.Values{"observaciones": "Ajena"}), "", true, ""},
		"paid as declared":                 {[]string{acctest.CloseElsewhere, acctest.PayElsewhere}, nil, paid, "", false, ""},
		"paid with another code":           {[]string{acctest.CloseElsewhere, acctest.PayDifferently}, nil, paid, "", false, "pago: Payment cannot be changed"},
		"paid, not managed":                {[]string{acctest.CloseElsewhere, acctest.PayDifferently}, nil, acctest.Values{"sancion_id": 1}, "", false, ""},
		"paid, and nothing tells how":      {[]string{acctest.CloseElsewhere, acctest.PayElsewhere}, nil, paid, `{"id":1,"pagada":1}`, false, "pago: Sanction already paid"},
		"paid, and the list tells how":     {[]string{acctest.CloseElsewhere, acctest.PayElsewhere}, acctest.WithList, paid, `{"id":1,"pagada":1,"pago_codigo":""}`, false, ""},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		for _, query := range c.before {
			w.Exec(query)
		}
		if c.closing != "" {
			w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.SancionCerrar: w.CarriedOut(`{"estado":"ok","data":` + c.closing + `}`)}))
		}
		p := w.Proto(c.settings)
		created := p.Apply(acctest.ParkingSancion, acctest.Result{}, c.declared)
		if made := w.Requests()["sancion_pagar"]; (made == 1) != c.pays {
			t.Errorf("paid %d times", made)
		}
		if c.says != "" {
			acctest.ExpectRefused(t, "error", created, c.says)
			return
		}
		acctest.NoErrors(t, "created", created)
		read := w.Proto(acctest.WithList).Read(acctest.ParkingSancion, created)
		acctest.Expect(t, "the next plan fails", sancionPlanErrors(p, read, c.declared))
		acctest.ExpectSame(t, "the next apply", p.Apply(acctest.ParkingSancion, read, c.declared).State, read.State)
	})
}

// A state that shows the sanction as paid is never paid again either, even where no
// answer says so any more.
func TestSancionPaidByAnother(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec(acctest.CloseElsewhere)
	w.Exec(acctest.PayDifferently)
	p := w.Proto(nil)
	created := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.Values{"sancion_id": 1})
	acctest.ExpectHeld(t, "created", created, acctest.Values{"pagada": true, "pago": nil})
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.SancionCerrar: answers.Body(200, `{"estado":"ok","data":{}}`)}))
	w.Requests()
	updated := p.Apply(acctest.ParkingSancion, created, acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago})
	acctest.Expect(t, "error", updated.Errors(), "pago: Sanction already paid")
	w.ExpectRequests(map[string]int{})
}

// An identifier that belongs to another sanction, after a restore or at another base_url, is not paid, not closed where a list
// shows it before, and not taken over by a refresh. What is shown without plate and section, or in another spelling, is the
// same one.
func TestSancionIdentifierOfAnother(t *testing.T) {
	t.Parallel()
	type row struct {
		closing, listed string // of the record that is answered
		other           bool
	}
	acctest.Each(t, map[string]row{
		"the list shows another plate":       {`{}`, `"placa":"ABC1234","tramo_id":3`, true},
		"the list shows another section":     {`{}`, `"tramo_id":4`, true},
		"the list shows it as paid":          {`{}`, `"placa":"ABC1234","pagada":1,"pago_codigo":"TX-1"`, true},
		"the answer shows another plate":     {`{"id":1,"placa":"ABC1234"}`, `"placa":"VBR-0101"`, true},
		"the answer shows another as unpaid": {`{"id":1,"placa":"ABC1234","pagada":0}`, `"placa":"VBR-0101"`, true},
		"another spelling":                   {`{"id":1,"tramo_id":"3"}`, `"placa":"vbr 0101"`, false},
		"neither plate nor section":          {`{"id":1}`, `"placa":null`, false},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		p := w.Proto(acctest.WithList)
		held := p.Read(acctest.ParkingSancion, p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.Values{"sancion_id": 1}))
		w.Requests()
		listed, closings := c.other && c.closing == "{}", 0
		w.Answer(answers.On(map[string]http.HandlerFunc{
			"PUT " + acctest.SancionCerrar: func(w http.ResponseWriter, r *http.Request) {
				closings++
				answers.Body(200, `{"estado":"ok","data":`+c.closing+`}`)(w, r)
			},
			"GET " + acctest.Sanciones: answers.Body(200, `{"estado":"ok","data":[{"id":1,"estado":"cerrada",`+c.listed+`}]}`),
		}))
		paid := p.Apply(acctest.ParkingSancion, held, acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago})
		if c.other {
			acctest.Expect(t, "paid", paid.Errors(), "Sanction is another one")
			acctest.ExpectSame(t, "paid", paid.State, held.State)
			w.ExpectRequests(map[string]int{})
			if listed && closings > 0 {
				t.Errorf("%d closings of another sanction", closings)
			}
			if read := w.Proto(acctest.WithList).Read(acctest.ParkingSancion, held); listed {
				acctest.Expect(t, "read", read.Errors(), "Sanction is another one")
				acctest.ExpectSame(t, "read", read.State, held.State)
			}
			return
		}
		acctest.NoErrors(t, "paid", paid)
		w.ExpectCount(1, acctest.PaymentsOfOne)
	})
}

// The answers of the writes need not be records.
func TestSancionAnswersWithoutRecord(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []string{`{}`, `{"message":"hecho"}`, `"hecho"`, `[]`, `null`, `{"id":2,"estado":"cerrada","pagada":1}`, `{"id":1,"estado":"abierta","pagada":0}`, `{"id":"x"}`}, func(t *testing.T, data string) {
		w := acctest.NewServer(t, sandbox.Options{})
		done := w.CarriedOut(`{"estado":"ok","data":` + data + `}`)
		w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.SancionCerrar: done, "PUT " + acctest.SancionPagar: done}))
		p := w.Proto(acctest.Values{"refresh_max_age": "1h"})
		closed := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.Values{"sancion_id": 1})
		want := acctest.Values{"sancion_id": 1, "observaciones": nil, "pago": nil, "cerrada": true, "pagada": nil, "datos": nil, "timeouts": nil}
		acctest.ExpectWhole(t, "closed", closed, want)
		paid := p.Apply(acctest.ParkingSancion, closed, acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago})
		acctest.ExpectSame(t, "paid", paid.State, want.With(acctest.Values{"pagada": true, "pago": acctest.HeldOne["pago"]}))
		w.Requests()
		// Nothing was told, so the list is worth a read.
		full := w.Proto(acctest.WithList.With(acctest.Values{"refresh_max_age": "1h"})).Read(acctest.ParkingSancion, paid)
		w.ExpectRequests(map[string]int{"sanciones": 1})
		datos, _ := acctest.HeldOne["datos"].(acctest.Values)
		acctest.ExpectState(t, "full", full, acctest.Values{"datos": datos.With(acctest.Values{"observaciones": nil})})
	})
}

// A field of the record that is left out, or not what the sandbox sends, keeps the
// state; what is not understood is in datos.
func TestSancionFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	created := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion.With(acctest.Values{"pago": acctest.DeclaredPago.With(acctest.Values{"cliente_id": 1})}))
	pago := func(changes acctest.Values) acctest.Values {
		return acctest.Values{"pago": acctest.DeclaredPago.With(acctest.Values{"cliente_id": 1}).With(changes)}
	}
	for fields, changes := range map[string]acctest.Values{
		``:                                         {"datos": acctest.Values{}},
		`,"estado":"CERRADA"`:                      {"datos": acctest.Values{}},
		`,"estado":"archivada"`:                    {"datos": acctest.Values{"estado": "archivada"}},
		`,"estado":7`:                              {"datos": acctest.Values{"estado": 7}},
		`,"estado":"abierta"`:                      {"datos": acctest.Values{}, "cerrada": false},
		`,"pagada":"0"`:                            {"datos": acctest.Values{}, "pagada": false},
		`,"pagada":null`:                           {"datos": acctest.Values{}, "pagada": false},
		`,"pagada":"1"`:                            {"datos": acctest.Values{}},
		`,"pagada":true`:                           {"datos": acctest.Values{}},
		`,"pagada":"si"`:                           {"datos": acctest.Values{"pagada": "si"}},
		`,"observaciones":null`:                    {"datos": acctest.Values{"observaciones": nil}, "observaciones": nil},
		`,"observaciones":""`:                      {"datos": acctest.Values{"observaciones": ""}, "observaciones": nil},
		`,"observaciones":{"es":1}`:                {"datos": acctest.Values{"observaciones": acctest.Values{"es": 1}}},
		`,"observaciones":"Otra"`:                  {"datos": acctest.Values{}, "observaciones": "Otra"},
		`,"pago_codigo":null`:                      {"datos": acctest.Values{}},
		`,"pago_codigo":""`:                        {"datos": acctest.Values{}},
		`,"pago_codigo":12`:                        pago(acctest.Values{"pago_codigo": "12"}).With(acctest.Values{"datos": acctest.Values{}}),
		`,"pago_codigo":[1]`:                       {"datos": acctest.Values{"pago_codigo": []any{1}}},
		`,"pago_tipo":3`:                           {"datos": acctest.Values{}}, // without a code it is no payment
		`,"pago_codigo":"TX-1","pago_tipo":"3"`:    pago(acctest.Values{"pago_tipo": 3}).With(acctest.Values{"datos": acctest.Values{}}),
		`,"pago_codigo":"TX-1","pago_tipo":null`:   {"datos": acctest.Values{}},
		`,"pago_codigo":"TX-1","cliente_id":"2"`:   {"datos": acctest.Values{}}, // perhaps the client that it sanctions
		`,"pago_codigo":"tx-1 "`:                   {"datos": acctest.Values{}},
		`,"pago_codigo":"OTRO","cliente_id":2`:     pago(acctest.Values{"pago_codigo": "OTRO", "cliente_id": 2}).With(acctest.Values{"datos": acctest.Values{}}),
		`,"pago_codigo":"TX-1","cliente_id":null`:  {"datos": acctest.Values{}},
		`,"pago_codigo":"TX-1","cliente_id":-1`:    {"datos": acctest.Values{"cliente_id": -1}},
		`,"extra":{"a":[1,"x",null,2.5],"b":true}`: {"datos": acctest.Values{"extra": acctest.Values{"a": []any{1, "x", nil, 2.5}, "b": true}}},
	} {
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Sanciones: answers.Body(200, `{"estado":"ok","data":[{"sancion_id":"1"`+fields+`}]}`)}))
		read := p.Read(acctest.ParkingSancion, created)
		acctest.ExpectWhole(t, fields, read, created.State.With(changes))
		acctest.ExpectSame(t, fields+", read again", p.Read(acctest.ParkingSancion, read).State, read.State)
	}
}

// A code that the service writes in capitals is the declared one.
func TestSancionCodeInCapitals(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	for _, query := range []string{acctest.CloseElsewhere, acctest.PayElsewhere} {
		w.Exec(query)
	}
	p := w.Proto(acctest.WithList)
	imported := p.Read(acctest.ParkingSancion, p.ImportID(acctest.ParkingSancion, "1"))
	declared := acctest.Values{"sancion_id": 1, "observaciones": "Ajena", "pago": acctest.DeclaredPago.With(acctest.Values{"pago_codigo": "tx-1"})}
	applied := p.Apply(acctest.ParkingSancion, imported, declared)
	acctest.NoMessages(t, "applied", applied)
	acctest.ExpectSame(t, "read", p.Read(acctest.ParkingSancion, applied).State, applied.State)
	w.ExpectCount(1, acctest.PaymentsOfOne)
}

func TestSancionReadFailures(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	created := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion)
	for name, answer := range map[string]http.HandlerFunc{
		"401":           answers.Body(401, `{"estado":"fail","error":"La sanción no existe"}`),
		"429":           answers.Body(429, `{"estado":"fail","error":"La sanción no existe"}`),
		"503":           answers.Body(503, `{"estado":"fail","error":"La sanción no existe"}`),
		"404 of a page": answers.Body(404, `<html>Not Found</html>`),
		"cut off":       answers.Body(200, `{"estado":"ok","data":[{"id":1,`),
		"other failure": answers.Body(200, `{"estado":"fail","error":"mantenimiento"}`),
		"no list":       answers.Body(200, `{"estado":"ok","data":{"id":1}}`),
		"no id":         answers.Body(200, `{"estado":"ok","data":[{"estado":"cerrada"}]}`),
	} {
		w.Answer(func(*http.Request) http.HandlerFunc { return answer })
		read := w.Proto(acctest.WithList.With(acctest.Values{"request_timeout": "200ms"})).Read(acctest.ParkingSancion, created)
		acctest.Expect(t, name, read.Errors(), "Unable to read sanction")
		acctest.ExpectSame(t, name, read.State, created.State)
	}
}

// The two writes are within the time of the resource.
func TestSancionTimeout(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	for operation, says := range map[string]string{"sancion_cerrar": "Unable to close sanction", "sancion_pagar": "Unable to record payment"} {
		w.Box.ClearFaults()
		w.Box.Inject(sandbox.Fault{Key: operation, Kind: sandbox.Status429})
		created := w.Proto(nil).Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion.With(acctest.Values{"timeouts": acctest.Values{"create": "500ms"}}))
		acctest.ExpectRefused(t, operation, created, says)
	}
	w.Box.ClearFaults()
	acctest.NoErrors(t, "created", p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion))
	w.ExpectCount(1, acctest.PaymentsOfOne)
}

// Remarks that the service only spells otherwise are the declared ones.
func TestSancionRemarksRewritten(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Exec("UPDATE sanciones SET estado = 'cerrada', observaciones = '  REVISADA ' WHERE id = 1")
	p := w.Proto(acctest.WithList)
	created := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion)
	acctest.ExpectState(t, "created", created, acctest.Values{"observaciones": "Revisada"})
	read := p.Read(acctest.ParkingSancion, created)
	acctest.ExpectSame(t, "read", read.State, created.State)
	w.Requests()
	respelled := p.Apply(acctest.ParkingSancion, read, acctest.DeclaredSancion.With(acctest.Values{"observaciones": "revisada"}))
	acctest.ExpectState(t, "respelled", respelled, acctest.Values{"observaciones": "revisada"})
	w.ExpectRequests(map[string]int{})
	invoked := w.Proto(nil).Invoke(acctest.CerrarSancion, acctest.Values{"sancion_id": 1, "observaciones": "Revisada"})
	acctest.Expect(t, "invoked", invoked.Warnings())
}
