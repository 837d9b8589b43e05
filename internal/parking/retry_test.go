package parking

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// Two writes: one that may be repeated blindly, one that may not.
func closeFine(ctx context.Context, c *Client) error {
	return errorOf(c.CloseSancion(ctx, 1, ""))
}

func bookPlace(ctx context.Context, c *Client) error {
	return errorOf(c.do(ctx, call{op: opReservaBloquear, body: ReservaRequest{TramoID: 1, VehiculoID: 1, Minutos: 10}}))
}

func registerPlaca(ctx context.Context, c *Client) error {
	return errorOf(c.RegisterPlaca(ctx, PlacaRequest{Placa: "A"}))
}

// TestWhatIsRepeated: after each failure, how often the service is asked in all with two repeats allowed. A success
// would follow.
func TestWhatIsRepeated(t *testing.T) {
	t.Parallel()
	const fail = `{"estado":"fail","error":"No"}`
	type row struct {
		first             exchange
		repeatable, write int
	}
	eachInBubble(t, map[string]row{
		"ok":                         {answer(200, okData(`{"id":1}`)), 1, 1},
		"connection lost":            {broken(io.ErrUnexpectedEOF), 2, 1},
		"cancelled":                  {broken(context.Canceled), 1, 1},
		"certificate":                {broken(&tls.CertificateVerificationError{Err: errors.New("unknown authority")}), 1, 1},
		"fail 200":                   {answer(200, fail), 1, 1},
		"fail 401":                   {answer(401, fail), 1, 1},
		"fail 422":                   {answer(422, fail), 1, 1},
		"fail 429":                   {answer(429, fail), 2, 2},
		"fail 429, Retry-After":      {answer(429, fail, "Retry-After", "1"), 2, 2},
		"fail 500":                   {answer(500, fail), 2, 1},
		"fail 503":                   {answer(503, fail), 2, 1},
		"fail 503, Retry-After":      {answer(503, fail, "Retry-After", "1"), 2, 2},
		"fail 503, Retry-After 0":    {answer(503, fail, "Retry-After", "0"), 2, 2},
		"fail 503, Retry-After past": {answer(503, fail, "Retry-After", "Mon, 02 Jan 1990 15:04:05 GMT"), 2, 2},
		"fail 503, Retry-After junk": {answer(503, fail, "Retry-After", "soon"), 2, 1},
		"page 200":                   {answer(200, "<html>"), 2, 1},
		"redirect":                   {answer(302, ""), 1, 1},
		"page 403":                   {answer(403, "<html>"), 1, 1},
		"page 404":                   {answer(404, "<html>"), 1, 1},
		"cut off 200":                {answer(200, okData(`{"id":1}`)[:20]), 2, 1},
		"cut off 401":                {answer(401, fail[:20]), 1, 1},
		"cut off 404":                {answer(404, fail[:20]), 2, 1},
		"cut off 422":                {answer(422, fail[:20]), 2, 1},
		"page 408":                   {answer(408, "<html>"), 2, 1},
		"page 429":                   {answer(429, "<html>"), 2, 1},
		"page 502":                   {answer(502, "<html>"), 2, 1},
		"page 503, Retry-After":      {answer(503, "<html>", "Retry-After", "1"), 2, 1},
		"ok at 400":                  {answer(400, okData(`{}`)), 1, 1},
		"ok at 429":                  {answer(429, okData(`{}`)), 2, 1},
		"ok at 500":                  {answer(500, okData(`{}`)), 2, 1},
	}, func(t *testing.T, tt row) {
		for kind, want := range map[string]int{"repeatable": tt.repeatable, "write": tt.write} {
			do := map[string]func(context.Context, *Client) error{"repeatable": closeFine, "write": bookPlace}[kind]
			s := play(tt.first, answer(200, okData(`{"id":1}`))).known()
			err := do(t.Context(), scripted(t, s, func(c *Config) { c.MaxRetries = 2 }))
			equal(t, kind+": requests", s.count(), want)
			if want > 1 && err != nil {
				t.Errorf("%s: %v", kind, err)
			}
		}
	})
}

// TestTurnedAway: a service that is full does not use up the repeats, each of which sends what the first try sent, and
// ends them all the same when it accepts nothing for three budgets of request timeout times repeats, and of what it asks to wait.
func TestTurnedAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		full := answer(429, `{"estado":"fail","error":"Despacio"}`, "Retry-After", "1")
		s := play(full, full, full, full, full, full, answer(200, okData(`{"id":1}`)))
		var numbers []int
		if err := bookPlace(t.Context(), scripted(t, s, func(c *Config) {
			c.MaxRetries, c.Observe = 2, func(_ context.Context, a Attempt) { numbers = append(numbers, a.Number) }
		})); err != nil || !slices.Equal(numbers, []int{1, 2, 3, 4, 5, 6, 7}) {
			t.Errorf("got the tries %v and %v, want seven", numbers, err)
		}
		for i, body := range s.bodies {
			if body != `{"tramo_id":1,"vehiculo_id":1,"minutos":10}` {
				t.Errorf("try %d sent %s", i+1, body)
			}
		}
		for asked, budgets := range map[string]time.Duration{"1": 63 * time.Second, "100": 360 * time.Second} {
			full := answer(429, `{"estado":"fail","error":"Despacio"}`, "Retry-After", asked)
			start := time.Now()
			err := bookPlace(t.Context(), scripted(t, play(full), func(c *Config) { c.MaxRetries, c.RequestTimeout = 2, 10*time.Second }))
			if took := time.Since(start); !Is(err, Throttled) || took > budgets*5/4 || took < budgets {
				t.Errorf("asked to wait %s s, it ended after %s with %v", asked, took, err)
			}
		}
	})
}

