package proof

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Tried is what one schedule led to.
type Tried struct {
	// Requests are those at which a further fault can strike.
	Requests []Request
	// Processes are those of the provider, in their order.
	Processes []Process
	// End is what state and service hold when its run is over.
	End string
	// Endings are what then came to pass.
	Endings []Ending
}

// Ending is a way in which a scenario goes on after the run of a schedule.
type Ending struct {
	Name string
	// Broken are the promises that did not hold, and Said the summaries of all messages to the user.
	Broken, Said []string
}

// Finding is a schedule that broke promises.
type Finding struct {
	Schedule Schedule
	Requests []Request // of its try
	Ending
}

func (f Finding) String() string {
	text := f.Name + " under"
	for _, c := range f.Schedule {
		text += fmt.Sprintf("\n  request %d, %s: %s", c.At, f.Requests[c.At].Operation, c.Fault.Name)
	}
	for _, broken := range f.Broken {
		text += "\n  broken: " + broken
	}
	for _, summary := range f.Said {
		text += "\n  said: " + summary
	}
	return text
}

func (s Schedule) String() string {
	parts := make([]string, len(s))
	for i, c := range s {
		parts[i] = fmt.Sprintf("%d: %s", c.At, c.Fault.Name)
	}
	return strings.Join(parts, "; ")
}

// Search tries schedules.
type Search struct {
	// Depth is how many faults a schedule has at most. A rare one counts for two beside others.
	Depth int
	// Repeats: the client sends a request again more often than a schedule has faults.
	Repeats bool
	// Whole tries faults also where those before are over.
	Whole bool
	// Excused reports whether a finding is what cannot be prevented. It is not kept, and schedules go on after it.
	Excused func(Finding) bool
	// Try runs a scenario under a schedule.
	Try func(Schedule) Tried
	// Tries counts the schedules that were tried.
	Tries    int
	Findings []Finding
}

// Run tries every schedule.
func (s *Search) Run() {
	honest, _ := s.try(nil)
	s.extend(nil, honest, len(honest.Requests))
}

// try also reports whether a schedule is extended.
func (s *Search) try(schedule Schedule) (tried Tried, sound bool) {
	tried, sound = s.Try(schedule), true
	s.Tries++
	for _, ending := range tried.Endings {
		if len(ending.Broken) > 0 {
			if f := (Finding{slices.Clone(schedule), tried.Requests, ending}); !s.Excused(f) {
				s.Findings, sound = append(s.Findings, f), false
			}
		}
	}
	return tried, sound
}

// extend tries a schedule with each fault at each request behind its last one, so that every schedule is tried once,
// up to the request at which its last fault is over.
func (s *Search) extend(schedule Schedule, tried Tried, end int) {
	first := 0
	if len(schedule) > 0 {
		first = schedule[len(schedule)-1].At + 1
	}
	for at := first; at < end; at++ {
		for _, fault := range Faults {
			third := overtaken(fault) && schedule.has(overtaken) // a third run
			tooRare := len(schedule) >= max(1, s.Depth-1) && (rare(fault) || schedule.has(rare))
			tooMany := len(schedule) > 1 && (event(fault) || schedule.has(event))
			if third || tooRare || tooMany || !fault.applies(tried.Requests[at]) {
				continue
			}
			next := append(slices.Clone(schedule), Choice{at, fault})
			if after, sound := s.try(next); sound && len(next) < s.Depth {
				s.extend(next, after, s.over(tried, after, next[len(next)-1]))
			}
		}
	}
}

// The search would take hours if it tried everything beside everything. rare faults count for two beside others: Ctrl-C, a credential
// that expires, and a write that something queues or sends twice. No event is tried beside two others.
func rare(l Fault) bool  { return l.Event == Interrupted || l.Event == Expired || l.twice || l.pretends }
func event(l Fault) bool { return l.Event != NoEvent }

// over gives the place of the first request at which a fault is over: from there on the client asks what it asks
// without the fault, and in the end state and service are as without it. A fault that strikes there strikes as if
// alone, which is tried anyway. What else the process remembers of a fault ends with the process: it is over where
// another one begins with the same state and service.
func (s *Search) over(without, with Tried, last Choice) int {
	i, j := len(without.Requests), len(with.Requests)
	if s.Whole || without.End != with.End || last.Fault.After > 0 || last.Fault.Event != NoEvent {
		return j
	}
	for i > 0 && j > 0 && reflect.DeepEqual(without.Requests[i-1], with.Requests[j-1]) {
		i, j = i-1, j-1
	}
	switch passes := last.Fault.passes && s.Repeats; {
	case passes && without.Requests[last.At].Reads():
		return j
	case passes: // behind its second try, since how often a write was sent decides what becomes of the next answer to it
		return min(j+1, len(with.Requests))
	}
	for _, p := range with.Processes {
		same := func(other Process) bool {
			return len(without.Requests)-other.First == len(with.Requests)-p.First && other.Held == p.Held
		}
		if p.First >= max(j, last.At+1) && slices.ContainsFunc(without.Processes, same) {
			return p.First
		}
	}
	return len(with.Requests)
}
