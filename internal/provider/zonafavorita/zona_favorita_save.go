package zonafavorita

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What this process knows of its blocks: for a minute, while the service's list may lag, places where a block saved, adopted or
// moved a favourite, so that no other saves a second one there; and favourites that a block adopted, or moved or deleted as
// its own, until a refresh reads the block: an apply may take long.

// favorita names a favourite for that. A block that has it in its state takes it by this name, one that adopts it by its
// place.
func favorita(id int64) string { return fmt.Sprintf("favourite %d", id) }

// alone saves a favourite at plan's place, or moves one there, while no other block does so. If another one has just done
// so, it adds an error: the service would save the place twice, and adopting that favourite would share it.
func (r *zonaFavoritaResource) alone(ctx context.Context, verb string, plan zonaFavoritaModel, diags *diag.Diagnostics, write func()) {
	place := plan.finest()
	unlock, err := r.Client.Turn(ctx, place)
	if err != nil {
		r.task(verb, plan).AddError(diags, err)
		return
	}
	defer unlock()
	if r.Client.HeldBy(place) != "" {
		diags.AddError("Favourite just saved by another block", fmt.Sprintf(justSavedText, plan.place(), plan.ClienteID))
		return
	}
	if write(); !diags.HasError() {
		r.Client.Hold(place, place)
	}
}

// save saves the favourite, or adopts an existing one, and sets plan's id. It lists the favourites first, since the
// service may save the same place twice; it lists all of them, since a filter may hide one.
// listed is false if the favourite was saved and no list has shown it yet.
func (r *zonaFavoritaResource) save(ctx context.Context, plan *zonaFavoritaModel, diags *diag.Diagnostics) (listed bool) {
	clienteID := plan.ClienteID.ValueInt64()
	list, err := r.Client.ZonasFavoritas(ctx, clienteID, parking.Zona{})
	if err != nil && !parking.Is(err, parking.NotFound) { // NotFound: there is nothing to list
		r.task("create", *plan).AddLookError(diags, err)
		return false
	}
	existing, found := plan.find(r.free(list))
	if found && (existing.ID == nil || r.Client.Keep(favorita(*existing.ID), plan.finest())) {
		r.adopt(ctx, plan, existing, diags)
		return true
	}
	out, err := r.Client.CreateZonaFavorita(ctx, clienteID, plan.zona(), func(list []parking.ZonaFavorita) (parking.ZonaFavorita, bool) {
		return plan.find(r.free(list))
	})
	switch {
	case parking.Is(err, parking.Unexpected):
		r.task("read", *plan).WarnSaved(diags, err)
		return false
	case err != nil:
		r.task("create", *plan).AddError(diags, err)
		return false
	}
	plan.ID = types.Int64PointerValue(out.Made.ID)
	return out.Lost != nil || r.deleteSecond(ctx, plan, diags)
}

// deleteSecond checks whether another run saved the same place at the same moment,
// which neither run could see before it saved. Both runs then find both favourites. The
// run whose favourite has the higher id deletes it and adopts the other. listed reports
// whether the list shows the favourite.
func (r *zonaFavoritaResource) deleteSecond(ctx context.Context, plan *zonaFavoritaModel, diags *diag.Diagnostics) (listed bool) {
	list, err := r.Client.ZonasFavoritas(ctx, plan.ClienteID.ValueInt64(), parking.Zona{})
	if err != nil {
		return false // it was saved
	}
	own := plan.ID.ValueInt64()
	isOwn := has(own)
	listed = slices.ContainsFunc(list, isOwn)
	place := *plan
	place.ID = types.Int64Null()
	other, found := place.find(slices.DeleteFunc(r.free(list), isOwn))
	if !found || other.ID == nil || *other.ID > own || !r.Client.Keep(favorita(*other.ID), plan.finest()) {
		return listed
	}
	plan.ID, plan.adopted = types.Int64Value(*other.ID), true // which exists, even if deleting this one fails
	err = r.remove(ctx, own, plan.ClienteID.ValueInt64())
	if err != nil { // it may have been deleted
		left, readErr := r.Client.ZonasFavoritas(ctx, plan.ClienteID.ValueInt64(), parking.Zona{})
		if readErr == nil && !slices.ContainsFunc(left, isOwn) {
			err = nil
		}
	}
	if err != nil {
		diags.AddWarning("Favourite saved twice", fmt.Sprintf(savedTwiceText, plan.place(), plan.ClienteID, *other.ID, own, err))
		return true
	}
	r.Client.RecordAdoption(ctx, "guardar_zona_favorita", plan.subject())
	diags.AddWarning("Existing favourite adopted", fmt.Sprintf(otherRunText, plan.place(), plan.ClienteID, *other.ID, own))
	return true
}

