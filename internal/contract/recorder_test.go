package contract

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// reports collects what a Recorder reports.
type reports struct {
	mu  sync.Mutex
	got []string
}

func (r *reports) add(op string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got = append(r.got, op+"|"+err.Error())
}

// roundTripperFunc stands in for a transport.
type roundTripperFunc func(*http.Request) (*http.Response, error)

func (f roundTripperFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func TestRecorderChecksConcurrentExchanges(t *testing.T) {
	t.Parallel()
	// The server answers one operation wrongly and knows the others by heart.
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/json")
		for _, s := range samples() {
			if s.method != r.Method || s.target != r.URL.RequestURI() {
				continue
			}
			if string(sent) != s.sent {
				t.Errorf("%s arrived with the body %q", s.id, sent)
			}
			body := s.answer
			if s.id == "tramo" {
				body = ok(`{"id":1}`)
			}
			if _, err := io.WriteString(w, body); err != nil {
				t.Error(err)
			}
		}
	}))
	t.Cleanup(server.Close)
	c := mustLoad(t)
	var violations reports
	recorder := c.RoundTripper(server.Client().Transport, violations.add)
	client := &http.Client{Transport: recorder}

	const rounds = 5
	var wg sync.WaitGroup
	for range rounds {
		for _, s := range samples() {
			wg.Go(func() {
				req, err := http.NewRequestWithContext(t.Context(), s.method, server.URL+s.target, strings.NewReader(s.sent))
				if err != nil {
					t.Error(err)
					return
				}
				req.Header = s.exchange().header
				resp, err := client.Do(req)
				if err != nil {
					t.Error(err)
					return
				}
				defer func() {
					if err := resp.Body.Close(); err != nil {
						t.Error(err)
					}
				}()
				got, err := io.ReadAll(resp.Body)
				if err != nil {
					t.Error(err)
				}
				if s.id != "tramo" && string(got) != s.answer {
					t.Errorf("%s came back as %s", s.id, got)
				}
			})
		}
	}
	wg.Wait()
	if got := recorder.Seen(); !slices.Equal(got, c.Operations()) {
		t.Errorf("seen %v, want every operation", got)
	}
	if len(violations.got) != rounds {
		t.Errorf("%d violations reported, want %d: %v", len(violations.got), rounds, violations.got)
	}
	for _, v := range violations.got {
		if !strings.HasPrefix(v, "tramo|") {
			t.Errorf("reported %s", v)
		}
	}
}

func TestRecorderReportsUndeclaredOperation(t *testing.T) {
	t.Parallel()
	var violations reports
	recorder := mustLoad(t).RoundTripper(answering(failJSON, nil), violations.add)
	if read, err := send(t, recorder, "http://service.test/external/nada"); read != failJSON || err != nil {
		t.Errorf("read %q and error %v, want the answer untouched", read, err)
	}
	if len(violations.got) != 1 || !strings.HasPrefix(violations.got[0], "|") || !strings.Contains(violations.got[0], "undeclared operation") {
		t.Errorf("reported %v, want one undeclared operation", violations.got)
	}
	if seen := recorder.Seen(); len(seen) != 0 {
		t.Errorf("seen %v, want nothing", seen)
	}
}

// TestRecorderLeavesRequestAlone: a round tripper consumes and closes the body of
// the request it is given, and changes nothing else.
func TestRecorderLeavesRequestAlone(t *testing.T) {
	t.Parallel()
	body := &closing{Reader: strings.NewReader(placaBody)}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://service.test/external/placa", body)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := mustLoad(t).RoundTripper(answering(failJSON, nil), (&reports{}).add).RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Error(err)
	}
	if req.Body != body || !body.closed {
		t.Errorf("request body replaced: %v, closed: %v", req.Body != body, body.closed)
	}
}

// closing is a body that remembers whether it was closed.
type closing struct {
	io.Reader
	closed bool
}

func (c *closing) Close() error {
	c.closed = true
	return nil
}

// TestRecorderPassesOnBrokenExchanges: a lost connection is not the contract's
// business, and the caller has to meet it just as it would have.
func TestRecorderPassesOnBrokenExchanges(t *testing.T) {
	t.Parallel()
	lost := errors.New("connection lost")
	c := mustLoad(t)

	t.Run("before the response", func(t *testing.T) {
		t.Parallel()
		var violations reports
		recorder := c.RoundTripper(roundTripperFunc(func(*http.Request) (*http.Response, error) { return nil, lost }), violations.add)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://service.test/external/tramos", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := recorder.RoundTrip(req)
		if resp != nil {
			_ = resp.Body.Close()
		}
		if !errors.Is(err, lost) {
			t.Errorf("error %v, want %v", err, lost)
		}
		if len(violations.got)+len(recorder.Seen()) != 0 {
			t.Errorf("reported %v, seen %v, want neither", violations.got, recorder.Seen())
		}
	})
	t.Run("within the response", func(t *testing.T) {
		t.Parallel()
		var violations reports
		recorder := c.RoundTripper(answering(`{"estado":`, lost), violations.add)
		read, err := send(t, recorder, "http://service.test/external/tramos")
		if read != `{"estado":` || !errors.Is(err, lost) {
			t.Errorf("read %q and error %v, want the beginning and %v", read, err, lost)
		}
		if len(violations.got)+len(recorder.Seen()) != 0 {
			t.Errorf("reported %v, seen %v, want neither", violations.got, recorder.Seen())
		}
	})
}

// answering is a transport whose every response has body and then breaks off
// with err, if there is one.
func answering(body string, err error) http.RoundTripper {
	return roundTripperFunc(func(req *http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: http.StatusOK,
			Header:     http.Header{"Content-Type": {mediaJSON}},
			Body:       io.NopCloser(io.MultiReader(strings.NewReader(body), failing{err})),
			Request:    req,
		}, nil
	})
}

// send returns what could be read of the response, and the error reading it.
func send(t *testing.T, recorder *Recorder, url string) (string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "k")
	resp, err := recorder.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := resp.Body.Close(); err != nil {
			t.Error(err)
		}
	}()
	read, err := io.ReadAll(resp.Body)
	return string(read), err
}
