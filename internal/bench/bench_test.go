package main

import (
	"context"
	"encoding/xml"
	"io"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench"
	"github.com/parking-provider/terraform-provider-parking/internal/workbench/program"
)

func TestMain(m *testing.M) {
	if provider := os.Getenv(providerVariable); provider != "" { // as in main
		os.Exit(standIn(provider))
	}
	program.Overlap()
	code := m.Run()
	if sharedFolder != "" {
		_ = os.RemoveAll(sharedFolder)
	}
	os.Exit(code)
}

// sharedWorkplace is one for small scenarios: building the provider takes longer than most of them. Each scenario has a folder
// and a service of its own there, and waits for that service most of its time, so they run at once.
var (
	sharedWorkplace = sync.OnceValues(func() (*workplace, error) {
		root, err := workbench.Root(context.Background())
		if err != nil {
			return nil, err
		}
		if sharedFolder, err = os.MkdirTemp("", "bench"); err != nil {
			return nil, err
		}
		return prepare(context.Background(), root, sharedFolder, io.Discard)
	})
	sharedFolder string // empty if no test needed it
)

func takeWorkplace(t *testing.T) *workplace {
	t.Helper()
	b, err := sharedWorkplace()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestMeasure takes small fleets through every phase, with Terraform itself.
func TestMeasure(t *testing.T) {
	t.Parallel()
	for kind, phases := range map[string]int{single: 6, flota: 6, sole: 6, scale: 5} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r, err := takeWorkplace(t).measure(t.Context(), scenario{kind, 10, 10})
			if err != nil {
				t.Fatal(err)
			}
			links, reads := r.phase(apply).Requests["registrar_vehiculo"], r.phase(plan).Requests["placa"]
			if fresh := r.phase(freshPlan).total(); len(r.Phases) != phases || links != 10 || reads != 10 || fresh != 0 {
				t.Errorf("got %d phases, %d links, %d reads and %d requests soon after, want %d, 10, 10 and 0",
					len(r.Phases), links, reads, fresh, phases)
			}
			if looks := r.phase(apply).Requests["placa"] - r.phase(bareApply).Requests["placa"]; looks != 20 {
				t.Errorf("got %d looks at 10 plates, want one in the plan and one in the apply", looks)
			}
			for _, p := range r.Phases {
				small := p.Provider.Peak < 10<<20 || p.Terraform.Peak < 10<<20 || p.Together < p.Terraform.Peak+p.Provider.Peak
				if (p.Floor == 0) != (kind == scale) || p.Provider.CPU == 0 || runtime.GOOS == "linux" && small {
					t.Errorf("got %+v of %s, want its floor, its time, and 10 MB or more", p, p.Name)
				}
			}
		})
	}
}

// TestFail: a service that fails is named in what Terraform says, and what was created before is in the state. The times are
// for an idle machine.
func TestFail(t *testing.T) {
	t.Parallel()
	r, err := takeWorkplace(t).measure(t.Context(), scenario{"wrong credential", 10, 10})
	if err != nil || len(r.Phases) != 1 || r.Phases[0].total() == 0 || r.Phases[0].total() > 20 {
		t.Errorf("got %+v, %v", r, err)
	}
}

// TestShare: plans that share a service each read everything, and what was rate-limited is counted.
func TestShare(t *testing.T) {
	t.Parallel()
	for kind, f := range map[string]share{
		"2-at-3": {runs: 2, places: 3},
		"1-at-3": {runs: 1, places: 3, left: 1, slow: true},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			p, err := takeWorkplace(t).share(t.Context(), scenario{kind, 20, 10}, f)
			if err != nil || p.Limited == 0 || p.Wall < p.Wire/2 || p.Provider.CPU == 0 {
				t.Errorf("got %+v, %v, want some requests rate-limited, and the time that the others take", p, err)
			}
		})
	}
}

