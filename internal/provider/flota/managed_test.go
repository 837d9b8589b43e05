package flota

import (
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/framework"
)

// Whichever of two blocks is read or planned last warns that a plate gets a second client or a second spelling.
func TestClashes(t *testing.T) {
	t.Parallel()
	type block struct {
		typeName string
		config   acctest.Values
		there    bool // it was applied before
	}
	links := func(typeName, placa string, clienteID int, there bool) block {
		config := acctest.Values{"cliente_id": clienteID, "placa": placa}
		if typeName == "parking_flota" {
			config = acctest.Values{"cliente_id": clienteID, "vehiculos": acctest.Values{placa: acctest.Car(nil), "FLB0001": acctest.Car(nil)}}
		}
		return block{typeName, config, there}
	}
	const vehicle, fleet = "parking_vehiculo", "parking_flota"
	alone := func(placa string) block {
		return block{"parking_placa", plate.With(acctest.Values{"placa": placa}), false}
	}
	const secondOfVehicle, secondOfFleet = "Vehicle AKX0359 gets a second client", "vehiculos: Vehicles get a second client"
	acctest.Each(t, map[string]struct {
		one, other block
		clash      []string // what either order says, of which the last block says the one for its own type
	}{
		"vehicle and vehicle":      {links(vehicle, "AKX0359", 1, true), links(vehicle, "AKX0359", 2, false), []string{secondOfVehicle}},
		"two new vehicles":         {links(vehicle, "AKX0359", 1, false), links(vehicle, "AKX0359", 2, false), []string{secondOfVehicle}},
		"vehicle and fleet":        {links(vehicle, "AKX0359", 1, true), links(fleet, "AKX0359", 2, false), []string{secondOfVehicle, secondOfFleet + " (1)"}},
		"fleet and vehicle":        {links(fleet, "AKX0359", 1, true), links(vehicle, "AKX0359", 2, false), []string{secondOfVehicle, secondOfFleet + " (1)"}},
		"fleet and fleet":          {links(fleet, "AKX0359", 1, true), links(fleet, "AKX0359", 2, false), []string{secondOfFleet + " (2)"}},
		"two new fleets":           {links(fleet, "AKX0359", 1, false), links(fleet, "AKX0359", 2, false), []string{secondOfFleet + " (2)"}},
		"both there":               {links(vehicle, "AKX0359", 1, true), links(fleet, "AKX0359", 2, true), nil},
		"one client":               {links(vehicle, "AKX0359", 1, true), links(fleet, "AKX0359", 1, false), nil},
		"a plate and a vehicle":    {alone("AKX0359"), links(vehicle, "AKX0359", 1, false), nil},
		"two plates":               {alone("AKX0359"), alone("AKX-0359"), []string{"Plate AKX0359 has two spellings"}},
		"a plate and another's":    {alone("AKX-0359"), links(vehicle, "AKX0359", 1, true), []string{"Plate AKX0359 has two spellings"}},
		"a plate and a fleet":      {alone("AKX-0359"), links(fleet, "AKX0359", 1, false), []string{"Plate AKX0359 has two spellings", "vehiculos: Plates have two spellings (1)"}},
		"a client that is unknown": {links(vehicle, "AKX0359", 1, true), block{vehicle, acctest.Values{"cliente_id": acctest.UnknownNumber, "placa": "AKX0359"}, false}, nil},
	}, func(t *testing.T, c struct {
		one, other block
		clash      []string
	}) {
		w := looksServer(t)
		w.Placas("AKX0359", "FLB0001", "CLI0003")
		w.Exec("INSERT INTO vehiculos (placa, cliente_id) VALUES ('CLI0003', 2)") // a client of which something was seen
		was := map[bool]acctest.Result{}
		for first, b := range map[bool]block{true: c.one, false: c.other} {
			if b.there {
				was[first] = w.Proto(nil).Apply(b.typeName, acctest.Result{}, b.config)
				acctest.NoErrors(t, "applied before", was[first])
			}
		}
		for _, order := range [][]bool{{true, false}, {false, true}} {
			p := w.Proto(acctest.Values{"plan_lookups": false})
			for i, first := range order {
				b := map[bool]block{true: c.one, false: c.other}[first]
				var read acctest.Result
				if b.there { // Terraform refreshes a block, and then plans it
					read = p.Read(b.typeName, was[first])
				}
				var said, want []string
				for _, text := range append(read.Warnings(), p.PlanWarnings(b.typeName, read, b.config)...) {
					if strings.Contains(text, "second client") || strings.Contains(text, "two spellings") {
						said = append(said, text)
					}
				}
				for _, text := range c.clash {
					if i == 1 && (len(c.clash) == 1 || (b.typeName == fleet) == (text[:3] == "veh")) {
						want = append(want, text)
					}
				}
				acctest.Expect(t, b.typeName, said, want...)
			}
		}
	})
}

// A vehicle that another block for another client exchanges with is told by both blocks, and a replacement only by its own warning.
func TestClashesOfExchange(t *testing.T) {
	t.Parallel()
	w := looksServer(t)
	w.Placas("AKX0359", "AKX0360")
	one, other := acctest.Values{"cliente_id": 1, "placa": "AKX0359"}, acctest.Values{"cliente_id": 2, "placa": "AKX0360"}
	a, b := w.Proto(nil).Apply("parking_vehiculo", acctest.Result{}, one), w.Proto(nil).Apply("parking_vehiculo", acctest.Result{}, other)
	p := w.Proto(nil)
	acctest.Expect(t, "first", p.PlanWarnings("parking_vehiculo", a, one.With(acctest.Values{"placa": "AKX0360"})), "Vehicles stay on the service", "Plate AKX0360 is already registered")
	acctest.Expect(t, "second", p.PlanWarnings("parking_vehiculo", b, other.With(acctest.Values{"placa": "AKX0359"})),
		"Vehicle AKX0360 gets a second client", "Vehicle AKX0359 gets a second client")
}

// What was planned and is there now was created: it clashes with nothing that is there. What a plan told of a plate stays told when
// the apply plans it again.
func TestManagedPlatesOfOneProcess(t *testing.T) {
	t.Parallel()
	var s framework.Service
	plates := framework.Shared[managedPlates](&s)
	plates.note(managedPlate{placa: "AKX0359", clienteID: 1, planned: true, looked: true})
	plates.note(managedPlate{placa: "AKX0359", clienteID: 1, planned: true})
	if !isManaged(&s, "AKX-0359") {
		t.Error("planned again, the plate is looked up again")
	}
	plates.note(managedPlate{placa: "AKX0359", clienteID: 1})
	if found := plates.note(managedPlate{placa: "AKX0359", clienteID: 2}); found != (clashes{}) {
		t.Errorf("two links that are there clash: %+v", found)
	}
	if found := plates.note(managedPlate{placa: "AKX-0359", clienteID: 3, planned: true}); found.cliente == 0 || found.spelled != "AKX0359" {
		t.Errorf("a third one does not clash: %+v", found)
	}
}
