package sancion

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

func sancionClaim(id types.Int64) string { return fmt.Sprintf("sancion %s", id) }

// addInTwoBlocks adds the error that another block of this run declares the sanction as well. A block that
// is removed from the configuration changes nothing on the service, so it does not count.
func addInTwoBlocks(id types.Int64, diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root("sancion_id"), "Sanction in two blocks",
		fmt.Sprintf(twoBlocksText, id, framework.RemoveBlock, framework.FindBlocks))
}
