package framework

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/parking-provider/terraform-provider-parking/internal/parking"
)

// A plan looks up what it will create. Terraform plans every creation again right before it applies it, in the same
// process, so one read serves both. The plan that the user saw ran in a process of its own: an apply always reads the
// service as it is by then. It cannot compare that with what the user saw, since Terraform passes the private state of a
// plan neither to the plan that it repeats nor to a creation.

// Looks holds what plans read of the things of one kind that they will create, by a key of the thing.
type Looks[T any] struct{ sync.Map }

// Look is what a plan read.
type Look[T any] struct {
	Found T
	Err   error // nil, NotFound or Rejected
	when  time.Time
}

// LookMaxAge is how long a look serves other plans of the same run, and a creation, which may wait for others.
const LookMaxAge = time.Minute

// At gives what a plan read of a thing within the last minute, or reads it.
func (l *Looks[T]) At(key string, read func() (T, error)) (T, error) {
	if look, ok := l.Peek(key); ok {
		return look.Found, look.Err
	}
	found, err := read()
	l.Keep(key, found, err)
	return found, err
}

// Keep replaces what was read of a thing by what is read now. A failed read keeps nothing.
func (l *Looks[T]) Keep(key string, found T, err error) {
	if err == nil || parking.Is(err, parking.NotFound, parking.Rejected) {
		l.Store(key, Look[T]{found, err, time.Now()})
	} else {
		l.Delete(key)
	}
}

// Peek gives what a plan read of a thing within the last minute.
func (l *Looks[T]) Peek(key string) (look Look[T], ok bool) {
	value, _ := l.Load(key)
	return recent[T](value, LookMaxAge)
}

// Take gives it to the creation, if it is not older than that. It is out of date afterwards.
func (l *Looks[T]) Take(key string, age time.Duration) (look Look[T], ok bool) {
	value, _ := l.LoadAndDelete(key)
	return recent[T](value, age)
}

func recent[T any](value any, age time.Duration) (look Look[T], ok bool) {
	look, ok = value.(Look[T])
	return look, ok && time.Since(look.when) < age
}

// MayPass reports whether a look that failed leaves the plan with a warning: the service could not be asked. If it says no, or
// rejects the credential, the apply would fail too.
func MayPass(err error) bool {
	e := parking.ErrorOf(err)
	if e.Kind == parking.Stopped { // so does the error that it refers to
		e = parking.ErrorOf(e.Err)
	}
	return e.Passing && e.Kind != parking.DeniesAll
}

// AddUnchecked adds what a plan says of a look that failed: the error, or one warning for all things of a kind if the service
// could not be asked. of is what the look was about, if others share it, such as "client 7": its rejection is shown once.
func (t Task) AddUnchecked(s *Service, err error, of string, diags *diag.Diagnostics) {
	switch {
	case MayPass(err):
		t.WarnUnchecked(s, err, diags)
	case of != "" && parking.Is(err, parking.Rejected) && !s.First(of+" rejected"):
		diags.AddError(UpperFirst(t.object())+" not checked", fmt.Sprintf("See the first error about %s.", of))
	default:
		t.AddLookError(diags, err)
	}
}

// WarnUnchecked adds the one warning for things of a kind that could not be looked up.
func (t Task) WarnUnchecked(s *Service, err error, diags *diag.Diagnostics) {
	s.WarnOnce(UpperFirst(t.Noun)+"s not checked", fmt.Sprintf(uncheckedText, t.Noun, t.object(), Sentence(err)), diags)
}

// AddReadError adds what a refresh says of a failed read. A thing that is denied without proof stays, with one warning for all things
// of its kind.
func (t Task) AddReadError(ctx context.Context, s *Service, private PrivateReader, err error, diags *diag.Diagnostics) {
	switch {
	case !parking.Is(err, parking.Unproven):
		t.AddError(diags, err)
	case !t.KeepJustWritten(ctx, s, private, diags):
		s.WarnOnce(UpperFirst(t.Noun)+"s not refreshed", fmt.Sprintf(notRefreshedText, t.object(), t.Noun, Sentence(err)), diags)
	}
}

type applying struct{}

// WhileApplying marks the context of a plan during which something else is applied. Terraform plans each creation again right
// before it applies it: the creation follows, and finds out by itself what the service refuses to do twice. What the user has seen
// in the first plan is not said again.
func WhileApplying(ctx context.Context) context.Context {
	return context.WithValue(ctx, applying{}, true)
}

// IsWhileApplying reports whether a plan is marked so.
func IsWhileApplying(ctx context.Context) bool { return ctx.Value(applying{}) != nil }
