package proof

import (
	"encoding/json"
	"flag"
	"fmt"
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
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var replays = flag.Int("proof.replays", 7, "how many schedules TestCLIReplays takes through the real program; `make proof` takes more")

// hasty are waits that real time can afford. A minute of the proof is what lists may lag then.
var hasty = parking.Config{Backoff: 10 * time.Millisecond, Settle: 50 * time.Millisecond}

const hastyMinute = 700 * time.Millisecond

// TestCLIReplays takes scenarios of every noun in turn, with schedules at random, through the real program, and through the proof's
// model of it. After each of three runs both have the same state and the same service, and every fault struck in both.
func TestCLIReplays(t *testing.T) {
	t.Parallel()
	for n := range *replays {
		random := rand.New(rand.NewPCG(uint64(n), 1))
		noun := replayable[n%len(replayable)]
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			s := noun[random.IntN(len(noun))]
			s.block = s.block.With(values{"max_retries": random.IntN(2)}) // so that faults leave something behind
			schedule, want := s.draw(t, random)
			t.Logf("%s under %s", s.name, schedule)
			got, run := s.replayed(t, schedule)
			if struck := int(run.struck.Load()); struck == 0 || struck < len(schedule) {
				t.Errorf("%d faults struck", struck)
			}
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("run %d: Terraform ends with\n%s\nthe model of it with\n%s", i, got[i], want[i])
				}
			}
		})
	}
}

// draw gives a schedule at random, and what the model ends with under it. A fault that strikes no request there is drawn again.
func (s scenario) draw(t *testing.T, random *rand.Rand) (schedule Schedule, want []string) {
	t.Helper()
	modelled := func(schedule Schedule) (ends []string, run *Adversary) {
		synctest.Test(t, func(t *testing.T) { ends, run = s.modelled(t, schedule) })
		return ends, run
	}
	want, run := modelled(nil)
	for faults, from := 1+random.IntN(3), 0; len(schedule) < faults && from < len(run.Tried().Requests); {
		at := from + random.IntN(min(4, len(run.Tried().Requests)-from))
		next := append(slices.Clone(schedule), Choice{At: at, Fault: momentary[random.IntN(len(momentary))]})
		if ends, under := modelled(next); int(under.struck.Load()) == len(next) {
			schedule, want, run, from = next, ends, under, at+1
		}
	}
	return schedule, want
}

// replayable are the scenarios of one block, by their nouns. Of several blocks the program chooses the order.
var replayable = func() (nouns [][]scenario) {
	last := ""
	for _, s := range scenarios {
		if s.invoked() || len(s.blocks) != 1 || len(s.before) > 1 || s.next.then != nil {
			continue
		}
		if noun, _, _ := strings.Cut(s.name, "/"); noun != last {
			nouns, last = append(nouns, nil), noun
		}
		nouns[len(nouns)-1] = append(nouns[len(nouns)-1], s)
	}
	return nouns
}()

// momentary are the faults that take no time, and that happen to a request alone.
var momentary = slices.DeleteFunc(slices.Clone(Faults), func(f Fault) bool {
	return f.After > 0 || f.Event != NoEvent || strings.Contains(f.Name, "timed out")
})

// replay makes three runs, one under the schedule, which it gives, and two honest ones.
func (s scenario) replay(schedule Schedule, apply func(*Adversary, block), holds func() string) (ends []string, hostile *Adversary) {
	model := &Model{}
	if s.setup != nil {
		s.setup(model)
	}
	for _, b := range s.before {
		apply(&Adversary{Model: model}, b)
	}
	hostile = &Adversary{Model: model, Schedule: schedule}
	for _, transport := range []*Adversary{hostile, {Model: model}, {Model: model}} {
		apply(transport, s.blocks[0])
		ends = append(ends, holds()+"\n"+model.Holds()+fmt.Sprint(model.Effects()))
		time.Sleep(hastyMinute)
	}
	return ends, hostile
}

// modelled replays by the proof's model of Terraform.
func (s scenario) modelled(t *testing.T, schedule Schedule) ([]string, *Adversary) {
	t.Helper()
	tf := &core{t: t, block: s.block, state: map[string]instance{}, said: map[string]bool{}, client: hasty}
	return s.replay(schedule, func(transport *Adversary, b block) {
		tf.model, tf.blocks = transport.Model, []block{b}
		tf.run(transport)
	}, func() (out string) {
		for name, held := range tf.state {
			out += fmt.Sprintf("%s tainted=%t %v", name, held.tainted, held.State)
		}
		return out
	})
}

// replayed replays by the real program.
func (s scenario) replayed(t *testing.T, schedule Schedule) ([]string, *Adversary) {
	t.Helper()
	var current *Adversary
	folder := t.TempDir()
	acctest.Write(t, filepath.Join(folder, "main.tf"), acctest.Required)
	cli := acctest.ServeCLI(t, folder, func() tfprotov6.ProviderServer {
		client := hasty
		client.Transport = transport(func(r *http.Request) (*http.Response, error) { return current.RoundTrip(r) })
		return acctest.Serve(acctest.GetenvOf(nil), client)
	})
	return s.replay(schedule, func(next *Adversary, b block) {
		current = next
		written := map[string]any{"provider": map[string]any{"parking": providerBlock.With(s.block)}}
		if b.config != nil {
			config := b.config.With(values{"lifecycle": values{"create_before_destroy": b.createFirst}})
			written["resource"] = map[string]any{b.typeName: map[string]any{b.name: config}}
		}
		text, err := json.Marshal(written)
		acctest.Must(t, err)
		acctest.Write(t, filepath.Join(folder, "test.tf.json"), string(text))
		cli.Run("apply", "-no-color", "-auto-approve")
	}, func() (out string) {
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
		for _, r := range shown.Values.Root.Resources {
			out += fmt.Sprintf("%s tainted=%t %v", r.Name, r.Tainted, r.Values)
		}
		return out
	})
}
