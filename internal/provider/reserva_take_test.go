package provider

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// loses books in a run that never knows whether the booking was carried out, in the
// middle of which other things happen, and ends with what the next run begins with: the
// refresh, and the destruction that is part of the replacement. found says what the
// refresh finds of it.
func loses(w *world, t *testing.T, p func() *proto, declared values, found string, meanwhile ...string) *proto {
	t.Helper()
	w.box.Inject(sandbox.Fault{Key: "reserva_bloquear", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
	w.answer(afterFirst("GET /external/reservas-activas", body(500, broken)))
	lost := p().apply("parking_reserva", result{}, declared)
	expect(t, "lost", lost.errors(), "It is not known whether", "The next plan shows it as to be replaced: the reservation is adopted if it is there")
	if lost.state == nil || lost.state["id"] != nil || lost.state["activa"] != nil || lost.state["pagada"] != false {
		t.Fatal("forgotten:", lost.state)
	}
	w.answer(nil)
	for _, query := range meanwhile {
		w.exec(query)
	}
	w.requests()
	next := p()
	read := next.read("parking_reserva", lost)
	if looks := w.requests()["reservas_activas"]; looks < 1 || looks > 2 {
		t.Errorf("looked for it %d times", looks)
	}
	gone := next.replaced("parking_reserva", read)
	if found == "" {
		expect(t, "read", read.warnings(), "Lost booking not active", "of vehicle 1 in section 5 for 20 minutes was lost", "books it if it is still not there")
		if len(gone.diags) > 0 {
			t.Error(gone.warnings())
		}
	} else {
		expect(t, "read", read.warnings(), "Lost booking found", "of vehicle 1 in section 5 for 20 minutes was lost", "It booked reservation "+found, "adopts that one")
		expect(t, "given up", gone.warnings(), "Lost booking handed over", "It booked reservation "+found, "cancel reservation "+found)
	}
	w.requests()
	return next
}

// What a run booked and never knew, the next one adopts. Nothing else is.
func TestReservaTakenOver(t *testing.T) {
	t.Parallel()
	const there = "INSERT INTO reservas (id, tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin, celda_id) SELECT 41, 5, 1, 20, 'bloqueada', 46, unixepoch(), unixepoch() + 1200, 18"
	const paid = "INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('TX-1', 1, 41)"
	for name, c := range map[string]struct {
		before   []string
		adopt    string
		declared values
		taken    bool
		pays     int
	}{
		"as declared":                {nil, "", declaredReserva, true, 0},
		"adopt_existing update":      {nil, "update", declaredReserva, true, 0},
		"in the declared cell":       {nil, "", declaredReserva.with(values{"celda_id": 18}), true, 0},
		"in another cell":            {nil, "", declaredReserva.with(values{"celda_id": 17}), false, 0},
		"with a connector":           {nil, "", declaredReserva.with(values{"conector_id": 3}), false, 0},
		"in another section":         {[]string{"UPDATE reservas SET tramo_id = 6"}, "", declaredReserva, false, 0},
		"for longer":                 {[]string{"UPDATE reservas SET minutos = 30"}, "", declaredReserva, false, 0},
		"for less":                   {[]string{"UPDATE reservas SET minutos = 10"}, "", declaredReserva, false, 0},
		"ended":                      {[]string{"UPDATE reservas SET fin = inicio - 1"}, "", declaredReserva, false, 0},
		"cancelled":                  {[]string{"UPDATE reservas SET estado = 'cancelada'"}, "", declaredReserva, false, 0},
		"not paid yet":               {nil, "", paidReserva, true, 1},
		"paid as declared":           {[]string{paid}, "", paidReserva, true, 0},
		"paid otherwise":             {[]string{paid}, "", declaredReserva.with(values{"pago": pagoDos}), false, 1},
		"paid, and no pago declared": {[]string{paid}, "", declaredReserva, false, 0},
		"of another vehicle":         {[]string{"INSERT INTO vehiculos (id, cliente_id, placa) VALUES (2, 2, 'AKX0359')", "UPDATE reservas SET vehiculo_id = 2"}, "", declaredReserva, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := conVehiculo(t)
			found := ""
			if c.taken {
				found = "41"
			}
			p := loses(w, t, func() *proto {
				if c.adopt == "" {
					return w.proto(nil)
				}
				return w.proto(values{"adopt_existing": c.adopt})
			}, c.declared, found, append([]string{there}, c.before...)...)
			created := p.apply("parking_reserva", result{}, c.declared)
			made := w.requests()
			if len(created.errors()) > 0 || (created.state["id"] == 41) != c.taken || (made["reserva_bloquear"] == 0) != c.taken || made["reserva_pagar"] != c.pays {
				t.Fatal(created.errors(), created.state, made)
			}
			if !c.taken {
				if len(created.warnings()) > 0 {
					t.Error(created.warnings())
				}
				return
			}
			expect(t, "warning", created.warnings(), "Existing reservation adopted", "Vehicle 1 had an active reservation in section 5 already, for 20 minutes as declared: reservation 41", "an earlier run lost the answer", "nothing was booked", "raise minutos")
			read := p.read("parking_reserva", created)
			expectSame(t, "read", read.state, created.state)
			if again := p.apply("parking_reserva", read, c.declared); len(again.diags) > 0 || created.state["pagada"] != (c.declared["pago"] != nil) {
				t.Error(again.errors(), created.state)
			}
			if gone := p.replaced("parking_reserva", read); len(gone.errors()) > 0 {
				t.Error(gone.errors())
			}
		})
	}
}

// A reservation just as declared is left alone where no answer was lost, or where it
// was there before that; it may be another block's, which would be cancelled with this
// one. It is taken where it carries the declared payment.
func TestReservaBookedBeside(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lost     bool
		declared values
		there    int
	}{
		"nothing was lost":       {false, declaredReserva, 2},
		"it was there before":    {true, declaredReserva, 2},
		"it is paid as declared": {false, paidReserva, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, first, _ := reservaWorld(t, c.declared, nil)
			p := w.proto(nil)
			if c.lost {
				p = loses(w, t, func() *proto { return w.proto(nil) }, c.declared, "")
			}
			created := p.apply("parking_reserva", result{}, c.declared)
			if len(created.errors()) > 0 || created.state["id"] != c.there || w.count(vigentes) != c.there {
				t.Fatal(created.errors(), created.state)
			}
			if c.there == 1 {
				expect(t, "warning", created.warnings(), "Existing reservation adopted", "reservation 1", "the declared payment")
				return
			}
			expect(t, "warning", created.warnings(), "A matching reservation already existed", "reservation 1", "reservation 2 was booked beside it", "a run that was killed")
			// What the first run booked itself is nobody else's, and is not worth a warning.
			if again := first.apply("parking_reserva", result{}, c.declared); len(again.errors()) > 0 || again.state["id"] != 3 || strings.Contains(fmt.Sprint(again.warnings()), "reservation 1") {
				t.Error(again.errors(), again.warnings(), again.state)
			}
		})
	}
}

