package acceptance

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
	"github.com/parking-provider/terraform-provider-parking/internal/provider"
)

// What a subcommand sets wins over the environment. The tests of export and probe show the rest.
func TestConnectRetries(t *testing.T) {
	t.Parallel()
	l := answers.NewListener(t, answers.Failing)
	none := int64(0)
	made, err := provider.Connect(t.Context(), provider.Settings{BaseURL: l.URL, MaxRetries: &none},
		acctest.GetenvOf(map[string]string{"PARKING_CREDENTIAL": "key", "PARKING_MAX_RETRIES": "9"}), parking.Config{})
	acctest.Must(t, err)
	if _, err := made.Client.Tramo(t.Context(), 1); err == nil || len(l.Requests) != 1 {
		t.Errorf("got %v after %d requests, wanted an error after 1", err, len(l.Requests))
	}
}
