package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// logLevels begins the environment variables that set the log level of one area of the service,
// such as TF_LOG_PROVIDER_PARKING_PLACAS=off. Without the area it is the variable for all of them.
const logLevels = "TF_LOG_PROVIDER_PARKING"

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
	ctx = tflog.NewSubsystem(ctx, a.Area, tflog.WithRootFields(), tflog.WithLevelFromEnv(logLevels, a.Area))
	tflog.SubsystemDebug(ctx, a.Area, "parking service request", fields)
}
