package parking

import (
	"context"
	"sync"
	"time"
)

// lag is how long the service's reads are known to lag behind its writes: a minute, where Config.Settle is not set.
func (c *Client) lag() time.Duration { return 12 * c.config.Settle }

// Recent reports whether reads may still lag behind what was written then. A clock that was set since may be wrong about that
// by as much, in either direction.
func (c *Client) Recent(written time.Time) bool { return time.Since(written).Abs() < c.lag() }

// lags is how long reads may still lag behind what was written then.
func (c *Client) lags(written time.Time) time.Duration {
	return max(0, min(c.lag(), c.lag()-time.Since(written)))
}

// Now is the time that Recent compares with.
func (*Client) Now() time.Time { return time.Now().UTC() }

// Turn waits until no other call of this process works on a subject, such as "favourite 7". unlock ends the turn.
func (c *Client) Turn(ctx context.Context, subject string) (unlock func(), err error) {
	if unlock, err = c.turns.lock(ctx, subject); err != nil {
		err = abandoned(operation{name: subject}, false, err)
	}
	return unlock, err
}

// Hold holds a subject, such as "reservation 7", for one resource, for as long as reads may lag behind what it wrote. by, which
// is not empty, tells resources apart that could take the same one. It reports false if another resource holds it.
func (c *Client) Hold(subject, by string) bool { return c.held.hold(subject, by, c.lag()) }

// Keep is Hold without an end: for what an apply gave to a resource, which may take longer than reads lag.
func (c *Client) Keep(subject, by string) bool {
	return c.held.hold(subject, by, c.lag()) && c.held.keep(subject)
}

// HeldBy gives who holds a subject; empty if nobody does.
func (c *Client) HeldBy(subject string) string { return c.held.holder(subject, c.lag()) }

// held are the subjects that resources of this process hold, and since when.
type held struct {
	mu sync.Mutex
	by map[string]holder
}

type holder struct {
	by   string
	when time.Time
	kept bool // without an end
}

func (h holder) holds(within time.Duration) bool { return h.kept || time.Since(h.when) < within }

func (h *held) hold(subject, by string, within time.Duration) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.by[subject]
	if now.by != by && now.holds(within) {
		return false
	}
	if h.by == nil {
		h.by = make(map[string]holder)
	}
	h.by[subject] = holder{by, time.Now(), now.kept}
	return true
}

func (h *held) keep(subject string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.by[subject] = holder{h.by[subject].by, time.Now(), true}
	return true
}

func (h *held) holder(subject string, within time.Duration) (by string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now := h.by[subject]; now.holds(within) {
		by = now.by
	}
	return by
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
