package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"math"
	"text/template"
	"time"
)

//go:embed plot.svg.tmpl
var plotTemplate string

// plot is what the template draws: the time of an apply over the size of a fleet, both axes logarithmic.
type plot struct {
	Title, About      string
	Width, Height     int
	Vehicles, Seconds []tick
	Curves            []curve
}

type tick struct {
	At    pixels
	Label string
}

// curve is a line, and its name with its last value beside its end.
type curve struct {
	Class, Name, Last, Anchor string
	Points                    []point
	Label                     point
}

type point struct{ X, Y pixels }

// pixels are written with one decimal.
type pixels float64

func (p pixels) String() string { return fmt.Sprintf("%.1f", float64(p)) }

// The inside of the plot, and what its axes span.
const (
	plotWidth, plotHeight = 650, 310
	fewest, most          = 100, 10000 // vehicles
	shortest, longest     = 1, 1000    // seconds
)

func along(vehicles int) pixels {
	return pixels(plotWidth * math.Log(float64(vehicles)/fewest) / math.Log(float64(most)/fewest))
}

func up(seconds float64) pixels {
	return pixels(plotHeight - plotHeight*math.Log(max(seconds, shortest)/shortest)/math.Log(float64(longest)/shortest))
}

// draw draws the applies with as many resources at once as requests, and without the lookups of their plans, which take about
// as long again.
func draw(all []result) []byte {
	line := func(class, name, kind string, value func(row) time.Duration) curve {
		c := curve{Class: class, Name: name, Anchor: "start"}
		for _, r := range all {
			if r.Fleet.Kind == kind && r.Fleet.Parallelism == ceiling {
				seconds := value(r.Rows[0]).Seconds()
				c.Points = append(c.Points, point{along(r.Fleet.Vehicles), up(seconds)})
				c.Last = fmt.Sprintf("%.0f s", seconds)
			}
		}
		return c
	}
	wall := func(r row) time.Duration { return r.Wall }
	p := plot{Width: plotWidth, Height: plotHeight,
		Title: fmt.Sprintf("terraform apply -parallelism=%d, plan_lookups = false: seconds over vehicles", ceiling),
		About: fmt.Sprintf("Terraform alone: as many resources that do nothing. Latency of a request: %v to %v",
			otherLatency, placaLatency)}
	p.Curves = []curve{
		line("single", "single resources", single, wall),
		line("floor", "Terraform alone", single, func(r row) time.Duration { return r.Floor }),
		line("flota", "parking_flota", flota, wall),
		line("latency", "latency alone", flota, func(r row) time.Duration { return r.Wire }),
	}
	for i := range p.Curves {
		c := &p.Curves[i]
		end := append([]point{{}}, c.Points...)[len(c.Points)]  // of an empty curve the corner
		c.Label = point{end.X + 10, end.Y + pixels(18*(i%2)-2)} // the second of a pair below the first
		if end.X > plotWidth/2+100 {
			c.Anchor, c.Label = "end", point{end.X, end.Y + pixels(68*(i%2)-14)}
		}
	}
	for _, n := range []int{100, 500, 2000, 10000} {
		p.Vehicles = append(p.Vehicles, tick{along(n), fmt.Sprint(n)})
	}
	for _, s := range []float64{1, 10, 100, 1000} {
		p.Seconds = append(p.Seconds, tick{up(s), fmt.Sprintf("%g s", s)})
	}
	var out bytes.Buffer
	if err := template.Must(template.New("").Parse(plotTemplate)).Execute(&out, p); err != nil {
		panic(err) // a defect of the template, which a test runs
	}
	return out.Bytes()
}
