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

// VehiculoMadeClaim is taken for each vehicle that a block of this run created or adopted,
// whose identifier no plan could know.
func VehiculoMadeClaim(id types.Int64) string { return fmt.Sprintf("vehiculo made %s", id) }

// claims notes which things this run has begun to create, so that two resource
// blocks that declare the same thing do not both create it.
type claims struct{ Taken sync.Map }

// Has reports whether a thing is taken.
func (c *claims) Has(key string) bool {
	_, taken := c.Taken.Load(key)
	return taken
}

func (c *claims) Release(key string) { c.Taken.Delete(key) }

// Take claims a thing for the caller; false when it is taken.
func (c *claims) Take(key string) bool {
	_, taken := c.Taken.LoadOrStore(key, "")
	return !taken
}

// A reservation, favourite, sanction or client is that of one block. Two blocks with one of
// them would both change it, and destroy it where that can be done. Terraform does not tell a
// provider which block it asks for, so each has a name in its private state, and claims by it
// what it has: once for the plan and once for the apply, which Terraform runs apart.
const BlockKey = "block"

// BlockName gives the name of the block that private is of, and names it where it has none.
func BlockName(ctx context.Context, private PrivateState, diags *diag.Diagnostics) (name string) {
	if value, failed := private.GetKey(ctx, BlockKey); failed.HasError() || json.Unmarshal(value, &name) != nil || name == "" {
		name = rand.Text()
		SetMark(ctx, private, BlockKey, name, diags)
	}
	return name
}

// ClaimFor claims a thing for a block; false where it is another's.
func (c *claims) ClaimFor(key, block string) bool {
	owner, claimed := c.Taken.LoadOrStore(key, block)
	return !claimed || owner == block
}

// Created hands what the plan claimed to the block under the name it gets in its creation, which
// is given none of the plan's private state.
func (c *claims) Created(key, block string) { c.Taken.Store(key, block) }
