package sandbox

import (
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

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
			go func() { answered <- send(t, s, "POST", "/external/placa", aPlate).err }()
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
			log, unread := io.Pipe() // whose writer waits for a reader, before the entry is in the journal
			s, err := Open(t.Context(), Options{Database: database, Faults: faults, Logger: slog.New(slog.NewTextHandler(unread, nil))})
			must(t, err)
			go send(t, s, "POST", "/external/placa", aPlate) // what the client gets depends on the fault
			time.Sleep(time.Minute)
			closed := make(chan error, 1)
			go func() { closed <- s.Close() }()
			synctest.Wait()
			if len(closed) > 0 {
				t.Error("closed while at work")
			}
			noError(t, log.Close())
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
