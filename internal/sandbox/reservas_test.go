package sandbox

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

const bloquear = "/external/reserva-bloquear"

func TestReservaLifecycle(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := open(t, Options{})
		fleet(t, s)
		send(t, s, "POST", bloquear, `{"tramo_id":1,"vehiculo_id":1,"celda_id":2,"conector_id":1,"minutos":30}`).
			want(t, 200, `{"estado":"ok","data":{"id":1,"tramo_id":1,"vehiculo_id":1,"celda_id":2,"conector_id":1,"minutos":30,"estado":"bloqueada",`+
				`"precio":0.69,"inicio":"2000-01-01T00:00:00Z","fin":"2000-01-01T00:30:00Z","pago_tipo":null,"pago_codigo":null}}`)
		send(t, s, "PUT", "/external/reserva-pagar/1", `{"pago_tipo":2,"pago_codigo":"TX-1","enviar_recibo":true}`).
			want(t, 200, `{"estado":"ok","data":{"message":"Pago registrado"}}`)
		expectCount(t, s, 1, `SELECT count(*) FROM recibos WHERE reserva_id = 1 AND email = 'reparto.centro@example.com'`)
		send(t, s, "PUT", "/external/reserva-extender/1", `{"minutos":10}`).
			want(t, 200, `{"estado":"ok","data":{"id":1,"tramo_id":1,"vehiculo_id":1,"celda_id":2,"conector_id":1,"minutos":40,"estado":"pagada",`+
				`"precio":0.92,"inicio":"2000-01-01T00:00:00Z","fin":"2000-01-01T00:40:00Z","pago_tipo":2,"pago_codigo":"TX-1"}}`)
		time.Sleep(40 * time.Minute)
		if got := data[[]reserva](t, send(t, s, "GET", "/external/reservas-activas", "")); len(got) != 1 || got[0].Estado != pagada {
			t.Errorf("in its last second: %+v", got)
		}
		time.Sleep(time.Second)
		if got := data[[]reserva](t, send(t, s, "GET", "/external/reservas", "")); len(got) != 1 || got[0].Estado != finalizada {
			t.Errorf("ended: %+v", got)
		}
		if got := data[[]reserva](t, send(t, s, "GET", "/external/reservas-activas", "")); len(got) != 0 {
			t.Errorf("ended and active: %+v", got)
		}
	})
}

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

// A transaction code is unique over all payments, and a refused payment sends no receipt.
func TestPagoCodigoUnique(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	fleet(t, s)
	data[reserva](t, send(t, s, "POST", bloquear, `{"tramo_id":1,"vehiculo_id":1,"minutos":10}`))
	data[sancion](t, send(t, s, "PUT", "/external/sancion-pagar/7", `{"pago_tipo":1,"pago_codigo":"TX"}`))
	for _, path := range []string{"/external/reserva-pagar/1", "/external/sancion-pagar/8"} {
		complains(t, send(t, s, "PUT", path, `{"pago_tipo":1,"pago_codigo":"TX"}`), 422, "pago_codigo")
	}
	data[message](t, send(t, s, "PUT", "/external/reserva-pagar/1", `{"pago_tipo":1,"pago_codigo":"TY","enviar_recibo":false}`))
	expectCount(t, s, 0, `SELECT count(*) FROM recibos`)
}

func TestReservasFilters(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	fleet(t, s)
	data[vehiculo](t, send(t, s, "POST", "/external/vehiculo", `{"cliente_id":2,"placa":"AUTO-1"}`))
	for i := range 17 {
		data[reserva](t, send(t, s, "POST", bloquear, fmt.Sprintf(`{"tramo_id":%d,"vehiculo_id":%d,"minutos":10}`, 1+i%2, 1+i/16*2)))
	}
	data[message](t, send(t, s, "PUT", "/external/reserva-cancelar/16", ""))
	tests := map[string][]int64{
		"reservas":                         {17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3},
		"reservas?page=2":                  {2, 1},
		"reservas?cliente_id=2":            {17},
		"reservas?vehiculo_id=3":           {17},
		"reservas?vehiculo_id=2":           nil,
		"reservas?tramo_id=2&cliente_id=1": {16, 14, 12, 10, 8, 6, 4, 2},
		"reservas-activas?tramo_id=2":      {14, 12, 10, 8, 6, 4, 2},
		"reservas-activas?page=2":          {1},
	}
	for path, want := range tests {
		var ids []int64
		for _, r := range data[[]reserva](t, send(t, s, "GET", "/external/"+path, "")) {
			ids = append(ids, r.ID)
		}
		if !slices.Equal(ids, want) {
			t.Errorf("%s: got %v, want %v", path, ids, want)
		}
	}
}
