package flota

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How parking_flota takes what the service answers, or fails to answer.

// noSuchType is an entry that the service refuses.
var noSuchType = acctest.Car(nil).With(acctest.Values{"tipo_vehiculo_id": 99})

// flotaServer has a fleet of two, created by the provider one by one, so that the first is vehicle 1, and no requests yet. The
// provider that it gives is that of the next walk, which remembers nothing.
func flotaServer(t *testing.T) (*acctest.Server, *acctest.Proto, acctest.Result, acctest.Values) {
	t.Helper()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.Values{"max_concurrency": 1})
	declared := acctest.Values{"FLA0001": acctest.Car("Uno"), "FLA0002": acctest.Car(nil)}
	created := p.Apply("parking_flota", acctest.Result{}, acctest.FleetOf(declared))
	acctest.NoMessages(t, "created", created)
	// The plan looked for both plates.
	w.ExpectRequests(map[string]int{"placa": 2, "registrar_placa": 2, "vehiculos": 1, "registrar_vehiculo": 2})
	return w, w.Proto(nil), created.Later(t), declared
}

// expectPending fails the test unless a fleet was written without an error and exactly these plates are pending.
func expectPending(t testing.TB, what string, r acctest.Result, placas ...string) {
	t.Helper()
	acctest.NoErrors(t, what, r)
	pending, _ := r.State["pendientes"].(acctest.Values)
	if got := slices.Sorted(maps.Keys(pending)); r.State == nil || !slices.Equal(got, placas) {
		t.Errorf("%s: got pending %q, wanted %q, of %v", what, got, placas, pending)
	}
}

// One entry that the service refuses stops nothing else, and the next run asks for that one alone. Taken out, it leaves nothing to do,
// and nothing pending.
func TestFlotaOneBadEntry(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{}).HideTipos()
	p := w.Proto(nil)
	entries := acctest.Values{"FLA0001": acctest.Car("Uno"), "FLA0002": noSuchType, "FLA0003": acctest.Car(nil)}
	created := p.Apply("parking_flota", acctest.Result{}, acctest.PartialFleetOf(entries))
	acctest.Expect(t, "warning", created.Warnings(), "Vehicles not in place: FLA0002 of client 1")
	expectPending(t, "created", created, "FLA0002")
	id := created.Entry("vehiculo_ids", "FLA0001")
	if id == nil || created.Entry("vehiculo_ids", "FLA0002") != nil || created.Entry("vehiculo_ids", "FLA0003") == nil {
		t.Errorf("identifiers: %v", created.State["vehiculo_ids"])
	}
	read := p.Read("parking_flota", created)
	acctest.ExpectSame(t, "a refresh", read.State, created.State)
	plan := planOf(p, "parking_flota", read, acctest.PartialFleetOf(entries))
	ids, _ := plan.State["vehiculo_ids"].(acctest.Values)
	if !acctest.IsUnknown(plan.State["pendientes"]) || !acctest.IsUnknown(ids["FLA0002"]) || ids["FLA0001"] != id {
		t.Errorf("the next plan does not try it again, and it alone: %v", plan.State)
	}
	w.Requests()
	again := p.Apply("parking_flota", read, acctest.PartialFleetOf(entries))
	acctest.ExpectSame(t, "tried again", again.State, created.State)
	w.ExpectRequests(map[string]int{"registrar_placa": 1, "placa": 1}) // why it is refused is looked for; the plan before looked too

	left := acctest.PartialFleetOf(acctest.Values{"FLA0001": acctest.Car("Uno"), "FLA0003": acctest.Car(nil)})
	acctest.ExpectHeld(t, "planned without it", planOf(p, "parking_flota", again, left), acctest.Values{"pendientes": acctest.Values{}})
	acctest.ExpectInPlace(t, "taken out", p.Apply("parking_flota", again, left))
	w.ExpectRequests(map[string]int{})
	entries["FLA0002"] = acctest.Car(nil)
	acctest.ExpectInPlace(t, "mended", p.Apply("parking_flota", again, acctest.PartialFleetOf(entries)), "FLA0002")
	w.ExpectRequests(map[string]int{"placa": 1, "registrar_placa": 1, "registrar_vehiculo": 1}) // the listing is known
}

