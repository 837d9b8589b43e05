package proof

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/areas"
)

func TestMain(m *testing.M) {
	acctest.Areas = areas.All
	// The same histories in each run, some 20 seconds of them; the command line wins.
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": "150", "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	m.Run()
}

// TestMachine draws long histories of one configuration: runs under failures, killed runs, runs beside, lost states, and changes of the
// service by others. Of the failures it takes those after which nothing may be made twice, however many they are. At the end two honest
// runs must leave nothing to do, nothing in the state that is not on the service, and nothing done twice. A history that fails is shrunk.
// -rapid.seed=0 draws others, and -rapid.checks more.
func TestMachine(t *testing.T) {
	t.Parallel()
	steps := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) step {
		return step{rapid.SampledFrom(slices.Sorted(maps.Keys(deeds))).Draw(t, "deed"), failures(t)}
	}), 2, 12)
	rapid.Check(t, func(rt *rapid.T) {
		quirks := Quirks{Normalises: rapid.Bool().Draw(rt, "normalises"), Rewrites: rapid.Bool().Draw(rt, "rewrites")}
		history := steps.Draw(rt, "history")
		var broken []string
		synctest.Test(t, func(t *testing.T) { broken = run(t, quirks, history) })
		if len(broken) > 0 {
			rt.Fatalf("%+v breaks %q", history, broken)
		}
	})
}

// step is one of a history: what is done, and what ends the requests of a run.
type step struct {
	Deed     string
	Schedule Schedule
}

// failures draws what may end each request of a run. Most failures are of writes, and strike nothing else.
func failures(t *rapid.T) (out Schedule) {
	for at, n := range rapid.SliceOfN(rapid.IntRange(0, 3*len(harmless)), 40, 40).Draw(t, "failures") {
		if n > 0 && n <= len(harmless) {
			out = append(out, Choice{at, harmless[n-1]})
		}
	}
	return out
}

// harmless are the failures after which a client can keep every promise.
var harmless = slices.DeleteFunc(slices.Clone(Faults), func(f Fault) bool {
	return f.lies || f.twice || f.pretends || f.After > 0 || f.Event != NoEvent && f.Event != Killed || f.answers != nil
})

var deeds = map[string]func(*core, Schedule){
	"a client changes":    func(tf *core, _ Schedule) { tf.change("clientes", "telefono", "0990000000") },
	"a plate changes":     func(tf *core, _ Schedule) { tf.change("placas", "tipo_vehiculo_id", 2) },
	"a run":               (*core).under,
	"a run with more":     func(tf *core, s Schedule) { tf.declareMore(); tf.under(s) },
	"a run, without more": (*core).under, // so that most steps are runs
	"filters change":      func(tf *core, _ Schedule) { tf.model.Change(func(q *Quirks) { q.IgnoresFilters = !q.IgnoresFilters }) },
	"the state is lost":   func(tf *core, _ Schedule) { tf.state = map[string]instance{} },
	"a run with a copy of the state": func(tf *core, s Schedule) {
		kept := maps.Clone(tf.state)
		tf.under(s)
		tf.state = kept
	},
}

// run goes through a history, two minutes between its steps, and gives which promises it broke.
func run(t *testing.T, q Quirks, history []step) (broken []string) {
	t.Helper()
	tf := &core{t: t, model: &Model{Quirks: q}, state: map[string]instance{}, said: map[string]bool{}, block: registering.With(updating)}
	tf.blocks = []block{declared("flota", fleet(values{"BBB0002": entry})), declared("placa", placa), declared("vehiculo", vehiculo),
		declared("cliente", ana), declared("zona_favorita", sections)}
	for _, s := range history {
		deeds[s.Deed](tf, s.Schedule)
		time.Sleep(2 * time.Minute) // nobody runs again at once
	}
	tf.broken = nil // what a run came to is the search's
	tf.settle()
	tf.doneOnce(tf.model.Effects(), nil)
	return tf.broken
}

// under runs under a schedule.
func (tf *core) under(s Schedule) { tf.run(&Adversary{Model: tf.model, Schedule: s}) }

// declareMore adds a vehicle to the fleet, and a favourite.
func (tf *core) declareMore() {
	n := len(tf.blocks)
	vehiculos, _ := tf.blocks[0].config["vehiculos"].(values)
	more := named(fmt.Sprint("favorita", n), declared("zona_favorita", sections.With(values{"tramo_id": 100 + n})))
	tf.blocks = append(slices.Clone(tf.blocks), more)
	tf.blocks[0] = declared("flota", fleet(vehiculos.With(values{fmt.Sprintf("DDD%04d", n): entry})))
}

// change has somebody change a field of all records.
func (tf *core) change(table, field string, value any) {
	for _, row := range tf.model.Rows(table, nil) {
		row[field] = value
	}
}
