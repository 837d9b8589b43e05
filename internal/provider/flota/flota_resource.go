package flota

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

var _ framework.Resource = (*flotaResource)(nil)

// defaultFlotaTimeout is how long one operation on a whole fleet may take, retries included.
const defaultFlotaTimeout = time.Hour

type flotaResource struct{ framework.Undeletable }

func newFlotaResource() resource.Resource {
	return &flotaResource{framework.Undeletable{ResourceBase: framework.ResourceBase{Name: "flota",
		Identity: framework.Identity{"cliente_id": framework.IdentityID(flotaIdentityDoc)}}}}
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
	switch unlisted := len(run.unlisted()); {
	case len(run.pending()) <= run.most, errors.Is(ctx.Err(), context.Canceled):
		run.sayPending(resp.Diagnostics.AddWarning, retriedText)
	case unlisted > 0:
		run.sayPending(resp.Diagnostics.AddWarning, fmt.Sprintf(savedText, unlisted))
	default:
		run.sayPending(resp.Diagnostics.AddError, notCreatedText)
		return
	}
	run.found().sayNotes(run.fleet, &resp.Diagnostics)
	framework.SetPrivate(ctx, resp.Private, framework.NotListedKey, run.unlisted(), &resp.Diagnostics)
	r.Wrote(ctx, resp.Private, &resp.Diagnostics)
	framework.Save(ctx, &plan, &resp.State, resp.Identity, &resp.Diagnostics)
}

// fleetRun is a plan or an apply of a fleet.
type fleetRun struct {
	tasks
	fleet    entry // its client
	declared int   // vehicles of the fleet
	most     int   // of them may be missing
}

// reconcile has the service hold what plan declares beyond state, and fills in plan.
func (r *flotaResource) reconcile(ctx context.Context, plan *flotaModel, state flotaModel, accepted []string) *fleetRun {
	run, _ := plan.run(state, accepted)
	run.expect(ctx, r.Service)
	run.each(r.Service, func(t *task) { t.ensure(ctx, r.Service) })
	ids := state.ids()
	for placa, t := range run.tasks {
		if t.link != nil {
			ids[placa] = types.Int64Value(t.link.ID)
		}
	}
	plan.setIDs(ids, types.Int64Null())
	plan.Pendientes = mapOf(types.StringType, run.pending(), func(why finding) attr.Value { return types.StringValue(why.reason()) })
	return run
}

// run gives what must be done to get from state to m. known is false if part of m is not known yet. accepted are the plates whose
// link the service accepted in an earlier run, and did not list then.
func (m flotaModel) run(state flotaModel, accepted []string) (run *fleetRun, known bool) {
	entries, known := m.entries()
	was, _ := state.entries()
	ids, pending := state.ids(), state.Pendientes.Elements()
	run = &fleetRun{make(tasks), entry{clienteID: m.ClienteID}, len(m.Vehiculos.Elements()), int(m.MaxPendientes.ValueInt64())}
	for placa, declared := range entries {
		held, in := was[placa]
		id, linked := ids[placa]
		_, open := pending[placa]
		if in && linked && !open && declared.same(held) {
			continue
		}
		t := &task{entry: declared.entry(m.ClienteID, placa), accepted: !linked && slices.Contains(accepted, placa)}
		if before := held.entry(m.ClienteID, placa); in && linked {
			t.id, t.before = id, &before
			if open { // the service may hold something else
				before.plateValues = unknownPlate
			}
		}
		run.tasks[placa] = t
	}
	return run, known
}

// unlisted names the vehicles that the service accepted and does not list yet.
func (r *fleetRun) unlisted() []string {
	return slices.DeleteFunc(plates(r.tasks), func(placa string) bool { return !r.tasks[placa].unlisted() })
}

func (r *flotaResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	ctx, plan, state, cancel := framework.BeginUpdate[flotaModel](ctx, defaultFlotaTimeout, req, &resp.Diagnostics)
	defer cancel()
	r.RefuseOther("cliente_id", plan.ClienteID.Equal(state.ClienteID), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	run := r.reconcile(ctx, &plan, state, framework.ReadPrivate[[]string](ctx, req.Private, framework.NotListedKey))
	if len(run.pending()) > run.most {
		run.sayPending(resp.Diagnostics.AddError, notUpdatedText)
	} else {
		run.sayPending(resp.Diagnostics.AddWarning, retriedText)
	}
	run.found().sayNotes(run.fleet, &resp.Diagnostics)
	framework.SetPrivate(ctx, resp.Private, framework.NotListedKey, run.unlisted(), &resp.Diagnostics)
	if len(run.tasks) > 0 {
		r.Wrote(ctx, resp.Private, &resp.Diagnostics)
	}
	framework.Save(ctx, &plan, &resp.State, resp.Identity, &resp.Diagnostics)
}

// What is said of vehicles that are not in place. Up to max_pendientes of them are a warning, more are an error.

func (r *fleetRun) pending() map[string]finding { return r.found().at(refusal) }

// sayPending says which vehicles are not in place, why, and what that means for the fleet.
func (r *fleetRun) sayPending(add func(summary, detail string), means string) {
	if pending := r.pending(); len(pending) > 0 {
		text := fmt.Sprintf(standingText, len(pending), r.declared, r.most, means, reasonsOf(pending))
		add(about("Vehicles not in place", plates(pending), r.fleet), text)
	}
}

// sayPlanned says what a plan found of the new vehicles: which the apply cannot put in place, which could not be looked up, and what
// else there is to know.
func (r *fleetRun) sayPlanned(diags *diag.Diagnostics) {
	refused, open := r.pending(), r.found().at(unchecked)
	if n := len(refused); n > 0 {
		add := diags.AddAttributeWarning
		if n > r.most || n == r.declared {
			add = diags.AddAttributeError
		}
		text := fmt.Sprintf(plannedText, n, r.declared, min(r.most, r.declared-1), reasonsOf(refused))
		add(path.Root("vehiculos"), about("Vehicles cannot be put in place", plates(refused), r.fleet), text)
	}
	if len(open) > 0 {
		diags.AddWarning(about("Vehicles not checked", plates(open), r.fleet), fmt.Sprintf(uncheckedText, reasonsOf(open)))
	}
	r.found().sayNotes(r.fleet, diags)
}
