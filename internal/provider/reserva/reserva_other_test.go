package reserva

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

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

// An identifier that belongs to another reservation, after a restore or at another base_url, is neither refreshed, extended,
// paid nor cancelled. A record that shows neither vehicle nor section, or cannot be read, forbids nothing.
func TestReservaIdentifierOfAnother(t *testing.T) {
	t.Parallel()
	const other = "Reservation is another one"
	declared := acctest.DeclaredReserva.With(acctest.Values{"celda_id": 17})
	longer := declared.With(acctest.Values{"minutos": 50})
	acctest.Each(t, map[string]string{
		"vehicle": `{"id":1,"vehiculo_id":2,"tramo_id":5,"minutos":20}`, "section": `{"id":1,"vehiculo_id":1,"tramo_id":6,"minutos":20}`,
		"space": `{"id":1,"vehiculo_id":1,"tramo_id":5,"celda_id":18,"minutos":20}`,
	}, func(t *testing.T, record string) {
		w, p, created := acctest.ReservaServer(t, declared, nil)
		w.Answer(reservas(record, record))
		for what, after := range map[string]acctest.Result{
			"refresh": p.Read("parking_reserva", created),
			"extend":  p.Apply("parking_reserva", created, longer),
			"destroy": p.Apply("parking_reserva", created, nil),
		} {
			acctest.Expect(t, what, after.Errors(), other)
			acctest.ExpectSame(t, what, after.State, created.State)
		}
		paid := p.Apply("parking_reserva", created, declared.With(acctest.Values{"pago": acctest.PagoUno}))
		acctest.Expect(t, "pay", paid.Errors(), other)
		acctest.ExpectHeld(t, "pay", paid, acctest.Values{"pagada": false, "id": 1})
		if made := w.Requests(); made["reserva_extender"]+made["reserva_pagar"]+made["reserva_cancelar"] > 0 {
			t.Errorf("got requests %v, wanted no write", made)
		}
	})
	acctest.Each(t, map[string]func(*http.Request) http.HandlerFunc{
		"without vehicle and section": reservas(`{"id":1}`, ""),
		"not listed":                  reservas("", ""),
		"not readable":                busy(endless, new(atomic.Int64)),
		"failing":                     answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(500, acctest.Broken)}),
	}, func(t *testing.T, list func(*http.Request) http.HandlerFunc) {
		w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
		w.Answer(list)
		acctest.NoMessages(t, "destroy", p.Apply("parking_reserva", created, nil))
		w.ExpectCount(0, vigentes)
	})
}

// So does one that shows another payment than the state has.
func TestReservaIdentifierOfAnotherPaidOne(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.PaidReserva, nil)
	w.Answer(reservas(`{"id":1,"vehiculo_id":1,"tramo_id":5,"minutos":20,"pago_codigo":"ZZ-9"}`, ""))
	gone := p.Apply("parking_reserva", created, nil)
	acctest.Expect(t, "destroy", gone.Errors(), "Reservation is another one")
	w.ExpectCount(1, vigentes)
}

// A booking that is answered with another reservation, on a service whose lists fail then, is kept without an identifier. A later
// refresh finds what it made, or drops it.
func TestReservaAnsweredWithAnotherAndLost(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []bool{false, true}, func(t *testing.T, booked bool) {
		w := acctest.ConVehiculo(t)
		answer := answers.Body(200, `{"estado":"ok","data":{"id":41,"vehiculo_id":2,"tramo_id":5}}`)
		if booked {
			answer = w.CarriedOut(`{"estado":"ok","data":{"id":41,"vehiculo_id":2,"tramo_id":5}}`)
		}
		w.Answer(from(http.MethodPost, map[string]http.HandlerFunc{"POST /external/reserva-bloquear": answer,
			"GET /external/reservas-activas": answers.Body(500, acctest.Broken)}))
		lost := w.Proto(nil).Apply("parking_reserva", acctest.Result{}, acctest.PaidReserva)
		acctest.Expect(t, "lost", lost.Warnings(), "Booking outcome unknown")
		acctest.ExpectWarned(t, "lost", lost, acctest.Values{"id": nil, "pagada": false})
		w.Answer(nil)
		time.Sleep(pastLag)
		read := w.Proto(nil).Read("parking_reserva", lost)
		if !booked {
			acctest.Expect(t, "read", read.Warnings(), "Lost booking was not carried out")
			acctest.ExpectHeld(t, "read", read, nil)
			return
		}
		acctest.Expect(t, "read", read.Warnings(), "Lost booking found")
		acctest.ExpectHeld(t, "read", read, acctest.Values{"id": 1})
	})
}

// A list of the active reservations that shows ended ones too: what a record says of its end counts. Nothing is cancelled, and
// destroying it ends.
func TestReservaEndedAndListed(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	w.Exec("UPDATE reservas SET estado = 'cancelada'")
	w.Answer(reservas(`{"id":1,"vehiculo_id":1,"tramo_id":5,"minutos":20,"estado":"CANCELADA"}`, ""))
	ended := p.Read("parking_reserva", created)
	acctest.ExpectState(t, "read", ended, acctest.Values{"activa": false})
	w.Requests()
	for _, state := range []acctest.Result{created, ended} {
		gone := p.Apply("parking_reserva", state, nil)
		acctest.NoMessages(t, "destroyed", gone)
		acctest.ExpectHeld(t, "destroyed", gone, nil)
	}
	w.ExpectRequests(map[string]int{})
	paid := p.Apply("parking_reserva", ended, acctest.DeclaredReserva.With(acctest.Values{"minutos": 30}))
	acctest.Expect(t, "longer", paid.Errors(), "minutos: Ended reservation cannot be extended")
	invoked := p.Invoke(acctest.CancelarReserva, acctest.ActionConfigs[acctest.CancelarReserva])
	invoked.ExpectLines(t, "Checking whether reservation 1 is active.", "Reservation 1 is no longer active: it has ended, or was cancelled before. Nothing was sent.")
}

// A booking that something between sends twice: the read after the payment warns of the second reservation. Those of other blocks,
// those that were there, and those that differ are none.
func TestReservaBookedTwice(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	w.Exec(fmt.Sprintf(insertReserva, 40))
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodPost {
			w.Exec(fmt.Sprintf(insertReserva, 70))
			w.Exec(fmt.Sprintf(insertReserva, 71))
			w.Exec("UPDATE reservas SET minutos = 30 WHERE id = 71")
		}
		return nil
	})
	p := w.Proto(nil)
	created := p.Apply("parking_reserva", acctest.Result{}, acctest.PaidReserva)
	acctest.Expect(t, "created", created.Warnings(), "More reservations than requested")
	acctest.ExpectSays(t, "created", created.Warnings()[0], "did not exist before: 70.")
	acctest.ExpectWarned(t, "created", created, acctest.Values{"id": 72, "pagada": true})
	w.Answer(nil)
	second := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva.With(acctest.Values{"pago": acctest.PagoDos}))
	acctest.NoMessages(t, "second block", second)
}
