package zonafavorita

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// save saves the favourite, or adopts an existing one, and sets plan's id.
// The listing is asked first, since the service may save the same place twice; all of it, since its filters may hide one.
// known is false when the favourite is saved and no list has shown it yet.
func (r *zonaFavoritaResource) save(ctx context.Context, plan *zonaFavoritaModel, block string, diags *diag.Diagnostics) (known bool) {
	clienteID := plan.ClienteID.ValueInt64()
	list, err := r.Client.ZonasFavoritas(ctx, clienteID, parking.Zona{})
	if err != nil && !errors.Is(err, parking.ErrNotFound) { // that there is nothing to list is an answer too
		r.task("create", *plan).AddLookError(diags, err)
		return false
	}
	if existing, found := plan.find(r.free(list)); found && (existing.ID == nil || r.Claims.ClaimFor(favoritaClaim(*existing.ID), block)) {
		r.adopt(plan, existing, diags)
		return true
	}
	out, err := r.Client.CreateZonaFavorita(ctx, clienteID, plan.zona(), func(list []parking.ZonaFavorita) (parking.ZonaFavorita, bool) {
		return plan.find(r.free(list))
	})
	switch {
	case errors.Is(err, parking.ErrContract):
		r.task("read", *plan).WarnSaved(diags, err)
		return false
	case err != nil:
		r.task("create", *plan).AddError(diags, err)
		return false
	}
	plan.ID = types.Int64PointerValue(out.Made.ID)
	if out.Made.ID != nil {
		r.Claims.ClaimFor(favoritaClaim(*out.Made.ID), block)
	}
	return out.Lost != nil || r.leaveOne(ctx, plan, block, diags)
}

// leaveOne looks whether another run saved the same place at the same moment,
// which neither could see before it saved. Both find both then, and the one with
// the higher id deletes its own and goes on with the other's. seen reports whether
// the list shows the favourite.
func (r *zonaFavoritaResource) leaveOne(ctx context.Context, plan *zonaFavoritaModel, block string, diags *diag.Diagnostics) (seen bool) {
	list, err := r.Client.ZonasFavoritas(ctx, plan.ClienteID.ValueInt64(), parking.Zona{})
	if err != nil {
		return false // it is saved; that is all there is to know
	}
	own := plan.ID.ValueInt64()
	shows := func(list []parking.ZonaFavorita) bool {
		return slices.ContainsFunc(list, func(f parking.ZonaFavorita) bool { return f.ID != nil && *f.ID == own })
	}
	seen = shows(list)
	place := *plan
	place.ID = types.Int64Null()
	twin, found := place.find(r.free(list))
	if !found || twin.ID == nil || *twin.ID > own {
		return seen
	}
	if r.Adopt != framework.AdoptNever {
		plan.ID = types.Int64Value(*twin.ID) // which is there, whatever becomes of the other
	}
	err = r.Client.DeleteZonaFavorita(ctx, own, plan.ClienteID.ValueInt64())
	if err != nil && !errors.Is(err, parking.ErrNotFound) { // it may be done all the same
		if left, look := r.Client.ZonasFavoritas(ctx, plan.ClienteID.ValueInt64(), parking.Zona{}); look == nil && !shows(left) {
			err = nil
		}
	}
	if err != nil && !errors.Is(err, parking.ErrNotFound) {
		diags.AddWarning("Favourite saved twice", fmt.Sprintf(favouriteSavedTwiceText, plan.place(), plan.ClienteID, *twin.ID, own, err))
		return true
	}
	r.Claims.ClaimFor(favoritaClaim(*twin.ID), block)
	if r.Adopt == framework.AdoptNever {
		r.adopt(plan, twin, diags)
		return true
	}
	diags.AddWarning("Existing favourite adopted", fmt.Sprintf(favouriteSavedByAnotherText, plan.place(), plan.ClienteID, *twin.ID, own))
	return true
}

