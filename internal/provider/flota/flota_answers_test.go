package flota

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

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
	w.ExpectRequests(map[string]int{"placa": 2, "registrar_placa": 2, "vehiculos": 1, "registrar_vehiculo": 2}) // the plan looked for both plates
	return w, w.Proto(nil), created.Later(t), declared
}

// plannedFlota plans and gives the planned state, which must come without errors.
func plannedFlota(p *acctest.Proto, prior acctest.Result, config acctest.Values) acctest.Values {
	p.T.Helper()
	planned := p.Plan("parking_flota", prior, config)
	if len(acctest.ErrorsOf(planned.Diagnostics)) > 0 {
		p.T.Fatal(acctest.ErrorsOf(planned.Diagnostics))
	}
	return p.Decode(p.Schema.ResourceSchemas["parking_flota"].ValueType(), planned.PlannedState)
}

// One entry that the service refuses stops nothing else, and the next run asks
// for that one alone. Taken out, it leaves nothing to do, and nothing pending.
func TestFlotaOneBadEntry(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{}).HideTipos()
	p := w.Proto(nil)
	entries := acctest.Values{"FLA0001": acctest.Car("Uno"), "FLA0002": noSuchType, "FLA0003": acctest.Car(nil)}
	created := p.Apply("parking_flota", acctest.Result{}, acctest.PartialFleetOf(entries))
	acctest.Expect(t, "warning", created.Warnings(), "Vehicles not in place: FLA0002 of client 1")
	expectPending(t, "created", created, "FLA0002")
	if created.Entry("vehiculo_ids", "FLA0002") != nil || created.Entry("vehiculo_ids", "FLA0001") == nil || created.Entry("vehiculo_ids", "FLA0003") == nil {
		t.Errorf("identifiers: %v", created.State["vehiculo_ids"])
	}
	w.Requests()

	read := p.Read("parking_flota", created)
	acctest.ExpectSame(t, "a refresh", read.State, created.State)
	plan := plannedFlota(p, read, acctest.PartialFleetOf(entries))
	ids, _ := plan["vehiculo_ids"].(acctest.Values)
	if !acctest.IsUnknown(plan["pendientes"]) || !acctest.IsUnknown(ids["FLA0002"]) || ids["FLA0001"] != created.Entry("vehiculo_ids", "FLA0001") {
		t.Errorf("the next plan does not try it again, and it alone: %v", plan)
	}
	w.Requests()
	again := p.Apply("parking_flota", read, acctest.PartialFleetOf(entries))
	acctest.ExpectSame(t, "tried again", again.State, created.State)
	w.ExpectRequests(map[string]int{"registrar_placa": 1, "placa": 1}) // why it is refused is looked for; the plan before looked too
	left := acctest.PartialFleetOf(acctest.Values{"FLA0001": acctest.Car("Uno"), "FLA0003": acctest.Car(nil)})
	if plan := plannedFlota(p, again, left); !reflect.DeepEqual(plan["pendientes"], acctest.Values{}) {
		t.Errorf("planned without it: %v", plan)
	}
	acctest.ExpectInPlace(t, "taken out", p.Apply("parking_flota", again, left))
	w.ExpectRequests(map[string]int{})

	entries["FLA0002"] = acctest.Car(nil)
	acctest.ExpectInPlace(t, "mended", p.Apply("parking_flota", again, acctest.PartialFleetOf(entries)), "FLA0002")
	w.ExpectRequests(map[string]int{"placa": 1, "registrar_placa": 1, "registrar_vehiculo": 1}) // the listing is known
}

// Nothing was made, so there is an error and no state.
func TestFlotaAllBad(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which of the two meets the rejection, and which is not tried
	w := acctest.NewServer(t, sandbox.Options{}).HideTipos()
	created := w.Proto(nil).Apply("parking_flota", acctest.Result{}, acctest.FleetOf(acctest.Values{"FLA0001": noSuchType, "FLA0002": noSuchType}))
	acctest.ExpectRefused(t, "error", created, "Vehicles not in place: FLA0001 and 1 more of client 1")
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(401, `{"estado":"fail","error":"No autorizado"}`)
	})
	two := acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car(nil), "FLA0002": acctest.Car(nil)})
	for _, looks := range []bool{true, false} { // the look before a registration is refused, and the registration
		applied := applyUnplanned(w.Proto(acctest.Values{"plan_lookups": looks}), two)
		acctest.ExpectRefused(t, "applied", applied, "Vehicles not in place: FLA0001 and 1 more of client 1")
	}
}

