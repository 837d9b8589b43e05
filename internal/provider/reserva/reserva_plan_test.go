package reserva

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What is not known yet replaces nothing. The apply stops where it is another one.
func TestReservaNotKnownYet(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.PaidReserva.With(acctest.Values{"celda_id": 17, "conector_id": 3}), nil)
	declared := acctest.PaidReserva.With(acctest.Values{"celda_id": 17, "conector_id": 3})
	for attribute, other := range map[string]any{"vehiculo_id": 2, "tramo_id": 6, "celda_id": nil, "conector_id": 4} {
		for want, value := range map[string]any{"same": declared[attribute], "another": other} {
			config := declared.With(acctest.Values{attribute: value})
			applied := p.ApplyLate("parking_reserva", created, attribute, acctest.UnknownNumber, config)
			acctest.ExpectSame(t, attribute, applied.State, created.State)
			if want == "same" {
				acctest.NoMessages(t, attribute, applied)
				continue
			}
			acctest.Expect(t, attribute, applied.Errors(), attribute+": Reservation must be replaced")
			// Its code is spent, so the next plan is refused before it is a replacement; another may be paid otherwise.
			next := p.Plan("parking_reserva", created, config.With(acctest.Values{"pago": acctest.PagoDos}))
			acctest.ExpectPlanned(t, attribute, next, attribute)
		}
	}
	w.ExpectRequests(map[string]int{})
	// Another reservation may be shorter, so that is not refused before it is known.
	acctest.NoMessages(t, "planned", acctest.Result{Diags: p.Plan("parking_reserva", created, declared.With(acctest.Values{"minutos": 10, "vehiculo_id": acctest.UnknownNumber})).Diagnostics})
	object, _ := p.Schema.ResourceSchemas["parking_reserva"].ValueType().(tftypes.Object)
	unknown := tftypes.NewValue(object.AttributeTypes["pago"], tftypes.UnknownValue)
	acctest.NoMessages(t, "paid", acctest.Result{Diags: p.Plan("parking_reserva", created, declared.With(acctest.Values{"pago": unknown})).Diagnostics})
}

