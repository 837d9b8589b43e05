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
	w := serverOf(t, "AKX0359")
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
	const cannot = "nombre: A vehicle cannot be renamed: AKX0359 of client 1"
	const renamed = "Vehicle renamed on the service: AKX0359 of client 1"
	w, _, created := vehiculoServer(t)
	p := w.Proto(nil)
	imported := p.Read("parking_vehiculo", p.ImportID("parking_vehiculo", "1/AKX0359"))
	type row struct {
		held, declared any
		head, says     string
		planned        any // the name
	}
	for _, c := range []row{
		{held: "Furgón", declared: "Camión", head: cannot, says: `nombre ("Furgón" on the service, "Camión" in the configuration). The`},
		{held: "Otro", declared: "Camión", head: cannot, says: `nombre ("Otro" on the service, "Camión" in the configuration)`},
		{held: "Otro", declared: "Furgón", head: renamed, planned: "Otro",
			says: `The service has another name: AKX0359 ("Otro" on the service, "Furgón" before). `},
		{held: "Otro", declared: "Otro", planned: "Otro"},
		{held: "Otro", planned: "Otro"},
		{declared: "Furgón", planned: "Furgón"},
	} {
		w.Exec("UPDATE vehiculos SET nombre = ?", c.held)
		for name, before := range map[string]acctest.Result{"created": created, "imported": imported} {
			what := fmt.Sprint(name, ", ", c.held, ", declared ", c.declared)
			read := w.Reread(before)
			plan := planOf(w.Proto(nil), "parking_vehiculo", read, declare("vehiculo", "AKX0359", c.declared))
			if c.head == "" {
				acctest.NoMessages(t, what, plan)
			} else {
				acctest.Expect(t, what, saidBy(plan), c.head)
				acctest.ExpectSays(t, what, first(plan), c.says)
			}
			if c.head != cannot {
				acctest.ExpectWarned(t, what, plan, read.State.With(acctest.Values{"nombre": c.planned}))
			}
		}
	}
	// An update of something else does not make the service's name the declared one.
	w.Exec("UPDATE vehiculos SET nombre = 'Otro'")
	declared := acctest.DeclaredVehiculo.With(acctest.Values{"timeouts": acctest.Values{"create": "3m", "read": nil}})
	updated := w.Proto(nil).Apply("parking_vehiculo", w.Reread(created), declared)
	acctest.NoErrors(t, "updated", updated)
	acctest.Expect(t, "updated", saidBy(planOf(w.Proto(nil), "parking_vehiculo", w.Reread(updated), declared)), renamed)
	// A name that is known in the apply only is compared then.
	other := declare("vehiculo", "AKX0359", "Camión")
	late := w.Proto(nil).ApplyLate("parking_vehiculo", created, "nombre", acctest.UnknownText, other)
	acctest.Expect(t, "another name after all", late.Errors(), cannot)
}

// A refusal says whether the plate is registered. A name that nobody means is refused also if the plan did not know it.
func TestVehiculoRefusedByTheService(t *testing.T) {
	t.Parallel()
	type row struct {
		declared acctest.Values
		says     string
		lists    int // in the plan, before, and again if that may tell why
	}
	for _, c := range []row{
		{declared: declare("vehiculo", "ZZR0033", nil), says: "placa: Plate not registered: ZZR0033 of client 1", lists: 2},
		{declared: vehicle.With(acctest.Values{"cliente_id": 99}), says: "cliente_id: Unable to create vehicle", lists: 3},
	} {
		w := serverOf(t, "AKX0359")
		acctest.ExpectRefused(t, "error", w.Proto(nil).Apply("parking_vehiculo", acctest.Result{}, c.declared), c.says)
		w.ExpectRequests(map[string]int{"vehiculos": c.lists, "registrar_vehiculo": 1, "placa": 2}) // in the plan, and to tell why
	}
	w := serverOf(t, "AKX0359")
	odd := declare("vehiculo", "AKX0359", "#N/A")
	refused := w.Proto(nil).ApplyLate("parking_vehiculo", acctest.Result{}, "nombre", acctest.UnknownText, odd)
	acctest.ExpectRefused(t, "error", refused, "nombre: Invalid name of a vehicle: AKX0359 of client 1")
	w.ExpectCount(0, "SELECT COUNT(*) FROM vehiculos")
}

// What exists is adopted, except under another name, also if the plan did not know the plate.
func TestVehiculoAdoption(t *testing.T) {
	t.Parallel()
	type row struct {
		over             bool // overwrite_existing
		existing, nombre any
		differs          bool
	}
	acctest.Each(t, map[string]row{
		"same":               {existing: "Furgón", nombre: "Furgón"},
		"name not declared":  {existing: "Otro"},
		"no name at all":     {},
		"has no name":        {nombre: "Furgón", differs: true},
		"overwrite, differs": {over: true, existing: "Otro", nombre: "Furgón", differs: true},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{AcceptDuplicates: true})
		w.Placas("AKX0359")
		w.Exec("INSERT INTO vehiculos (nombre, placa, cliente_id, favorito) VALUES (?, 'AKX0359', 1, 1)", c.existing)
		p, declared := w.Proto(acctest.Values{"overwrite_existing": c.over}), declare("vehiculo", "AKX0359", c.nombre)
		created := p.ApplyLate("parking_vehiculo", acctest.Result{}, "placa", acctest.UnknownText, declared)
		w.ExpectRequests(map[string]int{"vehiculos": 1})
		if c.differs {
			acctest.ExpectRefused(t, "error", created, "nombre: Vehicle already exists under another name: AKX0359 of client 1")
			return
		}
		acctest.Expect(t, "created", saidBy(created), "Existing vehicle adopted: AKX0359 of client 1")
		acctest.ExpectSame(t, "created", created.State, vehicle.With(acctest.Values{
			"id": 1, "nombre": c.existing, "activado": true, "favorito": true, "timeouts": nil}))
		again := p.Apply("parking_vehiculo", p.Read("parking_vehiculo", created), declared)
		acctest.ExpectWhole(t, "state changes on a second apply", again, created.State)
	})
}
