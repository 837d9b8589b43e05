package parking

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
)

// Defaults of Config.
const (
	DefaultRequestTimeout = 60 * time.Second
	DefaultMaxRetries     = 5
	DefaultMaxConcurrency = 64
	defaultBackoff        = 500 * time.Millisecond
	// defaultSettle is more than twice the slowest single operation observed.
	defaultSettle = 5 * time.Second
)

// maxBody limits the size of an answer. The largest one of the service, the section catalogue, is far below it.
const maxBody = 16 << 20

// Config says how to reach the service.
type Config struct {
	// BaseURL is the root that /external/... is appended to.
	BaseURL string
	// Credential and Scheme form the Authorization header: "<scheme> <credential>", or the credential alone (A1).
	// Without a credential there is none, and only Login can be called.
	Credential, Scheme string
	// UserAgent names the caller.
	UserAgent string
	// RequestTimeout bounds one try of one request; 0 means DefaultRequestTimeout.
	RequestTimeout time.Duration
	// MaxRetries is how often a request is repeated after its first try; 0 means never.
	MaxRetries int
	// MaxConcurrency is the ceiling of the requests in flight; 0 means DefaultMaxConcurrency. The client adapts below
	// it by itself.
	MaxConcurrency int
	// RootCAs are the trusted authorities; nil means the system's.
	RootCAs *x509.CertPool
	// Transport replaces the network, for the embedded sandbox and for tests.
	Transport http.RoundTripper
	// Backoff is the longest first wait before a repeat; it doubles with each one. 0 means half a second.
	Backoff time.Duration
	// Settle is how long the service gets to finish a write whose answer was lost, before the write is looked up again.
	// 0 means five seconds.
	Settle time.Duration
	// Endpoints are the paths of operations that the document does not publish.
	Endpoints Endpoints
	// Observe, if set, is called after every try. It gets no body and no credential.
	Observe func(context.Context, Attempt)
	// Audit, if set, gets a line for every write. While it cannot be written, no write is sent.
	Audit *AuditLog
	// Inspect, if set, gets every answer unchanged, with the personal data in it. It is for programs that examine the
	// service, and must not write to a log.
	Inspect func(operation string, status int, body []byte)
}

// Attempt describes one try of one request, for logs.
type Attempt struct {
	// Area is the area of the service that the operation belongs to, such as placas.
	Area, Operation, Method string
	// Route is the path with its parameters left as names, since a value may be personal data.
	Route    string
	Number   int // 1 for the first try
	Status   int // 0 when no answer came
	Duration time.Duration
	Err      error
}

// Client calls the service. It is safe for concurrent use.
type Client struct {
	base     string
	auth     string
	config   Config
	http     *http.Client
	inFlight *limiter
	breaker  *breaker
	turns    locks // of writes that must not run beside others of their kind
	bookings bookings
	reading  flights
	fleets   fleets
}

