package acceptance

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// managed is a thing that one block manages alone: two would overwrite, or pay, what the other declares.
type managed struct {
	typeName, importID string
	declared, other    acctest.Values // by two blocks
	refused            string
	looks              map[string]int // what the plan of a creation asks
	fault, failed      string         // an operation, and the error of a creation where it fails
}

// eachManaged runs a test for each, which a first block has created.
func eachManaged(t *testing.T, test func(t *testing.T, w *acctest.World, c managed, first acctest.Result)) {
	t.Helper()
	acctest.Each(t, map[string]managed{
		"sancion": {"parking_sancion", "1", acctest.Values{"sancion_id": 1}, acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago},
			"sancion_id: Sanction in two blocks", map[string]int{}, "sancion_cerrar", "Unable to close sanction"},
	}, func(t *testing.T, c managed) {
		w := acctest.NewWorld(t, sandbox.Options{})
		first := w.Proto(nil).Apply(c.typeName, acctest.Result{}, c.declared)
		acctest.NoMessages(t, "created", first)
		w.Requests()
		test(t, w, c, first)
	})
}

func planOf(p *acctest.Proto, typeName string, prior acctest.Result, config acctest.Values) acctest.Result {
	p.T.Helper()
	return acctest.Result{Diags: p.Plan(typeName, prior, config).Diagnostics}
}

// A plan that keeps one thing in two blocks is refused, whichever of the two it comes to first. Where one of them leaves,
// the other may take it.
func TestInTwoBlocks(t *testing.T) {
	t.Parallel()
	eachManaged(t, func(t *testing.T, w *acctest.World, c managed, first acctest.Result) {
		second := acctest.Result{State: first.State}
		imported := w.Proto(nil).ImportID(c.typeName, c.importID)
		for name, prior := range map[string]acctest.Result{"created": {}, "updated": second, "imported": imported} {
			p := w.Proto(nil)
			for range 2 { // planning it again is no second block
				acctest.NoMessages(t, name, planOf(p, c.typeName, first, c.declared))
			}
			w.Requests()
			acctest.Expect(t, name, planOf(p, c.typeName, prior, c.other).Errors(), c.refused)
			w.ExpectRequests(map[string]int{})
			p = w.Proto(acctest.Values{"adopt_existing": "update"})
			acctest.NoErrors(t, name, planOf(p, c.typeName, prior, c.other))
			acctest.Expect(t, name, planOf(p, c.typeName, first, c.declared).Errors(), c.refused)
			p = w.Proto(acctest.Values{"adopt_existing": "update"})
			acctest.NoErrors(t, name+", first destroyed", planOf(p, c.typeName, first, nil))
			acctest.NoErrors(t, name+" in its place", planOf(p, c.typeName, prior, c.other))
		}
		// What was planned apart is refused by the apply.
		p, planned := w.Proto(nil), w.Proto(nil).Plan(c.typeName, second, c.other)
		acctest.NoMessages(t, "kept", p.Apply(c.typeName, first, c.declared))
		w.Requests()
		acctest.Expect(t, "planned apart", p.ApplyPlan(t.Context(), c.typeName, second, c.other, planned).Errors(), c.refused)
		w.ExpectRequests(map[string]int{})
	})
}

// A replacement that the user asks for (-replace, replace_triggered_by) is planned twice: it is no second block.
func TestReplacedByTheSame(t *testing.T) {
	t.Parallel()
	eachManaged(t, func(t *testing.T, w *acctest.World, c managed, first acctest.Result) {
		p := w.Proto(nil)
		kept := p.Plan(c.typeName, first, c.declared)
		w.Requests()
		again := p.Plan(c.typeName, acctest.Result{Private: kept.PlannedPrivate}, c.declared)
		acctest.ExpectPlanned(t, "replaced", again)
		w.ExpectRequests(c.looks)
		another := planOf(p, c.typeName, acctest.Result{State: first.State}, c.declared)
		acctest.Expect(t, "another block", another.Errors(), c.refused)
	})
}

// One provider may serve several runs, as in `terraform test`: planning a creation again, and creating again what was
// destroyed or failed, is no second block.
func TestOneProviderForSeveralRuns(t *testing.T) {
	t.Parallel()
	eachManaged(t, func(t *testing.T, w *acctest.World, c managed, _ acctest.Result) {
		p := w.Proto(nil)
		w.Box.Inject(sandbox.Fault{Key: c.fault, Kind: sandbox.Status500})
		acctest.Expect(t, "failed", p.Apply(c.typeName, acctest.Result{}, c.declared).Errors(), c.failed)
		w.Box.ClearFaults()
		acctest.NoMessages(t, "planned", planOf(p, c.typeName, acctest.Result{}, c.declared))
		for range 2 {
			created := p.Apply(c.typeName, acctest.Result{}, c.declared)
			acctest.NoErrors(t, "created", created)
			acctest.NoErrors(t, "destroyed", p.Apply(c.typeName, created, nil))
		}
	})
}
