package sancion

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

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
