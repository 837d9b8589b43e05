package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// logAttempt writes one line for each try, all at one level, so that no filter hides a part. It
// logs neither bodies nor addresses, and the route with names for its parameters. The client has
// masked the texts of the service and the network already: only it knows what to mask.
func logAttempt(ctx context.Context, a parking.Attempt) {
	fields := map[string]any{
		"operation": a.Operation, "method": a.Method, "route": a.Route, "status": a.Status,
		"attempt": a.Number, "duration_ms": a.Duration.Milliseconds(),
	}
	if a.Err != nil {
		fields["error"] = a.Err.Error()
	}
	tflog.Debug(ctx, "parking service request", fields)
}
