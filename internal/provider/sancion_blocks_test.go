package provider

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

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
			if errs := sancionPlanErrors(p, plans[order[0]].prior, plans[order[0]].config); len(errs) > 0 {
				t.Error(name, errs)
			}
			expect(t, name, sancionPlanErrors(p, plans[order[1]].prior, plans[order[1]].config), `AttributeName("sancion_id")`, "Sanction in two blocks",
				"Another block of this configuration declares sanction 1 too", "both would close and pay it", "Nothing was changed here", "Remove one of the two blocks from the configuration", "import block")
		}
		p := w.proto(nil)
		for range 2 { // planning it again is no second block
			if errs := sancionPlanErrors(p, first, unpaid); len(errs) > 0 {
				t.Error(errs)
			}
		}
		p = w.proto(nil)
		leaves := errorsOf(p.plan(parkingSancion, first, nil).Diagnostics)
		if errs := append(leaves, sancionPlanErrors(p, result{}, other)...); len(errs) > 0 {
			t.Error("renamed:", errs)
		}
	}
	// What was not known when it was planned.
	p := w.proto(nil)
	if paid := p.apply(parkingSancion, first, values{"sancion_id": 1, "pago": declaredPago}); len(paid.errors()) > 0 {
		t.Error(paid.errors())
	}
	expect(t, "update", errorsOf(updateSancion(p, second, other)), "Sanction in two blocks")
	w.expectRequests(map[string]int{"sancion_cerrar": 1, "sancion_pagar": 1})
}

// While it is not known whether a payment was recorded, no other code is tried: the service could take it too.
func TestSancionPaymentLostAndAnotherCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.answer(on(map[string]http.HandlerFunc{"PUT " + sancionCerrar: w.carriedOut(`{"estado":"ok","data":{"id":1}}`)})) // tells nothing of a payment
	with := func(codigo any) values {
		return values{"sancion_id": 1, "pago": declaredPago.with(values{"pago_codigo": codigo})}
	}
	p := w.proto(nil)
	created := p.apply(parkingSancion, result{}, values{"sancion_id": 1})
	w.box.Inject(sandbox.Fault{Key: "sancion_pagar", Kind: sandbox.HTML, Times: 1})
	lost := p.apply(parkingSancion, created, with("TX-1"))
	expect(t, "lost", lost.errors(), "Unable to record payment", "It is not known whether", "Keep this pago_codigo", "with another one it could pay a second time")
	w.requests()
	says := []string{`AttributeName("pago").AttributeName("pago_codigo")`, "The outcome of a payment is not known", `payment "TX-1" of sanction 1`, `Restore pago_codigo = "TX-1"`, "terraform state rm"}
	expect(t, "plan", sancionPlanErrors(p, lost, with("TX-2")), says...)
	unknown := with(tftypes.NewValue(tftypes.String, tftypes.UnknownValue))
	for name, config := range map[string]values{"no payment": {"sancion_id": 1}, "the same": with("TX-1"), "a code that is not known yet": unknown} {
		if errs := sancionPlanErrors(p, lost, config); len(errs) > 0 {
			t.Error(name, errs)
		}
	}
	expect(t, "update", errorsOf(updateSancion(p, lost, with("TX-2"))), says...)
	w.expectRequests(map[string]int{})

	refused := p.apply(parkingSancion, lost, with("TX-1"))
	expect(t, "the same", refused.errors(), `Ask the service whether sanction 1 is paid with pago_codigo "TX-1"`, "With another pago_codigo it could be paid a second time")
	expect(t, "after the refusal", sancionPlanErrors(p, refused, with("TX-2")), says...)
	listed := w.proto(withList)
	paid := listed.apply(parkingSancion, listed.read(parkingSancion, refused), with("TX-1"))
	expect(t, "the list tells", paid.warnings(), "Payment was there already")
	if len(paid.errors()) > 0 || strings.Contains(string(paid.private), unsettledPagoKey) {
		t.Error(paid.errors(), string(paid.private))
	}
	listed = w.proto(withList)
	expect(t, "the list tells", listed.apply(parkingSancion, listed.read(parkingSancion, refused), with("TX-2")).errors(), "A payment cannot be changed", `Declare pago_codigo = "TX-1"`)
	if n := w.count("SELECT COUNT(*) FROM pagos"); n != 1 {
		t.Errorf("paid %d times", n)
	}
}

