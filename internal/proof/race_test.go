//go:build race

package proof

// brief: under the race detector, which makes everything slow, the short proof takes the typical scenarios alone.
const brief = true
