package parking

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var throttled = &FailError{Status: http.StatusTooManyRequests}

// capacity is a transport of a service that takes a while for each request and
// turns away whatever exceeds allowed at once.
type capacity struct {
	allowed atomic.Int64
	inside  atomic.Int64
	turned  atomic.Int64
}

func (s *capacity) RoundTrip(r *http.Request) (*http.Response, error) {
	defer s.inside.Add(-1)
	if s.inside.Add(1) > s.allowed.Load() {
		s.turned.Add(1)
		return answer(http.StatusTooManyRequests, `{"estado":"fail","error":"demasiadas"}`, "Retry-After", "1")(r)
	}
	time.Sleep(200 * time.Millisecond)
	return answer(http.StatusOK, okData(`{"placa":"A"}`))(r)
}

// A service that allows eight at once is used at nearly all of that, with few
// requests turned away, and none of the many that wait fails. The clock is fake.
func TestLimiterSettlesNearTheCapacity(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const requests, allowed = 2000, 8
		service := &capacity{}
		service.allowed.Store(allowed)
		c := client(t, "http://service.test", service, func(c *Config) { c.MaxRetries = 5 })
		start := time.Now()
		var wait sync.WaitGroup
		for range requests {
			wait.Go(func() {
				if _, err := c.Placa(t.Context(), "A"); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		floor := requests * 200 * time.Millisecond / allowed
		if took := time.Since(start); took > floor*14/10 {
			t.Errorf("took %s, and %s is unavoidable", took, floor)
		}
		if turned := service.turned.Load(); turned > requests/10 {
			t.Errorf("%d of %d requests were turned away", turned, requests)
		}
	})
}

// When the service has room again, the limit grows back up to the ceiling.
func TestLimiterRecovers(t *testing.T) {
	t.Parallel()
	l := newLimiter(20)
	use := func(rounds int, err error) {
		for range rounds {
			var tickets []int
			for range int(l.limit) {
				ticket, acquireErr := l.acquire(t.Context())
				if acquireErr != nil {
					t.Fatal(acquireErr)
				}
				tickets = append(tickets, ticket)
			}
			for _, ticket := range tickets {
				l.release(ticket, err)
			}
		}
	}
	use(30, throttled)
	if l.limit != 1 {
		t.Errorf("the limit is %v after nothing but overload", l.limit)
	}
	use(300, nil)
	if l.limit != 20 {
		t.Errorf("the limit is %v after nothing but success", l.limit)
	}
}

// One overload of many requests at once is one fall.
func TestLimiterFallsOncePerRound(t *testing.T) {
	t.Parallel()
	l := newLimiter(8)
	var tickets []int
	for range 8 {
		ticket, err := l.acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		tickets = append(tickets, ticket)
	}
	for _, ticket := range tickets {
		l.release(ticket, throttled)
	}
	if want := 8 * afterOverload; l.limit != want {
		t.Errorf("the limit is %v, wanted %v", l.limit, want)
	}
}

// Failures that say nothing of load leave the limit alone.
func TestLimiterKnowsOverload(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err  error
		want bool
	}{
		"429":         {throttled, true},
		"503":         {&NotEnvelopeError{Status: 503}, true},
		"timeout":     {&NoAnswerError{Sent: true, Timeout: true}, true},
		"lost":        {&NoAnswerError{Sent: true}, false},
		"500":         {&FailError{Status: 500}, false},
		"fail at 200": {&FailError{Status: 200}, false},
		"none":        {nil, false},
	} {
		if got := overloaded(tt.err); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Whoever stops waiting leaves no place behind, taken or queued.
func TestLimiterWaitEnds(t *testing.T) {
	t.Parallel()
	l := newLimiter(1)
	ticket, err := l.acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := l.acquire(ctx)
		ended <- err
	}()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the wait ended with %v", err)
	}
	l.release(ticket, nil)
	if _, err := l.acquire(t.Context()); err != nil || l.inFlight != 1 || l.waiting.Len() != 0 {
		t.Errorf("%v, %d in flight, %d waiting", err, l.inFlight, l.waiting.Len())
	}
}
