package framework

import (
	"context"
	"fmt"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// DatosByID puts the undocumented fields of listed records into one object, keyed by identifier:
// the framework allows no dynamic values in lists.
func DatosByID[T any](ctx context.Context, list []T, of func(T) (int64, map[string]any)) types.Dynamic {
	out := make(map[string]any, len(list))
	for _, item := range list {
		id, datos := of(item)
		out[strconv.FormatInt(id, 10)] = datos
	}
	return Dynamic(ctx, out)
}

// Nothing reports whether a denied list counts as an empty one.
// Its warning shows the text, which may mean something else.
func (t Task) Nothing(diags *diag.Diagnostics, err error) bool {
	if !parking.Is(err, parking.NotFound) {
		return false
	}
	diags.AddWarning("Nothing to list", fmt.Sprintf(nothingToListText, t.object(), Sentence(err)))
	return true
}
