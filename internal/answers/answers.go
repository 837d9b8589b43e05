// Package answers has HTTP answers that tests put in the place of the service's.
package answers

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
)

// Body is a handler that answers one body at HTTP status.
func Body(status int, text string) http.HandlerFunc {
	return func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "application/json")
		rw.WriteHeader(status)
		_, _ = rw.Write([]byte(text))
	}
}

// On replaces the answers of some routes, such as "GET /external/vehiculos", for Server.Answer of acctest; the sandbox
// answers the rest.
func On(routes map[string]http.HandlerFunc) func(*http.Request) http.HandlerFunc {
	return func(r *http.Request) http.HandlerFunc { return routes[r.Method+" "+r.URL.Path] }
}

// AfterFirst is On for all requests of a route but the first.
func AfterFirst(route string, handler http.HandlerFunc) func(*http.Request) http.HandlerFunc {
	var seen atomic.Bool
	return func(r *http.Request) http.HandlerFunc {
		if r.Method+" "+r.URL.Path == route && seen.Swap(true) {
			return handler
		}
		return nil
	}
}

// Listener is a service whose every answer is the test's, and which notes the requests made to it.
type Listener struct {
	URL    string
	answer http.HandlerFunc

	mu       sync.Mutex
	Requests []*http.Request
	inFlight int
	Most     int // requests that were under way at once
}

// NewListener starts a Listener until the test ends.
func NewListener(t *testing.T, answer http.HandlerFunc) *Listener {
	t.Helper()
	l := &Listener{answer: answer}
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	l.URL = server.URL
	return l
}

// ServeHTTP answers and notes a request.
func (l *Listener) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	l.Requests = append(l.Requests, r)
	l.inFlight++
	l.Most = max(l.Most, l.inFlight)
	l.mu.Unlock()
	l.answer(rw, r)
	l.mu.Lock()
	l.inFlight--
	l.mu.Unlock()
}

// OkTramo answers every request with section 1.
var OkTramo = Body(http.StatusOK, `{"estado":"ok","data":{"id":1}}`)

// Failing answers every request with a failure after which a read may be repeated.
var Failing = Body(http.StatusInternalServerError, `{"estado":"fail","error":"averiado"}`)
