package parking

import (
	"context"
	"sync"
	"time"
)

// lag is how long the service's reads are known to lag behind its writes: a minute, where Config.Settle is not set.
func (c *Client) lag() time.Duration { return 12 * c.config.Settle }

// Recent reports whether reads may still lag behind what was written then. A clock that was set since may err in both directions.
func (c *Client) Recent(written time.Time) bool { return time.Since(written).Abs() < c.lag() }

// Turn waits until no other call of this process works on a subject, such as "plate ABC0123". unlock ends the turn.
func (c *Client) Turn(ctx context.Context, subject string) (unlock func(), err error) {
	if unlock, err = c.turns.lock(ctx, subject); err != nil {
		err = abandoned(operation{}, false, err) // whose caller names the subject
	}
	return unlock, err
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