// refuseTwice adds an error where another block of this run declares the place as well.
func (r *zonaFavoritaResource) refuseTwice(plan zonaFavoritaModel, block string, diags *diag.Diagnostics) bool {
	if r.Claims.ClaimFor(plan.claim(), block) {
		return false
	}
	diags.AddError("Favourite declared twice", fmt.Sprintf(favouriteDeclaredTwiceText, plan.place(), plan.ClienteID))
	return true
}

// free gives the favourites of a listing that no other block of this run took
// over, saved or deleted.
func (r *zonaFavoritaResource) free(list []parking.ZonaFavorita) []parking.ZonaFavorita {
	return slices.DeleteFunc(list, func(f parking.ZonaFavorita) bool {
		return f.ID != nil && r.Claims.Has(favoritaClaim(*f.ID))
	})
}

// adopt takes an existing favourite over. It has the declared place already, so
// there is nothing to overwrite.
func (r *zonaFavoritaResource) adopt(plan *zonaFavoritaModel, existing parking.ZonaFavorita, diags *diag.Diagnostics) {
	which, remedy := "favourite", "" // an answer that leaves ids out leaves nothing to import by
	if existing.ID != nil {
		which = fmt.Sprintf("favourite %d", *existing.ID)
		remedy = fmt.Sprintf(importFavouriteText, plan.ClienteID, *existing.ID)
	}
	if r.Adopt == framework.AdoptNever {
		diags.AddError("Favourite exists already", fmt.Sprintf(favouriteExistsAlreadyText, plan.ClienteID, plan.place(), which, remedy))
		return
	}
	diags.AddWarning("Existing favourite adopted", fmt.Sprintf(favouriteAdoptedText, plan.ClienteID, plan.place(), which))
	plan.ID = types.Int64PointerValue(existing.ID)
}

// move takes the favourite to plan's place. Where another block of this run took
// it over, because it was at that one's place, this block gets one of its own. Where
// the client has the place already, that favourite is adopted and this one deleted,
// since the service would save the place twice; under never this one stays where it was, from.
func (r *zonaFavoritaResource) move(ctx context.Context, plan *zonaFavoritaModel, from parking.Zona, block string,
	diags *diag.Diagnostics) {
	if plan.ID.IsNull() {
		diags.AddError("Unable to update favourite", noID)
		return
	}
	claim := favoritaClaim(plan.ID.ValueInt64())
	if !r.Claims.ClaimFor(claim, block) {
		plan.ID = types.Int64Null()
		r.save(ctx, plan, block, diags)
		return
	}
	task, client, own := r.task("update", *plan), plan.ClienteID.ValueInt64(), plan.ID.ValueInt64()
	there := *plan
	there.ID = types.Int64Null()
	for moved := false; ; moved = true { // a list that lags before the move may not after it
		list, err := r.Client.ZonasFavoritas(ctx, client, parking.Zona{})
		if err != nil && !errors.Is(err, parking.ErrNotFound) {
			if !moved {
				r.Claims.Release(claim)
				task.AddError(diags, &parking.NotSentError{Reason: favouritesNotReadReason, Err: err})
			}
			return
		}
		existing, found := there.find(r.free(list))
		found = found && existing.ID != nil
		switch {
		case found && r.Adopt == framework.AdoptNever:
			done := "Nothing was changed."
			if moved {
				done, err = fmt.Sprintf(movedBackText, own), r.Client.UpdateZonaFavorita(ctx, own, client, from)
			}
			if err == nil {
				diags.AddError("Favourite exists already",
					fmt.Sprintf(favouriteInTheWayText, client, plan.place(), *existing.ID, own, done))
				r.Claims.Release(claim)
				return
			}
		case found && r.Claims.ClaimFor(favoritaClaim(*existing.ID), block):
			if err = r.Client.DeleteZonaFavorita(ctx, own, client); err == nil || errors.Is(err, parking.ErrNotFound) {
				r.adopt(plan, existing, diags)
				return
			}
			r.Claims.Release(favoritaClaim(*existing.ID))
		case moved:
			return
		default:
			err = r.Client.UpdateZonaFavorita(ctx, own, client, plan.zona())
		}
		if err != nil {
			r.Claims.Release(claim)
			task.AddError(diags, err)
			return
		}
	}
}
