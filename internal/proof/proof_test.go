package proof

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/adversary"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var proofDepth = flag.Int("proof.depth", 1, "how many faults a schedule of the proof has at most; `make proof` takes 3")

// TestProof tries every write under every schedule of faults, and what must hold after each. A schedule that breaks a
// promise fails it, unless it is on the list of what cannot be prevented; so does an entry of the list that no schedule of
// two faults or more needs.
func TestProof(t *testing.T) {
	t.Parallel()
	var tries, cut, over, failed, ran atomic.Int64
	var needed sync.Map
	start, want := time.Now(), 0
	t.Cleanup(func() {
		t.Logf("%d schedules of up to %d faults tried; %d cut as equal to one of them, and %d requests where the faults before were over; %s",
			tries.Load(), *proofDepth, cut.Load(), over.Load(), time.Since(start).Round(time.Second))
		for i, entry := range adversary.Unpreventable {
			if _, is := needed.Load(i); !is && *proofDepth > 1 && int(ran.Load()) == want && failed.Load() == 0 {
				t.Errorf("no schedule needs the entry %q", entry.Name)
			}
		}
	})
	for _, s := range scenarios {
		for i, w := range variants {
			if !w.suits(s) || *proofDepth == 1 && i > 1 && !w.again && !slices.Contains(typical, s.name) {
				continue
			}
			name, depth := s.name, *proofDepth
			if i > 0 {
				name, depth = name+", "+w.name, max(1, depth-1)
			}
			want++
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				ran.Add(1)
				settled, first := map[[sha256.Size]byte]settlement{}, &opening{}
				search := adversary.Search{Depth: depth, Every: i == 0 && (*proofDepth > 2 || *proofDepth > 1 && slices.Contains(typical, s.name)), Key: w.tells, Excused: func(f adversary.Finding) bool { return len(covered(s.name, w, f)) > 0 }, Try: func(schedule adversary.Schedule, foresees func(adversary.Request, adversary.Fault) bool) (tried adversary.Tried) {
					synctest.Test(t, func(t *testing.T) { tried = s.try(t, schedule, foresees, w, first, settled) })
					return tried
				}}
				began := time.Now()
				search.Run()
				t.Logf("%s: %d schedules tried, %d cut as equal, %s", name, search.Tries, search.Cut, time.Since(began).Round(time.Second))
				tries.Add(int64(search.Tries))
				cut.Add(int64(search.Cut))
				over.Add(int64(search.Over))
				failed.Add(int64(report(t, s.name, w, search.Findings, &needed)))
			})
		}
	}
}

// report fails the test for each kind of finding that is not on the list of what cannot be prevented, and notes which
// entries of the list are needed. It gives the number of kinds.
func report(t *testing.T, scenario string, w variant, findings []adversary.Finding, needed *sync.Map) int {
	t.Helper()
	kinds := map[string][]adversary.Finding{}
	for _, f := range findings {
		entries := covered(scenario, w, f)
		for _, entry := range entries {
			needed.Store(entry, true)
		}
		if len(entries) > 0 {
			continue
		}
		kind := fmt.Sprintf("%.60q", f.Broken)
		kinds[kind] = append(kinds[kind], f)
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		t.Errorf("%d schedules break a promise so, the first %s", len(kinds[kind]), kinds[kind][0])
	}
	return len(kinds)
}

// covered gives the entries of the list of what cannot be prevented that a finding is of, or none.
func covered(scenario string, w variant, f adversary.Finding) []int {
	return adversary.Covered(adversary.Try{Scenario: scenario, Schedule: f.Schedule, StateLost: w.forgets, Stale: w.stale, Again: w.again, Brief: w.timeouts != "",
		Service: w.quirks, Broken: f.Broken, Said: f.Said})
}

// invoked: it has no state, and happens once.
func (s scenario) invoked() bool { return s.action+s.token != "" }

// variant is what else is the case beside a schedule.
type variant struct {
	name           string
	forgets, stale bool // the state is lost after it; the next run does not refresh
	again          bool // the next run comes at once
	quirks         adversary.Quirks
	block          acctest.Values // of the provider
	timeouts       string         // of every operation of a resource
}