// A code that the service refused, and that the list does not show, gives way to another.
func TestSancionPaymentRefusedAndAnotherCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.exec("INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 2, 3)")
	created := w.proto(nil).apply(parkingSancion, result{}, values{"sancion_id": 1})
	paid, other := values{"sancion_id": 1, "pago": declaredPago}, values{"sancion_id": 1, "pago": declaredPago.with(values{"pago_codigo": "TX-2"})}
	w.answer(on(map[string]http.HandlerFunc{"PUT " + sancionPagar: body(http.StatusBadGateway, "<html>")}))
	lost := w.proto(nil).apply(parkingSancion, created, paid)
	w.answer(nil)
	expect(t, "lost", sancionPlanErrors(w.proto(nil), lost, other), "The outcome of a payment is not known")
	refused := w.proto(withList).apply(parkingSancion, lost, paid)
	expect(t, "refused", refused.errors(), "so this payment was not recorded")
	if done := w.proto(nil).apply(parkingSancion, refused, other); len(done.errors()) > 0 || w.count(paymentsOfOne) != 1 {
		t.Error(done.errors())
	}
}

// Remarks that the service only spells otherwise are the declared ones.
func TestSancionRemarksRewritten(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.exec("UPDATE sanciones SET estado = 'cerrada', observaciones = '  REVISADA ' WHERE id = 1")
	p := w.proto(withList)
	created := p.apply(parkingSancion, result{}, declaredSancion)
	if len(created.diags) > 0 || created.state["observaciones"] != "Revisada" {
		t.Fatal(created.errors(), created.state)
	}
	read := p.read(parkingSancion, created)
	expectSame(t, "read", read.state, created.state)
	w.requests()
	respelled := p.apply(parkingSancion, read, declaredSancion.with(values{"observaciones": "revisada"}))
	if len(respelled.diags) > 0 || respelled.state["observaciones"] != "revisada" {
		t.Error(respelled.errors(), respelled.state)
	}
	w.expectRequests(map[string]int{})
	invoked := w.proto(nil).invoke(cerrarSancion, values{"sancion_id": 1, "observaciones": "Revisada"})
	if len(invoked.warnings()) > 0 {
		t.Error(invoked.warnings())
	}
}

// Other remarks end a creation, for which ignore_changes does nothing: leaving them out is what works.
func TestSancionRemarksOfAnotherAtCreation(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.exec(closeElsewhere)
	created := w.proto(nil).apply(parkingSancion, result{}, declaredSancion)
	expect(t, "error", created.errors(), `Declare observaciones = "Ajena", or leave observaciones out.`)
	w.answer(on(map[string]http.HandlerFunc{"PUT " + sancionCerrar: w.carriedOut(`{"estado":"ok","data":{"id":1,"observaciones":null}}`)}))
	none := w.proto(nil).apply(parkingSancion, result{}, declaredSancion)
	expect(t, "error", none.errors(), "closed without observaciones", "Leave observaciones out.")
	if texts := append(created.errors(), none.errors()...); strings.Contains(strings.Join(texts, ""), "ignore_changes") {
		t.Error(texts)
	}
	w.answer(nil)
	p := w.proto(withList)
	omitted := p.apply(parkingSancion, result{}, declaredSancion.with(values{"observaciones": nil}))
	read := p.read(parkingSancion, omitted)
	if len(omitted.diags)+len(read.diags) > 0 || read.state["observaciones"] != nil {
		t.Error(omitted.errors(), read.state)
	}
}
