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
		"placa": "must be key=kind", "placa=": "must be key=kind", "placa=boom": "not a kind", "plaka=drop": "neither", "placa=drop@never": "no moment",
		"placa=drop:2": "not between 0 and 1", "placa=drop:0": "never strikes", "placa=dropx0": "never strikes",
		"placa=drop:1.2.3": "rate", "placa=dropx99999999999999999999": "times",
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

// struck is what a fault does to a write.
type struck struct {
	fault     string
	label     string // in the journal
	committed bool
	status    int // 0: the connection is cut
	retry     string
	check     func(body string) bool
	took      time.Duration
	late      bool // the write took effect only after the answer
}

// strikes registers a plate under the fault.
func (f struck) strikes(t *testing.T) {
	t.Helper()
	all, err := ParseFaults("registrar_placa=" + f.fault)
	must(t, err)
	s := open(t, Options{Faults: all})
	started := time.Now()
	r := send(t, s, "POST", "/external/placa", aPlate)
	switch {
	case f.status == 0 && !errors.Is(r.err, io.ErrUnexpectedEOF):
		t.Errorf("got %+v, want a cut connection", r)
	case f.status != 0 && (r.err != nil || r.status != f.status || r.header.Get("Retry-After") != f.retry || !f.check(r.body)):
		t.Errorf("got %+v", r)
	}
	equal(t, "time", time.Since(started), f.took)
	if f.late {
		expectCount(t, s, 0, `SELECT (SELECT count(*) FROM placas) + (SELECT count(*) FROM journal)`)
		time.Sleep(lateWait)
		synctest.Wait()
	}
	if committed := count(t, s, `SELECT count(*) FROM placas`) == 1; committed != f.committed {
		t.Errorf("committed %t, want %t", committed, f.committed)
	}
	// A failure is what the client cannot take for a success, whatever the service did.
	slow := f.took > 0
	if e := journal(t, s, 1)[0]; e.Fault != f.label || e.Committed != f.committed || e.OK != f.committed || e.Status != f.status ||
		e.Failed == slow {
		t.Errorf("got %+v, want %s at HTTP %d, committed %t, failed %t", e, f.label, f.status, f.committed, !slow)
	} else if f.late && e.Duration != lateWait {
		t.Errorf("the work took %s, want %s", e.Duration, lateWait)
	}
}

// What each kind does to a write at each moment, and whether the write took effect.
func TestFaultKinds(t *testing.T) {
	t.Parallel()
	tests := []struck{
		{fault: "drop", label: "drop@after", committed: true},
		{fault: "drop@before", label: "drop@before"},
		{fault: "drop@late", label: "drop@late", committed: true, late: true},
		{fault: "500", label: "500@before", status: 500, check: isHTML},
		{fault: "500@after", label: "500@after", status: 500, committed: true, check: isHTML},
		{fault: "500@late", label: "500@late", status: 500, committed: true, check: isHTML, late: true},
		{fault: "429", label: "429@before", status: 429, retry: "1", check: isFail},
		{fault: "html", label: "html@after", status: 200, committed: true, check: isHTML},
		{fault: "html@before", label: "html@before", status: 200, check: isHTML},
		{fault: "html@late", label: "html@late", status: 200, committed: true, check: isHTML, late: true},
		{fault: "delay", label: "delay@after", status: 200, committed: true, check: isPlate, took: 30 * time.Second},
	}
	for kind, all := range moments {
		for _, when := range all {
			f := Fault{Kind: kind, When: when}
			if !slices.ContainsFunc(tests, func(tt struck) bool { return tt.label == f.label() }) {
				t.Errorf("no test of %s", f.label())
			}
		}
	}
	for _, tt := range tests {
		inBubble(t, tt.label, func(t *testing.T) { tt.strikes(t) })
	}
}

func isFail(body string) bool { return strings.Contains(body, `"estado":"fail"`) }

func isHTML(body string) bool { return strings.HasPrefix(body, "<!DOCTYPE html>") }

func isPlate(body string) bool { return body == okPlate }

// Times are used up, then less specific faults count; a fault that is spared by its rate hides them.
func TestFaultChoice(t *testing.T) {
	t.Parallel()
	s := open(t, Options{})
	statuses := func(n int) (got []int) {
		for range n {
			got = append(got, send(t, s, "GET", "/external/tramo/1", "").status)
		}
		return got
	}
	s.Inject(Fault{Key: "default", Kind: Status500}, Fault{Key: "tramo", Kind: Status429, Times: 2})
	if got := statuses(4); !reflect.DeepEqual(got, []int{429, 429, 500, 500}) {
		t.Errorf("got %v, want 429 twice and then 500", got)
	}
	s.ClearFaults()
	if got := statuses(1); got[0] != 200 {
		t.Errorf("cleared: got %v, want 200", got)
	}
	s.Inject(Fault{Key: "default", Kind: Status500}, Fault{Key: "tramo", Kind: Status429, Rate: 1e-12})
	if got := statuses(1); got[0] != 200 {
		t.Errorf("spared: got %v, want 200", got)
	}
}

func TestFaultSeed(t *testing.T) {
	t.Parallel()
	run := func(seed uint64) (got []int) {
		s := open(t, Options{Seed: seed, Faults: []Fault{{Key: "default", Kind: Status500, Rate: 0.5}}})
		for range 60 {
			got = append(got, send(t, s, "GET", "/external/informacion", "").status)
		}
		return got
	}
	first, again, other := run(1), run(1), run(2)
	if !slices.Equal(first, again) || slices.Equal(first, other) || !slices.Contains(first, 500) || !slices.Contains(first, 200) {
		t.Errorf("seed 1: %v\nagain: %v\nseed 2: %v", first, again, other)
	}
}
