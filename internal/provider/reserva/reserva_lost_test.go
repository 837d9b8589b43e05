package reserva

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What becomes of a booking whose answer was lost, and of the blocks beside it.

const insertReserva = "INSERT INTO reservas (id, tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin) SELECT %d, 5, 1, 20, 'bloqueada', 46, unixepoch(), unixepoch() + 1200"

// loses is the state of a booking that was lost and not carried out, on a service whose lists cannot be read after it.
func loses(t *testing.T, w *acctest.Server, p *acctest.Proto, declared acctest.Values) acctest.Result {
	t.Helper()
	w.Box.Inject(sandbox.Fault{Key: "reserva_bloquear", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
	w.Answer(from(http.MethodPost, unreadable))
	lost := p.Apply("parking_reserva", acctest.Result{}, declared)
	acctest.NoErrors(t, "lost", lost) // an error would taint it
	acctest.Expect(t, "lost", lost.Warnings(), "Booking outcome unknown")
	acctest.ExpectHeld(t, "lost", lost, acctest.Values{"id": nil, "activa": nil, "pagada": false})
	acctest.ExpectSame(t, "its identity", lost.Identity, acctest.Values{"id": 0})
	w.Answer(nil)
	w.Requests()
	return lost
}

// planned is the plan of the next run, after its refresh.
func planned(t *testing.T, p *acctest.Proto, read acctest.Result, declared acctest.Values) (changes bool) {
	t.Helper()
	plan := p.Plan("parking_reserva", read, declared)
	acctest.ExpectPlanned(t, "next plan", plan)
	kind := p.Schema.ResourceSchemas["parking_reserva"].ValueType()
	to, err := plan.PlannedState.Unmarshal(kind)
	acctest.Must(t, err)
	from := tftypes.NewValue(kind, nil)
	if read.State != nil {
		from = p.Value(kind, read.State)
	}
	return !to.Equal(from)
}

// The refresh after a lost booking adds the identifier of the reservation that it made, drops the state if it made none, or
// keeps it. Nothing is booked twice, whatever adopt_existing says.
func TestReservaLost(t *testing.T) {
	t.Parallel()
	const there = "INSERT INTO reservas (id, tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin, celda_id) SELECT 41, 5, 1, 20, 'bloqueada', 46, unixepoch(), unixepoch() + 1200, 18"
	const paid = "INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('TX-1', 1, 41)"
	found, absent, unknown := "Lost booking found", "Lost booking was not carried out", "Reservation without an identifier"
	type row struct {
		meanwhile []string
		adopt     string
		declared  acctest.Values
		read      string // the warning of the refresh
		pays      int    // by the next apply
	}
	acctest.Each(t, map[string]row{
		"booked":                     {[]string{there}, "identical", acctest.DeclaredReserva, found, 0},
		"booked, under never":        {[]string{there}, "never", acctest.DeclaredReserva, found, 0},
		"in the declared cell":       {[]string{there}, "identical", acctest.DeclaredReserva.With(acctest.Values{"celda_id": 18}), found, 0},
		"not paid yet":               {[]string{there}, "identical", acctest.PaidReserva, found, 1},
		"paid as declared":           {[]string{there, paid}, "identical", acctest.PaidReserva, found, 0},
		"not booked":                 {nil, "identical", acctest.DeclaredReserva, absent, 0},
		"not booked, to be paid":     {nil, "identical", acctest.PaidReserva, absent, 1},
		"booked in another section":  {[]string{there, "UPDATE reservas SET tramo_id = 6"}, "identical", acctest.DeclaredReserva, absent, 0},
		"ended since":                {[]string{there, "UPDATE reservas SET fin = inicio - 1"}, "identical", acctest.DeclaredReserva, absent, 0},
		"in another cell":            {[]string{there}, "identical", acctest.DeclaredReserva.With(acctest.Values{"celda_id": 17}), unknown, 0},
		"with a connector":           {[]string{there}, "identical", acctest.DeclaredReserva.With(acctest.Values{"conector_id": 3}), unknown, 0},
		"for longer":                 {[]string{there, "UPDATE reservas SET minutos = 30"}, "identical", acctest.DeclaredReserva, unknown, 0},
		"paid otherwise":             {[]string{there, paid}, "identical", acctest.DeclaredReserva.With(acctest.Values{"pago": acctest.PagoDos}), unknown, 0},
		"paid, and no pago declared": {[]string{there, paid}, "identical", acctest.DeclaredReserva, unknown, 0},
		"one of two":                 {[]string{there, fmt.Sprintf(insertReserva, 42)}, "identical", acctest.DeclaredReserva, unknown, 0},
	}, func(t *testing.T, c row) {
		w := acctest.ConVehiculo(t)
		settings := acctest.Values{"adopt_existing": c.adopt}
		lost := loses(t, w, w.Proto(settings), c.declared)
		for _, query := range c.meanwhile {
			w.Exec(query)
		}
		p := w.Proto(settings)
		read := p.Read("parking_reserva", lost)
		acctest.NoErrors(t, "read", read)
		acctest.Expect(t, "read", read.Warnings(), c.read)
		reservas := w.Count("SELECT COUNT(*) FROM reservas")
		w.Requests()
		switch c.read {
		case unknown:
			acctest.ExpectSame(t, "read", read.State, lost.State)
			if c.declared["pago"] == nil && planned(t, p, read, c.declared) {
				t.Error("a booking whose outcome is unknown is planned to change")
			}
			again := w.Proto(settings).Read("parking_reserva", read)
			acctest.Expect(t, "read again", again.Warnings(), unknown)
			acctest.ExpectSame(t, "read again", again.State, lost.State)
			return
		case absent:
			acctest.ExpectHeld(t, "read", read, nil)
			reservas++
		case found:
			acctest.ExpectHeld(t, "read", read, acctest.Values{"id": 41, "activa": true})
			acctest.ExpectSame(t, "its identity", read.Identity, acctest.Values{"id": 41})
			if c.pays == 0 && planned(t, p, read, c.declared) {
				t.Error("a reservation that was found is planned to change")
			}
		}
		next := p.Apply("parking_reserva", read, c.declared)
		acctest.NoMessages(t, "next", next)
		acctest.ExpectHeld(t, "next", next, acctest.Values{"pagada": c.declared["pago"] != nil, "activa": true})
		if pays := w.Requests()["reserva_pagar"]; pays != c.pays {
			t.Errorf("the next apply sent %d payments, want %d", pays, c.pays)
		}
		w.ExpectCount(reservas, "SELECT COUNT(*) FROM reservas")
		last := w.Proto(settings)
		held := last.Read("parking_reserva", next)
		acctest.NoMessages(t, "last refresh", held)
		if planned(t, last, held, c.declared) {
			t.Error("the last plan is not empty")
		}
	})
}

// A booking that no list shows a minute after it was sent is an error, and leaves no state: the next apply books.
func TestReservaNotCarriedOut(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	w.Box.Inject(sandbox.Fault{Key: "reserva_bloquear", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
	p := w.Proto(nil)
	acctest.ExpectRefused(t, "lost", p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva), "Unable to create reservation")
	acctest.NoMessages(t, "next", p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva))
	w.ExpectCount(1, vigentes)
}

// After a booking with an unknown outcome no other of its vehicle and section is begun in that run: their reservations could
// be mistaken for each other.
func TestReservaNotBegun(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	p := w.Proto(nil)
	lost := loses(t, w, p, acctest.DeclaredReserva)
	second := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
	acctest.ExpectRefused(t, "second", second, "Unable to create reservation")
	w.ExpectRequests(map[string]int{})
	elsewhere := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva.With(acctest.Values{"tramo_id": 6}))
	acctest.NoMessages(t, "elsewhere", elsewhere)
	time.Sleep(2500 * time.Millisecond) // longer than lists may lag in tests
	acctest.ExpectHeld(t, "refresh", p.Read("parking_reserva", lost), nil)
	first := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
	second = p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
	acctest.NoMessages(t, "first", first)
	acctest.NoMessages(t, "second", second)
	w.ExpectCount(2, vigentes+" AND tramo_id = 5")
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
		acctest.NoErrors(t, "lost", lost)
		acctest.Expect(t, "lost", lost.Warnings(), "Booking outcome unknown")
		w.Answer(nil)
		w.Exec(fmt.Sprintf(insertReserva, 40))
		acctest.ExpectHeld(t, "next", w.Proto(nil).Read("parking_reserva", lost), acctest.Values{"id": 40})
		w.ExpectCount(1, vigentes)
	})
}

