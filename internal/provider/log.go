package provider

import (
	"cmp"
	"context"
	"maps"
	"os"

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

// LimitLogs sets the log levels of this program to the one that Terraform shows, unless the
// environment sets them. Otherwise the plugin library would write every entry for Terraform to read
// and discard, which is two fifths of the cost of the provider.
func LimitLogs() {
	for variable, level := range logLimits(os.Getenv) {
		_ = os.Setenv(variable, level) // fails for names and values that no variable can have
	}
}

// logLimits gives the environment variables to set. Terraform shows the level of TF_LOG_PROVIDER,
// or else of TF_LOG; without either it shows nothing. The library is only quick where every variable is set.
func logLimits(getenv func(string) string) map[string]string {
	level := cmp.Or(getenv("TF_LOG_PROVIDER"), getenv("TF_LOG"), "off")
	library := cmp.Or(getenv("TF_LOG_SDK"), level)
	limits := map[string]string{"TF_LOG_PROVIDER_PARKING": level,
		"TF_LOG_SDK": library, "TF_LOG_SDK_PROTO": library, "TF_LOG_SDK_FRAMEWORK": library}
	maps.DeleteFunc(limits, func(variable, _ string) bool { return getenv(variable) != "" })
	return limits
}