// A lost booking that the next run cannot look for stays lost, until one can.
func TestReservaLostTwice(t *testing.T) {
	t.Parallel()
	w := conVehiculo(t)
	p := loses(w, t, func() *proto { return w.proto(nil) }, declaredReserva, "41", "INSERT INTO reservas (id, tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin) SELECT 41, 5, 1, 20, 'bloqueada', 46, unixepoch(), unixepoch() + 1200")
	w.answer(on(map[string]http.HandlerFunc{"GET /external/reservas-activas": body(422, broken)}))
	again := p.apply("parking_reserva", result{}, declaredReserva)
	expect(t, "error", again.errors(), "nothing was booked")
	w.answer(nil)
	p = w.proto(nil)
	p.replaced("parking_reserva", again)
	if taken := p.apply("parking_reserva", result{}, declaredReserva); len(taken.errors()) > 0 || taken.state["id"] != 41 || w.count(vigentes) != 1 {
		t.Error(taken.errors(), taken.state)
	}
}

// With adopt_existing = "never" the error shows the import command, as everywhere.
func TestReservaNeverTakenOver(t *testing.T) {
	t.Parallel()
	w, _, _ := reservaWorld(t, declaredReserva, nil)
	p := w.proto(values{"adopt_existing": "never"})
	again := p.apply("parking_reserva", result{}, declaredReserva)
	expect(t, "error", again.errors(), `AttributeName("vehiculo_id")`, "Reservation exists already", "reservation 1", "adopt_existing is never", "nothing was booked", "terraform import parking_reserva.NAME 1")
	if again.state != nil {
		t.Error(again.state)
	}
	w.expectRequests(map[string]int{"reservas_activas": 1})
	longer := p.apply("parking_reserva", result{}, declaredReserva.with(values{"minutos": 30}))
	if len(longer.diags) > 0 || longer.state["id"] != 2 {
		t.Error(longer.errors(), longer.state)
	}
	w.box.Inject(sandbox.Fault{Key: "reserva_bloquear", Kind: sandbox.Drop, Times: 1})
	w.answer(afterFirst("GET /external/reservas-activas", body(500, broken)))
	lost := p.apply("parking_reserva", result{}, declaredReserva.with(values{"minutos": 40}))
	expect(t, "lost", lost.errors(), "It is not known whether", "If it is there by then, the next run stops, since adopt_existing is never")
}

