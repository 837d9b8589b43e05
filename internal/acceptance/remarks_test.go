package acceptance

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
)

// An answer that says ok and reports an error all the same counts, whatever asked. The error is a warning of each call.
func TestRemarks(t *testing.T) {
	t.Parallel()
	const says = "Request accepted with an error message"
	w := acctest.ConVehiculo(t)
	p := w.Proto(nil)
	declared := acctest.Values{"placa": "PBA1234", "tipo_vehiculo_id": 1}
	beside := func(data string) func(*http.Request) http.HandlerFunc {
		return func(*http.Request) http.HandlerFunc {
			return answers.Body(200, `{"estado":"ok","data":`+data+`,"error":"Saldo bajo","errores":{"placa":"Es corta"}}`)
		}
	}
	w.Answer(beside(`{"placa":"PBA1234","tipo_vehiculo_id":1}`))
	acctest.Expect(t, "planned", p.PlanWarnings("parking_placa", acctest.Result{}, declared), "Plate PBA1234 is already registered", says)
	created := w.Proto(acctest.Values{"plan_lookups": false}).Apply("parking_placa", acctest.Result{}, declared) // or it would be adopted
	acctest.ExpectHeld(t, "created", created, declared)
	acctest.Expect(t, "created", created.Errors())
	acctest.Expect(t, "created", created.Warnings(), says)
	acctest.Expect(t, "read", p.Read("parking_placa", created).Warnings(), says)
	acctest.Expect(t, "looked up", p.Data("parking_placa", acctest.Values{"placa": "PBA1234"}).Warnings(), says)
	w.Answer(beside(`[]`))
	_, diags := p.ListAll(acctest.FleetQuery(0, false))
	acctest.Expect(t, "listed", acctest.Result{Diags: diags}.Warnings(), says)
	w.Answer(beside(`{"id":1,"estado":"cerrada"}`))
	acctest.Expect(t, "closed", p.Invoke(acctest.CerrarSancion, acctest.ActionConfigs[acctest.CerrarSancion]).Warnings(), says)
	w.Answer(nil)
	acctest.NoMessages(t, "honest", w.Proto(nil).Apply("parking_placa", acctest.Result{}, declared))
}
