package cliente

import (
	"fmt"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const differs, willOverwrite = "Client already exists and differs", "Client 2 is overwritten: "

// eachOverwrite runs a subtest for every case and value of overwrite_existing.
func eachOverwrite[C any](t *testing.T, cases map[string]C, test func(t *testing.T, over bool, c C)) {
	t.Helper()
	for _, over := range []bool{false, true} {
		for name, c := range cases {
			t.Run(fmt.Sprint("overwrite ", over, " ", name), func(t *testing.T) {
				t.Parallel()
				test(t, over, c)
			})
		}
	}
}

// registers is a provider that registers clients.
func registers(w *acctest.Server, over bool) *acctest.Proto {
	return w.Proto(acctest.Values{"overwrite_existing": over, "endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}})
}

// A plan says what creating a client will do to one that exists. The only read is its own, and the apply changes only what
// overwrite_existing allows.
func TestClienteExists(t *testing.T) {
	t.Parallel()
	type row struct {
		declared acctest.Values
		names    string
	}
	respelled := acctest.Norte.With(acctest.Values{"nombre": " flota NORTE", "telefono": "22-000-002", "cedula": "01-0000 0002"})
	eachOverwrite(t, map[string]row{
		"identical": {declared: acctest.Norte},
		"respelled": {declared: respelled},
		"cedula":    {declared: acctest.Norte.With(acctest.Values{"cedula": "0100000009"}), names: "cedula"},
		"different": {declared: acctest.DeclaredNorte, names: "nombre, apellidos, prefijos, telefono, cedula"},
	}, func(t *testing.T, over bool, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		applied := w.Proto(acctest.Values{"overwrite_existing": over}).Apply(typeName, none, c.declared)
		if c.names != "" && !over {
			acctest.ExpectRefused(t, "planned", applied, differs)
			w.ExpectRequests(map[string]int{"cliente_email": 1})
			w.ExpectCliente(acctest.Norte)
			return
		}
		requests, held, warnings := map[string]int{"cliente_email": 1}, acctest.Norte, []string(nil)
		if c.names != "" {
			requests["actualizar_cliente"], held, warnings = 1, c.declared, []string{willOverwrite + c.names}
		}
		acctest.Expect(t, "planned", applied.PlanWarnings(), warnings...)
		acctest.ExpectState(t, "adopted", applied, c.declared.With(acctest.Values{"id": 2}))
		w.ExpectRequests(requests)
		w.ExpectCliente(held)
	})
}

// What a plan did not know is compared by the apply. It reads nothing again, and the plan warned of what may be overwritten.
func TestClienteExistsAtTheApply(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []bool{false, true}, func(t *testing.T, over bool) {
		w, late := acctest.NewServer(t, sandbox.Options{}), acctest.Norte.With(acctest.Values{"cedula": "0100000009"})
		p := w.Proto(acctest.Values{"overwrite_existing": over})
		warnings, errs, held := []string(nil), []string{differs}, acctest.Norte
		requests := map[string]int{"cliente_email": 2} // of two plans
		if over {
			warnings, errs, held, requests["actualizar_cliente"] = []string{willOverwrite + "cedula"}, nil, late, 1
		}
		planned := p.PlanWarnings(typeName, none, late.With(acctest.Values{"cedula": acctest.UnknownText}))
		acctest.Expect(t, "planned", planned, warnings...)
		acctest.Expect(t, "applied", p.ApplyLate(typeName, none, "cedula", acctest.UnknownText, late).Errors(), errs...)
		w.ExpectRequests(requests)
		w.ExpectCliente(held)
	})
}

// A client that takes another one's place warns of what it overwrites in the first plan of the two, the only one whose
// warnings Terraform shows.
func TestClienteReplacedOverwrites(t *testing.T) {
	t.Parallel()
	p := acctest.NewServer(t, sandbox.Options{}).Proto(updating)
	created := p.Apply(typeName, none, acctest.Norte)
	planned := p.PlanWarnings(typeName, created, acctest.Norte.With(acctest.Values{"email": "flota.sur@example.com"}))
	acctest.Expect(t, "planned", planned, "Clients stay on the service", "Client 3 is overwritten: nombre, telefono, cedula")
}

// A registration whose answer was lost is this run's own, whatever overwrite_existing is and the service shows.
func TestClienteRegistrationLost(t *testing.T) {
	t.Parallel()
	eachOverwrite(t, map[string]acctest.Values{
		"all": nil, "little": {"id": 5, "nombre": "Flota del Norte"}, "another name": {"id": 5, "nombre": "Otra"},
	}, func(t *testing.T, over bool, record acctest.Values) {
		w := acctest.NewServer(t, sandbox.Options{})
		w.Box.Inject(sandbox.Fault{Key: "registrar_cliente", Kind: sandbox.Drop, When: sandbox.After, Times: 1})
		p := registers(w, over)
		planned := p.Plan(typeName, none, acctest.UnknownCliente)
		if record != nil {
			shows(w, record)
		}
		created := p.ApplyPlan(t.Context(), typeName, none, acctest.UnknownCliente, planned)
		acctest.ExpectState(t, "created", created, acctest.UnknownCliente.With(acctest.Values{"id": 5}))
		w.ExpectCount(1, "SELECT COUNT(*) FROM clientes WHERE email = 'nadie@example.com'")
	})
}

// A client that another run registers after the plan is like any other that differs. TestRefusedCreation has one that does not.
func TestClienteRegisteredMeanwhile(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []bool{false, true}, func(t *testing.T, over bool) {
		w := acctest.NewServer(t, sandbox.Options{})
		p := registers(w, over)
		planned := p.Plan(typeName, none, acctest.UnknownCliente)
		enrol(w, 9, "nadie@example.com", acctest.Norte)
		applied := p.ApplyPlan(t.Context(), typeName, none, acctest.UnknownCliente, planned)
		if !over {
			acctest.ExpectRefused(t, "applied", applied, differs)
			w.ExpectCliente(acctest.Norte.With(acctest.Values{"email": "nadie@example.com"}))
			return
		}
		acctest.Expect(t, "applied", applied.Warnings(), "Client 9 is overwritten: nombre, apellidos, prefijos, telefono, cedula")
		acctest.ExpectWarned(t, "applied", applied, acctest.Values{"id": 9})
		w.ExpectCliente(acctest.UnknownCliente)
	})
}

// A field that the service omits cannot be compared. It counts as the same only beside the same identity number.
func TestClienteOmittedFields(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []string{"nombre", "apellidos", "prefijos", "telefono", "cedula"}, func(t *testing.T, omitted string) {
		w, record := acctest.NewServer(t, sandbox.Options{}), acctest.Norte.With(acctest.Values{"id": 2})
		delete(record, omitted)
		shows(w, record)
		p := w.Proto(nil)
		applied := p.Apply(typeName, none, acctest.Norte)
		if omitted == "cedula" {
			acctest.ExpectRefused(t, "planned", applied, "Client already exists and cannot be compared")
		} else {
			acctest.Expect(t, "planned", applied.PlanWarnings(), "Client 2 not fully compared")
			acctest.ExpectWhole(t, "adopted", applied, acctest.Norte.With(acctest.Values{"id": 2, "timeouts": nil}))
		}
		late := p.PlanWarnings(typeName, none, acctest.Norte.With(acctest.Values{"cedula": acctest.UnknownText}))
		acctest.Expect(t, "identity number not known yet", late)
		w.ExpectRequests(map[string]int{})
	})
}

