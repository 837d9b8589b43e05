package sandbox

import (
	"testing"
	"testing/synctest"
)

// An open sanction is not paid, whatever the body says; closing again changes nothing; a payment is the last step.
func TestSancionLifecycle(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := open(t, Options{})
		const notClosed = `{"estado":"fail","error":"La sanción no se puede pagar porque no está cerrada"}`
		const started = `{"estado":"ok","data":{"id":9,"placa":"LIBRE 1","tramo_id":4,"cliente_id":null,"estado":"abierta",` +
			`"pagada":0,"importe":30,"observaciones":"mal","pago_tipo":null,"pago_codigo":null,"fecha":"2000-01-01T00:00:00Z"}}`
		const closed = `{"estado":"ok","data":{"id":9,"placa":"LIBRE 1","tramo_id":4,"cliente_id":null,"estado":"cerrada",` +
			`"pagada":0,"importe":30,"observaciones":"visto"`
		const paid = `{"estado":"ok","data":{"id":9,"placa":"LIBRE 1","tramo_id":4,"cliente_id":2,"estado":"cerrada",` +
			`"pagada":1,"importe":30,"observaciones":"visto","pago_tipo":3,"pago_codigo":"TX"`
		for _, c := range []struct {
			request, body string
			status        int
			answer        string
		}{
			{"POST sancion-iniciar", `{"placa":"LIBRE 1","tramo_id":4,"observaciones":"mal"}`, 200, started},
			{"PUT sancion-pagar/9", `{"pago_tipo":1,"pago_codigo":"TX"}`, 422, notClosed},
			{"PUT sancion-pagar/9", ``, 422, notClosed},
			{"PUT sancion-cerrar/9", `{"observaciones":"visto"}`, 200, closed},
			{"PUT sancion-cerrar/9", `{"observaciones":"otra"}`, 200, closed},
			{"PUT sancion-pagar/9", `{"pago_tipo":3,"pago_codigo":"TX","cliente_id":2}`, 200, paid},
			{"PUT sancion-pagar/9", `{"pago_tipo":3,"pago_codigo":"TZ"}`, 422, `{"estado":"fail","error":"La sanción ya está pagada."}`},
			{"PUT sancion-cerrar/99", `{}`, 404, ""},
			{"PUT sancion-pagar/99", `{}`, 404, ""},
		} {
			send(t, s, c.request, c.body).want(t, c.status, c.answer)
		}
		remarks := data[object](t, send(t, s, "PUT sancion-cerrar/2", ""))["observaciones"]
		equal(t, "closed without a body, the remarks", remarks, any("Sin tique visible"))
	})
}
