package sancion

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const typeName = acctest.ParkingSancion

var (
	closed = acctest.Values{"sancion_id": 1}
	paid   = acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago}
)

const (
	// closing is the path of closing sanction 1.
	closing = "/external/sancion-cerrar/1"
	// paymentsOfOne counts the payments of sanction 1.
	paymentsOfOne = "SELECT COUNT(*) FROM pagos WHERE sancion_id = 1"
	// payElsewhere pays it as acctest.DeclaredPago does.
	payElsewhere = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 2, 1)"
	// payDifferently pays it with another code.
	payDifferently = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('OTRO', 2, 1)"
	// unpay undoes its payments.
	unpay = "DELETE FROM pagos WHERE sancion_id = 1"
	// closeElsewhere closes it with other observations.
	closeElsewhere = "UPDATE sanciones SET estado = 'cerrada', observaciones = 'Ajena' WHERE id = 1"
)

// heldOne is the whole state of acctest.DeclaredSancion.
var heldOne = acctest.Values{"sancion_id": 1, "observaciones": "Revisada", "cerrada": true, "pagada": true, "timeouts": nil,
	"pago": acctest.DeclaredPago.With(acctest.Values{"cliente_id": nil}),
	"datos": acctest.Values{"placa": "VBR-0101", "tramo_id": 3, "importe": 30, "fecha": "2024-03-04T09:00:00Z", "estado": "cerrada", "pagada": 1,
		"observaciones": "Revisada", "pago_tipo": 2, "pago_codigo": "TX-1", "cliente_id": nil}}

// What each call asks for, and what is in the state then.
func TestSancionRequests(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	created := p.Apply(typeName, acctest.Result{}, acctest.DeclaredSancion)
	w.ExpectRequests(map[string]int{"sancion_cerrar": 1, "sancion_pagar": 1})
	acctest.ExpectWhole(t, "created", created, heldOne)
	acctest.ExpectSame(t, "identity", created.Identity, acctest.Values{"sancion_id": 1})
	if private := string(created.Private); strings.Contains(private, `":"`) {
		t.Errorf("got the private state %s", private)
	}
	acctest.ExpectWhole(t, "read without a list", p.Read(typeName, created), heldOne)
	same := p.Apply(typeName, created, acctest.DeclaredSancion.With(acctest.Values{"observaciones": " revisada"}))
	acctest.ExpectWhole(t, "spelled otherwise", same, heldOne.With(acctest.Values{"observaciones": " revisada"}))
	acctest.Expect(t, "plan", p.PlanWarnings(typeName, created, nil), "Sanctions stay on the service")
	acctest.ExpectState(t, "destroyed", p.Apply(typeName, created, nil), nil)
	w.ExpectRequests(map[string]int{})
	acctest.ExpectWhole(t, "read from the list", w.Proto(acctest.WithList).Read(typeName, created), heldOne)
	w.ExpectRequests(map[string]int{"sanciones": 1})
	acctest.NoMessages(t, "with the list", w.Proto(acctest.WithList).Apply(typeName, acctest.Result{}, acctest.Values{"sancion_id": 2}))
	w.ExpectRequests(map[string]int{"sanciones": 2, "sancion_cerrar": 1})
}

