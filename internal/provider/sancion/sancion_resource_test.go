package sancion

import (
	"encoding/json"
	"fmt"
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
	none   acctest.Result // the state before a creation
	closed = acctest.Values{"sancion_id": 1}
	paid   = acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago}
	// paidWithTwo is paid with another code.
	paidWithTwo = acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago.With(acctest.Values{"pago_codigo": "TX-2"})}
)

const (
	// unpay undoes the payments of sanction 1.
	unpay = "DELETE FROM pagos WHERE sancion_id = 1"
	// payElsewhere pays it as acctest.DeclaredPago does, and payDifferently with another code.
	payElsewhere   = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 2, 1)"
	payDifferently = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('OTRO', 2, 1)"
	// closeElsewhere closes it with other observations, and reopen opens it.
	closeElsewhere = "UPDATE sanciones SET estado = 'cerrada', observaciones = 'Ajena' WHERE id = 1"
	reopen         = "UPDATE sanciones SET estado = 'abierta' WHERE id = 1"
)

// onClosing has the service answer the closure of sanction 1, and onList its list.
func onClosing(w *acctest.Server, answer http.HandlerFunc) {
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT /external/sancion-cerrar/1": answer}))
}

func onList(w *acctest.Server, status int, text string) {
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET " + acctest.Sanciones: answers.Body(status, text)}))
}

// heldOne is the whole state of acctest.DeclaredSancion.
var heldOne = acctest.Values{"sancion_id": 1, "observaciones": "Revisada", "cerrada": true, "pagada": true, "timeouts": nil,
	"pago": acctest.DeclaredPago.With(acctest.Values{"cliente_id": nil}),
	"datos": acctest.Values{"placa": "VBR-0101", "tramo_id": 3, "importe": 30, "fecha": "2024-03-04T09:00:00Z", "estado": "cerrada",
		"pagada": 1, "observaciones": "Revisada", "pago_tipo": 2, "pago_codigo": "TX-1", "cliente_id": nil}}

// What each call asks for, and what is in the state then.
func TestSancionRequests(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	created := p.Apply(typeName, none, acctest.DeclaredSancion)
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
	acctest.NoMessages(t, "with the list", w.Proto(acctest.WithList).Apply(typeName, none, acctest.Values{"sancion_id": 2}))
	w.ExpectRequests(map[string]int{"sanciones": 2, "sancion_cerrar": 1})
}

// A plan says what is closed and paid, and whose it is. What the list does not show is an error.
func TestSancionPlans(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p, blind := w.Proto(acctest.WithList), w.Proto(nil)
	acctest.Expect(t, "both", p.PlanWarnings(typeName, none, paid), `Sanction 1 will be closed and paid with "TX-1"`)
	acctest.Expect(t, "without the list", blind.PlanWarnings(typeName, none, closed), "Sanction 1 will be closed")
	created := p.Apply(typeName, none, closed)
	acctest.Expect(t, "paid", p.PlanWarnings(typeName, created, paid), `Sanction 1 will be paid with "TX-1"`)
	acctest.Expect(t, "nothing to do", p.PlanWarnings(typeName, created, closed))
	another := blind.PlanWarnings(typeName, created, acctest.Values{"sancion_id": 3})
	acctest.Expect(t, "another one", another, "Sanctions stay on the service", "Sanction 3 will be closed")
	acctest.Expect(t, "closed by somebody", p.PlanWarnings(typeName, none, acctest.Values{"sancion_id": 7}))
	p.Apply(typeName, created, paid)
	acctest.Expect(t, "paid by somebody", p.PlanWarnings(typeName, none, paid))
	acctest.ExpectRefused(t, "paid otherwise", p.Apply(typeName, none, paidWithTwo), "Unable to record payment")
	missing := acctest.Values{"sancion_id": 999}
	acctest.ExpectRefused(t, "not listed", p.Apply(typeName, none, missing), "Unable to close sanction")
	acctest.ExpectRefused(t, "does not exist", blind.Apply(typeName, none, missing), "Unable to close sanction")
	w.Box.Inject(sandbox.Fault{Key: "sanciones", Kind: sandbox.Status500})
	unread := p.Apply(typeName, none, acctest.Values{"sancion_id": 2})
	acctest.ExpectState(t, "the list cannot be read", unread, acctest.Values{"cerrada": true})
}

