package parking

import (
	"context"
	"sync"
)

// flights are the reads in flight. An identical read waits for the answer instead of being sent. Nothing is kept: once
// the answer is there, the next read is sent again.
//
// golang.org/x/sync/singleflight does not fit: if the first caller gives up, either the others fail, or a read goes on
// with all its repeats although nobody waits for it.
type flights struct {
	mu   sync.Mutex
	open map[string]*flight
}

// flight is one read in flight.
type flight struct {
	done chan struct{}
	env  envelope
	err  error
	// abandoned: the caller that sent it gave up, which says nothing to the others.
	abandoned bool
}

// join gives the answer of read, or that of an identical read in flight. If the caller that sent it gives up, one of
// those who wait sends it again.
func (f *flights) join(ctx context.Context, op, key string, read func() (envelope, error)) (envelope, error) {
	for {
		f.mu.Lock()
		other, there := f.open[key]
		if !there {
			own := &flight{done: make(chan struct{})}
			f.open[key] = own
			f.mu.Unlock()
			defer f.land(key, own)
			own.env, own.err = read()
			own.abandoned = own.err != nil && ctx.Err() != nil
			return own.env, own.err
		}
		f.mu.Unlock()
		select {
		case <-other.done:
			if !other.abandoned {
				return other.env, other.err
			}
		case <-ctx.Done():
			return envelope{}, &NoAnswerError{Operation: op, Sent: true, Err: ctx.Err()}
		}
	}
}

// land wakes those who wait for a flight.
func (f *flights) land(key string, own *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open[key] == own {
		delete(f.open, key)
	}
	close(own.done)
}

// unshare separates later reads from those in flight, which may be older than a write that has just ended, or than a
// look that decides whether a write is sent again.
func (f *flights) unshare() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.open)
}
