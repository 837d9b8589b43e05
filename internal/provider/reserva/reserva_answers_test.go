package reserva

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const (
	typeName = "parking_reserva"
	activas  = "GET /external/reservas-activas"
)

var (
	none   acctest.Result // the state before a creation
	longer = acctest.DeclaredReserva.With(acctest.Values{"minutos": 50})
)

// lose makes the service lose a request before it is done.
func lose(w *acctest.Server, operation string) {
	w.Box.Inject(sandbox.Fault{Key: operation, Kind: sandbox.Drop, When: sandbox.Before, Times: 1})
}

// lists has the service answer so for the active reservations and for all.
func lists(w *acctest.Server, status int, text string) {
	answer := answers.Body(status, text)
	w.Answer(answers.On(map[string]http.HandlerFunc{activas: answer, "GET /external/reservas": answer}))
}

// listed is a list of reservation 1 with these fields besides.
func listed(fields string) string { return `{"estado":"ok","data":[{"id":1,` + fields + `}]}` }

// expectKept fails the test unless what was sent stays in the state whatever is read and applied then, no write is sent, and each plan
// says this.
func expectKept(t *testing.T, w *acctest.Server, got acctest.Result, config acctest.Values, says ...string) acctest.Result {
	t.Helper()
	acctest.NoErrors(t, "sent", got)
	if private := string(got.Private); strings.Contains(private, `":"`) {
		t.Errorf("got the private state %s", private)
	}
	w.Requests()
	p := w.Proto(nil)
	read := p.Read(typeName, got)
	sent := acctest.Values{}
	for _, attribute := range []string{"id", "minutos", "pago", "pagada"} {
		sent[attribute] = got.State[attribute]
	}
	acctest.ExpectWarned(t, "read", read, sent)
	again := p.Apply(typeName, read, config)
	acctest.Expect(t, "plan", again.PlanWarnings(), says...)
	acctest.ExpectState(t, "applied again", again, read.State)
	for operation := range w.Requests() {
		if strings.HasPrefix(operation, "reserva_") {
			t.Errorf("%s was sent again", operation)
		}
	}
	return again
}

// A booking whose answer is lost, or has no identifier, is in the state without one. No later run books it, changes it or cancels
// anything.
func TestReservaBookingLost(t *testing.T) {
	t.Parallel()
	const unknown = "Unknown whether the service booked vehicle 1 in section 5 for 20 minutes"
	acctest.EachOf(t, []bool{false, true}, func(t *testing.T, answered bool) {
		w, says := acctest.ConVehiculo(t), unknown
		if answered {
			says = "No record: the service booked vehicle 1 in section 5 for 20 minutes"
			w.Answer(answers.On(map[string]http.HandlerFunc{activas: answers.Body(200, `{"estado":"ok","data":[]}`),
				"POST /external/reserva-bloquear": w.CarriedOut(`{"estado":"ok","data":{"message":"hecho"}}`)}))
		} else {
			lose(w, "reserva_bloquear")
		}
		p := w.Proto(nil)
		lost := p.Apply(typeName, none, acctest.PaidReserva)
		acctest.Expect(t, "lost", lost.Warnings(), says)
		acctest.ExpectWarned(t, "lost", lost, acctest.Values{"id": nil, "activa": nil, "pagada": false, "minutos": 20,
			"pago": acctest.PagoUno, "datos": nil})
		acctest.ExpectSame(t, "identity", lost.Identity, acctest.Values{"id": 0})
		kept := expectKept(t, w, lost, acctest.PaidReserva, unknown)
		extended := p.Apply(typeName, kept, acctest.PaidReserva.With(acctest.Values{"minutos": 50}))
		acctest.Expect(t, "longer", extended.Errors(), "minutos: Reservation has no identifier")
		gone := p.Apply(typeName, kept, nil)
		acctest.Expect(t, "planned", gone.PlanWarnings(), "Reservations may stay on the service")
		acctest.Expect(t, "destroyed", gone.Warnings(), unknown)
		acctest.ExpectWarned(t, "destroyed", gone, nil)
		w.ExpectRequests(map[string]int{})
	})
}