// TestRandom: a service that rejects some requests gets them again until all is applied, and the rejections are counted.
func TestRandom(t *testing.T) {
	t.Parallel()
	f := randomFaults{faults: everywhere(0.1, sandbox.Status429, sandbox.RetryAfter)}
	p, err := takeWorkplace(t).random(t.Context(), scenario{"429", 10, 20}, f)
	// The vehicles are listed some times, and the vehicle types once or twice.
	accepted, once := p.total()-p.Limited, 5*2+10*5
	if err != nil || p.Limited == 0 || accepted < once || accepted > once+2+p.Requests["vehiculos"] {
		t.Errorf("got %+v, %v, want some requests rejected, and all others once", p, err)
	}
}

// TestEverywhere: each fault is tried only where those before it did not strike.
func TestEverywhere(t *testing.T) {
	t.Parallel()
	got := everywhere(0.25, sandbox.Drop, sandbox.HTML, sandbox.Empty)
	for i, want := range []float64{0.25, 0.25 / 0.75, 0.5} {
		if got[i].Rate != want {
			t.Errorf("fault %d strikes %g of what is left, want %g", i, got[i].Rate, want)
		}
	}
}

func TestShareWire(t *testing.T) {
	t.Parallel()
	for want, f := range map[time.Duration]share{
		20 * time.Second: {places: 4}, // 400 x 200 ms
		// One in 50 takes 1.8 s longer.
		400 * 236 * time.Millisecond / 4: {places: 4, slow: true},
		// 100 with ten places, 300 with two.
		32 * time.Second: {places: 10, left: 2},
	} {
		if got := f.wire(400); got != want {
			t.Errorf("%+v: %s, want %s", f, got, want)
		}
	}
}

// The table and the plot are of the results that are kept, and the plot is XML with every curve.
func TestWritten(t *testing.T) {
	t.Parallel()
	root, err := workbench.Root(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all, err := kept(root)
	if err != nil {
		t.Fatal(err)
	}
	plot := draw(all)
	for extension, want := range map[string]string{"txt": summary(all), "svg": string(plot)} {
		if text, err := os.ReadFile(file(root, extension)); err != nil || string(text) != want {
			t.Errorf("results.%s is out of date, run go run ./internal/bench -draw: %v", extension, err)
		}
	}
	if err := xml.Unmarshal(plot, new(struct{})); err != nil {
		t.Error(err)
	}
	for _, curve := range []string{"single resources", "Terraform alone", "parking_flota", "latency alone"} {
		if !regexp.MustCompile(">" + curve + `: \d+ s<`).Match(plot) {
			t.Errorf("no curve of %s", curve)
		}
	}
}

func TestMissed(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]result{
		"11.00s": {Scenario: scenario{"wrong credential", 150, 10}, Phases: []phase{{Name: apply, Wall: 11 * time.Second}}},
		"21 requests": {Scenario: scenario{"wrong credential", 150, 10},
			Phases: []phase{{Name: apply, traffic: traffic{Requests: map[string]int{"placa": 21}}}}},
		"1.26 times": {Scenario: scenario{sole, 10000, 10}, Phases: []phase{{Name: plan, Wall: 126 * time.Second, Wire: 100 * time.Second}}},
		"257MB":      {Scenario: scenario{sole, 10000, 10}, Phases: []phase{{Name: apply, Provider: usage{Peak: 257 << 20}}}},
		"1.36 times": {Scenario: scenario{"8-at-4", 400, 10}, Phases: []phase{{Name: plan, Wall: 136 * time.Second, Wire: 100 * time.Second}}},
		"16.00s":     {Scenario: scenario{"429", 60, 20}, Phases: []phase{{Name: apply, Wall: 16 * time.Second}}},
		"1 requests": {Scenario: scenario{sole, 10000, 10},
			Phases: []phase{{Name: plan}, {Name: changedPlan, traffic: traffic{Requests: map[string]int{"placa": 1}}}}},
	} {
		if missed := r.missed(nil); len(missed) != 1 || !strings.Contains(missed[0], want) {
			t.Errorf("got %q, want %s", missed, want)
		}
	}
	one := result{Scenario: scenario{scale, perFlota, 10}, Phases: []phase{{Name: freshPlan, Provider: usage{CPU: time.Second}}}}
	for want, p := range map[string]phase{
		"1.31 times": {Provider: usage{CPU: 13100 * time.Millisecond}},
		"1 requests": {traffic: traffic{Requests: map[string]int{"placa": 1}}},
		"61.00s":     {Wall: 61 * time.Second},
		"4097MB":     {Together: 4097 << 20},
	} {
		p.Name = freshPlan
		r := result{Scenario: scenario{scale, 10 * perFlota, 10}, Phases: []phase{p}}
		if missed := r.missed([]result{one}); len(missed) != 1 || !strings.Contains(missed[0], want) {
			t.Errorf("got %q, want %s", missed, want)
		}
	}
	slow := result{Scenario: scenario{flota, 500, 64}, Phases: []phase{{Name: apply, Wall: time.Hour, Wire: time.Second}}}
	if missed := slow.missed(nil); len(missed) > 0 {
		t.Errorf("got %q of a scenario without bars", missed)
	}
}