// What the service has no operation for is an error of the plan, and of an apply in which it becomes known.
func TestSancionCannotChange(t *testing.T) {
	t.Parallel()
	const remarks, payment = "observaciones: observaciones of a closed sanction cannot be changed", "pago: Payment cannot be changed"
	type row struct {
		changes acctest.Values
		says    string
	}
	acctest.Each(t, map[string]row{
		"observaciones": {changes: acctest.Values{"observaciones": "Otra"}, says: remarks},
		"no remarks":    {changes: acctest.Values{"observaciones": nil}, says: remarks},
		"pago_tipo":     {changes: acctest.Values{"pago": acctest.DeclaredPago.With(acctest.Values{"pago_tipo": 3})}, says: payment},
		"pago_codigo":   {changes: paidWithTwo, says: payment},
		"no pago":       {changes: acctest.Values{"pago": nil}, says: payment},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		p, config := w.Proto(nil), acctest.DeclaredSancion.With(c.changes)
		created := p.Apply(typeName, none, acctest.DeclaredSancion)
		w.Requests()
		acctest.Expect(t, "plan", p.Apply(typeName, created, config).Errors(), c.says)
		kind := p.Schema.ResourceSchemas[typeName].ValueType()
		late := p.ApplyPlan(t.Context(), typeName, created, config,
			&tfprotov6.PlanResourceChangeResponse{PlannedState: p.Encode(kind, p.Propose(typeName, created.State, config))})
		acctest.Expect(t, "late", late.Errors(), c.says)
		w.ExpectRequests(map[string]int{})
	})
}

