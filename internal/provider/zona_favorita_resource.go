package provider

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

var (
	_ resource.ResourceWithConfigure   = (*zonaFavoritaResource)(nil)
	_ resource.ResourceWithImportState = (*zonaFavoritaResource)(nil)
	_ resource.ResourceWithIdentity    = (*zonaFavoritaResource)(nil)
)

type zonaFavoritaResource struct{ resourceBase }

func newZonaFavoritaResource() resource.Resource { return &zonaFavoritaResource{} }

func (r *zonaFavoritaResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_zona_favorita"
	resp.ResourceBehavior.MutableIdentity = true // a favourite saved anew behind Terraform's back has a new id
}

func (r *zonaFavoritaResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	place := func(description string, more ...validator.Int64) schema.Int64Attribute {
		return schema.Int64Attribute{MarkdownDescription: description, Optional: true,
			Validators: append([]validator.Int64{int64validator.AtLeast(1)}, more...)}
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "A favourite zone, section or cell of a client. At least one of `zona_id`, `tramo_id` and `celda_id` is declared. A favourite that the client has already is taken over as `adopt_existing` of the provider says. Destroying the resource deletes the favourite.",
		Attributes: map[string]schema.Attribute{
			"id": schema.Int64Attribute{
				MarkdownDescription: "Identifier that the service gave the favourite.",
				Computed:            true,
				PlanModifiers:       []planmodifier.Int64{int64planmodifier.UseStateForUnknown()},
			},
			"cliente_id": schema.Int64Attribute{
				MarkdownDescription: "Identifier of the client, `parking_cliente.….id`. Changing it deletes the favourite and saves one for the other client.",
				Required:            true,
				PlanModifiers:       []planmodifier.Int64{int64planmodifier.RequiresReplace()},
				Validators:          []validator.Int64{int64validator.AtLeast(1)},
			},
			"zona_id": place("Identifier of the zone. Changed in place. Where it is left out beside a section or cell, a zone that the service adds by itself is ignored.",
				int64validator.AtLeastOneOf(path.MatchRoot("zona_id"), path.MatchRoot("tramo_id"), path.MatchRoot("celda_id"))),
			"tramo_id": place("Identifier of the section. Changed in place. Where it is left out beside a cell, a section that the service adds by itself is ignored."),
			"celda_id": place("Identifier of the cell. Changed in place; removing it clears the cell."),
			"timeouts": timeoutsAttribute(ctx, timeouts.Opts{Create: true, Read: true, Update: true, Delete: true}),
		},
	}
}

func (r *zonaFavoritaResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"cliente_id": identityschema.Int64Attribute{RequiredForImport: true, Description: "Identifier of the client."},
		"id":         identityschema.Int64Attribute{RequiredForImport: true, Description: "Identifier of the favourite."},
	}}
}

func (r *zonaFavoritaResource) task(verb string, m zonaFavoritaModel) task {
	return task{verb: verb, noun: "favourite", name: fmt.Sprintf("%s of client %s", m.place(), m.ClienteID),
		check:      fmt.Sprintf("GET /external/zona-favorita with the JSON body {\"cliente_id\": %s}", m.ClienteID),
		attributes: []string{"cliente_id", "zona_id", "tramo_id", "celda_id"}}
}

func (r *zonaFavoritaResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan zonaFavoritaModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	timeout, diags := plan.Timeouts.Create(ctx, defaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()

	plan.ID = types.Int64Null()
	if !r.claims.take(plan.claim()) {
		resp.Diagnostics.AddError("Favourite declared twice", fmt.Sprintf("Another parking_zona_favorita of this configuration declares %s of client %s too. It is saved once, by that one; remove one of the two blocks.", plan.place(), plan.ClienteID))
		return
	}
	known := r.save(ctx, &plan, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, plan.identity())...)
	if known {
		r.verified(ctx, resp.Private, &resp.Diagnostics)
	} else {
		r.unseen(ctx, resp.Private, &resp.Diagnostics)
	}
}