func TestWire(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scenario
		phase string
		want  time.Duration
	}{
		// 500 x (200 + 200 + 140) ms and 15 x 50 ms, ten at once; the same 64 at once, without reading plates again.
		{scenario{single, 500, 10}, bareApply, (270*time.Second + 750*time.Millisecond) / 10},
		{scenario{flota, 500, 10}, bareApply, (170*time.Second + 750*time.Millisecond) / 64},
		// 500 x 400 ms more: the looks of the plan and of the apply at the plates.
		{scenario{single, 500, 10}, apply, (470*time.Second + 750*time.Millisecond) / 10},
		{scenario{flota, 500, 10}, apply, (370*time.Second + 750*time.Millisecond) / 64},
		// 500 x 200 ms, five clients and seven pages for each of them.
		{scenario{single, 500, 10}, plan, (100*time.Second + 40*50*time.Millisecond) / 10},
		{scenario{flota, 500, 64}, driftPlan, (100*time.Second + 40*50*time.Millisecond) / 64},
		{scenario{single, 500, 100}, plan, (100*time.Second + 40*50*time.Millisecond) / 64},
		{scenario{single, 500, 10}, freshPlan, 0},
		// A tenth of 20,000 x 340 ms and five clients three times; of that and two looks at 20,000 plates; of 20,000 x 200 ms, five
		// clients and 667 pages for two of them.
		{scenario{scale, 20000, 10}, bareApply, (6800*time.Second + 750*time.Millisecond) / 640},
		{scenario{scale, 20000, 10}, apply, (14800*time.Second + 750*time.Millisecond) / 640},
		{scenario{scale, 20000, 10}, plan, (4000*time.Second + 1339*50*time.Millisecond) / 640},
		// 500 x 200 ms, five clients and 34 pages for one of them.
		{scenario{sole, 500, 10}, changedPlan, (100*time.Second + 39*50*time.Millisecond) / 64},
	} {
		if got := c.wire(c.phase); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.scenario, c.phase, got, c.want)
		}
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	at := func(kind string, vehicles int, cpu time.Duration) result {
		return result{Scenario: scenario{kind, vehicles, 10},
			Phases: []phase{{Name: plan, Provider: usage{CPU: cpu * time.Duration(vehicles)}, traffic: traffic{Requests: map[string]int{"placa": 100}, Limited: 4}}}}
	}
	got := summary([]result{at(scale, 1000, 2*time.Millisecond), at(scale, 10000, time.Millisecond), at("8-at-4", 400, 1),
		{Scenario: scenario{"429", 60, 20}, Phases: []phase{{Name: apply, Wall: time.Second, traffic: traffic{Requests: map[string]int{"placa": 100}, Limited: 10}}}}})
	for _, want := range []string{
		"1000  " + strings.Repeat("#", 60) + " 2.00ms\n",
		"10000  " + strings.Repeat("#", 30) + strings.Repeat(" ", 31) + "1.00ms\n",
		"  429        60  1.00s     121s       100     10.0%\n",
		"  8-at-4     8       4       400    0.00s  0.00s      -       100          4.0%\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}