// An extension whose answer is lost is in the state as sent. A record that shows fewer minutes is a warning. An import takes what the
// record shows, and the next apply sends it again.
func TestReservaExtensionLost(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	lose(w, "reserva_extender")
	lost := p.Apply(typeName, created, longer)
	acctest.Expect(t, "lost", lost.Warnings(), "Unknown whether the service extended reservation 1 by 30 minutes")
	acctest.ExpectWarned(t, "lost", lost, acctest.Values{"minutos": 50})
	acctest.Expect(t, "read", p.Read(typeName, lost).Warnings(), "Reservation 1 shows fewer minutes")
	expectKept(t, w, lost, longer)
	imported := p.Read(typeName, p.ImportID(typeName, "1"))
	acctest.ExpectState(t, "imported", imported, acctest.Values{"minutos": 20})
	lists(w, 500, "averiado") // so that nothing can be read back
	acctest.ExpectState(t, "sent again", p.Apply(typeName, imported, longer), imported.State.With(acctest.Values{"minutos": 50}))
	w.ExpectCount(50, "SELECT minutos FROM reservas")
}

// A payment whose answer is lost is in the state as sent, with pagada null: no other code may follow. A record that shows it says so.
func TestReservaPaymentLost(t *testing.T) {
	t.Parallel()
	const unknown = `Unknown whether the service recorded payment "TX-1" of reservation 1`
	acctest.EachOf(t, []bool{false, true}, func(t *testing.T, later bool) {
		w, before := acctest.ConVehiculo(t), none
		p := w.Proto(nil)
		if later {
			before = p.Apply(typeName, before, acctest.DeclaredReserva)
		}
		lose(w, "reserva_pagar")
		lost := p.Apply(typeName, before, acctest.PaidReserva)
		acctest.Expect(t, "lost", lost.Warnings(), unknown)
		acctest.ExpectWarned(t, "lost", lost, acctest.Values{"id": 1, "pago": acctest.PagoUno, "pagada": nil})
		kept := expectKept(t, w, lost, acctest.PaidReserva, unknown)
		for _, other := range []any{acctest.PagoDos, nil} {
			changed := p.Apply(typeName, kept, acctest.DeclaredReserva.With(acctest.Values{"pago": other}))
			acctest.Expect(t, "another code", changed.Errors(), "pago: Payment cannot be changed")
		}
		imported := p.Read(typeName, p.ImportID(typeName, "1"))
		acctest.ExpectState(t, "imported", imported, acctest.Values{"pago": nil, "pagada": false})
		acctest.ExpectState(t, "sent again", p.Apply(typeName, imported, acctest.PaidReserva), acctest.Values{"pagada": true})
		acctest.ExpectState(t, "shown", p.Read(typeName, kept), acctest.Values{"pagada": true})
	})
}

// A cancellation whose answer is lost takes the reservation out of the state, with a warning.
func TestReservaCancellationLost(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	lose(w, "reserva_cancelar")
	gone := p.Apply(typeName, created, nil)
	acctest.Expect(t, "gone", gone.Warnings(), "Unknown whether the service cancelled reservation 1")
	acctest.ExpectWarned(t, "gone", gone, nil)
}

// Whatever a payment ends in after the booking went well: the booking is in the state without an error, and the next apply pays what
// was not recorded for sure, also with another code.
func TestReservaBookedAndNotPaid(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]http.HandlerFunc{
		"refused":      answers.Body(422, `{"estado":"fail","error":"No vale","errores":{"pago_tipo":["Tipo desconocido"]}}`),
		"unauthorized": answers.Body(403, `{"estado":"fail","error":"No autorizado"}`),
		"throttled":    answers.Body(429, `{"estado":"fail","error":"base de datos"}`),
		"not there":    answers.Body(404, `{"estado":"fail","error":"La reserva no existe"}`),
	}, func(t *testing.T, answer http.HandlerFunc) {
		w := acctest.ConVehiculo(t)
		w.Answer(answers.On(map[string]http.HandlerFunc{"PUT /external/reserva-pagar/1": answer}))
		p := w.Proto(nil)
		created := p.Apply(typeName, none, acctest.PaidReserva)
		acctest.Expect(t, "created", created.Warnings(), "Reservation 1 booked but not paid")
		acctest.ExpectWarned(t, "created", created, acctest.Values{"id": 1, "pagada": false, "activa": true, "pago": acctest.PagoUno})
		w.Answer(nil)
		paid := p.Apply(typeName, p.Read(typeName, created), acctest.DeclaredReserva.With(acctest.Values{"pago": acctest.PagoDos}))
		acctest.Expect(t, "plan", paid.PlanWarnings(), `Reservation 1 will be paid with "TX-2"`)
		acctest.ExpectState(t, "paid", paid, acctest.Values{"pagada": true, "id": 1})
		w.ExpectCount(1, "SELECT COUNT(*) FROM reservas")
		w.ExpectCount(1, "SELECT COUNT(*) FROM pagos WHERE codigo = 'TX-2'")
	})
}

