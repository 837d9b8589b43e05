package zonafavorita

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

func favoritaClaim(id int64) string { return fmt.Sprintf("zona_favorita %d", id) }

// soleBlock adds an error if another block of this run has the favourite in its state.
func (r *zonaFavoritaResource) soleBlock(state zonaFavoritaModel, block string, diags *diag.Diagnostics) bool {
	if state.ID.IsNull() || r.Claims.ClaimFor(fmt.Sprintf("zona_favorita read %s", state.ID), block) {
		return true
	}
	diags.AddError("Favourite in two blocks",
		fmt.Sprintf(twoBlocksText, state.ID, state.ClienteID, framework.RemoveImport, framework.FindBlocks))
	return false
}
