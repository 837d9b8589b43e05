package parking

import (
	"testing"
	"testing/synctest"
	"time"
)

// What one resource took another cannot take for as long as reads may lag. The same one may take it again.
func TestHold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &Client{config: Config{Settle: defaultSettle}}
		expect := func(when string, subject, by string, free bool) {
			t.Helper()
			if got := c.Hold(subject, by); got != free {
				t.Errorf("%s: %q may take %q: got %t, want %t", when, by, subject, got, free)
			}
		}
		expect("at first", "reservation 7", "a", true)
		expect("again", "reservation 7", "a", true)
		expect("at once", "reservation 7", "b", false)
		expect("at once", "reservation 8", "b", true)
		time.Sleep(59 * time.Second)
		expect("within the minute", "reservation 7", "b", false)
		if by := c.HeldBy("reservation 7"); by != "a" {
			t.Errorf("within the minute, reservation 7 is held by %q, want a", by)
		}
		time.Sleep(time.Second)
		if by := c.HeldBy("reservation 7"); by != "" {
			t.Errorf("after a minute, reservation 7 is still held by %q", by)
		}
		expect("after it", "reservation 7", "b", true)
	})
}

// What an apply gave to a resource stays held.
func TestKeep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &Client{config: Config{Settle: defaultSettle}}
		for range 2 { // the same one may take it again
			if !c.Keep("reservation 7", "a") {
				t.Error("reservation 7 is not free")
			}
		}
		time.Sleep(time.Hour)
		if by := c.HeldBy("reservation 7"); by != "a" || c.Keep("reservation 7", "b") || c.Hold("reservation 7", "b") {
			t.Errorf("an hour later reservation 7 is held by %q, want a", by)
		}
	})
}

// TestRecent: a write is recent for as long as reads may lag. One that seems to lie far ahead is not: it would stay so.
func TestRecent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &Client{config: Config{Settle: 5 * time.Second}}
		now := time.Now()
		for name, row := range map[string]struct {
			written time.Time
			want    bool
		}{
			"never":             {time.Time{}, false},
			"now":               {now, true},
			"a moment ago":      {now.Add(-59 * time.Second), true},
			"a minute ago":      {now.Add(-time.Minute), false},
			"by a faster clock": {now.Add(time.Hour), false},
		} {
			equal(t, name, c.Recent(row.written), row.want)
		}
	})
}
