package parking

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// once is a write that must not happen twice, and the way to find out whether it did. operation.repeat says what follows then.
type once[T any] struct {
	op    operation
	about audit.Subject
	send  func(context.Context, *attempts) (T, error)               // sends the write, as one of its attempts
	look  func(context.Context) (made T, there bool, lookErr error) // whether it took effect, and what it made
	made  func(*audit.Subject, T)                                   // if set, adds the identifier of what it made
}

// Written is the result of a write that took effect.
type Written[T any] struct {
	Made T
	// Lost is how the answer was lost, or nil. If it was, Made is what was found then.
	Lost error
}

// carryOut sends a write until its outcome is clear. After an unclear outcome it looks the write up, and sends it again if it is not
// there, until more than MaxRetries tries failed: a write that doubles only after the service had time to finish, and not while it may be
// at work on it, for example after a timeout; one whose second run is refused also if the lookup failed in a way that may pass. One that
// is sent once is looked up for as long as lists may lag. If the service rejects it, it counts as rejected unless it is there.
//
// An error is Accepted if only the record could not be read, and Unsettled if the outcome is unknown, or the write is not there after
// all tries. Any other is a rejection, or a write that was never sent.
func carryOut[T any](ctx context.Context, c *Client, o once[T]) (Written[T], error) {
	tries := new(attempts)
	out, err := o.untilClear(ctx, c, tries)
	if err == nil && o.made != nil {
		o.made(&o.about, out.Made)
	}
	c.auditWrite(ctx, o.op, tries, auditOutcome(err, out.Lost != nil), o.about)
	return out, err
}

func (o once[T]) untilClear(ctx context.Context, c *Client, tries *attempts) (Written[T], error) {
	for {
		made, err := o.send(ctx, tries)
		err = tries.outcome(err) // also of what ended before it was sent
		e := ErrorOf(err)
		if err == nil {
			return Written[T]{Made: made}, nil
		}
		if e.Outcome < ProbablyNotDone || e.Outcome == ProbablyNotDone && o.op.repeat == refuses {
			return Written[T]{}, err // refused, or never sent
		}
		last := o.op.repeat == never || e.Outcome == Accepted || !e.Passing || tries.failed > c.config.MaxRetries
		found, there, lookErr := o.lookUp(ctx, c, e, tries.pause, last)
		switch {
		case there:
			return Written[T]{found, cmp.Or(e.Earlier, e)}, nil
		case e.Outcome == Accepted:
			if lookErr != nil {
				err = fmt.Errorf("%w; the lookup afterwards failed: %v", err, lookErr) //nolint:errorlint // However it failed.
			}
			return Written[T]{}, err
		case e.Outcome == ProbablyNotDone && (o.op.repeat == never || lookErr == nil && ctx.Err() == nil):
			return Written[T]{}, err
		case ctx.Err() != nil, lookErr != nil && (last || o.op.repeat != refuses || futile(lookErr)):
			return Written[T]{}, &Error{Op: e.Op, Kind: Unsettled, Outcome: Unknown, Err: err, Look: cmp.Or(whyEnded(ctx), lookErr)}
		case last, o.op.repeat != refuses && e.Outcome == MaybeRunning:
			return Written[T]{}, &Error{Op: e.Op, Kind: Unsettled, Outcome: o.op.afterLooks(c, e), Err: err, Tries: tries.sent}
		}
	}
}

// afterLooks is the outcome of a write that no lookup shows. The service may still be working on it, if nothing says
// otherwise, if there was no pause, or if an earlier try was lost and a repeat rejected. One that is sent once is not sent again
// for it.
func (o operation) afterLooks(c *Client, e *Error) Outcome {
	if o.repeat == never || e.Outcome == MaybeRunning || e.Earlier != nil || e.Kind == Lost && c.config.MaxRetries == 0 {
		return MaybeRunning
	}
	return ProbablyNotDone
}

// lookUp looks the write up after a try of it ended in e: before and after a time in which the service may finish it, or its lists
// may show it. Where the service rejects a second write, it is sent again after the pause instead.
func (o once[T]) lookUp(ctx context.Context, c *Client, e *Error, pause time.Duration, last bool) (made T, there bool, lookErr error) {
	look := func() {
		c.memo.renew() // a read that began earlier may be out of date
		made, there, lookErr = o.look(ctx)
	}
	ended := time.Now()
	look()
	if o.op.repeat == refuses && !last {
		if !there && !futile(lookErr) {
			sleep(ctx, pause)
		}
		return made, there, lookErr
	}
	for _, after := range o.op.looks(c, e) {
		if there || !o.op.worthLooking(lookErr) || !sleep(ctx, after-time.Since(ended)) {
			break
		}
		look()
	}
	return made, there, lookErr
}

// looks says how long after the end of a try it is looked up again. Lists lag, so what is sent once, which only they show, is
// looked up until they are known to have caught up; and once after a rejection, which tells what it found.
func (o operation) looks(c *Client, e *Error) []time.Duration {
	first := max(c.config.Settle, e.RetryAfter)
	switch {
	case o.repeat == never && e.Outcome != ProbablyNotDone:
		return []time.Duration{first, max(first, c.lag()/3), max(first, c.lag())}
	case o.repeat != never && (c.config.MaxRetries == 0 || e.Outcome == ProbablyNotDone):
		return nil
	}
	return []time.Duration{first}
}

// worthLooking reports whether another lookup may tell what one that ended in lookErr did not.
func (o operation) worthLooking(lookErr error) bool {
	switch {
	case lookErr == nil, Is(lookErr, Changing):
		return true
	case futile(lookErr):
		return false
	}
	return o.repeat == refuses || o.repeat == never && ErrorOf(lookErr).Passing
}

// futile: the write would fail like its lookup, for a wrong address or credential, or because nothing is sent any more; or it
// would change another thing.
func futile(lookErr error) bool {
	e := ErrorOf(lookErr)
	return e.Kind == Stopped || e.Kind == OtherRecord || !e.Passing && (e.Foreign || e.Kind == Unauthorized)
}

// isThere turns the result of a read into that of a look-up.
func isThere[T any](held T, err error) (T, bool, error) {
	if Is(err, NotFound) {
		return held, false, nil
	}
	return held, err == nil, err
}

func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
