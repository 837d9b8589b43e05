package reserva

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// loses books in a run that never knows whether the booking was carried out, in the
// middle of which other things happen, and ends with what the next run begins with: the
// refresh, and the destruction that is part of the replacement. found says what the
// refresh finds of it.
func loses(w *acctest.World, t *testing.T, p func() *acctest.Proto, declared acctest.Values, found string, meanwhile ...string) *acctest.Proto {
	t.Helper()
	w.Box.Inject(sandbox.Fault{Key: "reserva_bloquear", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
	w.Answer(answers.AfterFirst("GET /external/reservas-activas", answers.Body(500, acctest.Broken)))
	lost := p().Apply("parking_reserva", acctest.Result{}, declared)
	acctest.Expect(t, "lost", lost.Errors(), "Unable to create reservation")
	acctest.ExpectHeld(t, "forgotten", lost, acctest.Values{"id": nil, "activa": nil, "pagada": false})
	w.Answer(nil)
	for _, query := range meanwhile {
		w.Exec(query)
	}
	w.Requests()
	next := p()
	read := next.Read("parking_reserva", lost)
	if looks := w.Requests()["reservas_activas"]; looks < 1 || looks > 2 {
		t.Errorf("looked for it %d times", looks)
	}
	gone := next.Replaced("parking_reserva", read)
	if found == "" {
		acctest.Expect(t, "read", read.Warnings(), "Lost booking not active")
		acctest.NoMessages(t, "gone", gone)
	} else {
		acctest.Expect(t, "read", read.Warnings(), "Lost booking found")
		acctest.Expect(t, "given up", gone.Warnings(), "Lost booking handed over")
	}
	w.Requests()
	return next
}

// What a run booked and never knew, the next one adopts. Nothing else is.
func TestReservaTakenOver(t *testing.T) {
	t.Parallel()
	const there = "INSERT INTO reservas (id, tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin, celda_id) SELECT 41, 5, 1, 20, 'bloqueada', 46, unixepoch(), unixepoch() + 1200, 18"
	const paid = "INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('TX-1', 1, 41)"
	type row struct {
		before   []string
		adopt    string
		declared acctest.Values
		taken    bool
		pays     int
	}
	acctest.Each(t, map[string]row{
		"as declared":                {nil, "", acctest.DeclaredReserva, true, 0},
		"adopt_existing update":      {nil, "update", acctest.DeclaredReserva, true, 0},
		"in the declared cell":       {nil, "", acctest.DeclaredReserva.With(acctest.Values{"celda_id": 18}), true, 0},
		"in another cell":            {nil, "", acctest.DeclaredReserva.With(acctest.Values{"celda_id": 17}), false, 0},
		"with a connector":           {nil, "", acctest.DeclaredReserva.With(acctest.Values{"conector_id": 3}), false, 0},
		"in another section":         {[]string{"UPDATE reservas SET tramo_id = 6"}, "", acctest.DeclaredReserva, false, 0},
		"for longer":                 {[]string{"UPDATE reservas SET minutos = 30"}, "", acctest.DeclaredReserva, false, 0},
		"for less":                   {[]string{"UPDATE reservas SET minutos = 10"}, "", acctest.DeclaredReserva, false, 0},
		"ended":                      {[]string{"UPDATE reservas SET fin = inicio - 1"}, "", acctest.DeclaredReserva, false, 0},
		"cancelled":                  {[]string{"UPDATE reservas SET estado = 'cancelada'"}, "", acctest.DeclaredReserva, false, 0},
		"not paid yet":               {nil, "", acctest.PaidReserva, true, 1},
		"paid as declared":           {[]string{paid}, "", acctest.PaidReserva, true, 0},
		"paid otherwise":             {[]string{paid}, "", acctest.DeclaredReserva.With(acctest.Values{"pago": acctest.PagoDos}), false, 1},
		"paid, and no pago declared": {[]string{paid}, "", acctest.DeclaredReserva, false, 0},
		"of another vehicle":         {[]string{"INSERT INTO vehiculos (id, cliente_id, placa) VALUES (2, 2, 'AKX0359')", "UPDATE reservas SET vehiculo_id = 2"}, "", acctest.DeclaredReserva, false, 0},
	}, func(t *testing.T, c row) {
		w := acctest.ConVehiculo(t)
		found := ""
		if c.taken {
			found = "41"
		}
		p := loses(w, t, func() *acctest.Proto {
			if c.adopt == "" {
				return w.Proto(nil)
			}
			return w.Proto(acctest.Values{"adopt_existing": c.adopt})
		}, c.declared, found, append([]string{there}, c.before...)...)
		created := p.Apply("parking_reserva", acctest.Result{}, c.declared)
		made := w.Requests()
		acctest.NoErrors(t, "created", created)
		if (created.State["id"] == 41) != c.taken || (made["reserva_bloquear"] == 0) != c.taken || made["reserva_pagar"] != c.pays {
			t.Fatalf("got reservation %v by requests %v, wanted 41: %t, payments: %d", created.State["id"], made, c.taken, c.pays)
		}
		if !c.taken {
			acctest.Expect(t, "created", created.Warnings())
			return
		}
		acctest.Expect(t, "warning", created.Warnings(), "Existing reservation adopted")
		read := p.Read("parking_reserva", created)
		acctest.ExpectSame(t, "read", read.State, created.State)
		acctest.NoMessages(t, "again", p.Apply("parking_reserva", read, c.declared))
		acctest.ExpectHeld(t, "created", created, acctest.Values{"pagada": (c.declared["pago"] != nil)})
		acctest.NoErrors(t, "gone", p.Replaced("parking_reserva", read))
	})
}

// A reservation just as declared is left alone where no answer was lost, or where it
// was there before that; it may be another block's, which would be cancelled with this
// one. It is taken where it carries the declared payment.
func TestReservaBookedBeside(t *testing.T) {
	t.Parallel()
	type row struct {
		lost     bool
		declared acctest.Values
		there    int
	}
	acctest.Each(t, map[string]row{
		"nothing was lost":       {false, acctest.DeclaredReserva, 2},
		"it was there before":    {true, acctest.DeclaredReserva, 2},
		"it is paid as declared": {false, acctest.PaidReserva, 1},
	}, func(t *testing.T, c row) {
		w, first, _ := acctest.ReservaWorld(t, c.declared, nil)
		p := w.Proto(nil)
		if c.lost {
			p = loses(w, t, func() *acctest.Proto { return w.Proto(nil) }, c.declared, "")
		}
		created := p.Apply("parking_reserva", acctest.Result{}, c.declared)
		acctest.ExpectWarned(t, "created", created, acctest.Values{"id": c.there})
		w.ExpectCount(c.there, vigentes)
		if c.there == 1 {
			acctest.Expect(t, "warning", created.Warnings(), "Existing reservation adopted")
			return
		}
		acctest.Expect(t, "warning", created.Warnings(), "A matching reservation already existed")
		// What the first run booked itself is nobody else's, and is not worth a warning.
		if again := first.Apply("parking_reserva", acctest.Result{}, c.declared); len(again.Errors()) > 0 || again.State["id"] != 3 || strings.Contains(fmt.Sprint(again.Warnings()), "reservation 1") {
			t.Errorf("got reservation %v, errors %q and warnings %q, wanted reservation 3 without a word of reservation 1",
				again.State["id"], again.Errors(), again.Warnings())
		}
	})
}

// A lost booking that the next run cannot look for stays lost, until one can.
func TestReservaLostTwice(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	p := loses(w, t, func() *acctest.Proto { return w.Proto(nil) }, acctest.DeclaredReserva, "41", "INSERT INTO reservas (id, tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin) SELECT 41, 5, 1, 20, 'bloqueada', 46, unixepoch(), unixepoch() + 1200")
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(422, acctest.Broken)}))
	again := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
	acctest.Expect(t, "error", again.Errors(), "Unable to create reservation")
	w.Answer(nil)
	p = w.Proto(nil)
	p.Replaced("parking_reserva", again)
	acctest.ExpectWarned(t, "taken", p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva), acctest.Values{"id": 41})
	w.ExpectCount(1, vigentes)
}