// What the service rejects is an error, and changes the state no further than it was done.
func TestReservaRejected(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	w.Exec("INSERT INTO pagos (codigo, tipo, sancion_id) VALUES ('TX-1', 1, 7)")
	rejected := p.Apply(typeName, created, longer.With(acctest.Values{"pago": acctest.PagoUno}))
	acctest.Expect(t, "paid", rejected.Errors(), "pago: Unable to record payment")
	acctest.ExpectHeld(t, "extended", rejected, acctest.Values{"minutos": 50, "pago": nil, "pagada": false})
	tooLong := p.Apply(typeName, created, longer.With(acctest.Values{"minutos": 50000}))
	acctest.Expect(t, "too long", tooLong.Errors(), "minutos: Unable to extend reservation")
	noCell := p.Apply(typeName, none, longer.With(acctest.Values{"celda_id": 999}))
	acctest.ExpectRefused(t, "no such cell", noCell, "celda_id: Unable to create reservation")
}

// Before anything is sent, the section and the vehicle are read, in the plan. Only an answer that one does not exist stops it.
func TestReservaOfNothing(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	p := w.Proto(nil)
	nowhere := p.Apply(typeName, none, acctest.Values{"tramo_id": 9999, "vehiculo_id": 77, "minutos": 20})
	acctest.ExpectRefused(t, "nowhere", nowhere, "tramo_id: No such section", "vehiculo_id: No such vehicle")
	w.ExpectRequests(map[string]int{"tramo": 1, "vehiculo": 1})
	unknown := acctest.Values{"tramo_id": 5, "vehiculo_id": acctest.UnknownNumber, "minutos": acctest.UnknownNumber}
	acctest.Expect(t, "not known yet", p.PlanWarnings(typeName, none, unknown),
		"Reservation of vehicle (known after apply) in section 5 for (known after apply) minutes will be booked")
	w.ExpectRequests(map[string]int{"tramo": 1})
	w.Box.Inject(sandbox.Fault{Key: "tramo", Kind: sandbox.Status500}, sandbox.Fault{Key: "vehiculo", Kind: sandbox.HTML},
		sandbox.Fault{Key: "reservas_activas", Kind: sandbox.Status500})
	created := p.Apply(typeName, none, acctest.PaidReserva)
	acctest.ExpectState(t, "nothing can be read", created, acctest.Values{"id": 1, "pagada": true})
}

// Plans of money say so, each in one warning whose summary names all of it: Terraform shows one of equal summaries.
func TestReservaPlansOfMoney(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	for says, config := range map[string]acctest.Values{
		"":                               acctest.DeclaredReserva,
		"will be extended by 30 minutes": longer,
		`will be paid with "TX-1"`:       acctest.PaidReserva,
		`will be extended by 30 minutes and paid with "TX-1"`: longer.With(acctest.Values{"pago": acctest.PagoUno}),
	} {
		var want []string
		if says != "" {
			want = []string{"Reservation 1 " + says}
		}
		acctest.Expect(t, says, p.PlanWarnings(typeName, created, config), want...)
	}
	acctest.Expect(t, "booked", p.PlanWarnings(typeName, none, acctest.PaidReserva),
		`Reservation of vehicle 1 in section 5 for 20 minutes will be booked and paid with "TX-1"`)
	paid := p.Apply(typeName, created, acctest.PaidReserva)
	again := p.Replace(typeName, paid, acctest.PaidReserva, acctest.Replacement{})
	acctest.Expect(t, "replaced", again.Warnings(), "Reservation 1 stays on the service",
		"Reservation 1 of vehicle 1 in section 5 was there before", "Reservation 2 booked but not paid")
	elsewhere := w.Proto(nil).Apply(typeName, paid, acctest.PaidReserva.With(acctest.Values{"tramo_id": 6}))
	acctest.Expect(t, "elsewhere", elsewhere.Errors(), "pago: Reservation 1 is paid with this code")
}