// A vehicle that vanished leaves the state alone, and is made again: the plate that stayed is not somebody else's.
func TestFlotaVehicleGone(t *testing.T) {
	t.Parallel()
	ways := []string{"DELETE FROM vehiculos", "DELETE FROM placas", "UPDATE vehiculos SET cliente_id = 2"}
	acctest.EachOf(t, ways, func(t *testing.T, gone string) {
		w, _, created, declared := flotaServer(t)
		w.Exec(gone + " WHERE placa = 'FLA0001'")
		read := w.Proto(acctest.Values{"max_concurrency": 1}).Read("parking_flota", created) // with no other plate under way
		acctest.ExpectState(t, "read", read, acctest.Values{
			"vehiculos":    acctest.Values{"FLA0002": created.Entry("vehiculos", "FLA0002")},
			"vehiculo_ids": acctest.Values{"FLA0002": created.Entry("vehiculo_ids", "FLA0002")}})
		again := w.Proto(nil).Apply("parking_flota", read, acctest.FleetOf(declared))
		acctest.ExpectInPlace(t, "again", again, "FLA0001")
		w.ExpectCount(1, "SELECT COUNT(*) FROM vehiculos WHERE placa = 'FLA0001' AND cliente_id = 1")
	})
}

// A read that fails is one error, which leaves the state alone.
func TestFlotaReadFails(t *testing.T) {
	t.Parallel()
	w, _, created, _ := flotaServer(t)
	const one, two = "GET /external/placa/FLA0001", "GET /external/placa/FLA0002"
	broken, rejected := answers.Body(500, ``), answers.Body(401, `{}`)
	for name, answer := range map[string]routes{
		"a plate":     {one: answers.Body(500, `{"estado":"fail","error":"La placa no existe"}`)},
		"both plates": {one: rejected, two: rejected},
		"both links":  {listing: vehiculosPage(""), "GET /external/vehiculo/1": broken, "GET /external/vehiculo/2": broken},
	} {
		w.Answer(answers.On(answer))
		read := w.Proto(nil).Read("parking_flota", created)
		if len(read.Errors()) != 1 {
			t.Errorf("%s: %q", name, read.Errors())
		}
		acctest.ExpectSame(t, name, read.State, created.State)
	}
}

// A change that fails is pending, and sent again although the state has it as declared.
func TestFlotaChangeFails(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaServer(t)
	w.Box.Inject(sandbox.Fault{Key: "actualizar_placa", Kind: sandbox.Status500, When: sandbox.Before})
	declared["FLA0001"] = acctest.Car("Uno").With(acctest.Values{"electrico": true})
	failed := p.Apply("parking_flota", created, acctest.PartialFleetOf(declared))
	acctest.Expect(t, "warning", failed.Warnings(), "Vehicles not in place: FLA0001 of client 1")
	expectPending(t, "failed", failed, "FLA0001")
	acctest.ExpectHeld(t, "failed", failed, acctest.Values{"vehiculo_ids": created.State["vehiculo_ids"]})
	w.Box.ClearFaults()
	w.Requests()
	acctest.NoMessages(t, "again", p.Apply("parking_flota", failed, acctest.PartialFleetOf(declared)))
	w.ExpectCount(1, "SELECT electrico FROM placas WHERE placa = 'FLA0001'")
	w.ExpectRequests(map[string]int{"actualizar_placa": 1})
}

