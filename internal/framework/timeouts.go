package framework

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// DefaultTimeout is how long one operation on one resource may take, retries included.
const DefaultTimeout = 10 * time.Minute

// TimeoutsAttribute is the attribute timeouts of a resource, with its default; the library leaves it without a description.
func TimeoutsAttribute(ctx context.Context, standard time.Duration, opts timeouts.Opts) schema.Attribute {
	object, _ := timeouts.Attributes(ctx, opts).(schema.SingleNestedAttribute)
	object.MarkdownDescription = fmt.Sprintf(timeoutsDoc, parking.Duration(standard))
	return object
}

// Timed is the part of a resource's model that its attribute timeouts fills in.
type Timed struct {
	Timeouts timeouts.Value `tfsdk:"timeouts"`
}

func (t Timed) declared() timeouts.Value { return t.Timeouts }

// Within limits an operation, such as "create", to the time that timeouts declares for it.
func Within(ctx context.Context, t timeouts.Value, operation string, standard time.Duration,
	diags *diag.Diagnostics) (context.Context, context.CancelFunc) {
	declared := map[string]func(context.Context, time.Duration) (time.Duration, diag.Diagnostics){
		"create": t.Create, "read": t.Read, "update": t.Update, "delete": t.Delete}[operation]
	limit, failed := declared(ctx, standard)
	diags.Append(failed...)
	return limited(ctx, operation, limit)
}

// limited ends an operation with an error that names the setting to change.
func limited(ctx context.Context, operation string, limit time.Duration) (context.Context, context.CancelFunc) {
	timeUp := fmt.Errorf("%w after %s (timeouts.%s)", context.DeadlineExceeded, parking.Duration(limit), operation)
	return context.WithTimeoutCause(ctx, limit, timeUp)
}