// retries is max_retries.
func (w variant) retries() int {
	if set, is := w.block["max_retries"].(int); is {
		return set
	}
	return parking.DefaultMaxRetries
}

// endRun ends the quirks that last for a run.
func (variant) endRun(q *adversary.Quirks) { q.NoLists, q.Disowns = false, false }

var variants = []variant{
	{},
	{name: "state lost", forgets: true},
	{name: "no refresh next", stale: true},
	{name: "filters ignored", quirks: adversary.Quirks{IgnoresFilters: true}},
	{name: "filters match nothing", quirks: adversary.Quirks{MatchesNothing: true}},
	{name: "lists not found", quirks: adversary.Quirks{NoLists: true}},
	{name: "reads say that another thing does not exist", quirks: adversary.Quirks{Disowns: true}},
	{name: "lists a second behind", quirks: adversary.Quirks{Lag: adversary.Soon}},
	{name: "lists 20 seconds behind", quirks: adversary.Quirks{Lag: adversary.Later}},
	{name: "texts cut off", quirks: adversary.Quirks{Cuts: true}},
	{name: "zeros for none, and lists in no order", quirks: adversary.Quirks{Zeros: true, Unordered: true}},
	{name: "timeouts of five seconds", timeouts: "5s"},
	{name: "no retries", block: acctest.Values{"max_retries": 0}},
	{name: "one retry", block: acctest.Values{"max_retries": 1}},
	{name: "all reads behind, and applied again at once", again: true, quirks: adversary.Quirks{Lag: adversary.Behind, DirectLag: adversary.Behind}},
}

// typical are the scenarios that the short proof tries in every variant.
var typical = []string{"vehiculo/link", "favorita/save", "reserva/book"}

// suits: actions and tokens have no state, plates, clients and tokens are in no listing, and some scenarios need filters.
func (w variant) suits(s scenario) bool {
	area, _, _ := strings.Cut(s.name, "/")
	listed := !w.quirks.Lists() || w.quirks.DirectLag > 0 || !slices.Contains([]string{"placa", "cliente", "token"}, area)
	if w.quirks.Cuts && area != "cliente" && s.name != "sancion/close rewritten" { // which have texts
		return false
	}
	return listed && (!s.invoked() || !w.forgets && !w.stale)
}

// try runs a scenario once, under a schedule.
func (s scenario) try(t *testing.T, schedule adversary.Schedule, foresees func(adversary.Request, adversary.Fault) bool, w variant, first *opening, settled map[[sha256.Size]byte]settlement) adversary.Tried {
	settings := w.block.With(s.block)
	tf := s.begin(t, w, settings, first)
	model, honest := tf.model, &adversary.Adversary{Model: tf.model}
	model.Count(map[string]int{})
	hostile := &adversary.Adversary{Model: model, Schedule: schedule, Foresees: foresees, Second: func(transport *adversary.Adversary) {
		second := &core{t: t, model: model, block: settings, timeouts: w.timeouts, blocks: s.blocks, state: maps.Clone(tf.state), said: map[string]bool{}}
		s.once(second, transport)
	}}
	tf.blocks, tf.opening, tf.shared = s.blocks, first, runs(schedule) > 0 || schedule.Outside()
	model.Change(func(q *adversary.Quirks) { q.NoLists, q.Disowns = w.quirks.NoLists, w.quirks.Disowns })
	s.once(tf, hostile)
	model.Change(w.endRun)
	hostile.EndRun()
	if s.kept != nil && !s.kept(model) {
		tf.breaks("it overwrote what was there")
	}
	if w.forgets {
		tf.state = map[string]instance{}
	}
	if tf.stale = w.stale; s.then != nil {
		tf.blocks = s.then
	}
	if w.again {
		tf.run(honest)
	}
	tried := hostile.Tried()
	tried.End = fmt.Sprint(tf.holds(), tf.broken, model.Effects())
	time.Sleep(time.Minute)
	s.settle(tf, settled)
	tf.doneOnce(s.allowed(schedule), s.active)
	differs := s.refused || w.quirks.Cuts // a text that is cut off
	if schedule.Outside() || differs {    // a payment with another code ends every plan in an error, until the configuration says so
		tf.broken = slices.DeleteFunc(tf.broken, func(broken string) bool {
			return strings.HasPrefix(broken, "the last plan fails") || differs && strings.HasPrefix(broken, "the last plan is not empty")
		})
	}
	tried.Broken, tried.Said = tf.broken, slices.Sorted(maps.Keys(tf.said))
	return tried
}

