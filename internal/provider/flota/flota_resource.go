package flota

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"golang.org/x/sync/errgroup"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

var _ framework.Resource = (*flotaResource)(nil)

// defaultFlotaTimeout is how long one operation on a whole fleet may take, retries included.
const defaultFlotaTimeout = time.Hour

type flotaResource struct{ framework.ResourceBase }

func newFlotaResource() resource.Resource { return &flotaResource{} }

func (r *flotaResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_flota"
	resp.ResourceBehavior = framework.Behavior
}

// Create registers and links the vehicles. An error with a state would taint the fleet, and replace what depends on it. So a
// fleet that is not in place is not saved, and the next apply adopts what was made. It is saved only if that would link a
// vehicle twice, or if Terraform itself fails the run.
func (r *flotaResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	ctx, plan, cancel := framework.Begin[flotaModel](ctx, "create", defaultFlotaTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}

	run := r.reconcile(ctx, &plan, flotaModel{}, nil)
	interrupted := errors.Is(ctx.Err(), context.Canceled) && !run.madeNothing()
	run.saved = run.tooFew() && !interrupted
	if run.saved && len(run.notListed()) == 0 {
		resp.Diagnostics.AddError(run.notCreated())
		return
	}
	run.warn(&resp.Diagnostics)
	run.noteNotListed(ctx, resp.Private, &resp.Diagnostics)
	r.Wrote(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, flotaIdentity{plan.ClienteID})...)
}

// fleetTask is one vehicle to create or update, and what became of it.
type fleetTask struct {
	entry
	known known
	done  done
}

// id is that of the vehicle, if it is linked.
func (t *fleetTask) id() types.Int64 {
	if t.known.id.IsNull() && t.done.linked {
		return types.Int64Value(t.done.link.ID)
	}
	return t.known.id
}

// fleetRun registers and links the vehicles of a fleet one by one, as the single resources do.
type fleetRun struct {
	*framework.Service
	clienteID types.Int64
	declared  int // vehicles of the fleet
	most      int // of them may be missing
	tasks     map[string]*fleetTask
	saved     bool // a new fleet is saved although more are missing
}

// reconcile has the service hold what plan declares beyond state, and fills in plan.
func (r *flotaResource) reconcile(ctx context.Context, plan *flotaModel, state flotaModel, notListed []string) *fleetRun {
	tasks, _ := plan.tasks(state, notListed)
	run := &fleetRun{Service: r.Service, clienteID: plan.ClienteID, declared: len(plan.Vehiculos.Elements()), most: plan.maxPending(), tasks: tasks}
	expect(ctx, r.Service, plan.ClienteID, tasks)
	forEach(r.Service, plates(tasks), func(placa string) { tasks[placa].ensure(ctx, r.Service) })
	ids := state.ids()
	for placa, task := range tasks {
		if id := task.id(); !id.IsNull() {
			ids[placa] = id
		}
	}
	plan.setIDs(ids, types.Int64Null())
	plan.Pendientes = mapOf(types.StringType, run.pending(), func(why finding) attr.Value { return types.StringValue(why.brief()) })
	return run
}

// tasks gives what must be done to get from state to m. known is false if part of m is not known
// yet. notListed are the plates whose link the service accepted in an earlier run, and did not list then.
func (m flotaModel) tasks(state flotaModel, notListed []string) (tasks map[string]*fleetTask, known bool) {
	entries, known := m.entries()
	was, _ := state.entries()
	ids, pending := state.ids(), state.Pendientes.Elements()
	tasks = make(map[string]*fleetTask)
	for placa, declared := range entries {
		held, in := was[placa]
		id, linked := ids[placa]
		_, open := pending[placa]
		if in && linked && !open && declared.same(held) {
			continue
		}
		task := &fleetTask{entry: declared.entry(m.ClienteID, placa)}
		if !linked && slices.Contains(notListed, placa) {
			task.known.notListed, task.known.registered = true, true
		}
		if in && linked {
			task.known.id, task.known.registered = id, true
			if before := held.entry(m.ClienteID, placa); !open {
				task.known.held = &before
			}
		}
		tasks[placa] = task
	}
	return tasks, known
}

