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

// What becomes of a booking whose answer was lost, and of the blocks beside it.

const insertReserva = "INSERT INTO reservas (id, tramo_id, vehiculo_id, minutos, estado, centimos, inicio, fin) SELECT %d, 5, 1, 20, 'bloqueada', 46, unixepoch(), unixepoch() + 1200"

// losesOne is the state of a booking that was lost and not carried out.
func losesOne(w *world, t *testing.T, p *proto, declared values) result {
	t.Helper()
	w.box.Inject(sandbox.Fault{Key: "reserva_bloquear", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
	lost := p.apply("parking_reserva", result{}, declared)
	expect(t, "lost", lost.errors(), "Unable to create reservation")
	if lost.state == nil || lost.state["id"] != nil {
		t.Fatal("forgotten:", lost.state)
	}
	return lost
}

// After a booking that is not settled no other of its vehicle and section is begun in that
// run. The next one finds out what became of the first, and books what is missing.
func TestReservaNotBegun(t *testing.T) {
	t.Parallel()
	for _, adopt := range []string{"identical", "never"} {
		t.Run(adopt, func(t *testing.T) {
			t.Parallel()
			w := conVehiculo(t)
			p := w.proto(nil)
			lost := losesOne(w, t, p, declaredReserva)
			w.requests()
			second := p.apply("parking_reserva", result{}, declaredReserva)
			expect(t, "second", second.errors(), "Reservation not booked", "vehicle 1 in section 5 was not begun", "Nothing was sent", "Run again")
			if second.state != nil {
				t.Error(second.state)
			}
			w.expectRequests(map[string]int{})
			elsewhere := p.apply("parking_reserva", result{}, declaredReserva.with(values{"tramo_id": 6}))
			if len(elsewhere.diags) > 0 {
				t.Error(elsewhere.errors())
			}
			next := w.proto(values{"adopt_existing": adopt})
			read := next.read("parking_reserva", lost)
			expect(t, "read", read.warnings(), "Lost booking not active")
			next = w.proto(values{"adopt_existing": adopt})
			next.replaced("parking_reserva", read)
			first := next.apply("parking_reserva", result{}, declaredReserva)
			if adopt == "never" {
				return
			}
			other := next.apply("parking_reserva", result{}, declaredReserva)
			if len(first.errors())+len(other.errors()) > 0 || first.state["id"] == other.state["id"] || w.count(vigentes+" AND tramo_id = 5") != 2 {
				t.Error(first.errors(), first.state, other.errors(), other.state)
			}
		})
	}
}

// A plan that was saved, or a refresh that was, before the service had finished a lost booking books no second one.
func TestReservaLostAndLate(t *testing.T) {
	t.Parallel()
	w := conVehiculo(t)
	lost := losesOne(w, t, w.proto(nil), declaredReserva)
	saved := w.proto(nil).read("parking_reserva", lost)
	expect(t, "plan", saved.warnings(), "Lost booking not active", "still at work")
	w.exec(fmt.Sprintf(insertReserva, 40))
	p := w.proto(nil)
	p.replaced("parking_reserva", saved)
	late := p.apply("parking_reserva", result{}, declaredReserva)
	expect(t, "apply", late.errors(), "Lost booking came late", "reservation 40 has come", "Nothing was booked", "Run again")
	p = w.proto(nil)
	read := p.read("parking_reserva", late)
	expect(t, "refresh", read.warnings(), "Lost booking found", "reservation 40")
	p.replaced("parking_reserva", read)
	if got := p.apply("parking_reserva", result{}, declaredReserva); got.state["id"] != 40 || w.count(vigentes) != 1 {
		t.Error(got.errors(), got.state)
	}
}

// Destroying the block of a lost booking cancels what it booked, and warns where nothing shows.
func TestReservaLostAndDestroyed(t *testing.T) {
	t.Parallel()
	for _, booked := range []bool{true, false} {
		t.Run(fmt.Sprint(booked), func(t *testing.T) {
			t.Parallel()
			w := conVehiculo(t)
			lost := losesOne(w, t, w.proto(nil), declaredReserva)
			if booked {
				w.exec(fmt.Sprintf(insertReserva, 40))
			}
			gone := w.proto(nil).apply("parking_reserva", lost, nil) // as of a block that left the configuration, without its refresh
			if gone.state != nil || w.count(vigentes) != 0 {
				t.Error(gone.errors(), gone.state)
			}
			if !booked {
				expect(t, "not known", gone.warnings(), "Reservation not known to be booked", "still at work", "GET /external/reservas-activas")
			}
		})
	}
}

// Of several that may be the lost one none is guessed: not by a refresh, and not by an
// apply without one.
func TestReservaNotGuessed(t *testing.T) {
	t.Parallel()
	w := conVehiculo(t)
	w.exec(fmt.Sprintf(insertReserva, 40)) // known from before
	lost := losesOne(w, t, w.proto(nil), declaredReserva)
	w.exec(fmt.Sprintf(insertReserva, 41))
	w.exec(fmt.Sprintf(insertReserva, 42))
	read := w.proto(nil).read("parking_reserva", lost)
	expect(t, "refresh", read.errors(), "Lost booking not identified", "vehicle 1 in section 5 for 20 minutes", "reservation 41, 42", "terraform state rm", "terraform import parking_reserva.NAME ID")
	expectSame(t, "refresh", read.state, lost.state)
	p := w.proto(nil)
	p.replaced("parking_reserva", lost)
	created := p.apply("parking_reserva", result{}, declaredReserva)
	expect(t, "apply", created.errors(), "Lost booking not looked for", "nothing was booked", "without -refresh=false")
	if created.state == nil || created.state["id"] != nil || w.count(vigentes) != 3 {
		t.Error(created.state)
	}
	w.exec("UPDATE reservas SET estado = 'cancelada' WHERE id = 41")
	settled := w.proto(nil).read("parking_reserva", created)
	expect(t, "settled", settled.warnings(), "Lost booking found", "reservation 42")
	// By the apply it has ended as well.
	w.exec("UPDATE reservas SET fin = inicio - 1 WHERE id = 42")
	p = w.proto(nil)
	p.replaced("parking_reserva", settled)
	anew := p.apply("parking_reserva", result{}, declaredReserva)
	if len(anew.errors()) > 0 || anew.state["id"] != 43 {
		t.Error(anew.errors(), anew.state)
	}
}

// A service whose filter matches nothing does not show what was there before, so the one
// that is there now may be another's. Where none is there, it was not booked.
func TestReservaLostBehindTheFilter(t *testing.T) {
	t.Parallel()
	for _, there := range []bool{true, false} {
		t.Run(fmt.Sprint(there), func(t *testing.T) {
			t.Parallel()
			w := conVehiculo(t)
			if there {
				w.exec(fmt.Sprintf(insertReserva, 41))
			}
			w.answer(func(r *http.Request) http.HandlerFunc {
				if r.Method == http.MethodGet && r.URL.RawQuery != "" {
					return body(200, `{"estado":"ok","data":[]}`)
				}
				return nil
			})
			lost := losesOne(w, t, w.proto(nil), declaredReserva)
			read := w.proto(nil).read("parking_reserva", lost)
			if there {
				expect(t, "read", read.errors(), "Lost booking not identified", "does not show whether it was there before: reservation 41")
				expectSame(t, "read", read.state, lost.state)
				return
			}
			expect(t, "read", read.warnings(), "Lost booking not active")
			p := w.proto(nil)
			p.replaced("parking_reserva", read)
			created := p.apply("parking_reserva", result{}, paidReserva)
			if len(created.diags) > 0 || created.state["pagada"] != true {
				t.Error(created.errors(), created.warnings(), created.state)
			}
			again := w.proto(nil).read("parking_reserva", created)
			expectSame(t, "read", again.state, created.state)
			if gone := w.proto(nil).apply("parking_reserva", again, nil); len(gone.errors()) > 0 || w.requests()["reserva_cancelar"] != 1 {
				t.Error("not cancelled", gone.errors())
			}
		})
	}
}

// A reservation in the states of two blocks is neither paid nor cancelled by both.
func TestReservaInTwoBlocks(t *testing.T) {
	t.Parallel()
	w, _, first := reservaWorld(t, declaredReserva, nil)
	second := w.proto(nil).importID("parking_reserva", "1")
	w.requests()
	for name, plan := range map[string]func(p *proto, r result) []string{
		"refresh": func(p *proto, r result) []string { return p.read("parking_reserva", r).errors() },
		"plan": func(p *proto, r result) []string {
			return errorsOf(p.plan("parking_reserva", r, paidReserva).Diagnostics)
		},
		"destroy": func(p *proto, r result) []string { return errorsOf(p.plan("parking_reserva", r, nil).Diagnostics) },
	} {
		p := w.proto(nil)
		for range 2 { // reading it again is no second block
			if errs := plan(p, first); len(errs) > 0 {
				t.Error(name, errs)
			}
		}
		expect(t, name, plan(p, second), "Reservation in two blocks", "Reservation 1 is in the state of two blocks", "terraform state rm")
	}
	// A block that lost a booking counts as soon as it has found it.
	w.exec("UPDATE reservas SET estado = 'cancelada'")
	lost := losesOne(w, t, w.proto(nil), declaredReserva)
	w.exec(fmt.Sprintf(insertReserva, 41))
	found := w.proto(nil).read("parking_reserva", lost)
	imported := w.proto(nil).importID("parking_reserva", "41")
	p := w.proto(nil)
	p.read("parking_reserva", imported)
	expect(t, "found", p.read("parking_reserva", found).warnings(), "Lost booking not active")
	p = w.proto(nil)
	p.read("parking_reserva", found)
	expect(t, "the other order", p.read("parking_reserva", imported).errors(), "Reservation in two blocks", "tainted")
	p = w.proto(nil)
	p.read("parking_reserva", imported)
	expect(t, "not found yet", p.read("parking_reserva", lost).warnings(), "Lost booking not active")
	// An apply that Terraform planned apart is stopped too.
	p = w.proto(nil)
	if paid := p.apply("parking_reserva", imported, declaredReserva.with(values{"pago": pagoUno})); len(paid.errors()) > 0 {
		t.Error(paid.errors())
	}
	w.requests()
	p.replaced("parking_reserva", found)
	adopted := p.apply("parking_reserva", result{}, declaredReserva.with(values{"pago": pagoUno}))
	if adopted.state["id"] == 41 {
		t.Error("adopted by a second block:", adopted.state)
	}
}

// What another block of the run booked, or has in its state, is not the lost one.
func TestReservaOfTheOtherBlock(t *testing.T) {
	t.Parallel()
	w := conVehiculo(t)
	lost := losesOne(w, t, w.proto(nil), declaredReserva)
	other := w.proto(nil).apply("parking_reserva", result{}, declaredReserva) // with -target
	p := w.proto(nil)
	p.replaced("parking_reserva", lost) // without a refresh
	first := p.apply("parking_reserva", result{}, declaredReserva)
	expect(t, "not refreshed", first.errors(), "Lost booking not looked for")
	w.exec(fmt.Sprintf(insertReserva, 41))
	p = w.proto(nil)
	p.read("parking_reserva", other)
	expect(t, "read", p.read("parking_reserva", lost).warnings(), "Lost booking found", "reservation 41")
}

// A lost booking is handed only to a block that would repeat it, whatever its payment. One that is declared otherwise books
// nothing meanwhile, and has a name of its own.
func TestReservaLostIsNotAnotherCells(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ declared, other values }{
		"cell":      {values{"celda_id": 17}, values{"celda_id": 18}},
		"connector": {values{"celda_id": 17, "conector_id": 3}, values{"celda_id": 17}},
		"minutes":   {values{"celda_id": 17}, values{"celda_id": 17, "minutos": 60}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := conVehiculo(t)
			first := declaredReserva.with(c.declared)
			lost := losesOne(w, t, w.proto(nil), first)
			w.exec(fmt.Sprintf(insertReserva, 40)) // done late
			w.exec("UPDATE reservas SET celda_id = 17, conector_id = ? WHERE id = 40", first["conector_id"])
			p := w.proto(nil)
			read := p.read("parking_reserva", lost)
			expect(t, "found", read.warnings(), "Lost booking found")
			gone := p.replaced("parking_reserva", read) // the first half of its replacement
			expect(t, "handed over", gone.warnings(), "Lost booking handed over", "reservation 40")
			other := p.apply("parking_reserva", result{}, declaredReserva.with(c.other))
			expect(t, "other", other.errors(), "Lost booking was declared otherwise")
			got := p.apply("parking_reserva", result{}, first.with(values{"pago": pagoUno}))
			if got.state["id"] != 40 || got.state["pagada"] != true || w.count(vigentes) != 1 {
				t.Error("reservation 40 was forgotten, and booked again:", got.state["id"], got.errors())
			}
			p = w.proto(nil)
			p.read("parking_reserva", got)
			expect(t, "next", p.read("parking_reserva", other).warnings(), "Lost booking not active")
		})
	}
}

