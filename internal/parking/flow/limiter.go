// Package flow limits how many requests a run has in flight. Its caller says how each ended.
package flow

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// The limit begins at firstLimit and grows by one with each accepted request while all places are taken. A score counts one up for
// each rejection and one down for each acceptance, and never falls below zero. Above mostScore the limit halves, the score begins
// again at zero, and requests that were sent before no longer count. From then on the limit grows by at most one every growAfter.
// The place of a request that is asked to wait rests for that time. Why, and which laws fail: DECISIONS.md.
const (
	// firstLimit is low enough not to flood a service that several runs share. The limit doubles in the time of one request,
	// so it reaches 64 after four.
	firstLimit = 4
	// mostScore: nine rejections in a row are enough. Where a third is rejected at random, one in 511 begins a series that
	// halves the limit. With 4 it is one in 31, and a run of 10,000 requests takes five times as long.
	mostScore = 8
	growAfter = 5 * time.Second
)

// Signal is what the end of a request says about the load of the service.
type Signal int

// The signals.
const (
	Neither  Signal = iota // nothing, such as a connection that was lost
	Accepted               // the service worked on the request, whatever it answered
	Rejected               // the service asks to slow down, or is overloaded
)

// Ticket is a place among the requests in flight. It counts how often the limit was halved before.
type Ticket int

// Limiter finds by itself how many requests may be in flight. It is safe for concurrent use.
type Limiter struct {
	mu       sync.Mutex
	ceiling  int
	limit    int
	taken    int // places of requests in flight, and those that rest
	score    int
	halvings Ticket
	changed  time.Time // when the limit last changed
	waiting  list.List // of chan Ticket, first come, first served; repeats go to the front
}

// NewLimiter makes a limiter that never admits more than ceiling requests.
func NewLimiter(ceiling int) *Limiter {
	return &Limiter{ceiling: ceiling, limit: min(ceiling, firstLimit)}
}

// Acquire waits for a place. Its ticket goes back with Release. A repeat comes first: it has waited before, and must end
// in time however many others wait. An error is that of ctx.
func (l *Limiter) Acquire(ctx context.Context, repeat bool) (Ticket, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	l.mu.Lock()
	if l.waiting.Len() == 0 && l.taken < l.limit {
		defer l.mu.Unlock()
		l.taken++
		return l.halvings, nil
	}
	turn := make(chan Ticket, 1)
	push := l.waiting.PushBack
	if repeat {
		push = l.waiting.PushFront
	}
	place := push(turn)
	l.mu.Unlock()

	select {
	case ticket := <-turn:
		return ticket, nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-turn: // it came at the same moment, and goes to the next
		l.free()
	default:
		l.waiting.Remove(place)
	}
	return 0, ctx.Err()
}

// Release learns from how a request ended, and frees its place after it rested.
func (l *Limiter) Release(ticket Ticket, signal Signal, rest time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ticket == l.halvings {
		l.learn(signal)
	}
	if rest == 0 {
		l.free()
		return
	}
	time.AfterFunc(rest, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.free()
	})
}

func (l *Limiter) learn(signal Signal) {
	switch signal {
	case Accepted:
		l.score = max(l.score-1, 0)
		switch {
		case l.taken < l.limit: // so its size says nothing
		case l.halvings == 0:
			l.limit = min(l.limit+1, l.ceiling)
		case time.Since(l.changed) >= growAfter:
			l.limit, l.changed = min(l.limit+1, l.ceiling), time.Now()
		}
	case Rejected:
		if l.score++; l.score > mostScore {
			l.limit, l.changed = max(l.limit/2, 1), time.Now()
			l.score = 0
			l.halvings++
		}
	case Neither:
	}
}

// free gives a place back, and lets requests in while there is one.
func (l *Limiter) free() {
	l.taken--
	for l.taken < l.limit {
		first := l.waiting.Front()
		if first == nil {
			return
		}
		turn, _ := l.waiting.Remove(first).(chan Ticket)
		l.taken++
		turn <- l.halvings
	}
}
