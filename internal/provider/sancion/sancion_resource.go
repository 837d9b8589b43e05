package sancion

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ framework.Resource = (*sancionResource)(nil)

type sancionResource struct{ framework.ResourceBase }

func newSancionResource() resource.Resource { return &sancionResource{} }

func (r *sancionResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_sancion"
}

func (r *sancionResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: sancionDoc +
			framework.Asks("sancion_cerrar", "sancion_pagar", "sanciones"),
		Attributes: map[string]schema.Attribute{
			"sancion_id": framework.ReplacingIDAttribute(sancionIDDoc),
			"observaciones": schema.StringAttribute{
				MarkdownDescription: observacionesDoc,
				Optional:            true,
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			},
			"pago": framework.PagoAttribute(pagoDoc, "cliente_id", schema.Int64Attribute{
				MarkdownDescription: pagoClienteIDDoc,
				Optional:            true,
				Computed:            true,
				PlanModifiers:       []planmodifier.Int64{int64planmodifier.UseNonNullStateForUnknown()},
				Validators:          []validator.Int64{int64validator.AtLeast(1)},
			}),
			"cerrada": schema.BoolAttribute{
				MarkdownDescription: cerradaDoc,
				Computed:            true,
				Default:             booldefault.StaticBool(true),
			},
			"pagada":   schema.BoolAttribute{MarkdownDescription: pagadaDoc, Computed: true},
			"datos":    schema.DynamicAttribute{MarkdownDescription: datosDoc, Computed: true},
			"timeouts": framework.TimeoutsAttribute(ctx, timeouts.Opts{Create: true, Read: true, Update: true}),
		},
	}
}

func (r *sancionResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"sancion_id": identityschema.Int64Attribute{RequiredForImport: true, Description: "Identifier of the sanction."},
	}}
}

// ModifyPlan rejects at plan time what cannot be changed, warns about sanctions that stay as they
// are, and plans the computed attributes as the writes of an update will leave them.
func (r *sancionResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state sancionModel
	creates, leaves := req.State.Raw.IsNull(), req.Plan.Raw.IsNull()
	if !creates {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if !leaves {
		resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
		leaves = !creates && framework.IsOther(plan.SancionID, plan.SancionID.Equal(state.SancionID))
	}
	if leaves {
		r.WarnOnce("Sanctions stay on the service", stayText, &resp.Diagnostics)
		r.Claims.Leave(sancionClaim(state.SancionID), framework.BlockName(ctx, resp.Private, &resp.Diagnostics))
	}
	if resp.Diagnostics.HasError() || req.Plan.Raw.IsNull() {
		return
	}
	if !plan.SancionID.IsUnknown() &&
		!r.Claims.ClaimToPlan(ctx, sancionClaim(plan.SancionID), creates || leaves, resp.Private, &resp.Diagnostics) {
		addInTwoBlocks(plan.SancionID, &resp.Diagnostics)
		return
	}
	if !plan.SancionID.Equal(state.SancionID) {
		return // a creation, or the replacement by another sanction
	}
	state.checkChanges(plan, &resp.Diagnostics)
	state.checkCode(plan, framework.ReadMark[string](ctx, req.Private, framework.UnsettledPagoKey), &resp.Diagnostics)
	plan.Pagada, plan.Datos = state.Pagada, state.Datos
	switch pays := plan.addsPayment(state); {
	case pays && !plan.Pago.IsUnknown():
		plan.Pagada, plan.Datos = types.BoolValue(true), types.DynamicUnknown()
	case pays || !state.Cerrada.ValueBool():
		plan.Pagada, plan.Datos = types.BoolUnknown(), types.DynamicUnknown()
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("pagada"), plan.Pagada)...)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("datos"), plan.Datos)...)
}

