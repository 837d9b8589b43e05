package flota

import (
	"fmt"
	"net/http"
	"path"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A plate that the plan did not find, or could not look up, is registered, and read if that is refused. What may not be adopted stays as
// it is.
func TestCreationAfterThePlan(t *testing.T) {
	t.Parallel()
	type row struct {
		config                      acctest.Values
		unchecked, adopted, differs string
	}
	acctest.Each(t, map[string]row{
		"parking_placa": {config: plate, unchecked: "Plates not checked", adopted: "Existing plate adopted: AKX0359",
			differs: "placa: Plate already exists and differs: AKX0359"},
		"parking_flota": {config: fleet, unchecked: "Vehicles not checked: AKX0359 of client 1",
			adopted: "Existing plate adopted: AKX0359 of client 1", differs: "Vehicles not in place: AKX0359 of client 1"},
	}, func(t *testing.T, c row) {
		typeName := path.Base(t.Name())
		for _, looked := range []bool{true, false} {
			for tipo, says := range map[int][]string{0: nil, 1: {c.adopted}, 2: {c.differs}} { // 0 is not registered
				w := looksServer(t)
				var unchecked []string
				if !looked {
					unchecked = []string{c.unchecked}
					w.Answer(answers.On(routes{"GET /external/placa/AKX0359": answers.Body(500, "averiado")}))
				}
				p := w.Proto(nil)
				planned := p.Plan(typeName, acctest.Result{}, c.config)
				acctest.Expect(t, "planned", saidBy(acctest.Result{Diags: planned.Diagnostics}), unchecked...)
				w.Answer(nil)
				if tipo > 0 {
					w.Exec("INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('AKX0359', ?)", tipo)
				}
				w.Requests()
				created := p.ApplyPlan(t.Context(), typeName, acctest.Result{}, c.config, planned)
				acctest.Expect(t, fmt.Sprint("applied over type ", tipo), saidBy(created), says...)
				if made := w.Requests(); made["registrar_placa"] != 1 || made["actualizar_placa"] != 0 || tipo > 0 && made["placa"] != 1 {
					t.Errorf("type %d: got the requests %v, wanted one registration, and a look if it is refused", tipo, made)
				}
			}
		}
	})
}

// If the answer to a registration is lost, a look finds the plate, which is not called an adoption.
func TestCreationAnswerLost(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, strings.Fields(registering), func(t *testing.T, resource string) {
		w := looksServer(t)
		w.Box.Inject(sandbox.Fault{Key: "registrar_placa", Kind: sandbox.Drop, When: sandbox.After})
		created := w.Proto(nil).Apply("parking_"+resource, acctest.Result{}, declare(resource, "AKX0359", nil))
		acctest.NoMessages(t, "created", created)
		w.ExpectCount(1, "SELECT COUNT(*) FROM placas WHERE placa = 'AKX0359'")
	})
}

// As many refused vehicles as max_pendientes permits are a warning of the plan, but not all of them.
func TestPlanPermitsRefusedVehicles(t *testing.T) {
	t.Parallel()
	type row struct {
		vehicles, most int // of the vehicles, two are refused
		warns          bool
	}
	acctest.Each(t, map[string]row{
		"none":            {vehicles: 3, most: 0},
		"one":             {vehicles: 3, most: 1},
		"both":            {vehicles: 3, most: 2, warns: true},
		"the whole fleet": {vehicles: 2, most: 9},
	}, func(t *testing.T, c row) {
		w := looksServer(t)
		w.Exec("INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('AKX0001', 2), ('AKX0002', 2)")
		entries := acctest.Values{}
		for n := range c.vehicles {
			entries[fmt.Sprintf("AKX%04d", n+1)] = acctest.Car(nil)
		}
		config := acctest.FleetOf(entries).With(acctest.Values{"max_pendientes": c.most})
		planned := planOf(w.Proto(nil), "parking_flota", acctest.Result{}, config)
		if len(planned.Warnings()) > 0 != c.warns {
			t.Errorf("got the warnings %q, wanted one: %t", planned.Warnings(), c.warns)
		}
		acctest.Expect(t, "planned", saidBy(planned), "vehiculos: Vehicles cannot be put in place: AKX0001 and 1 more of client 1")
		acctest.ExpectSays(t, "the message", first(planned), fmt.Sprintf("The apply cannot put 2 of %d vehicles in place; at most %d may"+
			" be missing (max_pendientes).\n\nAKX0001, AKX0002: ", c.vehicles, min(c.most, c.vehicles-1)))
	})
}