// Where the list of all active reservations cannot be read whole, a lost booking keeps its state: no refresh fails, and no
// apply books again.
func TestReservaLostOnBusyService(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]func() string{"too long": endless, "changing": restless()}, func(t *testing.T, list func() string) {
		w := acctest.ConVehiculo(t)
		lost := loses(t, w, w.Proto(nil), acctest.DeclaredReserva)
		w.Answer(busy(list, new(atomic.Int64)))
		p := w.Proto(nil)
		read := p.Read("parking_reserva", lost)
		acctest.NoErrors(t, "refresh", read)
		acctest.Expect(t, "refresh", read.Warnings(), "Reservation without an identifier")
		acctest.ExpectSame(t, "refresh", read.State, lost.State)
		if planned(t, p, read, acctest.DeclaredReserva) {
			t.Error("a booking whose outcome is unknown is planned to change")
		}
		longer := p.Apply("parking_reserva", read, acctest.DeclaredReserva.With(acctest.Values{"minutos": 30}))
		acctest.Expect(t, "longer", longer.Errors(), "minutos: Reservation not identified yet")
		paid := p.Apply("parking_reserva", read, acctest.PaidReserva)
		acctest.Expect(t, "paid", paid.Errors(), "Unable to record payment")
		w.ExpectCount(0, vigentes)
	})
}

