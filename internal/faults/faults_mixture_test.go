package faults

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// named is the name of block n, and placaOf the plate of a block or an entry.
func named(n int) string           { return fmt.Sprintf("n%03d", n) }
func placaOf(name string) string   { return "FLT-0" + strings.TrimPrefix(name, "n") }
func refer(kind, of string) string { return "${parking_" + kind + "." + of + ".id}" }

// entrada is an entry of a fleet, some of them with a name.
func entrada(n int) acctest.Values {
	out := acctest.Values{"tipo_vehiculo_id": n%5 + 1, "electrico": n%2 == 0, "minusvalido": n%3 == 0, "nombre": nil}
	if n%3 == 0 {
		out["nombre"] = "Furgoneta " + named(n)
	}
	return out
}

// mixture takes a random fleet through its life while everything fails at
// random. The seed decides the fleet, the service, the provider and the faults;
// which request a fault strikes depends on time as well.
func mixture(t *testing.T, struck *atomic.Int64, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 0))
	pick := func(all ...int) int { return all[random.IntN(len(all))] }
	options := sandbox.Options{Seed: seed, AcceptDuplicates: random.IntN(2) == 0, FailStatus: pick(0, 200, 422)}
	settings := faultSettings{pick(0, 2, 5), time.Duration(pick(400, 500, 700)) * time.Millisecond, random.IntN(2) == 1}
	r := newFaultRun(t, struck, fmt.Sprintf("seed %d", seed), options, settings)
	t.Logf("seed %d: duplicates accepted %t, fail status %d, provider %+v", seed, options.AcceptDuplicates, options.FailStatus, settings)

	const clientes, placas, favoritas, entradas, reservas = 4, 12, 6, 8, 6
	for n := range clientes {
		email := fmt.Sprintf("persona.%02d@example.com", n)
		if n%2 == 0 && settings.overwrite { // every other one is a client that exists, with other data
			email = []string{"reparto.centro@example.com", "flota.norte@example.com"}[n/2]
		}
		r.declare("parking_cliente", named(n), acctest.Values{"email": email, "nombre": "Persona", "apellidos": fmt.Sprintf("Apellido %d", n),
			"prefijos": "+593", "telefono": fmt.Sprintf("0999%06d", n), "cedula": fmt.Sprintf("17%08d", n)})
	}
	owner := func() string { return refer("cliente", named(random.IntN(clientes))) }
	more := func(from, to int) {
		for n := from; n < to; n++ {
			name := named(n)
			r.declare("parking_placa", name, acctest.Values{"placa": placaOf(name), "tipo_vehiculo_id": n%5 + 1, "electrico": n%2 == 0, "minusvalido": n%3 == 0})
			r.declare("parking_vehiculo", name, acctest.Values{"cliente_id": owner(), "placa": "${parking_placa." + name + ".placa}",
				"nombre": []any{nil, "Vehículo " + name}[random.IntN(2)]})
		}
	}
	more(0, placas)
	sections, zones := random.Perm(40), random.Perm(8) // no two favourites have one place
	place := func(cliente any) acctest.Values {
		if len(zones) > 0 && random.IntN(4) == 0 {
			zone := zones[0] + 1
			zones = zones[1:]
			return acctest.Values{"cliente_id": cliente, "zona_id": zone}
		}
		tramo := sections[0] + 1
		sections = sections[1:]
		zone, cell := (tramo-1)/5+1, (tramo-1)*4+1+random.IntN(4)
		return acctest.Values{"cliente_id": cliente}.With([]acctest.Values{
			{"tramo_id": tramo}, {"zona_id": zone, "tramo_id": tramo}, {"tramo_id": tramo, "celda_id": cell}, {"celda_id": cell},
			{"zona_id": zone, "tramo_id": tramo, "celda_id": cell},
		}[random.IntN(5)])
	}
	for n := range favoritas {
		r.declare("parking_zona_favorita", named(n), place(owner()))
	}
	const first = 200 // number of the first entry of a fleet
	fleets := []acctest.Values{{}, {}}
	for n := range entradas {
		fleets[n%2][placaOf(named(first+n))] = entrada(first + n)
	}
	for n, entries := range fleets {
		r.declare("parking_flota", named(n), acctest.Values{"cliente_id": refer("cliente", named(n)), "vehiculos": entries})
	}
	pay := func(n int) {
		r.blocks["parking_reserva"][named(n)]["pago"] = acctest.Values{"pago_tipo": 1, "pago_codigo": "TX-" + named(n)}
	}
	for n := range reservas {
		r.declare("parking_reserva", named(n), acctest.Values{"vehiculo_id": refer("vehiculo", named(n)), "tramo_id": random.IntN(40) + 1, "minutos": 10 * (random.IntN(6) + 1)})
		if n%3 == 0 {
			pay(n)
		}
	}
	for n, id := range []int{1, 2, 4, 6} {
		r.declare("parking_sancion", named(n), acctest.Values{"sancion_id": id, "observaciones": []any{nil, "Revisada"}[n%2]})
		if n < 2 {
			r.blocks["parking_sancion"][named(n)]["pago"] = acctest.Values{"pago_tipo": 2, "pago_codigo": "TX-S" + named(n)}
		}
	}
	r.through("created", randomFaults(random, settings)...)

	for n := range placas {
		placa := r.blocks["parking_placa"][named(n)]
		placa["electrico"], placa["minusvalido"], placa["tipo_vehiculo_id"] = random.IntN(2) == 0, random.IntN(2) == 0, random.IntN(5)+1
	}
	for n := range favoritas {
		before := r.blocks["parking_zona_favorita"][named(n)]
		to := place(before["cliente_id"])
		if before["tramo_id"] == nil || to["tramo_id"] != nil || to["celda_id"] != nil { // or it would be saved anew, and not moved
			r.declare("parking_zona_favorita", named(n), to)
		}
	}
	for n := range clientes {
		cliente := r.blocks["parking_cliente"][named(n)]
		cliente["apellidos"], cliente["cedula"] = fmt.Sprintf("Apellido %d", random.IntN(1000)), fmt.Sprintf("18%08d", random.IntN(1e8))
	}
	more(placas, placas+3)
	for n := first; n < first+entradas/2; n++ {
		changed := acctest.Values{"electrico": n%2 != 0, "tipo_vehiculo_id": (n+1)%5 + 1}
		fleets[n%2][placaOf(named(n))] = entrada(n).With(changed)
	}
	delete(fleets[0], placaOf(named(first)))
	fleets[1][placaOf(named(first+entradas))] = entrada(first + entradas)
	for n := range reservas {
		if reserva := r.blocks["parking_reserva"][named(n)]; random.IntN(2) == 0 {
			minutos, _ := reserva["minutos"].(int)
			reserva["minutos"] = minutos + 10*(random.IntN(3)+1)
		}
		if n%3 == 1 {
			pay(n)
		}
	}
	r.through("changed", randomFaults(random, settings)...)

	for n := range favoritas / 2 {
		delete(r.blocks["parking_zona_favorita"], named(n))
	}
	// What is paid cannot be cancelled.
	maps.DeleteFunc(r.blocks["parking_reserva"], func(_ string, reserva acctest.Values) bool { return reserva["pago"] == nil })
	r.through("favourites and reservations removed", randomFaults(random, settings)...)

	acctest.Must(t, os.Remove(filepath.Join(r.c.Folder, "terraform.tfstate"))) // as a lost disk does
	r.left = len(r.blocks["parking_reserva"])                                  // which only an import would bring back
	delete(r.blocks, "parking_reserva")
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
			slow := slices.Contains([]sandbox.Kind{sandbox.RetryAfter, sandbox.Status429, sandbox.Delay, sandbox.Trickle}, fault.Kind)
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
