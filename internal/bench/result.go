package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"
)

// result is what a fleet cost.
type result struct {
	Fleet     fleet  `json:"fleet"`
	Terraform string `json:"terraform"`
	Rows      []row  `json:"rows"` // bareApply first
}

// row is what one command cost.
type row struct {
	Name string        `json:"name"`
	Wall time.Duration `json:"wall_ns"`
	// Wire is the unavoidable latency of the service, Floor the time of Terraform alone with as many resources.
	Wire     time.Duration `json:"wire_ns"`
	Floor    time.Duration `json:"floor_ns"`
	Requests int           `json:"requests"`
}

func (r row) times() float64 { return r.Wall.Seconds() / r.Wire.Seconds() }

const legend = `Latency of the service: plates %v, registering a vehicle %v, all else %v. %d clients.
wall: the command's time. wire: the latency that cannot be avoided. times: wall / wire. floor: Terraform alone, with as many
free resources. flota is a parking_flota for each client, single a parking_placa and a parking_vehiculo for each vehicle, scale a
parking_flota for every 10,000, at a tenth of the latency and without a floor.

`

// table is the text of results.
func table(all []result) string {
	var out bytes.Buffer
	fmt.Fprintf(&out, legend, placaLatency, vehiculoLatency, otherLatency, clients)
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(table, "vehicles\tas\t-parallelism\t\twall\twire\ttimes\tfloor\trequests\t")
	for _, r := range all {
		for _, row := range r.Rows {
			_, _ = fmt.Fprintf(table, "%d\t%s\t%d\t%s\t%.2fs\t%.2fs\t%.2f\t%.2fs\t%d\t\n", r.Fleet.Vehicles, r.Fleet.Kind,
				r.Fleet.Parallelism, row.Name, row.Wall.Seconds(), row.Wire.Seconds(), row.times(), row.Floor.Seconds(), row.Requests)
		}
	}
	_ = table.Flush() // into memory
	return out.String()
}

// replace puts a result in the place of the earlier one of its fleet.
func replace(all []result, r result) []result {
	for i := range all {
		if all[i].Fleet == r.Fleet {
			all[i] = r
			return all
		}
	}
	return append(all, r)
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
	return all, err
}

// write writes the results and their table.
func write(root string, all []result) error {
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	for extension, content := range map[string][]byte{"json": append(text, '\n'), "txt": []byte(table(all))} {
		if err := os.WriteFile(file(root, extension), content, 0o644); err != nil { //nolint:gosec // G306: files of the repository.
			return err
		}
	}
	return nil
}