// An update looks up what it adds, and nothing else.
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
	added := planOf(p, "parking_flota", read, acctest.FleetOf(declared))
	acctest.Expect(t, "added", saidBy(added), "Plate already registered, to be linked: FLB0001 of client 1")
	acctest.ExpectSays(t, "added", first(added), " for good: FLB0001. ")
	w.ExpectRequests(map[string]int{"placa": 2}) // the refresh read the listing
	many := acctest.Values{}
	for n := range 40 {
		w.Placas(fmt.Sprint("FLC", n))
		w.Exec("INSERT INTO vehiculos (cliente_id, placa) VALUES (1, ?)", fmt.Sprint("FLC", n))
		many[fmt.Sprint("FLD", n)] = acctest.Car(nil)
	}
	one := w.Proto(acctest.Values{"max_concurrency": 1})
	acctest.ExpectPlanned(t, "many", one.Plan("parking_flota", acctest.Result{}, acctest.FleetOf(many)))
	w.ExpectRequests(map[string]int{"placa": 41, "vehiculos": 3}) // the listing, and no filter for each
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
	type row struct {
		typeName string
		config   acctest.Values
		exec     string
		creation map[string]int // requests
		refused  string         // by the plan
		said     []string       // by the creation
	}
	acctest.Each(t, map[string]row{
		"new plate": {typeName: "parking_placa", config: plate,
			creation: map[string]int{"registrar_placa": 1, "placa": 1}}, // which reads it back
		"registered plate": {typeName: "parking_placa", config: plate, exec: there,
			creation: map[string]int{"registrar_placa": 1, "placa": 1}, said: []string{"Existing plate adopted: AKX0359"}},
		"new vehicle": {typeName: "parking_vehiculo", config: vehicle, exec: there,
			creation: map[string]int{"vehiculos": 1, "registrar_vehiculo": 1}},
		"linked vehicle": {typeName: "parking_vehiculo", config: vehicle, exec: linked,
			creation: map[string]int{}, said: []string{"Existing vehicle adopted: AKX0359 of client 1"}},
		"vehicle of another name": {typeName: "parking_vehiculo", config: vehicle.With(acctest.Values{"nombre": "Uno"}), exec: linked,
			refused: "nombre: Vehicle already exists under another name: AKX0359 of client 1"},
		"fleet": {typeName: "parking_flota", config: fleet, exec: linked, creation: map[string]int{"registrar_placa": 1, "placa": 1},
			said: []string{"Existing plate adopted: AKX0359 of client 1", "Existing vehicle adopted: AKX0359 of client 1"}},
	}, func(t *testing.T, c row) {
		w := looksServer(t)
		w.Exec(c.exec + ";")
		p := w.Proto(nil)
		whileApplying(w, p, func() {
			planned := p.Plan(c.typeName, acctest.Result{}, c.config)
			asked := map[string]int{"vehiculos": 1}
			if c.typeName == "parking_placa" {
				asked = map[string]int{}
			}
			w.ExpectRequests(asked)
			if c.refused != "" {
				acctest.Expect(t, "planned", saidBy(acctest.Result{Diags: planned.Diagnostics}), c.refused)
				return
			}
			acctest.ExpectPlanned(t, "planned", planned)
			created := p.ApplyPlan(t.Context(), c.typeName, acctest.Result{}, c.config, planned)
			acctest.Expect(t, "created", saidBy(created), c.said...)
			w.ExpectRequests(c.creation)
		})
	})
}

// Blocks that create one plate or one link at the same time make it once, also if the service lists it late.
func TestDeclaredTwiceAtOnce(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t) // which block finds the plate registered
	acctest.EachOf(t, strings.Fields(all), func(t *testing.T, resource string) {
		w := acctest.NewServer(t, sandbox.Options{AcceptDuplicates: true})
		if resource == "vehiculo" {
			w.Placas("AKX0359")
		}
		oneByOne := func() http.HandlerFunc {
			var turn sync.Mutex
			return func(rw http.ResponseWriter, r *http.Request) {
				if !turn.TryLock() {
					t.Errorf("two requests of %s at once", r.URL.Path)
					return
				}
				defer turn.Unlock()
				time.Sleep(20 * time.Millisecond)
				w.Box.ServeHTTP(rw, r)
			}
		}
		w.Answer(answers.On(routes{"POST /external/placa": oneByOne(), "POST /external/vehiculo": oneByOne(),
			listing: func(rw http.ResponseWriter, r *http.Request) {
				time.Sleep(100 * time.Millisecond) // for all blocks to look at once
				vehiculosPage("")(rw, r)
			}}))
		p := w.Proto(nil)
		created := make([]acctest.Result, 4)
		var blocks sync.WaitGroup
		for i := range created {
			blocks.Go(func() {
				created[i] = p.Apply("parking_"+resource, acctest.Result{}, declare(resource, "AKX0359", nil))
			})
		}
		blocks.Wait()
		for _, block := range created {
			acctest.ExpectWarned(t, "created", block, created[0].State)
		}
		if made := w.Requests(); resource != "placa" && made["registrar_vehiculo"] != 1 {
			t.Errorf("got the requests %v, want one link", made)
		}
	})
}

// One provider may serve several runs, as in `terraform test`: what an earlier run made, destroyed or replaced decides nothing, and is
// looked up again.
func TestCreatedAgainByOneProvider(t *testing.T) {
	t.Parallel()
	acctest.EachOf(t, strings.Fields(all), func(t *testing.T, resource string) {
		w := acctest.NewServer(t, sandbox.Options{})
		if resource == "vehiculo" {
			w.Placas("AB-1")
		}
		p := w.Proto(nil)
		apply := func(what string, prior acctest.Result, config acctest.Values) acctest.Result {
			applied := p.Apply("parking_"+resource, prior, config)
			acctest.NoErrors(t, what, applied)
			return applied
		}
		var created acctest.Result
		declared := declare(resource, "AB-1", nil)
		for range 2 {
			created = apply("created", acctest.Result{}, declared)
			apply("destroyed", created, nil)
		}
		acctest.ExpectSays(t, "looked up again", strings.Join(created.PlanWarnings(), "\n"), " already ")
		apply("renamed", acctest.Result{}, declared)
		apply("its old name", created, nil)
		apply("another block", acctest.Result{}, declared)
	})
}