// A lost booking whose block now declares other minutes is neither booked again nor forgotten.
func TestReservaLostThenOtherMinutes(t *testing.T) {
	t.Parallel()
	w := conVehiculo(t)
	lost := losesOne(w, t, w.proto(nil), declaredReserva)
	w.exec(fmt.Sprintf(insertReserva, 40)) // done late
	p := w.proto(nil)
	p.replaced("parking_reserva", lost) // without a refresh
	held := p.apply("parking_reserva", result{}, declaredReserva.with(values{"minutos": 50}))
	expect(t, "not refreshed", held.errors(), "Lost booking not looked for")
	held = w.proto(nil).read("parking_reserva", held)
	for range 2 { // the error comes until the configuration is as it was
		p := w.proto(nil)
		held = p.read("parking_reserva", held)
		p.replaced("parking_reserva", held)
		held = p.apply("parking_reserva", result{}, declaredReserva.with(values{"minutos": 50}))
		expect(t, "other minutes", held.errors(), "Lost booking was declared otherwise", "for 20 minutes was lost", "booked reservation 40, with minutos = 20", "now says minutos = 50", "Restore the first and apply")
	}
	p = w.proto(nil)
	p.replaced("parking_reserva", p.read("parking_reserva", held))
	adopted := p.apply("parking_reserva", result{}, declaredReserva)
	if adopted.state["id"] != 40 || w.count(vigentes) != 1 {
		t.Error(adopted.errors(), adopted.state)
	}
}

