package parking

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/singleflight"
)

// LookUp marks the reads of a data source. Within one client, and so within one run, the same question is then sent once, until a
// write. Reads of resources are not marked: they ask the service.
func LookUp(ctx context.Context) context.Context { return context.WithValue(ctx, lookUpKey{}, true) }

type lookUpKey struct{}

func isLookUp(ctx context.Context) bool { return ctx.Value(lookUpKey{}) != nil }

// memo has equal reads that are in flight at once sent once, and keeps the answers to look-ups.
type memo struct {
	flight     singleflight.Group
	kept       sync.Map // envelope or error of look-ups, by key
	generation atomic.Int64
}

// shared gives the answer of a read, or that of an equal one. It goes on if its caller gives up, since others may wait for it. What the
// service answered to a look-up is kept, also that there is no such thing; any other failure may pass.
func (m *memo) shared(ctx context.Context, r *request, send sender) (envelope, error) {
	key := r.key()
	if r.op.returns != fixed {
		key = fmt.Sprintln(m.generation.Load(), key)
	}
	if kept, there := m.kept.Load(key); there && isLookUp(ctx) {
		got, _ := kept.(singleflight.Result)
		env, _ := got.Val.(envelope)
		return env, got.Err
	}
	if ended := whyEnded(ctx); ended != nil {
		return envelope{}, abandoned(r.op, false, ended)
	}
	answer := m.flight.DoChan(key, func() (any, error) { return send(context.WithoutCancel(ctx), r) })
	select {
	case got := <-answer:
		if isLookUp(ctx) && (got.Err == nil || Denied(got.Err) && !ErrorOf(got.Err).Passing) {
			m.kept.Store(key, got)
		}
		env, _ := got.Val.(envelope)
		return env, got.Err
	case <-ctx.Done():
		return envelope{}, abandoned(r.op, true, whyEnded(ctx))
	}
}

// renew separates later reads from those in flight and from kept answers, which may be older than a write that has just ended, or than
// a look that decides whether a write is sent again. No write changes what is fixed.
func (m *memo) renew() { m.generation.Add(1) }
