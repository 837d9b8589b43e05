package parking

import (
	"context"
	"sync"
	"time"
)

// lag is how long the service's reads are known to lag behind its writes: a minute, where Config.Settle is not set.
func (c *Client) lag() time.Duration { return 12 * c.config.Settle }

// WhileLagging yields after each settling time, for as long as reads may lag behind a write that has just ended. It ends
// early with ctx.
func (c *Client) WhileLagging(ctx context.Context) func(yield func() bool) {
	return func(yield func() bool) {
		for end := time.Now().Add(c.lag()); time.Now().Before(end); {
			if !sleep(ctx, c.config.Settle) || !yield() {
				return
			}
		}
	}
}

// Turn waits until no other call of this process works on a subject, such as "favourite 7". unlock ends the turn.
func (c *Client) Turn(ctx context.Context, subject string) (unlock func(), err error) {
	if unlock, err = c.turns.lock(ctx, subject); err != nil {
		err = abandoned(operation{name: subject}, false, err)
	}
	return unlock, err
}

// Take takes a subject, such as "favourite 7", for one resource; by tells resources apart that could take the same one.
// It reports false where another took it and the service's reads may not show that yet. It keeps what it holds no longer than that.
func (c *Client) Take(subject, by string) bool { return c.taken.take(subject, by, c.lag()) }

// Taken reports whether a resource took a subject lately.
func (c *Client) Taken(subject string) bool { return c.taken.has(subject, c.lag()) }

// TakenBy gives who took a subject lately; empty if nobody did.
func (c *Client) TakenBy(subject string) string { return c.taken.holder(subject, c.lag()) }

// taken are the subjects that this process took, by whom and when.
type taken struct {
	mu sync.Mutex
	by map[string]holder
}

type holder struct {
	by   string
	when time.Time
}

func (t *taken) take(subject, by string, within time.Duration) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if held, there := t.by[subject]; there && held.by != by && time.Since(held.when) < within {
		return false
	}
	if t.by == nil {
		t.by = make(map[string]holder)
	}
	t.by[subject] = holder{by, time.Now()}
	return true
}

// free reports whether nobody else took a subject lately.
func (t *taken) free(subject, by string, within time.Duration) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	held, there := t.by[subject]
	return !there || held.by == by || time.Since(held.when) >= within
}

func (t *taken) has(subject string, within time.Duration) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	held, there := t.by[subject]
	return there && time.Since(held.when) < within
}

func (t *taken) holder(subject string, within time.Duration) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	held, there := t.by[subject]
	if !there || time.Since(held.when) >= within {
		return ""
	}
	return held.by
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