// What no list shows, or shows as another one, stays as it is; what cannot be read is an error.
func TestReservaRead(t *testing.T) {
	t.Parallel()
	w, p, created := acctest.ReservaServer(t, acctest.DeclaredReserva, nil)
	for text, status := range map[string]int{`{"estado":"ok","data":[]}`: 200, acctest.None: 404} {
		lists(w, status, text)
		read := p.Read(typeName, created)
		acctest.Expect(t, text, read.Warnings(), "Reservation not listed: 1")
		acctest.ExpectWarned(t, text, read, created.State)
	}
	lists(w, 500, acctest.Broken)
	acctest.Expect(t, "broken", p.Read(typeName, created).Errors(), "Unable to read reservation")
	lists(w, 200, listed(`"vehiculo_id":9,"tramo_id":5`))
	acctest.Expect(t, "another", p.Read(typeName, created).Errors(), "Reservation is another one")
	w.Requests()
	acctest.Expect(t, "destroyed", p.Apply(typeName, created, nil).Errors(), "Unable to cancel reservation")
	w.ExpectRequests(map[string]int{})
}

// A paid reservation that the service does not cancel leaves the state, with a warning. One that it rejects otherwise stays.
func TestReservaNotCancelled(t *testing.T) {
	t.Parallel()
	w, p, paid := acctest.ReservaServer(t, acctest.PaidReserva, nil)
	gone := p.Apply(typeName, paid, nil)
	acctest.Expect(t, "plan", gone.PlanWarnings(), "Reservations may stay on the service")
	acctest.Expect(t, "paid", gone.Warnings(), "Reservation 1 stays on the service")
	acctest.ExpectWarned(t, "paid", gone, nil)
	w.Exec("DELETE FROM pagos")
	w.Exec("UPDATE reservas SET estado = 'bloqueada'")
	unpaid := p.Read(typeName, p.ImportID(typeName, "1"))
	cancel, rejects := "PUT /external/reserva-cancelar/1", answers.Body(409, `{"estado":"fail","error":"La reserva no existe"}`)
	w.Answer(answers.On(map[string]http.HandlerFunc{cancel: rejects}))
	acctest.Expect(t, "active", p.Apply(typeName, unpaid, nil).Errors(), "Unable to cancel reservation")
	denied := answers.Body(404, acctest.None)
	w.Answer(answers.On(map[string]http.HandlerFunc{cancel: rejects, activas: denied, "GET /external/reservas": denied}))
	acctest.Expect(t, "in no list", p.Apply(typeName, unpaid, nil).Warnings(), "Reservation 1 stays on the service")
}

// The list of the active ones may lag. That it omits a reservation stops no payment and no cancellation.
func TestReservaNotAmongTheActive(t *testing.T) {
	t.Parallel()
	w := acctest.ConVehiculo(t)
	w.Answer(answers.On(map[string]http.HandlerFunc{activas: answers.Body(200, `{"estado":"ok","data":[]}`)}))
	p := w.Proto(nil)
	created := p.Apply(typeName, none, acctest.DeclaredReserva)
	acctest.ExpectState(t, "destroyed", p.Apply(typeName, created, nil), nil)
	w.ExpectCount(1, "SELECT COUNT(*) FROM reservas WHERE estado = 'cancelada'")
	paid := p.Apply(typeName, none, acctest.PaidReserva)
	acctest.ExpectState(t, "paid", paid, acctest.Values{"pagada": true})
	acctest.Expect(t, "destroyed and rejected", p.Apply(typeName, paid, nil).Warnings(), "Reservation 2 stays on the service")
}

// A vehicle that the same run has created may be read later.
func TestReservaOfNewVehicle(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	missing := answers.Body(404, `{"estado":"fail","error":"El vehículo no existe"}`)
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/vehiculo/1": missing}))
	w.Placas("AKX0359")
	p := w.Proto(nil)
	acctest.NoMessages(t, "linked", p.Apply("parking_vehiculo", none, acctest.Values{"cliente_id": 1, "placa": "AKX0359"}))
	acctest.ExpectState(t, "booked", p.Apply(typeName, none, acctest.DeclaredReserva), acctest.Values{"id": 1})
	another := w.Proto(nil).Apply(typeName, none, acctest.DeclaredReserva)
	acctest.ExpectRefused(t, "another run", another, "vehiculo_id: No such vehicle")
}

