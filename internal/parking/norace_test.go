//go:build !race

package parking

import "github.com/parking-provider/terraform-provider-parking/internal/parking/decode"

// Sizes that hostile answers are tested with.
const (
	million  = 1_000_000
	large    = decode.MaxValue + 1<<18
	largest  = maxBody
	sharings = 3 // times that runs share a service
)