// Destroying or replacing the block of a lost booking cancels what it booked, and warns if it finds nothing.
func TestReservaLostAndDestroyed(t *testing.T) {
	t.Parallel()
	type row struct{ booked, replaced bool }
	acctest.EachOf(t, []row{{false, false}, {true, false}, {true, true}}, func(t *testing.T, c row) {
		w := acctest.ConVehiculo(t)
		lost := loses(t, w, w.Proto(nil), acctest.DeclaredReserva)
		if c.booked {
			w.Exec(fmt.Sprintf(insertReserva, 40))
		}
		p, elsewhere := w.Proto(nil), acctest.DeclaredReserva.With(acctest.Values{"tramo_id": 6})
		if c.replaced {
			created := p.Apply("parking_reserva", lost, elsewhere)
			acctest.NoErrors(t, "replaced", created)
			acctest.ExpectHeld(t, "replaced", created, acctest.Values{"id": 41, "tramo_id": 6})
			acctest.NoMessages(t, "replaced, read", w.Proto(nil).Read("parking_reserva", created))
			w.ExpectCount(1, vigentes)
			return
		}
		gone := p.Apply("parking_reserva", lost, nil)
		acctest.ExpectHeld(t, "gone", gone, nil)
		w.ExpectCount(0, vigentes)
		if !c.booked {
			acctest.Expect(t, "not found", gone.Warnings(), "Lost booking no longer managed")
		}
	})
}

