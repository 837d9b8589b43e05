package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"
)

// exchange is one request on its way through the sandbox.
type exchange struct {
	r     *http.Request
	op    *operation // nil when the route does not exist
	param string
	body  []byte
	early error // what was wrong before the request was understood
	entry Entry
}

// cut is the answer that cuts the connection.
var cut = answer{drop: true}

// ServeHTTP answers one request of the service, or of the sandbox's own page. It panics with
// http.ErrAbortHandler, as handlers do, to cut the connection.
//
// Only requests to a loopback host are answered, and Main listens on no other: a web page that points its own name at
// this machine (DNS rebinding) could read everything otherwise.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !isLoopback((&url.URL{Host: r.Host}).Hostname()) {
		misdirected := &refusal{status: http.StatusMisdirectedRequest, message: "El sandbox solo atiende a localhost, 127.0.0.1 y [::1]"}
		fail(misdirected).send(r.Context(), w)
		return
	}
	s.handle(w, r)
}

// RoundTrip answers r in-process, without a network, which makes a Sandbox the transport of an http.Client. What a
// fault does to a connection comes back as an error that wraps io.ErrUnexpectedEOF, and a request whose context ends
// while it waits as the context's error. The body is always read and closed, and r itself is left alone.
func (s *Sandbox) RoundTrip(r *http.Request) (_ *http.Response, err error) {
	ctx := r.Context()
	served := r.WithContext(ctx)
	if r.Body == nil {
		served.Body = http.NoBody
	}
	defer func() { _ = served.Body.Close() }()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	defer func() {
		switch cause := recover(); cause {
		case nil:
		case http.ErrAbortHandler:
			err = cmp.Or(ctx.Err(), fmt.Errorf("sandbox: connection cut: %w", io.ErrUnexpectedEOF))
		default:
			panic(cause)
		}
	}()
	recorded := httptest.NewRecorder()
	s.handle(recorded, served)
	response := recorded.Result()
	response.Request = r
	return response, nil
}

// isLoopback tells whether a host, without its port, is a name or an address of this machine.
func isLoopback(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

// handle answers one request, whatever its host.
func (s *Sandbox) handle(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasPrefix(r.URL.Path, watchPath):
		s.serveWatch(w, r)
	case s.edge != nil:
		s.edge.ServeHTTP(w, r)
	default:
		s.handleItself(w, r)
	}
}

// handleItself answers as the sandbox does by itself.
func (s *Sandbox) handleItself(w http.ResponseWriter, r *http.Request) {
	x := &exchange{r: r}
	x.entry = Entry{Time: time.Now().UTC(), Method: r.Method, Path: r.URL.EscapedPath(), Query: redact(r.URL.RawQuery)}
	// The body is read before any wait: net/http only notices a client that goes away once nothing is left to read.
	body, bodyErr := io.ReadAll(r.Body)
	op, param, routeErr := match(r)
	x.op, x.param, x.body, x.early = op, param, body, errors.Join(routeErr, bodyErr)
	x.entry.About = about(body)
	if op != nil {
		x.entry.Operation = op.name
	}

	// What the client waits for ends with the client, and with Close.
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.open, cancel)()
	s.serve(ctx, x).send(ctx, w)
}

// serve does what the service does about x until the answer is ready to send. Sending it is no longer work of the
// service: a client may well send its next request before the last write to it returns.
func (s *Sandbox) serve(ctx context.Context, x *exchange) answer {
	if !s.enter() {
		return cut
	}
	var fault Fault
	defer func() {
		if fault.When != Late { // which goes on in the background
			s.leave()
		}
	}()
	if x.op != nil {
		if !sleep(ctx, s.options.Latency.of(x.op)) {
			return s.record(x, cut)
		}
		if fault = s.pick(x.op); fault.Kind != "" {
			x.entry.Fault = fault.label()
		}
	}
	switch fault.When {
	case Before:
		return s.record(x, fault.spoil(answer{}))
	case Late:
		spoiled := fault.spoil(answer{})
		go func() { // whether or not the client still listens
			defer s.leave()
			if sleep(s.open, fault.Delay) {
				s.work(x)
			}
			s.record(x, spoiled)
		}()
		return spoiled
	}

	made := s.work(x)
	if fault.When == After {
		made = fault.spoil(made)
	}
	made = s.record(x, made)
	if !sleep(ctx, made.hold) {
		return cut
	}
	return made
}

// work answers x, and notes what it came to. It is finished whether or not the client still listens, as a real service
// would.
func (s *Sandbox) work(x *exchange) answer {
	made := s.answer(context.WithoutCancel(x.r.Context()), x)
	x.entry.OK, x.entry.Committed = made.ok, made.committed
	return made
}

// record writes the entry of x to the journal, with what the client gets. That is done before the answer is sent:
// whoever has an answer finds its entry, except those of late faults.
func (s *Sandbox) record(x *exchange, sent answer) answer {
	x.entry.Status = sent.status
	x.entry.Duration = time.Since(x.entry.Time)
	s.write(context.WithoutCancel(x.r.Context()), x.entry)
	return sent
}

// enter lets a request in, unless the sandbox is closed. leave is called when the request needs the store no more.
func (s *Sandbox) enter() bool {
	entered := s.working.TryRLock()
	if entered {
		s.inFlight.Add(1)
	}
	return entered
}

func (s *Sandbox) leave() {
	s.inFlight.Add(-1)
	s.working.RUnlock()
}

// sleep waits for d and tells whether ctx lasted that long.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