// remove deletes a favourite. If the service says that it does not exist, the list decides: the
// answer may also mean that the body, which names the favourite, did not arrive.
func (r *zonaFavoritaResource) remove(ctx context.Context, id, clienteID int64) error {
	err := r.Client.DeleteZonaFavorita(ctx, id, clienteID)
	if !parking.Is(err, parking.NotFound) {
		return err
	}
	list, readErr := r.Client.ZonasFavoritas(ctx, clienteID, parking.Zona{})
	switch {
	case readErr != nil && !parking.Is(readErr, parking.NotFound):
		return framework.LookFailed(err, readErr)
	case slices.ContainsFunc(list, has(id)):
		return err
	}
	return nil
}

// has finds a favourite in a listing.
func has(id int64) func(parking.ZonaFavorita) bool {
	return func(f parking.ZonaFavorita) bool { return f.ID != nil && *f.ID == id }
}

// free gives the favourites of a listing that no other block of this process adopted, moved or deleted and no refresh has read since.
func (r *zonaFavoritaResource) free(list []parking.ZonaFavorita) []parking.ZonaFavorita {
	return slices.DeleteFunc(list, func(f parking.ZonaFavorita) bool { return f.ID != nil && r.Client.HeldBy(favorita(*f.ID)) != "" })
}

// adopt adopts an existing favourite. It is already at the declared place, so nothing is
// overwritten.
func (r *zonaFavoritaResource) adopt(ctx context.Context, plan *zonaFavoritaModel, existing parking.ZonaFavorita, diags *diag.Diagnostics) {
	if _, planned := framework.Shared[foretold](r.Service).Take(plan.finest(), framework.LookMaxAge); !planned {
		diags.AddWarning("Existing favourite adopted", fmt.Sprintf(adoptedText, plan.ClienteID, plan.place(), numbered(existing)))
	}
	plan.ID, plan.adopted = types.Int64PointerValue(existing.ID), true
	r.Client.RecordAdoption(ctx, "guardar_zona_favorita", plan.subject())
}

// numbered names a favourite by its identifier.
func numbered(f parking.ZonaFavorita) string {
	if f.ID == nil {
		return "a favourite"
	}
	return fmt.Sprintf("favourite %d", *f.ID)
}

// move moves the favourite of state to plan's place, unless the list shows it at a third one: an
// earlier move whose answer was lost may be done. If another block of this run adopted it,
// because it was at that block's place, or it was taken away before, this block saves one of
// its own. If the client already has a favourite at the new place, that one is adopted and this
// one deleted, since the service would save the place twice.
func (r *zonaFavoritaResource) move(ctx context.Context, plan *zonaFavoritaModel, state zonaFavoritaModel, taken bool,
	diags *diag.Diagnostics) {
	if plan.ID.IsNull() {
		diags.AddError("Unable to update favourite", noIdentifierText)
		return
	}
	task, client, own := r.task("update", *plan), plan.ClienteID.ValueInt64(), plan.ID.ValueInt64()
	if taken || !r.Client.Keep(favorita(own), favorita(own)) {
		plan.ID = types.Int64Null()
		if r.save(ctx, plan, diags); taken && !diags.HasError() {
			diags.AddWarning("Adopted favourite was moved", fmt.Sprintf(movedAwayText, own, client, state.place(), plan.place()))
		}
		return
	}
	target := *plan
	target.ID = types.Int64Null()
	for moved := false; ; moved = true { // the list may lag behind before the move, and not after it
		list, err := r.Client.ZonasFavoritas(ctx, client, parking.Zona{})
		if err != nil && !parking.Is(err, parking.NotFound) {
			if !moved {
				task.AddError(diags, parking.Unread(listNotReadReason, err))
			}
			return
		}
		shown, other := state.elsewhere(list)
		if _, notMoved := plan.elsewhere(list); other && notMoved {
			if !moved { // else the next refresh shows where it is
				state.addOther(shown, diags)
			}
			return
		}
		existing, found := target.find(slices.DeleteFunc(r.free(list), has(own)))
		found = found && existing.ID != nil
		switch {
		case found && r.Client.Keep(favorita(*existing.ID), plan.finest()):
			if err = r.remove(ctx, own, client); err == nil {
				r.adopt(ctx, plan, existing, diags)
				return
			}
			r.Client.Forget(favorita(*existing.ID))
		case moved:
			return
		default:
			err = r.Client.UpdateZonaFavorita(ctx, own, client, plan.zona())
		}
		if err != nil {
			task.AddError(diags, err)
			return
		}
	}
}
