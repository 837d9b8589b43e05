package provider

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// A reservation is that of one block. Two blocks with one reservation would both extend,
// pay and cancel it, so each block has a name, under blockKey, and claims its reservation
// by it: once for the plan and once for the apply, which Terraform runs apart.

func reservaClaim(id int64) string { return fmt.Sprintf("reserva %d", id) }

func reservaReadClaim(id int64) string { return fmt.Sprintf("reserva read %d", id) }

// blockName gives the name of the block that private is of, and names it where it has none.
func blockName(ctx context.Context, private privateState, diags *diag.Diagnostics) (name string) {
	if value, failed := private.GetKey(ctx, blockKey); failed.HasError() || json.Unmarshal(value, &name) != nil || name == "" {
		name = rand.Text()
		setMark(ctx, private, blockKey, name, diags)
	}
	return name
}

// claimFor claims a thing for a block; false where it is another's.
func (c *claims) claimFor(key, block string) bool {
	owner := c.takeFor(key, block)
	return owner == nil || owner == block
}

// soleBlock adds an error where another block of this run has the reservation as well.
func (r *reservaResource) soleBlock(id int64, block string, diags *diag.Diagnostics) bool {
	if id == 0 || r.claims.claimFor(reservaReadClaim(id), block) {
		return true
	}
	diags.AddError("Reservation in two blocks", fmt.Sprintf("Reservation %d is in the state of two blocks, so both would extend, pay and cancel it. Nothing was changed. Remove it from the block that did not book it, which is the tainted one if one is tainted. Then apply, which books another for that block:\n\n  terraform state rm parking_reserva.NAME\n\nterraform state list shows the blocks, and terraform state show what each of them holds.", id))
	return false
}
