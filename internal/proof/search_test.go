package proof

import (
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
)

var proofDepth = flag.Int("proof.depth", 1, "how many faults a schedule of the proof has at most; `make proof` takes 3")

// TestProof tries every write under every schedule of faults, and what must hold after each. A schedule that breaks a
// promise fails it, unless it is on the list of what cannot be prevented; so does an entry of the list that no schedule of
// three faults needs.
func TestProof(t *testing.T) {
	t.Parallel()
	var tries, ran atomic.Int64
	var needed sync.Map
	start, want := time.Now(), 0
	t.Cleanup(func() {
		t.Logf("%d schedules of up to %d faults tried, %s", tries.Load(), *proofDepth, time.Since(start).Round(time.Second))
		for i, entry := range Unpreventable {
			if _, is := needed.Load(i); !is && *proofDepth > 2 && int(ran.Load()) == want && !t.Failed() {
				t.Errorf("no schedule needs the entry %q", entry.Name)
			}
		}
	})
	for _, s := range scenarios {
		for i, w := range variants {
			if !w.suits(s) || *proofDepth == 1 && (i > 0 || s.alike || testing.Short() && !slices.Contains(typical, s.name)) {
				continue
			}
			name, depth := strings.TrimSuffix(s.name+", "+w.name, ", "), s.depth(i > 0)
			want++
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				ran.Add(1)
				p := &proving{scenario: s, variant: w, endings: s.endings(i == 0), depth: depth, needed: &needed, settled: settlements{}}
				search := Search{Depth: depth, Repeats: w.block == nil, Excused: p.excused,
					Try: func(schedule Schedule) Tried { return p.try(t, schedule) }}
				began := time.Now()
				search.Run()
				t.Logf("%s: %d schedules tried, %s", name, search.Tries, time.Since(began).Round(time.Second))
				tries.Add(int64(search.Tries))
				p.report(t, search.Findings)
			})
		}
	}
}

// TestOver: a search that leaves nothing out finds no other kind of finding, excused or not.
func TestOver(t *testing.T) {
	t.Parallel()
	for _, s := range scenarios {
		if !slices.Contains(typical, s.name) || *proofDepth < 2 {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			found := func(whole bool) []string {
				kinds := map[string]bool{}
				p := &proving{scenario: s, endings: s.endings(true), depth: 2, settled: settlements{}}
				search := Search{Depth: 2, Repeats: true, Whole: whole, Try: func(schedule Schedule) Tried { return p.try(t, schedule) },
					Excused: func(f Finding) bool {
						for _, broken := range f.Broken {
							kinds[f.Name+": "+broken] = true
						}
						return true
					}}
				search.Run()
				t.Logf("%d schedules", search.Tries)
				return slices.Sorted(maps.Keys(kinds))
			}
			if all, some := found(true), found(false); len(all) == 0 || !slices.Equal(all, some) {
				t.Errorf("the whole search finds\n%s\nthe other one\n%s", strings.Join(all, "\n"), strings.Join(some, "\n"))
			}
		})
	}
}

// TestSearchKeepsWhatAProcessRemembers: a fault that changes neither what is asked next nor the end is not over while the process
// that remembers it lives. It is over where another process begins with the same state.
func TestSearchKeepsWhatAProcessRemembers(t *testing.T) {
	t.Parallel()
	list, book := Request{Operation: "GET reservas-activas"}, Request{Operation: "POST reserva-bloquear"}
	const lie, refusal = "shows nothing", "refused"
	for name, c := range map[string]struct {
		processes []Process
		want      int // findings
	}{
		"one process":                    {[]Process{{0, "none"}}, 1},
		"another one with the same":      {[]Process{{0, "none"}, {1, "none"}}, 0},
		"another one that holds another": {[]Process{{0, "none"}, {1, "some"}}, 1},
	} {
		search := Search{
			Depth:   2,
			Excused: func(Finding) bool { return false },
			Try: func(schedule Schedule) Tried {
				tried := Tried{Requests: []Request{list, book}, Processes: slices.Clone(c.processes), End: "booked"}
				if len(schedule) == 0 { // what begins differently begins so under a fault
					tried.Processes[len(tried.Processes)-1].Held = "none"
				}
				if len(schedule) == 2 && schedule[0].Fault.Name == lie && schedule[1].Fault.Name == refusal {
					tried.Endings = []Ending{{Broken: []string{"somebody else's is taken"}}}
				}
				return tried
			},
		}
		search.Run()
		if got := len(search.Findings); got != c.want {
			t.Errorf("%s: got %d findings, want %d: %v", name, got, c.want, search.Findings)
		}
	}
}

// depth is how many faults a schedule of the scenario has at most. In a variant it is one less, as it is of more than two for
// what differs from another scenario in its circumstances alone.
func (s scenario) depth(inVariant bool) int {
	depth := *proofDepth
	if s.alike && depth > 2 {
		depth--
	}
	if inVariant {
		depth--
	}
	return max(1, depth)
}

