package proof

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/adversary"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var replays = flag.Int("proof.replays", 4, "how many schedules at random TestCLIReplays takes through the real program; `make proof` takes 200")

// hasty are waits that real time can afford. A minute of the proof is what lists may lag then.
var hasty = parking.Config{Backoff: 10 * time.Millisecond, Settle: 50 * time.Millisecond}

const hastyMinute = 700 * time.Millisecond

// TestCLIReplays takes scenarios with schedules at random through the real program, and through the proof's model of it.
// After each of three runs both have the same state and the same service.
func TestCLIReplays(t *testing.T) {
	t.Parallel()
	acctest.NotGolden(t)
	for n := range *replays {
		random := rand.New(rand.NewPCG(uint64(n), 1))
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			s := replayable[random.IntN(len(replayable))]
			s.block = s.block.With(acctest.Values{"max_retries": random.IntN(2)}) // so that faults leave something behind
			var schedule adversary.Schedule
			for at := range 6 {
				if fault := momentary[random.IntN(len(momentary))]; random.IntN(2) == 0 {
					schedule = append(schedule, adversary.Choice{At: at, Fault: fault})
				}
			}
			var want []string
			synctest.Test(t, func(t *testing.T) { want = s.modelled(t, schedule) })
			got := s.replayed(t, schedule)
			for run := range want {
				if got[run] != want[run] {
					t.Fatalf("%s under %s, run %d:\nTerraform ends with\n%s\nthe model of it with\n%s", s.name, schedule, run, got[run], want[run])
				}
			}
		})
	}
}

// replayable are the scenarios of one block. Of several blocks the program chooses the order.
var replayable = slices.DeleteFunc(slices.Clone(scenarios), func(s scenario) bool {
	return s.invoked() || len(s.blocks) != 1 || len(s.before) > 1 || s.next.then != nil
})

// momentary are the faults that take no time, and that happen to a request alone.
var momentary = slices.DeleteFunc(slices.Clone(adversary.Faults), func(f adversary.Fault) bool {
	return f.After > 0 || f.Event != adversary.NoEvent || strings.Contains(f.Name, "timed out") || strings.Contains(f.Name, "Retry-After")
})

// runs of a replay: what was there before, one under the schedule, and two honest ones.
func (s scenario) replay(schedule adversary.Schedule, apply func(*adversary.Adversary, []block), holds func() string) (ends []string) {
	model := &adversary.Model{}
	if s.setup != nil {
		s.setup(model)
	}
	runs := []struct {
		blocks   []block
		schedule adversary.Schedule
	}{{s.blocks, schedule}, {s.blocks, nil}, {s.blocks, nil}}
	if len(s.before) > 0 {
		apply(&adversary.Adversary{Model: model}, s.before)
	}
	for _, run := range runs {
		apply(&adversary.Adversary{Model: model, Schedule: run.schedule}, run.blocks)
		ends = append(ends, holds()+"\n"+model.Holds()+fmt.Sprint(model.Effects()))
		time.Sleep(hastyMinute)
	}
	return ends
}

// modelled replays by the proof's model of Terraform.
func (s scenario) modelled(t *testing.T, schedule adversary.Schedule) []string {
	t.Helper()
	tf := &core{t: t, block: s.block, state: map[string]instance{}, said: map[string]bool{}, client: hasty}
	return s.replay(schedule, func(transport *adversary.Adversary, blocks []block) {
		tf.model, tf.blocks = transport.Model, blocks
		tf.run(transport)
	}, func() string {
		var out strings.Builder
		for _, name := range slices.Sorted(maps.Keys(tf.state)) {
			fmt.Fprintf(&out, "%s tainted=%t %s", name, tf.state[name].tainted, tf.state[name].State)
		}
		return out.String()
	})
}

// replayed replays by the real program.
func (s scenario) replayed(t *testing.T, schedule adversary.Schedule) []string {
	t.Helper()
	var current *adversary.Adversary
	folder := t.TempDir()
	acctest.Write(t, filepath.Join(folder, "main.tf"), acctest.Required)
	cli := acctest.ServeCLI(t, folder, func() tfprotov6.ProviderServer {
		client := hasty
		client.Transport = transport(func(r *http.Request) (*http.Response, error) { return current.RoundTrip(r) })
		return acctest.Serve(acctest.GetenvOf(nil), client)
	})
	return s.replay(schedule, func(next *adversary.Adversary, blocks []block) {
		current = next
		written := map[string]any{"provider": map[string]any{"parking": providerBlock.With(s.block)}}
		for _, b := range blocks {
			if b.config != nil {
				written["resource"] = map[string]any{b.typeName: map[string]any{b.name: b.config.With(acctest.Values{
					"lifecycle": acctest.Values{"create_before_destroy": b.createFirst}})}}
			}
		}
		text, err := json.Marshal(written)
		acctest.Must(t, err)
		acctest.Write(t, filepath.Join(folder, "test.tf.json"), string(text))
		cli.Run("apply", "-no-color", "-auto-approve")
	}, func() string {
		var shown struct {
			Values struct {
				Root struct {
					Resources []struct {
						Name    string
						Tainted bool
						Values  map[string]any
					}
				} `json:"root_module"`
			}
		}
		acctest.Must(t, json.Unmarshal([]byte(cli.Ok("show", "-json")), &shown))
		var out strings.Builder
		for _, r := range shown.Values.Root.Resources {
			fmt.Fprintf(&out, "%s tainted=%t %s", r.Name, r.Tainted, valuesOf(r.Values))
		}
		return out.String()
	})
}

// valuesOf gives a decoded JSON object as values.
func valuesOf(object map[string]any) acctest.Values {
	out := acctest.Values{}
	for name, value := range object {
		if nested, is := value.(map[string]any); is {
			value = valuesOf(nested)
		}
		out[name] = value
	}
	return out
}