// save saves the favourite, or takes an existing one over, and sets plan's id.
// The listing is asked first, since the service may save the same place twice.
// known is false when the favourite is saved but its id is not to be had.
func (r *zonaFavoritaResource) save(ctx context.Context, plan *zonaFavoritaModel, diags *diag.Diagnostics) (known bool) {
	clienteID := plan.ClienteID.ValueInt64()
	list, err := r.client.ZonasFavoritas(ctx, clienteID, plan.zona())
	if err != nil && !errors.Is(err, parking.ErrNotFound) { // that there is nothing to list is an answer too
		r.task("read", *plan).addError(diags, fmt.Errorf("looking for it before it is created: %w", err))
		return false
	}
	if existing, found := plan.find(r.free(list)); found && (existing.ID == nil || r.claims.take(takenOverFavorita(*existing.ID))) {
		r.adopt(plan, existing, diags)
		return true
	}
	made, lost, err := r.client.CreateZonaFavorita(ctx, clienteID, plan.zona(), func(list []parking.ZonaFavorita) (parking.ZonaFavorita, bool) {
		return plan.find(r.free(list))
	})
	switch {
	case errors.Is(err, parking.ErrContract):
		r.task("read", *plan).warnSaved(diags, err)
		return false
	case err != nil:
		r.task("create", *plan).addError(diags, err)
		return false
	}
	plan.ID = types.Int64PointerValue(made.ID)
	if made.ID != nil {
		r.claims.take(heldFavorita(*made.ID))
	}
	if lost == nil {
		r.leaveOne(ctx, plan, diags)
	}
	return true
}

// leaveOne looks whether another run saved the same place at the same moment,
// which neither could see before it saved. Both find both then, and the one with
// the higher id deletes its own and goes on with the other's.
func (r *zonaFavoritaResource) leaveOne(ctx context.Context, plan *zonaFavoritaModel, diags *diag.Diagnostics) {
	list, err := r.client.ZonasFavoritas(ctx, plan.ClienteID.ValueInt64(), plan.zona())
	if err != nil {
		return // it is saved; that is all there is to know
	}
	place := *plan
	place.ID = types.Int64Null()
	twin, found := place.find(r.free(list))
	own := plan.ID.ValueInt64()
	if !found || twin.ID == nil || *twin.ID > own || r.declared(*plan, twin) {
		return
	}
	if err := r.client.DeleteZonaFavorita(ctx, own, plan.ClienteID.ValueInt64()); err != nil && !errors.Is(err, parking.ErrNotFound) {
		diags.AddWarning("Favourite saved twice", fmt.Sprintf("Another run saved %s of client %s at the same moment, as favourite %d, and favourite %d of this run could not be deleted: %s. Delete favourite %d with the service's own application.", plan.place(), plan.ClienteID, *twin.ID, own, err, *twin.ID))
		return
	}
	r.claims.take(heldFavorita(*twin.ID))
	diags.AddWarning("Existing favourite taken over", fmt.Sprintf("Another run saved %s of client %s at the same moment, as favourite %d. It is now managed here too; the second one, favourite %d, was deleted.", plan.place(), plan.ClienteID, *twin.ID, own))
	plan.ID = types.Int64Value(*twin.ID)
}

// declared reports whether another block of this run declares what a record
// holds, so that the record is its business.
func (r *zonaFavoritaResource) declared(plan zonaFavoritaModel, record parking.ZonaFavorita) bool {
	zona := record.Zona(parking.Zona{})
	for subset := range 8 { // it may leave out what the service adds by itself
		other := zonaFavoritaModel{ClienteID: plan.ClienteID}
		if subset&1 != 0 {
			other.ZonaID = types.Int64PointerValue(zona.ZonaID)
		}
		if subset&2 != 0 {
			other.TramoID = types.Int64PointerValue(zona.TramoID)
		}
		if subset&4 != 0 {
			other.CeldaID = types.Int64PointerValue(zona.CeldaID)
		}
		if other.claim() != plan.claim() && r.claims.has(other.claim()) {
			return true
		}
	}
	return false
}

// heldFavorita is the claim of a favourite by id: by the block of this run that
// manages it from now on, or by the one that deletes it.
func heldFavorita(id int64) string { return fmt.Sprintf("zona_favorita held %d", id) }

func takenOverFavorita(id int64) string { return fmt.Sprintf("zona_favorita taken over %d", id) }

// free gives the favourites of a listing that no other block of this run took
// over, saved or deleted.
func (r *zonaFavoritaResource) free(list []parking.ZonaFavorita) []parking.ZonaFavorita {
	return slices.DeleteFunc(list, func(f parking.ZonaFavorita) bool {
		return f.ID != nil && (r.claims.has(heldFavorita(*f.ID)) || r.claims.has(takenOverFavorita(*f.ID)))
	})
}