// isNew reports whether the vehicle is to be looked for before it is created.
func (t *fleetTask) isNew() bool { return t.known.id.IsNull() && !t.known.notListed }

// expect announces the looks for vehicles. If their reads fail, each vehicle looks for itself, and reports why.
func expect(ctx context.Context, s *framework.Service, clienteID types.Int64, tasks map[string]*fleetTask) {
	looks := make(map[string]int64)
	for placa, task := range tasks {
		if task.isNew() {
			looks[placa] = 0
		}
	}
	_ = s.Client.Expect(ctx, clienteID.ValueInt64(), looks)
}

// forEach works on plates in their order, and on no more at once than requests may be in flight. With more, every plate would
// be registered before the first link, since the client serves requests in their order, and each that waits holds memory.
func forEach(s *framework.Service, placas []string, work func(placa string)) {
	var group errgroup.Group
	group.SetLimit(s.Client.MaxConcurrency())
	for _, placa := range placas {
		group.Go(func() error {
			work(placa)
			return nil
		})
	}
	_ = group.Wait()
}

// ensure puts one vehicle in place.
func (t *fleetTask) ensure(ctx context.Context, s *framework.Service) {
	if err := context.Cause(ctx); err != nil {
		t.done = done{registered: t.known.registered, notListed: t.known.notListed, found: []finding{notProcessed(t.entry, err)}}
		return
	}
	t.done = ensure(ctx, s, t.entry, t.known)
	why := stopped(t.done.found)
	if why != nil && why.err != nil && t.done.registered && !t.done.notListed && t.id().IsNull() { // that nothing was changed is of the vehicle
		why.is = plateRegisteredText
	}
	if t.done.unread != nil {
		said := framework.Sentence(t.done.unread)
		notListed := refused("placa", notListedYet, noIdentifierText, fmt.Sprintf(looksItUpText, said))
		notListed.values = said
		t.done.say(notListed)
	}
}

// foundOf is what is found of all of them.
func foundOf(tasks map[string]*fleetTask) byPlate {
	out := make(byPlate, len(tasks))
	for placa, task := range tasks {
		out[placa] = task.done.found
	}
	return out
}

// notListed names the vehicles that the service accepted and does not list yet. To link them again would make a second link.
func (r *fleetRun) notListed() []string {
	return slices.DeleteFunc(plates(r.tasks), func(placa string) bool { return !r.tasks[placa].done.notListed })
}

// noteNotListed keeps notListed for the next run, which must not link these vehicles again.
func (r *fleetRun) noteNotListed(ctx context.Context, private framework.PrivateWriter, diags *diag.Diagnostics) {
	if placas := r.notListed(); len(placas) > 0 {
		framework.SetPrivate(ctx, private, framework.NotListedKey, placas, diags)
	} else {
		framework.ClearPrivate(ctx, private, framework.NotListedKey, diags)
	}
}

func (r *flotaResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	ctx, plan, cancel := framework.Begin[flotaModel](ctx, "update", defaultFlotaTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	var state flotaModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}

	r.RefuseOther("cliente_id", plan.ClienteID.Equal(state.ClienteID), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	run := r.reconcile(ctx, &plan, state, framework.ReadPrivate[[]string](ctx, req.Private, framework.NotListedKey))
	if len(run.pending()) > run.most {
		resp.Diagnostics.AddError(run.summary(), run.notUpdated())
		foundOf(run.tasks).sayNotes(&resp.Diagnostics)
	} else {
		run.warn(&resp.Diagnostics)
	}
	run.noteNotListed(ctx, resp.Private, &resp.Diagnostics)
	if len(run.tasks) > 0 {
		r.Wrote(ctx, resp.Private, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, flotaIdentity{plan.ClienteID})...)
}

// Delete leaves the vehicles on the service, which cannot delete them. The plan said so.
func (r *flotaResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
