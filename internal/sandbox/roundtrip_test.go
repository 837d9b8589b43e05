package sandbox

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// watched is a request body that tells what became of it.
type watched struct {
	io.Reader
	closed bool
}

func (b *watched) Close() error {
	b.closed = true
	return nil
}

func TestRoundTripLeavesRequestAlone(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	for name, fault := range map[string]Kind{"ok": "", "cut": Drop} {
		s.ClearFaults() // of the round before, whichever it was
		if fault != "" {
			s.Inject(Fault{Key: "default", Kind: fault, When: Before})
		}
		body := &watched{Reader: strings.NewReader(aPlate)}
		r, err := http.NewRequestWithContext(t.Context(), "POST", "https://estacionamiento.invalid/external/placa", body)
		must(t, err)
		r.Header.Set("Authorization", "x")
		r.Header.Set("Content-Type", "application/json")
		before := *r
		headers := len(r.Header)
		response, err := s.RoundTrip(r)
		if (err != nil) != (fault != "") {
			t.Fatal(err)
		}
		if err == nil {
			if response.Request != r || response.Status != "200 OK" || response.ContentLength != int64(len(okPlate)) {
				t.Errorf("%s: got %+v", name, response)
			}
			_ = response.Body.Close()
		}
		if rest, err := io.ReadAll(body.Reader); err != nil || len(rest) > 0 || !body.closed {
			t.Errorf("%s: left %q, closed %t", name, rest, body.closed)
		}
		if r.RequestURI != before.RequestURI || r.Host != before.Host || r.RemoteAddr != "" || r.Body != before.Body || len(r.Header) != headers {
			t.Errorf("%s: the request was changed: %+v", name, r)
		}
	}
}
