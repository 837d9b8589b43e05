package flota

import (
	"fmt"
	"net/http"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// The creation relies on what its plan read: see flotaServer for that of a fleet.
func TestCreationUsesThePlansLook(t *testing.T) {
	t.Parallel()
	w := looksServer(t)
	acctest.NoMessages(t, "plate", w.Proto(nil).Apply("parking_placa", acctest.Result{}, plate))
	var asked []string
	for _, entry := range w.Journal() {
		asked = append(asked, entry.Operation)
	}
	// The second is a control, and the last reads the new plate.
	if want := []string{"tipo_vehiculo", "placa", "placa", "cliente", "registrar_placa", "placa"}; !slices.Equal(asked, want) {
		t.Errorf("got the requests %q, wanted %q", asked, want)
	}
	w.Requests()
	acctest.NoMessages(t, "vehicle", w.Proto(nil).Apply("parking_vehiculo", acctest.Result{}, vehicle.With(acctest.Values{"cliente_id": 2})))
	w.ExpectRequests(map[string]int{"placa": 1, "vehiculos": 2, "registrar_vehiculo": 1}) // another run may have linked it since
}

// Who registers the plate between the plan and its creation is found by the rejection, and an answer that is lost by a look.
func TestCreationAfterThePlansLook(t *testing.T) {
	t.Parallel()
	type row struct {
		config acctest.Values
		says   string
	}
	acctest.Each(t, map[string]row{
		"parking_placa": {config: plate, says: "Existing plate adopted: AKX0359"},
		"parking_flota": {config: acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car(nil)}), says: "Existing plate adopted: AKX0359 of client 1"},
	}, func(t *testing.T, c row) {
		typeName := path.Base(t.Name())
		w := looksServer(t)
		p := w.Proto(nil)
		planned := p.Plan(typeName, acctest.Result{}, c.config)
		acctest.ExpectPlanned(t, "planned", planned)
		w.Placas("AKX0359")
		w.Requests()
		created := p.ApplyPlan(t.Context(), typeName, acctest.Result{}, c.config, planned)
		acctest.Expect(t, "applied", append(created.Errors(), created.Warnings()...), c.says)
		if made := w.Requests(); made["registrar_placa"] != 1 || made["placa"] != 1 {
			t.Errorf("got the requests %v, wanted one registration and then one look", made)
		}
		w.ExpectCount(1, "SELECT COUNT(*) FROM placas WHERE placa = 'AKX0359'")
		for _, looks := range []bool{true, false} {
			w := looksServer(t)
			w.Box.Inject(sandbox.Fault{Key: "registrar_placa", Kind: sandbox.Drop, When: sandbox.After})
			created := w.Proto(acctest.Values{"plan_lookups": looks}).Apply(typeName, acctest.Result{}, c.config)
			acctest.NoMessages(t, "answer lost", created)
			w.ExpectCount(1, "SELECT COUNT(*) FROM placas WHERE placa = 'AKX0359'")
		}
	})
}

// What the plan could not look up is registered, and read if that is refused. What may not be adopted stays as it is.
func TestCreationIfThePlanCouldNotLook(t *testing.T) {
	t.Parallel()
	type row struct {
		config                    acctest.Values
		planned, adopted, differs string
	}
	acctest.Each(t, map[string]row{
		"parking_placa": {plate, "Plates not checked", "Existing plate adopted: AKX0359", "placa: Plate already exists and differs: AKX0359"},
		"parking_flota": {acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car(nil)}), "Vehicles not checked: AKX0359 of client 1", "Existing plate adopted: AKX0359 of client 1", "Vehicles not in place: AKX0359 of client 1"},
	}, func(t *testing.T, c row) {
		typeName := path.Base(t.Name())
		for _, tipo := range []int{0, 1, 2} { // 0 is not registered
			w := looksServer(t)
			w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/placa/AKX0359": answers.Body(500, "averiado")}))
			p := w.Proto(nil)
			planned := p.Plan(typeName, acctest.Result{}, c.config)
			acctest.Expect(t, "planned", acctest.Result{Planned: planned.Diagnostics}.PlanWarnings(), c.planned)
			w.Answer(nil)
			if tipo > 0 {
				w.Exec("INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('AKX0359', ?)", tipo)
			}
			w.Requests()
			created := p.ApplyPlan(t.Context(), typeName, acctest.Result{}, c.config, planned)
			said := append(created.Errors(), created.Warnings()...)
			acctest.Expect(t, fmt.Sprint("applied over type ", tipo), said, map[int][]string{1: {c.adopted}, 2: {c.differs}}[tipo]...)
			if made := w.Requests(); made["registrar_placa"] != 1 || made["actualizar_placa"] != 0 || tipo > 0 && made["placa"] != 1 {
				t.Errorf("type %d: got the requests %v, wanted one registration, and a look if it is refused", tipo, made)
			}
		}
	})
}

