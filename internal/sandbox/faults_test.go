package sandbox

import (
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestParseFaults(t *testing.T) {
	t.Parallel()
	got, err := ParseFaults("registrar_placa=drop@after:5%, default=500:0.02,vehiculo=429x3,placa=html@late:1%x2")
	want := []Fault{
		{Key: "registrar_placa", Kind: Drop, When: After, Rate: 0.05},
		{Key: "default", Kind: Status500, Rate: 0.02},
		{Key: "vehiculo", Kind: Status429, Times: 3},
		{Key: "placa", Kind: HTML, When: Late, Rate: 0.01, Times: 2},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
}

// What cannot happen is refused, with the reason.
func TestFaultRefused(t *testing.T) {
	t.Parallel()
	for text, reason := range map[string]string{
		"placa": "must be key=kind", "placa=": "must be key=kind", "placa=drop:1.2.3": "must be key=kind",
		"placa=boom": "not a kind", "plaka=drop": "neither", "placa=drop@never": "no moment",
		"placa=drop:2": "not between 0 and 1", "placa=drop:0": "never strikes", "placa=dropx0": "never strikes",
		"placa=429@late": "no moment", "placa=429@after": "no moment", "placa=delay@before": "no moment",
	} {
		if _, err := ParseFaults(text); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: got %v, want %q", text, err, reason)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("Inject took an unknown key")
		}
	}()
	open(t, Options{}).Inject(Fault{Key: "plaka", Kind: Drop})
}

const (
	aPlate  = `{"placa":"A","tipo_vehiculo_id":1}`
	okPlate = `{"estado":"ok","data":{"message":"Placa registrada"}}`
)

// struck is what a fault does to the registration of a plate.
type struck struct {
	status    int // 0: the connection is cut
	body      string
	committed bool
	took      time.Duration
}

// What each kind does to a write at each moment, and whether the write took effect. A failure is what the client cannot take
// for a success, whatever the service did.
func TestFaultKinds(t *testing.T) {
	t.Parallel()
	const page = "<!DOCTYPE html>"
	tests := map[string]struck{
		"drop":        {committed: true},
		"drop@before": {},
		"drop@late":   {committed: true},
		"500":         {status: 500, body: page},
		"500@after":   {status: 500, body: page, committed: true},
		"500@late":    {status: 500, body: page, committed: true},
		"429":         {status: 429, body: `{"estado":"fail"`},
		"html":        {status: 200, body: page, committed: true},
		"html@before": {status: 200, body: page},
		"html@late":   {status: 200, body: page, committed: true},
		"delay":       {status: 200, body: okPlate, committed: true, took: 30 * time.Second},
	}
	n := 0
	for _, all := range moments {
		n += len(all)
	}
	equal(t, "tested moments", len(tests), n)
	for fault, want := range tests {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { want.strikes(t, fault) })
		})
	}
}

func (want struck) strikes(t *testing.T, fault string) {
	t.Helper()
	all, err := ParseFaults("registrar_placa=" + fault)
	must(t, err)
	f := all[0].complete()
	s := open(t, Options{Faults: all})
	started := time.Now()
	r := send(t, s, "POST placa", aPlate)
	if want.status == 0 {
		equal(t, "the connection is cut", errors.Is(r.err, io.ErrUnexpectedEOF), true)
	} else {
		r.want(t, want.status, want.body)
		equal(t, "Retry-After", r.header.Get("Retry-After"), map[Kind]string{Status429: "1"}[f.Kind])
	}
	equal(t, "time", time.Since(started), want.took)
	if f.When == Late {
		expectCount(t, s, 0, `SELECT (SELECT count(*) FROM placas) + (SELECT count(*) FROM journal)`)
		time.Sleep(lateWait)
		synctest.Wait()
	}
	expectCount(t, s, map[bool]int{true: 1}[want.committed], `SELECT count(*) FROM placas`)
	e := journal(t, s, 1)[0]
	if e.Fault != f.label() || e.Committed != want.committed || e.OK != want.committed || e.Status != want.status ||
		e.Failed == (f.Kind == Delay) || f.When == Late && e.Duration != lateWait {
		t.Errorf("got %+v, want %s at HTTP %d, committed %t", e, f.label(), want.status, want.committed)
	}
}

// statuses are those of the next answers.
func statuses(t *testing.T, s *Sandbox, n int) (got []int) {
	t.Helper()
	for range n {
		got = append(got, send(t, s, "GET tramo/1", "").status)
	}
	return got
}

// Times are used up, then less specific faults count; a fault that is spared by its rate hides them.
func TestFaultChoice(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	s.Inject(Fault{Key: "default", Kind: Status500}, Fault{Key: "tramo", Kind: Status429, Times: 2})
	if got := statuses(t, s, 4); !slices.Equal(got, []int{429, 429, 500, 500}) {
		t.Errorf("got %v, want 429 twice and then 500", got)
	}
	s.ClearFaults()
	equal(t, "cleared", statuses(t, s, 1)[0], 200)
	s.Inject(Fault{Key: "default", Kind: Status500}, Fault{Key: "tramo", Kind: Status429, Rate: 1e-12})
	equal(t, "spared", statuses(t, s, 1)[0], 200)
}

func TestFaultSeed(t *testing.T) {
	t.Parallel()
	run := func(seed uint64) []int {
		return statuses(t, open(t, Options{Seed: seed, Faults: []Fault{{Key: "default", Kind: Status500, Rate: 0.5}}}), 60)
	}
	first, again, other := run(1), run(1), run(2)
	if !slices.Equal(first, again) || slices.Equal(first, other) || !slices.Contains(first, 500) || !slices.Contains(first, 200) {
		t.Errorf("seed 1: %v\nagain: %v\nseed 2: %v", first, again, other)
	}
}
