// Package answers has HTTP answers that tests put in the place of the service's.
package answers

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
)

func GetenvOf(env map[string]string) func(string) string {
	return func(name string) string { return env[name] }
}

// Body is a handler that answers one body at HTTP status.
func Body(status int, text string) http.HandlerFunc {
	return func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "application/json")
		rw.WriteHeader(status)
		_, _ = rw.Write([]byte(text))
	}
}

// On gives the handlers of some routes, such as "GET /external/vehiculos", to
// answer; the sandbox answers the rest.
func On(routes map[string]http.HandlerFunc) func(*http.Request) http.HandlerFunc {
	return func(r *http.Request) http.HandlerFunc { return routes[r.Method+" "+r.URL.Path] }
}

// AfterFirst gives a handler to answer that takes the place of every request of
// a route but the first.
func AfterFirst(route string, handler http.HandlerFunc) func(*http.Request) http.HandlerFunc {
	var seen atomic.Bool
	return func(r *http.Request) http.HandlerFunc {
		if r.Method+" "+r.URL.Path == route && seen.Swap(true) {
			return handler
		}
		return nil
	}
}

// Listener is a service that notes the requests made to it.
type Listener struct {
	URL    string
	answer http.HandlerFunc

	mu             sync.Mutex
	Requests       []*http.Request
	inFlight, Most int
}

func NewListener(t *testing.T, answer http.HandlerFunc) *Listener {
	t.Helper()
	l := &Listener{answer: answer}
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	l.URL = server.URL
	return l
}

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

// Failing is a failure of the service that a read may be repeated after.
var Failing = Body(http.StatusInternalServerError, `{"estado":"fail","error":"averiado"}`)