// proving is the search of one scenario in one variant.
type proving struct {
	scenario
	variant
	endings []ending
	depth   int
	begun   *core         // what is there before, which is put there once
	took    time.Duration // and how long it took
	first   firstPlan
	needed  *sync.Map // the entries of the list of what cannot be prevented that a finding is of
	settled settlements
}

// report fails the test for each kind of finding.
func (p *proving) report(t *testing.T, findings []Finding) {
	t.Helper()
	kinds := map[string][]Finding{}
	for _, f := range findings {
		kind := fmt.Sprintf("%s %.60q", f.Name, f.Broken)
		kinds[kind] = append(kinds[kind], f)
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		t.Errorf("%d schedules break a promise so, the first of %s", len(kinds[kind]), kinds[kind][0])
	}
}

// excused reports whether a finding is on the list of what cannot be prevented, and notes which entries are needed.
func (p *proving) excused(f Finding) bool {
	e := p.endings[slices.IndexFunc(p.endings, func(e ending) bool { return e.name == f.Name })]
	entries := Covered(Try{Scenario: e.scenario, Schedule: f.Schedule, StateLost: e.forgets, Stale: e.stale, Again: p.again,
		Brief: p.timeouts != "", Service: p.quirks, Broken: f.Broken, Said: f.Said})
	for _, entry := range entries {
		p.needed.Store(entry, true)
	}
	return len(entries) > 0
}

// invoked: it has no state, and happens once.
func (s scenario) invoked() bool { return s.action+s.token != "" }

// variant is what else is the case beside a schedule.
type variant struct {
	name     string
	again    bool // the next run comes at once
	quirks   Quirks
	block    values // of the provider: fewer retries than a schedule has faults
	timeouts string // of every operation of a resource
}

// endRun ends the quirks that last for a run.
func (variant) endRun(q *Quirks) { q.NoLists, q.Disowns = false, false }

var variants = []variant{
	{},
	{name: "filters ignored", quirks: Quirks{IgnoresFilters: true}},
	{name: "filters match nothing", quirks: Quirks{MatchesNothing: true}},
	{name: "lists not found", quirks: Quirks{NoLists: true}},
	{name: "all reads are denied", quirks: Quirks{Disowns: true}},
	{name: "lists a second behind", quirks: Quirks{Lag: Soon}},
	{name: "lists 20 seconds behind", quirks: Quirks{Lag: Later}},
	{name: "timeouts of five seconds", timeouts: "5s"},
	{name: "no retries", block: values{"max_retries": 0}},
	{name: "one retry", block: values{"max_retries": 1}},
	{name: "all reads behind, and applied again at once", again: true, quirks: Quirks{Lag: Behind, DirectLag: Behind}},
}

// typical are the only scenarios of the short proof, and those that TestOver compares with a search that leaves nothing out.
var typical = []string{"vehiculo/link", "favorita/save", "reserva/book"}

// suits: plates, clients and tokens are in no listing.
func (w variant) suits(s scenario) bool {
	return !w.quirks.Lists() || w.quirks.DirectLag > 0 || !begins(s.name, "placa|cliente|token")
}

// try runs a scenario under a schedule, once, and ends it in every way. Endings in which a state is lost or not refreshed are
// tried one fault less deep.
func (p *proving) try(t *testing.T, schedule Schedule) (tried Tried) {
	var struck *core
	var took time.Duration
	synctest.Test(t, func(t *testing.T) { tried, struck, took = p.strike(t, schedule) })
	for _, e := range p.endings {
		if (e.forgets || e.stale) && len(schedule) > max(1, p.depth-1) {
			continue
		}
		synctest.Test(t, func(t *testing.T) {
			time.Sleep(took)
			tried.Endings = append(tried.Endings, p.finish(struck.copied(t), e, schedule))
		})
	}
	return tried
}

// strike makes the run. It gives where the scenario stands then, and after what time.
func (p *proving) strike(t *testing.T, schedule Schedule) (tried Tried, struck *core, took time.Duration) {
	began := time.Now()
	tf := p.begin(t)
	hostile := &Adversary{Model: tf.model, Schedule: schedule, Second: func(transport *Adversary) {
		second := tf.copied(t)
		second.model = tf.model
		p.once(second, transport)
	}}
	tf.blocks, tf.first = p.blocks, &p.first
	tf.shared = schedule.has(func(l Fault) bool { return l.Event == Overtaken || l.Event == Outside })
	tf.model.done = map[string]int{}
	tf.model.Change(func(q *Quirks) { q.NoLists, q.Disowns = p.quirks.NoLists, p.quirks.Disowns })
	p.once(tf, hostile)
	tf.model.Change(p.endRun)
	hostile.EndRun()
	if p.kept != nil && !p.kept(tf.model) {
		tf.breaks("it overwrote what was there")
	}
	tried, struck, took = hostile.Tried(), tf.copied(t), time.Since(began)
	tried.End = fmt.Sprint(tf.holds(), tf.broken, tf.model.Effects())
	time.Sleep(longest) // until all that the processes began is over
	return tried, struck, took
}

