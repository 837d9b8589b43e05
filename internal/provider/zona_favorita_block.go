package provider

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// A favourite can be in the state of two blocks: one took it over because it was
// at its place, and the run ended before the other, whose place was to change,
// was heard of. Both would move it, or one would delete it from under the other.
// Terraform does not tell a provider which block it asks for, so each block has a
// name of its own in its private state, by which that is noticed.
const blockKey = "block"

// name gives a block its name, which nothing but only reads.
func (r *zonaFavoritaResource) name(ctx context.Context, private privateWriter, diags *diag.Diagnostics) {
	value, err := json.Marshal(rand.Text())
	if err == nil {
		diags.Append(private.SetKey(ctx, blockKey, value)...)
	}
}

// only reports whether no other block of this run has the favourite in its state.
// Of two the one that is read later leaves the state, with a warning; the plan
// then saves a favourite of its own for it. Blocks that have no name yet, such as
// imported ones, are not compared.
func (r *zonaFavoritaResource) only(ctx context.Context, state zonaFavoritaModel, read privateReader, write privateWriter, diags *diag.Diagnostics) bool {
	if state.ID.IsNull() {
		return true
	}
	var name string
	value, failed := read.GetKey(ctx, blockKey)
	if failed.HasError() || json.Unmarshal(value, &name) != nil {
		r.name(ctx, write, diags)
		return true
	}
	other := r.claims.takeFor(fmt.Sprintf("zona_favorita read %s", state.ID), name)
	if other == nil || other == name {
		return true
	}
	diags.AddWarning("Favourite in two blocks", fmt.Sprintf("Favourite %s of client %s is in the state of two blocks of this configuration, after a run that ended half-way: one took it over before the other had moved or deleted it. It stays with one of them; the other leaves the state, and the plan saves a favourite of its own for it where it is still declared.", state.ID, state.ClienteID))
	return false
}
