package provider

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// vehiculoMadeClaim is taken for each vehicle that a block of this run created or adopted,
// whose identifier no plan could know.
func vehiculoMadeClaim(id types.Int64) string { return fmt.Sprintf("vehiculo made %s", id) }

// claims notes which things this run has begun to create, so that two resource
// blocks that declare the same thing do not both create it.
type claims struct{ taken sync.Map }

// has reports whether a thing is taken.
func (c *claims) has(key string) bool {
	_, taken := c.taken.Load(key)
	return taken
}

func (c *claims) release(key string) { c.taken.Delete(key) }

// take claims a thing for the caller; false when it is taken.
func (c *claims) take(key string) bool {
	_, taken := c.taken.LoadOrStore(key, "")
	return !taken
}

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

// removeBlock is for what destroying leaves alone.
const removeBlock = "Remove one of the two blocks from the configuration, with its import block if it has one, then apply. That changes nothing on the service: at most the plan shows the block as to be destroyed, which only takes it out of the state."

const removeImport = "If it comes from an import block, it is not in the state yet: remove that import block instead."

const findBlocks = "terraform state list shows the blocks, and terraform state show what each of them holds."
