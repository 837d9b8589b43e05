package sandbox

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

const bloquear = "/external/reserva-bloquear"

// What each state lets happen. Reservation 1 is blocked, 2 paid, 3 cancelled, 4 ended, 5 paid and ended; 6 is none.
func TestReservaStates(t *testing.T) {
	t.Parallel()
	tests := []struct {
		do     string
		body   string
		status [6]int
	}{
		{"reserva-pagar", `{"pago_tipo":1,"pago_codigo":"NUEVO"}`, [6]int{200, 422, 422, 422, 422, 404}},
		{"reserva-cancelar", ``, [6]int{200, 422, 422, 422, 422, 404}},
		{"reserva-extender", `{"minutos":10}`, [6]int{200, 200, 422, 422, 422, 404}},
	}
	for _, tt := range tests {
		for i, status := range tt.status {
			inBubble(t, fmt.Sprintf("%s %d", tt.do, i+1), func(t *testing.T) {
				s := open(t, Options{})
				fleet(t, s)
				for _, minutos := range []int{60, 60, 60, 10, 10} {
					data[reserva](t, send(t, s, "POST", bloquear, fmt.Sprintf(`{"tramo_id":1,"vehiculo_id":1,"minutos":%d}`, minutos)))
				}
				data[message](t, send(t, s, "PUT", "/external/reserva-pagar/2", `{"pago_tipo":1,"pago_codigo":"A"}`))
				data[message](t, send(t, s, "PUT", "/external/reserva-cancelar/3", ""))
				data[message](t, send(t, s, "PUT", "/external/reserva-pagar/5", `{"pago_tipo":1,"pago_codigo":"B"}`))
				time.Sleep(20 * time.Minute)
				send(t, s, "PUT", fmt.Sprintf("/external/%s/%d", tt.do, i+1), tt.body).wantStatus(t, status)
			})
		}
	}
}

// What is taken, full or too long is refused, until the others have gone.
func TestReservaTaken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := open(t, Options{})
		fleet(t, s)
		const body = `{"tramo_id":1,"vehiculo_id":1,"celda_id":1,"conector_id":2,"minutos":10}`
		data[reserva](t, send(t, s, "POST", bloquear, body))
		complains(t, send(t, s, "POST", bloquear, body), 422, "celda_id", "conector_id")
		// The same vehicle may book again elsewhere in the section.
		data[reserva](t, send(t, s, "POST", bloquear, `{"tramo_id":1,"vehiculo_id":1,"minutos":10}`))
		time.Sleep(11 * time.Minute)
		data[reserva](t, send(t, s, "POST", bloquear, body))
		data[message](t, send(t, s, "PUT", "/external/reserva-cancelar/3", ""))
		data[reserva](t, send(t, s, "POST", bloquear, body))

		must(t, errorOf(s.DB().ExecContext(t.Context(), `UPDATE tramos SET plazas_coche = 0 WHERE id = 1`)))
		complains(t, send(t, s, "POST", bloquear, `{"tramo_id":1,"vehiculo_id":1,"minutos":10}`), 422, "tramo_id")
		data[reserva](t, send(t, s, "POST", bloquear, fmt.Sprintf(`{"tramo_id":1,"vehiculo_id":2,"minutos":%d}`, maxMinutos)))
		complains(t, send(t, s, "PUT", "/external/reserva-extender/5", `{"minutos":10}`), 422, "minutos")
	})
}