// A plan says what is closed and paid, and whose it is. What the list does not show is an error.
func TestSancionPlans(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	both := strings.Join(p.PlanWarnings(typeName, acctest.Result{}, paid), "")
	acctest.ExpectSays(t, "both", both, `Sanction 1 will be closed and paid with "TX-1"`+"\n", "Closing it cannot be undone", `"TX-1" of type 2`, "plate VBR-0101")
	acctest.Expect(t, "without the list", w.Proto(nil).PlanWarnings(typeName, acctest.Result{}, closed), "Sanction 1 will be closed")
	created := p.Apply(typeName, acctest.Result{}, closed)
	acctest.Expect(t, "paid", p.PlanWarnings(typeName, created, paid), `Sanction 1 will be paid with "TX-1"`)
	acctest.Expect(t, "nothing to do", p.PlanWarnings(typeName, created, closed))
	errors := func(config acctest.Values) []string {
		return acctest.ErrorsOf(p.Plan(typeName, acctest.Result{}, config).Diagnostics)
	}
	acctest.Expect(t, "not listed", errors(acctest.Values{"sancion_id": 999}), "Unable to close sanction")
	acctest.Expect(t, "closed by somebody", p.PlanWarnings(typeName, acctest.Result{}, acctest.Values{"sancion_id": 7}))
	p.Apply(typeName, created, paid)
	acctest.Expect(t, "paid by somebody", p.PlanWarnings(typeName, acctest.Result{}, paid))
	acctest.Expect(t, "paid otherwise", errors(paid.With(acctest.Values{"pago": acctest.DeclaredPago.With(acctest.Values{"pago_codigo": "TX-2"})})), "Unable to record payment")
	w.Requests()
	w.Box.Inject(sandbox.Fault{Key: "sanciones", Kind: sandbox.Status500})
	acctest.ExpectState(t, "the list cannot be read", p.Apply(typeName, acctest.Result{}, acctest.Values{"sancion_id": 2}), acctest.Values{"cerrada": true})
	missing := w.Proto(nil).Apply(typeName, acctest.Result{}, acctest.Values{"sancion_id": 999})
	acctest.ExpectRefused(t, "does not exist", missing, "Unable to close sanction")
	acctest.Expect(t, "another one", w.Proto(nil).PlanWarnings(typeName, created, acctest.Values{"sancion_id": 3}), "Sanctions stay on the service", "Sanction 3 will be closed")
}

// Plans of two things with the same finding have a warning each, whose summary tells them apart: Terraform shows one of equal summaries.
func TestSancionesOfOneFinding(t *testing.T) {
	t.Parallel()
	p := acctest.NewServer(t, sandbox.Options{}).Proto(acctest.BothPaths)
	another := acctest.Values{"pago": acctest.DeclaredPago.With(acctest.Values{"pago_codigo": "TX-2"})}
	var blocks, starts []string
	for _, declared := range []acctest.Values{closed, {"sancion_id": 2}, paid, paid.With(another)} {
		blocks = append(blocks, p.PlanWarnings(typeName, acctest.Result{}, declared)...)
	}
	acctest.Expect(t, "blocks", blocks, "Sanction 1 will be closed", "Sanction 2 will be closed", `Sanction 1 will be closed and paid with "TX-1"`,
		`Sanction 1 will be closed and paid with "TX-2"`)
	for _, tramo := range []int{3, 4} {
		planned := p.PlannedAction(acctest.IniciarSancion, acctest.Values{"placa": "VBR-0101", "tramo_id": tramo})
		starts = append(starts, planned.Warnings()...)
	}
	acctest.Expect(t, "actions", starts, `A sanction of plate "VBR-0101" in section 3 will be started`,
		`A sanction of plate "VBR-0101" in section 4 will be started`)
}

// What the service has no operation for is an error of the plan, and of an apply in which it becomes known.
func TestSancionCannotChange(t *testing.T) {
	t.Parallel()
	pagoOf := func(changes acctest.Values) acctest.Values {
		return acctest.DeclaredSancion.With(acctest.Values{"pago": acctest.DeclaredPago.With(changes)})
	}
	type row struct {
		change acctest.Values
		says   string
	}
	acctest.Each(t, map[string]row{
		"observaciones": {acctest.DeclaredSancion.With(acctest.Values{"observaciones": "Otra"}), "observaciones: observaciones of a closed sanction cannot be changed"},
		"no remarks":    {acctest.DeclaredSancion.With(acctest.Values{"observaciones": nil}), "observaciones: observaciones of a closed sanction cannot be changed"},
		"pago_tipo":     {pagoOf(acctest.Values{"pago_tipo": 3}), "pago: Payment cannot be changed"},
		"pago_codigo":   {pagoOf(acctest.Values{"pago_codigo": "TX-2"}), "pago: Payment cannot be changed"},
		"no pago":       {acctest.DeclaredSancion.With(acctest.Values{"pago": nil}), "pago: Payment cannot be changed"},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		p := w.Proto(nil)
		created := p.Apply(typeName, acctest.Result{}, acctest.DeclaredSancion)
		w.Requests()
		acctest.Expect(t, "plan", acctest.ErrorsOf(p.Plan(typeName, created, c.change).Diagnostics), c.says)
		kind := p.Schema.ResourceSchemas[typeName].ValueType()
		late := p.ApplyPlan(t.Context(), typeName, created, c.change,
			&tfprotov6.PlanResourceChangeResponse{PlannedState: p.Encode(kind, p.Propose(typeName, created.State, c.change))})
		acctest.Expect(t, "late", late.Errors(), c.says)
		w.ExpectRequests(map[string]int{})
	})
}

