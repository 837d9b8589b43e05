package parking

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// once is a write that must not happen twice, and the way to find out whether it did. Nothing else repeats a write that
// may have taken effect.
type once[T any] struct {
	// send sends the write, within a budget for all its tries.
	send func(context.Context, *budget) (T, error)
	// look reads whether the write took effect, and what it made.
	look func(context.Context) (made T, there bool, err error)
	// refusesRepeat: the service rejects the same write a second time. A repeat is then harmless, even while the first
	// try is still under way.
	refusesRepeat bool
	// sendOnce: it is never sent again, even if it is not found.
	sendOnce bool
	// another, if set, reports whether what was found cannot be what this write made.
	another func(found T) bool
}

// lookError: the read succeeded but is inconclusive.
type lookError string

func (e lookError) Error() string { return string(e) }

func inconclusive(format string, args ...any) error { return lookError(fmt.Sprintf(format, args...)) }

// Outcome is the result of a write that took effect.
type Outcome[T any] struct {
	Made T
	// Lost is how the answer was lost, or nil. If it was, Made is what was found then.
	Lost error
}

// carryOut sends a write until its outcome is clear. After an unclear outcome it looks the write up, and sends it again
// only if it is not there, also after the service had time to finish, at most MaxRetries times.
//
// An error that matches ErrContract means that the service accepted the write and its record could not be read. An
// *UnsettledError means that the outcome is unknown, or that the write is not there after all tries. Any other error is
// a rejection, or a write that was never sent.
func carryOut[T any](ctx context.Context, c *Client, o once[T]) (Outcome[T], error) {
	start, tries := time.Now(), new(budget)
	out, err := o.carryOut(ctx, c, tries)
	outcome := tries.outcome(err, out.Lost != nil)
	if out.Lost != nil && o.another != nil && o.another(out.Made) {
		outcome = auditNotDone
	}
	c.record(tries, start, outcome, out.Made)
	return out, err
}

func (o once[T]) carryOut(ctx context.Context, c *Client, tries *budget) (Outcome[T], error) {
	look := o.look
	o.look = func(ctx context.Context) (T, bool, error) {
		c.reading.unshare() // a read that began earlier may be out of date
		return look(ctx)
	}
	var lost error
	for repeats := 0; ; repeats++ {
		start := time.Now()
		made, err := o.send(ctx, tries)
		tries.begin(start, c.config)
		verdict := Judge(err)
		switch {
		case err == nil:
			return Outcome[T]{Made: made}, nil
		case !Ambiguous(err) && repeats == 0 && (verdict != Doubtful || o.refusesRepeat):
			return Outcome[T]{}, err // refused, or never sent
		case !Ambiguous(err):
			return o.refused(ctx, lost, err, repeats+1)
		}
		lost = err
		last := verdict == Accepted || o.sendOnce || !Transient(err) || repeats >= c.config.MaxRetries || tries.spent()
		found, there, lookErr := o.lookTwice(ctx, c, err, repeats, last)
		switch {
		case there:
			return Outcome[T]{found, lost}, nil
		case verdict == Accepted && lookErr != nil:
			//nolint:errorlint // It was accepted, however looking for it ended.
			return Outcome[T]{}, fmt.Errorf("%w; the lookup afterwards failed: %v", err, lookErr)
		case verdict == Accepted:
			return Outcome[T]{}, err
		case ctx.Err() != nil:
			return Outcome[T]{}, &UnsettledError{Write: err, Look: whyEnded(ctx)}
		case lookErr != nil && (last || !o.refusesRepeat || hopeless(lookErr)):
			return Outcome[T]{}, &UnsettledError{Write: err, Look: lookErr}
		case last, !o.refusesRepeat && verdict == UnderWay:
			running := verdict == UnderWay || c.config.MaxRetries == 0 && errors.Is(err, ErrNoAnswer) // there was no pause
			return Outcome[T]{}, &UnsettledError{Write: err, Tries: repeats + 1, Running: running}
		}
	}
}

// refused checks whether a rejection is about the object itself, or about what this try or an earlier one with a lost
// answer created.
func (o once[T]) refused(ctx context.Context, lost, err error, tries int) (Outcome[T], error) {
	found, there, lookErr := o.look(ctx)
	switch {
	case there && lost == nil:
		return Outcome[T]{found, err}, nil
	case there:
		return Outcome[T]{found, lost}, nil
	case lookErr != nil && lost != nil:
		return Outcome[T]{}, &UnsettledError{Write: fmt.Errorf("%w; sent again: %w", lost, err), Look: lookErr}
	case lookErr != nil:
		return Outcome[T]{}, &UnsettledError{Write: err, Look: lookErr}
	case lost != nil && errors.Is(err, ErrUnauthorized): // which says nothing of the thing
		return Outcome[T]{}, &UnsettledError{Write: fmt.Errorf("%w; sent again: %w", lost, err), Tries: tries}
	}
	return Outcome[T]{}, err
}

// carryOutCall is carryOut for a write that returns nothing.
func (c *Client) carryOutCall(ctx context.Context, call call, refusesRepeat bool, look func(context.Context) (bool, error)) error {
	_, err := carryOut(ctx, c, once[struct{}]{
		refusesRepeat: refusesRepeat,
		send: func(ctx context.Context, tries *budget) (struct{}, error) {
			call.budget = tries
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

// lookTwice looks the write up after it ended in err: at once, and, unless the service rejects a second write, again
// after a while in which the service may finish it.
func (o once[T]) lookTwice(ctx context.Context, c *Client, err error, repeats int, last bool) (made T, there bool, lookErr error) {
	made, there, lookErr = o.look(ctx)
	if there || lookErr != nil && (!o.refusesRepeat && !errors.Is(lookErr, ErrChanging) || hopeless(lookErr)) || c.config.MaxRetries == 0 {
		return made, there, lookErr
	}
	pause := max(c.config.Settle, askedToWait(err))
	if o.refusesRepeat && !last {
		pause = wait(err, repeats, c.config.Backoff)
	}
	if !sleep(ctx, pause) || o.refusesRepeat && !last {
		return made, there, lookErr
	}
	return o.look(ctx)
}

// isThere turns the result of a read into that of a look-up.
func isThere[T any](held T, err error) (T, bool, error) {
	if errors.Is(err, ErrNotFound) {
		return held, false, nil
	}
	return held, err == nil, err
}

// hopeless: looking the write up would fail the same way, for a wrong address or credential, or because nothing is sent
// any more.
func hopeless(lookErr error) bool {
	var stopped *StoppedError
	wrong := errors.Is(lookErr, ErrNotEnvelope) || errors.Is(lookErr, ErrUnauthorized)
	return errors.As(lookErr, &stopped) || wrong && !Transient(lookErr)
}

func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// locks admits one caller per key at a time.
type locks struct{ taken sync.Map } // of chan struct{}, which have room for one

func (l *locks) lock(ctx context.Context, key string) (unlock func(), err error) {
	value, _ := l.taken.LoadOrStore(key, make(chan struct{}, 1))
	turn, _ := value.(chan struct{})
	select {
	case turn <- struct{}{}:
		return func() { <-turn }, nil
	case <-ctx.Done():
		return nil, whyEnded(ctx)
	}
}
