package parking

import (
	"context"
	"sync"
	"time"
)

// lag is how long the service's reads are known to lag behind its writes: a minute, where Config.Settle is not set.
func (c *Client) lag() time.Duration { return 12 * c.config.Settle }

// Turn waits until no other call of this process works on a subject, such as "favourite 7". unlock ends the turn.
func (c *Client) Turn(ctx context.Context, subject string) (unlock func(), err error) {
	return c.turns.lock(ctx, subject)
}

// Take takes a subject, such as "favourite 7", for one resource; by tells resources apart that could take the same one.
// It reports false where another took it and the service's reads may not show that yet. It keeps what it holds no longer than that.
func (c *Client) Take(subject, by string) bool { return c.taken.take(subject, by, c.lag()) }

// Hold is Take for a call that works on the subject. The subject stays taken until ctx ends, with the call, and from then
// on for as long as reads may lag.
func (c *Client) Hold(ctx context.Context, subject, by string) bool {
	if !c.taken.take(subject, by, c.lag()) {
		return false
	}
	c.taken.work(subject, 1)
	context.AfterFunc(ctx, func() { c.taken.work(subject, -1) })
	return true
}

// Taken reports whether a resource took a subject lately, or holds it.
func (c *Client) Taken(subject string) bool { return c.taken.has(subject, c.lag()) }

// Forget ends what Take holds: the resource that took the subject was read since, so what it took is in its state.
func (c *Client) Forget(subject string) { c.taken.forget(subject) }

// taken are the subjects that this process took, by whom and when.
type taken struct {
	mu sync.Mutex
	by map[string]holder
}

type holder struct {
	by    string
	when  time.Time
	calls int // that still work on it
}

func (h holder) holds(within time.Duration) bool { return h.calls > 0 || time.Since(h.when) < within }

func (t *taken) take(subject, by string, within time.Duration) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	held := t.by[subject]
	if held.by != by && held.holds(within) {
		return false
	}
	if t.by == nil {
		t.by = make(map[string]holder)
	}
	t.by[subject] = holder{by, time.Now(), held.calls}
	return true
}

// work notes that one call more, or less, works on a subject, unless it was forgotten.
func (t *taken) work(subject string, calls int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if held, there := t.by[subject]; there {
		t.by[subject] = holder{held.by, time.Now(), max(0, held.calls+calls)}
	}
}

func (t *taken) forget(subject string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.by, subject)
}

func (t *taken) has(subject string, within time.Duration) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.by[subject].holds(within)
}

// locks admits one caller per key at a time.
type locks struct{ held sync.Map } // of chan struct{}, which have room for one

func (l *locks) lock(ctx context.Context, key string) (unlock func(), err error) {
	value, _ := l.held.LoadOrStore(key, make(chan struct{}, 1))
	turn, _ := value.(chan struct{})
	select {
	case turn <- struct{}{}:
		return func() { <-turn }, nil
	case <-ctx.Done():
		return nil, whyEnded(ctx)
	}
}
