package parking

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/http2"
)

// moment is how far a request has come when something happens to it.
type moment int

const (
	atConnection   moment = iota + 1 // the connection was made, nothing has come
	atFirstByte                      // the request has begun to arrive, nothing was read
	inHeader                         // some bytes of its header were read
	inBody                           // its header was read, its body was not
	onceRead                         // all of it was read, nothing was answered
	whileAnswering                   // half of the answer was sent
)

// sent is what the client must know of a request that got no answer.
type sent int

const (
	maybe       sent = iota // it may have been carried out, so the client has to say so
	unsent                  // it was not carried out, and the client can know it
	neverBodied             // the same for requests with a body; for others the cause is lost in net/http
	either                  // what the client notices first decides
)

// letter is one way in which the transport between client and service fails.
type letter struct {
	name string
	at   moment
	// done: the service carries the request out before.
	done bool
	// send is what the service sends then, over HTTP/2; nil closes the connection.
	send func(out *http2.Framer, stream uint32) error
	// answers: the request is answered all the same.
	answers bool
	sent    sent
	// lie: the service says that it did not process what it carried out. No client can see that.
	lie bool
}

// What can happen to a connection under every protocol.
var connectionLetters = []letter{
	{name: "closed when it was made", at: atConnection, sent: either}, // an overloaded listener
	{name: "closed at the first byte", at: atFirstByte},               // a kept connection that the service gives up just then
	{name: "closed in the header", at: inHeader},                      // a service that is killed
	{name: "closed before the body", at: inBody},                      // a proxy that checks the header
	{name: "closed once read, not done", at: onceRead},                // killed before the work
	{name: "closed once read, done", at: onceRead, done: true},        // killed after the work
	{name: "closed in the answer", at: whileAnswering, done: true},    // killed while it answers
}

// What else can happen to an HTTP/2 stream: each error code at each moment, and GOAWAY.
func http2Letters() []letter {
	letters := []letter{
		// A service that is restarted: it answers what it has and takes no more.
		{name: "GOAWAY, answered", at: onceRead, done: true, answers: true, send: goAway(http2.ErrCodeNo, true)},
		// It does not answer what it took, and does not take the rest.
		{name: "GOAWAY, taken, done, closed", at: onceRead, done: true, send: closing(goAway(http2.ErrCodeNo, true))},
		{name: "GOAWAY, taken, not done, closed", at: onceRead, send: closing(goAway(http2.ErrCodeNo, true))},
		{name: "GOAWAY, not taken", at: onceRead, send: goAway(http2.ErrCodeNo, false), sent: neverBodied},
		{name: "GOAWAY, not taken, closed", at: onceRead, send: closing(goAway(http2.ErrCodeNo, false)), sent: neverBodied},
		{name: "GOAWAY, said not to be taken, done", at: onceRead, done: true, send: goAway(http2.ErrCodeNo, false), sent: neverBodied, lie: true},
		// An overloaded or broken service. Of the first stream of a connection net/http does not tell whether it was
		// taken.
		{name: "GOAWAY ENHANCE_YOUR_CALM, taken, done, closed", at: onceRead, done: true, send: closing(goAway(http2.ErrCodeEnhanceYourCalm, true))},
		{name: "GOAWAY ENHANCE_YOUR_CALM, not taken, closed", at: onceRead, send: closing(goAway(http2.ErrCodeEnhanceYourCalm, false)), sent: either},
		{name: "GOAWAY INTERNAL_ERROR, taken, done, closed", at: onceRead, done: true, send: closing(goAway(http2.ErrCodeInternal, true))},
		{name: "GOAWAY INTERNAL_ERROR, not taken, closed", at: onceRead, send: closing(goAway(http2.ErrCodeInternal, false)), sent: either},
	}
	for code := http2.ErrCodeNo; code <= http2.ErrCodeHTTP11Required; code++ {
		reset := func(out *http2.Framer, stream uint32) error { return out.WriteRSTStream(stream, code) }
		known := maybe
		if code == http2.ErrCodeRefusedStream { // RFC 9113, 8.7: it was not processed
			known = unsent
		}
		for _, l := range []letter{
			{name: "before the body", at: inBody, sent: known},                          // a proxy that checks the header
			{name: "not done", at: onceRead, sent: known},                               // a proxy without an origin
			{name: "done", at: onceRead, done: true, sent: known, lie: known == unsent}, // a proxy that lost its origin's answer
			{name: "in the answer", at: whileAnswering, done: true},                     // a proxy that lost the rest of it
		} {
			l.name, l.send = fmt.Sprintf("RST_STREAM %s, %s", code, l.name), reset
			letters = append(letters, l)
		}
	}
	return letters
}

