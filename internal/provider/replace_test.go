package provider

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func TestReplaceIfOther(t *testing.T) {
	t.Parallel()
	something := tftypes.NewValue(tftypes.Object{}, map[string]tftypes.Value{})
	plan, state := tfsdk.Plan{Raw: something}, tfsdk.State{Raw: something}
	for _, c := range []struct {
		plan types.String
		want bool
	}{{types.StringValue("a"), false}, {types.StringValue("A"), false}, {types.StringValue("b"), true}, {types.StringNull(), true}, {types.StringUnknown(), false}} {
		var resp planmodifier.StringResponse
		replaceIfOther(strings.EqualFold).PlanModifyString(t.Context(), planmodifier.StringRequest{Plan: plan, State: state, PlanValue: c.plan, StateValue: types.StringValue("a")}, &resp)
		if resp.RequiresReplace != c.want {
			t.Errorf("%s forces replacement: %t", c.plan, resp.RequiresReplace)
		}
	}
	for _, c := range []struct {
		plan types.Int64
		want bool
	}{{types.Int64Value(1), false}, {types.Int64Value(2), true}, {types.Int64Null(), true}, {types.Int64Unknown(), false}} {
		var resp planmodifier.Int64Response
		replaceIfOtherID().PlanModifyInt64(t.Context(), planmodifier.Int64Request{Plan: plan, State: state, PlanValue: c.plan, StateValue: types.Int64Value(1)}, &resp)
		if resp.RequiresReplace != c.want {
			t.Errorf("%s forces replacement: %t", c.plan, resp.RequiresReplace)
		}
	}
}
