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

// soleBlock adds an error if another block of this run declares or has the client.
func (r *clienteResource) soleBlock(email types.String, block string, diags *diag.Diagnostics) bool {
	if email.IsUnknown() || r.Claims.ClaimFor(clienteClaim(email), block) {
		return true
	}
	diags.AddAttributeError(path.Root("email"), "Client in two blocks", clientInTwoBlocksText)
	return false
}
