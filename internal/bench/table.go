package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// legend explains the times of a table.
const legend = `wall: the command's time. wire: the latency that cannot be avoided. times: wall / wire. floor: Terraform alone, with as many
free resources. terraform, provider: the most memory that each took. together: the memory of all processes, at most.
cpu: the processor time of the provider for each vehicle. flota is a parking_flota for each client, sole one for all vehicles,
scale one for every 10,000, at a tenth of the latency.
wrong credential, refused, hanging and killed are single resources, and the way in which the service fails.`

const sharingLegend = `
Plans of one fleet at the same time, by a service that accepts so many requests at once. slowest: the time until the last one
ends. slow-tail: one answer of 50 takes ten times as long. tenth-left: after a quarter of the requests, 4 places are left. 2s: every
request takes that long.

`

const randomLegend = `
A service that fails a part of all requests, whatever the load, and has no latency or the one that is named. Single resources,
-parallelism=20. lost-503: 2 % lose their connection, and 2 % get 503. 503-429: 6 % each, with Retry-After: 1. 429: 10 %, too.
mixed: 33 % lose their connection, get 503, 429, a page or half an answer; if an apply fails, another follows and counts.
maintenance: one node of six answers 503 with Retry-After: 1. After a lost write or a 503 of a gateway, five seconds pass until the
write is looked up again. earlier: the same with a limiter that paused after each rejection.

`

// summary is the table of all results.
func summary(all []result) string {
	var out bytes.Buffer
	fmt.Fprintf(&out, "Latency of the service: plates %v, registering a vehicle %v, all else %v. %d clients.\n%s\n\n",
		placaLatency, vehiculoLatency, otherLatency, clients, legend)
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	row(table, "vehicles", "as", "-parallelism", "", "wall", "wire", "times", "floor", "requests", "connections", "terraform", "provider",
		"together", "cpu")
	for _, r := range all {
		for _, p := range r.Phases {
			s := r.Scenario
			_, shared := shares[s.Kind]
			if _, random := randoms[s.Kind]; shared || random {
				continue
			}
			row(table, s.Vehicles, s.Kind, s.Parallelism, p.Name, seconds(p.Wall), seconds(p.Wire), times(p), seconds(p.Floor),
				p.total(), p.Connections, megabytes(p.Terraform.Peak), megabytes(p.Provider.Peak),
				megabytes(p.Together), milliseconds(r.cpu(p)))
		}
	}
	_ = table.Flush() // into memory
	out.WriteString(growth(all) + atRandom(all) + sharing(all))
	return out.String()
}

// atRandom is the table of the services that fail at random.
func atRandom(all []result) string {
	all = slices.DeleteFunc(slices.Clone(all), func(r result) bool { return randoms[r.Scenario.Kind].vehicles == 0 })
	if len(all) == 0 {
		return ""
	}
	out := bytes.NewBufferString(randomLegend)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	row(table, "as", "vehicles", "wall", "earlier", "requests", "rejected")
	for _, r := range all {
		p := r.phase(apply)
		row(table, r.Scenario.Kind, r.Scenario.Vehicles, seconds(p.Wall), randoms[r.Scenario.Kind].earlier, p.total(),
			fmt.Sprintf("%.1f%%", 100*p.limited()))
	}
	_ = table.Flush() // into memory
	return out.String()
}

// sharing is the table of the plans that use the service at the same time.
func sharing(all []result) string {
	all = slices.DeleteFunc(slices.Clone(all), func(r result) bool { return shares[r.Scenario.Kind].runs == 0 })
	if len(all) == 0 {
		return ""
	}
	out := bytes.NewBufferString(sharingLegend)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	row(table, "as", "runs", "places", "vehicles", "slowest", "wire", "times", "requests", "rate-limited")
	for _, r := range all {
		f, p := shares[r.Scenario.Kind], r.phase(plan)
		row(table, r.Scenario.Kind, f.runs, f.places, r.Scenario.Vehicles, seconds(p.Wall), seconds(p.Wire), times(p), p.total(),
			fmt.Sprintf("%.1f%%", 100*p.limited()))
	}
	_ = table.Flush() // into memory
	return out.String()
}

// growth draws the processor time for each vehicle, as fleets grow.
func growth(all []result) string {
	const width = 60 // of the longest bar
	var most time.Duration
	for _, r := range all {
		for _, p := range r.Phases {
			if r.Scenario.Kind == scale {
				most = max(most, r.cpu(p))
			}
		}
	}
	if most == 0 {
		return ""
	}
	out := bytes.NewBufferString("\nProcessor time of the provider for each vehicle, in one state of so many vehicles.\n\n")
	for _, name := range []string{apply, plan, freshPlan, changedPlan} {
		for _, r := range all {
			if p := r.phase(name); r.Scenario.Kind == scale && p.Name == name {
				bar := strings.Repeat("#", int(width*r.cpu(p)/most))
				fmt.Fprintf(out, "%18s %6d  %-*s %s\n", name, r.Scenario.Vehicles, width, bar, milliseconds(r.cpu(p)))
			}
		}
	}
	return out.String()
}

// row writes a line of a table, which is kept in memory.
func row(table *tabwriter.Writer, cells ...any) {
	for _, cell := range cells {
		_, _ = fmt.Fprintf(table, "%v\t", cell)
	}
	_, _ = fmt.Fprintln(table)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2fs", d.Seconds()) }

func times(p phase) string {
	if p.Wire == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", p.Wall.Seconds()/p.Wire.Seconds())
}

func milliseconds(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2fms", d.Seconds()*1000)
}

func megabytes(bytes int64) string {
	if bytes == 0 {
		return "-"
	}
	return fmt.Sprintf("%dMB", bytes>>20)
}
