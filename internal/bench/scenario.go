package main

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// The two ways to declare a fleet.
const (
	single = "single" // parking_placa and parking_vehiculo
	flota  = "flota"  // parking_flota
)

const (
	clients = 5
	drifted = clients // plates that are changed behind Terraform's back, one of each client
	ceiling = 64      // max_concurrency of the provider, its default
	perPage = 15      // vehicles on a page of the listing
)

// What the sandbox takes for an operation; the table of the guide names them.
const (
	placaLatency    = 200 * time.Millisecond
	vehiculoLatency = 140 * time.Millisecond // of a registration
	otherLatency    = 50 * time.Millisecond  // of a page of the listing, too
)

//go:embed configs/*.tf
var configs embed.FS

// scenario is one fleet, declared in one way and taken through its phases.
type scenario struct {
	Kind        string `json:"kind"`
	Vehicles    int    `json:"vehicles"`
	Parallelism int    `json:"parallelism"`
}

// scenarios are those of the short form, or of the long one, quick ones first.
func scenarios(long bool) []scenario {
	sizes := map[string][]int{single: {100, 500}, flota: {500, 2000}}
	if long {
		sizes = map[string][]int{single: {100, 500, 2000}, flota: {500, 2000, 10000}}
	}
	var out []scenario
	for _, kind := range []string{flota, single} {
		for _, n := range sizes[kind] {
			for _, parallelism := range []int{64, 10} {
				out = append(out, scenario{kind, n, parallelism})
			}
		}
	}
	return out
}

func (s scenario) String() string { return fmt.Sprintf("%s-%d-p%d", s.Kind, s.Vehicles, s.Parallelism) }

// resources is how many Terraform manages.
func (s scenario) resources() int {
	if s.Kind == single {
		return clients + 2*s.Vehicles
	}
	return 2 * clients
}

// pages is how many pieces of a size n things fill.
func pages(n, size int) int { return (n + size - 1) / size }

// wire is the time that the latency of the service makes unavoidable: what has to be asked in a phase, if as many
// requests as may be were always in flight. The answer to the registration of a plate is a message only, so that a
// parking_placa, which shows make and model, has to be read once after it.
func (s scenario) wire(phase string) time.Duration {
	n, reads := time.Duration(s.Vehicles), time.Duration(clients*pages(s.Vehicles/clients, perPage))
	var total time.Duration
	switch phase {
	case apply:
		total = n*(placaLatency+vehiculoLatency) + clients*3*otherLatency // the client is read twice, its vehicles are looked for
		if s.Kind == single {
			total += n * placaLatency
		}
	case plan, driftPlan:
		total = n*placaLatency + (reads+clients)*otherLatency
	}
	return total / time.Duration(s.atOnce())
}

// atOnce is how many requests may be in flight. Terraform works on so many single resources at once as its parallelism
// says; a fleet is worked on by the provider.
func (s scenario) atOnce() int {
	if s.Kind == single {
		return min(s.Parallelism, ceiling)
	}
	return ceiling
}

func email(client int) string { return fmt.Sprintf("flota%d@example.com", client) }

// placa is the plate of the vehicle with a number. Vehicle n is of client n modulo clients.
func placa(n int) string { return fmt.Sprintf("BEN%05d", n) }

// write writes the configuration, or that of Terraform's floor, and its data into a folder.
func (s scenario) write(folder string, floor bool) error {
	name := "configs/" + s.Kind + ".tf"
	if floor {
		name = "configs/" + s.Kind + "_floor.tf"
	}
	text, err := configs.ReadFile(name)
	if err != nil {
		return err
	}
	var people, fleet bytes.Buffer
	fmt.Fprintln(&people, "email,nombre,apellidos,prefijos,telefono,cedula")
	for client := range clients {
		fmt.Fprintf(&people, "%s,Flota,Número %d,+593,99000000%d,010000000%d\n", email(client), client, client, client)
	}
	fmt.Fprintln(&fleet, "placa,tipo_vehiculo_id,cliente,nombre,electrico,minusvalido")
	for n := range s.Vehicles {
		fmt.Fprintf(&fleet, "%s,%d,%s,Unidad %05d,%d,0\n", placa(n), 1+n%4, email(n%clients), n, n%7/6)
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	for file, content := range map[string][]byte{"main.tf": text, "clientes.csv": people.Bytes(), "flota.csv": fleet.Bytes()} {
		if err := os.WriteFile(filepath.Join(folder, file), content, 0o600); err != nil {
			return err
		}
	}
	return nil
}