// applyUnplanned creates a fleet of which the plan knew no vehicle, and so looked up nothing.
func applyUnplanned(p *acctest.Proto, config acctest.Values) acctest.Result {
	p.T.Helper()
	all := tftypes.NewValue(tftypes.Map{ElementType: flotaEntryType.TerraformType(p.T.Context())}, tftypes.UnknownValue)
	return p.ApplyLate("parking_flota", acctest.Result{}, "vehiculos", all, config)
}

// The same for a vehicle that vanished: the plate that stayed is not somebody else's.
func TestFlotaVehicleGone(t *testing.T) {
	t.Parallel()
	for _, gone := range []string{"DELETE FROM vehiculos WHERE placa = 'FLA0001'", "DELETE FROM placas WHERE placa = 'FLA0001'",
		"UPDATE vehiculos SET cliente_id = 2 WHERE placa = 'FLA0001'"} {
		t.Run(gone, func(t *testing.T) {
			t.Parallel()
			w, p, created, declared := flotaServer(t)
			w.Exec(gone)
			read := p.Read("parking_flota", created)
			acctest.ExpectState(t, "read", read, acctest.Values{
				"vehiculos": acctest.Values{"FLA0002": created.Entry("vehiculos", "FLA0002")}, "vehiculo_ids": acctest.Values{"FLA0002": created.Entry("vehiculo_ids", "FLA0002")}})
			plan := plannedFlota(p, read, acctest.FleetOf(declared))
			ids, _ := plan["vehiculo_ids"].(acctest.Values)
			if !acctest.IsUnknown(ids["FLA0001"]) || acctest.IsUnknown(ids["FLA0002"]) {
				t.Errorf("planned identifiers: %v", ids)
			}
			again := w.Proto(nil).Apply("parking_flota", read, acctest.FleetOf(declared))
			acctest.ExpectInPlace(t, "again", again, "FLA0001")
			w.ExpectCount(1, "SELECT COUNT(*) FROM vehiculos WHERE placa = 'FLA0001' AND cliente_id = 1")
		})
	}
}

// Without evidence nothing is gone, and a read that fails is an error that leaves
// the state alone and stops the others.
func TestFlotaReadFails(t *testing.T) {
	t.Parallel()
	w, _, created, _ := flotaServer(t)
	for name, routes := range map[string]map[string]http.HandlerFunc{
		"the listing fails": {"GET /external/vehiculos": answers.Body(500, `averiado`)},
		"a plate fails":     {"GET /external/placa/FLA0001": answers.Body(500, `{"estado":"fail","error":"La placa no existe"}`)},
		"all plates fail":   {"GET /external/placa/FLA0001": answers.Body(401, `{}`), "GET /external/placa/FLA0002": answers.Body(401, `{}`)},
		"not listed, and the direct read fails": {"GET /external/vehiculos": answers.Body(200, noVehiculos),
			"GET /external/vehiculo/1": answers.Body(500, ``), "GET /external/vehiculo/2": answers.Body(500, ``)},
	} {
		w.Answer(answers.On(routes))
		read := w.Proto(nil).Read("parking_flota", created)
		if len(read.Errors()) != 1 {
			t.Errorf("%s: %q", name, read.Errors())
		}
		acctest.ExpectSame(t, name, read.State, created.State)
	}
	w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/vehiculos": answers.Body(200, noVehiculos)}))
	stays := w.Proto(nil).Read("parking_flota", created)
	acctest.ExpectSame(t, "not listed, and there", stays.State, created.State)
}

// A change that fails is pending, and sent again although the state has it as
// declared.
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