// What does not tell whose it is, or for how long, is not known for the one that is
// declared.
func TestReservaNotTold(t *testing.T) {
	t.Parallel()
	for _, record := range []string{`{"id":41}`, `{"id":41,"vehiculo_id":1,"minutos":20}`, `{"id":41,"vehiculo_id":1,"tramo_id":5}`, `{"id":41,"vehiculo_id":1,"tramo_id":5,"minutos":"veinte"}`} {
		w := conVehiculo(t)
		w.answer(reservas(record, record))
		if created := w.proto(nil).apply("parking_reserva", result{}, declaredReserva); len(created.diags) > 0 || created.state["id"] != 1 {
			t.Error(record, created.errors(), created.state)
		}
	}
}

// Blocks of one run, by Terraform itself: like ones in one run are all booked, and a
// reservation that changes its block in a run is neither booked again nor cancelled,
// or it is cancelled first and booked anew.
func TestReservaBlocksOfOneRun(t *testing.T) {
	t.Parallel()
	w := conVehiculo(t)
	c := newCLI(t, t.TempDir(), map[string]string{"PARKING_BASE_URL": w.baseURL, "PARKING_CREDENTIAL": "x"})
	const header = "terraform {\n  required_providers {\n    parking = { source = \"parking-provider/parking\" }\n  }\n}\n"
	apply := func(text string, more ...string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(c.folder, "main.tf"), []byte(header+text), 0o600); err != nil {
			t.Fatal(err)
		}
		c.ok(append([]string{"apply", "-no-color", "-auto-approve"}, more...)...)
		c.emptyPlan()
	}
	block := func(name string, lines ...string) string {
		return strings.Replace(reservaConfig(append([]string{"tramo_id = 5", "minutos = 20"}, lines...)...), `"test"`, fmt.Sprintf("%q", name), 1)
	}
	// Each of two: neither adopts what the other booked in this run.
	apply(block("par", "count = 2"))
	if n := w.count(vigentes); n != 2 {
		t.Errorf("%d are active of 2", n)
	}
	apply("")
	if n := w.count(vigentes); n != 0 {
		t.Errorf("%d are active of none", n)
	}
	// One more of them, and one less again: nothing of the first is touched.
	apply(block("par", "count = 1"))
	apply(block("par", "count = 2"))
	if n := w.count("SELECT COUNT(*) FROM reservas"); n != 4 || w.count(vigentes) != 2 {
		t.Errorf("%d were booked of 4, %d are active of 2", n, w.count(vigentes))
	}
	apply(block("par", "count = 1"))
	if n := w.count("SELECT COUNT(*) FROM reservas WHERE id = 3 AND estado <> 'cancelada'"); n != 1 || w.count(vigentes) != 1 {
		t.Error("the other one was cancelled")
	}
	apply("")
	// Replaced, the new one first.
	uno := block("uno", "lifecycle {\n    create_before_destroy = true\n  }")
	apply(uno)
	apply(uno, "-replace=parking_reserva.uno")
	if n := w.count("SELECT COUNT(*) FROM reservas"); n != 6 || w.count(vigentes) != 1 {
		t.Errorf("%d were booked of 6, %d are active of 1", n, w.count(vigentes))
	}
	// Replaced, the old one first: it is cancelled, and another one booked.
	uno = block("uno")
	apply(uno)
	apply(uno, "-replace=parking_reserva.uno")
	if n := w.count("SELECT COUNT(*) FROM reservas"); n != 7 || w.count(vigentes) != 1 {
		t.Errorf("%d were booked of 7, %d are active of 1", n, w.count(vigentes))
	}
	// One that cannot be cancelled, since it is paid, is not adopted by what replaces it.
	w.exec("INSERT INTO pagos (codigo, tipo, reserva_id) VALUES ('TX-9', 1, 7)")
	apply(uno, "-replace=parking_reserva.uno")
	if n := w.count("SELECT COUNT(*) FROM reservas"); n != 8 || w.count(vigentes) != 2 {
		t.Errorf("%d were booked of 8, %d are active of 2", n, w.count(vigentes))
	}
	// Under another name.
	w.exec("UPDATE reservas SET estado = 'cancelada' WHERE id = 7")
	apply(block("otro"))
	if n := w.count(vigentes); n != 1 {
		t.Errorf("%d are active of 1", n)
	}
}

