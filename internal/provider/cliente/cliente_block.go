package cliente

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

func clienteClaim(email types.String) string {
	return "cliente " + strings.ToLower(email.ValueString())
}

// soleBlock adds an error where another block of this run is to have the client as well, as for a sanction.
func (r *clienteResource) soleBlock(email types.String, block string, diags *diag.Diagnostics) bool {
	if email.IsUnknown() || r.Claims.ClaimFor(clienteClaim(email), block) {
		return true
	}
	diags.AddAttributeError(path.Root("email"), "Client in two blocks", clientInTwoBlocksText)
	return false
}
