package proof

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Tried is what one schedule led to.
type Tried struct {
	// Requests are those at which a further fault can strike.
	Requests []Request
	// Processes are those of the provider, in their order.
	Processes []Process
	// Got is what the last fault answered.
	Got Got
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
		text += fmt.Sprintf("\n  request %d, %s: %s", c.At, f.Requests[c.At].Operation(), c.Fault.Name)
	}
	for _, broken := range f.Broken {
		text += "\n  broken: " + broken
	}
	for _, summary := range f.Said {
		text += "\n  said: " + summary
	}
	return text
}

// Search tries schedules.
type Search struct {
	// Depth is how many faults a schedule has at most. A rare one beside others counts for two.
	Depth int
	// Every tries as the first fault also those that the client cannot tell from another one, and finds those that end
	// otherwise. Later ones may, as may those of a service that lags: the client's pauses are random.
	Every bool
	// Key gives all that the client can tell of a reply, beside what the request did; empty where that depends on what
	// the service holds, so that the reply itself has to be compared.
	Key func(Request, Fault) string
	// Excused reports whether a finding is what cannot be prevented. It is not kept, and schedules go on after it.
	Excused func(Finding) bool
	// Try runs a scenario under a schedule.
	Try func(Schedule) Tried
	// Tries counts the schedules that were tried, Cut those that were not extended because the client cannot tell them
	// from one that was, and Over the requests at which no fault was tried because the faults before were over.
	Tries, Cut, Over int
	Findings         []Finding
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
// up to the request at which its last fault is over. Of faults that the client cannot tell apart one is extended.
func (s *Search) extend(schedule Schedule, tried Tried, end int) {
	first := 0
	if len(schedule) > 0 {
		first = schedule[len(schedule)-1].At + 1
	}
	s.Over += len(tried.Requests) - max(first, end)
	for at := first; at < end; at++ {
		request, seen := tried.Requests[at], map[string]*like{}
		for _, fault := range Faults {
			third := overtaken(fault) && schedule.has(overtaken) // a third run
			if !fault.applies(request) || third || len(schedule) >= max(1, s.Depth-1) && (fault.rare || schedule.has(rare)) {
				continue
			}
			key := s.Key(request, fault)
			passes := strings.HasPrefix(key, Passes)
			equal := key != "" && seen[fault.key(key, request)] != nil
			if equal && (len(schedule) > 0 || !s.Every) {
				s.Cut++
				continue
			}
			next := append(slices.Clone(schedule), Choice{at, fault})
			after, sound := s.try(next)
			if key == "" {
				key = after.Got.Body
				equal = after.Got.Idle || seen[fault.key(key, request)] != nil
			}
			switch {
			case equal:
				s.Cut++
				if as := seen[fault.key(key, request)]; s.Every && len(schedule) == 0 && as != nil && as.differs(after) != "" {
					broken := fmt.Sprintf("it does not end like %q, which the client cannot tell from it: %s", as.fault, as.differs(after))
					s.Findings = append(s.Findings, Finding{next, after.Requests, Ending{Broken: []string{broken}}})
				}
			case len(next) < s.Depth && sound:
				s.extend(next, after, over(tried, after, next[len(next)-1], passes))
			}
			if seen[fault.key(key, request)] == nil {
				seen[fault.key(key, request)] = &like{fault.Name, after}
			}
		}
	}
}

// like is what a fault led to for which others are taken.
type like struct {
	fault string
	Tried
}

// differs tells what another try did otherwise: its requests, or what it came to, whenever. It is empty if nothing differs.
func (t like) differs(other Tried) string {
	switch {
	case !slices.EqualFunc(t.Requests, other.Requests, Request.same):
		return fmt.Sprintf("%v\nand\n%v", other.Requests, t.Requests)
	case plain(t.End) != plain(other.End):
		return fmt.Sprintf("%s\nand\n%s", other.End, t.End)
	}
	return ""
}

// plain is an end without times, and without the reasons that a fleet quotes.
func plain(end string) string { return untold.ReplaceAllString(end, "") }

var untold = regexp.MustCompile(`\d{4}-\d\d-\d\dT[\d:.]+Z|pendientes\.\S+ = ".*"`)

// Passes begins the key of a reply after which the client sends the request again, and remembers nothing else.
const Passes = "passes"

// over gives the place of the first request at which a fault is over: from there on the client asks what it asks
// without the fault, and in the end state and service are as without it. A fault that strikes there strikes as if
// alone, which is tried anyway. What else the process remembers of a fault ends with the process: it is over where
// another one begins with the same state and service.
func over(without, with Tried, last Choice, passes bool) int {
	i, j := len(without.Requests), len(with.Requests)
	if without.End != with.End || last.Fault.After > 0 || last.Fault.Event != NoEvent {
		return j
	}
	for i > 0 && j > 0 && without.Requests[i-1].same(with.Requests[j-1]) {
		i, j = i-1, j-1
	}
	switch {
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

func (r Request) same(other Request) bool {
	return r.Method == other.Method && r.Path == other.Path && r.Query.Encode() == other.Query.Encode() &&
		fmt.Sprint(r.Body) == fmt.Sprint(other.Body)
}

// key tells faults apart: by what the client can tell, and by what became of the request.
func (l Fault) key(reply string, r Request) string {
	if r.Reads() && l.Event == NoEvent {
		return reply
	}
	return fmt.Sprintf("%s %t %s %d", reply, l.Done, l.After, l.Event)
}

// Answers gives what a fault answers to a request that the service would answer so.
func (l Fault) Answers(m *Model, r Request, honest Answer) (Reply, bool) {
	if l.reply == nil {
		return Reply{}, false
	}
	return l.reply(m, r, honest), true
}
