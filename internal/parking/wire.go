package parking

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
)

// delivery follows one try to the service, and keeps it on the wire at most once.
//
// Go's transport sends some requests again by itself, past limiter, retries and log: over HTTP/1.1 a GET when its kept
// connection turns out to be closed; over HTTP/2 any request without a body when its stream is refused or reset with
// PROTOCOL_ERROR, or when the service says by GOAWAY that it did not take it. The transport first takes a second
// connection, or the same one again, and traces that. If the request may have been written by then, the try ends there,
// and retry.go decides whether to repeat it.
type delivery struct {
	end     context.CancelFunc // ends the try
	foreign bool               // the transport is not newTransport's
	asked   bool               // the transport asked for a connection
	conn    net.Conn           // the connection that it got
	got     bool
	written atomic.Bool // the request may be on the wire
	again   error       // why the transport wanted to send it again; nil if it did not
}

// errRefused is why the transport wants to send a request again, unless its connection was closed or its stream reset. The
// transport's own reason is lost.
var errRefused = errors.New("the service refused the HTTP/2 stream")

// trace follows the request that ctx is used for. A foreign transport can say that it did not reach the service: it
// calls GetConn, and never GotConn.
func (d *delivery) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { d.asked = true },
		GotConn: func(info httptrace.GotConnInfo) {
			if d.written.Load() {
				d.stop(info.Conn)
				return
			}
			d.conn, d.got = info.Conn, true
		},
		// The first field is traced before the header is complete, and over HTTP/2 before any of it leaves the buffer.
		WroteHeaderField: func(string, []string) { d.written.Store(true) },
	})
}

// stop ends a try that the transport is about to send again, on conn. Over HTTP/2 a request whose context has ended is
// not written. Over HTTP/1.1 it may be, so its connection is closed; no other request shares it.
func (d *delivery) stop(conn net.Conn) {
	d.end()
	d.again = io.EOF
	secure, ok := conn.(*tls.Conn)
	switch {
	case conn == nil: // a foreign transport may not show it
	case conn == d.conn:
		// Of the streams that net/http repeats, only a refused one leaves its connection fit for the next (A19).
		d.again = errRefused
	case !ok || secure.ConnectionState().NegotiatedProtocol != "h2":
		_ = conn.Close()
	}
}

// outcome reports whether a try that failed with err may have reached the service, and why it failed. ctx is the try's.
func (d *delivery) outcome(ctx context.Context, err error) (sent bool, cause error) {
	switch {
	case d.again != nil:
		return !errors.Is(d.again, errRefused), d.again
	case unprocessed(err):
		return false, err
	case d.foreign:
		return d.got || !d.asked, err
	case ctx.Err() != nil: // the transport does not wait for its writer then
		return d.got, err
	}
	return d.written.Load(), err
}

// unprocessed reports whether the service refused a request with a body over HTTP/2 before it looked at it (A19): the
// connection takes no more streams at once, or is about to be closed. Go's transport would repeat these by itself if it
// could rewind the body (Client.request). The errors have no types.
func unprocessed(err error) bool {
	text := err.Error()
	return strings.Contains(text, "http2: Transport: cannot retry err") &&
		(strings.Contains(text, "; REFUSED_STREAM;") || strings.Contains(text, "graceful shutdown GOAWAY"))
}
