package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"text/template"
	"time"
)

// svgFile is where the guide finds the curves.
const svgFile = "templates/images/large-fleets.svg"

//go:embed plot.svg.tmpl
var plotTemplate string

// plot is what the template draws: a panel for each phase, both axes logarithmic.
type plot struct {
	Panels []panel
	Legend []curve
}

type panel struct {
	Title  string
	X      int // of its left edge
	Ticks  []tick
	Curves []curve
}

// tick is a line of the grid, at a place on one of the axes.
type tick struct {
	At    float64
	Label string
	Time  bool // of the vertical axis
}

type curve struct {
	Name, Colour string
	Dashed       bool
	Points       []point
	Y            int // of its line in the legend
}

type point struct{ X, Y float64 }

// The inside of a panel, in pixels, and what its axes span.
const (
	width, height     = 330, 300
	fewest, most      = 100, 10000
	shortest, longest = 0.5, 1000
)

func along(n float64) float64 {
	return width * math.Log(n/fewest) / math.Log(float64(most)/fewest)
}

func up(seconds float64) float64 {
	return height - height*math.Log(max(seconds, shortest)/shortest)/math.Log(longest/shortest)
}

// draw draws the time over the size of the fleet, for a parallelism of 64.
func draw(all []result) []byte {
	of := func(phaseName, kind string, value func(phase) time.Duration) []point {
		var out []point
		for _, r := range all {
			if r.Scenario.Kind == kind && r.Scenario.Parallelism == ceiling {
				out = append(out, point{along(float64(r.Scenario.Vehicles)), up(value(r.phase(phaseName)).Seconds())})
			}
		}
		slices.SortFunc(out, func(a, b point) int { return cmp.Compare(a.X, b.X) })
		return out
	}
	wall := func(p phase) time.Duration { return p.Wall }
	floor := func(p phase) time.Duration { return p.Floor }
	wire := func(p phase) time.Duration { return p.Wire }
	var p plot
	for i, phaseName := range []string{apply, plan} {
		one := panel{Title: []string{"terraform apply", "terraform plan, no change"}[i], X: 60 + i*(width+70)}
		for _, n := range []float64{100, 500, 2000, 10000} {
			one.Ticks = append(one.Ticks, tick{At: along(n), Label: fmt.Sprint(n)})
		}
		for _, s := range []float64{1, 3, 10, 30, 100, 300, 1000} {
			one.Ticks = append(one.Ticks, tick{At: up(s), Label: fmt.Sprintf("%g s", s), Time: true})
		}
		one.Curves = []curve{
			{Name: "single resources", Colour: "#c0392b", Points: of(phaseName, single, wall)},
			{Name: "Terraform alone, as many free resources", Colour: "#c0392b", Dashed: true, Points: of(phaseName, single, floor)},
			{Name: "parking_flota", Colour: "#1f618d", Points: of(phaseName, flota, wall)},
			{Name: "latency of the service alone", Colour: "#7f8c8d", Dashed: true, Points: of(phaseName, flota, wire)},
		}
		p.Panels = append(p.Panels, one)
	}
	p.Legend = p.Panels[0].Curves
	for i := range p.Legend {
		p.Legend[i].Y = height + 85 + 18*i
	}
	var out bytes.Buffer
	if err := template.Must(template.New("").Parse(plotTemplate)).Execute(&out, p); err != nil {
		panic(err) // a defect of the template, which a test runs
	}
	return out.Bytes()
}
