package flota

import (
	"context"
	"errors"
	"fmt"
	"maps"
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
	switch {
	case !run.tooFew(plan), interrupted:
		run.warn(&resp.Diagnostics)
		run.warnPending(&resp.Diagnostics)
	case len(run.notListed()) > 0:
		run.warnSaved(plan.maxPending(), &resp.Diagnostics)
	default:
		resp.Diagnostics.AddError(run.notCreated(plan.maxPending()))
		return
	}
	run.noteNotListed(ctx, resp.Private, &resp.Diagnostics)
	r.Wrote(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, flotaIdentity{plan.ClienteID})...)
}

// reconcile has the service hold what plan declares beyond state, and fills in plan.
func (r *flotaResource) reconcile(ctx context.Context, plan *flotaModel, state flotaModel, notListed []string) *flotaRun {
	tasks, _ := plan.tasks(state, notListed)
	run := newFlotaRun(r.Service, plan.ClienteID, tasks)
	run.declared, run.linked = len(plan.Vehiculos.Elements()), state.ids()
	run.expect(ctx, plates(tasks))
	forEach(r.Service, plates(tasks), func(placa string) { run.vehicle(ctx, placa, tasks[placa]) })
	run.fill(plan)
	return run
}

// tasks gives what must be done to get from state to m. known is false if part of m is not known
// yet. notListed are the plates whose link the service accepted in an earlier run, and did not list then.
func (m flotaModel) tasks(state flotaModel, notListed []string) (tasks map[string]*flotaTask, known bool) {
	entries, known := m.entries()
	was, _ := state.entries()
	ids, pending := state.ids(), state.Pendientes.Elements()
	tasks = make(map[string]*flotaTask)
	for placa, entry := range entries {
		held, in := was[placa]
		id, linked := ids[placa]
		_, open := pending[placa]
		if in && linked && !open && entry.same(held) {
			continue
		}
		task := &flotaTask{flotaEntry: entry, id: types.Int64Null()}
		if !linked && slices.Contains(notListed, placa) {
			task.notListed, task.registered = true, true
		}
		if in && linked {
			task.id, task.registered, task.held, task.sure = id, true, held, !open
		}
		tasks[placa] = task
	}
	return tasks, known
}

// flotaTask is one vehicle to create or update: what is known about it, and then what became of it.
type flotaTask struct {
	flotaEntry
	id         types.Int64 // of the vehicle if it is linked, else null
	registered bool        // this fleet or this run registered or adopted the plate
	notListed  bool        // the service accepted the link, and does not list it yet
	held       flotaEntry  // what the state holds, if the vehicle is linked
	sure       bool        // held is what the service holds
	notices    []*notice
	why        *reason // why it is not in place
}

// flotaRun registers and links the vehicles of a fleet one by one, as the single resources do.
type flotaRun struct {
	*framework.Service
	clienteID types.Int64
	declared  int // vehicles of the fleet
	tasks     map[string]*flotaTask
	linked    map[string]types.Int64 // identifiers in the state
}

func newFlotaRun(s *framework.Service, clienteID types.Int64, tasks map[string]*flotaTask) *flotaRun {
	return &flotaRun{Service: s, clienteID: clienteID, tasks: tasks}
}

// expect announces the looks for vehicles. If their reads fail, each vehicle looks for itself, and reports why.
func (r *flotaRun) expect(ctx context.Context, placas []string) {
	looks := make(map[string]int64)
	for _, placa := range placas {
		if task := r.tasks[placa]; task.id.IsNull() && !task.notListed {
			looks[placa] = 0
		}
	}
	_ = r.Client.Expect(ctx, r.clienteID.ValueInt64(), looks)
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

// vehicle registers the plate, then links it.
func (r *flotaRun) vehicle(ctx context.Context, placa string, task *flotaTask) {
	if err := context.Cause(ctx); err != nil {
		task.why = r.notProcessed(placa, task, err)
		return
	}
	known := placaKnown{own: task.registered}
	if task.sure {
		held := task.held.placa(placa).request()
		known.held = &held
	}
	plate := ensurePlaca(ctx, r.Service, task.placa(placa), known)
	if task.why = plate.reason; task.why != nil {
		return
	}
	task.registered = true
	link := r.link(ctx, placa, task)
	if link.adopted && plate.adopted {
		plate.notice = nil // whoever adopts the vehicle has its plate
	}
	for _, note := range []*notice{plate.notice, link.notice} {
		if note != nil {
			task.notices = append(task.notices, note)
		}
	}
}

// link links the plate.
func (r *flotaRun) link(ctx context.Context, placa string, task *flotaTask) vehiculoResult {
	known := vehiculoKnown{id: task.id, notListed: task.notListed}
	if task.sure {
		known.nombre = &task.held.Nombre
	}
	plan := task.vehiculo(r.clienteID, placa)
	link := ensureVehiculo(ctx, r.Service, &plan, known)
	task.id, task.why = plan.ID, link.reason
	task.notListed = plan.ID.IsNull() && (task.notListed || link.unread != nil)
	if link.unread != nil {
		task.why = refused("placa", "Vehicle not listed yet", noIdentifierText,
			fmt.Sprintf(looksItUpText, framework.Sentence(link.unread)))
		task.why.err = link.unread
	}
	return link
}

// fill fills in the computed maps of plan.
func (r *flotaRun) fill(plan *flotaModel) {
	ids := make(map[string]types.Int64)
	maps.Copy(ids, r.linked)
	maps.Copy(ids, r.made())
	plan.setIDs(ids, types.Int64Null())
	plan.Pendientes = mapOf(types.StringType, r.pending(), func(task *flotaTask) attr.Value { return types.StringValue(task.why.brief()) })
}

// made gives the identifiers of the vehicles of this run that are linked.
func (r *flotaRun) made() map[string]types.Int64 {
	ids := make(map[string]types.Int64)
	for placa, task := range r.tasks {
		if !task.id.IsNull() {
			ids[placa] = task.id
		}
	}
	return ids
}

// pending gives the vehicles that are not in place.
func (r *flotaRun) pending() map[string]*flotaTask {
	pending := maps.Clone(r.tasks)
	maps.DeleteFunc(pending, func(_ string, task *flotaTask) bool { return task.why == nil })
	return pending
}

// notListed names the vehicles that the service accepted and does not list yet. To link them again would make a second link.
func (r *flotaRun) notListed() []string {
	return slices.DeleteFunc(plates(r.tasks), func(placa string) bool { return !r.tasks[placa].notListed })
}

// noteNotListed keeps notListed for the next run, which must not link these vehicles again.
func (r *flotaRun) noteNotListed(ctx context.Context, private framework.PrivateWriter, diags *diag.Diagnostics) {
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
	run.warn(&resp.Diagnostics)
	if len(run.pending()) > plan.maxPending() {
		resp.Diagnostics.AddError(run.summary(), run.notUpdated(plan.maxPending()))
	} else {
		run.warnPending(&resp.Diagnostics)
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
