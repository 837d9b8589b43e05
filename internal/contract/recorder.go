package contract

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"sync"
)

// Recorder is an http.RoundTripper that checks the exchanges it passes on and
// remembers which operations they belonged to. It is safe for concurrent use.
type Recorder struct {
	contract *Contract
	base     http.RoundTripper
	report   func(op string, err error)

	mu   sync.Mutex
	seen map[string]bool
}

// RoundTripper wraps base, http.DefaultTransport when nil, and checks every
// exchange made through it. report is called for each one that breaks the
// contract, with the operationId or, for an undeclared operation, an empty
// string; it runs on the goroutine that made the request, so several calls may
// run at once.
//
// An exchange without a whole response (a refused or dropped connection, a body
// that ends early) is passed on as it is and counts neither as a violation nor
// as seen: it says nothing about the service's contract.
func (c *Contract) RoundTripper(base http.RoundTripper, report func(op string, err error)) *Recorder {
	if base == nil {
		base = http.DefaultTransport
	}
	return &Recorder{contract: c, base: base, report: report, seen: map[string]bool{}}
}

// RoundTrip sends req through the wrapped transport and returns what it
// answered, whether it keeps to the contract or not.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	sent, err := drain(req.Body)
	if err != nil {
		return nil, fmt.Errorf("reading the request body: %w", err)
	}
	// A round tripper must not change the request it was given.
	forward := req.Clone(req.Context())
	if req.Body != nil && req.Body != http.NoBody {
		forward.Body = io.NopCloser(bytes.NewReader(sent))
	}
	resp, err := r.base.RoundTrip(forward)
	if err != nil {
		return nil, err
	}
	received, err := drain(resp.Body)
	resp.Body = io.NopCloser(io.MultiReader(bytes.NewReader(received), failing{err}))
	if err != nil {
		return resp, nil //nolint:nilerr // The caller meets the error where it would have: reading the body.
	}
	id, violation := r.contract.Check(req, sent, resp.StatusCode, resp.Header, received)
	if id != "" {
		r.mu.Lock()
		r.seen[id] = true
		r.mu.Unlock()
	}
	if violation != nil {
		r.report(id, violation)
	}
	return resp, nil
}

// Seen returns the operationId of every declared operation that was answered,
// with a success or a failure, sorted.
func (r *Recorder) Seen() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return sortedKeys(r.seen)
}

// drain reads and closes body; what was read is returned even with an error.
func drain(body io.ReadCloser) ([]byte, error) {
	if body == nil {
		return nil, nil
	}
	read, err := io.ReadAll(body)
	if closeErr := body.Close(); err == nil {
		err = closeErr
	}
	return read, err
}

// failing is the end of a body: io.EOF, or the error it broke off with.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) {
	if f.err == nil {
		return 0, io.EOF
	}
	return 0, f.err
}