// A payment whose answer is lost is in the state as sent, with pagada null. No later run sends it or another one; a list that shows it
// says that it is paid, and an import takes what the record shows.
func TestSancionPaymentLost(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	w.Box.Inject(sandbox.Fault{Key: "sancion_pagar", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
	lost := p.Apply(typeName, acctest.Result{}, paid)
	acctest.Expect(t, "warning", lost.Warnings(), `Unknown whether the service recorded payment "TX-1" of sanction 1`)
	acctest.ExpectWarned(t, "lost", lost, acctest.Values{"pagada": nil, "pago": acctest.DeclaredPago.With(acctest.Values{"cliente_id": nil}), "cerrada": true})
	w.Requests()
	read := p.Read(typeName, lost)
	acctest.ExpectState(t, "read", read, lost.State)
	acctest.Expect(t, "plan", p.PlanWarnings(typeName, read, paid), `Unknown whether the service recorded payment "TX-1" of sanction 1`)
	acctest.ExpectHeld(t, "again", p.Apply(typeName, read, paid), lost.State)
	other := acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago.With(acctest.Values{"pago_codigo": "TX-2"})}
	acctest.Expect(t, "another code", acctest.ErrorsOf(p.Plan(typeName, read, other).Diagnostics), "pago: Payment cannot be changed")
	w.ExpectRequests(map[string]int{"sanciones": 1})
	imported := p.Read(typeName, p.ImportID(typeName, "1"))
	acctest.ExpectState(t, "imported", imported, acctest.Values{"pago": nil, "pagada": false})
	acctest.ExpectState(t, "sent again", p.Apply(typeName, imported, paid), acctest.Values{"pagada": true})
	acctest.ExpectState(t, "shown", p.Read(typeName, lost), acctest.Values{"pagada": true})
	w.Exec(unpay)
	unpaid := p.Read(typeName, p.Read(typeName, imported))
	acctest.NoMessages(t, "not declared", unpaid)
	acctest.Expect(t, "shown no more", p.Read(typeName, acctest.Result{State: lost.State.With(acctest.Values{"pagada": true})}).Warnings(), `Sanction 1 is shown without its payment "TX-1"`)
	w.ExpectCount(0, paymentsOfOne)
	w.Exec(payDifferently)
	w.Exec("UPDATE sanciones SET estado = 'abierta' WHERE id = 1")
	open := acctest.Result{State: lost.State.With(acctest.Values{"cerrada": false}), Private: lost.Private}
	acctest.ExpectHeld(t, "closed anew, and paid by somebody else", p.Apply(typeName, open, paid), acctest.Values{"cerrada": true, "pagada": nil})
}

// Without a list, nothing shows what became of a lost payment.
func TestSancionPaymentLostWithoutList(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Box.Inject(sandbox.Fault{Key: "sancion_pagar", Kind: sandbox.Drop, When: sandbox.After, Times: 1})
	lost := w.Proto(nil).Apply(typeName, acctest.Result{}, paid)
	acctest.Expect(t, "warning", lost.Warnings(), `Unknown whether the service recorded payment "TX-1" of sanction 1`)
	acctest.ExpectWarned(t, "lost", lost, acctest.Values{"pagada": nil})
	acctest.ExpectState(t, "read from the list", w.Proto(acctest.WithList).Read(typeName, lost), acctest.Values{"pagada": true})
}

// A closure whose answer is lost is repeated; one that fails leaves no state, and nothing is paid.
func TestSancionNotClosed(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Box.Inject(sandbox.Fault{Key: "sancion_cerrar", Kind: sandbox.Drop, Times: 1})
	acctest.ExpectState(t, "repeated", w.Proto(acctest.Values{"max_retries": 1}).Apply(typeName, acctest.Result{}, closed), acctest.Values{"cerrada": true})
	w.ExpectRequests(map[string]int{"sancion_cerrar": 2})
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + closing: answers.Body(422, `{"estado":"fail","error":"no vale","errores":{"observaciones":["largo"]}}`)}))
	acctest.ExpectRefused(t, "refused", w.Proto(nil).Apply(typeName, acctest.Result{}, acctest.DeclaredSancion), "observaciones: Unable to close sanction")
	w.ExpectRequests(map[string]int{})
}

