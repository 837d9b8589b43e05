package parking

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/flow"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// readRecord runs a call whose answer holds one record. That of a write may have none, and is read as an empty one.
func readRecord[T any](ctx context.Context, c *Client, call call, read func(*record) (T, error)) (made T, err error) {
	env, err := c.do(ctx, call)
	if err != nil {
		return made, err
	}
	find := newRecord
	if call.records != nil {
		find = call.records
	}
	found, err := find(call.op.name, env.data)
	switch {
	case err != nil:
		return made, err
	case len(found) > 0:
		return read(found[0])
	case call.op.method == http.MethodGet:
		return made, UnexpectedAnswer(call.op.name, "A11", "it has no record")
	}
	return read(&record{op: call.op.name})
}

// do sends a call down the chain, and gives the ok envelope or an *Error. Each layer is a function that calls the next:
//
//	area [-> once] -> do: prepare -> recorded (writes) or shared (reads) -> inTurn -> retried -> judged -> limited -> guarded -> try
//
// Areas are the methods of Client. A write whose repeat could do harm goes through once, which comes back here each time that
// it sends the write.
func (c *Client) do(ctx context.Context, call call) (envelope, error) {
	r, err := c.prepare(call)
	if err != nil {
		return envelope{}, err
	}
	down := c.inTurn( // not while a first denial is decided: meaning.go
		c.retried( // again, if that does no harm: retry.go
			c.judged( // what a denial means is asked: meaning.go
				c.limited( // as many at once as the service takes: flow
					c.guarded( // not once one cause fails them all: breaker.go
						c.try))))) // on the wire once: try.go
	if r.op.method == http.MethodGet {
		return c.memo.shared(ctx, r, down)
	}
	return c.recorded(ctx, r, down)
}

// sender is a layer of the chain.
type sender func(context.Context, *request) (envelope, error)

// limited waits for a place among the requests in flight. One that is asked to wait keeps its place meanwhile.
func (c *Client) limited(next sender) sender {
	return func(ctx context.Context, r *request) (envelope, error) {
		ticket, err := c.inFlight.Acquire(ctx, r.number > 1)
		if err != nil {
			return envelope{}, abandoned(r.op, false, whyEnded(ctx))
		}
		env, err := next(ctx, r)
		rest := time.Duration(0)
		if Is(err, Throttled) && c.config.MaxRetries > 0 { // it comes back
			rest = r.tries.pause
		}
		c.inFlight.Release(ticket, signalOf(err), rest)
		return env, err
	}
}

// guarded sends nothing once the run is stopped.
func (c *Client) guarded(next sender) sender {
	return func(ctx context.Context, r *request) (envelope, error) {
		if err := c.breaker.refuses(r); err != nil {
			return envelope{}, err
		}
		env, err := next(ctx, r)
		c.breaker.learn(r, err)
		return env, err
	}
}

// signalOf gives what the end of a request says about the load of the service. What the service rejects for another reason,
// such as a plate that does not exist, was worked on like a success.
func signalOf(err error) flow.Signal {
	switch e := ErrorOf(err); {
	case Is(err, Throttled, Timeout), e.Status == http.StatusServiceUnavailable:
		return flow.Rejected
	case err == nil, e.answered() && !e.Foreign && e.Outcome < Unknown:
		return flow.Accepted
	}
	return flow.Neither
}

// call is one use of an operation. It has more than twelve fields, since every area adds what only its calls need.
type call struct {
	hidden
	op        operation
	element   string     // value of the route's {name}, unescaped
	query     url.Values // nil for none
	body      any        // nil for none, otherwise marshalled to JSON
	sensitive []string   // personal data in this call, masked in whatever is shown
	// private: the answer holds personal data or a credential that the call did not send. Only the texts of a fail envelope are quoted.
	private bool
	// pass tells equal pages of several readings of a list apart.
	pass int
	// records finds the records in the data of a listing; nil for an array of them.
	records func(op string, data json.RawMessage) ([]*record, error)
	about   audit.Subject // what a write is about, for the audit log
	tries   *attempts     // shared by a write that is looked up between them; nil for tries of its own
	public  bool          // it can be sent without a credential
	follows Follows       // what follows if the read is denied
	witness *call         // shows something then, if set
}

// request is a call on its way down the chain.
type request struct {
	call
	target  string // the URL
	payload []byte
	mask    redact.Mask
	number  int       // of the try, from 1 on
	sent    time.Time // when the try began
	release func()    // lets other reads find out what a denial means
}

// key is equal for reads that are the same.
func (r *request) key() string {
	return fmt.Sprintln(r.op.name, r.target, string(r.payload), r.follows, r.pass)
}

// prepare builds the request of a call.
func (c *Client) prepare(call call) (r *request, err error) {
	if call.op, err = c.located(call.op); err != nil {
		return nil, err
	}
	if c.auth == "" && !call.public {
		return nil, &Error{Op: call.op.name, Kind: NoCredential, Outcome: NotSent}
	}
	r = &request{call: call}
	if r.target, err = c.target(call); err != nil {
		return nil, &Error{Op: call.op.name, Outcome: NotSent, Err: err}
	}
	if call.body != nil {
		if r.payload, err = json.Marshal(call.body); err != nil {
			return nil, &Error{Op: call.op.name, Outcome: NotSent, Err: fmt.Errorf("encoding the request: %w", err)}
		}
	}
	r.mask = redact.Secrets(c.config.Credential, call.sensitive)
	return r, nil
}

// target builds the URL. A path element is always escaped; the three that would leave their route all the same are
// rejected.
func (c *Client) target(call call) (string, error) {
	path := call.op.route
	if open := strings.IndexByte(path, '{'); open >= 0 {
		if call.element == "" || call.element == "." || call.element == ".." {
			return "", fmt.Errorf("%q cannot be part of a path", call.element)
		}
		path = path[:open] + url.PathEscape(call.element)
	}
	if len(call.query) > 0 {
		path += "?" + call.query.Encode()
	}
	return c.base + path, nil
}
