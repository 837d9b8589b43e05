package provider

import (
	"cmp"
	"context"
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

// logLevel is the variable that sets the log level of this provider alone.
const logLevel = "TF_LOG_PROVIDER_PARKING"

// LimitLogs sets the log levels of this program to the one that Terraform shows, unless the
// environment sets them. Otherwise the plugin library would write every entry for Terraform to read
// and discard, which is two fifths of the cost of the provider.
func LimitLogs() {
	for variable, level := range logLimits(os.Getenv) {
		_ = os.Setenv(variable, level) // fails for names and values that no variable can have
	}
}

// logLimits gives the environment variables to set. Terraform shows the level of TF_LOG_PROVIDER,
// or else of TF_LOG; without either it shows nothing.
func logLimits(getenv func(string) string) map[string]string {
	level := cmp.Or(getenv("TF_LOG_PROVIDER"), getenv("TF_LOG"), "off")
	limits := make(map[string]string)
	if getenv(logLevel) == "" {
		limits[logLevel] = level
	}
	// What is not set of these follows the first, but is only quick where it is set.
	if getenv("TF_LOG_SDK") == "" {
		for _, variable := range []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK"} {
			if getenv(variable) == "" {
				limits[variable] = level
			}
		}
	}
	return limits
}
