package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// timed is an answer and how long it took.
type timed struct {
	reply
	took time.Duration
}

// together registers n plates at the same time and returns the answers in the order they came.
func together(t *testing.T, s *Sandbox, n int) []timed {
	t.Helper()
	started := time.Now()
	answers := make(chan timed, n)
	for i := range n {
		go func() {
			r := send(t, s, "POST", "/external/placa", fmt.Sprintf(`{"placa":"P%d","tipo_vehiculo_id":1}`, i))
			answers <- timed{r, time.Since(started)}
		}()
	}
	all := make([]timed, n)
	for i := range all {
		all[i] = <-answers
	}
	return all
}

// What the service cannot take at once is turned away at once, with nothing done.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		// FailStatus and the fault are not for those turned away; the fault's times are for those let in.
		s := open(t, Options{Concurrent: 1, Latency: Latency{"default": time.Second}, FailStatus: 200, Faults: []Fault{{Key: "default", Kind: HTML, Times: 2}}})
		s.SetConcurrent(2)
		for i, r := range together(t, s, 5) {
			if i < 3 {
				r.want(t, 429, `{"estado":"fail","error":"Demasiadas peticiones"}`)
				if r.took != 0 || r.header.Get("Retry-After") != "1" {
					t.Errorf("took %s, %v", r.took, r.header)
				}
			} else if r.status != 200 || !isHTML(r.body) || r.took != time.Second {
				t.Errorf("got %+v", r)
			}
		}
		expectCount(t, s, 2, `SELECT count(*) FROM placas`)
		entries := journal(t, s, 5)
		for i, e := range entries {
			want := Entry{Operation: "registrar_placa", Status: 429}
			if i >= 3 {
				want = Entry{Operation: "registrar_placa", Status: 200, OK: true, Committed: true, Fault: "html@after", Duration: time.Second}
			}
			got := Entry{Operation: e.Operation, Status: e.Status, OK: e.OK, Committed: e.Committed, Fault: e.Fault, Duration: e.Duration}
			if got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		}
		send(t, s, "GET", "/external/nada", "").want(t, 200, `{"estado":"fail","error":"La ruta no existe"}`)
	})
}

// A request counts as long as the service is at work on it, and the journal is no request of the service. A client that
// gives up comes back at once with its context's error, wherever it waits; only a delay before the work goes on without it.
func TestConcurrentHolds(t *testing.T) {
	t.Parallel()
	fault := func(kind Kind, when When) Options {
		return Options{Faults: []Fault{{Key: "placa", Kind: kind, When: when, Delay: time.Minute}}}
	}
	done := func(status int, fault string, took time.Duration) Entry {
		return Entry{Status: status, OK: true, Committed: true, Fault: fault, Duration: took}
	}
	type row struct {
		options Options
		gone    bool // the client goes away after a second
		held    time.Duration
		entry   Entry // Status, OK, Committed, Fault, Duration
	}
	for name, tt := range map[string]row{
		"latency":                         {Options{Latency: Latency{"placa": time.Minute}}, false, time.Minute, done(200, "", time.Minute)},
		"latency, the client gone":        {Options{Latency: Latency{"placa": time.Minute}}, true, time.Second, Entry{Duration: time.Second}},
		"delay before":                    {fault(Delay, Before), false, time.Minute, done(200, "delay@before", time.Minute)},
		"delay before, the client gone":   {fault(Delay, Before), true, time.Minute, done(0, "delay@before", time.Minute)},
		"delay after":                     {fault(Delay, After), false, time.Minute, done(200, "delay@after", 0)},
		"delay after, the client gone":    {fault(Delay, After), true, time.Second, done(200, "delay@after", 0)},
		"trickle, the client gone":        {fault(Trickle, After), true, 0, done(200, "trickle@after", 0)},
		"late, which has its answer":      {fault(Drop, Late), false, time.Minute, done(0, "drop@late", time.Minute)},
		"a fault that keeps it from work": {fault(Drop, Before), false, 0, Entry{Fault: "drop@before"}},
	} {
		inBubble(t, name, func(t *testing.T) {
			tt.options.Concurrent = 1
			s := open(t, tt.options)
			back := make(chan struct{})
			go func() {
				defer close(back)
				ctx, cancel, started := t.Context(), context.CancelFunc(func() {}), time.Now()
				if tt.gone {
					ctx, cancel = context.WithTimeout(ctx, time.Second)
				}
				defer cancel()
				r := sendWithin(ctx, t, s, "POST", "/external/placa", aPlate)
				if tt.gone && (!errors.Is(r.err, context.DeadlineExceeded) || time.Since(started) != time.Second) {
					t.Errorf("got %v after %s", r.err, time.Since(started))
				}
			}()
			synctest.Wait()
			if tt.held > 0 {
				time.Sleep(tt.held - time.Millisecond)
				send(t, s, "GET", "/external/informacion", "").wantStatus(t, 429)
				send(t, s, "GET", journalPath, "").wantStatus(t, 200)
			}
			time.Sleep(time.Millisecond)
			synctest.Wait()
			send(t, s, "GET", "/external/informacion", "").wantStatus(t, 200)
			<-back
			entries, err := s.journal(t.Context(), `operation = 'registrar_placa'`)
			if err != nil || len(entries) != 1 {
				t.Fatalf("got the journal %+v, %v", entries, err)
			}
			e := entries[0]
			equal(t, "entry", (Entry{Status: e.Status, OK: e.OK, Committed: e.Committed, Fault: e.Fault, Duration: e.Duration}), tt.entry)
		})
	}
}

// Over HTTP a client that sends one request after the other never has two in flight.
func TestConcurrentOneAfterTheOther(t *testing.T) {
	t.Parallel()
	s := open(t, Options{Concurrent: 1})
	server := httptest.NewServer(s)
	defer server.Close()
	for range 300 { // the catalogue is larger than any buffer, so it arrives before the handler is over
		if status, body, err := fetch(t, "GET", server.URL+"/external/tramos", "", "x"); err != nil || status != 200 || !json.Valid([]byte(body)) {
			t.Fatalf("got status %d, error %v and %d bytes, wanted the catalogue", status, err, len(body))
		}
	}
}
