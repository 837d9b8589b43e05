package flota

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var _ framework.MovableResource = (*vehiculoResource)(nil)

type vehiculoResource struct{ framework.ResourceBase }

func newVehiculoResource() resource.Resource { return &vehiculoResource{} }

func (r *vehiculoResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_vehiculo"
	resp.ResourceBehavior.MutableIdentity = true // a link moved to another client outside Terraform is drift, not an error
}

func (r *vehiculoResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: vehiculoDoc +
			framework.Asks("registrar_vehiculo", "vehiculos", "vehiculo"),
		Attributes: map[string]schema.Attribute{
			"id":         framework.AssignedIDAttribute(vehiculoIDDoc),
			"cliente_id": framework.ReplacingIDAttribute(vehiculoClienteIDDoc),
			"placa": schema.StringAttribute{
				MarkdownDescription: vehiculoPlacaDoc,
				Required:            true,
				PlanModifiers:       []planmodifier.String{framework.ReplaceIfOther(parking.SamePlaca)},
				Validators:          []validator.String{framework.PlacaValidator},
			},
			"nombre": schema.StringAttribute{
				MarkdownDescription: vehiculoNombreDoc,
				Optional:            true,
				Computed:            true,
				PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			},
			"activado": framework.ShownFlagAttribute(vehiculoActivadoDoc),
			"favorito": framework.ShownFlagAttribute(vehiculoFavoritoDoc),
			"timeouts": framework.TimeoutsAttribute(ctx, timeouts.Opts{Create: true, Read: true}),
		},
	}
}

func (r *vehiculoResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"cliente_id": identityschema.Int64Attribute{RequiredForImport: true, Description: "Identifier of the owning client."},
		"placa":      identityschema.StringAttribute{RequiredForImport: true, Description: "License plate."},
	}}
}

// ModifyPlan rejects a new name at plan time, for which the service has no operation, and warns
// about vehicles that stay on the service.
func (r *vehiculoResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.State.Raw.IsNull() || req.State.Raw.Equal(req.Plan.Raw) {
		return // to decode a plan that changes nothing would cost a quarter of it
	}
	if req.Plan.Raw.IsNull() {
		r.WarnOnce("Vehicles stay on the service", vehiclesStayText, &resp.Diagnostics)
		return
	}
	var plan, state vehiculoModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	switch { // a replacement is a new link, which may have any name
	case resp.Diagnostics.HasError():
		return
	case framework.IsOther(plan.ClienteID, plan.ClienteID.Equal(state.ClienteID)):
		warnLinkedTwice(r.Service, &resp.Diagnostics)
		return
	case framework.IsOther(plan.Placa, parking.SamePlaca(plan.Placa.ValueString(), state.Placa.ValueString())):
		r.WarnOnce("Vehicles stay on the service", vehiclesStayText, &resp.Diagnostics)
		return
	case plan.ClienteID.IsUnknown(), plan.Placa.IsUnknown():
		return
	}
	refuseRename(plan, state, &resp.Diagnostics)
	if sameNombre(plan.Nombre, state.Nombre) { // after an import it is as the service writes it
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("nombre"), state.Nombre)...)
	}
}

// refuseRename adds an error when plan gives an existing vehicle another name.
func refuseRename(plan, state vehiculoModel, diags *diag.Diagnostics) {
	if plan.Nombre.IsUnknown() || sameNombre(plan.Nombre, state.Nombre) {
		return
	}
	diags.AddAttributeError(path.Root("nombre"), "A vehicle cannot be renamed", fmt.Sprintf(cannotRenameText,
		state.Placa, state.ClienteID, orNull(state.Nombre), orNull(plan.Nombre), plan.keepNombreOf(state.Nombre)))
}

func (r *vehiculoResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	ctx, plan, cancel := framework.Begin[vehiculoModel](ctx, "create", framework.DefaultTimeout, req.Plan, &resp.Diagnostics)
	defer cancel()
	if resp.Diagnostics.HasError() {
		return
	}

	block := framework.BlockName(ctx, resp.Private, &resp.Diagnostics)
	if !r.Claims.ClaimFor(vehiculoClaim(plan.ClienteID.ValueInt64(), plan.Placa.ValueString()), block) {
		resp.Diagnostics.AddAttributeError(path.Root("placa"), "Vehicle declared twice",
			fmt.Sprintf(vehicleTwiceText, plan.Placa, plan.ClienteID))
		return
	}
	known := linkVehiculo(ctx, r.Service, &plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	r.Claims.Take(framework.VehiculoMadeClaim(plan.ID))
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, plan.identity())...)
	if known {
		r.Verified(ctx, resp.Private, &resp.Diagnostics)
	} else {
		framework.SetMark(ctx, resp.Private, framework.NotListedKey, true, &resp.Diagnostics)
	}
}