func (r *sancionResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	ctx, plan, cancel := framework.Begin[sancionModel](ctx, "create", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}

	block := framework.BlockName(ctx, resp.Private, &resp.Diagnostics)
	if !r.Claims.ClaimToCreate(sancionClaim(plan.SancionID), block) {
		addInTwoBlocks(plan.SancionID, &resp.Diagnostics)
		return
	}
	record := r.closeAndPay(ctx, plan, sancionModel{}, resp.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		r.Claims.Leave(sancionClaim(plan.SancionID), block)
		return // no state is saved, since the error would taint it; the next run closes and pays
	}
	plan.fillIn(ctx, record, sancionModel{})
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, sancionIdentity{plan.SancionID})...)
	if record.ID != 0 {
		r.Verified(ctx, resp.Private, &resp.Diagnostics)
	}
}

func (r *sancionResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	ctx, state, cancel := framework.Begin[sancionModel](ctx, "read", framework.DefaultTimeout, req.State, &resp.Diagnostics)
	defer cancel()
	// Terraform requires an identity even if nothing is read or the sanction is gone.
	resp.Diagnostics.Append(resp.Identity.Set(ctx, sancionIdentity{state.SancionID})...)
	if resp.Diagnostics.HasError() || r.Client == nil || r.Fresh(ctx, req.Private) {
		return
	}

	imported := state.Cerrada.IsNull()
	record, err := findSancion(ctx, r.Service, state.SancionID.ValueInt64())
	switch {
	case parking.Is(err, parking.NoEndpoint) && imported:
		resp.Diagnostics.AddError("Unable to import sanction", fmt.Sprintf(importText, state.SancionID))
	case parking.Is(err, parking.NotFound) && imported:
		resp.State.RemoveResource(ctx)
	case parking.Is(err, parking.NoEndpoint), parking.Is(err, parking.NotFound):
		// There is no list to read, or the list omits the sanction. That does not prove
		// that it is gone: a sanction is never deleted.
	case err != nil:
		r.task("read", state).AddError(&resp.Diagnostics, err)
	default:
		state.refresh(ctx, record)
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
		r.Verified(ctx, resp.Private, &resp.Diagnostics)
	}
}

// Update closes a sanction that was reopened, and pays it if pago is new.
func (r *sancionResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	ctx, plan, cancel := framework.Begin[sancionModel](ctx, "update", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	var state sancionModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}

	framework.RefuseOther("sancion_id", plan.SancionID.Equal(state.SancionID), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if !r.Claims.ClaimFor(sancionClaim(plan.SancionID), framework.BlockName(ctx, resp.Private, &resp.Diagnostics)) {
		addInTwoBlocks(plan.SancionID, &resp.Diagnostics)
		return
	}
	state.checkChanges(plan, &resp.Diagnostics) // values that were unknown in the plan
	state.checkCode(plan, framework.ReadMark[string](ctx, req.Private, framework.UnsettledPagoKey), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	var record parking.Sancion
	if plan.addsPayment(state) || !state.Cerrada.ValueBool() {
		record = r.closeAndPay(ctx, plan, state, resp.Private, &resp.Diagnostics)
		if resp.Diagnostics.HasError() {
			return
		}
	}
	if !plan.Pago.IsNull() {
		framework.ClearMark(ctx, resp.Private, framework.UnsettledPagoKey, &resp.Diagnostics)
	}
	plan.fillIn(ctx, record, state)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, sancionIdentity{plan.SancionID})...)
	if record.ID != 0 {
		r.Verified(ctx, resp.Private, &resp.Diagnostics)
	}
}

// Delete leaves the sanction as it is: the service cannot reopen it. The plan said so.
func (r *sancionResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

// ImportState sets the identifier of the sanction; Read does the rest.
func (r *sancionResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	text := req.ID
	if text == "" {
		var identity sancionIdentity
		resp.Diagnostics.Append(req.Identity.Get(ctx, &identity)...)
		text = identity.SancionID.String()
	}
	id, err := framework.ParseIDOf("sanction", text)
	if err != nil {
		resp.Diagnostics.AddError("Invalid import identifier", framework.UpperFirst(err.Error())+".")
		return
	}
	if r.Ready(&resp.Diagnostics) {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("sancion_id"), id)...)
	}
}