// Two blocks of one apply that declare one client register it once, in whatever spelling. The second one does what
// overwrite_existing says of a client that is there.
func TestClienteInTwoBlocks(t *testing.T) {
	t.Parallel()
	eachOverwrite(t, map[string]acctest.Values{
		"same": {"email": "Nadie@Example.com"}, "other": {"nombre": "Otra"},
	}, func(t *testing.T, over bool, changes acctest.Values) {
		w, other := acctest.NewServer(t, sandbox.Options{}), acctest.UnknownCliente.With(changes)
		p := registers(w, over)
		plan := p.Plan(typeName, none, other)
		acctest.NoMessages(t, "first", p.Apply(typeName, none, acctest.UnknownCliente))
		second := p.ApplyPlan(t.Context(), typeName, none, other, plan)
		var says []string
		if changes["nombre"] != nil {
			says = []string{map[bool]string{true: "Client 5 is overwritten: nombre", false: differs}[over]}
		}
		acctest.Expect(t, "second", append(second.Errors(), second.Warnings()...), says...)
		if requests := w.Requests(); requests["registrar_cliente"] != 1 {
			t.Errorf("got the requests %v, wanted one registration", requests)
		}
	})
}

// One process may serve several runs. What the plan of one read decides nothing in the next, and a client that was
// destroyed, or could not be created, may be declared again. A plan that cannot look at a client fails.
func TestClienteInSeveralRuns(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := registers(w, false)
	acctest.Expect(t, "only planned", p.PlanWarnings(typeName, none, acctest.UnknownCliente))
	enrol(w, 9, "nadie@example.com", acctest.Norte)
	w.Box.Inject(sandbox.Fault{Key: "cliente_email", Kind: sandbox.Status500, Times: 1})
	w.Requests()
	for _, says := range []string{"Unable to plan client", differs} { // the first plan cannot read it, the second can
		acctest.ExpectRefused(t, "planned", p.Apply(typeName, none, acctest.UnknownCliente), says)
		w.ExpectRequests(map[string]int{"cliente_email": 1})
	}
	for range 2 {
		created := p.Apply(typeName, none, acctest.Norte)
		acctest.ExpectState(t, "created", created, acctest.Values{"id": 2})
		acctest.ExpectState(t, "destroyed", p.Apply(typeName, p.Read(typeName, created), nil), nil)
	}
}
