package cliente

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Several blocks of one apply, and several runs of one process.

// registers is a provider that registers clients.
func registers(w *acctest.Server, over bool) *acctest.Proto {
	return w.Proto(acctest.Values{"overwrite_existing": over, "endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}})
}

// Two blocks of one apply that declare one client register it once, in whatever spelling, also at the same moment. The
// second one does what overwrite_existing says of a client that is there.
func TestClienteInTwoBlocks(t *testing.T) {
	t.Parallel()
	for _, over := range overwrites {
		for name, changes := range map[string]acctest.Values{
			"same": {"email": "Nadie@Example.com"}, "other": {"nombre": "Otra"},
		} {
			for _, at := range []string{"one after the other", "at once"} {
				t.Run(fmt.Sprint("overwrite ", over, " ", name, " ", at), func(t *testing.T) {
					t.Parallel()
					w := acctest.NewServer(t, sandbox.Options{})
					p := registers(w, over)
					declared := [2]acctest.Values{acctest.UnknownCliente, acctest.UnknownCliente.With(changes)}
					if at == "at once" { // whichever is first
						declared[0], declared[1] = acctest.UnknownCliente, acctest.UnknownCliente
					}
					var plans [2]*tfprotov6.PlanResourceChangeResponse
					for i := range plans {
						plans[i] = p.Plan("parking_cliente", acctest.Result{}, declared[i])
						acctest.NoMessages(t, "planned", acctest.Result{Diags: plans[i].Diagnostics})
					}
					var blocks [2]acctest.Result
					var both sync.WaitGroup
					for i := range blocks {
						both.Go(func() {
							blocks[i] = p.ApplyPlan(t.Context(), "parking_cliente", acctest.Result{}, declared[i], plans[i])
						})
						if at != "at once" {
							both.Wait()
						}
					}
					both.Wait()
					said := slices.Concat(blocks[0].Errors(), blocks[1].Errors(), blocks[0].Warnings(), blocks[1].Warnings())
					switch {
					case at == "at once", name == "same":
						acctest.Expect(t, "second", said)
					case over:
						acctest.Expect(t, "second", said, "Existing client updated")
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
}

// While a block waits for another one that writes the same client, its plan waits too, and an interrupted run ends.
func TestClienteWaits(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	w := acctest.NewServer(t, sandbox.Options{})
	p := registers(w, false)
	plan := p.Plan("parking_cliente", acctest.Result{}, acctest.UnknownCliente)
	registering, registered := make(chan struct{}), make(chan struct{})
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodPut {
			close(registering)
			<-registered
		}
		return nil
	})
	var first sync.WaitGroup
	first.Go(func() {
		created := p.ApplyPlan(t.Context(), "parking_cliente", acctest.Result{}, acctest.UnknownCliente, plan)
		acctest.ExpectState(t, "first", created, acctest.Values{"id": 5})
	})
	<-registering
	w.Requests()
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	second := p.ApplyPlan(ctx, "parking_cliente", acctest.Result{}, acctest.UnknownCliente, plan)
	acctest.ExpectRefused(t, "second", second, "Unable to create client")
	expectNothingPersonal(t, "second", second.Diags, acctest.UnknownCliente)
	w.ExpectRequests(map[string]int{})
	close(registered)
	first.Wait()
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