// As many refused vehicles as max_pendientes permits are a warning of the plan, but not all of them.
func TestPlanPermitsRefusedVehicles(t *testing.T) {
	t.Parallel()
	const summary = "vehiculos: Vehicles cannot be put in place: AKX0001 and 1 more of client 1"
	type row struct {
		vehicles, most   int // of the vehicles, two are refused
		errors, warnings []string
	}
	acctest.Each(t, map[string]row{
		"none":           {3, 0, []string{summary}, nil},
		"one":            {3, 1, []string{summary}, nil},
		"both":           {3, 2, nil, []string{summary}},
		"more":           {3, 9, nil, []string{summary}},
		"the whole one":  {2, 2, []string{summary}, nil},
		"refused by all": {2, 9, []string{summary}, nil},
	}, func(t *testing.T, c row) {
		w := looksServer(t)
		w.Exec("INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('AKX0001', 2), ('AKX0002', 2)")
		entries := acctest.Values{}
		for n := range c.vehicles {
			entries[fmt.Sprintf("AKX%04d", n+1)] = acctest.Car(nil)
		}
		p := w.Proto(nil)
		planned := messagesOf(p, "parking_flota", acctest.FleetOf(entries).With(acctest.Values{"max_pendientes": c.most}))
		acctest.Expect(t, "errors", planned.Errors(), c.errors...)
		acctest.Expect(t, "warnings", planned.Warnings(), c.warnings...)
		says := fmt.Sprintf("The apply cannot put 2 of %d vehicles in place; at most %d may be missing (max_pendientes).", c.vehicles, min(c.most, c.vehicles-1))
		acctest.ExpectSays(t, "the message", first(planned), says+"\n\nAKX0001, AKX0002: ")
	})
}

// An update looks up what it adds, and what is not linked yet, and nothing else. A plate that was registered and not linked is adopted by
// the next run, which links it.
func TestPlanOfAddedVehicles(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaServer(t)
	w.Placas("FLB0001")
	read := p.Read("parking_flota", created)
	w.Requests()
	declared["FLA0001"] = acctest.Car("Uno").With(acctest.Values{"electrico": true})
	acctest.ExpectPlanned(t, "changed", p.Plan("parking_flota", read, acctest.FleetOf(declared)))
	w.ExpectRequests(map[string]int{})
	declared["FLB0001"], declared["FLB0002"] = acctest.Car(nil), acctest.Car(nil)
	planned := acctest.Result{Diags: p.Plan("parking_flota", read, acctest.FleetOf(declared)).Diagnostics}
	acctest.Expect(t, "added", append(planned.Errors(), planned.Warnings()...), "Plate already registered: FLB0001 of client 1")
	acctest.ExpectSays(t, "added", first(planned), " for good: FLB0001. ")
	w.ExpectRequests(map[string]int{"placa": 2}) // the refresh read the listing
	w.Box.Inject(sandbox.Fault{Key: "registrar_vehiculo", Kind: sandbox.Status500, When: sandbox.Before})
	pending := p.Apply("parking_flota", read, acctest.PartialFleetOf(declared))
	expectPending(t, "not linked", pending, "FLB0001", "FLB0002")
	w.Requests()
	again := acctest.Result{Diags: w.Proto(nil).Plan("parking_flota", pending, acctest.PartialFleetOf(declared)).Diagnostics}
	acctest.Expect(t, "planned again", append(again.Errors(), again.Warnings()...), "Plate already registered: FLB0001 and 1 more of client 1")
	w.Box.ClearFaults()
	acctest.ExpectInPlace(t, "applied again", w.Proto(nil).Apply("parking_flota", pending, acctest.PartialFleetOf(declared)), "FLB0001", "FLB0002")
}

