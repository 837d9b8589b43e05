package provider

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A plan that keeps one sanction in two blocks is refused, whichever of the two it comes to first, so that it is not paid
// with the code of each. Where one of them leaves, the other may take it.
func TestSancionInTwoBlocks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	unpaid, other := values{"sancion_id": 1}, values{"sancion_id": 1, "pago": declaredPago.with(values{"pago_codigo": "TX-2"})}
	first := w.proto(nil).apply(parkingSancion, result{}, unpaid)
	second := w.proto(nil).apply(parkingSancion, result{}, unpaid)
	imported := w.proto(withList).importID(parkingSancion, "1")
	w.requests()
	for name, prior := range map[string]result{"created": {}, "updated": second, "imported": imported} {
		for _, order := range [][2]int{{0, 1}, {1, 0}} {
			plans := [2]struct {
				prior  result
				config values
			}{{first, values{"sancion_id": 1, "pago": declaredPago}}, {prior, other}}
			p := w.proto(nil)
			if errs := p.sancionPlanErrors(plans[order[0]].prior, plans[order[0]].config); len(errs) > 0 {
				t.Error(name, errs)
			}
			expect(t, name, p.sancionPlanErrors(plans[order[1]].prior, plans[order[1]].config), `AttributeName("sancion_id")`, "Sanction in two blocks",
				"Another block of this configuration declares sanction 1 too", "both would close and pay it", "Nothing was changed here", "Remove one of the two blocks from the configuration", "import block")
		}
		p := w.proto(nil)
		for range 2 { // planning it again is no second block
			if errs := p.sancionPlanErrors(first, unpaid); len(errs) > 0 {
				t.Error(errs)
			}
		}
		p = w.proto(nil)
		leaves := errorsOf(p.plan(parkingSancion, first, nil).Diagnostics)
		if errs := append(leaves, p.sancionPlanErrors(result{}, other)...); len(errs) > 0 {
			t.Error("renamed:", errs)
		}
	}
	// What was not known when it was planned.
	p := w.proto(nil)
	if paid := p.apply(parkingSancion, first, values{"sancion_id": 1, "pago": declaredPago}); len(paid.errors()) > 0 {
		t.Error(paid.errors())
	}
	expect(t, "update", errorsOf(p.updateSancion(second, other)), "Sanction in two blocks")
	w.expectRequests(map[string]int{"sancion_cerrar": 1, "sancion_pagar": 1})
}
