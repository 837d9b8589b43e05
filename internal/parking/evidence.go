package parking

import (
	"context"
	"errors"
	"sync"
)

// Some answers are about one thing, or about the credential for all of them: a 404 that names nothing, and a 403. The client
// of the credential tells which, by one cheap read (GET cliente).

// witnesses are the areas of which this client has read a thing.
type witnesses struct{ of sync.Map }

// witnessed decides what a bare 404 of a direct read proves: that the thing does not exist, if the service showed another one
// of its area, or shows the client of the credential. A service that has deactivated a credential may say of everything that
// it does not exist.
func (c *Client) witnessed(next sender) sender {
	return func(ctx context.Context, r *request) (envelope, error) {
		env, err := next(ctx, r)
		e, failed := errors.AsType[*Error](err)
		switch {
		case !failed && r.op.direct():
			c.witnesses.of.Store(r.op.area, true)
		case failed && e.unproven && c.showsAnother(ctx, r.op):
			gone := *e
			gone.Kind, gone.unproven = NotFound, false
			return env, &gone
		}
		return env, err
	}
}

// showsAnother reports whether there is a witness. It asks only where nothing else was read, and not for the client itself.
func (c *Client) showsAnother(ctx context.Context, op operation) bool {
	for _, area := range []string{op.area, areaClientes} {
		if _, read := c.witnesses.of.Load(area); read {
			return true
		}
	}
	return op.name != opCliente.name && c.ownClient(ctx) == nil
}

// believed takes a denial of a plate that is to be registered as "not there", whatever its words and status, once the service
// accepts the credential. What this gets wrong does no harm: the service refuses to register a plate that exists (A15). A service
// that denies everything is left to retry.go, and its text is the error.
func (c *Client) believed(next sender) sender {
	return func(ctx context.Context, r *request) (envelope, error) {
		env, err := next(ctx, r)
		if e := ErrorOf(err); r.toRegister && e.denies() && e.Kind != NotFound && (c.breaker.accepts() || c.ownClient(ctx) == nil) {
			gone := *e
			gone.Kind, gone.Outcome, gone.Passing, gone.unproven = NotFound, Refused, false, false
			return env, &gone
		}
		return env, err
	}
}

// denies reports whether an answer is the service's own "fail", about neither the credential nor its load.
func (e *Error) denies() bool {
	return e.answered() && !e.Foreign && e.Kind != Unauthorized && e.Kind != Throttled && e.Kind != Contradictory
}

// ownClient reads the client of the credential. Its failure is no error of the run.
func (c *Client) ownClient(ctx context.Context) error {
	_, err := c.do(ctx, call{op: opCliente, private: true})
	return err
}
