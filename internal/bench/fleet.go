package main

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The ways to declare vehicles.
const (
	single = "single" // parking_placa and parking_vehiculo
	flota  = "flota"  // a parking_flota for each client
	scale  = "scale"  // full fleets, at a tenth of the latency, so that they take minutes and not an hour
)

const (
	clients  = 5     // at least
	ceiling  = 64    // max_concurrency of the provider, its default
	perPage  = 15    // vehicles on a page of the listing
	perFlota = 10000 // vehicles in a parking_flota, at most
)

// The latency of the sandbox.
const (
	placaLatency    = 200 * time.Millisecond
	vehiculoLatency = 140 * time.Millisecond // of a registration
	otherLatency    = 50 * time.Millisecond  // of a page of the listing, too
)

//go:embed configs/*.tf
var configs embed.FS

// fleet is what one row of the table is about.
type fleet struct {
	Kind        string
	Vehicles    int
	Parallelism int
}

// fleets are those of the short form, or of the long one, quick ones first.
func fleets(long bool) (out []fleet) {
	sizes := map[string][]int{single: {100, 500}, flota: {500, 2000}}
	if long {
		sizes = map[string][]int{single: {100, 500, 2000}, flota: {500, 2000, 10000}}
	}
	for _, kind := range []string{flota, single} {
		for _, n := range sizes[kind] {
			for _, parallelism := range []int{64, 10} {
				out = append(out, fleet{kind, n, parallelism})
			}
		}
	}
	if long {
		out = append(out, fleet{scale, 10 * perFlota, 10})
	}
	return out
}

func (f fleet) String() string { return fmt.Sprintf("%s-%d-p%d", f.Kind, f.Vehicles, f.Parallelism) }

// owners is how many clients own the vehicles.
func (f fleet) owners() int {
	if f.Kind == scale {
		return pages(f.Vehicles, perFlota)
	}
	return clients
}

// clients is how many are declared.
func (f fleet) clients() int { return max(clients, f.owners()) }

// speed is how many times faster the service is than usual.
func (f fleet) speed() time.Duration {
	if f.Kind == scale {
		return 10
	}
	return 1
}

// added is what Terraform says when it has created all resources.
func (f fleet) added() string {
	resources := f.clients() + f.owners()
	if f.Kind == single {
		resources = f.clients() + 2*f.Vehicles
	}
	return fmt.Sprintf("Resources: %d added, 0 changed, 0 destroyed", resources)
}

// reads is how many requests a plan takes.
func (f fleet) reads() int {
	return f.Vehicles + f.clients() + f.owners()*pages(f.Vehicles/f.owners(), perPage)
}

// pages is how many pieces of a size n things fill.
func pages(n, size int) int { return (n + size - 1) / size }

// wire is the latency of the service that a command cannot avoid, if as many requests as may be are always in flight. A plate's
// registration returns only a message, so a parking_placa, which shows make and model, must be read after it.
func (f fleet) wire(command string) time.Duration {
	plates, links, others := f.Vehicles, f.Vehicles, 3*f.clients() // a client is read twice, and its vehicles are looked for
	if f.Kind == single {
		plates += f.Vehicles
	}
	switch { // the plan looks up each plate, and so does the apply until it has begun to create
	case command == plan:
		plates, links, others = f.Vehicles, 0, f.reads()-f.Vehicles
	case command == apply && f.Kind == single:
		plates += f.Vehicles
	case command == apply:
		plates += 2 * f.Vehicles
	}
	total := time.Duration(plates)*placaLatency + time.Duration(links)*vehiculoLatency + time.Duration(others)*otherLatency
	return total / time.Duration(f.atOnce()) / f.speed()
}

// atOnce is how many requests may be in flight. Terraform works on as many single resources at once as its parallelism says; the
// provider works on a fleet.
func (f fleet) atOnce() int {
	if f.Kind == single {
		return min(f.Parallelism, ceiling)
	}
	return ceiling
}

func email(client int) string { return fmt.Sprintf("flota%d@example.com", client) }

// write writes the configuration, or that of Terraform's floor, and its data into a folder. Vehicle n is of client n modulo the
// owners.
func (f fleet) write(folder, floor string) error {
	config, err := configs.ReadFile("configs/" + strings.Replace(f.Kind, scale, flota, 1) + floor + ".tf")
	if err != nil {
		return err
	}
	var people, vehicles bytes.Buffer
	fmt.Fprintln(&people, "email,nombre,apellidos,prefijos,telefono,cedula")
	for client := range f.clients() {
		fmt.Fprintf(&people, "%s,Flota,Número %d,+593,99000000%d,010000000%d\n", email(client), client, client, client)
	}
	fmt.Fprintln(&vehicles, "placa,tipo_vehiculo_id,cliente,nombre,electrico")
	for n := range f.Vehicles {
		fmt.Fprintf(&vehicles, "BEN%05d,%d,%s,Unidad %05d,%d\n", n, 1+n%4, email(n%f.owners()), n, n%7/6)
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	for file, content := range map[string][]byte{"main.tf": config, "clientes.csv": people.Bytes(), "flota.csv": vehicles.Bytes()} {
		if err := os.WriteFile(filepath.Join(folder, file), content, 0o600); err != nil {
			return err
		}
	}
	return nil
}
