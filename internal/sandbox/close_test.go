package sandbox

import (
	"errors"
	"io"
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
		"latency": {options: Options{Latency: Latency{"default": hour}}},
		"delay":   {options: Options{Faults: []Fault{{Key: "default", Kind: Delay, Delay: hour}}}, committed: true, fault: "delay@after"},
		"late":    {options: Options{Faults: []Fault{{Key: "default", Kind: Drop, When: Late, Delay: hour}}}, answered: true, fault: "drop@late"},
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
