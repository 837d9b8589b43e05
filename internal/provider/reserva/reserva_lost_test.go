package reserva

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What becomes of a booking whose answer was lost, and of the blocks beside it.

const insertReserva = "INSERT INTO reservas (id, tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin) SELECT %d, 5, 1, 20, 'bloqueada', 46, unixepoch(), unixepoch() + 1200"

// losesOne is the state of a booking that was lost and not carried out.
func losesOne(w *acctest.World, t *testing.T, p *acctest.Proto, declared acctest.Values) acctest.Result {
	t.Helper()
	w.Box.Inject(sandbox.Fault{Key: "reserva_bloquear", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
	lost := p.Apply("parking_reserva", acctest.Result{}, declared)
	acctest.Expect(t, "lost", lost.Errors(), "Unable to create reservation")
	acctest.ExpectHeld(t, "forgotten", lost, acctest.Values{"id": nil})
	return lost
}

// After a booking that is not settled no other of its vehicle and section is begun in that
// run. The next one finds out what became of the first, and books what is missing.
func TestReservaNotBegun(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []string{"identical", "never"}, func(t *testing.T, adopt string) {
		w := acctest.ConVehiculo(t)
		p := w.Proto(nil)
		lost := losesOne(w, t, p, acctest.DeclaredReserva)
		w.Requests()
		second := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
		acctest.ExpectRefused(t, "second", second, "Reservation not booked")
		w.ExpectRequests(map[string]int{})
		elsewhere := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva.With(acctest.Values{"tramo_id": 6}))
		acctest.NoMessages(t, "elsewhere", elsewhere)
		next := w.Proto(acctest.Values{"adopt_existing": adopt})
		read := next.Read("parking_reserva", lost)
		acctest.Expect(t, "read", read.Warnings(), "Lost booking not active")
		next = w.Proto(acctest.Values{"adopt_existing": adopt})
		next.Replaced("parking_reserva", read)
		first := next.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
		if adopt == "never" {
			return
		}
		other := next.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
		acctest.NoErrors(t, "first", first)
		acctest.NoErrors(t, "other", other)
		if first.State["id"] == other.State["id"] {
			t.Errorf("both blocks hold reservation %v, wanted two", first.State["id"])
		}
		w.ExpectCount(2, vigentes+" AND tramo_id = 5")
	})
}

// A booking that is cut off, refused when it is sent again, and carried out after that, is found by the next run, and not
// booked a second time.
func TestReservaLostThenRefused(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]http.HandlerFunc{
		"refused": answers.Body(http.StatusConflict, `{"estado":"fail","error":"El vehículo ya tiene una reserva"}`),
		"denied":  answers.Body(http.StatusForbidden, `{"estado":"fail","error":"No autorizado"}`),
	}, func(t *testing.T, again http.HandlerFunc) {
		w := acctest.ConVehiculo(t)
		w.Box.Inject(sandbox.Fault{Key: "reserva_bloquear", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
		w.Answer(answers.AfterFirst("POST /external/reserva-bloquear", again))
		lost := w.Proto(acctest.Values{"max_retries": 1}).Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
		acctest.Expect(t, "lost", lost.Errors(), "Unable to create reservation")
		acctest.ExpectHeld(t, "forgotten", lost, acctest.Values{"id": nil})
		w.Answer(nil)
		w.Exec(fmt.Sprintf(insertReserva, 40))
		p := w.Proto(nil)
		read := p.Read("parking_reserva", lost)
		acctest.Expect(t, "refresh", read.Warnings(), "Lost booking found")
		p.Replaced("parking_reserva", read)
		acctest.ExpectHeld(t, "next", p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva), acctest.Values{"id": 40})
		w.ExpectCount(1, vigentes)
	})
}

// A plan that was saved, or a refresh that was, before the service had finished a lost booking books no second one.
func TestReservaLostAndLate(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	lost := losesOne(w, t, w.Proto(nil), acctest.DeclaredReserva)
	saved := w.Proto(nil).Read("parking_reserva", lost)
	acctest.Expect(t, "plan", saved.Warnings(), "Lost booking not active")
	w.Exec(fmt.Sprintf(insertReserva, 40))
	p := w.Proto(nil)
	p.Replaced("parking_reserva", saved)
	late := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
	acctest.Expect(t, "apply", late.Errors(), "Lost booking appeared late")
	p = w.Proto(nil)
	read := p.Read("parking_reserva", late)
	acctest.Expect(t, "refresh", read.Warnings(), "Lost booking found")
	p.Replaced("parking_reserva", read)
	acctest.ExpectHeld(t, "got", p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva), acctest.Values{"id": 40})
	w.ExpectCount(1, vigentes)
}

