package main

import (
	"testing"
	"time"
)

// TestMeasure takes small fleets through every command, with Terraform itself.
func TestMeasure(t *testing.T) {
	t.Parallel()
	b, err := prepare(t.Context(), "../..", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{single, flota} {
		f := fleet{kind, 10, 10}
		rows, err := b.measure(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != 3 || rows[1].Requests <= rows[0].Requests || rows[2].Requests != f.reads() {
			t.Errorf("%s: got %+v, want more requests with lookups, and %d of the plan", f, rows, f.reads())
		}
		for _, row := range rows {
			if row.Floor == 0 || row.Wall == 0 || row.Wire == 0 {
				t.Errorf("%s: got %+v, want its times", f, row)
			}
		}
	}
}

func TestWire(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fleet
		command string
		want    time.Duration
	}{
		// 500 x (200 + 200 + 140) ms and 15 x 50 ms, ten at once; the same 64 at once, without reading plates again.
		{fleet{single, 500, 10}, bareApply, (270*time.Second + 750*time.Millisecond) / 10},
		{fleet{flota, 500, 10}, bareApply, (170*time.Second + 750*time.Millisecond) / 64},
		// 500 x 200 ms more: the looks of the plan at the plates. A fleet's apply looks at them again.
		{fleet{single, 500, 100}, apply, (370*time.Second + 750*time.Millisecond) / 64},
		{fleet{flota, 500, 100}, apply, (370*time.Second + 750*time.Millisecond) / 64},
		// 500 x 200 ms, five clients and seven pages for each of them; a tenth of 20,000 x 200 ms, and 667 pages for two of them.
		{fleet{single, 500, 10}, plan, (100*time.Second + 40*50*time.Millisecond) / 10},
		{fleet{scale, 20000, 10}, plan, (4000*time.Second + 1339*50*time.Millisecond) / 640},
	} {
		if got := c.wire(c.command); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.fleet, c.command, got, c.want)
		}
	}
}
