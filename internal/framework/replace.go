package framework

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// A replacement cannot be undone, and replaces what depends on the resource too. So only a
// known value that names another thing forces one. A value that is unknown in the plan is
// planned as an update in place, with a warning. If it turns out to be another one, Terraform reports an inconsistent final plan, and
// RefuseOther is the last guard.

// ReplaceIfOther plans the prior value for another spelling of the same thing, as same decides, and forces replacement
// for another thing.
func ReplaceIfOther(same func(a, b string) bool) planmodifier.String { return replaceIfOther(same) }

type replaceIfOther func(a, b string) bool

func (replaceIfOther) Description(context.Context) string         { return replacesIfOtherDoc }
func (replaceIfOther) MarkdownDescription(context.Context) string { return replacesIfOtherDoc }

func (same replaceIfOther) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	switch {
	case req.State.Raw.IsNull(), req.Plan.Raw.IsNull():
	case req.PlanValue.IsUnknown():
		warnLate(req.Path, &resp.Diagnostics)
	case same(req.PlanValue.ValueString(), req.StateValue.ValueString()):
		resp.PlanValue = req.StateValue
	default:
		resp.RequiresReplace = true
	}
}

// ReplacingIDAttribute is a required identifier, of which another one forces replacement.
func ReplacingIDAttribute(description string) schema.Int64Attribute {
	return schema.Int64Attribute{MarkdownDescription: description, Required: true,
		PlanModifiers: []planmodifier.Int64{ReplaceIfOtherID()}, Validators: []validator.Int64{int64validator.AtLeast(1)}}
}

// ReplaceIfOtherID forces replacement for another identifier. One that is omitted later changes nothing.
func ReplaceIfOtherID() planmodifier.Int64 {
	return int64planmodifier.RequiresReplaceIf(func(_ context.Context, req planmodifier.Int64Request,
		resp *int64planmodifier.RequiresReplaceIfFuncResponse) {
		if req.PlanValue.IsUnknown() {
			warnLate(req.Path, &resp.Diagnostics)
		}
		resp.RequiresReplace = !req.PlanValue.IsNull() && IsOther(req.PlanValue, req.PlanValue.Equal(req.StateValue))
	}, replacesIfOtherDoc, replacesIfOtherDoc)
}

// warnLate says what happens if a value that the plan does not know names another thing. It shows no configuration: an address is
// personal data.
func warnLate(attribute path.Path, diags *diag.Diagnostics) {
	diags.AddWarning(fmt.Sprintf("Unknown whether %s changes", attribute), lateText)
}

// IsOther reports whether a planned value is known and names another thing than the state.
func IsOther(plan attr.Value, same bool) bool { return !plan.IsUnknown() && !same }

// RefuseOther adds an error when an update in place would turn a resource into another thing.
// It does not show the values: an address is personal data.
func (*Service) RefuseOther(attribute string, same bool, diags *diag.Diagnostics) {
	if !same {
		diags.AddAttributeError(path.Root(attribute), "Replacement needed, but an update was planned",
			fmt.Sprintf(lateReplacementText, attribute))
	}
}