// Where the list of all active reservations cannot be read whole, a lost booking stays lost, with one warning: the refresh
// does not fail, and no apply books again before another refresh has found out what became of it.
func TestReservaLostOnBusyService(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]func() string{"too long": endless, "changing": restless()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.ConVehiculo(t)
			lost := losesOne(w, t, w.Proto(nil), acctest.DeclaredReserva)
			absent := w.Proto(nil).Read("parking_reserva", lost)
			acctest.Expect(t, "absent", absent.Warnings(), "Lost booking not active")
			w.Exec(fmt.Sprintf(insertReserva, 40))
			found := w.Proto(nil).Read("parking_reserva", lost)
			acctest.Expect(t, "found", found.Warnings(), "Lost booking found")

			w.Answer(busy(list, new(atomic.Int64)))
			p := w.Proto(nil)
			var warnings []string
			for _, before := range []acctest.Result{lost, absent} {
				read := p.Read("parking_reserva", before)
				acctest.NoErrors(t, "refresh", read)
				acctest.ExpectSame(t, "refresh", read.State, lost.State)
				warnings = append(warnings, read.Warnings()...)
				next := w.Proto(nil)
				next.Replaced("parking_reserva", read)
				acctest.Expect(t, "apply", next.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva).Errors(), "Lost booking not refreshed")
			}
			acctest.Expect(t, "warnings", warnings, "Lost booking not looked up")
			again := w.Proto(nil).Read("parking_reserva", found)
			acctest.ExpectSame(t, "found before", again.State, found.State)
			acctest.Expect(t, "found before", again.Warnings(), "Lost booking found")
			w.ExpectCount(1, vigentes)
		})
	}
}

// Destroying the block of a lost booking cancels what it booked, and warns where nothing shows.
func TestReservaLostAndDestroyed(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []bool{true, false}, func(t *testing.T, booked bool) {
		w := acctest.ConVehiculo(t)
		lost := losesOne(w, t, w.Proto(nil), acctest.DeclaredReserva)
		if booked {
			w.Exec(fmt.Sprintf(insertReserva, 40))
		}
		gone := w.Proto(nil).Apply("parking_reserva", lost, nil) // as of a block that left the configuration, without its refresh
		acctest.ExpectHeld(t, "gone", gone, nil)
		w.ExpectCount(0, vigentes)
		if !booked {
			acctest.Expect(t, "not known", gone.Warnings(), "Lost booking no longer managed")
		}
	})
}

// Of several that may be the lost one none is guessed: not by a refresh, and not by an
// apply without one.
func TestReservaNotGuessed(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	w.Exec(fmt.Sprintf(insertReserva, 40)) // known from before
	lost := losesOne(w, t, w.Proto(nil), acctest.DeclaredReserva)
	w.Exec(fmt.Sprintf(insertReserva, 41))
	w.Exec(fmt.Sprintf(insertReserva, 42))
	read := w.Proto(nil).Read("parking_reserva", lost)
	acctest.Expect(t, "refresh", read.Errors(), "Lost booking not identified")
	acctest.ExpectSame(t, "refresh", read.State, lost.State)
	p := w.Proto(nil)
	p.Replaced("parking_reserva", lost)
	created := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
	acctest.Expect(t, "apply", created.Errors(), "Lost booking not refreshed")
	acctest.ExpectHeld(t, "created", created, acctest.Values{"id": nil})
	w.ExpectCount(3, vigentes)
	w.Exec("UPDATE reservas SET estado = 'cancelada' WHERE id = 41")
	settled := w.Proto(nil).Read("parking_reserva", created)
	acctest.Expect(t, "settled", settled.Warnings(), "Lost booking found")
	// By the apply it has ended as well.
	w.Exec("UPDATE reservas SET fin = inicio - 1 WHERE id = 42")
	p = w.Proto(nil)
	p.Replaced("parking_reserva", settled)
	acctest.ExpectWarned(t, "anew", p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva), acctest.Values{"id": 43})
}

