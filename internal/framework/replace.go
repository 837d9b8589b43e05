package framework

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// A replacement cannot be undone and takes everything behind the resource with it. So
// only a value that is known and names another thing forces one. A value that is
// unknown in the plan is planned as an update in place, which checks it.

// ReplaceIfOther forces replacement when a text names another thing, as same decides.
func ReplaceIfOther(same func(a, b string) bool) planmodifier.String {
	return stringplanmodifier.RequiresReplaceIf(func(_ context.Context, req planmodifier.StringRequest,
		resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
		resp.RequiresReplace = IsOther(req.PlanValue, same(req.PlanValue.ValueString(), req.StateValue.ValueString()))
	}, replacesIfOther, replacesIfOther)
}

// ReplaceIfOtherID forces replacement when an identifier is another one.
func ReplaceIfOtherID() planmodifier.Int64 {
	return int64planmodifier.RequiresReplaceIf(func(_ context.Context, req planmodifier.Int64Request,
		resp *int64planmodifier.RequiresReplaceIfFuncResponse) {
		resp.RequiresReplace = IsOther(req.PlanValue, req.PlanValue.Equal(req.StateValue))
	}, replacesIfOther, replacesIfOther)
}

// IsOther reports whether a planned value is known to name another thing than the state.
func IsOther(plan attr.Value, same bool) bool { return !plan.IsUnknown() && !same }

// RefuseOther adds an error when an update in place would make a resource another thing.
// The values are not shown, since an address is personal data.
func RefuseOther(attribute string, same bool, diags *diag.Diagnostics) {
	if !same {
		diags.AddAttributeError(path.Root(attribute), lateReplacement, fmt.Sprintf(lateReplacementText, attribute, lateRemedy))
	}
}

// RefuseLateReplacement is refuseOther for a plan that is made during an apply. What was
// planned as a replacement has no prior state then, so one that is wanted now was planned
// as an update. Terraform would report it as a bug of the provider, one error for each
// computed attribute.
func RefuseLateReplacement(resp *tfprotov6.PlanResourceChangeResponse) {
	for _, attribute := range resp.RequiresReplace {
		resp.Diagnostics = append(resp.Diagnostics, &tfprotov6.Diagnostic{
			Severity: tfprotov6.DiagnosticSeverityError, Attribute: attribute, Summary: lateReplacement,
			Detail: "This change forces replacement. " + lateRemedy,
		})
	}
}