// New makes a client. It sends nothing.
func New(config Config) (*Client, error) {
	base, err := ParseBaseURL(config.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("the base URL %w", err)
	}
	if err := config.Endpoints.check(); err != nil {
		return nil, err
	}
	if config.RequestTimeout < 0 || config.MaxRetries < 0 || config.MaxConcurrency < 0 || config.Backoff < 0 || config.Settle < 0 {
		return nil, errors.New("request timeout, retries, concurrency, backoff and settling time must not be negative")
	}
	// A credential that was read from a file often ends in a newline.
	config.Credential = strings.TrimSpace(config.Credential)
	auth := ""
	if config.Credential != "" {
		auth = strings.TrimSpace(config.Scheme + " " + config.Credential)
	}
	if strings.ContainsFunc(auth, unicode.IsControl) {
		return nil, errors.New("the credential and its scheme must not contain control characters")
	}
	config.RequestTimeout = cmp.Or(config.RequestTimeout, DefaultRequestTimeout)
	config.MaxConcurrency = cmp.Or(config.MaxConcurrency, DefaultMaxConcurrency)
	config.Backoff = cmp.Or(config.Backoff, defaultBackoff)
	config.Settle = cmp.Or(config.Settle, defaultSettle)
	transport := config.Transport
	if transport == nil {
		transport = newTransport(config)
	}
	return &Client{
		base:     strings.TrimRight(base.String(), "/"),
		auth:     auth,
		config:   config,
		inFlight: newLimiter(config.MaxConcurrency, config.Backoff),
		breaker:  newBreaker(config),
		bookings: bookings{made: make(map[int64]ReservaRequest)},
		reading:  flights{open: make(map[string]*flight), kept: make(map[string]*flight)},
		fleets:   fleets{of: make(map[int64]*fleet)},
		http: &http.Client{
			Transport: transport,
			// A redirect would send Authorization elsewhere, or turn a write into a read. So none is followed, and
			// decodeEnvelope explains it.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// newTransport keeps as many connections open as requests may be in flight; Go would keep two per host, and reconnect
// for the others.
func newTransport(config Config) http.RoundTripper {
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		ForceAttemptHTTP2:     true,
		MaxIdleConns:          config.MaxConcurrency,
		MaxIdleConnsPerHost:   config.MaxConcurrency,
		MaxConnsPerHost:       config.MaxConcurrency,
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   10 * time.Second,
		ExpectContinueTimeout: time.Second,
		TLSClientConfig:       &tls.Config{RootCAs: config.RootCAs, MinVersion: tls.VersionTLS12},
	}
}

// CloseIdle closes the connections that are not in use.
func (c *Client) CloseIdle() { c.http.CloseIdleConnections() }

// MaxConcurrency gives the ceiling of the requests in flight.
func (c *Client) MaxConcurrency() int { return c.config.MaxConcurrency }

// operation is one operation of the service. The table is in operations.go.
type operation struct {
	area, name, method string
	// route is the path template; a {name} stands for one path element. It is empty where the document does not publish
	// it.
	route string
	// repeatable: running it twice has the same result as once, so it may be repeated after an unclear outcome.
	repeatable bool
}

// call is one use of an operation.
type call struct {
	op        operation
	element   string     // value of the route's {name}, unescaped
	query     url.Values // nil for none
	body      any        // nil for none, otherwise marshalled to JSON
	sensitive []string   // personal data in this call, masked in whatever is shown
	// private: the answer holds personal data or a credential that the call did not send, and so cannot be masked.
	private bool
	// token: the answer may hold a token, so everything that looks like one is masked, except names, which the call
	// sent itself.
	token bool
	names []string
	// sendOnce: its result cannot be undone, and cannot always be found, so it is not sent again even if the service
	// asks to come again later.
	sendOnce bool
	// sole: it is not sent again, and another caller that waits for the same answer sends it itself if it fails.
	sole bool
	// unshown: nobody is shown that it fails, so that stops no run.
	unshown bool
	// about is what the call is about, if neither its path nor its body say it.
	about Subject
	// budget is shared by all tries of a write that is looked up between them; nil for a budget of its own.
	budget *budget
	// public: it can be sent without a credential.
	public bool
}

// do runs a call: it waits for a free place, sends, repeats what may be repeated, and returns the ok envelope or an
// error of errors.go. Identical reads in flight at the same time are sent once.
func (c *Client) do(ctx context.Context, call call) (envelope, error) {
	var err error
	if call.op, err = c.located(call.op); err != nil {
		return envelope{}, err
	}
	if c.auth == "" && !call.public {
		return envelope{}, fmt.Errorf("%s: %w", call.op.name, ErrNoCredential)
	}
	target, err := c.target(call)
	if err != nil {
		return envelope{}, err
	}
	var body []byte
	if call.body != nil {
		if body, err = json.Marshal(call.body); err != nil {
			return envelope{}, fmt.Errorf("%s: encoding the request: %w", call.op.name, err)
		}
	}
	mask := maskPersonal(c.mask(call.sensitive))
	if personal := mask; call.token {
		mask = func(text string) string { return maskTokens(personal(text), call.names) }
	}
	alone := call.budget == nil // otherwise carryOut decides what became of it
	if alone {
		call.budget = new(budget)
	}
	call.unshown = ctx.Value(unshownKey{}) != nil
	run := func() (envelope, error) {
		return c.repeat(ctx, call, func(number int) (envelope, error) { return c.try(ctx, call, target, body, number, mask) })
	}
	if call.op.method == http.MethodGet {
		return c.reading.join(ctx, call, call.op.name+" "+target+" "+string(body), run)
	}
	if err := c.config.Audit.check(call.op.name); err != nil {
		return envelope{}, err
	}
	defer c.reading.unshare()
	start := time.Now()
	call.budget.entry.Operation, call.budget.entry.Subject = call.op.name, call.subject(body)
	env, err := run()
	if alone {
		c.record(call.budget, start, call.budget.outcome(err, false), nil)
	}
	return env, err
}

// target builds the URL. A path element is always escaped; the three that would leave their route all the same are
// rejected.
func (c *Client) target(call call) (string, error) {
	path := call.op.route
	if open := strings.IndexByte(path, '{'); open >= 0 {
		if call.element == "" || call.element == "." || call.element == ".." {
			return "", fmt.Errorf("%s: %q cannot be part of a path", call.op.name, call.element)
		}
		path = path[:open] + url.PathEscape(call.element)
	}
	if len(call.query) > 0 {
		path += "?" + call.query.Encode()
	}
	return c.base + path, nil
}

func (c *Client) try(ctx context.Context, call call, target string, body []byte, number int, mask func(string) string) (envelope, error) {
	ticket, probe, err := c.admit(ctx, call, number > 1)
	if err != nil {
		return envelope{}, err
	}
	start := time.Now()
	call.budget.begin(start, c.config)
	status, env, err := c.exchange(ctx, call, target, body, mask)
	call.budget.entry.Tries++
	call.budget.unclear = call.budget.unclear || Ambiguous(err)
	if throttled(err) {
		call.budget.turned = time.Now()
	}
	c.inFlight.release(ticket, err)
	c.breaker.leave(probe, call, err)
	if c.config.Observe != nil {
		c.config.Observe(ctx, Attempt{Area: call.op.area, Operation: call.op.name, Method: call.op.method, Route: call.op.route,
			Number: number, Status: status, Duration: time.Since(start), Err: err})
	}
	return env, err
}

// admit waits until a request may be sent: for the breaker, then for a place among the requests in flight. While it waits
// for the breaker it holds no place, which the probe needs.
func (c *Client) admit(ctx context.Context, call call, repeat bool) (ticket int, probe bool, err error) {
	for {
		probe, err = c.breaker.enter(ctx, call.op)
		if err != nil {
			return 0, false, err
		}
		ticket, err = c.inFlight.acquire(ctx, repeat)
		if err != nil {
			err = &NoAnswerError{Operation: call.op.name, Err: err}
			c.breaker.leave(probe, call, err)
			return 0, false, err
		}
		if probe || !c.breaker.isOpen() {
			return ticket, probe, nil
		}
		c.inFlight.release(ticket, errOpened)
	}
}

func (c *Client) exchange(ctx context.Context, call call, target string, body []byte, mask func(string) string) (int, envelope, error) {
	tryCtx, cancel := c.lifetime(ctx, call.op)
	defer cancel()
	way := &delivery{end: cancel, foreign: c.config.Transport != nil}
	request, err := c.request(way.trace(tryCtx), call.op.method, target, body)
	if err != nil {
		return 0, envelope{}, fmt.Errorf("%s: %w", call.op.name, err)
	}
	response, err := c.http.Do(request)
	if err != nil {
		sent, cause := way.outcome(tryCtx, err)
		return 0, envelope{}, c.noAnswer(ctx, call, sent, cause)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxBody+1))
	if err != nil {
		return response.StatusCode, envelope{}, c.noAnswer(ctx, call, true, err)
	}
	if len(answer) > maxBody {
		return response.StatusCode, envelope{}, &NotEnvelopeError{Operation: call.op.name, Status: response.StatusCode,
			Reason: fmt.Sprintf("the body is larger than %d MiB", maxBody>>20)}
	}
	if c.config.Inspect != nil {
		c.config.Inspect(call.op.name, response.StatusCode, answer)
	}
	env, err := decodeEnvelope(call.op.name, response.StatusCode, response.Header, answer, mask)
	if garbage, ok := errors.AsType[*NotEnvelopeError](err); ok && call.private {
		garbage.Excerpt = markup(garbage.Excerpt)
	}
	if fail, ok := errors.AsType[*FailError](err); ok {
		fail.vague = call.op.vague()
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

func (c *Client) request(ctx context.Context, method, target string, body []byte) (*http.Request, error) {
	var reader io.Reader
	if body != nil {
		reader = bytes.NewReader(body)
	}
	request, err := http.NewRequestWithContext(ctx, method, target, reader)
	if err != nil {
		return nil, errors.New("the address of the request cannot be built")
	}
	// Go's transport repeats a request by itself if its kept connection turns out to be closed and it can rewind the
	// body. That decision belongs to retry.go. For requests without a body, delivery prevents it.
	request.GetBody = nil
	if c.auth != "" {
		request.Header.Set("Authorization", c.auth)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", c.config.UserAgent)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	return request, nil
}

// noAnswer describes a transport error, without the URL that net/http adds: its query may hold personal data.
func (c *Client) noAnswer(ctx context.Context, call call, sent bool, err error) error {
	timeout := errors.Is(err, context.DeadlineExceeded)
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		timeout = timeout || wrapped.Timeout()
		err = wrapped.Err
	}
	if hidden := c.maskNetwork(call)(err.Error()); hidden != err.Error() {
		err = errors.New(hidden)
	}
	// If the caller gave up, the words of the transport add nothing.
	if ended := whyEnded(ctx); ended != nil {
		timeout, err = false, ended
	}
	return &NoAnswerError{Operation: call.op.name, Sent: sent, Timeout: timeout, Within: c.config.RequestTimeout, Err: err}
}
