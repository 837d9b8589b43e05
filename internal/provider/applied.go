package provider

import (
	"encoding/json"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/vmihailenco/msgpack/v5"
)

// applied recognises a plan that Terraform repeats during an apply: something was applied since the object was last read
// or applied, and planned. Terraform configures a provider for each plan and each apply, but terraform test of 1.13 or
// later only once for all runs, and no other call begins or ends an apply. Runs may be parallel. A run plans an object
// right after it reads it, so that plan is never a repeated one. Without a refresh, one may seem to be.
type applied struct {
	reads atomic.Bool // an object was read
	calls atomic.Int64
	first sync.Map // of each object: calls before its first plan since it was read or applied, or notPlanned
}

const notPlanned = int64(-1)

// begin forgets everything, for a provider that is configured.
func (a *applied) begin() {
	a.reads.Store(false)
	a.calls.Store(0)
	a.first.Clear()
}

// saw notes that an object was read or applied.
func (a *applied) saw(typeName string, identity *tfprotov6.ResourceIdentityData) {
	if key, ok := objectKey(typeName, identity); ok {
		a.first.Store(key, notPlanned)
	}
}

// during reports whether the plan of an object that begins now is part of an apply. An object that was neither read nor
// applied since the provider was configured is planned during the apply of a plan that was made before. So is every object
// of an older Terraform, which sends no identity.
func (a *applied) during(typeName string, identity *tfprotov6.ResourceIdentityData) bool {
	calls := a.calls.Load()
	key, ok := objectKey(typeName, identity)
	if !ok {
		return calls > 0
	}
	if a.first.CompareAndSwap(key, notPlanned, calls) {
		return false
	}
	before, _ := a.first.Load(key)
	first, _ := before.(int64)
	return calls > first
}

// perhaps reports whether a plan may be part of an apply: nothing was read, so it is either that, or one without a refresh.
// Terraform plans in both with the same calls.
func (a *applied) perhaps() bool { return !a.reads.Load() && a.calls.Load() == 0 }

// objectKey gives a key for an object, if its identity is known. It compares values, since Terraform may encode them in
// another way than the provider.
func objectKey(typeName string, identity *tfprotov6.ResourceIdentityData) (key string, ok bool) {
	if identity == nil || identity.IdentityData == nil {
		return "", false
	}
	var values map[string]any
	if msgpack.Unmarshal(identity.IdentityData.MsgPack, &values) != nil || values == nil {
		return "", false
	}
	text, err := json.Marshal(values)
	return typeName + string(text), err == nil
}
