package flow

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// take acquires so many places of a limiter, which has to have them.
func take(t *testing.T, l *Limiter, n int) (tickets []Ticket) {
	t.Helper()
	for range n {
		if l.taken >= l.limit {
			t.Fatalf("got %d places, want %d", len(tickets), n)
		}
		ticket, err := l.Acquire(t.Context(), false)
		if err != nil {
			t.Fatal(err)
		}
		tickets = append(tickets, ticket)
	}
	return tickets
}

// release ends requests that were sent with tickets.
func release(l *Limiter, signal Signal, tickets ...Ticket) {
	for _, ticket := range tickets {
		l.Release(ticket, signal, 0)
	}
}

func equal[V comparable](t *testing.T, what string, got, want V) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// TestGrows: every acceptance adds a place up to the ceiling, but only while all places are used; and one in five seconds once the limit
// was halved.
func TestGrows(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(firstLimit + 1)
		release(l, Accepted, take(t, l, 1)...)
		equal(t, "with places unused", l.limit, firstLimit)
		for range 2 {
			release(l, Accepted, take(t, l, l.limit)...)
			equal(t, "at the ceiling", l.limit, firstLimit+1)
		}
		release(l, Rejected, take(t, l, 5)...)
		release(l, Rejected, take(t, l, 4)...)
		for i, want := range []int{2, 3, 3, 4, 5, 5} {
			release(l, Accepted, take(t, l, l.limit)...)
			equal(t, fmt.Sprint("the limit at ", i), l.limit, want)
			time.Sleep([]time.Duration{growAfter, growAfter - 1, 1, growAfter, growAfter, 0}[i])
		}
		equal(t, "with a low ceiling", NewLimiter(2).limit, 2)
	})
}

// TestHalves: what halves the limit is that more than half is rejected, for long enough.
func TestHalves(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		signals []Signal // one request after the other
		want    int
	}{
		"one rejection":     {[]Signal{Rejected}, 16},
		"eight":             {slices.Repeat([]Signal{Rejected}, 8), 16},
		"nine":              {slices.Repeat([]Signal{Rejected}, 9), 8},
		"eighteen":          {slices.Repeat([]Signal{Rejected}, 18), 4},
		"all":               {slices.Repeat([]Signal{Rejected}, 90), 1},
		"half":              {slices.Repeat([]Signal{Rejected, Accepted}, 500), 16},
		"two of three":      {slices.Repeat([]Signal{Rejected, Rejected, Accepted}, 9), 8},
		"after acceptances": {append(slices.Repeat([]Signal{Accepted}, 500), slices.Repeat([]Signal{Rejected}, 9)...), 8},
		"lost connections":  {slices.Repeat([]Signal{Neither}, 500), 16},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := NewLimiter(16)
			l.limit = 16
			for _, signal := range tt.signals {
				release(l, signal, take(t, l, 1)...)
			}
			equal(t, "the limit", l.limit, tt.want)
		})
	}
}

// TestHalvesOnce: one overload of many requests at once halves the limit once, and acceptances that were sent before it
// say nothing about the new limit.
func TestHalvesOnce(t *testing.T) {
	t.Parallel()
	l := NewLimiter(64)
	l.limit = 64
	tickets := take(t, l, 64)
	release(l, Rejected, tickets[:40]...)
	equal(t, "the limit", l.limit, 32)
	release(l, Rejected, take(t, l, 8)...)
	release(l, Accepted, tickets[40:]...)
	equal(t, "the score", l.score, 8)
	equal(t, "the limit", l.limit, 32)
}

// TestRests: the place of a request that is asked to wait stays taken for that time, and the others are free.
func TestRests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(2)
		tickets := take(t, l, 2)
		l.Release(tickets[0], Rejected, time.Minute)
		l.Release(tickets[1], Accepted, 0)
		start := time.Now()
		take(t, l, 1)
		equal(t, "the other place is free after", time.Since(start), 0)
		if _, err := l.Acquire(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		equal(t, "the place rests for", time.Since(start), time.Minute)
	})
}

// TestRepeatsFirst: a repeat is sent before what was never sent, and who gives up leaves its turn to the next.
func TestRepeatsFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(1)
		var order []string
		ticket := take(t, l, 1)[0]
		wait := func(name string, ctx context.Context, repeat bool) {
			go func() {
				ticket, err := l.Acquire(ctx, repeat)
				if err != nil {
					return
				}
				order = append(order, name)
				l.Release(ticket, Accepted, 0)
			}()
			synctest.Wait()
		}
		ctx, cancel := context.WithCancel(t.Context())
		wait("first", t.Context(), false)
		wait("given up", ctx, false)
		wait("second", t.Context(), false)
		wait("repeat", t.Context(), true)
		cancel()
		synctest.Wait()
		l.Release(ticket, Accepted, 0)
		synctest.Wait()
		equal(t, "the order", fmt.Sprint(order), "[repeat first second]")
		if _, err := l.Acquire(ctx, false); err == nil {
			t.Error("got a place after the end of the context")
		}
	})
}

// TestGivesUpAtItsTurn: a request that gives up in the moment that it gets a place loses none.
func TestGivesUpAtItsTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLimiter(1)
		for range 100 { // which of the two it sees is random
			ticket := take(t, l, 1)[0]
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				if ticket, err := l.Acquire(ctx, false); err == nil {
					l.Release(ticket, Accepted, 0)
				}
			}()
			synctest.Wait()
			cancel()
			l.Release(ticket, Accepted, 0)
			synctest.Wait()
		}
	})
}
