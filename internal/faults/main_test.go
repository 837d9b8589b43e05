// Package faults interrupts Terraform, runs it twice at once, and lets the service fail a whole fleet.
package faults

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/areas"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

func TestMain(m *testing.M) {
	acctest.Areas = areas.All
	program.Overlap()
	m.Run()
}
