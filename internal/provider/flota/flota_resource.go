package flota

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/mapplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

var _ framework.Resource = (*flotaResource)(nil)

// Max is the largest number of vehicles in a fleet: Terraform shows and stores it as one resource.
const Max = 10000

// defaultFlotaTimeout is how long one operation on a whole fleet may take, retries included.
const defaultFlotaTimeout = time.Hour

type flotaResource struct{ framework.ResourceBase }

func newFlotaResource() resource.Resource { return &flotaResource{} }

func (r *flotaResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_flota"
}

func (r *flotaResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: flotaDoc +
			framework.Asks("registrar_placa", "placa", "actualizar_placa", "registrar_vehiculo", "vehiculos", "vehiculo", "tipo_vehiculo"),
		Attributes: map[string]schema.Attribute{
			"cliente_id": framework.ReplacingIDAttribute(flotaClienteIDDoc),
			"vehiculos": schema.MapAttribute{
				MarkdownDescription: flotaVehiculosDoc,
				ElementType:         flotaEntryType,
				Required:            true,
				Validators:          []validator.Map{flotaValidator{}},
			},
			"vehiculo_ids": schema.MapAttribute{
				MarkdownDescription: flotaVehiculoIDsDoc,
				ElementType:         types.Int64Type,
				Computed:            true,
				PlanModifiers:       []planmodifier.Map{mapplanmodifier.UseStateForUnknown()},
			},
			"pendientes": schema.MapAttribute{
				MarkdownDescription: flotaPendientesDoc,
				ElementType:         types.StringType,
				Computed:            true,
				PlanModifiers:       []planmodifier.Map{mapplanmodifier.UseStateForUnknown()},
			},
			"max_pendientes": schema.Int64Attribute{
				MarkdownDescription: flotaMaxPendientesDoc,
				Optional:            true,
				Validators:          []validator.Int64{int64validator.AtLeast(0)},
			},
			"timeouts": framework.TimeoutsOf(ctx, timeouts.Opts{Create: true, Read: true, Update: true}, "1h"),
		},
	}
}

func (r *flotaResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"cliente_id": identityschema.Int64Attribute{RequiredForImport: true, Description: "Identifier of the client that owns the fleet."},
	}}
}

// ModifyPlan plans the computed maps entry by entry, so that a plan shows only what changes. It
// rejects new names and vehicle types that the service does not have, and warns about vehicles that
// stay on the service.
func (r *flotaResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		r.WarnOnce("Fleets stay on the service", fleetsStayText, &resp.Diagnostics)
		return
	}
	var plan, state flotaModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if req.State.Raw.IsNull() {
		if !resp.Diagnostics.HasError() {
			plan.refuseTipos(ctx, r.Service, flotaModel{}, &resp.Diagnostics)
		}
		return
	}
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	notes := readFlotaNotes(ctx, req.Private, &resp.Diagnostics)
	switch {
	case resp.Diagnostics.HasError():
		return
	case framework.IsOther(plan.ClienteID, plan.ClienteID.Equal(state.ClienteID)):
		warnLinkedTwice(r.Service, &resp.Diagnostics)
		plan.refuseTipos(ctx, r.Service, flotaModel{}, &resp.Diagnostics)
		return // a replacement is a new fleet
	}
	written := state
	state = state.spelledAs(plan)
	plan.refuseTipos(ctx, r.Service, state, &resp.Diagnostics)
	plan.warnForgotten(state, notes.spelledAs(plan, written), &resp.Diagnostics)
	tasks, known := plan.tasks(state)
	if !known {
		plan.VehiculoIDs, plan.Pendientes = types.MapUnknown(types.Int64Type), types.MapUnknown(types.StringType)
	} else {
		plan.refuseRenames(r.Service, state, &resp.Diagnostics)
		if len(tasks) == 0 && plan.Vehiculos.Equal(written.Vehiculos) {
			return // to set a large plan again would cost a tenth of planning it
		}
		plan.setIDs(state.ids(), types.Int64Unknown())
		plan.Pendientes = types.MapValueMust(types.StringType, nil)
		if len(tasks) > 0 {
			plan.Pendientes = types.MapUnknown(types.StringType)
		} else if notes.Imported && plan.sameAs(written) {
			// An import cannot know whether the configuration writes null or false. After it the
			// state has the spelling of the import, and the plan must keep it: Terraform plans
			// again during the apply, and accepts no other spelling for an entry that was unknown
			// before.
			plan.Vehiculos = state.Vehiculos
		}
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, &plan)...)
}

func (r *flotaResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	ctx, plan, cancel := framework.Begin[flotaModel](ctx, "create", defaultFlotaTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}

	run := r.bring(ctx, framework.BlockName(ctx, resp.Private, &resp.Diagnostics), &plan, flotaModel{}, flotaNotes{})
	if (len(run.pending) > plan.maxPending() || run.madeNothing()) && !run.mustSave(ctx) {
		resp.Diagnostics.AddError(run.notCreated(plan.maxPending()))
		return
	}
	run.report(&resp.Diagnostics)
	run.warnPending(&resp.Diagnostics)
	run.notes.save(ctx, flotaNotes{}, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, flotaIdentity{plan.ClienteID})...)
	if len(run.pending) == 0 {
		r.Verified(ctx, resp.Private, &resp.Diagnostics)
	}
}

