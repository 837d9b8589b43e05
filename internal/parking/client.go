package parking

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/parking-provider/terraform-provider-parking/internal/parking/audit"
	"github.com/parking-provider/terraform-provider-parking/internal/parking/flow"
)

// Defaults of Config.
const (
	DefaultRequestTimeout = 60 * time.Second
	DefaultMaxRetries     = 5
	DefaultMaxConcurrency = 64
	defaultBackoff        = 500 * time.Millisecond
	// defaultSettle is more than twice the slowest read of a single object observed.
	defaultSettle = 5 * time.Second
)

// Config says how to reach the service. No number is negative. Each field is a setting of its own, so it has more than twelve.
type Config struct {
	hidden
	BaseURL string // the root that /external/... is appended to
	// Credential and Scheme form the Authorization header: "<scheme> <credential>", or the credential alone (A1).
	// Without a credential there is none, and only Login can be called.
	Credential, Scheme string
	UserAgent          string
	RequestTimeout     time.Duration                  // of one try of one request; 0 means DefaultRequestTimeout
	MaxRetries         int                            // how often a request is repeated after its first try; 0 means never
	MaxConcurrency     int                            // most requests in flight; 0 means DefaultMaxConcurrency
	RootCAs            *x509.CertPool                 // the trusted authorities; nil means the system's
	Transport          http.RoundTripper              // replaces the network, for the embedded sandbox and for tests
	Backoff            time.Duration                  // first wait before a repeat, at most, then doubled; 0 means half a second
	Settle             time.Duration                  // time for the service to finish a write whose answer was lost; 0 means five seconds
	Endpoints          Endpoints                      // the paths of operations that the document does not publish
	Observe            func(context.Context, Attempt) // if set, called after every try, without a body or a credential
	Audit              *audit.Log                     // if set, gets a line for every write. While it cannot be written, no write is sent
	// Inspect, if set, gets every answer unchanged, with the personal data in it. It is for programs that examine the
	// service, and must not write to a log.
	Inspect func(operation string, status int, body []byte)
}

// Attempt describes one try of one request, for logs.
type Attempt struct {
	Operation, Method string
	Route             string // the path with its parameters left as names, since a value may be personal data
	Number            int    // 1 for the first try
	Status            int    // 0 when no answer came
	Duration          time.Duration
	Err               error
}

// Client calls the service. It is safe for concurrent use.
type Client struct {
	hidden
	base     string
	auth     string
	config   Config
	reads    *http.Client
	writes   *http.Client // each over a connection of its own
	inFlight *flow.Limiter
	breaker  *breaker
	turns    locks // of calls that must not run beside others about the same
	memo     memo
	links    registry
	denials  denials
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
	// A redirect would send Authorization elsewhere, or turn a write into a read. So none is followed, and decodeEnvelope explains it.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	reads, writes := config.Transport, config.Transport
	if config.Transport == nil {
		// Something between may drop a kept connection without a word, and nobody would know what became of a write. So each has
		// its own: two or three round trips are little beside the seconds of an answer.
		kept, fresh := newTransport(config), newTransport(config)
		fresh.DisableKeepAlives = true
		reads, writes = kept, fresh
	}
	return &Client{
		base:     strings.TrimRight(base.String(), "/"),
		auth:     auth,
		config:   config,
		inFlight: flow.NewLimiter(config.MaxConcurrency),
		breaker:  &breaker{config: config, over: make(chan struct{})},
		reads:    &http.Client{Transport: reads, CheckRedirect: stay},
		writes:   &http.Client{Transport: writes, CheckRedirect: stay},
	}, nil
}

// newTransport keeps as many connections open as requests may be in flight; Go would keep two per host, and reconnect
// for the others. It speaks HTTP/1.1, of which Go sends by itself again only reads, and what it could not begin to write.
func newTransport(config Config) *http.Transport {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		MaxIdleConns:        config.MaxConcurrency,
		MaxIdleConnsPerHost: config.MaxConcurrency,
		MaxConnsPerHost:     config.MaxConcurrency,
		IdleConnTimeout:     90 * time.Second,
		TLSHandshakeTimeout: 10 * time.Second,
		TLSClientConfig:     &tls.Config{RootCAs: config.RootCAs, MinVersion: tls.VersionTLS12},
	}
}

// MaxConcurrency gives the ceiling of the requests in flight.
func (c *Client) MaxConcurrency() int { return c.config.MaxConcurrency }