// begin puts on the service what is there before.
func (s scenario) begin(t *testing.T, w variant, settings acctest.Values, first *opening) *core {
	tf := &core{t: t, block: settings, timeouts: w.timeouts, blocks: s.before, said: map[string]bool{}}
	if first.model != nil {
		time.Sleep(first.took)
		tf.model, tf.state = first.model.Clone(), maps.Clone(first.state)
		return tf
	}
	tf.model, tf.state = &adversary.Model{Quirks: w.quirks}, map[string]instance{}
	tf.model.Change(w.endRun)
	if s.setup != nil {
		s.setup(tf.model)
	}
	began := time.Now()
	if len(s.before) > 0 {
		tf.run(&adversary.Adversary{Model: tf.model})
		tf.said = map[string]bool{}
		time.Sleep(time.Hour) // what is there before was not written just now
	}
	if len(tf.broken) > 0 {
		t.Fatal(tf.broken)
	}
	*first = opening{model: tf.model.Clone(), state: maps.Clone(tf.state), took: time.Since(began)}
	return tf
}

// allowed says what may be done more than once: what a scenario declares twice, and what a second run invokes or books
// as its own.
func (s scenario) allowed(schedule adversary.Schedule) map[string]int {
	most := map[string]int{}
	for effect, times := range s.most {
		most[effect] = times * (1 + runs(schedule))
	}
	if s.invoked() {
		most[s.effect] = 1 + runs(schedule)
	}
	return most
}

// settlement is what settling came to.
type settlement struct {
	broken  []string
	effects map[string]int
	said    map[string]bool
	model   *adversary.Model
}

// settle is core.settle, which comes to the same from the same state and service.
func (s scenario) settle(tf *core, settled map[[sha256.Size]byte]settlement) {
	if s.invoked() {
		time.Sleep(15 * time.Minute)
		return
	}
	if tf.model.Due() > 0 { // when, is not part of what it holds
		tf.settle()
		return
	}
	key := sha256.Sum256(fmt.Append(nil, tf.holds(), tf.shared))
	out, known := settled[key]
	done := tf.model.Effects()
	if !known {
		rest := &core{t: tf.t, model: tf.model.Clone(), block: tf.block, timeouts: tf.timeouts, blocks: tf.blocks, state: maps.Clone(tf.state), stale: tf.stale,
			shared: tf.shared, said: map[string]bool{}}
		rest.settle()
		out = settlement{rest.broken, rest.model.Effects(), rest.said, rest.model}
		for effect, times := range done {
			out.effects[effect] -= times
		}
		settled[key] = out
	}
	tf.broken = append(tf.broken, out.broken...)
	maps.Copy(tf.said, out.said)
	for effect, times := range out.effects {
		done[effect] += times
	}
	tf.model = out.model.Clone()
	tf.model.Count(done)
}

// runs counts the second runs in a schedule, each of which invokes an action of its own.
func runs(schedule adversary.Schedule) (n int) {
	for _, c := range schedule {
		if c.Fault.Event == adversary.Overtaken {
			n++
		}
	}
	return n
}

// once applies, invokes or opens once.
func (s scenario) once(tf *core, transport *adversary.Adversary) {
	if !s.invoked() {
		tf.run(transport)
		return
	}
	p, before := tf.process(transport), tf.model.Effects()[s.effect]
	var out acctest.Result
	if s.action != "" {
		transport.Stop = func() {} // what shows the messages of a stopped action waits until its process ends
		out = p.Invoke(s.action, s.config)
	} else {
		out = p.Open("parking_token", acctest.Values{"operacion": s.token})
	}
	if transport.Dead() {
		return
	}
	times := tf.model.Effects()[s.effect] - before
	if len(out.Errors()) == 0 && times == 0 {
		tf.breaks("it says that it succeeded, and it did not")
	}
	tf.check(block{name: s.name}, acctest.Result{Diags: out.Diags}, times)
}

