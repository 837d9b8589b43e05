package sandbox

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// A web page whose name was pointed at this machine gets nothing, neither of the service nor of the page, and changes
// nothing. In-process, as in all other tests, any host is served.
func TestForeignHost(t *testing.T) {
	t.Parallel()
	s, served := open(t, Options{}), 0
	for host, local := range map[string]bool{
		"localhost": true, "LocalHost:8080": true, "localhost.:80": true, "sandbox.localhost": true, "a.b.localhost:8080": true,
		"127.0.0.1": true, "127.8.9.10:8080": true, "[::1]": true, "[::1]:8080": true,
		"": false, "example.com": false, "example.com:8080": false, "localhost.example.com": false, "127.0.0.1.example.com": false,
		"notlocalhost": false, "192.0.2.1:8080": false, "[2001:db8::1]:80": false, "0.0.0.0": false, "::1.example": false,
		"localhost@example.com": false,
	} {
		for _, path := range []string{"/external/tramo/1", watchPath} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://x"+path, nil)
			r.Host = host
			r.Header.Set("Authorization", "credencial")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if local {
				equal(t, host+path, w.Code, http.StatusOK)
			} else {
				errores(t, reply{status: w.Code, body: w.Body.String()}, http.StatusMisdirectedRequest)
			}
		}
		if local {
			served++
		}
	}
	journal(t, s, served) // the page is not in it
}
