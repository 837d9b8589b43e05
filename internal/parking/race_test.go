//go:build race

package parking

// Sizes for tests under the race detector, which makes everything slow. The same tests run without it too, at full
// size.
const (
	million  = 100_000
	large    = 1 << 16
	largest  = maxBody / 4
	sharings = 1 // times that runs share a service
)
