package framework

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

type planOrState interface {
	Get(ctx context.Context, target any) diag.Diagnostics
}

// Begin reads the plan or state that an operation, such as "create", is about. It limits the operation to the time that
// its timeouts declare.
func Begin[M interface{ declared() timeouts.Value }](ctx context.Context, operation string, standard time.Duration,
	from planOrState, diags *diag.Diagnostics) (context.Context, M, context.CancelFunc) {
	var model M
	diags.Append(from.Get(ctx, &model)...)
	within, cancel := Within(ctx, model.declared(), operation, standard, diags)
	return within, model, cancel
}

// Planning reads the state and the plan of a resource. Either is zero if there is none.
func Planning[M any](ctx context.Context, req resource.ModifyPlanRequest, diags *diag.Diagnostics) (state, plan M, creates, destroys bool) {
	creates, destroys = req.State.Raw.IsNull(), req.Plan.Raw.IsNull()
	if !creates {
		diags.Append(req.State.Get(ctx, &state)...)
	}
	if !destroys {
		diags.Append(req.Plan.Get(ctx, &plan)...)
	}
	return state, plan, creates, destroys
}
