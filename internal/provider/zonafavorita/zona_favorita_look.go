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
)

// listed are the favourites of clients that plans read, and foretold those of which a plan said that a block will adopt them.
type (
	listed   = framework.Looks[[]parking.ZonaFavorita]
	foretold = framework.Looks[parking.ZonaFavorita]
)

// managed are the identifiers of the favourites that blocks of this configuration have in their state, as far as this process
// read them: such a block may move its favourite away in the same run.
type managed struct{ sync.Map }

// preview shows at plan time that the favourite already exists, or that the service says no to its client. What is not known yet
// is looked up by the apply, which lists the favourites again in any case.
func (r *zonaFavoritaResource) preview(ctx context.Context, plan zonaFavoritaModel, diags *diag.Diagnostics) {
	if r.Client == nil || plan.ClienteID.IsUnknown() || plan.ZonaID.IsUnknown() || plan.TramoID.IsUnknown() || plan.CeldaID.IsUnknown() {
		return
	}
	ctx, cancel := framework.Within(ctx, plan.Timeouts, "create", framework.DefaultTimeout, diags)
	defer cancel()
	list, err := r.lookAtList(ctx, plan.ClienteID.ValueInt64())
	if err != nil && !parking.Is(err, parking.NotFound) { // NotFound: there is nothing to list
		r.task("plan", plan).AddUnchecked(r.Service, err, "client "+plan.ClienteID.String(), diags)
		return
	}
	plan.ID = types.Int64Null()
	existing, found := plan.find(slices.DeleteFunc(r.free(slices.Clone(list)), func(f parking.ZonaFavorita) bool {
		if f.ID == nil {
			return false
		}
		_, is := framework.Shared[managed](r.Service).Load(*f.ID)
		return is
	}))
	if !found {
		return
	}
	framework.Shared[foretold](r.Service).Keep(plan.finest(), existing, nil)
	diags.AddWarning(framework.UpperFirst(numbered(existing))+" already exists",
		fmt.Sprintf(foundText, plan.ClienteID, numbered(existing), plan.place()))
}

// lookAtList lists a client's favourites for the plans of a run.
func (r *zonaFavoritaResource) lookAtList(ctx context.Context, clienteID int64) ([]parking.ZonaFavorita, error) {
	looks, key := framework.Shared[listed](r.Service), fmt.Sprint(clienteID)
	if seen, ok := looks.Peek(key); ok {
		return seen.Found, seen.Err
	}
	list, err := r.Client.ZonasFavoritas(ctx, clienteID, parking.Zona{})
	looks.Keep(key, list, err)
	return list, err
}
