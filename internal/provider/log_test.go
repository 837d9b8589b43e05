package provider

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
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
	attempt := parking.Attempt{Operation: "placa", Method: "GET", Route: "/external/placa/{placa}", Number: 1,
		Duration: 1500 * time.Millisecond, Err: errors.New("cut")}
	logAttempt(ctx, attempt)
	attempt.Number, attempt.Status, attempt.Duration, attempt.Err = 2, 200, time.Microsecond, nil
	logAttempt(ctx, attempt)
	entries, err := tflogtest.MultilineJSONDecode(&output)
	if err != nil {
		t.Fatal(err)
	}
	const line = "map[@level:debug @message:parking service request @module:provider attempt:%s " +
		"method:GET operation:placa route:/external/placa/{placa} status:%d tf_req_id:a-b]"
	want := fmt.Sprintf("["+line+" "+line+"]", "1 duration_ms:1500 error:cut", 0, "2 duration_ms:0", 200)
	if got := fmt.Sprint(entries); got != want {
		t.Errorf("logged is\n  %s\nwanted\n  %s", got, want)
	}
}

// What Terraform does not read is not written, and what somebody set stays.
func TestLogLimits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		env  map[string]string
		want string // TF_LOG_PROVIDER_PARKING, then TF_LOG_SDK, TF_LOG_SDK_PROTO and TF_LOG_SDK_FRAMEWORK; empty for what stays
	}{
		"nobody reads":         {nil, "off off off off"},
		"all of Terraform":     {map[string]string{"TF_LOG": "INFO"}, "INFO INFO INFO INFO"},
		"the providers":        {map[string]string{"TF_LOG": "INFO", "TF_LOG_PROVIDER": "DEBUG"}, "DEBUG DEBUG DEBUG DEBUG"},
		"Terraform itself":     {map[string]string{"TF_LOG_CORE": "TRACE"}, "off off off off"},
		"ours is set":          {map[string]string{"TF_LOG": "TRACE", "TF_LOG_PROVIDER_PARKING": "WARN"}, " TRACE TRACE TRACE"},
		"the library's is set": {map[string]string{"TF_LOG": "TRACE", "TF_LOG_SDK": "off"}, "TRACE  off off"},
		"a part of it is set":  {map[string]string{"TF_LOG_SDK_PROTO": "TRACE"}, "off off  off"},
	} {
		limits := logLimits(getenvOf(c.env))
		got := strings.Join([]string{limits["TF_LOG_PROVIDER_PARKING"], limits["TF_LOG_SDK"], limits["TF_LOG_SDK_PROTO"],
			limits["TF_LOG_SDK_FRAMEWORK"]}, " ")
		if got != c.want {
			t.Errorf("%s: got the limits %q, wanted %q", name, got, c.want)
		}
	}
}
