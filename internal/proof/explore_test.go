package proof

import (
	"slices"
	"testing"
)

// TestSearchKeepsWhatAProcessRemembers: a fault that changes neither what is asked next nor the end is not over while the process
// that remembers it lives. It is over where another process begins with the same state.
func TestSearchKeepsWhatAProcessRemembers(t *testing.T) {
	t.Parallel()
	list, book := Request{Operation: "GET reservas-activas"}, Request{Operation: "POST reserva-bloquear"}
	const lie, refusal = "shows nothing", "refused"
	for name, c := range map[string]struct {
		processes []Process
		want      int // findings
	}{
		"one process":                    {[]Process{{0, "none"}}, 1},
		"another one with the same":      {[]Process{{0, "none"}, {1, "none"}}, 0},
		"another one that holds another": {[]Process{{0, "none"}, {1, "some"}}, 1},
	} {
		search := Search{
			Depth:   2,
			Excused: func(Finding) bool { return false },
			Try: func(schedule Schedule) Tried {
				tried := Tried{Requests: []Request{list, book}, Processes: slices.Clone(c.processes), End: "booked"}
				if len(schedule) == 0 { // what begins differently begins so under a fault
					tried.Processes[len(tried.Processes)-1].Held = "none"
				}
				if len(schedule) == 2 && schedule[0].Fault.Name == lie && schedule[1].Fault.Name == refusal {
					tried.Endings = []Ending{{Broken: []string{"somebody else's is taken"}}}
				}
				return tried
			},
		}
		search.Run()
		if got := len(search.Findings); got != c.want {
			t.Errorf("%s: got %d findings, want %d: %v", name, got, c.want, search.Findings)
		}
	}
}
