package parking

import (
	"context"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// TestWhatIsRepeated: after each failure, how often the service is asked in all with two repeats allowed. A success
// would follow. TestOutcome has what else may pass.
func TestWhatIsRepeated(t *testing.T) {
	t.Parallel()
	const fail = `{"estado":"fail","error":"No"}`
	type row struct {
		first             exchange
		repeatable, write int
	}
	eachInBubble(t, map[string]row{
		"ok":                         {first: answer(200, okData(`{"id":1}`)), repeatable: 1, write: 1},
		"connection lost":            {first: broken(io.ErrUnexpectedEOF), repeatable: 2, write: 1},
		"cancelled":                  {first: broken(context.Canceled), repeatable: 1, write: 1},
		"fail 422":                   {first: answer(422, fail), repeatable: 1, write: 1},
		"fail 429":                   {first: answer(429, fail), repeatable: 2, write: 2},
		"fail 500":                   {first: answer(500, fail), repeatable: 2, write: 1},
		"fail 503":                   {first: answer(503, fail), repeatable: 2, write: 1},
		"fail 503, Retry-After 0":    {first: answer(503, fail, "Retry-After", "0"), repeatable: 2, write: 2},
		"fail 503, Retry-After past": {first: answer(503, fail, "Retry-After", "Mon, 02 Jan 1990 15:04:05 GMT"), repeatable: 2, write: 2},
		"fail 503, Retry-After junk": {first: answer(503, fail, "Retry-After", "soon"), repeatable: 2, write: 1},
		"page 404":                   {first: answer(404, "<html>"), repeatable: 1, write: 1},
		"page 429":                   {first: answer(429, "<html>"), repeatable: 2, write: 1},
		"cut off 200":                {first: answer(200, okData(`{"id":1}`)[:20]), repeatable: 2, write: 1},
		"cut off 401":                {first: answer(401, fail[:20]), repeatable: 1, write: 1},
		"cut off 422":                {first: answer(422, fail[:20]), repeatable: 2, write: 1},
		"ok at 500":                  {first: answer(500, okData(`{}`)), repeatable: 2, write: 1},
	}, func(t *testing.T, tt row) {
		expect := func(requests int, do func(context.Context, *Client) error) {
			s := play(tt.first, answer(200, okData(`{"id":1}`))).known()
			err := do(t.Context(), scripted(t, s, func(c *Config) { c.MaxRetries = 2 }))
			if s.count() != requests || requests > 1 && err != nil {
				t.Errorf("asked %d times, want %d: %v", s.count(), requests, err)
			}
		}
		expect(tt.repeatable, closeFine)
		expect(tt.write, bookPlace)
	})
}

// TestTurnedAway: being asked to wait does not use up the repeats, each of which sends what the first try sent. Other failures do.
func TestTurnedAway(t *testing.T) {
	t.Parallel()
	type row struct {
		statuses []int // success follows
		requests int
		fails    bool
	}
	eachInBubble(t, map[string]row{
		"turned away":            {statuses: []int{429, 429, 429, 429, 429}, requests: 6},
		"turned away at the end": {statuses: []int{500, 429, 429}, requests: 4},
		"failed":                 {statuses: []int{429, 500, 429, 500}, requests: 4, fails: true},
	}, func(t *testing.T, tt row) {
		var exchanges []exchange
		for _, status := range tt.statuses {
			exchanges = append(exchanges, answer(status, `{"estado":"fail","error":"Despacio"}`, "Retry-After", "1"))
		}
		s, numbers := play(append(exchanges, answer(200, okData(`{}`)))...), []int(nil)
		err := errorOf(scripted(t, s, func(c *Config) {
			c.MaxRetries, c.Observe = 1, func(_ context.Context, a Attempt) { numbers = append(numbers, a.Number) }
		}).CloseSancion(t.Context(), 1, "x"))
		equal(t, "requests", s.count(), tt.requests)
		equal(t, "failed", err != nil, tt.fails)
		for i, body := range s.bodies {
			equal(t, "body", body, `{"observaciones":"x"}`)
			equal(t, "number", numbers[i], i+1)
		}
	})
}

// TestRetryAfter: a date counts from that of the answer, and a number that makes no sense as the nearest that does. A bubble begins on
// the first of January of 2000.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	type row struct {
		asked, date string // of the answer; "" for none
		want        time.Duration
	}
	eachInBubble(t, map[string]row{
		"seconds":                {asked: "7", want: 7 * time.Second},
		"a fraction":             {asked: "4.5", want: 4500 * time.Millisecond},
		"an exponent":            {asked: "1e1", want: 10 * time.Second},
		"a date":                 {asked: "Sat, 01 Jan 2000 00:00:09 GMT", want: 9 * time.Second},
		"a date of a slow clock": {asked: "Fri, 31 Dec 1999 23:00:09 GMT", date: "Fri, 31 Dec 1999 23:00:00 GMT", want: 9 * time.Second},
		"a date of a fast clock": {asked: "Sat, 01 Jan 2000 01:00:09 GMT", date: "Sat, 01 Jan 2000 01:00:00 GMT", want: 9 * time.Second},
		"zero":                   {asked: "0", want: 1},
		"past date":              {asked: "Fri, 31 Dec 1999 23:00:00 GMT", want: 1},
		"negative":               {asked: "-5", want: 1},
		"a day":                  {asked: "86400", want: maxRetryAfter},
		"absurd":                 {asked: "9999999999", want: maxRetryAfter},
		"beyond numbers":         {asked: "1e999", want: maxRetryAfter},
		"none":                   {},
		"no number":              {asked: "NaN"},
		"junk":                   {asked: "soon"},
	}, func(t *testing.T, tt row) {
		for _, body := range []string{"<html>", `{"estado":"fail","error":"Despacio"}`, okData(`{}`)} {
			header := http.Header{"Retry-After": {tt.asked}, "Date": {tt.date}}
			_, err := decodeEnvelope(aWrite, http.StatusServiceUnavailable, header, []byte(body), redact.Secrets("", nil))
			equal(t, body, ErrorOf(err).RetryAfter, tt.want)
		}
	})
}