// A vehicle is linked as soon as its plate is there: at no moment are more plates
// without a link than requests may be in flight. Entries that are added and taken out: one request more for each that is new,
// none for the others, and one warning of the plan about those that are forgotten.
func TestFlotaEntriesAddedAndTakenOut(t *testing.T) {
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
	w.Requests()
	others := acctest.FleetOf(acctest.Values{"FLA0000": acctest.Car(nil), "FLB0001": acctest.Car("Nuevo")})
	acctest.Expect(t, "warning", p.PlanWarnings("parking_flota", created, others), "Vehicles stay on the service: FLA0001 and 28 more of client 1")
	changed := p.Apply("parking_flota", created, others)
	acctest.NoMessages(t, "changed", changed)
	w.ExpectRequests(map[string]int{"placa": 1, "registrar_placa": 1, "registrar_vehiculo": 1}) // the listing is known
	ids, _ := changed.State["vehiculo_ids"].(acctest.Values)
	if len(ids) != 2 || ids["FLA0000"] != created.Entry("vehiculo_ids", "FLA0000") || ids["FLB0001"] == nil {
		t.Errorf("identifiers: %v", ids)
	}
	acctest.Expect(t, "warning", p.PlanWarnings("parking_flota", changed, nil), "Fleets stay on the service")
	acctest.ExpectState(t, "destroyed", p.Apply("parking_flota", changed, nil), nil)
	w.ExpectRequests(map[string]int{})
	w.ExpectCount(31, "SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'FL%'")
}

// A vehicle that was accepted without a record and that no listing shows yet is
// not linked again, by no run, and found as soon as it shows.
func TestFlotaAcceptedAndNotListedYet(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{AcceptDuplicates: true})
	w.Answer(answers.On(map[string]http.HandlerFunc{
		"POST /external/vehiculo": w.CarriedOut(`{"estado":"ok","data":{"message":"hecho"}}`),
		"GET /external/vehiculos": answers.Body(200, noVehiculos),
	}))
	settings, declared := acctest.Values(nil), acctest.PartialFleetOf(acctest.Values{"FLA0001": acctest.Car("Uno")})
	created := w.Proto(settings).Apply("parking_flota", acctest.Result{}, declared)
	expectPending(t, "created", created, "FLA0001")
	p := w.Proto(settings)
	again := p.Apply("parking_flota", p.Read("parking_flota", created), declared)
	expectPending(t, "again", again, "FLA0001")
	w.Answer(nil)
	for _, nombre := range []string{"Uno", "Otro"} { // another name is what the next plan says
		w.Exec("UPDATE vehiculos SET nombre = ?", nombre)
		p = w.Proto(settings)
		seen := p.Apply("parking_flota", p.Read("parking_flota", again), declared)
		acctest.ExpectHeld(t, "seen as "+nombre, seen, acctest.Values{"vehiculo_ids": acctest.Values{"FLA0001": 1}, "pendientes": acctest.Values{}})
		acctest.NoMessages(t, "seen as "+nombre, seen)
	}
	w.ExpectCount(1, "SELECT COUNT(*) FROM vehiculos WHERE placa = 'FLA0001'")
}

// An interrupted run begins no more than was on its way, keeps what was made, and the next one goes on.
func TestFlotaInterrupted(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which requests were on their way is chance
	w := acctest.NewServer(t, sandbox.Options{Faults: []sandbox.Fault{{Key: "registrar_vehiculo", Kind: sandbox.Delay, When: sandbox.After, Delay: 60 * time.Millisecond}}})
	p := w.Proto(acctest.Values{"max_concurrency": 4})
	entries := acctest.Values{}
	for n := range 100 {
		entries[fmt.Sprintf("FLA%04d", n)] = acctest.Car(nil)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for w.Count("SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'FLA%'") < 12 {
			time.Sleep(5 * time.Millisecond)
		}
		cancel()
	}()
	cut := p.ApplyWithin(ctx, "parking_flota", acctest.Result{}, acctest.FleetOf(entries))
	made := w.Count("SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'FLA%'")
	pending, _ := cut.State["pendientes"].(acctest.Values)
	if len(cut.Errors()) > 0 || made > 80 || len(pending) > 100-made || len(pending) < 100-made-4 {
		t.Fatalf("%d made, %d pending, %q", made, len(pending), cut.Errors())
	}
	// Links follow their plates, so few plates are without.
	if plates := w.Count("SELECT COUNT(*) FROM placas WHERE placa LIKE 'FLA%'"); plates > made+4 {
		t.Errorf("%d plates for %d vehicles", plates, made)
	}
	if pending["FLA0099"] == nil {
		t.Error("the last one is not pending")
	}
	w.Box.ClearFaults()
	w.Requests()
	rest := w.Proto(nil).Apply("parking_flota", cut, acctest.FleetOf(entries))
	acctest.ExpectState(t, "rest", rest, acctest.Values{"pendientes": acctest.Values{}})
	w.ExpectCount(100, "SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'FLA%'")
	if got := w.Requests()["registrar_vehiculo"]; got > 100-made {
		t.Errorf("%d more linked, %d were there", got, made)
	}
}