// finish goes on after the run, and checks what must hold then.
func (p *proving) finish(tf *core, e ending, schedule Schedule) Ending {
	tf.stale = e.stale
	if e.forgets {
		tf.state = map[string]instance{}
	}
	if e.then != nil {
		tf.blocks = e.then
	}
	if p.again {
		tf.run(&Adversary{Model: tf.model})
	}
	time.Sleep(time.Minute)
	tf.doneOnce(p.settle(tf, e), p.allowed(e, schedule))
	tf.broken = slices.DeleteFunc(tf.broken, func(broken string) bool {
		// What somebody paid has another code, which ends every plan in an error, until the configuration says so.
		paid := schedule.has(somebodyPays) && strings.HasPrefix(broken, "the last plan fails: pago: ")
		return paid || e.refused && strings.HasPrefix(broken, "the last plan ")
	})
	return Ending{Name: e.name, Broken: tf.broken, Said: slices.Sorted(maps.Keys(tf.said))}
}

// begin puts on the service what is there before.
func (p *proving) begin(t *testing.T) *core {
	if p.begun != nil {
		time.Sleep(p.took)
		return p.begun.copied(t)
	}
	tf := &core{t: t, model: &Model{Quirks: p.quirks}, block: p.variant.block.With(p.scenario.block), timeouts: p.timeouts,
		blocks: p.before, state: map[string]instance{}, said: map[string]bool{}}
	tf.model.Change(p.endRun)
	if p.setup != nil {
		p.setup(tf.model)
	}
	began := time.Now()
	if len(p.before) > 0 {
		tf.run(&Adversary{Model: tf.model})
		tf.said = map[string]bool{}
		time.Sleep(time.Hour) // what is there before was not written just now
	}
	if len(tf.broken) > 0 {
		t.Fatal(tf.broken)
	}
	p.begun, p.took = tf.copied(t), time.Since(began)
	return tf
}

// allowed says what may be done more than once: what a scenario declares twice, and what a second run invokes or books
// as its own.
func (s scenario) allowed(e ending, schedule Schedule) map[string]int {
	runs := 1 + schedule.count(overtaken)
	if s.invoked() {
		return map[string]int{s.effect: runs}
	}
	return map[string]int{"book 12 7": e.bookings * runs}
}

// settlements are what settling came to, by what it began with.
type settlements map[[sha256.Size]byte]settlement

// settlement is one of them. Many are kept, so it has no model.
type settlement struct {
	broken  []string
	effects map[string]int
	said    map[string]bool
}

// settle is core.settle, which comes to the same from the same state and service. It gives how often each write took effect.
func (p *proving) settle(tf *core, e ending) (done map[string]int) {
	if p.invoked() {
		time.Sleep(15 * time.Minute)
		tf.onceEach(e.active)
		return tf.model.Effects()
	}
	key := sha256.Sum256(fmt.Append(nil, e.name, tf.holds(), tf.shared, tf.model.Due()))
	out, known := p.settled[key]
	done = tf.model.Effects()
	if !known {
		rest := tf.copied(tf.t)
		rest.said, rest.broken = map[string]bool{}, nil
		rest.settle()
		rest.onceEach(e.active)
		out = settlement{rest.broken, rest.model.Effects(), rest.said}
		for effect, times := range done {
			out.effects[effect] -= times
		}
		p.settled[key] = out
	}
	tf.broken = append(tf.broken, out.broken...)
	maps.Copy(tf.said, out.said)
	for effect, times := range out.effects {
		done[effect] += times
	}
	return done
}

// once applies, invokes or opens once.
func (s scenario) once(tf *core, transport *Adversary) {
	if !s.invoked() {
		tf.run(transport)
		return
	}
	p, before := tf.process(transport), tf.model.Effects()[s.effect]
	var out acctest.Result
	if s.action != "" {
		transport.Stop = func() {} // what shows the messages of a stopped action waits until its process ends
		if out = p.PlannedAction(s.action, s.config); len(out.Errors()) == 0 && !transport.killed.Load() {
			out = p.InvokePlanned(s.action, s.config)
		}
	} else {
		out = p.Open("parking_token", values{"operacion": s.token})
	}
	if transport.killed.Load() {
		return
	}
	tookEffect := tf.model.Effects()[s.effect] > before
	if len(out.Errors()) == 0 && !tookEffect {
		tf.breaks("it says that it succeeded, and it did not")
	}
	tf.check(block{name: s.name}, acctest.Result{Diags: out.Diags}, tookEffect)
}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }
