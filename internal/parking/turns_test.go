package parking

import (
	"context"
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

// What a call works on stays taken until the call ends, and for as long as reads may lag after that.
func TestHoldDuring(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &Client{config: Config{Settle: defaultSettle}}
		ctx, end := context.WithCancel(t.Context())
		expect := func(when string, taken bool) {
			t.Helper()
			synctest.Wait()
			if got := c.HeldBy("favourite 7") != ""; got != taken || c.Hold("favourite 7", "b") == taken {
				t.Errorf("%s: got taken %t, want %t", when, got, taken)
			}
		}
		for range 2 {
			if !c.HoldDuring(ctx, "favourite 7", "a") {
				t.Error("favourite 7 is not free")
			}
		}
		time.Sleep(10 * time.Minute)
		expect("while the calls run", true)
		if c.HoldDuring(ctx, "favourite 7", "b") {
			t.Error("two resources hold favourite 7")
		}
		end()
		expect("when they have ended", true)
		time.Sleep(time.Minute)
		expect("a minute later", false)
		ctx, end = context.WithCancel(t.Context())
		c.Forget("favourite 7")
		if !c.HoldDuring(ctx, "favourite 7", "a") {
			t.Error("favourite 7 is not forgotten")
		}
		c.Forget("favourite 7")
		end()
		expect("forgotten", false)
	})
}