// adopt takes an existing favourite over. It has the declared place already, so
// there is nothing to overwrite.
func (r *zonaFavoritaResource) adopt(plan *zonaFavoritaModel, existing parking.ZonaFavorita, diags *diag.Diagnostics) {
	which, remedy := "favourite", "" // an answer that leaves ids out leaves nothing to import by
	if existing.ID != nil {
		which = fmt.Sprintf("favourite %d", *existing.ID)
		remedy = fmt.Sprintf(" To manage it here, import it:\n\n  terraform import parking_zona_favorita.NAME %s/%d", plan.ClienteID, *existing.ID)
	}
	if r.service.adopt == adoptNever {
		diags.AddError("Favourite exists already", fmt.Sprintf("Client %s has %s as %s already, and adopt_existing is never.%s", plan.ClienteID, plan.place(), which, remedy))
		return
	}
	diags.AddWarning("Existing favourite taken over", fmt.Sprintf("Client %s had %s as %s already, as declared. It is now managed here; nothing was changed.", plan.ClienteID, plan.place(), which))
	plan.ID = types.Int64PointerValue(existing.ID)
}

func (r *zonaFavoritaResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state zonaFavoritaModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	timeout, diags := state.Timeouts.Read(ctx, defaultTimeout)
	resp.Diagnostics.Append(diags...)
	// Terraform wants an identity even where nothing is read or the thing is gone.
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	if resp.Diagnostics.HasError() || r.client == nil || r.fresh(ctx, req.Private) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()

	record, found, err := r.locate(ctx, state)
	if err != nil {
		r.task("read", state).addError(&resp.Diagnostics, err)
		return
	}
	if !found {
		if !state.ID.IsNull() || !r.task("read", state).keepUnseen(ctx, req.Private, &resp.Diagnostics) {
			resp.State.RemoveResource(ctx)
		}
		return
	}
	state.refresh(record)
	resp.Diagnostics.Append(resp.State.Set(ctx, &state)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	r.verified(ctx, resp.Private, &resp.Diagnostics)
}

// locate reads a favourite. The service has no direct read, so one that the
// client's list does not show counts as gone only when the list narrowed to its
// place does not show it either. A client that does not exist has none.
func (r *zonaFavoritaResource) locate(ctx context.Context, state zonaFavoritaModel) (record parking.ZonaFavorita, found bool, err error) {
	for _, filter := range []parking.Zona{{}, state.zona()} {
		list, err := r.client.ZonasFavoritas(ctx, state.ClienteID.ValueInt64(), filter)
		if errors.Is(err, parking.ErrNotFound) {
			continue
		}
		if err != nil {
			return parking.ZonaFavorita{}, false, err
		}
		if record, found = state.find(list); found {
			return record, true, nil
		}
	}
	return parking.ZonaFavorita{}, false, nil
}

func (r *zonaFavoritaResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state zonaFavoritaModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	timeout, diags := plan.Timeouts.Update(ctx, defaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()

	// A change of timeouts alone is none of the service's business.
	if !plan.zona().Equal(state.zona()) {
		if plan.ID.IsNull() {
			resp.Diagnostics.AddError("Unable to update favourite", noID)
			return
		}
		if err := r.client.UpdateZonaFavorita(ctx, plan.ID.ValueInt64(), plan.ClienteID.ValueInt64(), plan.zona()); err != nil {
			r.task("update", plan).addError(&resp.Diagnostics, err)
			return
		}
		r.verified(ctx, resp.Private, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, plan.identity())...)
}

const noID = "The service never told the identifier of this favourite, and without it the service would save a second one or delete none. Delete it with the service's own application and apply again."

func (r *zonaFavoritaResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state zonaFavoritaModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	timeout, diags := state.Timeouts.Delete(ctx, defaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()

	if state.ID.IsNull() {
		resp.Diagnostics.AddError("Unable to delete favourite", noID)
		return
	}
	if !r.claims.take(takenOverFavorita(state.ID.ValueInt64())) {
		resp.Diagnostics.AddWarning("Favourite stays on the service", fmt.Sprintf("Another block of this configuration took favourite %s of client %s over in this run, so it was not deleted.", state.ID, state.ClienteID))
		return
	}
	err := r.client.DeleteZonaFavorita(ctx, state.ID.ValueInt64(), state.ClienteID.ValueInt64())
	if err != nil && !errors.Is(err, parking.ErrNotFound) {
		r.claims.release(takenOverFavorita(state.ID.ValueInt64()))
		r.task("delete", state).addError(&resp.Diagnostics, err)
	}
}

// ImportState takes cliente_id/id.
func (r *zonaFavoritaResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	text := req.ID
	if text == "" {
		var identity zonaFavoritaIdentity
		resp.Diagnostics.Append(req.Identity.Get(ctx, &identity)...)
		text = fmt.Sprintf("%d/%d", identity.ClienteID.ValueInt64(), identity.ID.ValueInt64())
	}
	clienteID, id, err := parseZonaFavoritaID(text)
	if err != nil {
		resp.Diagnostics.AddError("Invalid import identifier", upperFirst(err.Error())+".")
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("cliente_id"), clienteID)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), id)...)
}
