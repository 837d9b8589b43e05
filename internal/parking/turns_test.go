package parking

import (
	"context"
	"fmt"
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
		if by := c.TakenBy("favourite 7"); !c.Taken("favourite 7") || by != "a" {
			t.Errorf("within the minute, favourite 7 is taken by %q, want a", by)
		}
		time.Sleep(time.Second)
		if by := c.TakenBy("favourite 7"); c.Taken("favourite 7") || by != "" {
			t.Errorf("after a minute, favourite 7 is still taken by %q", by)
		}
		expect("after it", "favourite 7", "b", true)
	})
}

// WhileLagging yields for as long as reads may lag, and no longer than its caller waits.
func TestWhileLagging(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := &Client{config: Config{Settle: defaultSettle}}
		start, rounds := time.Now(), 0
		for range c.WhileLagging(t.Context()) {
			rounds++
		}
		if took := time.Since(start); rounds != 12 || took != time.Minute {
			t.Errorf("got %d rounds in %s, want 12 in a minute", rounds, took)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 12*time.Second)
		defer cancel()
		rounds = 0
		for range c.WhileLagging(ctx) {
			rounds++
		}
		if rounds != 2 {
			t.Errorf("got %d rounds in 12 seconds, want 2", rounds)
		}
	})
}

// Who gives up waiting for its turn has sent nothing.
func TestTurnGivenUp(t *testing.T) {
	t.Parallel()
	c := &Client{}
	unlock, err := c.Turn(t.Context(), "plate A1")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = c.Turn(ctx, "plate A1")
	if got, want := fmt.Sprint(err), "plate A1: the run was interrupted before anything was sent"; got != want || OutcomeOf(err) != NotSent {
		t.Errorf("got %q, outcome %d, want %q, not sent", got, OutcomeOf(err), want)
	}
	unlock()
	if _, err = c.Turn(t.Context(), "plate A1"); err != nil {
		t.Error(err)
	}
}
