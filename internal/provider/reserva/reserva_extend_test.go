package reserva

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// Extensions on services whose records do not show what was added.

// pastLag is longer than lists may lag in tests.
const pastLag = 2500 * time.Millisecond

// showing answers the list of the active reservations with reservation 1 and these minutes, whatever it has.
func showing(minutos int) func(*http.Request) http.HandlerFunc {
	return reservas(fmt.Sprintf(`{"id":1,"vehiculo_id":1,"tramo_id":5,"minutos":%d}`, minutos), "")
}

// run is one run of a configuration: its messages, and how many extensions it sent.
func run(w *acctest.Server, p *acctest.Proto, prior acctest.Result, config acctest.Values) (after acctest.Result, sent int) {
	w.T.Helper()
	w.Requests()
	read := p.Read("parking_reserva", prior)
	after = p.Apply("parking_reserva", read, config)
	after.Diags = append(read.Diags, after.Diags...)
	return after, w.Requests()["reserva_extender"]
}

func sends(t *testing.T, what string, got, want int) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %d extensions were sent, want %d", what, got, want)
	}
}

// An extension that the record never shows is sent once. A later refresh warns, and a further extension adds only its own minutes.
func TestReservaExtensionNotShown(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	longer := acctest.DeclaredReserva.With(acctest.Values{"minutos": 50})
	w.Answer(showing(20))
	extended, sent := run(w, p, created, longer)
	acctest.NoMessages(t, "extended", extended)
	sends(t, "extended", sent, 1)
	for _, warnings := range [][]string{nil, {"Reservation shows fewer minutes"}, {"Reservation shows fewer minutes"}} {
		extended, sent = run(w, w.Proto(acctest.Values{"refresh_max_age": "1h"}), extended, longer)
		acctest.NoErrors(t, "again", extended)
		acctest.Expect(t, "again", extended.Warnings(), warnings...)
		sends(t, "again", sent, 0)
		time.Sleep(pastLag)
	}
	extendedTo(w, 50)
	extended, _ = run(w, p, extended, acctest.DeclaredReserva.With(acctest.Values{"minutos": 60}))
	acctest.NoErrors(t, "longer", extended)
	extendedTo(w, 60)
	w.Answer(nil)
	extended, _ = run(w, p, extended, acctest.DeclaredReserva.With(acctest.Values{"minutos": 60}))
	acctest.NoMessages(t, "shown", extended)
	w.Answer(showing(20))
	extended, _ = run(w, p, extended, acctest.DeclaredReserva.With(acctest.Values{"minutos": 60}))
	acctest.NoMessages(t, "not shown again", extended)
}

// Of an extension whose answers are lost, and which the record does not show, one more is sent, in the same run or the next one. Then
// the plan says how to check, until the record shows it. A record that is known to omit extensions is not believed at all.
func TestReservaExtensionLost(t *testing.T) {
	t.Parallel()
	type row struct {
		settings acctest.Values
		omits    bool // an earlier extension
		sent     []int
	}
	acctest.Each(t, map[string]row{
		"retried":       {acctest.Values{"max_retries": 2}, false, []int{2, 0}},
		"in two runs":   {acctest.Values{"max_retries": 0}, false, []int{1, 1, 0}},
		"known to omit": {acctest.Values{"max_retries": 2}, true, []int{1, 0}},
	}, func(t *testing.T, c row) {
		w, p, held := acctest.ReservaServer(t, acctest.DeclaredReserva, c.settings)
		w.Answer(showing(20))
		if c.omits {
			held, _ = run(w, p, held, acctest.DeclaredReserva.With(acctest.Values{"minutos": 40}))
			acctest.NoMessages(t, "earlier", held)
		}
		w.Box.Inject(sandbox.Fault{Key: "reserva_extender", Kind: sandbox.Drop, When: sandbox.After})
		longer := acctest.DeclaredReserva.With(acctest.Values{"minutos": 50})
		for n, want := range c.sent {
			if n > 0 {
				time.Sleep(pastLag)
			}
			var sent int
			held, sent = run(w, p, held, longer)
			says := "Unable to extend reservation"
			if want == 0 {
				says = "minutos: Extension outcome unknown"
			}
			acctest.Expect(t, "run", held.Errors(), says)
			sends(t, fmt.Sprint("run ", n), sent, want)
		}
		w.Box.ClearFaults()
		w.Answer(nil)
		held, sent := run(w, p, held, longer)
		acctest.NoMessages(t, "shown", held)
		sends(t, "shown", sent, 0)
		extended, sent := run(w, p, held, acctest.DeclaredReserva.With(acctest.Values{"minutos": 200}))
		acctest.NoMessages(t, "more", extended)
		sends(t, "more", sent, 1)
	})
}

