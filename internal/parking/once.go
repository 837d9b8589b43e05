package parking

import (
	"context"
	"fmt"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
)

// once is a write that must not happen twice, and the way to find out whether it did. Nothing else repeats such a
// write. What is done after an unclear outcome depends on operation.repeat.
type once[T any] struct {
	op    operation
	about audit.Subject
	// send sends the write, as one of its attempts.
	send func(context.Context, *attempts) (T, error)
	// look reads whether the write took effect, and what it made.
	look func(context.Context) (made T, there bool, err error)
	// made, if set, gives the identifier of what it made.
	made func(T) audit.Subject
	// another, if set, reports whether what was found cannot be what this write made.
	another func(found T) bool
}

// Written is the result of a write that took effect.
type Written[T any] struct {
	Made T
	// Lost is how the answer was lost, or nil. If it was, Made is what was found then.
	Lost error
}

// carryOut sends a write until its outcome is clear. After an unclear outcome it looks the write up, and sends it again if
// it is not there, also after the service had time to finish, at most MaxRetries times. A write that doubles is not sent again
// while the service may still be at work on it, for example after a timeout. A write that the service refuses twice is, and
// also if the lookup failed in a way that may pass. One that is sent once is looked up for as long as lists may lag, and counts
// as unknown if it is not there. If the service rejects it, it counts as rejected unless it is there.
//
// An error whose outcome is Accepted means that the service accepted the write and its record could not be read. One of the
// kind Unsettled means that the outcome is unknown, or that the write is not there after all tries. Any other error is a
// rejection, or a write that was never sent.
func carryOut[T any](ctx context.Context, c *Client, o once[T]) (Written[T], error) {
	start, tries := time.Now(), new(attempts)
	out, err := o.untilClear(ctx, c, tries)
	outcome := auditOutcome(err, out.Lost != nil)
	if out.Lost != nil && o.another != nil && o.another(out.Made) {
		outcome = audit.NotDone
	}
	if err == nil && o.made != nil {
		o.about = o.about.With(o.made(out.Made))
	}
	c.auditWrite(ctx, o.op, tries, start, outcome, o.about)
	return out, err
}

func (o once[T]) untilClear(ctx context.Context, c *Client, tries *attempts) (Written[T], error) {
	look := o.look
	o.look = func(ctx context.Context) (T, bool, error) {
		c.reading.renew() // a read that began earlier may be out of date
		return look(ctx)
	}
	for repeats := 0; ; repeats++ {
		made, err := o.send(ctx, tries)
		err = tries.outcome(err) // also of what ended before it was sent
		e := ErrorOf(err)
		if err == nil {
			return Written[T]{Made: made}, nil
		}
		if e.Outcome < ProbablyNotDone || e.Outcome == ProbablyNotDone && o.op.repeat == refuses {
			return Written[T]{}, err // refused, or never sent
		}
		last := o.op.repeat == never || e.Outcome == Accepted || !e.Passing || repeats >= c.config.MaxRetries || tries.spent()
		found, there, lookErr := o.lookUp(ctx, c, e, repeats, last)
		switch {
		case there && e.Earlier != nil:
			return Written[T]{found, e.Earlier}, nil
		case there:
			return Written[T]{found, err}, nil
		case e.Outcome == Accepted && lookErr != nil:
			//nolint:errorlint // It was accepted, however looking for it ended.
			return Written[T]{}, fmt.Errorf("%w; the lookup afterwards failed: %v", err, lookErr)
		case e.Outcome == Accepted:
			return Written[T]{}, err
		case e.Outcome == ProbablyNotDone && o.op.repeat == never:
			return Written[T]{}, err
		case ctx.Err() != nil:
			return Written[T]{}, &Error{Op: e.Op, Kind: Unsettled, Outcome: Unknown, Err: err, Look: whyEnded(ctx)}
		case lookErr != nil && (last || o.op.repeat != refuses || futile(lookErr)):
			return Written[T]{}, &Error{Op: e.Op, Kind: Unsettled, Outcome: Unknown, Err: err, Look: lookErr}
		case e.Outcome == ProbablyNotDone:
			return Written[T]{}, err
		case last, o.op.repeat != refuses && e.Outcome == MaybeRunning:
			return Written[T]{}, &Error{Op: e.Op, Kind: Unsettled, Outcome: o.op.afterLooks(c, e), Err: err, Tries: repeats + 1}
		}
	}
}

// afterLooks is the outcome of a write that no lookup shows. The service may still be working on it, if nothing says
// otherwise, if there was no pause, or if an earlier try was lost and a repeat rejected. One that is sent once is not sent again
// for it.
func (o operation) afterLooks(c *Client, e *Error) Outcome {
	if o.repeat == never || e.Outcome == MaybeRunning || e.Earlier != nil || len(o.looks(c, e)) == 0 && e.Kind == Lost {
		return MaybeRunning
	}
	return ProbablyNotDone
}

// carryOutCall is carryOut for a write that returns nothing.
func (c *Client) carryOutCall(ctx context.Context, call call, look func(context.Context) (bool, error)) error {
	_, err := carryOut(ctx, c, once[struct{}]{
		op: call.op, about: call.about,
		send: func(ctx context.Context, tries *attempts) (struct{}, error) {
			call.tries = tries
			_, err := c.do(ctx, call)
			return struct{}{}, err
		},
		look: func(ctx context.Context) (struct{}, bool, error) {
			there, err := look(ctx)
			return struct{}{}, there, err
		},
	})
	return err
}

// lookUp looks the write up after a try of it ended in e: at once, and again after a while in which the service may finish it,
// or its lists may show it. Where the service rejects a second write, it is sent again instead.
func (o once[T]) lookUp(ctx context.Context, c *Client, e *Error, repeats int, last bool) (made T, there bool, lookErr error) {
	ended := time.Now()
	made, there, lookErr = o.look(ctx)
	if o.op.repeat == refuses && !last {
		if !there && !futile(lookErr) {
			sleep(ctx, wait(e, repeats, c.config.Backoff))
		}
		return made, there, lookErr
	}
	for _, after := range o.op.looks(c, e) {
		if there || !o.op.worthLooking(lookErr) || !sleep(ctx, after-time.Since(ended)) {
			break
		}
		made, there, lookErr = o.look(ctx)
	}
	return made, there, lookErr
}

// looks says how long after the end of a try it is looked up again. Lists lag, so what is sent once, which only they show, is
// looked up until they are known to have caught up; and once after a rejection, which tells what it found.
func (o operation) looks(c *Client, e *Error) []time.Duration {
	first := max(c.config.Settle, askedToWait(e))
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
	case o.repeat == never:
		return ErrorOf(lookErr).Passing
	}
	return o.repeat == refuses
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
