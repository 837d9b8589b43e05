package provider

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// A reservation, favourite, sanction or client is that of one block. Two blocks with one of
// them would both change it, and destroy it where that can be done. Terraform does not tell a
// provider which block it asks for, so each has a name in its private state, and claims by it
// what it has: once for the plan and once for the apply, which Terraform runs apart.
const blockKey = "block"

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
	owner, claimed := c.taken.LoadOrStore(key, block)
	return !claimed || owner == block
}

// created hands what the plan claimed to the block under the name it gets in its creation, which
// is given none of the plan's private state.
func (c *claims) created(key, block string) { c.taken.Store(key, block) }

func reservaClaim(id int64) string { return fmt.Sprintf("reserva %d", id) }

func reservaReadClaim(id int64) string { return fmt.Sprintf("reserva read %d", id) }

// soleBlock adds an error where another block of this run has the reservation as well.
func (r *reservaResource) soleBlock(id int64, block string, diags *diag.Diagnostics) bool {
	if id == 0 || r.claims.claimFor(reservaReadClaim(id), block) {
		return true
	}
	diags.AddError("Reservation in two blocks", fmt.Sprintf("Reservation %d is in the state of two blocks, so both would extend, pay and cancel it. Nothing was changed. Remove it from the block that did not book it, which is the tainted one if one is tainted. Then apply, which books another for that block:\n\n  terraform state rm parking_reserva.NAME\n\n%s %s", id, removeImport, findBlocks))
	return false
}

func favoritaClaim(id int64) string { return fmt.Sprintf("zona_favorita %d", id) }

// soleBlock adds an error where another block of this run has the favourite as well.
func (r *zonaFavoritaResource) soleBlock(state zonaFavoritaModel, block string, diags *diag.Diagnostics) bool {
	if state.ID.IsNull() || r.claims.claimFor(fmt.Sprintf("zona_favorita read %s", state.ID), block) {
		return true
	}
	diags.AddError("Favourite in two blocks", fmt.Sprintf("Favourite %s of client %s is in the state of two blocks, so both would move or delete it. Nothing was changed. Remove it from the state of one of them:\n\n  terraform state rm parking_zona_favorita.NAME\n\n%s In the configuration, remove that block too, or give it another place. Then apply. %s", state.ID, state.ClienteID, removeImport, findBlocks))
	return false
}

func sancionClaim(id types.Int64) string { return fmt.Sprintf("sancion %s", id) }

// soleBlock adds an error where another block of this run is to have the sanction as well. One that
// leaves the configuration changes nothing on the service, so it is in nobody's way.
func (r *sancionResource) soleBlock(id types.Int64, block string, diags *diag.Diagnostics) bool {
	if id.IsUnknown() || r.claims.claimFor(sancionClaim(id), block) {
		return true
	}
	diags.AddAttributeError(path.Root("sancion_id"), "Sanction in two blocks", fmt.Sprintf("Another block of this configuration declares sanction %s too, so both would close and pay it. Nothing was changed here. %s Keep the one that paid it, if one did. %s", id, removeBlock, findBlocks))
	return false
}

func clienteClaim(email types.String) string {
	return "cliente " + strings.ToLower(email.ValueString())
}

// soleBlock adds an error where another block of this run is to have the client as well, as for a sanction.
func (r *clienteResource) soleBlock(email types.String, block string, diags *diag.Diagnostics) bool {
	if email.IsUnknown() || r.claims.claimFor(clienteClaim(email), block) {
		return true
	}
	diags.AddAttributeError(path.Root("email"), "Client in two blocks", "Another block of this configuration declares this client too, so the two would overwrite each other in every run. Nothing was changed here. "+removeBlock+" "+findBlocks)
	return false
}

// removeBlock is for what destroying leaves alone.
const removeBlock = "Remove one of the two blocks from the configuration, with its import block if it has one, then apply. That changes nothing on the service: at most the plan shows the block as to be destroyed, which only takes it out of the state."

const removeImport = "If it comes from an import block, it is not in the state yet: remove that import block instead."

const findBlocks = "terraform state list shows the blocks, and terraform state show what each of them holds."
