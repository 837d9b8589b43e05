package sandbox

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
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

// A request that is given up comes back at once with the context's error, wherever it waits. Only a delay goes on
// without the client.
func TestRoundTripCancelled(t *testing.T) {
	t.Parallel()
	type row struct {
		options   Options
		committed int   // when the request comes back
		later     int   // in the end
		entry     Entry // Status, OK, Committed, Fault, Duration
	}
	eachInBubble(t, map[string]row{
		"latency":      {Options{Latency: Latency{"default": time.Hour}}, 0, 0, Entry{Duration: time.Second}},
		"delay before": {Options{Faults: []Fault{{Key: "default", Kind: Delay, When: Before, Delay: time.Hour}}}, 0, 1, Entry{OK: true, Committed: true, Fault: "delay@before", Duration: time.Hour}},
		"delay after":  {Options{Faults: []Fault{{Key: "default", Kind: Delay, Delay: time.Hour}}}, 1, 1, Entry{Status: 200, OK: true, Committed: true, Fault: "delay@after"}},
		"trickle":      {Options{Faults: []Fault{{Key: "default", Kind: Trickle, Delay: time.Hour}}}, 1, 1, Entry{Status: 200, OK: true, Committed: true, Fault: "trickle@after"}},
	}, func(t *testing.T, tt row) {
		s := open(t, tt.options)
		started := time.Now()
		if err := sendFor(t, s, time.Second); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		equal(t, "time", time.Since(started), time.Second)
		expectCount(t, s, tt.committed, `SELECT count(*) FROM placas`)
		time.Sleep(2 * time.Hour)
		expectCount(t, s, tt.later, `SELECT count(*) FROM placas`)
		e := journal(t, s, 1)[0]
		equal(t, "entry", (Entry{Status: e.Status, OK: e.OK, Committed: e.Committed, Fault: e.Fault, Duration: e.Duration}), tt.entry)
	})
}
