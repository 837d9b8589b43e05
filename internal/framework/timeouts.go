package framework

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// DefaultTimeout bounds one operation on one resource, repeats included.
const DefaultTimeout = 10 * time.Minute

// TimeoutsAttribute is the attribute timeouts of a resource; the library leaves
// it without a description.
func TimeoutsAttribute(ctx context.Context, opts timeouts.Opts) schema.Attribute {
	return TimeoutsOf(ctx, opts, "10m")
}

func TimeoutsOf(ctx context.Context, opts timeouts.Opts, standard string) schema.Attribute {
	attribute := timeouts.Attributes(ctx, opts)
	if object, ok := attribute.(schema.SingleNestedAttribute); ok {
		object.MarkdownDescription = fmt.Sprintf(timeoutsDoc, standard)
		return object
	}
	return attribute
}

// Within gives an operation the time that timeouts declares for it, as timeouts.Value.Create and its like tell.
func Within(ctx context.Context, declared func(context.Context, time.Duration) (time.Duration, diag.Diagnostics), standard time.Duration,
	diags *diag.Diagnostics) (context.Context, context.CancelFunc) {
	limit, failed := declared(ctx, standard)
	diags.Append(failed...)
	return context.WithTimeout(ctx, limit)
}
