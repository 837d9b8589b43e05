// Package faults applies fleets to a service that fails, under Terraform itself.
package faults

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/areas"
)

func TestMain(m *testing.M) {
	acctest.Areas = areas.All
	m.Run()
}