// A creation that does not end in time saves nothing, and goes on where it stopped. A link is still answered after the time is over, and
// the next vehicle is not begun.
func TestFlotaCreationTimedOut(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which request meets the end of the time
	w := acctest.NewServer(t, sandbox.Options{Latency: map[string]time.Duration{"registrar_vehiculo": 5 * time.Second}})
	run := func() acctest.Result {
		fleet := acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car(nil), "FLA0002": acctest.Car(nil)})
		return w.Proto(acctest.Values{"max_concurrency": 1}).Apply("parking_flota", acctest.Result{},
			fleet.With(acctest.Values{"timeouts": acctest.Values{"create": "4s"}}))
	}
	first := run()
	acctest.ExpectRefused(t, "first run", first, "Vehicles not in place: FLA0002 of client 1")
	acctest.ExpectSays(t, "first run", first.Errors()[0], "timed out after 4s (timeouts.create)")
	w.Requests()
	acctest.ExpectWarned(t, "second run", run(), acctest.Values{"pendientes": acctest.Values{}})
	w.ExpectRequests(map[string]int{"placa": 2, "registrar_placa": 1, "vehiculos": 1, "registrar_vehiculo": 1}) // a look at each
}

// A fleet with a link that the service accepted and does not list is saved, so that it is not linked again. One warning names
// all that failed.
func TestFlotaCreatedWithALinkThatIsNotListed(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{AcceptDuplicates: true}).HideTipos()
	w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/vehiculo": w.CarriedOut(`{"estado":"ok","data":{}}`), "GET /external/vehiculos": answers.Body(200, noVehiculos)}))
	declared := acctest.FleetOf(acctest.Values{"FLA0001": acctest.Car(nil), "FLA0002": noSuchType})
	created := w.Proto(nil).Apply("parking_flota", acctest.Result{}, declared)
	expectPending(t, "created", created, "FLA0001", "FLA0002")
	acctest.Expect(t, "created", created.Warnings(), "Vehicles not in place: FLA0001 and 1 more of client 1")
	acctest.ExpectSays(t, "created", created.Warnings()[0], "FLA0002: Could not create", "FLA0001: The service accepted")
	again := w.Proto(nil).Apply("parking_flota", created, declared)
	acctest.Expect(t, "again", again.Errors(), "Vehicles not in place: FLA0001 and 1 more of client 1")
	w.ExpectCount(1, "SELECT COUNT(*) FROM vehiculos")
}

// The example's postcondition fails a run that saves a new fleet with a vehicle that is not listed.
func TestCLIFlotaExampleFailsIfNotInPlace(t *testing.T) {
	t.Parallel()
	example, err := os.ReadFile("../../../examples/resources/parking_flota/resource_checked.tf")
	acctest.Must(t, err)
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/vehiculo": w.CarriedOut(`{"estado":"ok","data":{}}`), "GET /external/vehiculos": answers.Body(200, noVehiculos)}))
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

// expectPending fails the test unless a fleet was written without an error and exactly these plates are pending.
func expectPending(t testing.TB, what string, r acctest.Result, placas ...string) {
	t.Helper()
	acctest.NoErrors(t, what, r)
	pending, _ := r.State["pendientes"].(acctest.Values)
	if got := slices.Sorted(maps.Keys(pending)); r.State == nil || !slices.Equal(got, placas) {
		t.Errorf("%s: got pending %q, wanted %q, of %v", what, got, placas, pending)
	}
}
