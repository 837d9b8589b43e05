package reserva

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

func reservaClaim(id int64) string { return fmt.Sprintf("reserva %d", id) }

func reservaReadClaim(id int64) string { return fmt.Sprintf("reserva read %d", id) }

// soleBlock adds an error if another block of this run has the reservation in its state.
func (r *reservaResource) soleBlock(id int64, block string, diags *diag.Diagnostics) bool {
	if id == 0 || r.Claims.ClaimFor(reservaReadClaim(id), block) {
		return true
	}
	diags.AddError("Reservation in two blocks", fmt.Sprintf(twoBlocksText, id, framework.RemoveImport, framework.FindBlocks))
	return false
}
