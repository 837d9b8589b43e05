package parking

import (
	"context"
	"maps"
	"sync"
)

// LookUp marks the reads of a data source. Within one client, and so within one run, the same question is then sent once,
// and a page of a client's vehicles answers all look-ups of that client. Reads of resources are not marked: they ask the
// service.
func LookUp(ctx context.Context) context.Context { return context.WithValue(ctx, lookUpKey{}, true) }

type lookUpKey struct{}

func isLookUp(ctx context.Context) bool { return ctx.Value(lookUpKey{}) != nil }

// memo are the reads in flight, and the answers to look-ups. An identical read waits for the answer instead of being
// sent. Once the answer is there, the next read is sent again, unless both are look-ups.
//
// golang.org/x/sync/singleflight does not fit: if the first caller gives up, either the others fail, or a read goes on
// with all its repeats although nobody waits for it.
type memo struct {
	mu   sync.Mutex
	open map[string]*sharedRead
	kept map[string]*sharedRead // what look-ups were answered
}

type sharedRead struct {
	done chan struct{}
	op   operation
	env  envelope
	err  error
	// abandoned: the caller that sent it gave up, or does not repeat it, which says nothing to the others.
	abandoned bool
	lookUp    bool // a look-up waits for it
}

// shared gives the answer of a read, or that of an identical read in flight, or of an identical look-up. If the caller that
// sent it gives up, or fails without a repeat, one of those who wait sends it again.
func (f *memo) shared(ctx context.Context, r *request, send sender) (envelope, error) {
	key, lookUp := r.key(), isLookUp(ctx)
	for {
		f.mu.Lock()
		if kept, there := f.kept[key]; there && lookUp {
			f.mu.Unlock()
			return kept.env, kept.err
		}
		other, there := f.open[key]
		if !there {
			own := &sharedRead{done: make(chan struct{}), op: r.op, lookUp: lookUp}
			f.open[key] = own
			f.mu.Unlock()
			defer f.land(key, own)
			env, err := send(ctx, r)
			own.env, own.err = env, err
			own.abandoned = err != nil && (ctx.Err() != nil || r.sole)
			return env, err
		}
		other.lookUp = other.lookUp || lookUp
		f.mu.Unlock()
		select {
		case <-other.done:
			if !other.abandoned {
				return other.env, other.err
			}
		case <-ctx.Done():
			return envelope{}, abandoned(r.op, true, whyEnded(ctx))
		}
	}
}

// land wakes those who wait for a sharedRead. It keeps what the service answered to a look-up, also that there is no such
// thing; any other failure may pass.
func (f *memo) land(key string, own *sharedRead) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open[key] == own {
		delete(f.open, key)
		if own.lookUp && (own.err == nil || Denied(own.err) && !ErrorOf(own.err).Passing) {
			f.kept[key] = own
		}
	}
	close(own.done)
}

// unshare separates later reads from those in flight and from kept answers, which may be older than a write that has
// just ended, or than a look that decides whether a write is sent again. No write changes a catalogue.
func (f *memo) unshare() {
	f.drop(func(op operation) bool { return op.returns != fixed })
}

// forget is unshare for one operation, whose listing changed.
func (f *memo) forget(changed operation) {
	f.drop(func(op operation) bool { return op.name == changed.name })
}

func (f *memo) drop(what func(operation) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, memo := range []map[string]*sharedRead{f.open, f.kept} {
		maps.DeleteFunc(memo, func(_ string, one *sharedRead) bool { return what(one.op) })
	}
}