// Destroying the block of a lost booking cancels no reservation of another block, and keeps the state while it is not known which
// reservation it made.
func TestReservaLostLeavesOthersAlone(t *testing.T) {
	t.Parallel()
	t.Run("tainted", func(t *testing.T) {
		t.Parallel()
		w := acctest.ConVehiculo(t)
		lost := loses(t, w, w.Proto(nil), acctest.DeclaredReserva)
		acctest.NoErrors(t, "other", w.Proto(nil).Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva))
		replaced := w.Proto(nil).Replace("parking_reserva", lost, acctest.DeclaredReserva, acctest.Replacement{Tainted: true})
		acctest.Expect(t, "replaced", replaced.Warnings(), "Lost booking no longer managed")
		w.ExpectCount(2, vigentes)
	})
	t.Run("booked by this run", func(t *testing.T) {
		t.Parallel()
		w := acctest.ConVehiculo(t)
		lost := loses(t, w, w.Proto(nil), acctest.DeclaredReserva)
		p := w.Proto(nil)
		acctest.NoErrors(t, "other", p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva))
		time.Sleep(2500 * time.Millisecond) // longer than lists may lag in tests
		acctest.NoErrors(t, "gone", p.Apply("parking_reserva", lost, nil))
		w.ExpectCount(1, vigentes)
	})
	t.Run("not read, because it is fresh", func(t *testing.T) {
		t.Parallel()
		w, settings := acctest.ConVehiculo(t), acctest.Values{"refresh_max_age": "1h"}
		lost := loses(t, w, w.Proto(settings), acctest.DeclaredReserva)
		other := w.Proto(settings).Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
		p := w.Proto(settings)
		acctest.NoMessages(t, "other", p.Read("parking_reserva", other))
		w.ExpectRequests(map[string]int{"reservas_activas": 1, "reserva_bloquear": 1}) // by its creation
		acctest.ExpectHeld(t, "lost", p.Read("parking_reserva", lost), nil)
	})
	t.Run("the lists cannot be read", func(t *testing.T) {
		t.Parallel()
		w := acctest.ConVehiculo(t)
		lost := loses(t, w, w.Proto(nil), acctest.DeclaredReserva)
		w.Exec(fmt.Sprintf(insertReserva, 40))
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(500, acctest.Broken)}))
		kept := w.Proto(nil).Apply("parking_reserva", lost, nil)
		acctest.Expect(t, "destroyed", kept.Errors(), "Unable to cancel reservation")
		acctest.ExpectSame(t, "destroyed", kept.State, lost.State)
		w.Answer(nil)
		acctest.ExpectHeld(t, "destroyed again", w.Proto(nil).Apply("parking_reserva", kept, nil), nil)
		w.ExpectCount(0, vigentes)
	})
}

// A service whose filter matches nothing does not show what was there before, so the one that is there now may be another's.
func TestReservaLostBehindTheFilter(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []bool{true, false}, func(t *testing.T, there bool) {
		w := acctest.ConVehiculo(t)
		if there {
			w.Exec(fmt.Sprintf(insertReserva, 41))
		}
		hides := func(r *http.Request) http.HandlerFunc {
			if r.Method == http.MethodGet && r.URL.RawQuery != "" {
				return answers.Body(200, `{"estado":"ok","data":[]}`)
			}
			return nil
		}
		w.Answer(hides)
		w.Box.Inject(sandbox.Fault{Key: "reserva_bloquear", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
		lost := w.Proto(nil).Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
		if !there {
			acctest.ExpectRefused(t, "not booked", lost, "Unable to create reservation")
			return
		}
		acctest.Expect(t, "lost", lost.Warnings(), "Booking outcome unknown")
		read := w.Proto(nil).Read("parking_reserva", lost)
		acctest.Expect(t, "read", read.Warnings(), "Reservation without an identifier")
		acctest.ExpectSame(t, "read", read.State, lost.State)
		w.ExpectCount(1, vigentes)
	})
}

// Two blocks do not take one reservation: the lost booking of one block is never what another block has in its state. If a
// refresh comes to the lost one first, the other block's is an error, and neither is paid or cancelled.
func TestReservaOfTheOtherBlock(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	lost := loses(t, w, w.Proto(nil), acctest.DeclaredReserva)
	other := w.Proto(nil).Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva) // by a run with -target
	acctest.NoErrors(t, "other", other)
	p := w.Proto(nil)
	acctest.NoMessages(t, "the other first", p.Read("parking_reserva", other))
	acctest.ExpectHeld(t, "the lost one after it", p.Read("parking_reserva", lost), nil)

	p = w.Proto(nil)
	found := p.Read("parking_reserva", lost)
	acctest.Expect(t, "the lost one first", found.Warnings(), "Lost booking found")
	acctest.NoMessages(t, "the lost one again", p.Read("parking_reserva", found))
	acctest.Expect(t, "the other after it", p.Read("parking_reserva", other).Errors(), "Reservation in two blocks")

	w.Exec(fmt.Sprintf(insertReserva, 41)) // it was carried out late
	p = w.Proto(nil)
	acctest.NoMessages(t, "the other first", p.Read("parking_reserva", other))
	acctest.ExpectHeld(t, "then both are told apart", p.Read("parking_reserva", lost), acctest.Values{"id": 41})
}

