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
	"slices"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/redact"
)

// try sends a request once.
func (c *Client) try(ctx context.Context, r *request) (envelope, error) {
	start := time.Now()
	r.sent = start
	r.tries.begin(start, c.config)
	status, env, err := c.exchange(ctx, r)
	r.tries.note(r.op, start, err, c.config.Backoff)
	if c.config.Observe != nil {
		c.config.Observe(ctx, Attempt{Area: r.op.area, Operation: r.op.name, Method: r.op.method, Route: r.op.route,
			Number: r.number, Status: status, Duration: time.Since(start), Err: err})
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
	response, err := c.http.Do(sent)
	if err != nil {
		return 0, envelope{}, c.noAnswer(ctx, r, !unconnected(err), err)
	}
	defer func() { _ = response.Body.Close() }()
	r.heard = true
	answer, place, err := c.bodies.read(tryCtx, response)
	defer func() { place.leave() }()
	if err != nil {
		return response.StatusCode, envelope{}, c.noAnswer(ctx, r, true, err)
	}
	if len(answer) > maxBody {
		return response.StatusCode, envelope{}, garbled(r.op, response.StatusCode, retryAfter(response.Header),
			fmt.Sprintf("the body is larger than %d MiB", maxBody>>20), "")
	}
	if c.config.Inspect != nil {
		c.config.Inspect(r.op.name, response.StatusCode, answer)
	}
	env, err := decodeEnvelope(r.op, response.StatusCode, response.Header, answer, r.mask)
	notesOf(ctx).remark(env.remark)
	if r.private {
		e := ErrorOf(err)
		e.Excerpt = redact.Markup(e.Excerpt)
	}
	if err == nil {
		env.place, place = place, nil
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
	if c.auth != "" {
		request.Header.Set("Authorization", c.auth)
	}
	request.Header.Set("Accept", "application/json")
	if r.op.method == http.MethodGet { // every cache of HTTP/1.1 reads it, so Pragma adds nothing
		request.Header.Set("Cache-Control", "no-cache")
	}
	request.Header.Set("User-Agent", c.config.UserAgent)
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
func (c *Client) noAnswer(ctx context.Context, r *request, sent bool, err error) error {
	timeout := errors.Is(err, context.DeadlineExceeded)
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		timeout = timeout || wrapped.Timeout()
		err = wrapped.Err
	}
	if hidden := redact.Secrets(c.config.Credential, r.sensitive).Network(r.private)(err.Error()); hidden != err.Error() {
		err = errors.New(hidden)
	}
	// If the caller gave up, the words of the transport add nothing.
	if ended := whyEnded(ctx); ended != nil {
		timeout, err = false, ended
	}
	return unanswered(r.op, sent, timeout, c.config.RequestTimeout, err)
}

const (
	// maxBody limits the size of an answer. The largest one of the service, the section catalogue, is far below it.
	maxBody = 16 << 20
	// smallBody is how much of an answer is read whatever others take: most answers are far smaller.
	smallBody = 256 << 10
	// maxBodies limits the bytes of larger answers that are read and decoded at once, which takes several times as many.
	maxBodies = 2 * maxBody
)

// bodies limits the memory of large answers. One that waits for its place holds none, so each can go on some time. Nothing that
// has a place waits for anything but the service.
type bodies struct{ places *semaphore.Weighted }

// place is what a large answer takes of maxBodies, until its data is decoded. It is nil for a small one.
type place struct {
	bodies bodies
	size   int64
}

func (b bodies) enter(ctx context.Context, size int64) (*place, error) {
	if err := b.places.Acquire(ctx, size); err != nil {
		return nil, err
	}
	return &place{b, size}, nil
}

func (p *place) leave() {
	if p != nil {
		p.bodies.places.Release(p.size)
	}
}

// read reads an answer, up to one byte more than maxBody. The caller leaves its place once it needs the bytes no more.
func (b bodies) read(ctx context.Context, response *http.Response) (body []byte, taken *place, err error) {
	body, err = io.ReadAll(io.LimitReader(response.Body, smallBody))
	if err != nil || len(body) < smallBody {
		return body, nil, err
	}
	size := int64(maxBody)
	if response.ContentLength > 0 {
		size = min(size, response.ContentLength)
	}
	if taken, err = b.enter(ctx, size); err != nil {
		return nil, nil, err
	}
	if response.ContentLength > 0 {
		body = slices.Grow(body, int(size)-len(body)+bytes.MinRead)
	}
	all := bytes.NewBuffer(body)
	_, err = all.ReadFrom(io.LimitReader(response.Body, maxBody+1-int64(len(body))))
	return all.Bytes(), taken, err
}

// decode runs do while the answer of an operation has a place: the one that it was read with, or another one where that was
// left, since the answer waited for its turn or is shared.
func (b bodies) decode(ctx context.Context, op operation, env envelope, do func() error) (err error) {
	if env.place == nil && len(env.data) >= smallBody {
		if env.place, err = b.enter(ctx, int64(len(env.data))); err != nil {
			return abandoned(op, true, whyEnded(ctx))
		}
	}
	defer env.place.leave()
	return do()
}
