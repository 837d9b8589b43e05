//go:build race

package parking

// sharings is how often runs share a service in tests. The race detector makes everything slow.
const sharings = 1
