package adversary

import (
	"fmt"
	"slices"
)

// Tried is what one sequence led to.
type Tried struct {
	// Requests are those at which a further letter can strike.
	Requests []Request
	// Got is what the last letter answered, as sent, and Idle whether that is what the service would have answered.
	Got  string
	Idle bool
	// Broken are the promises that did not hold.
	Broken []string
}

// Finding is a sequence that broke promises.
type Finding struct {
	Sequence Sequence
	Requests []Request // of its try
	Broken   []string
}

func (f Finding) String() string {
	text := "under"
	for _, c := range f.Sequence {
		text += fmt.Sprintf("\n  request %d, %s: %s", c.At, f.Requests[c.At].Operation(), c.Letter.Name)
	}
	for _, broken := range f.Broken {
		text += "\n  broken: " + broken
	}
	return text
}

// Search tries sequences.
type Search struct {
	// Depth is how many letters a sequence has at most.
	Depth int
	// Every tries as the first letter also those that are equal to another one, so that what they do is seen and not
	// concluded.
	Every bool
	// Key gives all that the client can tell of a reply, beside what the request did; empty where that depends on what the
	// service holds, so that the reply itself has to be compared.
	Key func(Request, Letter) string
	// Try runs a scenario under a sequence.
	Try func(Sequence) Tried
	// Tries and Cut count the sequences that were tried, and those that were not extended because the client cannot tell
	// them from one that was.
	Tries, Cut int
	Findings   []Finding
}

// Run tries every sequence.
func (s *Search) Run() { s.extend(nil, s.try(nil)) }

func (s *Search) try(sequence Sequence) Tried {
	tried := s.Try(sequence)
	s.Tries++
	if len(tried.Broken) > 0 {
		s.Findings = append(s.Findings, Finding{slices.Clone(sequence), tried.Requests, tried.Broken})
	}
	return tried
}

// extend tries a sequence with each letter at each request behind its last one, so that every sequence is tried once. Of
// letters that the client cannot tell apart one is extended.
func (s *Search) extend(sequence Sequence, tried Tried) {
	first := 0
	if len(sequence) > 0 {
		first = sequence[len(sequence)-1].At + 1
	}
	for at := first; at < len(tried.Requests); at++ {
		request, seen := tried.Requests[at], map[string]bool{}
		for _, letter := range Alphabet {
			if !letter.applies(request) || letter.Event == Overtaken && sequence.has(func(l Letter) bool { return l.Event == Overtaken }) || letter.Event != NoEvent && len(sequence) > 1 {
				continue
			}
			key := s.Key(request, letter)
			equal := key != "" && seen[letter.key(key, request)]
			if equal && (len(sequence) > 0 || !s.Every) {
				s.Cut++
				continue
			}
			next := append(slices.Clone(sequence), Choice{at, letter})
			after := s.try(next)
			if key == "" {
				key = after.Got
				equal = after.Idle || seen[letter.key(key, request)]
			}
			seen[letter.key(key, request)] = true
			switch {
			case equal, letter.fails() && repeats(tried.Requests, after.Requests, at):
				s.Cut++
			case len(next) < s.Depth && len(after.Broken) == 0:
				s.extend(next, after)
			}
		}
	}
}

// fails reports whether a letter changes nothing on the service and tells the client nothing.
func (l Letter) fails() bool { return !l.Done && l.After == 0 && l.Event == NoEvent && !l.lies }

// repeats reports whether the client only sent request at once more: then all is as without the letter, but for a repeat
// that it has less.
func repeats(without, with []Request, at int) bool {
	if len(with) != len(without)+1 {
		return false
	}
	for i, r := range with {
		from := i
		if i > at {
			from = i - 1
		}
		if r.Method != without[from].Method || r.Path != without[from].Path || r.Query.Encode() != without[from].Query.Encode() {
			return false
		}
	}
	return true
}

// key tells letters apart: by what the client can tell, and by what became of the request.
func (l Letter) key(reply string, r Request) string {
	if r.Reads() && l.Event == NoEvent {
		return reply
	}
	return fmt.Sprintf("%s %t %s %d", reply, l.Done, l.After, l.Event)
}

// Answers gives what a letter answers to a request that the service would answer so.
func (l Letter) Answers(m *Model, r Request, honest Answer) (Reply, bool) {
	if l.reply == nil {
		return Reply{}, false
	}
	return l.reply(m, r, honest), true
}
