package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// result is what a scenario cost.
type result struct {
	Scenario  scenario  `json:"scenario"`
	Terraform string    `json:"terraform"`
	System    string    `json:"system"`
	CPUs      int       `json:"cpus"`
	Date      time.Time `json:"date"`
	Phases    []phase   `json:"phases"`
}

// phase gives the one with a name.
func (r result) phase(name string) phase {
	for _, p := range r.Phases {
		if p.Name == name {
			return p
		}
	}
	return phase{}
}

// The bars: what one fleet of 10,000 vehicles may take, as a multiple of the latency and in memory; and ten of them, as a
// multiple of the processor time of one, and to plan what does not have to be read. Those of failures are in failure.go and
// random.go.
const (
	mostTimes    = 1.25
	mostMemory   = 256 << 20
	mostGrowth   = 1.3
	mostFresh    = time.Minute
	mostTogether = 4 << 30
)

// cpu is the processor time of the provider for each vehicle.
func (r result) cpu(p phase) time.Duration {
	return p.Provider.CPU / time.Duration(r.Scenario.Vehicles)
}

// missed names the bars that a result does not keep, beside all others.
func (r result) missed(all []result) (out []string) {
	f, failing := failures[r.Scenario.Kind]
	_, shared := shares[r.Scenario.Kind]
	random, atRandom := randoms[r.Scenario.Kind]
	growth := func(p phase) float64 {
		one := slices.IndexFunc(all, func(other result) bool { return other.Scenario == scenario{scale, perFlota, 10} })
		if one < 0 {
			return 0
		}
		return r.cpu(p).Seconds() / all[one].cpu(all[one].phase(p.Name)).Seconds()
	}
	for _, p := range r.Phases {
		miss := func(what string, most any) {
			out = append(out, fmt.Sprintf("%s, %s: %s, and at most %v is the bar", r.Scenario, p.Name, what, most))
		}
		switch {
		case shared && p.Wall.Seconds() > mostShared*p.Wire.Seconds():
			miss(times(p)+" times the latency", mostShared)
		case atRandom && p.Wall > random.wall:
			miss(seconds(p.Wall), random.wall)
		case failing && p.Wall > f.wall:
			miss(seconds(p.Wall), f.wall)
		case failing && f.requests > 0 && p.total() > f.requests:
			miss(fmt.Sprintf("%d requests", p.total()), f.requests)
		case r.Scenario.Kind == scale && r.Scenario.Vehicles > perFlota && growth(p) > mostGrowth:
			miss(fmt.Sprintf("%.2f times the processor time of one fleet for each vehicle", growth(p)), mostGrowth)
		case r.Scenario.Kind == scale && p.Name == freshPlan && p.total() > 0:
			miss(fmt.Sprintf("%d requests", p.total()), 0)
		case r.Scenario.Kind == scale && p.Name == freshPlan && p.Wall > mostFresh:
			miss(seconds(p.Wall), mostFresh)
		case r.Scenario.Kind == scale && p.Name == freshPlan && p.Together > mostTogether:
			miss(megabytes(p.Together), megabytes(mostTogether))
		case r.Scenario.Kind != sole:
		case (p.Name == apply || p.Name == plan) && p.Wall.Seconds() > mostTimes*p.Wire.Seconds():
			miss(times(p)+" times the latency", mostTimes)
		case p.Provider.Peak > mostMemory:
			miss(megabytes(p.Provider.Peak), megabytes(mostMemory))
		case p.Name == changedPlan && p.total() > r.phase(plan).total():
			miss(fmt.Sprintf("%d requests", p.total()), r.phase(plan).total())
		}
	}
	return out
}

// String is the table for one scenario, and what was asked in each phase.
func (r result) String() string {
	var out strings.Builder
	out.WriteString(summary([]result{r}))
	for _, p := range r.Phases {
		var asked []string
		for _, operation := range slices.Sorted(maps.Keys(p.Requests)) {
			asked = append(asked, fmt.Sprintf("%s %d", operation, p.Requests[operation]))
		}
		fmt.Fprintf(&out, "  %s asked: %s\n", p.Name, cmp.Or(strings.Join(asked, ", "), "nothing"))
	}
	return out.String()
}

// keep puts a result in the place of what was measured before of its scenario, and gives all of them.
func keep(root string, r result) ([]result, error) {
	all, err := kept(root)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(other result) bool { return other.Scenario == r.Scenario })
	all = append(all, r)
	slices.SortFunc(all, func(one, other result) int {
		a, b := one.Scenario, other.Scenario
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Vehicles, b.Vehicles), cmp.Compare(a.Parallelism, b.Parallelism))
	})
	return all, write(root, all)
}

// file is one of those that hold the results.
func file(root, extension string) string {
	return filepath.Join(root, "internal", "bench", "results."+extension)
}

// kept are the results of earlier runs.
func kept(root string) (all []result, err error) {
	text, err := os.ReadFile(file(root, "json"))
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file(root, "json"), err)
	}
	return all, nil
}

// write writes the results, their table and their plot.
func write(root string, all []result) error {
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	for extension, content := range map[string][]byte{"json": append(text, '\n'), "txt": []byte(summary(all)), "svg": draw(all)} {
		if err := os.WriteFile(file(root, extension), content, 0o644); err != nil { //nolint:gosec // G306: files of the repository.
			return err
		}
	}
	return nil
}