// adopt_existing = "never" neither forgets nor adopts a lost booking, also where filters match nothing.
func TestReservaLostUnderNever(t *testing.T) {
	t.Parallel()
	for _, narrow := range []bool{true, false} {
		t.Run(fmt.Sprint(narrow), func(t *testing.T) {
			t.Parallel()
			w, never := conVehiculo(t), values{"adopt_existing": "never"}
			w.answer(func(r *http.Request) http.HandlerFunc {
				if narrow && r.Method == http.MethodGet && r.URL.RawQuery != "" {
					return body(200, `{"estado":"ok","data":[]}`)
				}
				return nil
			})
			lost := losesOne(w, t, w.proto(never), declaredReserva)
			w.exec(fmt.Sprintf(insertReserva, 40)) // done late
			read := w.proto(never).read("parking_reserva", lost)
			if narrow {
				expect(t, "read", read.errors(), "Lost booking not identified", "terraform import parking_reserva.NAME 40")
			} else {
				p := w.proto(never)
				p.replaced("parking_reserva", read)
				kept := p.apply("parking_reserva", result{}, declaredReserva)
				expect(t, "apply", kept.errors(), "Reservation exists already", "import it:\n\n  terraform state rm parking_reserva.NAME\n  terraform import parking_reserva.NAME 40")
				expectSame(t, "kept", kept.state, read.state)
			}
			// With the block out of the state what is there is an error, and free to be imported.
			free := w.proto(never).apply("parking_reserva", result{}, declaredReserva)
			expect(t, "free", free.errors(), "Reservation exists already", "import it:\n\n  terraform import parking_reserva.NAME 40\n\nTo book another beside it, set adopt_existing = \"identical\" in the provider block, and apply.")
			if free.state != nil || w.count(vigentes) != 1 {
				t.Error(free.state)
			}
		})
	}
}

