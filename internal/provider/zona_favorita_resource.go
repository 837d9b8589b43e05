package provider

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
	if !r.claims.take(fmt.Sprintf("zona_favorita %s %s", plan.ClienteID, plan.place())) {
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
	id, failed := r.client.CreateZonaFavorita(ctx, clienteID, plan.zona())
	if failed == nil && id != nil {
		r.claims.take(heldFavorita(*id))
		plan.ID = types.Int64Value(*id)
		return true
	}
	if failed != nil && !parking.Ambiguous(failed) {
		r.task("create", *plan).addError(diags, failed)
		return false
	}
	// Saved without an id in the answer, or the answer was lost. The favourite
	// was not there before, so if it is there now it was this request.
	list, err = r.client.ZonasFavoritas(ctx, clienteID, plan.zona())
	existing, found := plan.find(r.free(list))
	switch {
	case found:
		plan.ID = types.Int64PointerValue(existing.ID)
		return true
	case failed != nil:
		r.task("create", *plan).addError(diags, failed)
	case err != nil:
		r.task("read", *plan).warnSaved(diags, err)
	default:
		r.task("read", *plan).warnSaved(diags, errors.New("the listing does not show it yet"))
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
	var identity zonaFavoritaIdentity
	if req.ID == "" {
		resp.Diagnostics.Append(req.Identity.Get(ctx, &identity)...)
	} else {
		first, second, _ := strings.Cut(req.ID, "/")
		clienteID, err1 := strconv.ParseInt(first, 10, 64)
		id, err2 := strconv.ParseInt(second, 10, 64)
		if err1 != nil || err2 != nil || clienteID < 1 || id < 1 {
			resp.Diagnostics.AddError("Invalid import identifier", fmt.Sprintf("%q is not of the form cliente_id/id, for example 12/77.", req.ID))
			return
		}
		identity = zonaFavoritaIdentity{types.Int64Value(clienteID), types.Int64Value(id)}
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("cliente_id"), identity.ClienteID)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), identity.ID)...)
}