// What is closed or paid already is taken as it is, where that is as declared. It is never paid twice.
func TestSancionClosedOrPaidBefore(t *testing.T) {
	t.Parallel()
	type row struct {
		before   []string
		settings acctest.Values
		declared acctest.Values
		closing  string // what is answered to the closure, if not the record
		pays     int
		warns    []string
		says     []string
	}
	acctest.Each(t, map[string]row{
		"closed":                       {before: []string{closeElsewhere}, declared: paid, pays: 1},
		"closed with other remarks":    {before: []string{closeElsewhere}, declared: acctest.DeclaredSancion, pays: 1, warns: []string{"observaciones: Sanction 1 keeps other remarks"}},
		"paid as declared":             {before: []string{closeElsewhere, payElsewhere}, declared: paid},
		"paid with another code":       {before: []string{closeElsewhere, payDifferently}, declared: paid, says: []string{"Unable to record payment"}},
		"paid, not managed":            {before: []string{closeElsewhere, payDifferently}, declared: closed},
		"paid, and nothing tells how":  {before: []string{closeElsewhere, payElsewhere}, declared: paid, closing: `{"id":1,"pagada":1}`, says: []string{"Unable to record payment"}},
		"paid, and the list tells how": {before: []string{closeElsewhere, payElsewhere}, settings: acctest.WithList, declared: paid, closing: `{}`},
		"code of another":              {before: []string{"INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 2, 8)"}, declared: paid, pays: 1, says: []string{"pago: Unable to record payment"}},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		for _, query := range c.before {
			w.Exec(query)
		}
		if c.closing != "" {
			w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + closing: w.CarriedOut(`{"estado":"ok","data":` + c.closing + `}`)}))
		}
		created := w.Proto(c.settings).Apply(typeName, acctest.Result{}, c.declared)
		acctest.Expect(t, "warnings", created.Warnings(), c.warns...)
		acctest.Expect(t, "errors", created.Errors(), c.says...)
		if made := w.Requests()["sancion_pagar"]; made != c.pays {
			t.Errorf("paid %d times", made)
		}
		if c.says == nil && c.declared["pago"] != nil {
			acctest.ExpectHeld(t, "created", created, acctest.Values{"pagada": true})
		}
	})
}

// A list that leaves a sanction out is no evidence that it is gone, and a field that it leaves out keeps the state.
func TestSancionRead(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	created := p.Apply(typeName, acctest.Result{}, acctest.DeclaredSancion)
	for text, changes := range map[string]acctest.Values{
		`{"estado":"ok","data":[]}`:                                                   {},
		`{"estado":"ok","data":[{"id":11,"estado":"abierta"}]}`:                       {},
		`{"estado":"fail","error":"No existen sanciones"}`:                            {},
		`{"estado":"ok","data":[{"id":1}]}`:                                           {"datos": acctest.Values{}},
		`{"estado":"ok","data":[{"id":1,"estado":"abierta"}]}`:                        {"datos": acctest.Values{"estado": "abierta"}, "cerrada": false},
		`{"estado":"ok","data":[{"id":1,"observaciones":""}]}`:                        {"datos": acctest.Values{"observaciones": ""}},
		`{"estado":"ok","data":[{"id":1,"observaciones":"REVISADA"}]}`:                {"datos": acctest.Values{"observaciones": "REVISADA"}},
		`{"estado":"ok","data":[{"id":1,"pagada":"1","pago_codigo":"tx-1 "}]}`:        {"datos": acctest.Values{"pagada": "1", "pago_codigo": "tx-1 "}},
		`{"estado":"ok","data":[{"id":1,"estado":"archivada","pago_codigo":"TX-1"}]}`: {"datos": acctest.Values{"estado": "archivada", "pago_codigo": "TX-1"}},
	} {
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Sanciones: answers.Body(200, text)}))
		acctest.ExpectWhole(t, text, p.Read(typeName, created), created.State.With(changes))
	}
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Sanciones: answers.Body(500, acctest.Broken)}))
	acctest.Expect(t, "broken", p.Read(typeName, created).Errors(), "Unable to read sanction")
}

