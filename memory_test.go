package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestMemoryLimit: the limit follows what is in use, up and down.
func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	const least, most = 16 << 20, 64 << 20
	before := debug.SetMemoryLimit(-1)
	limitMemory(func(name string) string { return map[string]string{"GOMEMLIMIT": "1GiB"}[name] })
	if got := debug.SetMemoryLimit(-1); got != before {
		t.Errorf("the user's own limit was replaced by %d", got)
	}
	held := make([]byte, most)
	followHeap(least)
	collect := func(enough func(limit int64) bool) {
		t.Helper()
		for range 100 { // the limit is set soon after a collection
			runtime.GC()
			if enough(debug.SetMemoryLimit(-1)) {
				return
			}
		}
		t.Errorf("the limit is %d", debug.SetMemoryLimit(-1))
	}
	collect(func(limit int64) bool { return limit >= 2*most })
	runtime.KeepAlive(held)
	collect(func(limit int64) bool { return limit == least })
}
