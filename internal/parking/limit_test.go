package parking

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var turnedAway = &FailError{Status: http.StatusTooManyRequests}

// capacity is a transport of a service that takes a while for each request and turns away whatever exceeds allowed at
// once.
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
	return answer(http.StatusOK, okData(`{"placa":"`+path.Base(r.URL.Path)+`"}`))(r)
}

// readPlates reads so many different plates at once, since reads of one plate are one request.
func readPlates(t *testing.T, c *Client, n int) {
	t.Helper()
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() { noError(t, errorOf(c.Placa(t.Context(), fmt.Sprint("P", i)))) })
	}
	wait.Wait()
}

// A service that allows a few at once is used at nearly all of that, with few requests turned away, and none of the
// many that wait fails. The clock is fake.
func TestLimiterSettlesNearTheCapacity(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		allowed, turned int // of 1000
	}{{1, 80}, {4, 30}, {8, 30}, {32, 60}} {
		inBubble(t, strconv.Itoa(tt.allowed), func(t *testing.T) {
			const requests = 1000
			service := &capacity{}
			service.allowed.Store(int64(tt.allowed))
			c := client(t, "http://service.test", service, func(c *Config) { c.MaxRetries = 5 })
			start := time.Now()
			readPlates(t, c, requests)
			floor := requests * 200 * time.Millisecond / time.Duration(tt.allowed)
			if took := time.Since(start); took > floor*12/10 {
				t.Errorf("took %s, and %s is unavoidable", took, floor)
			}
			if turned := service.turned.Load(); turned > int64(tt.turned) {
				t.Errorf("got %d of %d requests turned away, want few", turned, requests)
			}
		})
	}
}

// A repeat is sent before what was never sent: with many waiting and few places, its turn would otherwise come after
// the end of its repeats.
func TestLimiterRepeatsFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := play(answer(http.StatusTooManyRequests, `{"estado":"fail","error":"demasiadas"}`, "Retry-After", "1"),
			func(r *http.Request) (*http.Response, error) {
				time.Sleep(time.Second)
				return answer(http.StatusOK, okData(`{"placa":"`+path.Base(r.URL.Path)+`"}`))(r)
			})
		c := client(t, "http://service.test", service, func(c *Config) { c.MaxRetries, c.MaxConcurrency = 1, 1 })
		var wait sync.WaitGroup
		for _, placa := range strings.Split("ABCDEFGHIJ", "") {
			wait.Go(func() {
				noError(t, errorOf(c.Placa(t.Context(), placa)))
			})
			synctest.Wait() // in this order
		}
		wait.Wait()
		var sent string
		for _, r := range service.requests {
			sent += path.Base(r.URL.Path)
		}
		if strings.LastIndex(sent, "A") > len(sent)/2 {
			t.Errorf("sent in the order %s", sent)
		}
	})
}

// However long the queue was, what is turned away at the end of it is repeated.
func TestLimiterQueueIsNoBudget(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &capacity{}
		service.allowed.Store(1)
		c := client(t, "http://service.test", service, func(c *Config) { c.MaxRetries, c.RequestTimeout = 1, 10*time.Second })
		readPlates(t, c, 500)
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
				ticket, acquireErr := l.acquire(t.Context(), false)
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
	use(30, turnedAway)
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
		ticket, err := l.acquire(t.Context(), false)
		must(t, err)
		tickets = append(tickets, ticket)
	}
	for _, ticket := range tickets {
		l.release(ticket, turnedAway)
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
		"429":         {turnedAway, true},
		"503":         {&NotEnvelopeError{Status: 503}, true},
		"timeout":     {&NoAnswerError{Sent: true, Timeout: true}, true},
		"lost":        {&NoAnswerError{Sent: true}, false},
		"500":         {&FailError{Status: 500}, false},
		"fail at 200": {&FailError{Status: 200}, false},
		"none":        {nil, false},
	} {
		equal(t, name, overloaded(tt.err), tt.want)
	}
}

// Whoever stops waiting leaves no place behind, taken or queued.
func TestLimiterWaitEnds(t *testing.T) {
	t.Parallel()
	l := newLimiter(1)
	ticket, err := l.acquire(t.Context(), false)
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := l.acquire(ctx, false)
		ended <- err
	}()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the wait ended with %v", err)
	}
	l.release(ticket, nil)
	if _, err := l.acquire(t.Context(), false); err != nil || l.inFlight != 1 || l.waiting.Len() != 0 {
		t.Errorf("got %v, %d in flight and %d waiting, want one in flight", err, l.inFlight, l.waiting.Len())
	}
}
