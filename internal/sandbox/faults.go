package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Kind is what a fault does to a request.
type Kind string

// The kinds of fault: one of each that a client can tell apart.
const (
	Drop      Kind = "drop"  // the connection is cut
	Status500 Kind = "500"   // HTTP 500 with an HTML page
	HTML      Kind = "html"  // HTTP 200 with an HTML page
	Status429 Kind = "429"   // HTTP 429 with Retry-After: 1, in the service's own envelope
	Delay     Kind = "delay" // the answer waits
)

// When is the moment a fault strikes.
type When string

// The moments.
const (
	Before When = "before" // nothing is done
	After  When = "after"  // the write is committed, then the answer is lost or garbled
	// Late loses or garbles the answer at once, and the work is done afterwards: what a service does when the machine
	// in front of it gives up. Close before that, and it is never done.
	Late When = "late"
)

// moments are when each kind may strike, by default at the first one.
var moments = map[Kind][]When{Drop: {After, Before, Late}, Status500: {Before, After, Late}, HTML: {After, Before, Late},
	Status429: {Before}, Delay: {After}}

// Waits of the kinds that wait, when Fault.Delay is 0.
const (
	delayWait = 30 * time.Second
	lateWait  = time.Second // of what strikes late
)

// Fault is a failure to produce on purpose.
type Fault struct {
	Key   string // selects operations as in Latency; of the faults that select one, only the most specific are considered
	Kind  Kind
	When  When    // "" is the first moment of its kind
	Rate  float64 // how often it happens, between 0 and 1; 0 is always
	Times int     // how often it happens at most; 0 is without limit
	// Delay is how long Delay waits (0 is 30 s), or how long after the answer the work of a Late fault is done (0 is 1 s).
	Delay time.Duration
}

var faultPattern = regexp.MustCompile(
	`^([a-z_-]+)=([0-9a-z-]+?)(?:@([a-z]+))?(?::([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(%?))?(?:x([0-9]+))?$`)

// ParseFaults reads comma separated faults, each key=kind[@before|@after|@late][:rate][xTimes], such as
// "registrar_placa=drop@after:5%,default=500:0.02,vehiculo=429x3"; "" is no fault. The error names the part that is
// wrong and why.
func ParseFaults(text string) (all []Fault, err error) {
	err = eachPart("fault", text, func(part string) error {
		f, err := parseFault(part)
		all = append(all, f)
		return err
	})
	return all, err
}

func parseFault(text string) (f Fault, err error) {
	m := faultPattern.FindStringSubmatch(text)
	if m == nil {
		return f, errors.New("must be key=kind[@before|@after|@late][:rate][xTimes]")
	}
	f = Fault{Key: m[1], Kind: Kind(m[2]), When: When(m[3])}
	f.Rate, _ = strconv.ParseFloat(m[4], 64) // the pattern has numbers, or nothing
	f.Times, _ = strconv.Atoi(m[6])
	if m[5] == "%" {
		f.Rate /= 100
	}
	if m[4] != "" && f.Rate == 0 || m[6] != "" && f.Times == 0 { // in the struct 0 is always, which nobody who writes 0 means
		return f, errors.New("a rate of 0 or x0 never strikes")
	}
	return f, f.validate()
}

func (f Fault) validate() error {
	if err := knownKey(f.Key); err != nil {
		return err
	}
	switch all := moments[f.Kind]; {
	case all == nil:
		return fmt.Errorf("fault of %q: %q is not a kind (one of %q)", f.Key, f.Kind, slices.Sorted(maps.Keys(moments)))
	case f.When != "" && !slices.Contains(all, f.When):
		return fmt.Errorf("fault of %q: %q is no moment of %s (one of %q)", f.Key, f.When, f.Kind, all)
	case f.Rate < 0 || f.Rate > 1:
		return fmt.Errorf("fault of %q: rate %g is not between 0 and 1", f.Key, f.Rate)
	}
	return nil
}

// complete fills in the defaults of the kind.
func (f Fault) complete() Fault {
	f.When = cmp.Or(f.When, moments[f.Kind][0])
	switch {
	case f.Delay != 0:
	case f.When == Late:
		f.Delay = lateWait
	case f.Kind == Delay:
		f.Delay = delayWait
	}
	return f
}

// label is how the journal names the fault.
func (f Fault) label() string { return string(f.Kind) + "@" + string(f.When) }

// htmlPage is what a machine in front of the service answers: no envelope.
const htmlPage = "<!DOCTYPE html>\n<html><head><title>%[1]s</title></head><body><h1>%[1]s</h1></body></html>\n"

// spoil turns the true answer into what the client gets.
func (f Fault) spoil(a answer) answer {
	switch f.Kind {
	case Drop:
		a.status, a.drop = 0, true
	case Status500, HTML:
		a.status = map[Kind]int{Status500: http.StatusInternalServerError, HTML: http.StatusOK}[f.Kind]
		a.header = http.Header{"Content-Type": {"text/html; charset=utf-8"}}
		a.body = fmt.Appendf(nil, htmlPage, http.StatusText(a.status))
	case Status429:
		a = fail(&refusal{status: http.StatusTooManyRequests, message: "Demasiadas peticiones, intente más tarde."})
		a.header.Set("Retry-After", "1")
	case Delay:
		a.hold = f.Delay
	}
	return a
}

// faults is the set of faults in force.
type faults struct {
	mu     sync.Mutex
	random *rand.Rand
	armed  []Fault // with what is left of their times
}

func (s *faults) add(all ...Fault) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range all {
		if err := f.validate(); err != nil {
			return err
		}
		s.armed = append(s.armed, f.complete())
	}
	return nil
}

// Inject adds faults to those already there. It panics on a fault that [Open] would refuse: a test that waits for a
// fault which never strikes passes for no reason.
func (s *faults) Inject(all ...Fault) {
	if err := s.add(all...); err != nil {
		panic(err)
	}
}

// ClearFaults removes every fault, those of the options included.
func (s *faults) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.armed = nil
}

// pick chooses the fault that strikes a request of op; one without a kind is none. Only the most specific faults that
// still have times left are considered, in the order they were given.
func (s *faults) pick(op *operation) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range op.keys() {
		considered := false
		for i, f := range s.armed {
			if f.Key != key {
				continue
			}
			considered = true
			if f.Rate > 0 && s.random.Float64() >= f.Rate {
				continue
			}
			if f.Times == 1 {
				s.armed = slices.Delete(s.armed, i, i+1)
			} else if f.Times > 1 {
				s.armed[i].Times--
			}
			return f
		}
		if considered {
			break
		}
	}
	return Fault{}
}
