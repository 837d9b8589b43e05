package workbench

import (
	"slices"
	"testing"
)

func TestEnvironment(t *testing.T) {
	t.Parallel()
	callers := []string{"HOME=/h", "TF_CLI_ARGS=-lock=false", "PARKING_BASE_URL=https://real.example"}
	if got := Environment(callers, "/c"); !slices.Equal(got, []string{"HOME=/h", "TF_CLI_CONFIG_FILE=/c", "TF_IN_AUTOMATION=1"}) {
		t.Errorf("got %q", got)
	}
}
