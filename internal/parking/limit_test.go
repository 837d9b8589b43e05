package parking

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/flow"
)

var turnedAway = answer(http.StatusTooManyRequests, `{"estado":"fail","error":"demasiadas"}`, "Retry-After", "1")

// TestPlaceRests: while a request waits as long as the service asks, its place is not given to another, and no other place
// stays empty. Other failures give it back at once.
func TestPlaceRests(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		first  exchange
		places int
		want   time.Duration // until the other request is answered
	}{
		"the only place": {turnedAway, 1, time.Second},
		"of two places":  {turnedAway, 2, 0},
		"another reason": {broken(io.ErrUnexpectedEOF), 1, 0},
	} {
		inBubble(t, name, func(t *testing.T) {
			s := play(tt.first, answer(200, okData(`{"placa":"A"}`)))
			c := scripted(t, s, func(c *Config) { c.MaxRetries, c.MaxConcurrency = 1, tt.places })
			start := time.Now()
			var all sync.WaitGroup
			all.Go(func() { noError(t, closeFine(t.Context(), c)) })
			synctest.Wait()
			noError(t, errorOf(c.Placa(t.Context(), "A")))
			equal(t, "the other request took", time.Since(start).Truncate(100*time.Millisecond), tt.want)
			all.Wait()
		})
	}
}

// TestSignalOf: what shows load, and what shows that there is none.
func TestSignalOf(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err  error
		want flow.Signal
	}{
		"none":           {nil, flow.Accepted},
		"not found":      {failAt(404), flow.Accepted},
		"fail at 200":    {failAt(200), flow.Accepted},
		"429":            {failAt(429), flow.Rejected},
		"429, page":      {pageAt(429), flow.Rejected},
		"503":            {failAt(503), flow.Rejected},
		"503, page":      {pageAt(503), flow.Rejected},
		"timeout":        {tookTooLong(true), flow.Rejected},
		"lost":           {cutOff(true), flow.Neither},
		"500":            {failAt(500), flow.Neither},
		"page at 404":    {pageAt(404), flow.Neither},
		"not in service": {errors.New("the address cannot be built"), flow.Neither},
	} {
		equal(t, name, signalOf(tt.err), tt.want)
	}
}
