package parking

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// What was written is recent by the service's clock, however wrong this machine's is, and by this machine's where no answer
// has a Date.
func TestRecent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &Client{config: Config{Settle: 5 * time.Second}}
		at := func(ahead time.Duration) http.Header {
			return http.Header{"Date": {time.Now().Add(ahead).UTC().Format(http.TimeFormat)}}
		}
		expect := func(what string, written time.Time, want bool) {
			t.Helper()
			if got := c.Recent(written); got != want {
				t.Errorf("%s: got %t, wanted %t", what, got, want)
			}
		}
		now := time.Now().Add(700 * time.Millisecond) // a Date has whole seconds
		time.Sleep(time.Until(now))
		expect("never", time.Time{}, false)
		expect("a moment ago", now, true)
		expect("a minute ago", now.Add(-time.Minute), false)
		expect("by a clock that is an hour fast", now.Add(time.Hour), true)
		expect("by a clock that is years fast", now.Add(24*time.Hour), false)
		c.clock.hear(at(0))
		if got := c.Now(); !got.Equal(now) {
			t.Errorf("clocks that agree: got %s, wanted %s", got, now)
		}

		// This machine's clock is an hour fast, and set right before the next run.
		c.clock.hear(at(-time.Hour))
		written := c.Now()
		expect("just written", written, true)
		c.clock.hear(at(-time.Hour + 2*time.Minute))
		expect("two minutes later by the service", written, false)
		c.clock.hear(at(-time.Hour))
		c.clock.hear(http.Header{"Date": at(time.Hour)["Date"], "Age": {"7"}})
		c.clock.hear(http.Header{"Date": {"gestern"}})
		c.clock.hear(http.Header{})
		expect("a cache's Date, or none, tells nothing", written, true)
	})
}

// Every answer tells the service's time.
func TestNowOfAnswers(t *testing.T) {
	t.Parallel()
	date := time.Now().Add(-3 * time.Hour).UTC()
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", date.Format(http.TimeFormat))
		_, _ = w.Write([]byte(`{"estado":"ok","data":[]}`))
	})
	_, _ = c.TiposVehiculo(t.Context())
	if off := c.Now().Sub(date).Abs(); off > time.Minute {
		t.Errorf("the time is %s off", off)
	}
}