// An import takes what the record shows; what it does not show may be declared in any way, and plans empty.
func TestReservaImport(t *testing.T) {
	t.Parallel()
	config := acctest.PaidReserva.With(acctest.Values{"celda_id": 17, "pago": acctest.PagoUno.With(acctest.Values{"enviar_recibo": true})})
	w, p, created := acctest.ReservaServer(t, config, nil)
	byID, byIdentity := p.ImportID(typeName, "1"), p.ImportIdentity(typeName, acctest.Values{"id": 1})
	for name, imported := range map[string]acctest.Result{"id": byID, "identity": byIdentity} {
		read := p.Read(typeName, imported)
		acctest.ExpectState(t, name, read, acctest.Values{"id": 1, "celda_id": 17, "minutos": 20, "pagada": true,
			"pago": acctest.PagoUno, "activa": true})
		w.Requests()
		acctest.ExpectSame(t, name, p.Apply(typeName, read, config).State, created.State)
		acctest.ExpectPlanned(t, name, p.Plan(typeName, read, config.With(acctest.Values{"celda_id": nil})))
		if made := w.Requests(); made["reserva_pagar"]+made["reserva_bloquear"] > 0 {
			t.Errorf("%s: got the requests %v", name, made)
		}
	}
	acctest.Expect(t, "no number", p.ImportID(typeName, "x").Errors(), "Invalid import identifier")
	acctest.Expect(t, "not listed", p.Read(typeName, p.ImportID(typeName, "99")).Errors(), "Unable to import reservation")
	lists(w, 200, listed(`"vehiculo_id":1,"tramo_id":5`))
	acctest.Expect(t, "without minutes", p.Read(typeName, byID).Errors(), "Unable to import reservation")
	lists(w, 200, listed(`"vehiculo_id":1,"tramo_id":5,"minutos":17`))
	little := p.Read(typeName, byID)
	acctest.Expect(t, "who knows whether it is paid", little.Warnings(), "Unknown whether reservation 1 is paid")
	acctest.ExpectWarned(t, "what is left", little, acctest.Values{"minutos": 20})
	lists(w, 500, acctest.Broken)
	acctest.Expect(t, "broken", p.Read(typeName, byID).Errors(), "Unable to import reservation")
}

// A place that is not known yet replaces nothing, and an apply in which it is another one changes nothing.
func TestReservaNotKnownYet(t *testing.T) {
	t.Parallel()
	declared := acctest.DeclaredReserva.With(acctest.Values{"celda_id": 17})
	w, p, created := acctest.ReservaServer(t, declared, nil)
	w.Exec("INSERT INTO vehiculos (id, cliente_id, placa) VALUES (2, 2, 'AKX0359')")
	for attribute, other := range map[string]any{"vehiculo_id": 2, "tramo_id": 6, "celda_id": 18, "conector_id": 4} {
		config := declared.With(acctest.Values{attribute: other})
		applied := p.ApplyLate(typeName, created, attribute, acctest.UnknownNumber, config)
		acctest.ExpectSame(t, attribute, applied.State, created.State)
		acctest.Expect(t, attribute, applied.Errors(), "tramo_id: Replacement needed, but an update was planned")
		acctest.ExpectPlanned(t, attribute, p.Plan(typeName, created, config), attribute)
	}
	w.ExpectRequests(map[string]int{"tramo": 4, "vehiculo": 4}) // of the plans
	object, _ := p.Schema.ResourceSchemas[typeName].ValueType().(tftypes.Object)
	unknown := tftypes.NewValue(object.AttributeTypes["pago"], tftypes.UnknownValue)
	later := p.Plan(typeName, created, declared.With(acctest.Values{"pago": unknown, "minutos": acctest.UnknownNumber}))
	acctest.Expect(t, "later", acctest.Result{Diags: later.Diagnostics}.Warnings(),
		"Reservation 1 will be extended by (known after apply) minutes and paid with (known after apply)")
	if pagada := p.Decode(object, later.PlannedState)["pagada"]; !acctest.IsUnknown(pagada) {
		t.Errorf("planned with pagada = %v", pagada)
	}
}
