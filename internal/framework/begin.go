package framework

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
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