// A vehicle is linked as soon as its plate is there: at no moment are more plates without a link than requests may be in flight. Of many
// that are taken out the plan names some.
func TestFlotaOfMany(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(acctest.Values{"max_concurrency": 3})
	many := acctest.Values{}
	for n := range 30 {
		many[fmt.Sprintf("FLA%04d", n)] = acctest.Car(nil)
	}
	created := p.Apply("parking_flota", acctest.Result{}, acctest.FleetOf(many))
	ahead, most := 0, 0
	for _, entry := range w.Journal() {
		switch entry.Operation {
		case "registrar_placa":
			ahead++
		case "registrar_vehiculo":
			ahead--
		}
		most = max(most, ahead)
	}
	if most < 2 || most > 3 {
		t.Errorf("got %d plates ahead of their vehicles, wanted 2 or 3", most)
	}
	stay := p.PlanWarnings("parking_flota", created, acctest.FleetOf(acctest.Values{"FLA0000": acctest.Car(nil)}))
	acctest.Expect(t, "warning", stay, "Vehicles stay on the service: FLA0001 and 28 more of client 1")
	acctest.ExpectSays(t, "warning", stay[0], "FLA0020, and 9 more. If another")
}

// A vehicle that was accepted without a record and that no listing shows yet is saved, so that no run links it again, and found as soon
// as it shows. One warning names all that failed.
func TestFlotaAcceptedAndNotListedYet(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{AcceptDuplicates: true}).HideTipos()
	w.Answer(answers.On(routes{"POST /external/vehiculo": w.CarriedOut(`{"estado":"ok","data":{}}`), listing: vehiculosPage("")}))
	declared := acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car("Uno"), "FLA0002": noSuchType})
	const both = "Vehicles not in place: FLA0001 and 1 more of client 1"
	created := w.Proto(nil).Apply("parking_flota", acctest.Result{}, declared)
	expectPending(t, "created", created, "FLA0001", "FLA0002")
	acctest.Expect(t, "created", created.Warnings(), both)
	acctest.ExpectSays(t, "created", first(created), "FLA0002: Could not create", "FLA0001: The service accepted")
	acctest.Expect(t, "as declared", w.Proto(nil).Apply("parking_flota", created, declared).Errors(), both)
	run := func(before acctest.Result) acctest.Result { // that may stay incomplete
		p := w.Proto(nil)
		right := acctest.PartialFleetOf(acctest.Values{"FLA0001": acctest.Car("Uno")})
		return p.Apply("parking_flota", p.Read("parking_flota", before), right)
	}
	again := run(created)
	expectPending(t, "again", again, "FLA0001")
	w.Answer(nil)
	for _, nombre := range []string{"Uno", "Otro"} { // another name is what the next plan says
		w.Exec("UPDATE vehiculos SET nombre = ?", nombre)
		shown := acctest.Values{"vehiculo_ids": acctest.Values{"FLA0001": 1}, "pendientes": acctest.Values{}}
		acctest.ExpectState(t, "seen as "+nombre, run(again), shown)
	}
	w.ExpectCount(1, "SELECT COUNT(*) FROM vehiculos")
}

