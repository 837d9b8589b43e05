package main

import (
	"bytes"
	"embed"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// The ways to declare a fleet.
const (
	single = "single" // parking_placa and parking_vehiculo
	flota  = "flota"  // a parking_flota for each client
	sole   = "sole"   // one parking_flota
	scale  = "scale"  // parking_flota of up to 10,000, each of its own client
)

const (
	clients  = 5       // at least
	drifted  = clients // plates that are changed behind Terraform's back, one of each client
	ceiling  = 64      // max_concurrency of the provider, its default
	perPage  = 15      // vehicles on a page of the listing
	perFlota = 10000   // vehicles in a parking_flota, at most
)

// What the sandbox takes for an operation; the table names them.
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
	for _, kind := range slices.Sorted(maps.Keys(failures)) {
		out = append(out, scenario{kind, 150, 10})
	}
	for _, kind := range slices.Sorted(maps.Keys(randoms)) {
		out = append(out, scenario{kind, randoms[kind].vehicles, 20})
	}
	for _, kind := range []string{flota, single} {
		for _, n := range sizes[kind] {
			for _, parallelism := range []int{64, 10} {
				out = append(out, scenario{kind, n, parallelism})
			}
		}
	}
	if long {
		for _, kind := range slices.Sorted(maps.Keys(shares)) {
			out = append(out, scenario{kind, shares[kind].vehicles, 10})
		}
		out = append(out, scenario{sole, perFlota, 10})
		for _, n := range []int{1000, perFlota, 10 * perFlota} {
			out = append(out, scenario{scale, n, 10})
		}
	}
	return out
}

func (s scenario) String() string { return fmt.Sprintf("%s-%d-p%d", s.Kind, s.Vehicles, s.Parallelism) }

// resources is how many Terraform manages.
func (s scenario) resources() int {
	if s.config() == single {
		return clients + 2*s.Vehicles
	}
	return s.clients() + s.owners()
}

// added is what Terraform says when it has created them.
func (s scenario) added() string {
	return fmt.Sprintf("Resources: %d added, 0 changed, 0 destroyed", s.resources())
}

// clients is how many are declared.
func (s scenario) clients() int { return max(clients, s.owners()) }

// speed is how many times faster the service is than usual, so that a long scenario takes minutes and not an hour.
func (s scenario) speed() time.Duration {
	if s.Kind == scale {
		return 10
	}
	return 1
}

// changed is how many resources the drifted plates are in.
func (s scenario) changed() int {
	return min(s.owners(), drifted)
}

// owners is how many clients own the vehicles.
func (s scenario) owners() int {
	switch _, shared := shares[s.Kind]; {
	case s.Kind == sole, shared:
		return 1
	case s.Kind == scale:
		return pages(s.Vehicles, perFlota)
	}
	return clients
}

// reads is how many requests a plan takes.
func (s scenario) reads() int {
	return s.Vehicles + s.clients() + s.owners()*pages(s.Vehicles/s.owners(), perPage)
}

// pages is how many pieces of a size n things fill.
func pages(n, size int) int { return (n + size - 1) / size }

// wire is the time that the latency of the service makes unavoidable: what has to be asked in a phase, if as many
// requests as may be were always in flight. The answer to the registration of a plate is a message only, so that a
// parking_placa, which shows make and model, has to be read once after it.
func (s scenario) wire(phase string) time.Duration {
	n := time.Duration(s.Vehicles)
	var total time.Duration
	switch phase {
	case apply, bareApply:
		// The client is read twice, its vehicles are looked for.
		total = n*(placaLatency+vehiculoLatency) + time.Duration(s.clients())*3*otherLatency
		if s.Kind == single {
			total += n * placaLatency
		}
		if phase == apply { // the plan and the apply look up each plate
			total += 2 * n * placaLatency
		}
	case plan, driftPlan, changedPlan:
		total = n*placaLatency + (time.Duration(s.reads())-n)*otherLatency
	}
	return total / time.Duration(s.atOnce()) / s.speed()
}

// config begins the name of the configuration.
func (s scenario) config() string {
	_, failing := failures[s.Kind]
	_, random := randoms[s.Kind]
	if failing || random || s.Kind == single {
		return single
	}
	return flota
}

// atOnce is how many requests may be in flight. Terraform works on so many single resources at once as its parallelism
// says; a fleet is worked on by the provider.
func (s scenario) atOnce() int {
	if s.config() == single {
		return min(s.Parallelism, ceiling)
	}
	return ceiling
}

func email(client int) string { return fmt.Sprintf("flota%d@example.com", client) }

// placa is the plate of the vehicle with a number. Vehicle n is of client n modulo the owners.
func placa(n int) string { return fmt.Sprintf("BEN%05d", n) }

// write writes the configuration, or that of Terraform's floor, and its data into a folder.
func (s scenario) write(folder string, floor bool) error {
	name := "configs/" + s.config() + ".tf"
	if floor {
		name = "configs/" + s.config() + "_floor.tf"
	}
	text, err := configs.ReadFile(name)
	if err != nil {
		return err
	}
	var people bytes.Buffer
	fmt.Fprintln(&people, "email,nombre,apellidos,prefijos,telefono,cedula")
	for client := range s.clients() {
		fmt.Fprintf(&people, "%s,Flota,Número %d,+593,99000000%d,010000000%d\n", email(client), client, client, client)
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	for file, content := range map[string][]byte{"main.tf": text, "clientes.csv": people.Bytes(), "flota.csv": s.csv(0)} {
		if err := os.WriteFile(filepath.Join(folder, file), content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// csv is the fleet file. The first vehicles are registered for a person with a disability.
func (s scenario) csv(disabled int) []byte {
	var out bytes.Buffer
	fmt.Fprintln(&out, "placa,tipo_vehiculo_id,cliente,nombre,electrico,minusvalido")
	for n := range s.Vehicles {
		fmt.Fprintf(&out, "%s,%d,%s,Unidad %05d,%d,%t\n", placa(n), 1+n%4, email(n%s.owners()), n, n%7/6, n < disabled)
	}
	return out.Bytes()
}

// change declares one vehicle otherwise.
func (s scenario) change(folder string) error {
	return os.WriteFile(filepath.Join(folder, "flota.csv"), s.csv(1), 0o600)
}
