package provider

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
)

func getenvOf(env map[string]string) func(string) string {
	return func(name string) string { return env[name] }
}

// body is a handler that answers one body at HTTP status.
func body(status int, text string) http.HandlerFunc {
	return func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "application/json")
		rw.WriteHeader(status)
		_, _ = rw.Write([]byte(text))
	}
}

// on gives the handlers of some routes, such as "GET /external/vehiculos", to
// answer; the sandbox answers the rest.
func on(routes map[string]http.HandlerFunc) func(*http.Request) http.HandlerFunc {
	return func(r *http.Request) http.HandlerFunc { return routes[r.Method+" "+r.URL.Path] }
}

// afterFirst gives a handler to answer that takes the place of every request of
// a route but the first.
func afterFirst(route string, handler http.HandlerFunc) func(*http.Request) http.HandlerFunc {
	var seen atomic.Bool
	return func(r *http.Request) http.HandlerFunc {
		if r.Method+" "+r.URL.Path == route && seen.Swap(true) {
			return handler
		}
		return nil
	}
}

// listener is a service that notes the requests made to it.
type listener struct {
	url    string
	answer http.HandlerFunc

	mu             sync.Mutex
	requests       []*http.Request
	inFlight, most int
}

func newListener(t *testing.T, answer http.HandlerFunc) *listener {
	t.Helper()
	l := &listener{answer: answer}
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	l.url = server.URL
	return l
}

func (l *listener) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	l.requests = append(l.requests, r)
	l.inFlight++
	l.most = max(l.most, l.inFlight)
	l.mu.Unlock()
	l.answer(rw, r)
	l.mu.Lock()
	l.inFlight--
	l.mu.Unlock()
}

// okTramo answers every request with section 1.
var okTramo = body(http.StatusOK, `{"estado":"ok","data":{"id":1}}`)

// failing is a failure of the service that a read may be repeated after.
var failing = body(http.StatusInternalServerError, `{"estado":"fail","error":"averiado"}`)