// With adopt_existing = "never" the error shows the import command, as everywhere.
func TestReservaNeverTakenOver(t *testing.T) {
	t.Parallel()
	w, _, _ := acctest.ReservaWorld(t, acctest.DeclaredReserva, nil)
	p := w.Proto(acctest.Values{"adopt_existing": "never"})
	again := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva)
	acctest.ExpectRefused(t, "error", again, "vehiculo_id: Reservation already exists")
	w.ExpectRequests(map[string]int{"reservas_activas": 1})
	longer := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva.With(acctest.Values{"minutos": 30}))
	acctest.ExpectState(t, "longer", longer, acctest.Values{"id": 2})
	w.Box.Inject(sandbox.Fault{Key: "reserva_bloquear", Kind: sandbox.Drop, Times: 1})
	w.Answer(answers.AfterFirst("GET /external/reservas-activas", answers.Body(500, acctest.Broken)))
	lost := p.Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva.With(acctest.Values{"minutos": 40}))
	acctest.Expect(t, "lost", lost.Errors(), "Unable to create reservation")
}

// What does not tell whose it is, or for how long, is not known for the one that is
// declared.
func TestReservaNotTold(t *testing.T) {
	t.Parallel()
	for _, record := range []string{`{"id":41}`, `{"id":41,"vehiculo_id":1,"minutos":20}`, `{"id":41,"vehiculo_id":1,"tramo_id":5}`, `{"id":41,"vehiculo_id":1,"tramo_id":5,"minutos":"veinte"}`} {
		w := acctest.ConVehiculo(t)
		w.Answer(reservas(record, record))
		acctest.ExpectState(t, record, w.Proto(nil).Apply("parking_reserva", acctest.Result{}, acctest.DeclaredReserva), acctest.Values{"id": 1})
	}
}