// TestTurnedAwayTakesNoBudget: neither the tries that are turned away nor their waits count as time of the retries. Other
// failures do.
func TestTurnedAwayTakesNoBudget(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		statuses []int // success follows
		want     int   // requests
	}{
		"turned away":            {[]int{429, 429, 429}, 4},
		"turned away at the end": {[]int{500, 429}, 3},
		"failed":                 {[]int{500, 500}, 2},
	} {
		inBubble(t, name, func(t *testing.T) {
			var exchanges []exchange
			for _, status := range tt.statuses {
				exchanges = append(exchanges, func(r *http.Request) (*http.Response, error) {
					time.Sleep(6 * time.Second)
					return answer(status, `{"estado":"fail","error":"Despacio"}`, "Retry-After", "1")(r)
				})
			}
			s := play(append(exchanges, answer(200, okData(`{}`)))...)
			err := closeFine(t.Context(), scripted(t, s, func(c *Config) { c.MaxRetries, c.RequestTimeout = 2, 6500*time.Millisecond }))
			equal(t, "requests", s.count(), tt.want)
			equal(t, "failed", err != nil, tt.want == len(tt.statuses))
		})
	}
	inBubble(t, "the wait is not cut", func(t *testing.T) {
		start := time.Now()
		noError(t, closeFine(t.Context(), scripted(t, play(answer(429, "<html>"), answer(200, okData(`{}`))),
			func(c *Config) { c.MaxRetries, c.RequestTimeout, c.Backoff = 1, time.Microsecond, maxBackoff })))
		if took := time.Since(start); took < time.Millisecond {
			t.Errorf("waited %s of up to %s", took, maxBackoff)
		}
	})
}

// TestRetryAfter: the wait is what the service asks for and at most the first backoff more, also where that is longer than
// all retries of the request may take. The clock is fake.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	type row struct {
		header func() string
		want   time.Duration
	}
	each(t, map[string]row{
		"seconds":   {func() string { return "7" }, 7 * time.Second},
		"date":      {func() string { return time.Now().Add(9 * time.Second).UTC().Format(http.TimeFormat) }, 9 * time.Second},
		"zero":      {func() string { return "0" }, 0},
		"past date": {func() string { return time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat) }, 0},
		"a day":     {func() string { return "86400" }, maxRetryAfter},
		"none":      {func() string { return "" }, 0},
		"negative":  {func() string { return "-5" }, 0},
	}, func(t *testing.T, tt row) {
		for _, first := range []struct {
			status int
			body   string
			send   func(context.Context, *Client) error
		}{
			{429, "<html>", closeFine},
			{429, `{"estado":"fail","error":"Despacio"}`, bookPlace},
			{500, `{"estado":"fail","error":"Error interno"}`, closeFine},
		} {
			synctest.Test(t, func(t *testing.T) {
				s := play(answer(first.status, first.body, "Retry-After", tt.header()), answer(200, okData(`{}`)))
				start := time.Now()
				if err := first.send(t.Context(), scripted(t, s, func(c *Config) { c.MaxRetries, c.RequestTimeout = 1, time.Second })); s.count() != 2 {
					t.Fatalf("asked %d times: %v", s.count(), err)
				}
				if waited := time.Since(start); waited < tt.want || waited > tt.want+2*time.Millisecond {
					t.Errorf("waited %s, want %s", waited, tt.want)
				}
			})
		}
	})
}

// TestWait: the ceiling doubles, ends at maxBackoff, and no setting makes the choice below it panic. After a Retry-After it is
// half of the first.
func TestWait(t *testing.T) {
	t.Parallel()
	failure := cutOff(true)
	for _, backoff := range []time.Duration{1, time.Millisecond, defaultBackoff, maxBackoff, time.Hour, 1<<63 - 1} {
		for retries := range 70 {
			ceiling := maxBackoff
			if retries < 10 && backoff < maxBackoff>>retries {
				ceiling = backoff << retries
			}
			for range 20 {
				if got := wait(failure, retries, backoff); got <= 0 || got > ceiling {
					t.Fatalf("backoff %s, repeat %d: %s", backoff, retries, got)
				}
			}
		}
	}
	for range 200 {
		asked := failed(aWrite, http.StatusTooManyRequests, 2*time.Second, "no", nil)
		if got := wait(asked, 5, time.Second); got < 2*time.Second || got > 2500*time.Millisecond+1 {
			t.Fatalf("asked to wait 2 s: %s", got)
		}
	}
	longest := time.Duration(0)
	for range 200 {
		longest = max(longest, wait(failure, 3, time.Second))
	}
	if longest < 4*time.Second {
		t.Errorf("the fourth wait is at most %s in 200, though it may be 8 s", longest)
	}
}