// A payment whose answer is lost is in the state as sent, with pagada null. No later run sends it or another one; a list that shows it
// says that it is paid, and an import takes what the record shows.
func TestSancionPaymentLost(t *testing.T) {
	t.Parallel()
	const unknown = `Unknown whether the service recorded payment "TX-1" of sanction 1`
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	w.Box.Inject(sandbox.Fault{Key: "sancion_pagar", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
	lost := p.Apply(typeName, none, paid)
	acctest.Expect(t, "lost", lost.Warnings(), unknown)
	acctest.ExpectWarned(t, "lost", lost, acctest.Values{"pagada": nil, "pago": heldOne["pago"], "cerrada": true})
	w.Requests()
	read := p.Read(typeName, lost)
	acctest.ExpectState(t, "read", read, lost.State)
	again := p.Apply(typeName, read, paid)
	acctest.Expect(t, "plan", again.PlanWarnings(), unknown)
	acctest.ExpectState(t, "again", again, lost.State)
	acctest.Expect(t, "another code", p.Apply(typeName, read, paidWithTwo).Errors(), "pago: Payment cannot be changed")
	w.ExpectRequests(map[string]int{"sanciones": 1})
	imported := p.Read(typeName, p.ImportID(typeName, "1"))
	acctest.ExpectState(t, "imported", imported, acctest.Values{"pago": nil, "pagada": false})
	acctest.ExpectState(t, "sent again", p.Apply(typeName, imported, paid), acctest.Values{"pagada": true})
	shown, undeclared := p.Read(typeName, lost), p.Read(typeName, imported)
	acctest.ExpectState(t, "shown", shown, acctest.Values{"pagada": true})
	w.Exec(unpay)
	acctest.NoMessages(t, "not declared", p.Read(typeName, undeclared))
	acctest.Expect(t, "shown no more", p.Read(typeName, shown).Warnings(), `Sanction 1 is shown without its payment "TX-1"`)
	w.Exec(payDifferently)
	w.Exec(reopen)
	open := acctest.Result{State: lost.State.With(acctest.Values{"cerrada": false}), Private: lost.Private}
	closedAnew := p.Apply(typeName, open, paid)
	acctest.ExpectHeld(t, "closed anew, and paid by somebody else", closedAnew, acctest.Values{"cerrada": true, "pagada": nil})
}

// Without a list, nothing shows what became of a lost payment.
func TestSancionPaymentLostWithoutList(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Box.Inject(sandbox.Fault{Key: "sancion_pagar", Kind: sandbox.Drop, When: sandbox.After, Times: 1})
	lost := w.Proto(nil).Apply(typeName, none, paid)
	acctest.Expect(t, "warning", lost.Warnings(), `Unknown whether the service recorded payment "TX-1" of sanction 1`)
	acctest.ExpectWarned(t, "lost", lost, acctest.Values{"pagada": nil})
}

// A closure that fails leaves no state, and nothing is paid.
func TestSancionNotClosed(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	onClosing(w, answers.Body(422, `{"estado":"fail","error":"no vale","errores":{"observaciones":["largo"]}}`))
	refused := w.Proto(nil).Apply(typeName, none, acctest.DeclaredSancion)
	acctest.ExpectRefused(t, "refused", refused, "observaciones: Unable to close sanction")
	w.ExpectRequests(map[string]int{})
}

// What is closed or paid already is taken as it is, where that is as declared. It is never paid twice.
func TestSancionClosedOrPaidBefore(t *testing.T) {
	t.Parallel()
	const payAnother, unable = "INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 2, 8)", "Unable to record payment"
	type row struct {
		before   string // after the closure
		settings acctest.Values
		declared acctest.Values
		closing  string // what is answered to the closure, if not the record
		pays     int
		warns    []string
		says     []string
	}
	acctest.Each(t, map[string]row{
		"closed": {declared: paid, pays: 1},
		"closed with other remarks": {declared: acctest.DeclaredSancion, pays: 1,
			warns: []string{"observaciones: Sanction 1 keeps other remarks"}},
		"paid as declared":             {before: payElsewhere, declared: paid},
		"paid with another code":       {before: payDifferently, declared: paid, says: []string{unable}},
		"paid, not managed":            {before: payDifferently, declared: closed},
		"paid, and nothing tells how":  {before: payElsewhere, declared: paid, closing: `{"id":1,"pagada":1}`, says: []string{unable}},
		"paid, and the list tells how": {before: payElsewhere, settings: acctest.WithList, declared: paid, closing: `{}`},
		"code of another":              {before: payAnother, declared: paid, pays: 1, says: []string{"pago: " + unable}},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		w.Exec(closeElsewhere)
		if c.before != "" {
			w.Exec(c.before)
		}
		if c.closing != "" {
			onClosing(w, w.CarriedOut(`{"estado":"ok","data":`+c.closing+`}`))
		}
		created := w.Proto(c.settings).Apply(typeName, none, c.declared)
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
	created := p.Apply(typeName, none, acctest.DeclaredSancion)
	for _, text := range []string{`{"estado":"ok","data":[]}`, `{"estado":"ok","data":[{"id":11,"estado":"abierta"}]}`,
		`{"estado":"fail","error":"No existen sanciones"}`} {
		onList(w, 200, text)
		acctest.ExpectWhole(t, text, p.Read(typeName, created), created.State)
	}
	for _, datos := range []acctest.Values{
		{}, {"estado": "abierta"}, {"estado": "archivada", "pago_codigo": "TX-1"}, {"pagada": "1", "pago_codigo": "tx-1 "},
		{"observaciones": ""}, {"observaciones": "REVISADA"},
	} {
		record, err := json.Marshal(datos.With(acctest.Values{"id": 1}))
		acctest.Must(t, err)
		onList(w, 200, `{"estado":"ok","data":[`+string(record)+`]}`)
		want := created.State.With(acctest.Values{"datos": datos, "cerrada": datos["estado"] != "abierta"})
		acctest.ExpectWhole(t, string(record), p.Read(typeName, created), want)
	}
	onList(w, 500, acctest.Broken)
	acctest.Expect(t, "broken", p.Read(typeName, created).Errors(), "Unable to read sanction")
}

// Remarks that somebody else changed stay as declared, with a warning, and stop no plan. To declare them as they are changes only the
// state.
func TestSancionOtherRemarks(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	created := p.Apply(typeName, none, acctest.DeclaredSancion)
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
	w.Exec(reopen)
	acctest.ExpectState(t, "reopened", p.Read(typeName, created), acctest.Values{"observaciones": "Revisada", "cerrada": false})
}

// An import takes what the list shows. It plans empty, whether the client who paid is declared or not.
func TestSancionImport(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.WithList)
	created := p.Apply(typeName, none, acctest.DeclaredSancion)
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
	paidBy := func(id int, payer any) acctest.Values {
		pago := acctest.Values{"pago_tipo": 2, "pago_codigo": fmt.Sprint("TX-", id), "cliente_id": payer}
		return acctest.Values{"sancion_id": id, "pago": pago}
	}
	acctest.ExpectState(t, "payer of the record", p.Apply(typeName, none, paidBy(7, nil)), paidBy(7, 1))
	p.Apply(typeName, none, paidBy(3, 2))
	for _, payer := range []any{nil, 2} {
		read := p.Read(typeName, p.ImportID(typeName, "3"))
		planned := p.Plan(typeName, read, paidBy(3, payer).With(acctest.Values{"observaciones": read.State["observaciones"]}))
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

func TestMain(m *testing.M) { acctest.Main(m, Area) }