// While the provider's configuration is not known, a plan asks and says nothing.
func TestPlanBeforeTheProviderIsKnown(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t).Configured(acctest.Values{"base_url": acctest.UnknownText, "credential": "x"})
	for typeName, config := range map[string]acctest.Values{"parking_placa": plate.With(acctest.Values{"placa": "akx0300"}), "parking_vehiculo": vehicle, "parking_flota": fleetOf(acctest.Car(nil))} {
		acctest.NoMessages(t, typeName, messagesOf(p, typeName, config))
	}
}

// whileApplying does something while the registration of another plate is under way.
func whileApplying(w *acctest.Server, p *acctest.Proto, do func()) {
	begun, end := make(chan struct{}), make(chan struct{})
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.Method != http.MethodPost {
			return nil
		}
		return func(rw http.ResponseWriter, r *http.Request) {
			close(begun)
			<-end
			w.Box.ServeHTTP(rw, r)
		}
	})
	other := plate.With(acctest.Values{"placa": "ZZZ9999"})
	planned := p.Plan("parking_placa", acctest.Result{}, other)
	var applied sync.WaitGroup
	applied.Go(func() { p.ApplyPlan(w.T.Context(), "parking_placa", acctest.Result{}, other, planned) })
	<-begun
	w.Answer(nil)
	w.Requests()
	do()
	close(end)
	applied.Wait()
}

// While something is applied, the plan of a creation looks up no plate and repeats no warning: the creation follows. It registers the
// plate, and reads it if that is refused. Links are looked up by both.
func TestPlanWhileApplying(t *testing.T) {
	t.Parallel()
	const (
		there  = "INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('AKX0359', 1)"
		linked = there + "; INSERT INTO vehiculos (id, placa, cliente_id) VALUES (9, 'AKX0359', 1)"
	)
	fleet := acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car(nil)})
	type row struct {
		config         acctest.Values
		exec           string
		plan, creation map[string]int // requests
		refused, said  []string       // by the plan; by the creation
	}
	rows := map[string]map[string]row{
		"parking_placa": {
			"new":   {config: plate, plan: map[string]int{}, creation: map[string]int{"registrar_placa": 1, "placa": 1}}, // which reads it back
			"there": {config: plate, exec: there, plan: map[string]int{}, creation: map[string]int{"registrar_placa": 1, "placa": 1}, said: []string{"Existing plate adopted: AKX0359"}},
			"other": {config: plate.With(acctest.Values{"tipo_vehiculo_id": 2}), exec: there, plan: map[string]int{},
				creation: map[string]int{"registrar_placa": 1, "placa": 1}, said: []string{"placa: Plate already exists and differs: AKX0359"}},
		},
		"parking_vehiculo": {
			"new":       {config: vehicle, exec: there, plan: map[string]int{"vehiculos": 1}, creation: map[string]int{"vehiculos": 1, "registrar_vehiculo": 1}},
			"the first": {config: vehicle.With(acctest.Values{"cliente_id": 2}), exec: there, plan: map[string]int{"vehiculos": 1}, creation: map[string]int{"vehiculos": 1, "registrar_vehiculo": 1}},
			"linked":    {config: vehicle, exec: linked, plan: map[string]int{"vehiculos": 1}, creation: map[string]int{}, said: []string{"Existing vehicle adopted: AKX0359 of client 1"}},
			"other": {config: vehicle.With(acctest.Values{"nombre": "Uno"}), exec: linked, plan: map[string]int{"vehiculos": 1},
				refused: []string{"nombre: Vehicle already exists under another name: AKX0359 of client 1"}},
		},
		"parking_flota": {
			"new": {config: fleet, plan: map[string]int{"vehiculos": 1}, creation: map[string]int{"registrar_placa": 1, "registrar_vehiculo": 1}},
			"linked": {config: fleet, exec: linked, plan: map[string]int{"vehiculos": 1}, creation: map[string]int{"registrar_placa": 1, "placa": 1},
				said: []string{"Existing plate adopted: AKX0359 of client 1", "Existing vehicle adopted: AKX0359 of client 1"}},
		},
	}
	acctest.Each(t, rows, func(t *testing.T, rows map[string]row) {
		typeName := path.Base(t.Name())
		acctest.Each(t, rows, func(t *testing.T, c row) {
			w := looksServer(t)
			if c.exec != "" {
				w.Exec(c.exec)
			}
			p := w.Proto(nil)
			whileApplying(w, p, func() {
				planned := p.Plan(typeName, acctest.Result{}, c.config)
				acctest.Expect(t, "planned", acctest.Result{Diags: planned.Diagnostics}.Warnings())
				acctest.Expect(t, "planned", acctest.ErrorsOf(planned.Diagnostics), c.refused...)
				w.ExpectRequests(c.plan)
				if len(c.refused) == 0 {
					created := p.ApplyPlan(t.Context(), typeName, acctest.Result{}, c.config, planned)
					acctest.Expect(t, "created", append(created.Errors(), created.Warnings()...), c.said...)
					w.ExpectRequests(c.creation)
				}
			})
		})
	})
}

