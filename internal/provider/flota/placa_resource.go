package flota

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ framework.MovableResource = (*placaResource)(nil)

type placaResource struct{ framework.ResourceBase }

func newPlacaResource() resource.Resource { return &placaResource{} }

func (r *placaResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_placa"
	resp.ResourceBehavior.MutableIdentity = true // the spelling of a plate may change
}

func (r *placaResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: placaDoc +
			framework.Asks("registrar_placa", "placa", "actualizar_placa", "tipo_vehiculo"),
		Attributes: map[string]schema.Attribute{
			"placa": schema.StringAttribute{
				MarkdownDescription: placaPlacaDoc,
				Required:            true,
				PlanModifiers:       []planmodifier.String{framework.ReplaceIfOther(parking.SamePlaca)},
				Validators:          []validator.String{framework.PlacaValidator},
			},
			"tipo_vehiculo_id": schema.Int64Attribute{
				MarkdownDescription: placaTipoVehiculoIDDoc,
				Required:            true,
				Validators:          []validator.Int64{int64validator.AtLeast(1)},
			},
			"electrico":   placaFlag(placaElectricoDoc),
			"minusvalido": placaFlag(placaMinusvalidoDoc),
			"marca":       placaText(placaMarcaDoc),
			"modelo":      placaText(placaModeloDoc),
			"color":       placaText(placaColorDoc),
			"exento":      framework.ShownFlagAttribute(placaExentoDoc),
			"sancionable": framework.ShownFlagAttribute(placaSancionableDoc),
			"timeouts":    framework.TimeoutsAttribute(ctx, timeouts.Opts{Create: true, Read: true, Update: true}),
		},
	}
}

func placaFlag(description string) schema.BoolAttribute {
	return schema.BoolAttribute{MarkdownDescription: description + placaFlagDefaultDoc, Optional: true, Computed: true,
		Default: booldefault.StaticBool(false)}
}

func placaText(description string) schema.StringAttribute {
	return schema.StringAttribute{MarkdownDescription: description, Computed: true,
		PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}}
}

func (r *placaResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"placa": identityschema.StringAttribute{RequiredForImport: true, Description: "License plate."},
	}}
}

// ModifyPlan warns about plates that stay on the service, and rejects a vehicle type that the
// service does not have.
func (r *placaResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.Equal(req.State.Raw) {
		return // to decode a plan that changes nothing would cost a quarter of it
	}
	if framework.Leaves(ctx, req, "placa", parking.SamePlaca, &resp.Diagnostics) {
		r.WarnOnce("Plates stay on the service", platesStayText, &resp.Diagnostics)
	}
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan, state placaModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if !resp.Diagnostics.HasError() {
		refuseTipo(ctx, r.Service, plan, state, &resp.Diagnostics)
	}
}

func (r *placaResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	ctx, plan, cancel := framework.Begin[placaModel](ctx, "create", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}

	if !r.Claims.ClaimFor(placaClaim(plan.Placa.ValueString()), framework.BlockName(ctx, resp.Private, &resp.Diagnostics)) {
		resp.Diagnostics.AddAttributeError(path.Root("placa"), "Plate declared twice", fmt.Sprintf(plateInTwoBlocksText, plan.Placa))
		return
	}
	// A15: the service rejects a plate that exists, so the usual case needs no read before the
	// write.
	held := registerPlaca(ctx, r.Service, plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	record, known := r.readBack(ctx, plan, held, &resp.Diagnostics)
	plan.fill(record)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, placaIdentity{plan.Placa})...)
	if known {
		r.Verified(ctx, resp.Private, &resp.Diagnostics)
	}
}