// A block that is renamed or replaced adopts its paid reservation: another could not be
// paid with its code. Nor is another booked where the reservation is not to be adopted.
func TestReservaPaidAndRenamed(t *testing.T) {
	t.Parallel()
	t.Run("destroyed first", func(t *testing.T) {
		t.Parallel()
		w, _, created := reservaWorld(t, paidReserva, nil)
		p := w.proto(nil)
		gone := p.apply("parking_reserva", created, nil)
		expect(t, "gone", gone.warnings(), "Reservation stays on the service")
		renamed := p.apply("parking_reserva", result{}, paidReserva)
		expect(t, "renamed", renamed.warnings(), "Existing reservation adopted")
		if n := w.count("SELECT COUNT(*) FROM reservas"); n != 1 || renamed.state["id"] != 1 || renamed.state["pagada"] != true {
			t.Error(n, "reservations", renamed.state)
		}
	})
	t.Run("created first", func(t *testing.T) {
		t.Parallel()
		w, _, created := reservaWorld(t, paidReserva, nil)
		p := w.proto(nil)
		renamed := p.apply("parking_reserva", result{}, paidReserva)
		gone := p.apply("parking_reserva", created, nil)
		expect(t, "gone", gone.warnings(), "another block of this run manages it")
		if renamed.state["id"] != 1 || w.requests()["reserva_cancelar"] != 0 {
			t.Error(renamed.state)
		}
	})
	for name, c := range map[string]struct {
		by       values // what a block of the run changes of it
		declared values
	}{
		"managed by another block": {values{"timeouts": values{"create": nil, "read": "1m", "update": nil, "delete": nil}}, paidReserva},
		"not as declared":          {nil, paidReserva.with(values{"minutos": 10})},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, _, created := reservaWorld(t, paidReserva, nil)
			p := w.proto(nil)
			if c.by != nil {
				p.apply("parking_reserva", created, paidReserva.with(c.by))
			}
			w.requests()
			second := p.apply("parking_reserva", result{}, c.declared)
			expect(t, name, second.errors(), `AttributeName("pago_codigo"): A payment code is taken once`, `pago_codigo = "TX-1" has already paid reservation 1`, "Nothing was booked")
			if second.state != nil {
				t.Error(second.state)
			}
			w.expectRequests(map[string]int{"reservas_activas": 1})
		})
	}
}

// What the errors of a plan advise: another name for the block books another reservation
// and cancels the one before. -replace meets the error, as the text says.
func TestReservaShortenedByAnotherName(t *testing.T) {
	t.Parallel()
	w := conVehiculo(t)
	c := newCLI(t, t.TempDir(), map[string]string{"PARKING_BASE_URL": w.baseURL, "PARKING_CREDENTIAL": "x"})
	write := func(name, minutos string) {
		t.Helper()
		text := "terraform {\n  required_providers {\n    parking = { source = \"parking-provider/parking\" }\n  }\n}\n" +
			strings.Replace(reservaConfig("tramo_id = 5", "minutos = "+minutos), `"test"`, fmt.Sprintf("%q", name), 1)
		if err := os.WriteFile(filepath.Join(c.folder, "main.tf"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("uno", "20")
	c.ok("apply", "-no-color", "-auto-approve")
	write("uno", "10")
	if code, out := c.run("apply", "-no-color", "-auto-approve", "-replace=parking_reserva.uno"); code != 1 || !strings.Contains(out, "cannot be shortened") || !strings.Contains(out, "another name") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	write("dos", "10")
	c.ok("apply", "-no-color", "-auto-approve")
	c.emptyPlan()
	if n := w.count(vigentes); n != 1 || w.count(vigentes+" AND minutos = 10") != 1 || w.count("SELECT COUNT(*) FROM reservas") != 2 {
		t.Errorf("%d are active of 1", n)
	}
}
