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
	// End is what state and service hold in the end.
	End string
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
	// Key gives all that the client can tell of a reply, beside what the request did; empty where that depends on what
	// the service holds, so that the reply itself has to be compared.
	Key func(Request, Letter) string
	// Try runs a scenario under a sequence.
	Try func(Sequence) Tried
	// Tries counts the sequences that were tried, Cut those that were not extended because the client cannot tell them
	// from one that was, and Over the requests at which no letter was tried because the letters before were over.
	Tries, Cut, Over int
	Findings         []Finding
}

// Run tries every sequence.
func (s *Search) Run() {
	honest := s.try(nil)
	s.extend(nil, honest, len(honest.Requests))
}

func (s *Search) try(sequence Sequence) Tried {
	tried := s.Try(sequence)
	s.Tries++
	if len(tried.Broken) > 0 {
		s.Findings = append(s.Findings, Finding{slices.Clone(sequence), tried.Requests, tried.Broken})
	}
	return tried
}

// extend tries a sequence with each letter at each request behind its last one, so that every sequence is tried once,
// up to the request at which its last letter is over. Of letters that the client cannot tell apart one is extended.
func (s *Search) extend(sequence Sequence, tried Tried, end int) {
	first := 0
	if len(sequence) > 0 {
		first = sequence[len(sequence)-1].At + 1
	}
	s.Over += len(tried.Requests) - max(first, end)
	for at := first; at < end; at++ {
		request, seen := tried.Requests[at], map[string]bool{}
		for _, letter := range Alphabet {
			if !letter.applies(request) || overtaken(letter) && sequence.has(overtaken) || letter.Event != NoEvent && len(sequence) > 1 {
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
			case equal:
				s.Cut++
			case len(next) < s.Depth && len(after.Broken) == 0:
				s.extend(next, after, over(tried, after, letter))
			}
		}
	}
}

// over gives the place of the first request at which a letter is over: from there on the client asks what it asks
// without the letter, and in the end state and service are as without it. A letter that strikes there strikes as if
// alone, which is tried anyway.
func over(without, with Tried, letter Letter) int {
	i, j := len(without.Requests), len(with.Requests)
	if without.End != with.End || letter.After > 0 || letter.Event != NoEvent {
		return j
	}
	for i > 0 && j > 0 && without.Requests[i-1].same(with.Requests[j-1]) {
		i, j = i-1, j-1
	}
	return j
}

func (r Request) same(other Request) bool {
	return r.Method == other.Method && r.Path == other.Path && r.Query.Encode() == other.Query.Encode() &&
		fmt.Sprint(r.Body) == fmt.Sprint(other.Body)
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