// A service whose filter matches nothing does not show what was there before, so the one
// that is there now may be another's. Where none is there, it was not booked.
func TestReservaLostBehindTheFilter(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []bool{true, false}, func(t *testing.T, there bool) {
		w := acctest.ConVehiculo(t)
		if there {
			w.Exec(fmt.Sprintf(insertReserva, 41))
		}
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if r.Method == http.MethodGet && r.URL.RawQuery != "" {
				return answers.Body(200, `{"estado":"ok","data":[]}`)
			}
			return nil
		})
		lost := losesOne(w, t, w.Proto(nil), acctest.DeclaredReserva)
		read := w.Proto(nil).Read("parking_reserva", lost)
		if there {
			acctest.Expect(t, "read", read.Errors(), "Lost booking not identified")
			acctest.ExpectSame(t, "read", read.State, lost.State)
			return
		}
		acctest.Expect(t, "read", read.Warnings(), "Lost booking not active")
		p := w.Proto(nil)
		p.Replaced("parking_reserva", read)
		created := p.Apply("parking_reserva", acctest.Result{}, acctest.PaidReserva)
		acctest.ExpectState(t, "created", created, acctest.Values{"pagada": true})
		again := w.Proto(nil).Read("parking_reserva", created)
		acctest.ExpectSame(t, "read", again.State, created.State)
		acctest.NoErrors(t, "destroyed", w.Proto(nil).Apply("parking_reserva", again, nil))
		if made := w.Requests(); made["reserva_cancelar"] != 1 {
			t.Errorf("got requests %v, wanted one that cancels", made)
		}
	})
}

// A reservation in the states of two blocks is neither paid nor cancelled by both.
func TestReservaInTwoBlocks(t *testing.T) {
	t.Parallel()
	w, _, first := acctest.ReservaWorld(t, acctest.DeclaredReserva, nil)
	second := w.Proto(nil).ImportID("parking_reserva", "1")
	w.Requests()
	for name, plan := range map[string]func(p *acctest.Proto, r acctest.Result) []string{
		"refresh": func(p *acctest.Proto, r acctest.Result) []string { return p.Read("parking_reserva", r).Errors() },
		"plan": func(p *acctest.Proto, r acctest.Result) []string {
			return acctest.ErrorsOf(p.Plan("parking_reserva", r, acctest.PaidReserva).Diagnostics)
		},
		"destroy": func(p *acctest.Proto, r acctest.Result) []string {
			return acctest.ErrorsOf(p.Plan("parking_reserva", r, nil).Diagnostics)
		},
	} {
		p := w.Proto(nil)
		for range 2 { // reading it again is no second block
			if errs := plan(p, first); len(errs) > 0 {
				t.Errorf("%s: got errors %q, wanted none", name, errs)
			}
		}
		acctest.Expect(t, name, plan(p, second), "Reservation in two blocks")
	}
	// A block that lost a booking counts as soon as it has found it.
	w.Exec("UPDATE reservas SET estado = 'cancelada'")
	lost := losesOne(w, t, w.Proto(nil), acctest.DeclaredReserva)
	w.Exec(fmt.Sprintf(insertReserva, 41))
	found := w.Proto(nil).Read("parking_reserva", lost)
	imported := w.Proto(nil).ImportID("parking_reserva", "41")
	p := w.Proto(nil)
	p.Read("parking_reserva", imported)
	acctest.Expect(t, "found", p.Read("parking_reserva", found).Warnings(), "Lost booking not active")
	p = w.Proto(nil)
	p.Read("parking_reserva", found)
	acctest.Expect(t, "the other order", p.Read("parking_reserva", imported).Errors(), "Reservation in two blocks")
	p = w.Proto(nil)
	p.Read("parking_reserva", imported)
	acctest.Expect(t, "not found yet", p.Read("parking_reserva", lost).Warnings(), "Lost booking not active")
	// An apply that Terraform planned apart is stopped too.
	p = w.Proto(nil)
	acctest.NoErrors(t, "paid", p.Apply("parking_reserva", imported, acctest.DeclaredReserva.With(acctest.Values{"pago": acctest.PagoUno})))
	w.Requests()
	p.Replaced("parking_reserva", found)
	adopted := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva.With(acctest.Values{"pago": acctest.PagoUno}))
	if adopted.State["id"] == 41 {
		t.Error("got reservation 41, which another block manages, wanted another one")
	}
}

