package parking

import (
	"testing"
	"testing/synctest"
	"time"
)

// What one resource took another cannot take for as long as reads may lag. The same one may take it again.
func TestTake(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &Client{config: Config{Settle: defaultSettle}}
		expect := func(when string, subject, by string, free bool) {
			t.Helper()
			if got := c.Take(subject, by); got != free {
				t.Errorf("%s: %q may take %q: got %t, want %t", when, by, subject, got, free)
			}
		}
		expect("at first", "favourite 7", "a", true)
		expect("again", "favourite 7", "a", true)
		expect("at once", "favourite 7", "b", false)
		expect("at once", "favourite 8", "b", true)
		time.Sleep(59 * time.Second)
		expect("within the minute", "favourite 7", "b", false)
		if !c.Taken("favourite 7") {
			t.Error("within the minute, favourite 7 is not taken")
		}
		time.Sleep(time.Second)
		if c.Taken("favourite 7") {
			t.Error("after a minute, favourite 7 is still taken")
		}
		expect("after it", "favourite 7", "b", true)
		c.Forget("favourite 7")
		expect("forgotten", "favourite 7", "c", true)
	})
}
