package framework

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// VehiculoMadeClaim is the claim of a vehicle that this run created or adopted: no plan knew
// its identifier.
func VehiculoMadeClaim(id types.Int64) string { return fmt.Sprintf("vehiculo made %s", id) }

// Claims notes which things this run has begun to create, and for which block, so that two
// resource blocks that declare the same thing do not both create it. The zero value is empty.
type Claims struct{ owners, planned sync.Map }

// Take claims a thing for the caller, without a block; false when it is taken.
func (c *Claims) Take(key string) bool {
	_, taken := c.owners.LoadOrStore(key, "")
	return !taken
}

// ClaimFor claims a thing for a block; false when another block has it, or is planned to create it.
func (c *Claims) ClaimFor(key, block string) bool {
	_, planned := c.planned.Load(key)
	owner, taken := c.owners.LoadOrStore(key, block)
	return !planned && (!taken || owner == block)
}

// ClaimToPlan claims a thing for the block in private; false when another block has it. A block that creates the thing
// only notes its plan, and gets the claim from ClaimToCreate: `terraform test` plans one creation several times in one
// process, and nothing tells these plans from those of two blocks. A replacement is planned for the block that has the
// thing, and then as a creation with the private state of that plan.
func (c *Claims) ClaimToPlan(ctx context.Context, key string, creates bool, private PrivateState, diags *diag.Diagnostics) bool {
	if creates {
		c.Leave(key, ReadMark[string](ctx, private, BlockKey))
		c.planned.Store(key, nil)
		return !c.Has(key)
	}
	return c.ClaimFor(key, BlockName(ctx, private, diags))
}

// ClaimToCreate claims a thing for the block that creates it; false when another block has it.
func (c *Claims) ClaimToCreate(key, block string) bool {
	c.planned.Delete(key)
	return c.ClaimFor(key, block)
}

// Leave ends the claim of a block, but not that of another one.
func (c *Claims) Leave(key, block string) { c.owners.CompareAndDelete(key, block) }

// Release ends a claim.
func (c *Claims) Release(key string) { c.owners.Delete(key) }

// Has reports whether a thing is taken.
func (c *Claims) Has(key string) bool {
	_, taken := c.owners.Load(key)
	return taken
}

// Owner gives the block that a thing was claimed for, if it is taken.
func (c *Claims) Owner(key string) (block string, taken bool) {
	owner, taken := c.owners.Load(key)
	block, _ = owner.(string)
	return block, taken
}

// BlockKey marks the name of a resource block. A reservation, favourite, sanction or client
// belongs to one block: two would both change it, and both destroy it. A plate or vehicle is
// created by one. Terraform does not tell the provider which block a call is about, so each gets
// a name in its private state and claims its thing by it: once for the plan and once for the
// apply, which are separate runs.
const BlockKey = "block"

// BlockName gives the name of the block that private belongs to, and makes one if it has none.
func BlockName(ctx context.Context, private PrivateState, diags *diag.Diagnostics) string {
	name := ReadMark[string](ctx, private, BlockKey)
	if name == "" {
		name = rand.Text()
		SetMark(ctx, private, BlockKey, name, diags)
	}
	return name
}
