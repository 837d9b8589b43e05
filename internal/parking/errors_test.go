package parking

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/flow"
)

// TestOutcome: what each end of a request tells of what became of it, whether it may pass, and what it says about the load.
func TestOutcome(t *testing.T) {
	t.Parallel()
	const rejected, accepted = flow.Rejected, flow.Accepted
	named := FieldError{"placa", []string{"no"}}
	asked := time.Second
	lost, later := cutOff(true), garbled(aWrite, 503, asked, "a page", "")
	turnedAway := failed(aWrite, 503, asked, "no", nil)
	type row struct {
		err     error
		outcome Outcome
		kind    Kind
		passes  bool
		load    flow.Signal
	}
	each(t, map[string]row{
		"never sent":         {err: cutOff(false), outcome: NotSent, kind: Lost, passes: true},
		"connection lost":    {err: lost, outcome: Unknown, kind: Lost, passes: true},
		"certificate":        {err: unanswered(aWrite, false, false, 0, &tls.CertificateVerificationError{}), outcome: NotSent, kind: Lost},
		"timeout":            {err: tookTooLong(true), outcome: MaybeRunning, kind: Timeout, passes: true, load: rejected},
		"timeout connecting": {err: tookTooLong(false), outcome: NotSent, kind: Timeout, passes: true, load: rejected},
		"interrupted":        {err: abandoned(aWrite, true, context.Canceled), outcome: Unknown, kind: Interrupted},
		"out of time":        {err: abandoned(aWrite, false, context.DeadlineExceeded), outcome: NotSent, kind: Interrupted, passes: true},
		"page 200":           {err: pageAt(200), outcome: Unknown, kind: Garbled, passes: true},
		"page 302":           {err: pageAt(302), outcome: Unknown, kind: Redirected},
		"page 403":           {err: pageAt(403), outcome: Refused, kind: Unauthorized},
		"page 404":           {err: pageAt(404), outcome: Unknown, kind: Garbled},
		"page 408":           {err: pageAt(408), outcome: MaybeRunning, kind: Failed, passes: true},
		"page 429":           {err: pageAt(429), outcome: Unknown, kind: Throttled, passes: true, load: rejected},
		"page 499":           {err: pageAt(499), outcome: MaybeRunning, kind: Failed, passes: true},
		"page 500":           {err: pageAt(500), outcome: Unknown, kind: Failed, passes: true},
		"page 502":           {err: pageAt(502), outcome: MaybeRunning, kind: Failed, passes: true},
		"page 503":           {err: pageAt(503), outcome: Unknown, kind: Failed, passes: true, load: rejected},
		"page 503, later":    {err: later, outcome: Unknown, kind: Throttled, passes: true, load: rejected},
		"page 520":           {err: pageAt(520), outcome: MaybeRunning, kind: Failed, passes: true},
		"page 530":           {err: pageAt(530), outcome: MaybeRunning, kind: Failed, passes: true},
		"fail 200":           {err: failAt(200), outcome: ProbablyNotDone, kind: Rejected, load: accepted},
		"fail 200, fields":   {err: failAt(200, named), outcome: Refused, kind: Rejected, load: accepted},
		"fail 401":           {err: failAt(401), outcome: Refused, kind: Unauthorized, load: accepted},
		"fail 422":           {err: failAt(422), outcome: Refused, kind: Rejected, load: accepted},
		"fail 408":           {err: failAt(408), outcome: MaybeRunning, kind: Failed, passes: true},
		"fail 425":           {err: failAt(425), outcome: Unknown, kind: Failed, passes: true},
		"fail 429 (A17)":     {err: failAt(429), outcome: TurnedAway, kind: Throttled, passes: true, load: rejected},
		"fail 500, fields":   {err: failAt(500, named), outcome: Unknown, kind: Failed, passes: true},
		"fail 503":           {err: failAt(503), outcome: Unknown, kind: Failed, passes: true, load: rejected},
		"fail 503, later":    {err: turnedAway, outcome: TurnedAway, kind: Throttled, passes: true, load: rejected},
		"ok at 409 (A13)":    {err: contradicted(aWrite, 409, 0), outcome: Unknown, kind: Failed},
		"ok at 429 (A13)":    {err: contradicted(aWrite, 429, 0), outcome: Unknown, kind: Failed, passes: true},
		"strange data":       {err: UnexpectedAnswer("w", "", "x"), outcome: Accepted, kind: Unexpected},
		"wrapped":            {err: fmt.Errorf("x: %w", failAt(500)), outcome: Unknown, kind: Failed, passes: true},
	}, func(t *testing.T, tt row) {
		e := ErrorOf(tt.err)
		if got := (row{tt.err, OutcomeOf(tt.err), e.Kind, e.Passing, signalOf(tt.err)}); got != tt {
			t.Errorf("got %+v, want %+v", got, tt)
		}
	})
	equal(t, "the outcome of nothing", OutcomeOf(nil), Done)
	equal(t, "the load of nothing", signalOf(nil), accepted)
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
		"no connection in time":     {aWrite, []error{tookTooLong(false)}, NotSent, "w: the service could not be reached: "},
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

// A lookup that the end of the run prevents says nothing of its own: why the run ended is said of the write.
func TestLookupOfAnEndedRun(t *testing.T) {
	t.Parallel()
	const unseen, failed = "; there was no time to look it up", "; the lookup afterwards failed"
	type row struct {
		look error
		want string
	}
	each(t, map[string]row{
		"interrupted":           {look: context.Canceled, want: unseen},
		"interrupted in a read": {look: abandoned(aWrite, true, context.Canceled), want: unseen},
		"out of time":           {look: context.DeadlineExceeded, want: unseen},
		"slow service":          {look: unanswered(aWrite, true, true, 0, context.DeadlineExceeded), want: failed},
		"lost":                  {look: cutOff(true), want: failed},
	}, func(t *testing.T, tt row) {
		expectError(t, &Error{Kind: Unsettled, Outcome: Unknown, Err: abandoned(aWrite, true, context.Canceled), Look: tt.look},
			"the run was interrupted before the answer"+tt.want)
	})
}
