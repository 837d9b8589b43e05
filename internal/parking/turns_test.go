package parking

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestTurnInterrupted: the caller says what was waited for.
func TestTurnInterrupted(t *testing.T) {
	t.Parallel()
	c := new(Client)
	_, err := c.Turn(t.Context(), "plate ABC0123")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, late := c.Turn(ctx, "plate ABC0123"); err != nil || !endsIn(late, Interrupted) || strings.Contains(late.Error(), "ABC0123") {
		t.Errorf("got %v and %v", err, late)
	}
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
