package sandbox

import (
	"errors"
	"io"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// closing is a sandbox that is closed while it waits with the registration of a plate.
type closing struct {
	options   Options
	answered  int // without waiting
	committed bool
	fault     string
}

// Close ends every wait: what was not begun is not done, and the journal tells.
func TestCloseEndsWaits(t *testing.T) {
	t.Parallel()
	delay, late := Fault{Key: "default", Kind: Delay, Delay: time.Hour}, Fault{Key: "default", Kind: Drop, When: Late, Delay: time.Hour}
	for name, c := range map[string]closing{
		"latency": {options: Options{Latency: Latency{"default": time.Hour}}},
		"delay":   {options: Options{Faults: []Fault{delay}}, committed: true, fault: "delay@after"},
		"late":    {options: Options{Faults: []Fault{late}}, answered: 1, fault: "drop@late"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, c.closes)
		})
	}
}

func (c closing) closes(t *testing.T) {
	c.options.Database = filepath.Join(t.TempDir(), "s.db")
	s, err := Open(t.Context(), c.options)
	must(t, err)
	answered := make(chan error, 1)
	go func() { answered <- send(t, s, "POST placa", aPlate).err }()
	synctest.Wait()
	equal(t, "answers before the end", len(answered), c.answered)
	started := time.Now()
	must(t, s.Close())
	if err := <-answered; !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the client got %v, want a cut connection", err)
	}
	equal(t, "time", time.Since(started), 0)
	time.Sleep(2 * time.Hour) // nothing is left that would write now

	again := open(t, Options{Database: c.options.Database})
	expectCount(t, again, map[bool]int{true: 1}[c.committed], `SELECT count(*) FROM placas`)
	if e := journal(t, again, 1)[0]; e.Committed != c.committed || e.OK != c.committed || e.Fault != c.fault {
		t.Errorf("got %+v, want fault %q, committed %t", e, c.fault, c.committed)
	}
}
