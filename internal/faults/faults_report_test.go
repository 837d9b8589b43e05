package faults

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// faultReport counts what the whole suite did and found.
type faultReport struct {
	mu                        sync.Mutex
	applies, failed           int
	plans, notEmpty           int
	duplicates, losses, total int
	byKind, byOperation       map[string]int
}

func newFaultReport() *faultReport {
	return &faultReport{byKind: map[string]int{}, byOperation: map[string]int{}}
}

func (f *faultReport) applied(ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.applies++
	if !ok {
		f.failed++
	}
}

func (f *faultReport) planned(empty bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.plans++
	if !empty {
		f.notEmpty++
	}
}

func (f *faultReport) doubled(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.duplicates += n
}

func (f *faultReport) lost(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.losses += n
}

// journal counts the faults that struck.
func (f *faultReport) journal(entries []sandbox.Entry) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, entry := range entries {
		if entry.Fault != "" {
			f.total++
			f.byKind[entry.Fault]++
			f.byOperation[entry.Operation]++
		}
	}
}

func (f *faultReport) faults() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.total
}

// String is the table that the suite ends with.
func (f *faultReport) String() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var b strings.Builder
	list := func(title string, counts map[string]int) {
		fmt.Fprintf(&b, "\n%s\n", title)
		for _, name := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(&b, "  %-24s %5d\n", name, counts[name])
		}
	}
	list("faults injected, by kind and moment", f.byKind)
	list("faults injected, by operation", f.byOperation)
	fmt.Fprintln(&b)
	for _, line := range []struct {
		name string
		n    int
	}{
		{"faults injected", f.total}, {"applies", f.applies}, {"applies that failed", f.failed}, {"final plans", f.plans},
		{"duplicates", f.duplicates}, {"losses", f.losses}, {"non-empty plans", f.notEmpty},
	} {
		fmt.Fprintf(&b, "%-26s %5d\n", line.name, line.n)
	}
	return b.String()
}
