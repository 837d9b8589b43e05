package sancion

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A plan that keeps one sanction in two blocks is refused, whichever of the two it comes to first, so that it is not paid
// with the code of each. Where one of them leaves, the other may take it.
func TestSancionInTwoBlocks(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	unpaid, other := acctest.Values{"sancion_id": 1}, acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago.With(acctest.Values{"pago_codigo": "TX-2"})}
	first := w.Proto(nil).Apply(acctest.ParkingSancion, acctest.Result{}, unpaid)
	second := w.Proto(nil).Apply(acctest.ParkingSancion, acctest.Result{}, unpaid)
	imported := w.Proto(acctest.WithList).ImportID(acctest.ParkingSancion, "1")
	w.Requests()
	for name, prior := range map[string]acctest.Result{"created": {}, "updated": second, "imported": imported} {
		for _, order := range [][2]int{{0, 1}, {1, 0}} {
			plans := [2]struct {
				prior  acctest.Result
				config acctest.Values
			}{{first, acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago}}, {prior, other}}
			p := w.Proto(nil)
			acctest.Expect(t, name, sancionPlanErrors(p, plans[order[0]].prior, plans[order[0]].config))
			acctest.Expect(t, name, sancionPlanErrors(p, plans[order[1]].prior, plans[order[1]].config), "sancion_id: Sanction in two blocks")
		}
		p := w.Proto(nil)
		for range 2 { // planning it again is no second block
			acctest.Expect(t, "errs", sancionPlanErrors(p, first, unpaid))
		}
		p = w.Proto(nil)
		leaves := acctest.ErrorsOf(p.Plan(acctest.ParkingSancion, first, nil).Diagnostics)
		if errs := append(leaves, sancionPlanErrors(p, acctest.Result{}, other)...); len(errs) > 0 {
			t.Errorf("%s, renamed: got errors %q, wanted none", name, errs)
		}
	}
	// What was not known when it was planned.
	p := w.Proto(nil)
	acctest.NoErrors(t, "paid", p.Apply(acctest.ParkingSancion, first, acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago}))
	acctest.Expect(t, "update", acctest.ErrorsOf(updateSancion(p, second, other)), "sancion_id: Sanction in two blocks")
	w.ExpectRequests(map[string]int{"sancion_cerrar": 1, "sancion_pagar": 1})
}

// A replacement that the user asks for (-replace, replace_triggered_by) is planned twice: it is no second block.
func TestSancionReplaced(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	first := w.Proto(nil).Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion)
	p := w.Proto(nil)
	kept := p.Plan(acctest.ParkingSancion, first, acctest.DeclaredSancion)
	again := acctest.Result{Private: kept.PlannedPrivate}
	acctest.Expect(t, "replaced", sancionPlanErrors(p, again, acctest.DeclaredSancion))
	acctest.Expect(t, "another block", sancionPlanErrors(p, acctest.Result{State: first.State}, acctest.DeclaredSancion),
		"sancion_id: Sanction in two blocks")
}

// One provider may serve several runs, as in `terraform test`: planning a creation again, and creating again what was
// destroyed or failed, is no second block.
func TestSancionOneProviderForSeveralRuns(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	p := w.Proto(nil)
	acctest.Expect(t, "planned", sancionPlanErrors(p, acctest.Result{}, acctest.DeclaredSancion))
	w.Box.Inject(sandbox.Fault{Key: "sancion_cerrar", Kind: sandbox.Status500})
	acctest.Expect(t, "failed", p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion).Errors(), "Unable to close sanction")
	w.Box.ClearFaults()
	for range 2 {
		created := p.Apply(acctest.ParkingSancion, acctest.Result{}, acctest.DeclaredSancion)
		acctest.NoErrors(t, "created", created)
		acctest.NoErrors(t, "destroyed", p.Apply(acctest.ParkingSancion, created, nil))
	}
}

// A code that the service refused, and that the list does not show, gives way to another.
func TestSancionPaymentRefusedAndAnotherCode(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
	w.Exec("INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 2, 3)")
	created := w.Proto(nil).Apply(acctest.ParkingSancion, acctest.Result{}, acctest.Values{"sancion_id": 1})
	paid, other := acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago}, acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago.With(acctest.Values{"pago_codigo": "TX-2"})}
	w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.SancionPagar: answers.Body(http.StatusBadGateway, "<html>")}))
	lost := w.Proto(nil).Apply(acctest.ParkingSancion, created, paid)
	w.Answer(nil)
	acctest.Expect(t, "lost", sancionPlanErrors(w.Proto(nil), lost, other), "pago.pago_codigo: Payment outcome unknown")
	refused := w.Proto(acctest.WithList).Apply(acctest.ParkingSancion, lost, paid)
	acctest.Expect(t, "refused", refused.Errors(), "pago.pago_codigo: Unable to record payment")
	acctest.NoErrors(t, "done", w.Proto(nil).Apply(acctest.ParkingSancion, refused, other))
	w.ExpectCount(1, acctest.PaymentsOfOne)
}

// Remarks that the service only spells otherwise are the declared ones.
func TestSancionRemarksRewritten(t *testing.T) {
	t.Parallel()
	w := acctest.NewWorld(t, sandbox.Options{})
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
