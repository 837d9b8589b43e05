package sandbox

import "testing"

// A write that fails halfway leaves nothing behind, and the failure is told without its details.
func TestWriteIsOneTransaction(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	fleet(t, s)
	made(t, s, bloquear, `{"tramo_id":1,"vehiculo_id":1,"minutos":10}`)
	change(t, s, `CREATE TRIGGER roto BEFORE INSERT ON recibos BEGIN SELECT RAISE(ABORT, 'roto'); END`)
	send(t, s, "PUT reserva-pagar/1", `{"pago_tipo":1,"pago_codigo":"TX","enviar_recibo":true}`).
		want(t, 500, `{"estado":"fail","error":"Error interno del servicio"}`)
	expectCount(t, s, 0, `SELECT (SELECT count(*) FROM pagos) + (SELECT count(*) FROM reservas WHERE estado = 'pagada')`)
	expectCount(t, s, 0, `SELECT count(*) FROM journal WHERE operation = 'reserva_pagar' AND committed`)
}

// A credential stands alone or after a scheme. Without a configured one, any will do.
func TestHeaders(t *testing.T) {
	t.Parallel()
	type row struct {
		credential, header string
		status             int
		field              string
	}
	const json, none, key = "Content-Type:application/json; charset=utf-8", "Authorization:", "Authorization"
	each(t, map[string]row{
		"the configured one":   {"secreta", "Authorization:secreta", 200, ""},
		"after a scheme":       {"secreta", "Authorization:Bearer secreta", 200, ""},
		"another":              {"secreta", "Authorization:otra", 401, key},
		"another scheme":       {"secreta", "Authorization:Bearer otra", 401, key},
		"more after it":        {"secreta", "Authorization:secreta x", 401, key},
		"no issued token":      {"secreta", "Authorization:sbx_NADA", 401, key},
		"any":                  {"", "Authorization:x", 200, ""},
		"blank":                {"", "Authorization:  ", 401, key},
		"none":                 {"", none, 401, key},
		"with a character set": {"", json, 200, ""},
		"no type":              {"", "Content-Type:", 415, "Content-Type"},
		"a form":               {"", "Content-Type:application/x-www-form-urlencoded", 415, "Content-Type"},
	}, func(t *testing.T, c row) {
		r := send(t, open(t, Options{Credential: c.credential}), "POST placa", aPlate, c.header)
		if c.status == 200 {
			r.want(t, 200, okPlate)
			equal(t, "Content-Type", r.header.Get("Content-Type"), "application/json; charset=utf-8")
		} else {
			equal(t, "refused", errores(t, r, c.status), c.field)
		}
	})
}
