package zonafavorita

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

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
