package parking

import (
	"testing"
	"testing/synctest"
	"time"
)

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
