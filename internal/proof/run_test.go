package proof

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What follows runs a configuration as Terraform does, without Terraform: a process that refreshes and plans, then
// one that applies, resource by resource, each result saved as it comes.

// block is one resource block of a configuration.
type block struct {
	name, typeName string
	config         values // nil where it is to be destroyed
	// left reports whether a destroyed or replaced one is left on the service that should not be.
	left func(*Model) bool
	// createFirst: create_before_destroy.
	createFirst bool
}

// instance is a block in the state.
type instance struct {
	acctest.Result
	tainted bool
}

// how gives how it is replaced.
func (i instance) how(b block) acctest.Replacement {
	return acctest.Replacement{Tainted: i.tainted, CreateFirst: b.createFirst}
}

// core is one state of one configuration.
type core struct {
	t      *testing.T
	model  *Model
	block  values // of the provider
	blocks []block
	state  map[string]instance
	shared bool              // a second run works on the service
	first  *firstPlan        // of the first run under a schedule
	stale  bool              // the next plan is made with -refresh=false
	advice map[string]string // errors of the last run, by block
	said   map[string]bool   // summaries of all messages so far
	client parking.Config    // of the provider's client, but for the transport
	// timeouts limits every operation of a resource, where it is not empty.
	timeouts string
	broken   []string
}

// copied goes on by itself.
func (tf *core) copied(t *testing.T) *core {
	out := *tf
	out.t, out.model, out.first = t, tf.model.Clone(), nil
	out.state, out.said, out.broken = maps.Clone(tf.state), maps.Clone(tf.said), slices.Clone(tf.broken)
	return &out
}

func (tf *core) breaks(format string, args ...any) {
	tf.broken = append(tf.broken, fmt.Sprintf(format, args...))
}

// hear notes what the user is told of a block, and gives the errors.
func (tf *core) hear(b block, diags []*tfprotov6.Diagnostic) (failed []string) {
	for _, d := range diags {
		tf.said[d.Summary] = true
	}
	failed = acctest.ErrorsOf(diags)
	for _, text := range failed {
		tf.advice[b.name] += text + "\n"
	}
	return failed
}

// providerBlock is the provider block of every scenario.
var providerBlock = values{"base_url": "https://parking.example.com", "credential": "secret-credential", "max_concurrency": 1}

// process starts the provider.
func (tf *core) process(transport *Adversary) *acctest.Proto {
	client := tf.client
	client.Transport = transport
	p := acctest.ProtoOf(tf.t, acctest.Serve(acctest.GetenvOf(nil), client))
	acctest.NoErrors(tf.t, "configured", acctest.Result{Diags: p.Configure(providerBlock.With(tf.block))})
	transport.Stop = p.Stop
	transport.Begin(tf.holds())
	return p
}

// configOf gives the configuration of a block, with its timeouts.
func (tf *core) configOf(p *acctest.Proto, b block) values {
	if b.config == nil || tf.timeouts == "" {
		return b.config
	}
	resource, _ := p.Schema.ResourceSchemas[b.typeName].ValueType().(tftypes.Object)
	operations, _ := resource.AttributeTypes["timeouts"].(tftypes.Object)
	limits := values{}
	for operation := range operations.AttributeTypes {
		limits[operation] = tf.timeouts
	}
	return b.config.With(values{"timeouts": limits})
}

// planned is what a run is to do.
type planned struct {
	block    block
	replaces *tfprotov6.PlanResourceChangeResponse // the plan, where it does
}

// plan refreshes and plans; it gives the blocks that are to change. failed tells why the run ends here.
func (tf *core) plan(transport *Adversary) (changes []planned, failed []string) {
	p, before := tf.process(transport), maps.Clone(tf.state)
	for _, b := range tf.blocks {
		if transport.stopped.Load() { // and nothing of a plan is saved then
			tf.state = before
			return nil, append(failed, "interrupted")
		}
		if failed = append(failed, tf.refresh(p, b)...); len(failed) > 0 {
			continue
		}
		prior, in := tf.state[b.name]
		if b.config == nil {
			if in {
				changes = append(changes, planned{block: b})
			}
			continue
		}
		resp, replaces := p.PlanChange(b.typeName, prior.Result, tf.configOf(p, b), prior.how(b))
		failed = tf.hear(b, resp.Diagnostics)
		to := p.Decode(p.Schema.ResourceSchemas[b.typeName].ValueType(), resp.PlannedState)
		switch {
		case len(failed) > 0:
		case replaces:
			changes = append(changes, planned{b, resp})
		case !in, fmt.Sprint(to) != fmt.Sprint(prior.State):
			changes = append(changes, planned{block: b})
		}
	}
	return changes, failed
}

// refresh reads a block that is in the state, and gives the errors.
func (tf *core) refresh(p *acctest.Proto, b block) (failed []string) {
	prior, in := tf.state[b.name]
	if !in || tf.stale {
		return nil
	}
	read := p.Read(b.typeName, prior.Result)
	if failed = tf.hear(b, read.Diags); len(failed) > 0 {
		return failed
	}
	if read.State == nil && there[b.typeName](tf.model, prior.State) {
		tf.breaks("%s left the state, and is on the service", b.name)
	}
	tf.save(b, read, prior.tainted)
	return nil
}

// firstPlan is what the first plan of a scenario comes to under all schedules that strike later. It is made once.
type firstPlan struct {
	after   *core
	changes []planned
	tried   Tried
	took    time.Duration
}

