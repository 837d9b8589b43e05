package framework

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// DatosByID puts the undocumented fields of listed records into one object, keyed by identifier:
// the framework allows no dynamic values in lists. A record that comes twice is an error, since one
// would be lost.
func DatosByID[T any](ctx context.Context, operation string, list []T, of func(T) (int64, map[string]any)) (types.Dynamic, error) {
	out := make(map[string]any, len(list))
	for _, item := range list {
		id, datos := of(item)
		key := strconv.FormatInt(id, 10)
		if _, twice := out[key]; twice {
			return types.DynamicNull(), &parking.ContractError{Operation: operation, Detail: fmt.Sprintf(twiceInOneListText, id)}
		}
		out[key] = datos
	}
	return Dynamic(ctx, out), nil
}

// Nothing reports whether the service said "not found" to a listing, which counts as an empty list.
// Its warning shows the text, which may mean something else.
func (t Task) Nothing(diags *diag.Diagnostics, err error) bool {
	if !errors.Is(err, parking.ErrNotFound) {
		return false
	}
	diags.AddWarning("Nothing to list", fmt.Sprintf(nothingToListText, t.object(), Sentence(err)))
	return true
}