// An interrupted run begins no more than was on its way, keeps what was made, and the next one goes on.
func TestFlotaInterrupted(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which requests were on their way is chance
	slow := sandbox.Fault{Key: "registrar_vehiculo", Kind: sandbox.Delay, When: sandbox.After, Delay: 60 * time.Millisecond}
	w := acctest.NewServer(t, sandbox.Options{Faults: []sandbox.Fault{slow}})
	const links = "SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'FLA%'"
	entries := acctest.Values{}
	for n := range 100 {
		entries[fmt.Sprintf("FLA%04d", n)] = acctest.Car(nil)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for w.Count(links) < 12 {
			time.Sleep(5 * time.Millisecond)
		}
		cancel()
	}()
	p := w.Proto(acctest.Values{"max_concurrency": 4})
	cut := p.ApplyWithin(ctx, "parking_flota", acctest.Result{}, acctest.FleetOf(entries))
	acctest.NoErrors(t, "cut off", cut)
	made, registered := w.Count(links), w.Count("SELECT COUNT(*) FROM placas WHERE placa LIKE 'FLA%'")
	pending, _ := cut.State["pendientes"].(acctest.Values)
	if open := len(pending); made > 80 || registered > made+4 || open > 100-made || open < 100-made-4 || pending["FLA0099"] == nil {
		t.Fatalf("%d plates and %d vehicles made, and pending are %v", registered, made, pending)
	}
	w.Box.ClearFaults()
	w.Requests()
	acctest.ExpectInPlace(t, "rest", w.Proto(nil).Apply("parking_flota", cut, acctest.FleetOf(entries)))
	w.ExpectCount(100, links)
	if got := w.Requests()["registrar_vehiculo"]; got > 100-made {
		t.Errorf("%d more linked, %d were there", got, made)
	}
}

// A creation that does not end in time saves nothing, and goes on where it stopped. A link is still answered after the time is over, and
// the next vehicle is not begun.
func TestFlotaCreationTimedOut(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which request meets the end of the time
	w := acctest.NewServer(t, sandbox.Options{Latency: sandbox.Latency{"registrar_vehiculo": 5 * time.Second}})
	declared := acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car(nil), "FLA0002": acctest.Car(nil)})
	declared["timeouts"] = acctest.Values{"create": "4s"}
	run := func() acctest.Result {
		return w.Proto(acctest.Values{"max_concurrency": 1}).Apply("parking_flota", acctest.Result{}, declared)
	}
	cut := run()
	acctest.ExpectRefused(t, "first run", cut, "Vehicles not in place: FLA0002 of client 1")
	acctest.ExpectSays(t, "first run", first(cut), "timed out after 4s (timeouts.create)")
	w.Requests()
	acctest.ExpectWarned(t, "second run", run(), acctest.Values{"pendientes": acctest.Values{}})
	w.ExpectRequests(map[string]int{"placa": 2, "registrar_placa": 1, "vehiculos": 1, "registrar_vehiculo": 1}) // a look at each
}

// The example's postcondition fails a run that saves a new fleet with a vehicle that is not listed.
func TestCLIFlotaExampleFailsIfNotInPlace(t *testing.T) {
	t.Parallel()
	example, err := os.ReadFile("../../../examples/resources/parking_flota/resource_checked.tf")
	acctest.Must(t, err)
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(answers.On(routes{"POST /external/vehiculo": w.CarriedOut(`{"estado":"ok","data":{}}`), listing: vehiculosPage("")}))
	_, fleet, _ := strings.Cut(string(example), "\n}\n") // the client is no thing of this package
	c := newFlotaCLI(t, w, strings.Replace(fleet, "data.parking_cliente.flota_sur.id", "3", 1))
	code, out := c.Run("apply", "-no-color", "-auto-approve")
	acctest.ExpectSays(t, "applied", out, "Resource postcondition failed", "AKX0359, UXH5184")
	if code != 1 {
		t.Errorf("exits with %d, want 1", code)
	}
	acctest.ExpectSays(t, "the state", c.Ok("state", "list"), "parking_flota.reparto")
}

// The first look for all vehicles of a fleet is not shown if it fails, so it does not stop the run: a vehicle tells why.
func TestFlotaListingLostIsShown(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	w := acctest.NewServer(t, sandbox.Options{})
	w.Box.Inject(sandbox.Fault{Key: "vehiculos", Kind: sandbox.Drop})
	p := w.Proto(acctest.Values{"max_retries": 5, "request_timeout": "1s"})
	errs := p.Apply("parking_flota", acctest.Result{}, acctest.FleetOf(acctest.Values{"AAA0001": acctest.Car(nil)})).Errors()
	acctest.ExpectSays(t, "created", strings.Join(errs, "\n"), "vehiculos: ")
}
