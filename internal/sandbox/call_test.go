package sandbox

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

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

// A client that goes away while its request is worked on does not undo the work.
func TestWorkOutlivesClient(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	asked := 0
	s := open(t, Options{Now: func() time.Time {
		if asked++; asked == 2 { // the first time is for the journal, the second when the work begins
			cancel()
		}
		return time.Now()
	}})
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://sandbox/external/placa", strings.NewReader(aPlate))
	must(t, err)
	r.Header.Set("Authorization", "x")
	r.Header.Set("Content-Type", "application/json")
	response, err := s.RoundTrip(r)
	if err == nil {
		_ = response.Body.Close()
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if count(t, s, `SELECT count(*) FROM placas`) != 1 {
		t.Error("the plate was not registered")
	}
}
