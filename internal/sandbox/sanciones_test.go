package sandbox

import (
	"strings"
	"testing"
	"testing/synctest"
)

func TestSancionLifecycle(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := open(t, Options{})
		const record = `{"estado":"ok","data":{"id":9,"placa":"LIBRE 1","tramo_id":4,"cliente_id":`
		send(t, s, "POST", "/external/sancion-iniciar", `{"placa":"LIBRE 1","tramo_id":4,"observaciones":"mal"}`).
			want(t, 200, record+`null,"estado":"abierta","pagada":0,"importe":30,"observaciones":"mal","pago_tipo":null,"pago_codigo":null,"fecha":"2000-01-01T00:00:00Z"}}`)
		// Open: payment is rejected whatever the body says, and the message says why.
		for _, body := range []string{`{"pago_tipo":1,"pago_codigo":"TX"}`, `{}`, ``} {
			r := send(t, s, "PUT", "/external/sancion-pagar/9", body)
			errores(t, r, 422)
			if !strings.Contains(r.body, "no se puede pagar porque no está cerrada") {
				t.Errorf("got %s", r.body)
			}
		}
		closed := record + `null,"estado":"cerrada","pagada":0,"importe":30,"observaciones":"visto","pago_tipo":null,"pago_codigo":null,"fecha":"2000-01-01T00:00:00Z"}}`
		send(t, s, "PUT", "/external/sancion-cerrar/9", `{"observaciones":"visto"}`).want(t, 200, closed)
		// Closed: closing again is harmless and changes nothing.
		send(t, s, "PUT", "/external/sancion-cerrar/9", `{"observaciones":"otra"}`).want(t, 200, closed)
		send(t, s, "PUT", "/external/sancion-pagar/9", `{"pago_tipo":3,"pago_codigo":"TX","cliente_id":2}`).
			want(t, 200, record+`2,"estado":"cerrada","pagada":1,"importe":30,"observaciones":"visto","pago_tipo":3,"pago_codigo":"TX","fecha":"2000-01-01T00:00:00Z"}}`)
		send(t, s, "PUT", "/external/sancion-pagar/9", `{"pago_tipo":3,"pago_codigo":"TZ"}`).
			want(t, 422, `{"estado":"fail","error":"La sanción ya está pagada."}`)
		for _, do := range []string{"cerrar", "pagar"} {
			errores(t, send(t, s, "PUT", "/external/sancion-"+do+"/99", `{}`), 404)
		}
		// Closing without a body keeps the remarks.
		got := data[sancion](t, send(t, s, "PUT", "/external/sancion-cerrar/2", ""))
		if got.Estado != cerrada || got.Observaciones == nil || *got.Observaciones != "Sin tique visible" {
			t.Errorf("got %+v", got)
		}
	})
}