func (r *vehiculoResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	ctx, state, cancel := framework.Begin[vehiculoModel](ctx, "read", framework.DefaultTimeout, req.State, &resp.Diagnostics)
	defer cancel()
	// Terraform requires an identity even if nothing is read or the object is gone.
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	if resp.Diagnostics.HasError() || r.Client == nil || r.Fresh(ctx, req.Private) {
		return
	}

	held := framework.HeldSpelling(ctx, req.Private, state.Placa, parking.SamePlaca)
	record, err := readLink(ctx, r.Service, state.ClienteID.ValueInt64(), held, state.ID.ValueInt64())
	if parking.Is(err, parking.NotFound) {
		if framework.HasMark(ctx, req.Private, framework.JustImportedKey) {
			resp.Diagnostics.AddAttributeError(path.Root("placa"), "Unable to import or move vehicle",
				fmt.Sprintf(noVehicleText, state.ClienteID, state.Placa)+movedGoneText)
		}
		if !state.ID.IsNull() || !vehiculoTask(r.Service, "read", state).KeepNotListed(ctx, req.Private, &resp.Diagnostics) {
			resp.State.RemoveResource(ctx)
		}
		return
	}
	if err != nil {
		vehiculoTask(r.Service, "read", state).AddError(&resp.Diagnostics, err)
		return
	}
	before := state.vehiculoRecordModel
	state.refresh(record)
	framework.ClearMark(ctx, resp.Private, framework.JustImportedKey, &resp.Diagnostics)
	if state.vehiculoRecordModel != before { // to set the same state again would cost a fifth of the read
		resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
		resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	}
	r.Verified(ctx, resp.Private, &resp.Diagnostics)
}

// Update changes nothing on the service: only timeouts, the spelling of the plate, or a value that
// was unknown in the plan can differ.
func (r *vehiculoResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state vehiculoModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	framework.RefuseOther("cliente_id", plan.ClienteID.Equal(state.ClienteID), &resp.Diagnostics)
	framework.RefuseOther("placa", parking.SamePlaca(plan.Placa.ValueString(), state.Placa.ValueString()), &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	refuseRename(plan, state, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	framework.KeepSpelling(ctx, resp.Private, plan.Placa, state.Placa, parking.SamePlaca, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, plan.identity())...)
}

// Delete leaves the vehicle on the service, which cannot delete it. The plan said so. What replaces the resource in this run
// may adopt it even under adopt_existing = "never".
func (r *vehiculoResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state vehiculoModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	claim := vehiculoClaim(state.ClienteID.ValueInt64(), state.Placa.ValueString())
	r.Claims.Leave(claim, framework.ReadMark[string](ctx, req.Private, framework.BlockKey))
	r.Released.Take(claim)
}

// ImportState takes cliente_id/placa, or the vehicle's id.
func (r *vehiculoResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	var identity vehiculoIdentity
	text := req.ID
	if text == "" {
		resp.Diagnostics.Append(req.Identity.Get(ctx, &identity)...)
		text = framework.VehiculoID{ClienteID: identity.ClienteID.ValueInt64(), Placa: identity.Placa.ValueString()}.String()
	}
	id, err := framework.ParseVehiculoID(text)
	if err != nil {
		resp.Diagnostics.AddError("Invalid import identifier", framework.UpperFirst(err.Error())+".")
		return
	}
	identity = vehiculoIdentity{types.Int64Value(id.ClienteID), types.StringValue(id.Placa)}
	if id.ID != 0 {
		if !r.Ready(&resp.Diagnostics) {
			return
		}
		var held vehiculoModel
		record, err := r.Client.Vehiculo(ctx, id.ID)
		if err != nil {
			framework.Task{Verb: "import", Noun: "vehicle", Name: id.String()}.AddError(&resp.Diagnostics, err)
			return
		}
		held.refresh(record)
		identity = held.identity()
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), held.ID)...)
		if identity.ClienteID.IsNull() || identity.Placa.IsNull() {
			resp.Diagnostics.AddError("Unable to import vehicle", fmt.Sprintf(importUnknownOwnerText, id))
			return
		}
		if placa := identity.Placa.ValueString(); parking.CheckPlaca(placa) != nil {
			resp.Diagnostics.AddError("Unable to import vehicle", fmt.Sprintf(importPlateText, id, parking.Quote(placa)))
			return
		}
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("cliente_id"), identity.ClienteID)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("placa"), identity.Placa)...)
	framework.SetMark(ctx, resp.Private, framework.JustImportedKey, true, &resp.Diagnostics)
}