// terraform untaint does not settle a lost booking: it is replaced all the same.
func TestReservaLostAndUntainted(t *testing.T) {
	t.Parallel()
	w := conVehiculo(t)
	lost := losesOne(w, t, w.proto(nil), declaredReserva)
	p := w.proto(nil)
	plan := p.plan("parking_reserva", p.read("parking_reserva", lost), declaredReserva)
	if len(plan.RequiresReplace) != 1 || len(plan.Diagnostics) > 0 {
		t.Error(plan.RequiresReplace, errorsOf(plan.Diagnostics))
	}
}

// A lost booking that has ended by the next refresh may have been booked all the same.
func TestReservaLostAndEnded(t *testing.T) {
	t.Parallel()
	w := conVehiculo(t)
	lost := losesOne(w, t, w.proto(nil), declaredReserva)
	w.exec(fmt.Sprintf(insertReserva, 40))
	w.exec("UPDATE reservas SET inicio = inicio - 4000, fin = fin - 4000")
	read := w.proto(nil).read("parking_reserva", lost)
	expect(t, "read", read.warnings(), "Lost booking not active", "it was not booked, it has ended")
}

// By Terraform itself: the first of two is lost, and the next run ends with two.
func TestReservaLostOfTwo(t *testing.T) {
	t.Parallel()
	for _, when := range []sandbox.When{sandbox.Before, sandbox.After} {
		t.Run(fmt.Sprint(when), func(t *testing.T) {
			t.Parallel()
			w := conVehiculo(t)
			c := newCLI(t, t.TempDir(), map[string]string{"PARKING_BASE_URL": w.baseURL, "PARKING_CREDENTIAL": "x", "PARKING_MAX_RETRIES": "0"})
			text := "terraform {\n  required_providers {\n    parking = { source = \"parking-provider/parking\" }\n  }\n}\n" + reservaConfig("tramo_id = 5", "minutos = 20", "count = 2", `pago = { pago_tipo = 1, pago_codigo = "TX-${count.index}" }`)
			if err := os.WriteFile(filepath.Join(c.folder, "main.tf"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			w.box.Inject(sandbox.Fault{Key: "reserva_bloquear", Kind: sandbox.Drop, When: when, Times: 1})
			w.answer(afterFirst("GET /external/reservas-activas", body(500, broken)))
			code, out := c.run("apply", "-no-color", "-auto-approve")
			if code != 1 || !strings.Contains(out, "Reservation not booked") || !strings.Contains(out, "is tainted") && w.requests()["reserva_bloquear"] != 1 {
				t.Errorf("exit code %d:\n%s", code, out)
			}
			w.answer(nil)
			c.ok("apply", "-no-color", "-auto-approve")
			c.emptyPlan()
			if w.count(vigentes) != 2 || w.count("SELECT COUNT(DISTINCT reserva_id) FROM pagos") != 2 {
				t.Errorf("%d are active of 2, %d are paid", w.count(vigentes), w.count("SELECT COUNT(DISTINCT reserva_id) FROM pagos"))
			}
		})
	}
}
