package framework_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// What a plan read serves other plans for a minute, and one creation for as long as that says.
func TestLooks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var kept framework.Looks[int]
		expect := func(when string, take, want bool) {
			t.Helper()
			_, got := kept.Peek("a")
			if take {
				_, got = kept.Take("a", 5*time.Minute)
			}
			if got != want {
				t.Errorf("%s: got %t, wanted %t", when, got, want)
			}
		}
		expect("at first", false, false)
		kept.Keep("a", 1, nil)
		time.Sleep(59 * time.Second)
		expect("within the minute", false, true)
		time.Sleep(time.Second)
		expect("after it", false, false)
		expect("by the creation", true, true)
		expect("twice", true, false)
		kept.Keep("a", 0, &parking.Error{Kind: parking.NotFound})
		time.Sleep(5 * time.Minute)
		expect("too late", true, false)
		kept.Keep("a", 1, nil)
		kept.Keep("a", 0, errors.New("failed"))
		expect("once a read failed", true, false)
	})
}

// A plan goes on without a look only where the service could not be asked.
func TestMayPass(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want bool
	}{
		"unreachable":         {&parking.Error{Kind: parking.Lost, Passing: true}, true},
		"the plan's own time": {&parking.Error{Kind: parking.Interrupted, Passing: true, Err: context.DeadlineExceeded}, true},
		"a dead service":      {&parking.Error{Kind: parking.Stopped, Err: &parking.Error{Kind: parking.Timeout, Passing: true}}, true},
		"rejected credential": {&parking.Error{Kind: parking.Unauthorized}, false},
		"all rejected":        {&parking.Error{Kind: parking.Stopped, Err: &parking.Error{Kind: parking.Unauthorized}}, false},
		"the service says no": {&parking.Error{Kind: parking.Rejected}, false},
	} {
		if got := framework.MayPass(c.err); got != c.want {
			t.Errorf("%s: got %t, wanted %t", name, got, c.want)
		}
	}
}
