package framework

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// DefaultTimeout is how long one operation on one resource may take, retries included.
const DefaultTimeout = 10 * time.Minute

// TimeoutsAttribute is the attribute timeouts of a resource; the library leaves
// it without a description.
func TimeoutsAttribute(ctx context.Context, opts timeouts.Opts) schema.Attribute {
	return TimeoutsOf(ctx, opts, "10m")
}

// TimeoutsOf is TimeoutsAttribute with another default in its description.
func TimeoutsOf(ctx context.Context, opts timeouts.Opts, standard string) schema.Attribute {
	attribute := timeouts.Attributes(ctx, opts)
	if object, ok := attribute.(schema.SingleNestedAttribute); ok {
		object.MarkdownDescription = fmt.Sprintf(timeoutsDoc, standard)
		return object
	}
	return attribute
}

// Within limits an operation to the time that timeouts declares for it; declared is a method such as timeouts.Value.Create.
func Within(ctx context.Context, declared func(context.Context, time.Duration) (time.Duration, diag.Diagnostics), standard time.Duration,
	diags *diag.Diagnostics) (context.Context, context.CancelFunc) {
	limit, failed := declared(ctx, standard)
	diags.Append(failed...)
	return context.WithTimeout(ctx, limit)
}
