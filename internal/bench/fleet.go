package main

import (
	"bytes"
	"embed"
	"errors"
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
	clients  = 5     // of all fleets but those of scale
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
	kind        string
	vehicles    int
	parallelism int
}

// fleets are those of the short form, or of the long one, quick ones first.
func fleets(long bool) (out []fleet) {
	sizes := map[string][]int{single: {100, 500}, flota: {500, 2000}}
	if long {
		sizes = map[string][]int{single: {100, 500, 2000}, flota: {500, 2000, 10000}}
	}
	for _, kind := range []string{flota, single} {
		for _, n := range sizes[kind] {
			out = append(out, fleet{kind, n, 64}, fleet{kind, n, 10})
		}
	}
	if long {
		out = append(out, fleet{scale, 10 * perFlota, 10})
	}
	return out
}

func (f fleet) String() string { return fmt.Sprintf("%s-%d-p%d", f.kind, f.vehicles, f.parallelism) }

// clients is how many own the vehicles.
func (f fleet) clients() int {
	if f.kind == scale {
		return f.vehicles / perFlota
	}
	return clients
}

// speed is how many times faster the service is than usual.
func (f fleet) speed() time.Duration {
	if f.kind == scale {
		return 10
	}
	return 1
}

// added is what Terraform says when it has created all resources.
func (f fleet) added() string {
	resources := 2 * f.clients()
	if f.kind == single {
		resources = f.clients() + 2*f.vehicles
	}
	return fmt.Sprintf("Resources: %d added, 0 changed, 0 destroyed", resources)
}

// reads is how many requests a plan takes.
func (f fleet) reads() int {
	pages := (f.vehicles/f.clients() + perPage - 1) / perPage // of each client
	return f.vehicles + f.clients() + f.clients()*pages
}

// wire is the latency of the service that a command cannot avoid, if as many requests as may be are always in flight. A plate's
// registration returns only a message, so a parking_placa, which shows make and model, must be read after it.
func (f fleet) wire(command string) time.Duration {
	plates, links, others := f.vehicles, f.vehicles, 3*f.clients() // a client is read twice, and its vehicles are looked for
	atOnce := ceiling                                              // the provider works on a fleet, and Terraform on single resources
	if f.kind == single {
		plates += f.vehicles
		atOnce = min(f.parallelism, ceiling)
	}
	switch { // the plan looks up each plate, and so does the apply until it has begun to create
	case command == plan:
		plates, links, others = f.vehicles, 0, f.reads()-f.vehicles
	case command == apply && f.kind == single:
		plates += f.vehicles
	case command == apply:
		plates += 2 * f.vehicles
	}
	total := time.Duration(plates)*placaLatency + time.Duration(links)*vehiculoLatency + time.Duration(others)*otherLatency
	return total / time.Duration(atOnce) / f.speed()
}

func email(client int) string { return fmt.Sprintf("flota%d@example.com", client) }

// write writes the configuration, or that of Terraform's floor, and its data into a folder. Vehicle n is of client n modulo the
// clients.
func (f fleet) write(folder, floor string) error {
	config, err := configs.ReadFile("configs/" + strings.Replace(f.kind, scale, flota, 1) + floor + ".tf")
	people := bytes.NewBufferString("email,nombre,apellidos,prefijos,telefono,cedula\n")
	for client := range f.clients() {
		fmt.Fprintf(people, "%s,Flota,Número %d,+593,99000000%d,010000000%d\n", email(client), client, client, client)
	}
	vehicles := bytes.NewBufferString("placa,tipo_vehiculo_id,cliente,nombre,electrico\n")
	for n := range f.vehicles {
		fmt.Fprintf(vehicles, "BEN%05d,%d,%s,Unidad %05d,%d\n", n, 1+n%4, email(n%f.clients()), n, n%7/6)
	}
	for file, content := range map[string][]byte{"main.tf": config, "clientes.csv": people.Bytes(), "flota.csv": vehicles.Bytes()} {
		err = errors.Join(err, os.WriteFile(filepath.Join(folder, file), content, 0o600))
	}
	return err
}
