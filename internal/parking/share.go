package parking

import (
	"context"
	"sync"
)

// flights are the reads in flight. A read that is asked for while the same one is in flight waits for its answer
// instead of being sent. Nothing is kept: once the answer is there, the next read asks again.
//
// golang.org/x/sync/singleflight was looked at first: what it runs belongs to nobody, so that either the first caller's
// giving up fails the others, or a read that nobody waits for any more goes on with all its repeats.
type flights struct {
	mu   sync.Mutex
	open map[string]*flight
}

// flight is one read in flight.
type flight struct {
	done chan struct{}
	env  envelope
	err  error
	// abandoned: the one who sent it gave up, which says nothing to the others.
	abandoned bool
}

// join gives the answer of read, or that of the same read in flight. The one who sends a read does so on their own
// time; when they give up, one of those who wait sends it again.
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

// land lets those go on who wait for a flight.
func (f *flights) land(key string, own *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open[key] == own {
		delete(f.open, key)
	}
	close(own.done)
}

// unshare makes whatever is read from now on a read of its own: what is in flight may be older than the write that has
// just ended, or may be older than a look that decides whether a write is sent again.
func (f *flights) unshare() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.open)
}
