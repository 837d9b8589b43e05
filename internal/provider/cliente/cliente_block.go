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

// addInTwoBlocks adds the error that another block of this run declares or has the client.
func addInTwoBlocks(diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root("email"), "Client in two blocks", clientInTwoBlocksText)
}