// goAway says that the stream was taken, or that it was not.
func goAway(code http2.ErrCode, taken bool) func(*http2.Framer, uint32) error {
	return func(out *http2.Framer, stream uint32) error {
		if !taken {
			stream = max(stream, 2) - 2
		}
		return out.WriteGoAway(stream, code, nil)
	}
}

func closing(send func(*http2.Framer, uint32) error) func(*http2.Framer, uint32) error {
	return func(out *http2.Framer, stream uint32) error { return errors.Join(send(out, stream), errHangUp) }
}

// wireOperation is one shape of request.
type wireOperation struct {
	name, op, route string
	body, write     bool
	call            func(context.Context, *Client) error
}

var wireOperations = []wireOperation{
	{"GET", "placa", "GET /external/placa/ABC1", false, false, func(ctx context.Context, c *Client) error { return errorOf(c.Placa(ctx, "ABC1")) }},
	{"GET with a body", "zonas_favoritas", "GET /external/zona-favorita", true, false, func(ctx context.Context, c *Client) error {
		return errorOf(c.do(ctx, call{op: opZonasFavoritas, body: map[string]int{"cliente_id": 1}}))
	}},
	{"POST", "registrar_placa", "POST /external/placa", true, true, func(ctx context.Context, c *Client) error {
		return errorOf(c.RegisterPlaca(ctx, PlacaRequest{Placa: "NEW1", TipoVehiculoID: 1}))
	}},
	{"PUT without a body", "reserva_cancelar", "PUT /external/reserva-cancelar/1", false, true, func(ctx context.Context, c *Client) error {
		return c.CancelReserva(ctx, 1, nil)
	}},
	{"POST without a body", "generar_token", "POST /external/token", false, true, func(ctx context.Context, c *Client) error { return errorOf(c.GenerateToken(ctx, nil)) }},
}

// TestWire: a try is on the wire at most once, whatever becomes of the connection, and what the client says of it is
// true: that it was not sent only where it was not carried out. Every letter meets every shape of request, on a new
// connection, on a kept one and with several kept ones; for good without retries, and once with them.
func TestWire(t *testing.T) {
	t.Parallel()
	for _, protocol := range []string{"HTTP/1.1", "TLS", "HTTP/2"} {
		letters := connectionLetters
		if protocol == "HTTP/2" {
			letters = append(http2Letters(), letters...)
		}
		for _, letter := range letters {
			for _, op := range wireOperations {
				if letter.at == inBody && !op.body {
					continue
				}
				t.Run(protocol+"/"+letter.name+"/"+op.name, func(t *testing.T) {
					t.Parallel()
					for _, kept := range []int{0, 1, 3} {
						if kept > 0 && letter.at == atConnection || kept > 1 && protocol == "HTTP/2" {
							continue
						}
						sendOnce(t, protocol, letter, op, kept)
						sendOften(t, protocol, letter, op, kept)
					}
				})
			}
		}
	}
}

// surely reports whether the client can know that the request was not carried out.
func (l letter) surely(op wireOperation) bool {
	return l.sent == unsent || l.sent == neverBodied && op.body
}

// tries are those of one operation.
type tries struct {
	mu   sync.Mutex
	errs []error
}

