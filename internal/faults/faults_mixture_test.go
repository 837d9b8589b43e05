package faults

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/framework"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// mixture takes a random fleet through its life while everything fails at
// random. The seed decides the fleet, the service, the provider and the faults;
// which request a fault strikes depends on time as well.
func mixture(t *testing.T, struck *atomic.Int64, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 0))
	pick := func(all ...int) int { return all[random.IntN(len(all))] }
	options := sandbox.Options{Seed: seed, AcceptDuplicates: random.IntN(2) == 0, FailStatus: pick(0, 200, 422)}
	settings := faultSettings{pick(0, 2, 5), time.Duration(pick(400, 500, 700)) * time.Millisecond, []string{framework.AdoptIdentical, framework.AdoptUpdate}[random.IntN(2)]}
	r := newFaultRun(t, struck, fmt.Sprintf("seed %d", seed), options, settings)
	t.Logf("seed %d: duplicates accepted %t, fail status %d, provider %+v", seed, options.AcceptDuplicates, options.FailStatus, settings)

	const clientes, placas, favoritas, flotas, entradas, reservas = 4, 30, 10, 2, 16, 12
	var owners []string
	for n := range clientes {
		name, cliente, _ := numbered(n)
		if n%2 == 0 && settings.adopt == framework.AdoptUpdate { // every other one is a client that exists, with other data
			cliente.Email = []string{"reparto.centro@example.com", "flota.norte@example.com"}[n/2]
		}
		r.fleet.clientes[name] = cliente
		owners = append(owners, name)
	}
	more := func(from, to int) {
		for n := from; n < to; n++ {
			name, _, placa := numbered(n)
			r.fleet.placas[name] = placa
			r.fleet.vehiculos[name] = faultVehiculo{owners[random.IntN(clientes)], name, []string{"", "Vehículo " + name}[random.IntN(2)]}
		}
	}
	more(0, placas)
	sections, zones := random.Perm(40), random.Perm(8) // no two favourites have one place
	place := func(cliente string) faultFavorita {
		if len(zones) > 0 && random.IntN(4) == 0 {
			zone := zones[0] + 1
			zones = zones[1:]
			return faultFavorita{cliente, zone, 0, 0}
		}
		tramo := sections[0] + 1
		sections = sections[1:]
		zone, cell := (tramo-1)/5+1, (tramo-1)*4+1+random.IntN(4)
		return []faultFavorita{
			{cliente, 0, tramo, 0}, {cliente, zone, tramo, 0}, {cliente, 0, tramo, cell}, {cliente, 0, 0, cell}, {cliente, zone, tramo, cell},
		}[random.IntN(5)]
	}
	for n := range favoritas {
		name, _, _ := numbered(n)
		r.fleet.favoritas[name] = place(owners[random.IntN(clientes)])
	}
	for n := range flotas {
		r.fleet.flotas[owners[n]] = faultFlota{owners[n], map[string]faultEntrada{}}
	}
	const first = 200 // number of the first entry of a fleet
	for n := range entradas {
		r.fleet.enter(owners[n%flotas], first+n)
	}
	for n := range reservas {
		name, _, _ := numbered(n)
		r.fleet.reservas[name] = faultReserva{vehiculo: name, tramo: random.IntN(40) + 1, minutos: 10 * (random.IntN(6) + 1)}
		if n%3 == 0 {
			r.pay(name)
		}
	}
	for n, id := range []int{1, 2, 4, 6} {
		name, _, _ := numbered(n)
		r.fleet.sanciones[name] = faultSancion{id, []string{"", "Revisada"}[n%2], []string{"TX-S" + name, ""}[n/2]}
	}
	r.through("created", randomFaults(random, settings)...)

	for _, name := range slices.Sorted(maps.Keys(r.fleet.placas)) {
		placa := r.fleet.placas[name]
		placa.Electrico, placa.Minusvalido, placa.Tipo = random.IntN(2) == 0, random.IntN(2) == 0, random.IntN(5)+1
		r.fleet.placas[name] = placa
	}
	for _, name := range slices.Sorted(maps.Keys(r.fleet.favoritas)) {
		before := r.fleet.favoritas[name]
		if to := place(before.cliente); before.tramo == 0 || to.tramo+to.celda > 0 { // or it would be saved anew, and not moved
			r.fleet.favoritas[name] = to
		}
	}
	for _, name := range owners {
		cliente := r.fleet.clientes[name]
		cliente.Apellidos, cliente.Cedula = fmt.Sprintf("Apellido %d", random.IntN(1000)), fmt.Sprintf("18%08d", random.IntN(1e8))
		r.fleet.clientes[name] = cliente
	}
	more(placas, placas+5)
	for n := range entradas / 2 {
		r.fleet.change(owners[n%flotas], first+n)
	}
	r.takeOut(owners[0], first)
	r.fleet.enter(owners[1], first+entradas)
	for n := range reservas {
		name, _, _ := numbered(n)
		if random.IntN(2) == 0 {
			r.extend(name, 10*(random.IntN(3)+1))
		}
		if n%3 == 1 {
			r.pay(name)
		}
	}
	r.through("changed", randomFaults(random, settings)...)

	for _, name := range slices.Sorted(maps.Keys(r.fleet.favoritas))[:favoritas/2] {
		delete(r.fleet.favoritas, name)
		r.removed++
	}
	// Without a state, what is not paid cannot be told from that of another block.
	for _, name := range slices.Sorted(maps.Keys(r.fleet.reservas)) {
		if r.fleet.reservas[name].codigo == "" {
			r.cancel(name)
		}
	}
	r.through("favourites and reservations removed", randomFaults(random, settings)...)

	r.loseState()
	r.through("adopted without a state", randomFaults(random, settings)...)
}

// randomFaults gives a supply of faults for all operations, reads included; the
// writes, which are fewer, have their own as well.
func randomFaults(random *rand.Rand, settings faultSettings) []sandbox.Fault {
	var out []sandbox.Fault
	for _, operation := range []string{
		"default", "registrar_placa", "actualizar_placa", "registrar_vehiculo", "registrar_cliente", "actualizar_cliente",
		"guardar_zona_favorita", "borrar_zona_favorita", "reserva_bloquear", "reserva_extender", "reserva_pagar", "reserva_cancelar",
		"sancion_cerrar", "sancion_pagar",
	} {
		faults := everyFault(operation)
		random.Shuffle(len(faults), func(i, j int) { faults[i], faults[j] = faults[j], faults[i] })
		for _, fault := range faults {
			fault.Rate = 0.02 + 0.2*random.Float64()
			slow := fault.Kind == sandbox.RetryAfter || fault.Kind == sandbox.Status429 || fault.Kind == sandbox.Delay || fault.Kind == sandbox.Trickle
			if operation == "default" && !slow {
				fault.Times = 1 + random.IntN(3)
			}
			if fault.Kind == sandbox.Delay {
				fault.Delay += settings.timeout - leastTimeout
			}
			if operation == "default" || !slow || random.IntN(4) == 0 { // or hours would be spent waiting
				out = append(out, fault)
			}
		}
	}
	return out
}