// Blocks of one run, by Terraform itself: like ones in one run are all booked, and a
// reservation that changes its block in a run is neither booked again nor cancelled,
// or it is cancelled first and booked anew.
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
	block := func(name string, lines ...string) string {
		return strings.Replace(reservaConfig(append([]string{"tramo_id = 5", "minutos = 20"}, lines...)...), `"test"`, fmt.Sprintf("%q", name), 1)
	}
	// Each of two: neither adopts what the other booked in this run.
	apply(block("par", "count = 2"))
	w.ExpectCount(2, vigentes)
	apply("")
	w.ExpectCount(0, vigentes)
	// One more of them, and one less again: nothing of the first is touched.
	apply(block("par", "count = 1"))
	apply(block("par", "count = 2"))
	w.ExpectCount(4, "SELECT COUNT(*) FROM reservas")
	w.ExpectCount(2, vigentes)
	apply(block("par", "count = 1"))
	w.ExpectCount(1, "SELECT COUNT(*) FROM reservas WHERE id = 3 AND estado <> 'cancelada'")
	w.ExpectCount(1, vigentes)
	apply("")
	// Replaced, the new one first.
	uno := block("uno", "lifecycle {\n    create_before_destroy = true\n  }")
	apply(uno)
	apply(uno, "-replace=parking_reserva.uno")
	w.ExpectCount(6, "SELECT COUNT(*) FROM reservas")
	w.ExpectCount(1, vigentes)
	// Replaced, the old one first: it is cancelled, and another one booked.
	uno = block("uno")
	apply(uno)
	apply(uno, "-replace=parking_reserva.uno")
	w.ExpectCount(7, "SELECT COUNT(*) FROM reservas")
	w.ExpectCount(1, vigentes)
	// One that cannot be cancelled, since it is paid, is not adopted by what replaces it.
	w.Exec("INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('TX-9', 1, 7)")
	apply(uno, "-replace=parking_reserva.uno")
	w.ExpectCount(8, "SELECT COUNT(*) FROM reservas")
	w.ExpectCount(2, vigentes)
	// Under another name.
	w.Exec("UPDATE reservas SET estado = 'cancelada' WHERE id = 7")
	apply(block("otro"))
	w.ExpectCount(1, vigentes)
}

// A block that is renamed or replaced adopts its paid reservation: another could not be
// paid with its code. Nor is another booked where the reservation is not to be adopted.
func TestReservaPaidAndRenamed(t *testing.T) {
	t.Parallel()
	t.Run("destroyed first", func(t *testing.T) {
		t.Parallel()
		w, _, created := acctest.ReservaWorld(t, acctest.PaidReserva, nil)
		p := w.Proto(nil)
		gone := p.Apply("parking_reserva", created, nil)
		acctest.Expect(t, "gone", gone.Warnings(), "Reservation stays on the service")
		renamed := p.Apply("parking_reserva", acctest.Result{}, acctest.PaidReserva)
		acctest.Expect(t, "renamed", renamed.Warnings(), "Existing reservation adopted")
		acctest.ExpectHeld(t, "renamed", renamed, acctest.Values{"id": 1, "pagada": true})
		w.ExpectCount(1, "SELECT COUNT(*) FROM reservas")
	})
	t.Run("created first", func(t *testing.T) {
		t.Parallel()
		w, _, created := acctest.ReservaWorld(t, acctest.PaidReserva, nil)
		p := w.Proto(nil)
		renamed := p.Apply("parking_reserva", acctest.Result{}, acctest.PaidReserva)
		gone := p.Apply("parking_reserva", created, nil)
		acctest.Expect(t, "gone", gone.Warnings(), "Reservation stays on the service")
		acctest.ExpectHeld(t, "renamed", renamed, acctest.Values{"id": 1})
		if made := w.Requests(); made["reserva_cancelar"] != 0 {
			t.Errorf("got requests %v, wanted none that cancels", made)
		}
	})
	type row struct {
		by       acctest.Values // what a block of the run changes of it
		declared acctest.Values
	}
	acctest.Each(t, map[string]row{
		"managed by another block": {acctest.Values{"timeouts": acctest.Values{"create": nil, "read": "1m", "update": nil, "delete": nil}}, acctest.PaidReserva},
		"not as declared":          {nil, acctest.PaidReserva.With(acctest.Values{"minutos": 10})},
	}, func(t *testing.T, c row) {
		w, _, created := acctest.ReservaWorld(t, acctest.PaidReserva, nil)
		p := w.Proto(nil)
		if c.by != nil {
			p.Apply("parking_reserva", created, acctest.PaidReserva.With(c.by))
		}
		w.Requests()
		second := p.Apply("parking_reserva", acctest.Result{}, c.declared)
		acctest.ExpectRefused(t, "second", second, "pago.pago_codigo: Payment code already used")
		w.ExpectRequests(map[string]int{"reservas_activas": 1})
	})
}