// A code that has paid another reservation books none, and the error shows the import command.
func TestReservaCodeUsed(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, []string{"identical", "never"}, func(t *testing.T, adopt string) {
		w, _, _ := acctest.ReservaServer(t, acctest.PaidReserva, nil)
		p := w.Proto(acctest.Values{"adopt_existing": adopt})
		second := p.Apply("parking_reserva", acctest.Result{}, acctest.PaidReserva)
		acctest.ExpectRefused(t, "second", second, "pago: Payment code already used")
		acctest.ExpectSays(t, "second", second.Errors()[0], "terraform import parking_reserva.NAME 1")
		w.ExpectRequests(map[string]int{"reservas_activas": 1})
		acctest.NoMessages(t, "without the code", p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva))
		w.ExpectCount(2, vigentes)
	})
}

// Blocks of one run, by Terraform itself: equal ones are all booked, and a reservation that changes its block is cancelled
// first and booked anew.
func TestCLIReservaBlocksOfOneRun(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	c := acctest.NewCLI(t, t.TempDir(), map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"})
	apply := func(text string, more ...string) {
		t.Helper()
		acctest.Write(t, filepath.Join(c.Folder, "main.tf"), acctest.Required+text)
		c.Ok(append([]string{"apply", "-no-color", "-auto-approve"}, more...)...)
		c.EmptyPlan()
	}
	// Each of two: neither adopts what the other booked.
	apply(namedReserva("par", "count = 2"))
	w.ExpectCount(2, vigentes)
	apply(namedReserva("par", "count = 1"))
	apply(namedReserva("par", "count = 2"))
	w.ExpectCount(3, "SELECT COUNT(*) FROM reservas")
	w.ExpectCount(2, vigentes)
	apply("")
	w.ExpectCount(0, vigentes)
	// Replaced, the new one first, then the old one first.
	uno := namedReserva("uno", "lifecycle {\n    create_before_destroy = true\n  }")
	apply(uno)
	apply(uno, "-replace=parking_reserva.uno")
	w.ExpectCount(5, "SELECT COUNT(*) FROM reservas")
	w.ExpectCount(1, vigentes)
	apply(namedReserva("uno"))
	apply(namedReserva("uno"), "-replace=parking_reserva.uno")
	w.ExpectCount(6, "SELECT COUNT(*) FROM reservas")
	w.ExpectCount(1, vigentes)
	// Under another name.
	apply(namedReserva("otro"))
	w.ExpectCount(1, vigentes)
}

// A lost booking by Terraform itself: a postcondition fails the run, the state is not tainted, and the next run finds the
// reservation without booking again.
func TestCLIReservaLost(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	c := acctest.NewCLI(t, t.TempDir(), map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x", "PARKING_MAX_RETRIES": "0"})
	acctest.Write(t, filepath.Join(c.Folder, "main.tf"), acctest.Required+namedReserva("uno",
		"lifecycle {\n    postcondition {\n      condition     = self.id != null\n      error_message = \"It is not known whether the reservation is booked.\"\n    }\n  }"))
	w.Box.Inject(sandbox.Fault{Key: "reserva_bloquear", Kind: sandbox.Drop, When: sandbox.After, Times: 1})
	w.Answer(answers.AfterFirst("GET /external/reservas-activas", answers.Body(500, acctest.Broken)))
	code, out := c.Run("apply", "-no-color", "-auto-approve")
	if code == 0 {
		t.Errorf("got exit code 0, want a failed postcondition:\n%s", out)
	}
	acctest.ExpectSays(t, "apply", out, "Booking outcome unknown", "It is not known whether the reservation is booked.")
	w.Answer(nil)
	out = c.Ok("apply", "-no-color", "-auto-approve")
	acctest.ExpectSays(t, "next apply", out, "Lost booking found", "0 added, 0 changed, 0 destroyed")
	c.EmptyPlan()
	w.ExpectCount(1, "SELECT COUNT(*) FROM reservas")
}

func namedReserva(name string, lines ...string) string {
	return strings.Replace(reservaConfig(append([]string{"tramo_id = 5", "minutos = 20"}, lines...)...), `"test"`, fmt.Sprintf("%q", name), 1)
}
