package sandbox

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const (
	bloquear   = "POST reserva-bloquear"
	tenMinutes = `{"tramo_id":1,"vehiculo_id":1,"minutos":10}`
)

// What each state lets happen. Reservation 1 is blocked, 2 paid, 3 cancelled, 4 ended, 5 paid and ended; 6 is none.
func TestReservaStates(t *testing.T) {
	t.Parallel()
	type row struct {
		body   string // # is another in each request
		status [6]int
	}
	for do, c := range map[string]row{
		"reserva-pagar":    {`{"pago_tipo":1,"pago_codigo":"N#"}`, [6]int{200, 422, 422, 422, 422, 404}},
		"reserva-cancelar": {``, [6]int{200, 422, 422, 422, 422, 404}},
		"reserva-extender": {`{"minutos":10}`, [6]int{200, 200, 422, 422, 422, 404}},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := open(t, Options{})
			fleet(t, s)
			const hour = `{"tramo_id":1,"vehiculo_id":1,"minutos":60}`
			made(t, s, bloquear, hour, hour, hour, tenMinutes, tenMinutes)
			made(t, s, "PUT reserva-pagar/2", `{"pago_tipo":1,"pago_codigo":"A"}`)
			made(t, s, "PUT reserva-cancelar/3", "")
			made(t, s, "PUT reserva-pagar/5", `{"pago_tipo":1,"pago_codigo":"B"}`)
			time.Sleep(20 * time.Minute)
			for i, status := range c.status {
				request := fmt.Sprintf("PUT %s/%d", do, i+1)
				equal(t, request, send(t, s, request, strings.Replace(c.body, "#", request, 1)).status, status)
			}
		})
	}
}

// What is taken, full or too long is refused, until the others have gone.
func TestReservaTaken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := open(t, Options{})
		fleet(t, s)
		refused := func(request, body, fields string) {
			t.Helper()
			equal(t, "refused", errores(t, send(t, s, request, body), 422), fields)
		}
		const body = `{"tramo_id":1,"vehiculo_id":1,"celda_id":1,"conector_id":2,"minutos":10}`
		made(t, s, bloquear, body)
		refused(bloquear, body, "celda_id conector_id")
		made(t, s, bloquear, tenMinutes) // the same vehicle, elsewhere in the section
		time.Sleep(11 * time.Minute)
		made(t, s, bloquear, body)
		made(t, s, "PUT reserva-cancelar/3", "")
		made(t, s, bloquear, body)

		change(t, s, `UPDATE tramos SET plazas_coche = 0 WHERE id = 1`)
		refused(bloquear, tenMinutes, "tramo_id")
		made(t, s, bloquear, fmt.Sprintf(`{"tramo_id":1,"vehiculo_id":2,"minutos":%d}`, maxMinutos))
		refused("PUT reserva-extender/5", `{"minutos":10}`, "minutos")
	})
}