// Blocks that create one plate or one link at the same time make it once, also if the service lists it late.
func TestDeclaredTwiceAtOnce(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which block finds the plate registered
	acctest.Each(t, map[string]acctest.Values{
		"parking_placa":    {"placa": "ZZR0033", "tipo_vehiculo_id": 1},
		"parking_vehiculo": {"cliente_id": 1, "placa": "AKX0359"},
		"parking_flota":    acctest.FleetOf(acctest.Values{"ZZR0033": acctest.Car(nil)}),
	}, func(t *testing.T, declared acctest.Values) {
		resource := path.Base(t.Name())
		w := acctest.NewServer(t, sandbox.Options{AcceptDuplicates: true})
		w.Placas("AKX0359")
		var most atomic.Int32
		oneByOne := func() http.HandlerFunc {
			var writing atomic.Int32
			return func(rw http.ResponseWriter, r *http.Request) {
				most.Store(max(most.Load(), writing.Add(1)))
				defer writing.Add(-1)
				time.Sleep(20 * time.Millisecond)
				w.Box.ServeHTTP(rw, r)
			}
		}
		w.Answer(answers.On(map[string]http.HandlerFunc{"POST /external/placa": oneByOne(), "POST /external/vehiculo": oneByOne(),
			"GET /external/vehiculos": func(rw http.ResponseWriter, r *http.Request) {
				time.Sleep(100 * time.Millisecond) // for all blocks to look at once
				answers.Body(200, noVehiculos)(rw, r)
			}}))
		p := w.Proto(nil)
		created := make([]acctest.Result, 4)
		var blocks sync.WaitGroup
		for i := range created {
			blocks.Go(func() { created[i] = p.Apply(resource, acctest.Result{}, declared) })
		}
		blocks.Wait()
		for _, block := range created {
			acctest.NoErrors(t, "created", block)
			for _, computed := range []string{"id", "vehiculo_ids"} {
				if got, want := block.State[computed], created[0].State[computed]; !reflect.DeepEqual(got, want) {
					t.Errorf("%s: got %v, want %v", computed, got, want)
				}
			}
		}
		made := w.Requests()
		if resource != "parking_placa" && made["registrar_vehiculo"] != 1 || most.Load() != 1 {
			t.Errorf("got the requests %v, at most %d at once; want one link, and one at once", made, most.Load())
		}
	})
}

// One provider may serve several runs, as in `terraform test`: what an earlier run made, destroyed or replaced decides nothing, and is
// looked up again.
func TestCreatedAgainByOneProvider(t *testing.T) {
	t.Parallel()
	acctest.Each(t, map[string]acctest.Values{
		"parking_placa":    {"placa": "AB-1", "tipo_vehiculo_id": 1},
		"parking_vehiculo": {"cliente_id": 1, "placa": "CD-2"},
		"parking_flota":    acctest.FleetOf(acctest.Values{"AB-1": acctest.Car(nil)}),
	}, func(t *testing.T, declared acctest.Values) {
		resource := path.Base(t.Name())
		w := acctest.NewServer(t, sandbox.Options{})
		w.Placas("CD-2")
		p := w.Proto(nil)
		var created acctest.Result
		for range 2 {
			created = p.Apply(resource, acctest.Result{}, declared)
			acctest.NoErrors(t, "created", created)
			acctest.NoErrors(t, "destroyed", p.Apply(resource, created, nil))
		}
		acctest.ExpectSays(t, "looked up again", strings.Join(created.PlanWarnings(), "\n"), " already ")
		acctest.NoErrors(t, "renamed", p.Apply(resource, acctest.Result{}, declared))
		acctest.NoErrors(t, "its old name", p.Apply(resource, created, nil))
		acctest.NoErrors(t, "another block", p.Apply(resource, acctest.Result{}, declared))
	})
}
