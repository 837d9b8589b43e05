package zonafavorita

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// taken is what blocks took in this apply, so that no other block takes it: a favourite, by identifier, that one adopted, moved or
// deleted, and a place that one saves at. A renamed block, or an element put before others of a count, may adopt what another block has
// in its state, and two blocks may declare one place. A refresh forgets what it reads.
type taken struct{ sync.Map }

// take reports whether no other block took the favourite or place before.
func (r *zonaFavoritaResource) take(what any) bool {
	_, was := framework.Shared[taken](r.Service).LoadOrStore(what, true)
	return !was
}

// atPlace calls write, which saves plan's favourite, unless another block of this apply declares its place.
func (r *zonaFavoritaResource) atPlace(plan zonaFavoritaModel, diags *diag.Diagnostics, write func()) {
	if !r.take(plan.name()) {
		diags.AddError("Favourite "+plan.name()+" declared twice", declaredTwiceText)
		return
	}
	if write(); diags.HasError() {
		framework.Shared[taken](r.Service).Delete(plan.name())
	}
}

// free gives the favourites of a listing that no block took.
func (r *zonaFavoritaResource) free(list []parking.ZonaFavorita) []parking.ZonaFavorita {
	return slices.DeleteFunc(slices.Clone(list), func(f parking.ZonaFavorita) bool {
		if f.ID == nil {
			return false
		}
		_, was := framework.Shared[taken](r.Service).Load(*f.ID)
		return was
	})
}

// save adopts the favourite at plan's place, or saves one, and sets plan's id. It lists the favourites first, since the
// service may save the same place twice; it lists all of them, since a filter may hide one.
func (r *zonaFavoritaResource) save(ctx context.Context, plan *zonaFavoritaModel, diags *diag.Diagnostics) {
	clienteID := plan.ClienteID.ValueInt64()
	list, err := r.Client.ZonasFavoritas(ctx, clienteID, parking.Zona{}, parking.Creation)
	if err != nil && !parking.Is(err, parking.NotFound) { // NotFound: there is nothing to list
		r.task("create", *plan).AddLookError(diags, err)
		return
	}
	if existing, found := plan.find(r.free(list)); found {
		seen, _ := framework.Shared[listed](r.Service).Peek(plan.ClienteID.String())
		if _, planned := plan.find(seen.Found); !planned {
			diags.AddWarning("Favourite "+plan.name()+" adopted", fmt.Sprintf(existsText, numbered(existing)))
		}
		if plan.ID = types.Int64PointerValue(existing.ID); existing.ID != nil {
			r.take(*existing.ID)
		}
		r.Client.RecordAdoption(ctx, "guardar_zona_favorita", audit.Subject{ZonaFavoritaID: plan.ID.ValueInt64(), ClienteID: clienteID,
			ZonaID: plan.ZonaID.ValueInt64(), TramoID: plan.TramoID.ValueInt64(), CeldaID: plan.CeldaID.ValueInt64()})
		return
	}
	out, err := r.Client.CreateZonaFavorita(ctx, clienteID, plan.zona(), func(list []parking.ZonaFavorita) (parking.ZonaFavorita, bool) {
		return plan.find(r.free(list))
	})
	switch {
	case parking.Is(err, parking.Unexpected): // it was saved
		r.task("read", *plan).WarnSaved(diags, err)
	case err != nil:
		r.task("create", *plan).AddError(diags, err)
	default:
		plan.ID = types.Int64PointerValue(out.Made.ID)
	}
}

// numbered names a favourite by its identifier.
func numbered(f parking.ZonaFavorita) string {
	if f.ID == nil {
		return "a favourite"
	}
	return fmt.Sprintf("favourite %d", *f.ID)
}

// move moves the favourite of state to plan's place. If another block took it, this one saves a favourite of its own there.
func (r *zonaFavoritaResource) move(ctx context.Context, plan *zonaFavoritaModel, state zonaFavoritaModel, diags *diag.Diagnostics) {
	if !state.ID.IsNull() && !r.take(state.ID.ValueInt64()) {
		plan.ID = types.Int64Null()
		r.save(ctx, plan, diags)
		return
	}
	if !r.identified(state, diags) {
		return
	}
	if err := r.Client.UpdateZonaFavorita(ctx, plan.ID.ValueInt64(), plan.ClienteID.ValueInt64(), plan.zona()); err != nil {
		r.task("update", *plan).AddError(diags, err)
	}
}

// identified reports whether the favourite of state has an identifier, by which it can be moved or deleted, and adds an error otherwise.
func (r *zonaFavoritaResource) identified(state zonaFavoritaModel, diags *diag.Diagnostics) bool {
	if state.ID.IsNull() {
		diags.AddError("Favourite without an identifier", fmt.Sprintf(noIdentifierText, state.ClienteID, state.place()))
	}
	return !state.ID.IsNull()
}

// listed are the favourites of clients that plans read, by client.
type listed = framework.Looks[[]parking.ZonaFavorita]

// preview shows at plan time that the favourite already exists, or that the service says no to its client. What is not known yet
// is looked up by the apply, which lists the favourites again in any case.
func (r *zonaFavoritaResource) preview(ctx context.Context, plan zonaFavoritaModel, diags *diag.Diagnostics) {
	if r.Client == nil || plan.ClienteID.IsUnknown() || plan.ZonaID.IsUnknown() || plan.TramoID.IsUnknown() || plan.CeldaID.IsUnknown() {
		return
	}
	ctx, cancel := framework.Within(ctx, plan.Timeouts, "create", framework.DefaultTimeout, diags)
	defer cancel()
	list, err := framework.Shared[listed](r.Service).At(plan.ClienteID.String(), func() ([]parking.ZonaFavorita, error) {
		return r.Client.ZonasFavoritas(ctx, plan.ClienteID.ValueInt64(), parking.Zona{}, parking.Creation)
	})
	if err != nil && !parking.Is(err, parking.NotFound) { // NotFound: there is nothing to list
		r.task("plan", plan).AddUnchecked(r.Service, err, "client "+plan.ClienteID.String(), diags)
		return
	}
	plan.ID = types.Int64Null()
	if existing, found := plan.find(r.free(list)); found {
		diags.AddWarning("Favourite "+plan.name()+" already exists", fmt.Sprintf(existsText, numbered(existing)))
	}
}