// Remarks that somebody else changed stay as declared, with a warning, and stop no plan. To declare them as they are changes only the
// state.
func TestSancionOtherRemarks(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	created := p.Apply(typeName, acctest.Result{}, acctest.DeclaredSancion)
	const other = "Ajena, tel. 600123456"
	w.Exec("UPDATE sanciones SET observaciones = ? WHERE id = 1", other)
	read := p.Read(typeName, created)
	acctest.Expect(t, "read", read.Warnings(), "observaciones: Sanction 1 keeps other remarks")
	if strings.Contains(read.Warnings()[0], "600") {
		t.Errorf("the telephone is shown: %s", read.Warnings())
	}
	acctest.ExpectWarned(t, "read", read, acctest.Values{"observaciones": "Revisada"})
	acctest.ExpectPlanned(t, "the same", p.Plan(typeName, read, acctest.DeclaredSancion))
	w.Requests()
	theirs := p.Apply(typeName, read, acctest.DeclaredSancion.With(acctest.Values{"observaciones": other}))
	acctest.ExpectState(t, "theirs", theirs, acctest.Values{"observaciones": other})
	w.ExpectRequests(map[string]int{})
	acctest.NoMessages(t, "theirs", p.Read(typeName, theirs))
	w.Exec("UPDATE sanciones SET estado = 'abierta' WHERE id = 1")
	acctest.ExpectState(t, "reopened", p.Read(typeName, created), acctest.Values{"observaciones": "Revisada", "cerrada": false})
}

func TestSancionImport(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	created := p.Apply(typeName, acctest.Result{}, acctest.DeclaredSancion)
	for name, imported := range map[string]acctest.Result{
		"identity": p.ImportIdentity(typeName, acctest.Values{"sancion_id": 1}), "id": p.ImportID(typeName, "1"),
	} {
		read := p.Read(typeName, imported)
		acctest.ExpectSame(t, name, read.State, created.State)
		w.Requests()
		acctest.ExpectSame(t, name+", planned", p.Apply(typeName, read, acctest.DeclaredSancion).State, created.State)
		w.ExpectRequests(map[string]int{})
	}
	acctest.Expect(t, "no number", p.ImportID(typeName, "01").Errors(), "Invalid import identifier")
	acctest.ExpectState(t, "not listed", p.Read(typeName, p.ImportID(typeName, "999")), nil)
	p.Apply(typeName, acctest.Result{}, acctest.Values{"sancion_id": 3, "pago": acctest.Values{"pago_tipo": 2, "pago_codigo": "TX-3", "cliente_id": 2}})
	none := p.Apply(typeName, acctest.Result{}, acctest.Values{"sancion_id": 7, "pago": acctest.Values{"pago_tipo": 2, "pago_codigo": "TX-7"}})
	acctest.ExpectState(t, "of the record", none, acctest.Values{"pago": acctest.Values{"pago_tipo": 2, "pago_codigo": "TX-7", "cliente_id": 1}})
	for _, payer := range []any{nil, 2} { // declared or not, an import plans empty
		declared := acctest.Values{"sancion_id": 3, "pago": acctest.Values{"pago_tipo": 2, "pago_codigo": "TX-3", "cliente_id": payer}}
		read := p.Read(typeName, p.ImportID(typeName, "3"))
		planned := p.Plan(typeName, read, declared.With(acctest.Values{"observaciones": read.State["observaciones"]}))
		acctest.ExpectPlanned(t, "payer", planned)
		acctest.ExpectSame(t, "payer", p.Decode(p.Schema.ResourceSchemas[typeName].ValueType(), planned.PlannedState), read.State)
	}
	open := p.Read(typeName, p.ImportID(typeName, "2"))
	acctest.ExpectHeld(t, "open", open, acctest.Values{"cerrada": false, "observaciones": "Sin tique visible", "pago": nil})
	without := w.Proto(nil)
	acctest.Expect(t, "without the list", without.Read(typeName, without.ImportID(typeName, "1")).Errors(), "Unable to import sanction")
	late := acctest.NewProto(t).Configured(acctest.Values{"base_url": acctest.UnknownText, "credential": "x"})
	acctest.Expect(t, "provider not known", late.ImportID(typeName, "1").Errors(), "Provider configuration not known yet")
}

// What is not known yet is planned without an error.
func TestSancionNotKnownYet(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	later := w.Proto(nil).Plan(typeName, acctest.Result{}, acctest.Values{"sancion_id": acctest.UnknownNumber})
	acctest.NoErrors(t, "not known yet", acctest.Result{Diags: later.Diagnostics})
}

func TestMain(m *testing.M) { acctest.Main(m, Area) }
