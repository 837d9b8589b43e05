//go:build !race

package parking

// Sizes that hostile answers are tested with.
const (
	million  = 1_000_000
	large    = maxValue + 1<<18
	largest  = maxBody
	sharings = 5 // times that runs share a service
)