// release ends the claims of what this fleet no longer manages, and notes what it created. A fleet
// that replaces it, or to which an entry moves, may adopt that even under adopt_existing = "never".
func (r *flotaResource) release(block string, m flotaModel, notes flotaNotes, placas []string) {
	ids := m.ids()
	for _, placa := range placas {
		for _, claim := range claimsOf(m.ClienteID, placa) {
			r.Claims.Leave(claim, block)
		}
		r.Released.Take(placaClaim(placa))
		if _, linked := ids[placa]; linked || slices.Contains(notes.NotListed, placa) {
			r.Released.Take(vehiculoClaim(m.ClienteID.ValueInt64(), placa))
		}
	}
}

// bring creates on the service what plan declares beyond state, and fills in plan.
func (r *flotaResource) bring(ctx context.Context, block string, plan *flotaModel, state flotaModel, notes flotaNotes) *flotaRun {
	tasks, _ := plan.tasks(state)
	notes.on(tasks)
	run := newFlotaRun(r.Service, plan.ClienteID)
	run.block, run.declared = block, len(plan.Vehiculos.Elements())
	maps.Copy(run.notes.Spelled, notes.Spelled)
	run.bring(ctx, tasks)
	for placa, id := range state.ids() {
		if _, done := run.ids[placa]; !done {
			run.ids[placa] = id
		}
	}
	plan.setIDs(run.ids, types.Int64Null())
	plan.Pendientes = mapOf(types.StringType, run.pending, func(why pendingReason) attr.Value { return types.StringValue(why.brief) })
	return run
}

func (r *flotaResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	ctx, state, cancel := framework.Begin[flotaModel](ctx, "read", defaultFlotaTimeout, req.State, &resp.Diagnostics)
	defer cancel()
	// Terraform requires an identity even if nothing is read or the object is gone.
	resp.Diagnostics.Append(resp.Identity.Set(ctx, flotaIdentity{state.ClienteID})...)
	if resp.Diagnostics.HasError() || r.Client == nil || r.Fresh(ctx, req.Private) {
		return
	}

	imported := state.imported()
	notes := readFlotaNotes(ctx, req.Private, &resp.Diagnostics)
	before := notes
	gone, changed := r.refresh(ctx, &state, &notes, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if imported && len(state.Vehiculos.Elements()) == 0 {
		resp.State.RemoveResource(ctx) // none of them exists, so there is no fleet to import
		return
	}
	if imported {
		gone = nil // what an import does not find was never in this fleet
	}
	after := notes
	after.Registered = union(notes.Registered, gone)
	after.Imported = after.Imported || imported
	after.save(ctx, before, resp.Private, &resp.Diagnostics)
	if changed {
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
	r.Verified(ctx, resp.Private, &resp.Diagnostics)
}

func (r *flotaResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	ctx, plan, cancel := framework.Begin[flotaModel](ctx, "update", defaultFlotaTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	var state flotaModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	notes := readFlotaNotes(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}

	framework.RefuseOther("cliente_id", plan.ClienteID.Equal(state.ClienteID), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	before := notes
	notes, state = notes.spelledAs(plan, state), state.spelledAs(plan)
	block := framework.BlockName(ctx, resp.Private, &resp.Diagnostics)
	r.release(block, state, notes, plan.forgotten(state, notes))
	run := r.bring(ctx, block, &plan, state, notes)
	run.report(&resp.Diagnostics)
	if len(run.pending) > plan.maxPending() {
		resp.Diagnostics.AddError(run.summary(), run.notUpdated(plan.maxPending()))
	} else {
		run.warnPending(&resp.Diagnostics)
	}
	run.notes.save(ctx, before, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, flotaIdentity{plan.ClienteID})...)
	// The time of the last verification stays: what did not change was not read.
}

// Delete leaves the vehicles on the service, which cannot delete them. The plan said so.
func (r *flotaResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state flotaModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	notes := readFlotaNotes(ctx, req.Private, &resp.Diagnostics)
	r.release(framework.ReadMark[string](ctx, req.Private, framework.BlockKey), state, notes, state.onService(notes))
}

// ImportState takes the identifier of the client for its whole fleet, or also, after a slash, the
// plates of this fleet if the client has several. The read after it finds out which of them exist.
func (r *flotaResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	var identity flotaIdentity
	text := req.ID
	if text == "" {
		resp.Diagnostics.Append(req.Identity.Get(ctx, &identity)...)
		text = strconv.FormatInt(identity.ClienteID.ValueInt64(), 10)
	}
	id, placas, err := framework.ParseFlotaID(text)
	if err != nil {
		resp.Diagnostics.AddError("Invalid import identifier", framework.UpperFirst(err.Error())+".")
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("cliente_id"), types.Int64Value(id))...)
	if len(placas) == 0 {
		return
	}
	entries := make(map[string]flotaEntry, len(placas))
	for _, placa := range placas {
		entries[placa] = flotaEntry{}
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("vehiculos"), vehiculosOf(entries))...)
}
