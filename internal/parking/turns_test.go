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
		expect("at first", "favourite 7", "a", true)
		expect("again", "favourite 7", "a", true)
		expect("at once", "favourite 7", "b", false)
		expect("at once", "favourite 8", "b", true)
		time.Sleep(59 * time.Second)
		expect("within the minute", "favourite 7", "b", false)
		if by := c.HeldBy("favourite 7"); by != "a" {
			t.Errorf("within the minute, favourite 7 is held by %q, want a", by)
		}
		time.Sleep(time.Second)
		if by := c.HeldBy("favourite 7"); by != "" {
			t.Errorf("after a minute, favourite 7 is still held by %q", by)
		}
		expect("after it", "favourite 7", "b", true)
		c.Forget("favourite 7")
		expect("forgotten", "favourite 7", "c", true)
	})
}

// What an apply gave to a resource is held until the resource is read.
func TestKeep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &Client{config: Config{Settle: defaultSettle}}
		for range 2 { // the same one may take it again
			if !c.Keep("favourite 7", "a") {
				t.Error("favourite 7 is not free")
			}
		}
		time.Sleep(time.Hour)
		if by := c.HeldBy("favourite 7"); by != "a" || c.Keep("favourite 7", "b") || c.Hold("favourite 7", "b") {
			t.Errorf("an hour later favourite 7 is held by %q, want a", by)
		}
		c.Forget("favourite 7")
		if by := c.HeldBy("favourite 7"); by != "" || !c.Hold("favourite 7", "b") || c.Keep("favourite 7", "a") {
			t.Errorf("forgotten, favourite 7 is held by %q, want nobody", by)
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