// known gives how many there were, and of how many the client says that they were not sent.
func (o *tries) known() (all, unsent int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, err := range o.errs {
		if NoAnswer(err) && OutcomeOf(err) == NotSent {
			unsent++
		}
	}
	return len(o.errs), unsent
}

// meet makes a server and a client with so many kept connections to it.
func meet(t *testing.T, protocol string, letter letter, op wireOperation, kept, retries int) (*rudeServer, *Client, *tries) {
	t.Helper()
	s, seen := newRudeServer(t, protocol, op.route, letter), &tries{}
	c := client(t, s.url, nil, func(c *Config) {
		c.RootCAs, c.MaxRetries, c.Settle, c.RequestTimeout = s.roots, retries, time.Millisecond, 5*time.Second
		c.Endpoints = Endpoints{"generar_token": "/external/token"}
		c.Observe = func(_ context.Context, a Attempt) {
			if a.Operation == op.op && !strings.Contains(fmt.Sprint(a.Err), "no existe") {
				seen.mu.Lock()
				defer seen.mu.Unlock()
				seen.errs = append(seen.errs, a.Err)
			}
		}
	})
	s.warm.Add(kept)
	var wg sync.WaitGroup
	for i := range kept {
		wg.Go(func() {
			noError(t, errorOf(c.do(t.Context(), call{op: opPlaca, element: fmt.Sprint("W", i)})))
		})
	}
	wg.Wait()
	seen.errs = nil
	return s, c, seen
}

// sendOnce: the letter comes again and again, and nothing is repeated.
func sendOnce(t *testing.T, protocol string, letter letter, op wireOperation, kept int) {
	t.Helper()
	s, c, seen := meet(t, protocol, letter, op, kept, 0)
	s.left.Store(3) // so that a client that goes on and on ends too
	err := op.call(t.Context(), c)
	all, unsent := seen.known()
	arrived, done := s.arrived.Load(), s.done.Load()
	if all != 1 || arrived > 1 || done > 1 {
		t.Errorf("%d kept: %d tries, %d requests arrived, %d were carried out: %v", kept, all, arrived, done, err)
	}
	if unsent > 0 && done > 0 && !letter.lie {
		t.Errorf("%d kept: carried out, and the client says that it was not sent: %v", kept, err)
	}
	want := 0
	if letter.surely(op) {
		want = 1
	}
	if letter.sent != either && unsent != want {
		t.Errorf("%d kept: said not to be sent %d times, want %d: %v", kept, unsent, want, err)
	}
	if letter.answers != (err == nil) && (!letter.done || !op.write) {
		t.Errorf("%d kept: got %v", kept, err)
	}
}

// sendOften: the letter comes once, then the service is honest.
func sendOften(t *testing.T, protocol string, letter letter, op wireOperation, kept int) {
	t.Helper()
	s, c, seen := meet(t, protocol, letter, op, kept, 3)
	s.left.Store(1)
	err := op.call(t.Context(), c)
	all, unsent := seen.known()
	arrived, done, looked := s.arrived.Load(), s.done.Load(), s.looked.Load()
	if int(arrived) > all {
		t.Errorf("%d kept: %d requests arrived in %d tries: %v", kept, arrived, all, err)
	}
	if op.write && done > 1 && !letter.lie {
		t.Errorf("%d kept: carried out %d times: %v", kept, done, err)
	}
	if letter.surely(op) && (looked > 0 || all != 2) {
		t.Errorf("%d kept: %d tries, %d looks after a request that was not processed", kept, all, looked)
	}
	// A token is not asked for twice where it may have been made.
	lost := op.op == "generar_token" && !letter.answers && unsent == 0
	if lost != (err != nil) || lost && all != 1 {
		t.Errorf("%d kept: after %d tries: %v", kept, all, err)
	}
}

