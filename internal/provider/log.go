package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// logLevels begins the environment variables that set the level of one area of
// the service, such as TF_LOG_PROVIDER_PARKING_PLACAS=off. Without its last word
// it is the variable by which Terraform's plugin library sets that of them all.
const logLevels = "TF_LOG_PROVIDER_PARKING"

// logAttempt writes one line a try, repeated or not, at one level, so that no
// filter by level hides the half of a story. Neither bodies nor addresses are in
// it: the route has its parameters as names. What the service or the network
// said comes masked from the client, which knows what to hide and in which
// spellings; a second mask here would know less.
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
