package flota

import (
	"fmt"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// vehiculoServer has one vehicle, created by the provider, and no requests yet.
func vehiculoServer(t *testing.T) (*acctest.Server, *acctest.Proto, acctest.Result) {
	t.Helper()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Placas("AKX0359")
	p := w.Proto(nil)
	created := p.Apply("parking_vehiculo", acctest.Result{}, acctest.DeclaredVehiculo)
	acctest.NoMessages(t, "created", created)
	w.Requests()
	return w, p, created.Later(t)
}

// The service cannot rename a vehicle. So another name is an error of the plan if the configuration changes, and a warning if the service
// has got it since: the rest is planned. A name that is not declared, or not shown, is no difference.
func TestVehiculoRename(t *testing.T) {
	t.Parallel()
	type row struct {
		held, declared any
		says           string
		refused        bool
		name           any // in the plan
	}
	w, p, created := vehiculoServer(t)
	imported := w.Proto(nil)
	for name, before := range map[string]acctest.Result{
		"created": created, "imported": imported.Read("parking_vehiculo", imported.ImportID("parking_vehiculo", "1/AKX0359")),
	} {
		for _, c := range []row{
			{held: "Furgón", declared: "Camión", refused: true, says: `nombre ("Furgón" on the service, "Camión" in the configuration). The service cannot rename a vehicle. Set nombre as`},
			{held: "Otro", declared: "Camión", refused: true, says: `nombre ("Otro" on the service, "Camión" in the configuration)`},
			{held: "Otro", declared: "Furgón", says: `The service has another name: AKX0359: nombre ("Otro" on the service, "Furgón" in the configuration). `, name: "Otro"},
			{held: "Otro", declared: "Otro", name: "Otro"},
			{held: "Otro", name: "Otro"},
			{declared: "Furgón", name: "Furgón"},
		} {
			w.Exec("UPDATE vehiculos SET nombre = ?", c.held)
			read := w.Reread(before)
			planned := w.Proto(nil).Plan("parking_vehiculo", read, acctest.Values{"cliente_id": 1, "placa": "AKX0359", "nombre": c.declared})
			said := acctest.Result{Diags: planned.Diagnostics}
			switch about := name + ", " + fmt.Sprint(c.declared); {
			case c.refused:
				acctest.Expect(t, about, said.Errors(), "nombre: A vehicle cannot be renamed: AKX0359 of client 1")
				acctest.ExpectSays(t, about, said.Errors()[0], c.says)
				continue
			case c.says != "":
				acctest.Expect(t, about, said.Warnings(), "Vehicle renamed on the service: AKX0359 of client 1")
				acctest.ExpectSays(t, about, said.Warnings()[0], c.says)
			default:
				acctest.NoMessages(t, about, said)
			}
			acctest.ExpectSame(t, name, p.Decode(p.Schema.ResourceSchemas["parking_vehiculo"].ValueType(), planned.PlannedState), read.State.With(acctest.Values{"nombre": c.name}))
		}
		w.Exec("UPDATE vehiculos SET nombre = 'Furgón'")
	}
	// An update of something else does not make the service's name the declared one.
	w.Exec("UPDATE vehiculos SET nombre = 'Otro'")
	declared := acctest.Values{"cliente_id": 1, "placa": "AKX0359", "nombre": "Furgón", "timeouts": acctest.Values{"create": "3m", "read": nil}}
	updated := w.Proto(nil).Apply("parking_vehiculo", w.Reread(created), declared)
	acctest.NoErrors(t, "updated", updated)
	said := acctest.Result{Diags: w.Proto(nil).Plan("parking_vehiculo", w.Reread(updated), declared).Diagnostics}
	acctest.Expect(t, "updated", append(said.Errors(), said.Warnings()...), "Vehicle renamed on the service: AKX0359 of client 1")
}

// A refusal says whether the plate is registered.
func TestVehiculoRefusedByTheService(t *testing.T) {
	t.Parallel()
	t.Run("a name that nobody means, not known in the plan", func(t *testing.T) {
		t.Parallel()
		w := acctest.NewServer(t, sandbox.Options{})
		w.Placas("AKX0359")
		refused := w.Proto(nil).ApplyLate("parking_vehiculo", acctest.Result{}, "nombre", acctest.UnknownText, vehicle.With(acctest.Values{"nombre": "#N/A"}))
		acctest.ExpectRefused(t, "error", refused, "nombre: Invalid name of a vehicle: AKX0359 of client 1")
		w.ExpectCount(0, "SELECT COUNT(*) FROM vehiculos")
	})
	for lists, c := range map[int]struct { // in the plan, before, and again where that may tell why
		declared acctest.Values
		said     string
	}{
		2: {acctest.Values{"cliente_id": 1, "placa": "ZZR0033"}, "placa: Plate not registered: ZZR0033 of client 1"},
		3: {acctest.Values{"cliente_id": 99, "placa": "AKX0359"}, "cliente_id: Unable to create vehicle"}, // no such client
	} {
		w := acctest.NewServer(t, sandbox.Options{})
		w.Placas("AKX0359")
		acctest.ExpectRefused(t, "error", w.Proto(nil).Apply("parking_vehiculo", acctest.Result{}, c.declared), c.said)
		w.ExpectRequests(map[string]int{"vehiculos": lists, "registrar_vehiculo": 1, "placa": 2}) // in the plan, and to tell why
	}
}

// What exists is adopted, except under another name. The plan says so, unless it does not know the plate yet.
func TestVehiculoAdoption(t *testing.T) {
	t.Parallel()
	named := acctest.Values{"cliente_id": 1, "placa": "AKX0359", "nombre": "Furgón"}
	unnamed := acctest.Values{"cliente_id": 1, "placa": "AKX0359"}
	for _, c := range []struct {
		name     string
		over     bool // overwrite_existing
		existing any
		declared acctest.Values
		failure  string
	}{
		{"same", false, "Furgón", named, ""},
		{"name not declared", false, "Otro", unnamed, ""},
		{"no name at all", false, nil, unnamed, ""},
		{"differs", false, "Otro", named, "nombre: Vehicle already exists under another name: AKX0359 of client 1"},
		{"has no name", false, nil, named, "nombre: Vehicle already exists under another name: AKX0359 of client 1"},
		{"overwrite, same", true, "Furgón", named, ""},
		{"overwrite, differs", true, "Otro", named, "nombre: Vehicle already exists under another name: AKX0359 of client 1"},
	} {
		for _, way := range []string{"planned", "not known in the plan"} {
			t.Run(c.name+", "+way, func(t *testing.T) {
				t.Parallel()
				w := acctest.NewServer(t, sandbox.Options{AcceptDuplicates: true})
				w.Placas("AKX0359")
				w.Exec("INSERT INTO vehiculos (nombre, placa, cliente_id, favorito) VALUES (?, 'AKX0359', 1, 1)", c.existing)
				p := w.Proto(acctest.Values{"overwrite_existing": c.over})
				var created acctest.Result
				var warnings []string
				if way == "planned" {
					created = p.Apply("parking_vehiculo", acctest.Result{}, c.declared)
				} else {
					created = p.ApplyLate("parking_vehiculo", acctest.Result{}, "placa", acctest.UnknownText, c.declared)
					warnings = []string{"Existing vehicle adopted: AKX0359 of client 1"}
				}
				w.ExpectRequests(map[string]int{"vehiculos": 1}) // what the plan finds needs no look of the creation
				if c.failure != "" {
					acctest.ExpectRefused(t, "error", created, c.failure)
					return
				}
				acctest.NoErrors(t, "created", created)
				acctest.Expect(t, "warning", created.Warnings(), warnings...)
				if way == "planned" {
					acctest.Expect(t, "planned", created.PlanWarnings(), "Vehicle already exists: AKX0359 of client 1")
				}
				want := acctest.Values{"id": 1, "cliente_id": 1, "placa": "AKX0359", "nombre": c.existing, "activado": true, "favorito": true, "timeouts": nil}
				acctest.ExpectSame(t, "created", created.State, want)
				acctest.ExpectSame(t, "state changes on a second apply", p.Apply("parking_vehiculo", p.Read("parking_vehiculo", created), c.declared).State, created.State)
			})
		}
	}
}
