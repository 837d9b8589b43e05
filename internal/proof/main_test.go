// Package proof tries every write under every order of failures, against a model of the service.
package proof

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/areas"
)

func TestMain(m *testing.M) {
	acctest.Areas = areas.All
	m.Run()
}
