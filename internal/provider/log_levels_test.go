package provider

import (
	"reflect"
	"testing"
)

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
		"the library's is set": {map[string]string{"TF_LOG": "TRACE", "TF_LOG_SDK": "off"}, map[string]string{"TF_LOG_PROVIDER_PARKING": "TRACE"}},
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
