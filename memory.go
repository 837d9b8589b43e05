package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// gcPercent lets the heap grow to five times what is in use before it is collected. A call leaves far more behind than
// the provider keeps, which are a few megabytes, so at Go's 100 a quarter of all that it cost was collecting. Beyond
// memoryLimit it is collected earlier. One fleet of 10,000 vehicles needs half of it, so that the process stays below 256 MB.
const (
	gcPercent   = 400
	memoryLimit = 224 << 20
)

// limitMemory sets both, unless the environment does.
func limitMemory(getenv func(string) string) {
	if getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if getenv("GOMEMLIMIT") == "" {
		followHeap(memoryLimit)
	}
}

// followHeap limits the memory to least, or after each collection to twice what is in use, if that is more: a limit below
// what is in use would have it collected without end. The CSV file of 100,000 vehicles takes more than one fleet does.
func followHeap(least int64) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetMemoryLimit(max(least, 2*int64(live[0].Value.Uint64()))) //nolint:gosec // G115: no heap is that large.
	runtime.AddCleanup(new([64]byte), followHeap, least)              // runs after the next collection
}
