package framework

import "context"

type applying struct{}

// WhileApplying marks the context of a plan during which something else is applied. Terraform plans each creation again right
// before it applies it: the creation follows, and finds out by itself what the service refuses to do twice. What the user has seen
// in the first plan is not said again.
func WhileApplying(ctx context.Context) context.Context {
	return context.WithValue(ctx, applying{}, true)
}

// IsWhileApplying reports whether a plan is marked so.
func IsWhileApplying(ctx context.Context) bool { return ctx.Value(applying{}) != nil }
