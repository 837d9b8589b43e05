package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// logAttempt writes one line a try. Neither bodies nor addresses are in it: the
// route has its parameters as names, and errors come masked from the client.
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