// tells gives all that the client can tell of a fault: what it makes of the answer, for the operation at hand. Faults that
// it makes the same of are equal, if they did the same.
func (w variant) tells(r adversary.Request, fault adversary.Fault) string {
	key := fmt.Sprint(r.Operation(), fault.Name, w.retries())
	told.Lock()
	defer told.Unlock()
	if _, known := told.as[key]; !known {
		told.as[key] = w.outcomeOf(r, fault)
	}
	return told.as[key]
}

var told = struct {
	sync.Mutex
	as map[string]string
}{as: map[string]string{}}

// operations names what the client calls the operations of requests.
var operations = map[string]string{
	"GET tipo-vehiculo": "tipo_vehiculo", "GET placa": "placa", "POST placa": "registrar_placa", "PUT placa": "actualizar_placa",
	"GET vehiculo": "vehiculo", "GET vehiculos": "vehiculos", "POST vehiculo": "registrar_vehiculo",
	"GET cliente": "cliente", "GET cliente-email": "cliente_email", "POST cliente-email": "actualizar_cliente", "PUT cliente-registrar": "registrar_cliente",
	"GET zona-favorita": "zonas_favoritas", "PUT zona-favorita": "guardar_zona_favorita", "DELETE zona-favorita": "borrar_zona_favorita",
	"GET reservas": "reservas", "GET reservas-activas": "reservas_activas", "POST reserva-bloquear": "reserva_bloquear",
	"PUT reserva-pagar": "reserva_pagar", "PUT reserva-extender": "reserva_extender", "PUT reserva-cancelar": "reserva_cancelar",
	"GET sanciones": "sanciones", "POST sancion-iniciar": "iniciar_sancion", "PUT sancion-cerrar": "sancion_cerrar", "PUT sancion-pagar": "sancion_pagar",
	"POST login": "login", "POST token-generar": "generar_token", "POST token-renovar": "renovar_token",
}

var endpoints = parking.Endpoints{"registrar_cliente": adversary.RegistrarCliente, "sanciones": adversary.Sanciones,
	"iniciar_sancion": adversary.IniciarSancion, "login": adversary.Login, "generar_token": adversary.GenerarToken, "renovar_token": adversary.RenovarToken}

func (w variant) outcomeOf(r adversary.Request, fault adversary.Fault) string {
	reply, own := fault.Answers(&adversary.Model{}, r, adversary.Answer{Status: http.StatusOK, Body: map[string]any{"estado": "ok", "data": []any{}}})
	if !own || reply.Hangs {
		return strings.SplitN(fault.Name, ",", 2)[0]
	}
	client, err := parking.New(parking.Config{BaseURL: "https://parking.example.com", Credential: "x", Endpoints: endpoints,
		Transport: transport(reply.End)})
	if err == nil {
		err = client.Ask(context.Background(), parking.Question{Operation: operations[r.Operation()], Element: r.Element(), Query: r.Query, Body: r.Body})
	}
	outcome := parking.OutcomeOf(err)
	switch {
	case err != nil && parking.ErrorOf(err).Kind == parking.Invalid: // the operation is not asked, so nothing is known
		panic(r.Operation() + ": " + err.Error())
	case reply.NotSent:
		outcome = parking.NotSent
	case outcome == parking.Done:
		return "" // what the client makes of it depends on what the service holds
	}
	e := parking.ErrorOf(err)
	// What the client decides by. The rest is told to the user: Search.Every shows that it changes nothing else. The breaker
	// counts more requests without an answer than a schedule has faults.
	decides := fmt.Sprint(e.Passing, parking.Is(err, parking.NotFound, parking.BareNotFound, parking.NoSuchPage), parking.Is(err, parking.Throttled, parking.Unauthorized), framework.MayBeThere(err))
	switch {
	case r.Reads() && e.Passing && w.retries() >= *proofDepth: // it is sent again then, whatever it was
		return "passes"
	case r.Reads():
		return fmt.Sprint("read", decides, e.Foreign)
	}
	return fmt.Sprint(outcome, decides, len(e.Fields) > 0, w.retries() == 0 && parking.Is(err, parking.Lost))
}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }
