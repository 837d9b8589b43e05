package parking

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// try sends a request once.
func (c *Client) try(ctx context.Context, r *request) (envelope, error) {
	r.sent = time.Now()
	status, env, err := c.exchange(ctx, r)
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

// interruptGrace is how long a write may still wait for its answer after its caller gave up, so that the state gets
// what it created.
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
