package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
)

// A replacement cannot be undone and takes everything behind the resource with it. So
// only a value that is known and names another thing forces one. A value that is
// unknown in the plan is planned as an update in place, which checks it.

const replacesIfOther = "Another value forces replacement. Another spelling of the same value does not, nor does one that is not known yet."

// replaceIfOther forces replacement when a text names another thing, as same decides.
func replaceIfOther(same func(a, b string) bool) planmodifier.String {
	return stringplanmodifier.RequiresReplaceIf(func(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
		resp.RequiresReplace = isOther(req.PlanValue, same(req.PlanValue.ValueString(), req.StateValue.ValueString()))
	}, replacesIfOther, replacesIfOther)
}

// replaceIfOtherID forces replacement when an identifier is another one.
func replaceIfOtherID() planmodifier.Int64 {
	return int64planmodifier.RequiresReplaceIf(func(_ context.Context, req planmodifier.Int64Request, resp *int64planmodifier.RequiresReplaceIfFuncResponse) {
		resp.RequiresReplace = isOther(req.PlanValue, req.PlanValue.Equal(req.StateValue))
	}, replacesIfOther, replacesIfOther)
}

// isOther reports whether a planned value is known to name another thing than the state.
func isOther(plan attr.Value, same bool) bool { return !plan.IsUnknown() && !same }