// By Terraform itself: a vehicle that was taken out of the state and is adopted again
// leaves its reservation alone; another vehicle stops the apply, and the next one replaces.
func TestCLIReservaOfAnotherVehicle(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	w.Placas("AKX0360")
	c := acctest.NewCLI(t, t.TempDir(), map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"})
	write := func(placa string) {
		t.Helper()
		text := acctest.Required + fmt.Sprintf("resource \"parking_vehiculo\" \"uno\" {\n  cliente_id = 1\n  placa = %q\n}\n", placa) +
			strings.Replace(reservaConfig("tramo_id = 5", "minutos = 20"), "vehiculo_id = 1", "vehiculo_id = parking_vehiculo.uno.id", 1)
		acctest.Write(t, filepath.Join(c.Folder, "main.tf"), text)
	}
	write("AKX0359")
	c.Ok("apply", "-no-color", "-auto-approve")
	c.Ok("state", "rm", "parking_vehiculo.uno")
	c.Ok("apply", "-no-color", "-auto-approve")
	c.EmptyPlan()
	w.ExpectCount(1, "SELECT COUNT(*) FROM reservas")
	w.Requests()
	write("AKX0360")
	code, out := c.Run("apply", "-no-color", "-auto-approve")
	if code != 1 || !strings.Contains(out, "Replacement needed, but an update was planned") || strings.Contains(out, "bug in the provider") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	if made := w.Requests(); made["reserva_cancelar"]+made["reserva_bloquear"] != 0 {
		t.Errorf("got requests %v, wanted none that cancels or books", made)
	}
	c.Ok("apply", "-no-color", "-auto-approve")
	c.EmptyPlan()
	w.ExpectCount(1, vigentes)
	w.ExpectCount(2, "SELECT COUNT(*) FROM reservas")
}

// Replacing a paid reservation with its code (-replace, taint) is refused in the plan, since the new one could not be paid.
func TestReservaPaidAndReplaced(t *testing.T) {
	t.Parallel()
	const used = "pago: Payment code already used"
	acctest.Each(t, map[string]acctest.Replacement{"replaced": {}, "created first": {CreateFirst: true}, "tainted": {Tainted: true}}, func(t *testing.T, how acctest.Replacement) {
		w, p, created := acctest.ReservaServer(t, acctest.PaidReserva, nil)
		kept := p.Replace("parking_reserva", created, acctest.PaidReserva, how)
		acctest.Expect(t, "with its code", kept.Errors(), used)
		w.ExpectCount(1, vigentes)
		if made := w.Requests(); made["reserva_cancelar"]+made["reserva_bloquear"] > 0 {
			t.Errorf("got requests %v, wanted no write", made)
		}
		for _, pago := range []any{nil, acctest.PagoDos} {
			other := acctest.DeclaredReserva.With(acctest.Values{"pago": pago})
			planned := p.Plan("parking_reserva", acctest.Result{}, other)
			acctest.ExpectPlanned(t, "with another code, or none", planned)
		}
		// Where the plan cannot read the lists, the apply refuses.
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/reservas-activas": answers.Body(500, acctest.Broken),
			"GET /external/reservas": answers.Body(500, acctest.Broken)}))
		unread := p.Plan("parking_reserva", acctest.Result{}, acctest.PaidReserva)
		acctest.ExpectPlanned(t, "unreadable", unread)
		w.Answer(nil)
		acctest.ExpectRefused(t, "applied", p.ApplyPlan(t.Context(), "parking_reserva", acctest.Result{}, acctest.PaidReserva, unread), used)
	})
	t.Run("tainted and ended", func(t *testing.T) {
		t.Parallel()
		w, p, created := acctest.ReservaServer(t, acctest.PaidReserva, nil)
		w.Exec("UPDATE reservas SET fin = fin - 100000000")
		acctest.Expect(t, "with its code", p.Replace("parking_reserva", created, acctest.PaidReserva, acctest.Replacement{Tainted: true}).Errors(), used)
		w.ExpectCount(1, vigentes)
	})
	t.Run("outcome unknown", func(t *testing.T) {
		t.Parallel()
		w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
		w.Box.Inject(sandbox.Fault{Key: "reserva_pagar", Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
		w.Answer(answers.AfterFirst("GET /external/reservas-activas", answers.Body(500, acctest.Broken)))
		unknown := p.Apply("parking_reserva", created, acctest.PaidReserva)
		acctest.Expect(t, "paid", unknown.Errors(), "Unable to record payment")
		w.Answer(nil)
		replaced := p.Replace("parking_reserva", unknown, acctest.PaidReserva, acctest.Replacement{})
		acctest.Expect(t, "with its code", replaced.Errors(), used)
	})
}

// By Terraform itself.
func TestCLIReservaPaidAndReplaced(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	c := acctest.NewCLI(t, t.TempDir(), map[string]string{"PARKING_BASE_URL": w.BaseURL, "PARKING_CREDENTIAL": "x"})
	acctest.Write(t, filepath.Join(c.Folder, "main.tf"), acctest.Required+reservaConfig("tramo_id = 5", "minutos = 20", pagoTX1))
	c.Ok("apply", "-no-color", "-auto-approve")
	c.EmptyPlan()
	refused := func(args ...string) {
		t.Helper()
		code, out := c.Run(append(args, "-no-color")...)
		if code != 1 || !strings.Contains(out, "Payment code already used") {
			t.Errorf("%v: exit code %d:\n%s", args, code, out)
		}
	}
	refused("plan", "-replace=parking_reserva.test")
	c.Ok("taint", "parking_reserva.test")
	refused("plan")
	refused("apply", "-auto-approve")
	c.Ok("untaint", "parking_reserva.test")
	c.EmptyPlan()
	w.ExpectCount(1, vigentes)
}
