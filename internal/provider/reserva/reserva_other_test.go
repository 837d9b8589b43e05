package reserva

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
)

// Reservations that are somebody else's: in the answer to a booking, or under an identifier of the state.

// A booking that is answered with a reservation of somebody else takes nothing over: nothing is paid, nothing is in the state,
// and the error names the reservation. If the booking was carried out, its own reservation is found.
func TestReservaAnsweredWithAnother(t *testing.T) {
	t.Parallel()
	type row struct {
		answer string
		booked bool
	}
	acctest.Each(t, map[string]row{
		"one that was there":            {`{"id":40,"vehiculo_id":1,"tramo_id":5,"minutos":20}`, false},
		"one of another vehicle":        {`{"id":41,"vehiculo_id":2,"tramo_id":5,"minutos":20}`, false},
		"another vehicle's, but booked": {`{"id":41,"vehiculo_id":2,"tramo_id":5,"minutos":20}`, true},
	}, func(t *testing.T, c row) {
		w := acctest.ConVehiculo(t)
		w.Exec(fmt.Sprintf(insertReserva, 40))
		w.Exec(fmt.Sprintf(insertReserva, 41))
		w.Exec("UPDATE reservas SET tramo_id = 6 WHERE id = 41")
		answer := answers.Body(200, `{"estado":"ok","data":`+c.answer+`}`)
		if c.booked {
			answer = w.CarriedOut(`{"estado":"ok","data":` + c.answer + `}`)
		}
		w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/reserva-bloquear": answer}))
		created := w.Proto(nil).Apply("parking_reserva", acctest.Result{}, acctest.PaidReserva)
		w.Answer(nil)
		if c.booked {
			acctest.ExpectState(t, "created", created, acctest.Values{"id": 42, "pagada": true})
			w.ExpectCount(1, "SELECT COUNT(*) FROM pagos WHERE reserva_id = 42")
			return
		}
		acctest.ExpectRefused(t, "created", created, "Unable to create reservation")
		w.ExpectCount(0, "SELECT COUNT(*) FROM pagos")
		w.ExpectCount(2, vigentes)
	})
}