// TestDelivery: the connection that a request would be sent on again is closed where it serves no other, and left alone
// where it is shared. TestWire cannot tell: over HTTP/1.1 only a slow goroutine lets the second request out.
func TestDelivery(t *testing.T) {
	t.Parallel()
	for _, protocol := range []string{"HTTP/1.1", "TLS", "HTTP/2"} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			s := newRudeServer(t, protocol, "", letter{})
			var dialer interface {
				DialContext(context.Context, string, string) (net.Conn, error)
			} = &net.Dialer{}
			if protocol != "HTTP/1.1" {
				dialer = &tls.Dialer{Config: &tls.Config{RootCAs: s.roots, NextProtos: []string{"h2", "http/1.1"}}}
			}
			var conns [2]net.Conn
			for i := range conns {
				conn, err := dialer.DialContext(t.Context(), "tcp", s.url[strings.LastIndexByte(s.url, '/')+1:])
				must(t, err)
				t.Cleanup(func() { _ = conn.Close() })
				conns[i] = conn
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			d := &delivery{end: cancel}
			trace := httptrace.ContextClientTrace(d.trace(ctx))
			trace.GotConn(httptrace.GotConnInfo{Conn: conns[0]})
			trace.GotConn(httptrace.GotConnInfo{Conn: conns[1]})
			if ctx.Err() != nil || d.again != nil {
				t.Error("a try that wrote nothing was ended")
			}
			trace.WroteHeaderField("Host", nil)
			trace.GotConn(httptrace.GotConnInfo{Conn: conns[0]})
			_, err := conns[0].Write([]byte("x"))
			if sent, _ := d.outcome(ctx, io.EOF); ctx.Err() == nil || !sent || (err == nil) != (protocol == "HTTP/2") {
				t.Errorf("sent: %t, its end: %v, writing afterwards: %v", sent, ctx.Err(), err)
			}
		})
	}
}

// TestForeignTransport: what a replaced transport does not say counts as sent. It can say that it reached nobody: it
// asks for a connection and gets none.
func TestForeignTransport(t *testing.T) {
	t.Parallel()
	wrote := func(trace *httptrace.ClientTrace) { trace.WroteHeaderField("Host", nil) }
	got := func(trace *httptrace.ClientTrace) { trace.GotConn(httptrace.GotConnInfo{}) }
	asked := func(trace *httptrace.ClientTrace) { trace.GetConn("service.test:80") }
	type row struct {
		calls []func(*httptrace.ClientTrace)
		sent  bool
	}
	each(t, map[string]row{
		"says nothing":             {nil, true},
		"never reached":            {[]func(*httptrace.ClientTrace){asked}, false},
		"reached":                  {[]func(*httptrace.ClientTrace){asked, got}, true},
		"reached, without GetConn": {[]func(*httptrace.ClientTrace){got}, true},
		"sends again":              {[]func(*httptrace.ClientTrace){asked, got, wrote, asked, got}, true},
	}, func(t *testing.T, c row) {
		s := play(func(r *http.Request) (*http.Response, error) {
			for _, call := range c.calls {
				call(httptrace.ContextClientTrace(r.Context()))
			}
			return nil, io.ErrUnexpectedEOF
		})
		err := bookPlace(t.Context(), scripted(t, s))
		if !Is(ErrorOf(written(err)), Lost, Unreachable) || (OutcomeOf(err) >= Unknown) != c.sent {
			t.Errorf("got %v, want sent %t", err, c.sent)
		}
	})
}

// TestTimeoutWhileSending: a try that times out on a connection counts as sent, since net/http does not wait until its
// writer has stopped.
func TestTimeoutWhileSending(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	d := &delivery{end: cancel}
	trace := httptrace.ContextClientTrace(d.trace(ctx))
	trace.GetConn("service.test:443")
	cancel()
	if sent, _ := d.outcome(ctx, ctx.Err()); sent {
		t.Error("sent without a connection")
	}
	trace.GotConn(httptrace.GotConnInfo{})
	if sent, _ := d.outcome(ctx, ctx.Err()); !sent {
		t.Error("not sent")
	}
}