// readBack gives the record of a plate that was just registered; held is what was read of it on the
// way. known is false if it could not be read or is not as declared. It then adds a warning, since
// an error would taint the plate.
func (r *placaResource) readBack(ctx context.Context, plan placaModel, held *parking.Placa, diags *diag.Diagnostics) (read parking.Placa,
	known bool) {
	if held != nil {
		return *held, true
	}
	read, err := r.Client.Placa(parking.Unshown(ctx), plan.Placa.ValueString())
	if err != nil {
		placaTask(r.Service, "read", plan).WarnSaved(diags, err)
		return parking.Placa{}, false
	}
	if differences := plan.differences(read); len(differences) > 0 {
		diags.AddWarning("Plate registered, but not as declared",
			fmt.Sprintf(plateNotAsDeclaredText, plan.Placa, strings.Join(differences, "; ")))
		return read, false
	}
	return read, true
}

func (r *placaResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	ctx, state, cancel := framework.Begin[placaModel](ctx, "read", framework.DefaultTimeout, req.State, &resp.Diagnostics)
	defer cancel()
	// Terraform requires an identity even if nothing is read or the object is gone.
	resp.Diagnostics.Append(resp.Identity.Set(ctx, placaIdentity{state.Placa})...)
	if resp.Diagnostics.HasError() || r.Client == nil || r.Fresh(ctx, req.Private) {
		return
	}

	held := framework.HeldSpelling(ctx, req.Private, state.Placa, parking.SamePlaca)
	record, err := r.Client.Placa(ctx, held)
	if parking.Is(err, parking.NotFound) && held != state.Placa.ValueString() {
		record, err = r.Client.Placa(ctx, state.Placa.ValueString())
	}
	if parking.Is(err, parking.NotFound) {
		if framework.HasMark(ctx, req.Private, framework.JustImportedKey) {
			resp.Diagnostics.AddAttributeError(path.Root("placa"), "Unable to import or move plate",
				fmt.Sprintf(noSuchPlateText, state.Placa)+movedGoneText)
		}
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		placaTask(r.Service, "read", state).AddError(&resp.Diagnostics, err)
		return
	}
	before := state.placaRecordModel
	state.refresh(record)
	framework.ClearMark(ctx, resp.Private, framework.JustImportedKey, &resp.Diagnostics)
	if state.placaRecordModel != before { // to set the same state again would cost a fifth of the read
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	}
	r.Verified(ctx, resp.Private, &resp.Diagnostics)
}

func (r *placaResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	ctx, plan, cancel := framework.Begin[placaModel](ctx, "update", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	var state placaModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}

	framework.RefuseOther("placa", parking.SamePlaca(plan.Placa.ValueString(), state.Placa.ValueString()), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	// A change of only timeouts or the spelling is not sent to the service.
	wanted, before := plan.request(), state.request()
	wanted.Placa = framework.HeldSpelling(ctx, req.Private, state.Placa, parking.SamePlaca)
	before.Placa = wanted.Placa
	if wanted != before {
		if err := r.Client.UpdatePlaca(ctx, wanted); err != nil {
			placaTask(r.Service, "update", plan).AddError(&resp.Diagnostics, err)
			return
		}
		r.Verified(ctx, resp.Private, &resp.Diagnostics)
	}
	framework.KeepSpelling(ctx, resp.Private, plan.Placa, state.Placa, parking.SamePlaca, &resp.Diagnostics)
	// The service accepted the managed attributes; the others were planned as it holds them.
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, placaIdentity{plan.Placa})...)
}

// Delete leaves the plate on the service, which cannot delete it. The plan said so. What replaces the resource in this run
// may adopt it even under adopt_existing = "never".
func (r *placaResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var placa types.String
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("placa"), &placa)...)
	r.Claims.Leave(placaClaim(placa.ValueString()), framework.ReadMark[string](ctx, req.Private, framework.BlockKey))
	r.Released.Take(placaClaim(placa.ValueString()))
}

func (r *placaResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("placa"), path.Root("placa"), req, resp)
	var placa types.String
	resp.Diagnostics.Append(resp.State.GetAttribute(ctx, path.Root("placa"), &placa)...)
	if _, err := framework.ParsePlacaID(placa.ValueString()); err != nil {
		resp.Diagnostics.AddError("Invalid import identifier", framework.UpperFirst(err.Error())+".")
		return
	}
	framework.SetMark(ctx, resp.Private, framework.JustImportedKey, true, &resp.Diagnostics)
}
