package parking

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
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
						c.try))))) // on the wire once: below
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
	release func()    // lets other requests of the operation go on; nil while it keeps none waiting
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

// try sends a request once.
func (c *Client) try(ctx context.Context, r *request) (envelope, error) {
	r.sent = time.Now()
	status, env, err := c.exchange(ctx, r)
	if err != nil {
		ErrorOf(err).Base = c.base
	}
	r.tries.note(r.op, err, c.config.Backoff)
	if c.config.Observe != nil {
		c.config.Observe(ctx, Attempt{Operation: r.op.name, Method: r.op.method, Route: r.op.route,
			Number: r.number, Status: status, Duration: time.Since(r.sent), Err: err})
	}
	return env, err
}

func (c *Client) exchange(ctx context.Context, r *request) (int, envelope, error) {
	tryCtx, cancel := c.lifetime(ctx, r.op)
	defer cancel()
	sent, err := c.httpRequest(tryCtx, r)
	if err != nil {
		return 0, envelope{}, &Error{Op: r.op.name, Outcome: NotSent, Err: err}
	}
	over := c.writes // client.go says why reads have another
	if r.op.method == http.MethodGet {
		over = c.reads
	}
	response, err := over.Do(sent)
	if err != nil {
		return 0, envelope{}, c.noAnswer(ctx, r, !unconnected(err), err)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxBody+1))
	if err != nil {
		lost := c.noAnswer(ctx, r, true, err)
		lost.Status = response.StatusCode // it began to answer
		return lost.Status, envelope{}, lost
	}
	if len(answer) > maxBody {
		return response.StatusCode, envelope{}, garbled(r.op, response.StatusCode, retryAfter(response.Header),
			fmt.Sprintf("the body is larger than %d MiB", maxBody>>20), "")
	}
	if c.config.Inspect != nil {
		c.config.Inspect(r.op.name, response.StatusCode, answer)
	}
	env, err := decodeEnvelope(r.op, response.StatusCode, response.Header, answer, r.mask)
	if r.private { // nothing is quoted but the texts of a fail envelope
		ErrorOf(err).Excerpt = ""
	}
	return response.StatusCode, env, err
}

// interruptGrace is how long a write may still wait for its answer after its caller gave up, so that the state gets what it created.
const interruptGrace = 5 * time.Second

// lifetime limits one try. A write outlives ctx, but only by interruptGrace.
func (c *Client) lifetime(ctx context.Context, op operation) (context.Context, context.CancelFunc) {
	if op.method == http.MethodGet {
		return context.WithTimeout(ctx, c.config.RequestTimeout)
	}
	tryCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.config.RequestTimeout)
	stop := context.AfterFunc(ctx, func() {
		if sleep(tryCtx, interruptGrace) {
			cancel()
		}
	})
	return tryCtx, func() { stop(); cancel() }
}

func (c *Client) httpRequest(ctx context.Context, r *request) (*http.Request, error) {
	var reader io.Reader
	if r.payload != nil {
		reader = bytes.NewReader(r.payload)
	}
	request, err := http.NewRequestWithContext(ctx, r.op.method, r.target, reader)
	if err != nil {
		return nil, errors.New("the address of the request cannot be built")
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", c.config.UserAgent)
	if c.auth != "" {
		request.Header.Set("Authorization", c.auth)
	}
	if r.op.method == http.MethodGet { // every cache of HTTP/1.1 reads it, so Pragma adds nothing
		request.Header.Set("Cache-Control", "no-cache")
	}
	if r.payload != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	return request, nil
}

// unconnected reports whether there was no connection that can be trusted, so that nothing was sent.
func unconnected(err error) bool {
	network, is := errors.AsType[*net.OpError](err)
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	return untrusted || is && (network.Op == "dial" || network.Op == "proxyconnect")
}

// noAnswer describes a transport error, without the URL that net/http adds: its query may hold personal data.
func (c *Client) noAnswer(ctx context.Context, r *request, sent bool, err error) *Error {
	timeout := errors.Is(err, context.DeadlineExceeded)
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		timeout = timeout || wrapped.Timeout()
		err = wrapped.Err
	}
	if hidden := r.mask.Network(err.Error()); hidden != err.Error() {
		err = errors.New(hidden)
	}
	// If the caller gave up, the words of the transport add nothing.
	if ended := whyEnded(ctx); ended != nil {
		timeout, err = false, ended
	}
	return unanswered(r.op, sent, timeout, c.config.RequestTimeout, err)
}

// maxBody limits the size of an answer. The largest one of the service, the section catalogue, is far below it.
const maxBody = 16 << 20
