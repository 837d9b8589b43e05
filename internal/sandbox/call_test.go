package sandbox

import "testing"

// A write that fails halfway leaves nothing behind, and the failure is told without its details.
func TestWriteIsOneTransaction(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	fleet(t, s)
	data[reserva](t, send(t, s, "POST", bloquear, `{"tramo_id":1,"vehiculo_id":1,"minutos":10}`))
	must(t, errorOf(s.DB().ExecContext(t.Context(), `CREATE TRIGGER roto BEFORE INSERT ON recibos BEGIN SELECT RAISE(ABORT, 'roto'); END`)))
	send(t, s, "PUT", "/external/reserva-pagar/1", `{"pago_tipo":1,"pago_codigo":"TX","enviar_recibo":true}`).
		want(t, 500, `{"estado":"fail","error":"Error interno del servicio"}`)
	equal(t, "traces of the failed payment", count(t, s, `SELECT count(*) FROM pagos`)+count(t, s, `SELECT count(*) FROM reservas WHERE estado = 'pagada'`), 0)
	expectCount(t, s, 0, `SELECT count(*) FROM journal WHERE operation = 'reserva_pagar' AND committed`)
}
