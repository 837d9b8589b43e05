package sandbox

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
)

// RoundTrip answers r in-process, without a network, which makes a Sandbox the transport of an http.Client. What a
// fault does to a connection comes back as an error that wraps io.ErrUnexpectedEOF, and a request whose context ends
// while it waits as the context's error. The body is always read and closed, and r itself is left alone.
func (s *Sandbox) RoundTrip(r *http.Request) (_ *http.Response, err error) {
	ctx := r.Context()
	served := r.Clone(ctx)
	served.RequestURI = r.URL.RequestURI()
	served.RemoteAddr = "127.0.0.1:0"
	if served.Host == "" {
		served.Host = r.URL.Host
	}
	if served.Method == "" {
		served.Method = http.MethodGet
	}
	if served.Header == nil {
		served.Header = http.Header{}
	}
	if r.Body == nil {
		served.Body = http.NoBody
	}
	defer func() { _ = served.Body.Close() }()
	if err := ctx.Err(); err != nil {
		return nil, err
	}

	recorded := &recorder{header: http.Header{}, status: http.StatusOK}
	if err := s.serveRecorded(recorded, served); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, err
	}
	return &http.Response{
		Status:        fmt.Sprintf("%d %s", recorded.status, http.StatusText(recorded.status)),
		StatusCode:    recorded.status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        recorded.header,
		Body:          io.NopCloser(&recorded.body),
		ContentLength: int64(recorded.body.Len()),
		Request:       r,
	}, nil
}

// serveRecorded serves r and turns an aborted connection into an error.
func (s *Sandbox) serveRecorded(w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		switch cause := recover(); cause {
		case nil:
		case http.ErrAbortHandler:
			err = fmt.Errorf("sandbox: connection cut: %w", io.ErrUnexpectedEOF)
		default:
			panic(cause)
		}
	}()
	s.handle(w, r)
	return nil
}

// recorder is the http.ResponseWriter of RoundTrip.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *recorder) Header() http.Header { return w.header }

func (w *recorder) WriteHeader(status int) { w.status = status }

func (w *recorder) Write(p []byte) (int, error) { return w.body.Write(p) }