// An extension that lists show late is sent once, without a warning.
func TestReservaExtensionShownLate(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	longer := acctest.DeclaredReserva.With(acctest.Values{"minutos": 50})
	w.Answer(showing(20))
	extended, _ := run(w, p, created, longer)
	extended, _ = run(w, p, extended, longer)
	w.Answer(nil)
	time.Sleep(pastLag)
	extended, _ = run(w, p, extended, longer)
	acctest.NoMessages(t, "extended", extended)
	extendedTo(w, 50)
}

// Records that show the remaining minutes extend nothing, and are no reason to warn.
func TestReservaRemainingMinutes(t *testing.T) {
	t.Parallel()
	w, p, extended := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	for _, left := range []int{19, 10, 9} {
		w.Answer(showing(left))
		var sent int
		extended, sent = run(w, p, extended, acctest.DeclaredReserva)
		acctest.NoMessages(t, fmt.Sprint(left), extended)
		acctest.ExpectState(t, fmt.Sprint(left), extended, acctest.Values{"minutos": 20})
		sends(t, fmt.Sprint(left), sent, 0)
		time.Sleep(pastLag)
	}
	w.Answer(showing(10))
	run(w, p, extended, acctest.DeclaredReserva.With(acctest.Values{"minutos": 30}))
	extendedTo(w, 30)
}

// An extension that is answered with another reservation is sent once, and what may stay of it is named.
func TestReservaExtendedAsAnother(t *testing.T) {
	t.Parallel()
	type row struct {
		data   string
		warned bool
	}
	acctest.Each(t, map[string]row{
		"another":         {`{"id":77,"vehiculo_id":1,"tramo_id":5,"minutos":30}`, true},
		"the same":        {`{"reserva_id":"1"}`, false},
		"of the same":     {`{"id":77,"reserva_id":1}`, false},
		"without an id":   {`{"message":"hecho"}`, false},
		"not even a text": {`[77]`, false},
	}, func(t *testing.T, c row) {
		w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if r.Method == http.MethodPut && r.URL.Path == "/external/reserva-extender/1" {
				return answers.Body(200, `{"estado":"ok","data":`+c.data+`}`)
			}
			return nil
		})
		longer := acctest.DeclaredReserva.With(acctest.Values{"minutos": 50})
		extended, _ := run(w, p, created, longer)
		var asOther, stay []string
		if c.warned {
			asOther, stay = []string{"Extension answered with another reservation"}, []string{"Reservations of extensions may stay"}
		}
		acctest.NoErrors(t, "extended", extended)
		acctest.Expect(t, "extended", extended.Warnings(), asOther...)
		extended, sent := run(w, p, extended, longer)
		acctest.NoMessages(t, "again", extended)
		sends(t, "again", sent, 0)
		gone := p.Apply("parking_reserva", extended, nil)
		acctest.ExpectHeld(t, "gone", gone, nil)
		acctest.Expect(t, "gone", gone.Warnings(), stay...)
		if c.warned {
			invoked := p.Invoke(acctest.ExtenderReserva, acctest.Values{"reserva_id": 1, "minutos": 10})
			acctest.Expect(t, "action", invoked.Warnings(), asOther...)
		}
	})
}

// More minutes than were sent are a warning: something between may have sent the extension twice.
func TestReservaExtendedTwice(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.Method == http.MethodPut {
			w.Exec("UPDATE reservas SET minutos = minutos + 30")
		}
		return nil
	})
	extended := p.Apply("parking_reserva", created, acctest.DeclaredReserva.With(acctest.Values{"minutos": 50}))
	acctest.Expect(t, "extended", extended.Warnings(), "Reservation longer than requested")
	acctest.ExpectWarned(t, "extended", extended, acctest.Values{"minutos": 50})
	extendedTo(w, 80)
}
