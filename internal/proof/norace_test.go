//go:build !race

package proof

const brief = false
