package parking

import (
	"net/http"
	"sync/atomic"
	"time"
)

// clock is how far the service's clock is ahead of this machine's, as the Date of its last answer shows. Times that one
// process keeps for another are the service's: the other may run on another machine, or after this one's clock was set.
type clock struct{ ahead atomic.Int64 }

// precision is what a Date may differ by although the clocks agree: it has whole seconds, and the answer took some time.
const precision = 2 * time.Second

// hear learns from an answer. One with an Age is a cache's, whose Date is older than it.
func (c *clock) hear(answer http.Header) {
	date, err := http.ParseTime(answer.Get("Date"))
	if err != nil || answer.Get("Age") != "" {
		return
	}
	ahead := time.Until(date)
	if ahead.Abs() < precision {
		ahead = 0
	}
	c.ahead.Store(int64(ahead))
}

// Now is the time by the service's clock, or by this machine's if no answer has shown another.
func (c *Client) Now() time.Time { return time.Now().Add(time.Duration(c.clock.ahead.Load())).UTC() }

// Recent reports whether reads may still lag behind what was written then, by Now. Wherever the service's answers have a
// Date, no change of this machine's clock matters. Without one, a clock that is set forward by a minute ends that too
// early, and one that is set back prolongs it, by a day at most: a time further ahead is no recent one.
func (c *Client) Recent(written time.Time) bool { return c.lags(written) > 0 }

// lags is how long reads may still lag behind what was written then, as Recent says.
func (c *Client) lags(written time.Time) time.Duration {
	ago := c.Now().Sub(written)
	if ago <= -24*time.Hour {
		return 0
	}
	return max(0, min(c.lag()-ago, c.lag()))
}
