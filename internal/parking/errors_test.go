package parking

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"
)

// TestOutcome: what each end of a request tells of what became of it.
func TestOutcome(t *testing.T) {
	t.Parallel()
	named := FieldError{"placa", []string{"no"}}
	page503 := garbled(aWrite, 503, time.Second, "a page", "")
	lost := cutOff(true)
	type row struct {
		err     error
		outcome Outcome
		kind    Kind
	}
	each(t, map[string]row{
		"never sent":               {cutOff(false), NotSent, Unreachable},
		"connection lost":          {lost, Unknown, Lost},
		"timeout":                  {tookTooLong(true), MaybeRunning, Timeout},
		"timeout of a connection":  {tookTooLong(false), NotSent, Timeout},
		"interrupted":              {abandoned(aWrite, true, context.Canceled), Unknown, Interrupted},
		"out of time":              {abandoned(aWrite, false, context.DeadlineExceeded), NotSent, Expired},
		"page 200":                 {pageAt(200), Unknown, Garbled},
		"page 302":                 {pageAt(302), Unknown, Redirected},
		"page 403":                 {pageAt(403), Refused, Unauthorized},
		"page 404":                 {pageAt(404), Unknown, Garbled},
		"page 408":                 {pageAt(408), MaybeRunning, Failed},
		"page 429":                 {pageAt(429), Unknown, Throttled},
		"page 499":                 {pageAt(499), MaybeRunning, Failed},
		"page 500":                 {pageAt(500), Unknown, Failed},
		"page 502":                 {pageAt(502), MaybeRunning, Failed},
		"page 503":                 {pageAt(503), Unknown, Failed},
		"page 503, Retry-After":    {page503, Unknown, Throttled},
		"page 504":                 {pageAt(504), MaybeRunning, Failed},
		"page 520":                 {pageAt(520), MaybeRunning, Failed},
		"page 527":                 {pageAt(527), MaybeRunning, Failed},
		"page 530":                 {pageAt(530), MaybeRunning, Failed},
		"fail 200":                 {failAt(200), ProbablyNotDone, Rejected},
		"fail 200 with fields":     {failAt(200, named), Refused, Rejected},
		"fail 401":                 {failAt(401), Refused, Unauthorized},
		"fail 422":                 {failAt(422), Refused, Rejected},
		"fail 408":                 {failAt(408), MaybeRunning, Failed},
		"fail 425":                 {failAt(425), Unknown, Failed},
		"fail 429 (A17)":           {failAt(429), TurnedAway, Throttled},
		"fail 500":                 {failAt(500), Unknown, Failed},
		"fail 500 with fields":     {failAt(500, named), Unknown, Failed},
		"fail 503":                 {failAt(503), Unknown, Failed},
		"fail 503, Retry-After":    {failed(aWrite, 503, 1, "no", nil), TurnedAway, Throttled},
		"ok at 409 (A13)":          {contradicted(aWrite, 409, 0), Unknown, Failed},
		"ok at 429 (A13)":          {contradicted(aWrite, 429, 0), Unknown, Failed},
		"strange data":             {UnexpectedAnswer("w", "", "x"), Accepted, Unexpected},
		"wrapped":                  {fmt.Errorf("x: %w", failAt(503)), Unknown, Failed},
		"path not set":             {&Error{Kind: NoEndpoint, Outcome: NotSent}, NotSent, NoEndpoint},
		"looked for and not there": {&Error{Kind: Unsettled, Outcome: ProbablyNotDone, Err: lost}, ProbablyNotDone, Unsettled},
	}, func(t *testing.T, tt row) {
		if !Is(tt.err, tt.kind) || OutcomeOf(tt.err) != tt.outcome {
			t.Errorf("got kind %d and outcome %d, want %d and %d", ErrorOf(tt.err).Kind, OutcomeOf(tt.err), tt.kind, tt.outcome)
		}
	})
	equal(t, "the outcome of nothing", OutcomeOf(nil), Done)
	equal(t, "the outcome of another error", OutcomeOf(errors.New("x")), NotSent)
}

// TestAttempts: a rejection of a repeat, or a repeat that is not sent, does not undo an earlier try whose answer was lost.
func TestAttempts(t *testing.T) {
	t.Parallel()
	aRead := operation{name: "r", method: http.MethodGet}
	type row struct {
		op      operation
		tries   []error
		outcome Outcome
		says    string
	}
	each(t, map[string]row{
		"one":                       {aWrite, []error{failAt(409)}, Refused, `w: the service answered "no" (HTTP 409)`},
		"lost, then rejected":       {aWrite, []error{cutOff(true), failAt(409)}, Unknown, "cut; sent again: "},
		"lost, then turned away":    {aWrite, []error{cutOff(true), failAt(429)}, Unknown, "cut; sent again: "},
		"lost, then not sent":       {aWrite, []error{cutOff(true), cutOff(false)}, Unknown, "cut; sent again: "},
		"lost, then stopped":        {aWrite, []error{cutOff(true), &Error{Kind: Stopped, Outcome: NotSent}}, Unknown, "cut"},
		"slow, then lost":           {aWrite, []error{tookTooLong(true), cutOff(true)}, MaybeRunning, "; sent again: "},
		"lost, then slow":           {aWrite, []error{cutOff(true), tookTooLong(true)}, MaybeRunning, "request_timeout"},
		"turned away, then refused": {aWrite, []error{failAt(429), failAt(409)}, Refused, "409"},
		"a read":                    {aRead, []error{cutOff(true), failAt(404)}, Refused, "404"},
	}, func(t *testing.T, tt row) {
		tries := new(attempts)
		for _, err := range tt.tries {
			if ErrorOf(err).Kind != Stopped {
				tries.note(tt.op, err, time.Second)
			}
		}
		err := tries.outcome(tt.tries[len(tt.tries)-1])
		equal(t, err.Error(), OutcomeOf(err), tt.outcome)
		expectError(t, err, tt.says)
		equal(t, "it is about the last", Is(err, Stopped), false)
	})
}