// TestWait: at least half of a ceiling that doubles and ends at maxBackoff; no setting makes the choice below it panic. After a
// Retry-After it is half of the first, and doubles once where the service asks to wait without a time.
func TestWait(t *testing.T) {
	t.Parallel()
	type row struct {
		e        *Error
		tries    int
		backoff  time.Duration
		min, max time.Duration
	}
	asked := failed(aWrite, http.StatusTooManyRequests, 2*time.Second, "no", nil)
	each(t, map[string]row{
		"the first":          {cutOff(true), 0, time.Second, time.Second / 2, time.Second},
		"the fourth":         {cutOff(true), 3, time.Second, 4 * time.Second, 8 * time.Second},
		"the longest":        {cutOff(true), 69, time.Second, maxBackoff / 2, maxBackoff},
		"a nanosecond":       {cutOff(true), 1, 1, 1, 2},
		"for ever":           {cutOff(true), 9, 1<<63 - 1, maxBackoff / 2, maxBackoff},
		"asked":              {asked, 5, time.Second, 2 * time.Second, 2500 * time.Millisecond},
		"asked for little":   {asked, 5, 3 * time.Second, 5 * time.Second, 8 * time.Second},
		"asked without time": {failAt(http.StatusTooManyRequests), 5, time.Second, time.Second, 2 * time.Second},
	}, func(t *testing.T, tt row) {
		least, most := time.Hour, time.Duration(0)
		for range 200 {
			got := wait(tt.e, tt.tries, tt.backoff)
			least, most = min(least, got), max(most, got)
		}
		if least < tt.min || most > tt.max+1 || most-least < (tt.max-tt.min)/2 {
			t.Errorf("from %s to %s, want %s to %s", least, most, tt.min, tt.max)
		}
	})
}

// TestPlaceRests: while a request waits as long as the service asks, its place is not given to another, and no other place
// stays empty. Other failures, and requests that are not repeated, give it back at once.
func TestPlaceRests(t *testing.T) {
	t.Parallel()
	turnedAway := answer(http.StatusTooManyRequests, `{"estado":"fail","error":"demasiadas"}`, "Retry-After", "1")
	type row struct {
		first           exchange
		places, retries int
		want            time.Duration // until the other request is answered
	}
	eachInBubble(t, map[string]row{
		"the only place":    {first: turnedAway, places: 1, retries: 1, want: time.Second},
		"of two places":     {first: turnedAway, places: 2, retries: 1},
		"another reason":    {first: broken(io.ErrUnexpectedEOF), places: 1, retries: 1},
		"nobody comes back": {first: turnedAway, places: 1},
	}, func(t *testing.T, tt row) {
		s := play(tt.first, answer(200, okData(`{"placa":"A"}`)))
		c := scripted(t, s, func(c *Config) { c.MaxRetries, c.MaxConcurrency = tt.retries, tt.places })
		start := time.Now()
		go func() { _ = closeFine(t.Context(), c) }()
		synctest.Wait()
		noError(t, errorOf(c.Placa(t.Context(), "A", Nothing)))
		equal(t, "the other request took", time.Since(start).Truncate(100*time.Millisecond), tt.want)
	})
}