// What another block of the run booked, or has in its state, is not the lost one.
func TestReservaOfTheOtherBlock(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	lost := losesOne(w, t, w.Proto(nil), acctest.DeclaredReserva)
	other := w.Proto(nil).Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva) // with -target
	p := w.Proto(nil)
	p.Replaced("parking_reserva", lost) // without a refresh
	first := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
	acctest.Expect(t, "not refreshed", first.Errors(), "Lost booking not refreshed")
	w.Exec(fmt.Sprintf(insertReserva, 41))
	p = w.Proto(nil)
	p.Read("parking_reserva", other)
	acctest.Expect(t, "read", p.Read("parking_reserva", lost).Warnings(), "Lost booking found")
}

// A lost booking is handed only to a block that would repeat it, whatever its payment. One that is declared otherwise books
// nothing meanwhile, and has a name of its own.
func TestReservaLostIsNotAnotherCells(t *testing.T) {
	t.Parallel()
	type row struct{ declared, other acctest.Values }
	acctest.Each(t, map[string]row{
		"cell":      {acctest.Values{"celda_id": 17}, acctest.Values{"celda_id": 18}},
		"connector": {acctest.Values{"celda_id": 17, "conector_id": 3}, acctest.Values{"celda_id": 17}},
		"minutes":   {acctest.Values{"celda_id": 17}, acctest.Values{"celda_id": 17, "minutos": 60}},
	}, func(t *testing.T, c row) {
		w := acctest.ConVehiculo(t)
		first := acctest.DeclaredReserva.With(c.declared)
		lost := losesOne(w, t, w.Proto(nil), first)
		w.Exec(fmt.Sprintf(insertReserva, 40)) // done late
		w.Exec("UPDATE reservas SET celda_id = 17, conector_id = ? WHERE id = 40", first["conector_id"])
		p := w.Proto(nil)
		read := p.Read("parking_reserva", lost)
		acctest.Expect(t, "found", read.Warnings(), "Lost booking found")
		gone := p.Replaced("parking_reserva", read) // the first half of its replacement
		acctest.Expect(t, "handed over", gone.Warnings(), "Lost booking handed over")
		other := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva.With(c.other))
		acctest.Expect(t, "other", other.Errors(), "Lost booking was declared differently")
		got := p.Apply("parking_reserva", acctest.Result{}, first.With(acctest.Values{"pago": acctest.PagoUno}))
		acctest.ExpectHeld(t, "reservation 40 was forgotten, and booked again", got, acctest.Values{"id": 40, "pagada": true})
		w.ExpectCount(1, vigentes)
		p = w.Proto(nil)
		p.Read("parking_reserva", got)
		acctest.Expect(t, "next", p.Read("parking_reserva", other).Warnings(), "Lost booking not active")
	})
}

// adopt_existing = "never" neither forgets nor adopts a lost booking, also where filters match nothing.
func TestReservaLostUnderNever(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []bool{true, false}, func(t *testing.T, narrow bool) {
		w, never := acctest.ConVehiculo(t), acctest.Values{"adopt_existing": "never"}
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if narrow && r.Method == http.MethodGet && r.URL.RawQuery != "" {
				return answers.Body(200, `{"estado":"ok","data":[]}`)
			}
			return nil
		})
		lost := losesOne(w, t, w.Proto(never), acctest.DeclaredReserva)
		w.Exec(fmt.Sprintf(insertReserva, 40)) // done late
		read := w.Proto(never).Read("parking_reserva", lost)
		if narrow {
			acctest.Expect(t, "read", read.Errors(), "Lost booking not identified")
		} else {
			p := w.Proto(never)
			p.Replaced("parking_reserva", read)
			kept := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
			acctest.Expect(t, "apply", kept.Errors(), "vehiculo_id: Reservation already exists")
			acctest.ExpectSame(t, "kept", kept.State, read.State)
		}
		// With the block out of the state what is there is an error, and free to be imported.
		free := w.Proto(never).Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
		acctest.ExpectRefused(t, "free", free, "vehiculo_id: Reservation already exists")
		w.ExpectCount(1, vigentes)
	})
}

// terraform untaint does not settle a lost booking: it is replaced all the same.
func TestReservaLostAndUntainted(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	lost := losesOne(w, t, w.Proto(nil), acctest.DeclaredReserva)
	p := w.Proto(nil)
	plan := p.Plan("parking_reserva", p.Read("parking_reserva", lost), acctest.DeclaredReserva)
	acctest.ExpectPlanned(t, "plan", plan, "id")
}