// planFirst is plan, or what it came to before.
func (tf *core) planFirst(transport *Adversary) (changes []planned, failed []string) {
	first, schedule, began := tf.first, transport.Schedule, time.Now()
	tf.first = nil
	if first != nil && first.after != nil && (len(schedule) == 0 || schedule[0].At >= len(first.tried.Requests)) {
		time.Sleep(first.took)
		transport.tried = Tried{Requests: slices.Clip(first.tried.Requests), Processes: slices.Clip(first.tried.Processes)}
		tf.state, tf.said = maps.Clone(first.after.state), maps.Clone(first.after.said)
		return first.changes, nil
	}
	changes, failed = tf.plan(transport)
	if first != nil && len(schedule)+len(failed)+len(tf.broken) == 0 {
		*first = firstPlan{tf.copied(tf.t), changes, transport.Tried(), time.Since(began)}
	}
	return changes, failed
}

// apply does what a plan says.
func (tf *core) apply(transport *Adversary, changes []planned) {
	p := tf.process(transport)
	for _, change := range changes {
		if transport.stopped.Load() {
			return
		}
		b := change.block
		before, prior, due := tf.effects(), tf.state[b.name], tf.model.Due()
		config := tf.configOf(p, b)
		var made acctest.Result
		if change.replaces != nil {
			made = p.ReplacePlanned(b.typeName, prior.Result, config, change.replaces, prior.how(b), func(first acctest.Result) bool {
				tf.gone(b, prior.State, first)
				tf.save(b, first, false)
				return !transport.stopped.Load()
			})
			if prior = tf.state[b.name]; b.createFirst && len(made.Errors()) > 0 {
				tf.t.Fatalf("%s: what is left of both objects is not modelled: %s", b.name, made.Errors())
			}
		} else {
			made = p.Apply(b.typeName, prior.Result, config)
		}
		failed := tf.hear(b, made.Diags)
		if transport.killed.Load() {
			return
		}
		// What another block sent may have been done late.
		tf.check(b, made, due == "" && tf.effects() > before)
		tf.checkKept(b, prior.Result, made)
		if b.config == nil {
			tf.gone(b, prior.State, made)
		}
		tf.save(b, made, len(failed) > 0 && (prior.State == nil || prior.tainted))
	}
}

// save keeps what a block came to.
func (tf *core) save(b block, made acctest.Result, tainted bool) {
	if made.State == nil {
		delete(tf.state, b.name)
		return
	}
	made.Diags = nil // which are none of the state
	tf.state[b.name] = instance{made, tainted}
}

// holds gives state and service as text.
func (tf *core) holds() string {
	var out strings.Builder
	for _, b := range tf.blocks {
		held, in := tf.state[b.name]
		private := held.Later(tf.t).Private // the next run comes when no read lags any more, or at once
		fmt.Fprintf(&out, "%s %t %t %v %v %s", b.name, in, held.tainted, held.State, held.Identity, private)
	}
	return out.String() + tf.model.Holds()
}

// effects counts those of all writes.
func (tf *core) effects() (n int) {
	for _, times := range tf.model.Effects() {
		n += times
	}
	return n
}

// longest is how long a run may take: the time of its operations, and what a write that was sent is still given.
const longest = 15 * time.Minute

// run plans, and applies what is to change. It reports whether there was nothing to do.
func (tf *core) run(transport *Adversary) (idle bool) {
	start, heard := time.Now(), maps.Clone(tf.said)
	tf.advice = map[string]string{}
	changes, failed := tf.planFirst(transport)
	tf.stale = false
	if len(failed) == 0 && len(changes) > 0 {
		tf.apply(transport, changes)
	}
	if transport.killed.Load() {
		tf.said = heard // a dead process says nothing
	}
	if took := time.Since(start); took > longest {
		tf.breaks("a run took %s", took)
	}
	return len(failed)+len(changes) == 0
}

var importText = regexp.MustCompile(`terraform import [a-z_]+\.\S+ '?([^\s']*\d[^\s']*)`)

// follow does what the errors of the last run say: it imports.
func (tf *core) follow(transport *Adversary) {
	for _, b := range tf.blocks {
		var id string
		if command := importText.FindStringSubmatch(tf.advice[b.name]); command != nil {
			id = command[1]
		} else if strings.Contains(tf.advice[b.name], "to = parking_cliente.NAME") { // the user writes personal data
			id = fmt.Sprint(b.config["email"])
		} else {
			continue
		}
		imported := tf.process(transport).ImportID(b.typeName, id)
		for _, text := range imported.Errors() {
			tf.breaks("what is advised fails: %s", text)
		}
		tf.save(b, imported, false)
	}
	tf.run(transport)
	time.Sleep(time.Minute)
	tf.run(transport)
}

// settle runs honestly, twice at most, and checks that nothing is left to do then.
func (tf *core) settle() {
	transport := &Adversary{Model: tf.model}
	idle := tf.run(transport)
	if !idle {
		time.Sleep(time.Minute)
		idle = tf.run(transport)
	}
	if len(tf.advice) > 0 {
		tf.follow(transport)
	}
	if !idle {
		time.Sleep(time.Minute)
		changes, failed := tf.plan(transport)
		for _, text := range failed {
			tf.breaks("the last plan fails: %s", text)
		}
		for _, change := range changes {
			tf.breaks("the last plan is not empty: %s changes", change.block.name)
		}
	}
	time.Sleep(15 * time.Minute) // whatever is done late is done by then
	for _, b := range tf.blocks {
		if state := tf.state[b.name].State; state != nil && !there[b.typeName](tf.model, state) {
			tf.breaks("%s is in the state and not on the service", b.name)
		}
	}
}
