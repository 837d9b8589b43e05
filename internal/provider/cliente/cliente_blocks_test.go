package cliente

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Several blocks of one apply, and several runs of one process.

// registers is a provider that registers clients.
func registers(w *acctest.Server, over bool) *acctest.Proto {
	return w.Proto(acctest.Values{"overwrite_existing": over, "endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}})
}

// Two blocks of one apply that declare one client register it once, in whatever spelling. The second one does what
// overwrite_existing says of a client that is there.
func TestClienteInTwoBlocks(t *testing.T) {
	t.Parallel()
	for _, over := range overwrites {
		for name, changes := range map[string]acctest.Values{
			"same": {"email": "Nadie@Example.com"}, "other": {"nombre": "Otra"},
		} {
			t.Run(fmt.Sprint("overwrite ", over, " ", name), func(t *testing.T) {
				t.Parallel()
				w := acctest.NewServer(t, sandbox.Options{})
				p := registers(w, over)
				other := acctest.UnknownCliente.With(changes)
				plan := p.Plan("parking_cliente", acctest.Result{}, other)
				acctest.NoMessages(t, "planned", acctest.Result{Diags: plan.Diagnostics})
				acctest.NoMessages(t, "first", p.Apply("parking_cliente", acctest.Result{}, acctest.UnknownCliente))
				second := p.ApplyPlan(t.Context(), "parking_cliente", acctest.Result{}, other, plan)
				said := append(second.Errors(), second.Warnings()...)
				switch {
				case name == "same":
					acctest.Expect(t, "second", said)
				case over:
					acctest.Expect(t, "second", said, "Client 5 is overwritten: nombre")
				default:
					acctest.Expect(t, "second", said, differs)
				}
				if requests := w.Requests(); requests["registrar_cliente"] != 1 {
					t.Errorf("got the requests %v, wanted one registration", requests)
				}
			})
		}
	}
}

// One process may serve several runs. What the plan of one read decides nothing in the next, and a client that was
// destroyed, or could not be created, may be declared again.
func TestClienteInSeveralRuns(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := registers(w, false)
	acctest.NoMessages(t, "only planned", acctest.Result{Diags: p.Plan("parking_cliente", acctest.Result{}, acctest.UnknownCliente).Diagnostics})
	w.Exec("INSERT INTO clientes (id, email, nombre, apellidos, prefijos, telefono, cedula) VALUES (9, 'nadie@example.com', 'A', 'B', '+1', '2', '3')")
	w.Box.Inject(sandbox.Fault{Key: "cliente_email", Kind: sandbox.Status500, Times: 1})
	w.Requests()
	for _, says := range []string{"Unable to plan client", differs} { // the first plan cannot read it, the second can
		acctest.ExpectRefused(t, "planned", p.Apply("parking_cliente", acctest.Result{}, acctest.UnknownCliente), says)
		w.ExpectRequests(map[string]int{"cliente_email": 1})
	}
	for range 2 {
		created := p.Apply("parking_cliente", acctest.Result{}, acctest.Norte)
		acctest.ExpectState(t, "created", created, acctest.Values{"id": 2})
		acctest.ExpectState(t, "destroyed", p.Apply("parking_cliente", p.Read("parking_cliente", created), nil), nil)
	}
}

// Two clients with the same finding have a warning each, whose summary names the client: Terraform shows one of equal summaries.
func TestClientesOfOneFinding(t *testing.T) {
	t.Parallel()
	p := registers(acctest.NewServer(t, sandbox.Options{}), true)
	for client, email := range map[string]string{"Client 2": "flota.norte@example.com", "Client 3": "flota.sur@example.com"} {
		held := p.Read("parking_cliente", p.ImportID("parking_cliente", email))
		for finding, c := range map[string]struct {
			prior   acctest.Result
			changes acctest.Values
		}{
			"is overwritten: telefono":         {acctest.Result{}, acctest.Values{"telefono": "1"}},
			"is overwritten: nombre":           {acctest.Result{}, acctest.Values{"nombre": "Otra"}},
			"may become another person":        {held, acctest.Values{"cedula": "1"}},
			"will be replaced by a new client": {held, acctest.Values{"email": "nueva@example.com"}},
		} {
			planned := p.Plan("parking_cliente", c.prior, held.State.With(acctest.Values{"id": nil}).With(c.changes))
			warnings := acctest.Result{Diags: planned.Diagnostics}.Warnings()
			acctest.ExpectSays(t, finding, strings.Join(warnings, "\n"), client+" "+finding)
		}
	}
}
