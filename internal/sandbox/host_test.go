package sandbox

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestForeignHost: a web page whose name was pointed at this machine gets nothing, neither of the service nor of the
// page, and changes nothing. In-process, as in all other tests, any host is served.
func TestForeignHost(t *testing.T) {
	t.Parallel()
	for host, served := range map[string]bool{
		"localhost": true, "LocalHost:8080": true, "localhost.:80": true, "sandbox.localhost": true, "a.b.localhost:8080": true,
		"127.0.0.1": true, "127.8.9.10:8080": true, "[::1]": true, "[::1]:8080": true,
		"": false, "example.com": false, "example.com:8080": false, "localhost.example.com": false, "127.0.0.1.example.com": false,
		"notlocalhost": false, "192.0.2.1:8080": false, "[2001:db8::1]:80": false, "0.0.0.0": false, "::1.example": false, "localhost@example.com": false,
	} {
		t.Run(host, func(t *testing.T) {
			t.Parallel()
			s := open(t, Options{})
			for path, status := range map[string]int{"/external/tramo/1": http.StatusOK, watchPath: http.StatusOK} {
				r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://x"+path, nil)
				r.Host = host
				r.Header.Set("Authorization", "credencial")
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				if served {
					if w.Code != status {
						t.Errorf("%s: got %d %s", path, w.Code, w.Body)
					}
					continue
				}
				errores(t, reply{status: w.Code, body: w.Body.String()}, http.StatusMisdirectedRequest)
			}
			if entries, err := s.Journal(t.Context()); err != nil || (len(entries) > 0) != served {
				t.Errorf("in the journal: %+v, %v", entries, err)
			}
		})
	}
}
