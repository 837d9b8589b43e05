package sandbox

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
)

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
		if cause := recover(); cause == http.ErrAbortHandler {
			err = cmp.Or(ctx.Err(), fmt.Errorf("sandbox: connection cut: %w", io.ErrUnexpectedEOF))
		} else if cause != nil {
			panic(cause)
		}
	}()
	recorded := httptest.NewRecorder()
	s.handle(recorded, served)
	response := recorded.Result()
	response.Request = r
	return response, nil
}
