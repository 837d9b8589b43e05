package parking

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const credential = "secret-credential"

// exchange is one answer of a fake transport.
type exchange func(*http.Request) (*http.Response, error)

// answer is an exchange that gives body at status; headers are names with their values.
func answer(status int, body string, headers ...string) exchange {
	return func(r *http.Request) (*http.Response, error) {
		header := http.Header{}
		for i := 0; i < len(headers); i += 2 {
			header.Set(headers[i], headers[i+1])
		}
		return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
	}
}

// broken is an exchange without an answer.
func broken(err error) exchange {
	return func(*http.Request) (*http.Response, error) { return nil, err }
}

// unreachable is an exchange that gets no connection.
var unreachable = broken(&net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")})

func okData(data string) string { return `{"estado":"ok","data":` + data + `}` }

// script is a transport that plays exchanges in turn, and the last one for good. own, if set, answers GET cliente beside them.
type script struct {
	own       exchange
	mu        sync.Mutex
	exchanges []exchange
	requests  []*http.Request
	bodies    []string
}

func play(exchanges ...exchange) *script { return &script{exchanges: exchanges} }

// known shows the client of the credential beside the exchanges.
func (s *script) known() *script {
	s.own = answer(200, okData(`{"id":1}`))
	return s
}

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	if s.own != nil && r.URL.Path == "/external/cliente" {
		return s.own(r)
	}
	body := ""
	if r.Body != nil {
		sent, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		if err := r.Body.Close(); err != nil {
			return nil, err
		}
		body = string(sent)
	}
	s.mu.Lock()
	next := s.exchanges[min(len(s.requests), len(s.exchanges)-1)]
	s.requests, s.bodies = append(s.requests, r), append(s.bodies, body)
	s.mu.Unlock()
	return next(r)
}

func (s *script) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.requests)
}

// drawn matches the plates that controls ask for.
var drawn = regexp.MustCompile(`(placa[/=](?:abc-|a-|))([02-9]|[B-Z])$`)

// asked gives what was asked for, in order, with ? for what controls draw.
func (s *script) asked() string {
	var out []string
	for _, r := range s.requests {
		target := strings.TrimPrefix(r.URL.RequestURI(), "/external/")
		out = append(out, r.Method+" "+drawn.ReplaceAllString(target, "$1?"))
	}
	return strings.Join(out, ", ")
}

// client makes a client of transport, or of the network where it is nil.
func client(t *testing.T, baseURL string, transport http.RoundTripper, change ...func(*Config)) *Client {
	t.Helper()
	config := Config{BaseURL: baseURL, Credential: credential, Transport: transport, Backoff: time.Millisecond}
	for _, c := range change {
		c(&config)
	}
	made, err := New(config)
	must(t, err)
	t.Cleanup(made.reads.CloseIdleConnections)
	return made
}

// scripted makes a client of a script.
func scripted(t *testing.T, s *script, change ...func(*Config)) *Client {
	t.Helper()
	return client(t, "http://service.test", s, change...)
}

// serve makes a client of a handler on loopback.
func serve(t *testing.T, handler http.HandlerFunc, change ...func(*Config)) *Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return client(t, server.URL, nil, change...)
}

// write answers a request of a handler.
func write(w http.ResponseWriter, body string) { _, _ = io.WriteString(w, body) }

// expectError fails the test unless the error says says, or there is none where that is empty.
func expectError(t *testing.T, err error, says string) {
	t.Helper()
	if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
		t.Errorf("got %v, want the error %q", err, says)
	}
}

func expectIs(t *testing.T, err error, want Kind) {
	t.Helper()
	if !Is(err, want) {
		t.Errorf("got %v, want an error that is %v", err, want)
	}
}

// must ends the test where there is an error, and noError fails it, also from another goroutine.
func must(t testing.TB, err error) {
	if err != nil {
		t.Helper() // only now, since it costs a benchmark more than what it measures
		t.Fatal(err)
	}
}

func noError(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Errorf("got %v, want no error", err)
	}
}

func equal[V comparable](t *testing.T, what string, got, want V) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// errorOf and errorOfTwo give the error of a call whose results do not matter.
func errorOf[T any](_ T, err error) error            { return err }
func errorOfTwo[A, B any](_ A, _ B, err error) error { return err }

// each runs a parallel subtest for every case of a table, and eachInBubble does with a fake clock.
func each[C any](t *testing.T, cases map[string]C, test func(*testing.T, C)) {
	t.Helper()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, c)
		})
	}
}

func eachInBubble[C any](t *testing.T, cases map[string]C, test func(*testing.T, C)) {
	t.Helper()
	for name, c := range cases {
		inBubble(t, name, func(t *testing.T) { test(t, c) })
	}
}

// inBubble runs a parallel subtest with a fake clock.
func inBubble(t *testing.T, name string, test func(*testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		bubble(t, test)
	})
}

// bubble runs a test with a fake clock, and then lets reads end that nobody waits for.
func bubble(t *testing.T, test func(*testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Cleanup(func() { time.Sleep(time.Hour) })
		test(t)
	})
}

// doAll does something for each of all, so many at the same time, and waits until it is done.
func doAll[T any](at int, all []T, do func(T)) {
	work := make(chan T)
	var done sync.WaitGroup
	for range at {
		done.Go(func() {
			for one := range work {
				do(one)
			}
		})
	}
	for _, one := range all {
		work <- one
	}
	close(work)
	done.Wait()
}

func ptr[T any](v T) *T { return &v }

// field is a field that a record has.
func field[T any](v T) Field[T] { return Field[T]{Sent: true, Value: &v} }

func plain(text string) string { return text }

// aWrite is an operation of no area, for errors that come from no request.
var aWrite = operation{name: "w", method: http.MethodPost, repeat: doubles}

func failAt(status int, fields ...FieldError) *Error { return failed(aWrite, status, 0, "no", fields) }

func pageAt(status int) *Error { return garbled(aWrite, status, 0, "a page", "") }

func cutOff(sent bool) *Error { return unanswered(aWrite, sent, false, 0, errors.New("cut")) }

func tookTooLong(sent bool) *Error {
	return unanswered(aWrite, sent, true, time.Minute, context.DeadlineExceeded)
}

// endsIn reports whether err is of a kind, or there is none where that is 0.
func endsIn(err error, kind Kind) bool { return kind == 0 && err == nil || kind != 0 && Is(err, kind) }

// show writes a field: "-" left out, "null" emptied.
func show[T any](f Field[T]) string {
	switch {
	case !f.Sent && f.Value == nil:
		return "-"
	case f.Value == nil:
		return "null"
	}
	return fmt.Sprint(*f.Value)
}

// Writes of one thing: some that may be repeated blindly, and some that may not.
func closeFine(ctx context.Context, c *Client) error { return errorOf(c.CloseSancion(ctx, 1, "")) }

func updatePlaca(ctx context.Context, c *Client) error {
	return c.UpdatePlaca(ctx, PlacaRequest{Placa: "A"})
}

func registerPlaca(ctx context.Context, c *Client) error {
	return errorOf(c.RegisterPlaca(ctx, PlacaRequest{Placa: "A"}))
}

func cancelOne(ctx context.Context, c *Client) error { return errorOfTwo(c.CancelReserva(ctx, 1, nil)) }

func bookPlace(ctx context.Context, c *Client) error {
	return errorOf(c.do(ctx, call{op: opReservaBloquear, body: ReservaRequest{TramoID: 1, VehiculoID: 1, Minutos: 10}}))
}
