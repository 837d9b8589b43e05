package framework

import (
	"context"
	"crypto/rand"
	"encoding/json"
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
type Claims struct{ owners sync.Map }

// Take claims a thing for the caller, without a block; false when it is taken.
func (c *Claims) Take(key string) bool {
	_, taken := c.owners.LoadOrStore(key, "")
	return !taken
}

// ClaimFor claims a thing for a block; false when another block has it.
func (c *Claims) ClaimFor(key, block string) bool {
	owner, taken := c.owners.LoadOrStore(key, block)
	return !taken || owner == block
}

// Created moves the claim of the plan to the name that the block gets when it is created,
// because a creation does not see the private state of its plan.
func (c *Claims) Created(key, block string) { c.owners.Store(key, block) }

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
// belongs to one block: two would both change it, and both destroy it. Terraform does not tell
// the provider which block a call is about, so each gets a name in its private state and claims
// its thing by it: once for the plan and once for the apply, which are separate runs.
const BlockKey = "block"

// BlockName gives the name of the block that private belongs to, and makes one if it has none.
func BlockName(ctx context.Context, private PrivateState, diags *diag.Diagnostics) (name string) {
	if value, failed := private.GetKey(ctx, BlockKey); failed.HasError() || json.Unmarshal(value, &name) != nil || name == "" {
		name = rand.Text()
		SetMark(ctx, private, BlockKey, name, diags)
	}
	return name
}
