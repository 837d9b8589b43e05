package sandbox

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// sendFor registers a plate as a client that goes away after wait; 0 is a patient one. It returns what the client got.
func sendFor(t *testing.T, transport http.RoundTripper, wait time.Duration, base ...string) error {
	ctx := t.Context()
	if wait > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, wait)
		defer cancel()
	}
	address := "http://sandbox"
	if len(base) > 0 {
		address = base[0]
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"/external/placa", strings.NewReader(aPlate))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "x")
	r.Header.Set("Content-Type", "application/json")
	response, err := transport.RoundTrip(r)
	if err != nil {
		return err
	}
	return response.Body.Close()
}

// Close ends every wait: what was not begun is not done, and the journal tells.
func TestCloseEndsWaits(t *testing.T) {
	t.Parallel()
	const hour = time.Hour
	type row struct {
		options   Options
		answered  bool // without waiting
		committed bool
		fault     string
	}
	each(t, map[string]row{
		"latency":      {options: Options{Latency: Latency{"default": hour}}},
		"delay before": {options: Options{Faults: []Fault{{Key: "default", Kind: Delay, When: Before, Delay: hour}}}, fault: "delay@before"},
		"delay after":  {options: Options{Faults: []Fault{{Key: "default", Kind: Delay, Delay: hour}}}, committed: true, fault: "delay@after"},
		"trickle":      {options: Options{Faults: []Fault{{Key: "default", Kind: Trickle, Delay: hour}}}, committed: true, fault: "trickle@after"},
		"late":         {options: Options{Faults: []Fault{{Key: "default", Kind: Drop, When: Late, Delay: hour}}}, answered: true, fault: "drop@late"},
	}, func(t *testing.T, tt row) {
		database := filepath.Join(t.TempDir(), "s.db")
		synctest.Test(t, func(t *testing.T) {
			tt.options.Database = database
			s, err := Open(t.Context(), tt.options)
			must(t, err)
			answered := make(chan error, 1)
			go func() { answered <- sendFor(t, s, 0) }()
			synctest.Wait()
			if (len(answered) == 1) != tt.answered {
				t.Errorf("got %d answers before the end, want answered %t", len(answered), tt.answered)
			}
			started := time.Now()
			noError(t, s.Close())
			if err := <-answered; !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("the client got %v, want a cut connection", err)
			}
			equal(t, "time", time.Since(started), 0)
			time.Sleep(2 * hour) // nothing is left that would write now

			again := open(t, Options{Database: database})
			if committed := count(t, again, `SELECT count(*) FROM placas`) == 1; committed != tt.committed {
				t.Errorf("committed %t, want %t", committed, tt.committed)
			}
			if e := journal(t, again, 1)[0]; e.Committed != tt.committed || e.OK != tt.committed || e.Fault != tt.fault {
				t.Errorf("got %+v, want fault %q, committed %t", e, tt.fault, tt.committed)
			}
		})
	})
}

// Close waits for work that has begun, in the background as well.
func TestCloseFinishesWork(t *testing.T) {
	t.Parallel()
	each(t, map[string][]Fault{
		"plain":        nil,
		"late":         {{Key: "default", Kind: Drop, When: Late}},
		"delay before": {{Key: "default", Kind: Delay, When: Before}},
	}, func(t *testing.T, faults []Fault) {
		database := filepath.Join(t.TempDir(), "s.db")
		synctest.Test(t, func(t *testing.T) {
			goOn := make(chan struct{})
			asked := 0
			s, err := Open(t.Context(), Options{Database: database, Faults: faults, Now: func() time.Time {
				if asked++; asked == 2 { // the first time is for the journal, the second when the work begins
					<-goOn
				}
				return time.Now()
			}})
			must(t, err)
			go func() { _ = sendFor(t, s, 0) }() // what the client gets depends on the fault
			time.Sleep(time.Minute)
			closed := make(chan error, 1)
			go func() { closed <- s.Close() }()
			synctest.Wait()
			if len(closed) > 0 {
				t.Error("closed while at work")
			}
			close(goOn)
			noError(t, <-closed)
			again := open(t, Options{Database: database})
			expectCount(t, again, 1, `SELECT count(*) FROM placas`)
			expectCount(t, again, 1, `SELECT count(*) FROM journal WHERE committed`)
		})
	})
}

func TestClosedCuts(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), Options{})
	must(t, err)
	must(t, s.Close())
	if r := send(t, s, "GET", "/external/informacion", ""); !errors.Is(r.err, io.ErrUnexpectedEOF) {
		t.Errorf("got %+v", r)
	}
}

// Over HTTP the work goes on without the client, and neither the server nor the sandbox waits for it at the end.
func TestBackgroundOverHTTP(t *testing.T) {
	t.Parallel()
	type row struct {
		fault Fault
		wait  time.Duration // of the client
		cut   error         // what it gets
	}
	each(t, map[string]row{
		"late":         {Fault{Key: "placa", Kind: Drop, When: Late}, 0, io.EOF},
		"delay before": {Fault{Key: "placa", Kind: Delay, When: Before}, 50 * time.Millisecond, context.DeadlineExceeded},
	}, func(t *testing.T, tt row) {
		s := open(t, Options{})
		server := httptest.NewServer(s)
		defer server.Close()
		transport := &http.Transport{DisableKeepAlives: true}

		tt.fault.Delay = 300 * time.Millisecond
		s.Inject(tt.fault)
		if err := sendFor(t, transport, tt.wait, server.URL); !errors.Is(err, tt.cut) {
			t.Errorf("got %v, want %v", err, tt.cut)
		}
		expectCount(t, s, 0, `SELECT count(*) FROM placas`)
		for range 500 {
			if count(t, s, `SELECT count(*) FROM journal`) == 1 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		expectCount(t, s, 1, `SELECT count(*) FROM placas`)

		s.ClearFaults()
		tt.fault.Delay = time.Hour
		s.Inject(tt.fault)
		if err := sendFor(t, transport, tt.wait, server.URL); !errors.Is(err, tt.cut) {
			t.Errorf("got %v, want %v", err, tt.cut)
		}
		started := time.Now()
		server.Close()
		noError(t, s.Close())
		if took := time.Since(started); took > 5*time.Second {
			t.Errorf("the end took %s", took)
		}
	})
}
