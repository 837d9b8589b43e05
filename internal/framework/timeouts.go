package framework

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
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
	object, _ := timeouts.Attributes(ctx, opts).(schema.SingleNestedAttribute)
	object.MarkdownDescription = fmt.Sprintf(timeoutsDoc, standard)
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

func limited(ctx context.Context, operation string, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, timeUp{operation, limit})
}

// timeUp is the end of an operation's time. Errors show it, so that the reader knows which setting to change.
type timeUp struct {
	operation string
	limit     time.Duration
}

func (t timeUp) Error() string {
	return fmt.Sprintf("the operation timed out after %s (timeouts.%s)", parking.Duration(t.limit), t.operation)
}

// Is matches context.DeadlineExceeded.
func (timeUp) Is(target error) bool { return target == context.DeadlineExceeded }

// raiseTimeouts says what to do if the time of the operation was over.
func raiseTimeouts(err error) string {
	example := ""
	if up, ok := errors.AsType[timeUp](err); ok {
		example = fmt.Sprintf(", for example timeouts = { %s = %q }", up.operation, parking.Duration(2*up.limit))
	}
	return fmt.Sprintf(raiseTimeoutsText, example)
}
