package provider

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflog"
	"github.com/hashicorp/terraform-plugin-log/tflogtest"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// Each try is one line, with what Terraform said of the call that it belongs to, and nothing besides.
func TestLogAttempt(t *testing.T) {
	t.Parallel()
	var output bytes.Buffer
	ctx := tflog.SetField(tflogtest.RootLogger(t.Context(), &output), "tf_req_id", "a-b")
	logAttempt(ctx, parking.Attempt{Operation: "placa", Method: "GET", Route: "/external/placa/{placa}",
		Number: 1, Duration: 1500 * time.Millisecond, Err: errors.New("cut")})
	logAttempt(ctx, parking.Attempt{Operation: "placa", Method: "GET", Route: "/external/placa/{placa}",
		Number: 2, Status: 200, Duration: 20 * time.Millisecond})
	logAttempt(ctx, parking.Attempt{Operation: "borrar_zona_favorita", Method: "DELETE", Route: "/external/zona-favorita",
		Number: 1, Status: 204, Duration: time.Microsecond})
	entries, err := tflogtest.MultilineJSONDecode(&output)
	if err != nil {
		t.Fatal(err)
	}
	line := func(more map[string]any) map[string]any {
		out := map[string]any{"@level": "debug", "@message": "parking service request", "@module": "provider", "tf_req_id": "a-b"}
		for name, value := range more {
			out[name] = value
		}
		return out
	}
	// Numbers are those of JSON.
	want := []map[string]any{
		line(map[string]any{"operation": "placa", "method": "GET", "route": "/external/placa/{placa}", "status": 0.0, "attempt": 1.0, "duration_ms": 1500.0, "error": "cut"}),
		line(map[string]any{"operation": "placa", "method": "GET", "route": "/external/placa/{placa}", "status": 200.0, "attempt": 2.0, "duration_ms": 20.0}),
		line(map[string]any{"operation": "borrar_zona_favorita", "method": "DELETE", "route": "/external/zona-favorita", "status": 204.0, "attempt": 1.0, "duration_ms": 0.0}),
	}
	if fmt.Sprint(entries) != fmt.Sprint(want) {
		t.Errorf("logged is\n  %v\nwanted\n  %v", entries, want)
	}
}

// What Terraform does not read is not written, and what somebody set stays.
func TestLogLimits(t *testing.T) {
	t.Parallel()
	all := func(level string) map[string]string {
		return map[string]string{"TF_LOG_PROVIDER_PARKING": level, "TF_LOG_SDK": level, "TF_LOG_SDK_PROTO": level, "TF_LOG_SDK_FRAMEWORK": level}
	}
	for name, c := range map[string]struct{ env, want map[string]string }{
		"nobody reads":         {nil, all("off")},
		"all of Terraform":     {map[string]string{"TF_LOG": "INFO"}, all("INFO")},
		"the providers":        {map[string]string{"TF_LOG": "INFO", "TF_LOG_PROVIDER": "DEBUG"}, all("DEBUG")},
		"Terraform itself":     {map[string]string{"TF_LOG_CORE": "TRACE"}, all("off")},
		"ours is set":          {map[string]string{"TF_LOG": "TRACE", "TF_LOG_PROVIDER_PARKING": "WARN"}, map[string]string{"TF_LOG_SDK": "TRACE", "TF_LOG_SDK_PROTO": "TRACE", "TF_LOG_SDK_FRAMEWORK": "TRACE"}},
		"the library's is set": {map[string]string{"TF_LOG": "TRACE", "TF_LOG_SDK": "off"}, map[string]string{"TF_LOG_PROVIDER_PARKING": "TRACE", "TF_LOG_SDK_PROTO": "off", "TF_LOG_SDK_FRAMEWORK": "off"}},
		"a part of it is set":  {map[string]string{"TF_LOG_SDK_PROTO": "TRACE"}, map[string]string{"TF_LOG_PROVIDER_PARKING": "off", "TF_LOG_SDK": "off", "TF_LOG_SDK_FRAMEWORK": "off"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := logLimits(getenvOf(c.env)); !reflect.DeepEqual(got, c.want) {
				t.Errorf("limits are\n  %v\nwanted\n  %v", got, c.want)
			}
		})
	}
}
