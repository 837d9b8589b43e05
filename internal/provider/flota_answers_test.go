package provider

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-log/tflogtest"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How parking_flota takes what the service answers, or fails to answer.

// noSuchType is an entry that the service refuses.
var noSuchType = car(nil).with(values{"tipo_vehiculo_id": 99})

// flotaWorld has a fleet of two, created by the provider, and no requests yet. The
// provider that it gives is that of the next walk, which remembers nothing.
func flotaWorld(t *testing.T, settings values) (*world, *proto, result, values) {
	t.Helper()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(settings)
	declared := values{"FLA0001": car("Uno"), "FLA0002": car(nil)}
	created := p.apply("parking_flota", result{}, fleetOf(declared))
	if len(created.diags) > 0 {
		t.Fatal(created.errors(), created.warnings())
	}
	want := map[string]int{"registrar_placa": 2, "vehiculos": 1, "registrar_vehiculo": 2}
	if settings["adopt_existing"] == "never" {
		want["placa"] = 2 // looked for before
	}
	w.expectRequests(want)
	return w, w.proto(settings), created, declared
}

// plannedFlota plans and gives the planned state, which must come without errors.
func plannedFlota(p *proto, prior result, config values) values {
	p.t.Helper()
	planned := p.plan("parking_flota", prior, config)
	if len(errorsOf(planned.Diagnostics)) > 0 {
		p.t.Fatal(errorsOf(planned.Diagnostics))
	}
	return p.decode(p.schema.ResourceSchemas["parking_flota"].ValueType(), planned.PlannedState)
}

// One entry that the service refuses stops nothing else, and the next run asks
// for that one alone.
func TestFlotaOneBadEntry(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	entries := values{"FLA0001": car("Uno"), "FLA0002": noSuchType, "FLA0003": car(nil)}
	created := p.apply("parking_flota", result{}, fleetOf(entries))
	if len(created.errors()) > 0 {
		t.Fatal("an error taints the fleet:", created.errors())
	}
	expect(t, "warning", created.warnings(), "Vehicles not in place (1)", "Of the 3 vehicles of client 1", "FLA0002", "pendientes")
	pending, _ := created.state["pendientes"].(values)
	if why, _ := pending["FLA0002"].(string); len(pending) != 1 || !strings.Contains(why, "The service refuses tipo_vehiculo_id = 99 of plate") {
		t.Errorf("pending: %v", pending)
	}
	if created.entry("vehiculo_ids", "FLA0002") != nil || created.entry("vehiculo_ids", "FLA0001") == nil || created.entry("vehiculo_ids", "FLA0003") == nil {
		t.Errorf("identifiers: %v", created.state["vehiculo_ids"])
	}
	w.requests()

	read := p.read("parking_flota", created)
	expectSame(t, "a refresh", read.state, created.state)
	plan := plannedFlota(p, read, fleetOf(entries))
	ids, _ := plan["vehiculo_ids"].(values)
	if !isUnknown(plan["pendientes"]) || !isUnknown(ids["FLA0002"]) || ids["FLA0001"] != created.entry("vehiculo_ids", "FLA0001") {
		t.Errorf("the next plan does not try it again, and it alone: %v", plan)
	}
	w.requests()
	again := p.apply("parking_flota", read, fleetOf(entries))
	expectSame(t, "tried again", again.state, created.state)
	w.expectRequests(map[string]int{"registrar_placa": 1, "placa": 1}) // why it is refused is looked for

	entries["FLA0002"] = car(nil)
	mended := p.apply("parking_flota", again, fleetOf(entries))
	if len(mended.diags) > 0 || mended.entry("vehiculo_ids", "FLA0002") == nil || !reflect.DeepEqual(mended.state["pendientes"], values{}) {
		t.Error(mended.errors(), mended.warnings(), mended.state)
	}
	w.expectRequests(map[string]int{"registrar_placa": 1, "registrar_vehiculo": 1}) // the listing is known
}

// A bad entry that is taken out leaves nothing to do, and nothing pending.
func TestFlotaBadEntryTakenOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	created := p.apply("parking_flota", result{}, fleetOf(values{"FLA0001": car(nil), "FLA0002": noSuchType}))
	w.requests()
	left := fleetOf(values{"FLA0001": car(nil)})
	plan := plannedFlota(p, created, left)
	updated := p.apply("parking_flota", created, left)
	if len(updated.diags) > 0 || !reflect.DeepEqual(plan["pendientes"], values{}) || !reflect.DeepEqual(updated.state["pendientes"], values{}) {
		t.Errorf("planned %v, applied %v; %v", plan["pendientes"], updated.state["pendientes"], updated.warnings())
	}
	w.expectRequests(map[string]int{})
}

// Nothing was made, so there is an error and no state.
func TestFlotaAllBad(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	created := w.proto(nil).apply("parking_flota", result{}, fleetOf(values{"FLA0001": noSuchType, "FLA0002": noSuchType}))
	expect(t, "error", created.errors(), "Unable to create fleet", "None of the 2 vehicles of client 1", "FLA0001", "tipo_vehiculo_id")
	if created.state != nil {
		t.Errorf("in the state: %v", created.state)
	}
	refused := w.proto(nil)
	w.answer(func(*http.Request) http.HandlerFunc { return body(401, `{"estado":"fail","error":"No autorizado"}`) })
	created = refused.apply("parking_flota", result{}, fleetOf(values{"FLA0001": car(nil), "FLA0002": car(nil)}))
	expect(t, "error", created.errors(), "Unable to create fleet", "refuses the credential")
	if created.state != nil {
		t.Errorf("in the state: %v", created.state)
	}
}

// A plate that this fleet registered is its own ever after, also where nothing
// may be adopted: only the link is made up for.
func TestFlotaPlateWithoutLink(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"identical", "never"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			p := w.proto(values{"adopt_existing": mode})
			w.box.Inject(sandbox.Fault{Key: "registrar_vehiculo", Kind: sandbox.Status500, When: sandbox.Before})
			declared := fleetOf(values{"FLA0001": car(nil)})
			created := p.apply("parking_flota", result{}, declared)
			expect(t, "warning", created.warnings(), "Vehicles not in place (1)", "The one vehicle of this fleet of client 1 is not as declared: FLA0001.", "HTTP 500")
			if created.state == nil || len(created.errors()) > 0 || w.count("SELECT COUNT(*) FROM placas WHERE placa = 'FLA0001'") != 1 {
				t.Fatal(created.errors(), created.state)
			}
			w.box.ClearFaults()
			w.requests()
			// Another type by now: the plate is changed, as one that is in place.
			declared = fleetOf(values{"FLA0001": car(nil).with(values{"tipo_vehiculo_id": 3})})
			again := w.proto(values{"adopt_existing": mode}).apply("parking_flota", p.read("parking_flota", created), declared)
			if len(again.diags) > 0 || again.entry("vehiculo_ids", "FLA0001") == nil {
				t.Error(again.errors(), again.warnings(), again.state)
			}
			w.expectRequests(map[string]int{"actualizar_placa": 1, "vehiculos": 2, "registrar_vehiculo": 1}) // another run may have linked it meanwhile
			if w.count("SELECT tipo_vehiculo_id FROM placas WHERE placa = 'FLA0001'") != 3 {
				t.Error("the plate was not changed")
			}
		})
	}
}

// The same for a vehicle that vanished: the plate that stayed is not somebody else's.
func TestFlotaVehicleGone(t *testing.T) {
	t.Parallel()
	for _, gone := range []string{"DELETE FROM vehiculos WHERE placa = 'FLA0001'", "DELETE FROM placas WHERE placa = 'FLA0001'",
		"UPDATE vehiculos SET cliente_id = 2 WHERE placa = 'FLA0001'"} {
		t.Run(gone, func(t *testing.T) {
			t.Parallel()
			w, p, created, declared := flotaWorld(t, values{"adopt_existing": "never"})
			w.exec(gone)
			read := p.read("parking_flota", created)
			if len(read.diags) > 0 || read.entry("vehiculos", "FLA0001") != nil || !reflect.DeepEqual(read.entry("vehiculos", "FLA0002"), created.entry("vehiculos", "FLA0002")) || read.entry("vehiculo_ids", "FLA0002") == nil {
				t.Fatal(read.errors(), read.state)
			}
			plan := plannedFlota(p, read, fleetOf(declared))
			ids, _ := plan["vehiculo_ids"].(values)
			if !isUnknown(ids["FLA0001"]) || isUnknown(ids["FLA0002"]) {
				t.Errorf("planned identifiers: %v", ids)
			}
			again := w.proto(values{"adopt_existing": "never"}).apply("parking_flota", read, fleetOf(declared))
			if len(again.diags) > 0 || again.entry("vehiculo_ids", "FLA0001") == nil {
				t.Error(again.errors(), again.warnings(), again.state)
			}
			if n := w.count("SELECT COUNT(*) FROM vehiculos WHERE placa = 'FLA0001' AND cliente_id = 1"); n != 1 {
				t.Errorf("%d vehicles", n)
			}
		})
	}
}

// Without evidence nothing is gone, and a read that fails is an error that leaves
// the state alone and stops the others.
func TestFlotaReadFails(t *testing.T) {
	t.Parallel()
	w, _, created, _ := flotaWorld(t, nil)
	for name, routes := range map[string]map[string]http.HandlerFunc{
		"the listing fails":   {"GET /external/vehiculos": body(500, `{"estado":"fail","error":"No existe"}`)},
		"the listing is HTML": {"GET /external/vehiculos": body(200, `<html>`)},
		"another client's":    {"GET /external/vehiculos": vehiculosPage(`{"id":9,"cliente_id":2,"placa":"FLA0001"}`)},
		"a plate fails":       {"GET /external/placa/FLA0001": body(500, `{"estado":"fail","error":"La placa no existe"}`)},
		"all plates fail":     {"GET /external/placa/FLA0001": body(401, `{}`), "GET /external/placa/FLA0002": body(401, `{}`)},
		"not listed, and the direct read fails": {"GET /external/vehiculos": body(200, noVehiculos),
			"GET /external/vehiculo/1": body(500, ``), "GET /external/vehiculo/2": body(500, ``)},
	} {
		w.answer(on(routes))
		read := w.proto(nil).read("parking_flota", created)
		if len(read.errors()) != 1 {
			t.Errorf("%s: %q", name, read.errors())
		}
		expectSame(t, name, read.state, created.state)
	}
	w.answer(on(map[string]http.HandlerFunc{"GET /external/vehiculos": body(200, noVehiculos)}))
	stays := w.proto(nil).read("parking_flota", created)
	expectSame(t, "not listed, and there", stays.state, created.state)
}

// A service that fails is not asked for all the plates of a fleet.
func TestFlotaReadFailsSoon(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(values{"max_concurrency": 2})
	entries := values{}
	for n := range 60 {
		entries[fmt.Sprintf("FLA%04d", n)] = car(nil)
	}
	created := p.apply("parking_flota", result{}, fleetOf(entries))
	var asked atomic.Int32
	w.answer(func(r *http.Request) http.HandlerFunc {
		if !strings.HasPrefix(r.URL.Path, "/external/placa/") {
			return nil
		}
		asked.Add(1)
		return body(500, `{"estado":"fail","error":"base de datos"}`)
	})
	expect(t, "error", p.read("parking_flota", created).errors(), "Unable to read plate", "base de datos")
	if n := asked.Load(); n > 10 {
		t.Errorf("asked for %d plates", n)
	}
}

// A link that was made anew behind Terraform's back is the vehicle now.
func TestFlotaVehicleUnderAnotherID(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaWorld(t, nil)
	w.exec("UPDATE vehiculos SET id = 77 WHERE placa = 'FLA0001'")
	read := p.read("parking_flota", created)
	if read.entry("vehiculo_ids", "FLA0001") != 77 || len(read.diags) > 0 {
		t.Error(read.state, read.errors())
	}
	expectSame(t, "planned", plannedFlota(p, read, fleetOf(declared)), read.state)
}

// Drift shows in the entry that drifted, in the attribute that drifted.
func TestFlotaDrift(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaWorld(t, nil)
	w.exec("UPDATE placas SET tipo_vehiculo_id = 3, marca = 'Kia' WHERE placa = 'FLA0002'")
	w.exec("UPDATE vehiculos SET nombre = 'Otro', favorito = 1 WHERE placa = 'FLA0002'") // its name is not managed
	read := p.read("parking_flota", created)
	want := created.state.with(values{"vehiculos": values{"FLA0001": car("Uno"), "FLA0002": car(nil).with(values{"tipo_vehiculo_id": 3})}})
	expectSame(t, "read", read.state, want)
	w.requests()
	healed := p.apply("parking_flota", read, fleetOf(declared))
	w.expectRequests(map[string]int{"actualizar_placa": 1})
	expectSame(t, "healed", healed.state, created.state)
	if len(healed.diags) > 0 || w.count("SELECT tipo_vehiculo_id FROM placas WHERE placa = 'FLA0002'") != 1 {
		t.Error(healed.errors(), healed.warnings())
	}
}

// null and false are one, and a name that is not declared is whatever there is:
// neither is a difference. Writing it so is adopted without a request; after an
// import, which could not know how it is written, it is no change at all.
func TestFlotaWrittenAnotherWay(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaWorld(t, nil)
	imported := p.read("parking_flota", p.importID("parking_flota", "1"))
	w.requests()
	for name, changed := range map[string]values{
		"flags":    {"FLA0001": car("Uno").with(values{"electrico": nil, "minusvalido": false}), "FLA0002": car(nil).with(values{"electrico": nil})},
		"name":     {"FLA0001": car(nil), "FLA0002": car(nil)},
		"the same": declared,
	} {
		want := created.state.with(values{"vehiculos": changed})
		expectSame(t, name, plannedFlota(p, created, fleetOf(changed)), want)
		written := p.apply("parking_flota", created, fleetOf(changed))
		if len(written.diags) > 0 {
			t.Error(name, written.errors(), written.warnings())
		}
		expectSame(t, name+", applied", written.state, want)

		expectSame(t, name+", imported", plannedFlota(p, imported, fleetOf(changed)), imported.state)
		more := changed.with(values{"FLA0003": car(nil)})
		added := p.apply("parking_flota", imported, fleetOf(more))
		again := more.with(values{"FLA0003": car(nil).with(values{"electrico": nil})})
		planned := plannedFlota(p, added, fleetOf(again))
		if !reflect.DeepEqual(added.state["vehiculos"], more) || !reflect.DeepEqual(planned["vehiculos"], again) {
			t.Errorf("%s: changed after the import to %v, and then to %v", name, added.state, planned)
		}
		w.exec("DELETE FROM vehiculos WHERE placa = 'FLA0003'")
		w.exec("DELETE FROM placas WHERE placa = 'FLA0003'")
		w.requests()
		p = w.proto(nil)
	}
	// A flag that is not known yet may be any.
	unknown := values{"FLA0001": car("Uno").with(values{"electrico": tftypes.NewValue(tftypes.Bool, tftypes.UnknownValue)}), "FLA0002": car(nil)}
	if plan := plannedFlota(p, created, fleetOf(unknown)); !isUnknown(plan["pendientes"]) || isUnknown(plan["vehiculo_ids"]) {
		t.Errorf("planned %v", plan)
	}
	w.expectRequests(map[string]int{})
}

// A change that fails is pending, and sent again although the state has it as
// declared.
func TestFlotaChangeFails(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaWorld(t, values{"refresh_max_age": "1h"})
	w.box.Inject(sandbox.Fault{Key: "actualizar_placa", Kind: sandbox.Status500, When: sandbox.Before})
	declared["FLA0001"] = car("Uno").with(values{"electrico": true})
	failed := p.apply("parking_flota", created, fleetOf(declared))
	expect(t, "warning", failed.warnings(), "Vehicles not in place (1)", "FLA0001", "HTTP 500")
	if failed.entry("pendientes", "FLA0001") == nil || failed.entry("vehiculo_ids", "FLA0001") == nil {
		t.Fatal(failed.state)
	}
	w.box.ClearFaults()
	w.requests()
	read := p.read("parking_flota", failed)
	w.expectRequests(map[string]int{}) // fresh
	again := p.apply("parking_flota", read, fleetOf(declared))
	if len(again.diags) > 0 || w.count("SELECT electrico FROM placas WHERE placa = 'FLA0001'") != 1 {
		t.Error(again.errors(), again.warnings())
	}
	w.expectRequests(map[string]int{"actualizar_placa": 1, "vehiculos": 1}) // the name was not sure either
}

func TestFlotaRename(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaWorld(t, nil)
	refused := p.plan("parking_flota", created, fleetOf(values{"FLA0001": car("Otro"), "FLA0002": car(nil)}))
	expect(t, "error", errorsOf(refused.Diagnostics), `ElementKeyString("FLA0001").AttributeName("nombre")`, "A vehicle cannot be renamed", `"Uno"`, `"Otro"`)
	w.expectRequests(map[string]int{})

	// A name that was not managed is compared with the service's.
	w.exec("UPDATE vehiculos SET nombre = 'Dos' WHERE placa = 'FLA0002'")
	declared["FLA0002"] = car("Tres")
	pending := p.apply("parking_flota", created, fleetOf(declared))
	expect(t, "warning", pending.warnings(), "Vehicles not in place (1)", "FLA0002", "no operation to rename a vehicle", `Declare nombre = "Dos".`, `"Tres"`)
	declared["FLA0002"] = car("Dos")
	w.requests()
	if named := p.apply("parking_flota", created, fleetOf(declared)); len(named.diags) > 0 || !reflect.DeepEqual(named.state["pendientes"], values{}) {
		t.Error(named.errors(), named.warnings())
	}
	w.expectRequests(map[string]int{"vehiculos": 1}) // the plate is as it was
}

// Entries that are added and taken out: one request more for each that is new,
// none for the others, and one warning that names all that are forgotten.
func TestFlotaEntriesAddedAndTakenOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	many := values{}
	for n := range 30 {
		many[fmt.Sprintf("FLA%04d", n)] = car(nil)
	}
	created := p.apply("parking_flota", result{}, fleetOf(many))
	w.requests()
	changed := p.apply("parking_flota", created, fleetOf(values{"FLA0000": car(nil), "FLB0001": car("Nuevo")}))
	expect(t, "warning", changed.warnings(), "Vehicles stay on the service (29)", "FLA0001", "FLA0015", "FLA0029", "client 1")
	w.expectRequests(map[string]int{"registrar_placa": 1, "registrar_vehiculo": 1}) // the listing is known
	ids, _ := changed.state["vehiculo_ids"].(values)
	if len(ids) != 2 || ids["FLA0000"] != created.entry("vehiculo_ids", "FLA0000") || ids["FLB0001"] == nil {
		t.Errorf("identifiers: %v", ids)
	}
	destroyed := p.apply("parking_flota", changed, nil)
	expect(t, "warning", destroyed.warnings(), "Fleet stays on the service", "2 vehicles of client 1", "FLA0000, FLB0001")
	w.expectRequests(map[string]int{})
	if w.count("SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'FL%'") != 31 {
		t.Error("vehicles are gone")
	}
}

// Lost answers inside a fleet are recovered from as in the single resources, and
// nothing is made twice.
func TestFlotaAnswersLost(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"identical", "never"} {
		for _, fault := range []sandbox.Fault{
			{Kind: sandbox.Drop, When: sandbox.After}, {Kind: sandbox.Drop, When: sandbox.Before}, {Kind: sandbox.Truncated}, {Kind: sandbox.Status500, When: sandbox.After},
			{Kind: sandbox.Drop, When: sandbox.Late, Delay: 30 * time.Millisecond},
		} {
			t.Run(fmt.Sprint(mode, fault.Kind, fault.When), func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, sandbox.Options{AcceptDuplicates: true})
				for _, operation := range []string{"registrar_placa", "registrar_vehiculo"} {
					fault.Key, fault.Times = operation, 5
					w.box.Inject(fault)
				}
				p := w.proto(values{"max_retries": 6, "adopt_existing": mode})
				entries := values{}
				for n := range 10 {
					entries[fmt.Sprintf("FLA%04d", n)] = car(fmt.Sprint("Nº ", n))
				}
				created := p.apply("parking_flota", result{}, fleetOf(entries))
				if len(created.errors()) > 0 || !reflect.DeepEqual(created.state["pendientes"], values{}) {
					t.Error(created.errors(), created.state["pendientes"])
				}
				expectSame(t, "planned", plannedFlota(p, p.read("parking_flota", created), fleetOf(entries)), created.state)
				if n := w.count("SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'FLA%'"); n != 10 {
					t.Errorf("%d vehicles", n)
				}
			})
		}
	}
}

// A vehicle that was accepted without a record and that no listing shows yet is
// not linked again, by no run, and found as soon as it shows.
func TestFlotaAcceptedAndNotListedYet(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"identical", "never"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{AcceptDuplicates: true})
			w.answer(on(map[string]http.HandlerFunc{
				"POST /external/vehiculo": w.carriedOut(`{"estado":"ok","data":{"message":"hecho"}}`),
				"GET /external/vehiculos": body(200, noVehiculos),
			}))
			settings, declared := values{"adopt_existing": mode}, fleetOf(values{"FLA0001": car("Uno")})
			created := w.proto(settings).apply("parking_flota", result{}, declared)
			if len(created.errors()) > 0 || created.entry("pendientes", "FLA0001") == nil {
				t.Fatal(created.errors(), created.state)
			}
			p := w.proto(settings)
			again := p.apply("parking_flota", p.read("parking_flota", created), declared)
			if why, _ := again.entry("pendientes", "FLA0001").(string); !strings.Contains(why, "not linked again") {
				t.Errorf("pending: %q", why)
			}
			w.answer(nil)
			p = w.proto(settings)
			seen := p.apply("parking_flota", p.read("parking_flota", again), declared)
			if seen.entry("vehiculo_ids", "FLA0001") == nil || len(seen.diags) > 0 {
				t.Error(seen.state, seen.warnings())
			}
			if n := w.count("SELECT COUNT(*) FROM vehiculos WHERE placa = 'FLA0001'"); n != 1 {
				t.Errorf("%d vehicles", n)
			}
		})
	}
}

func TestFlotaAdoption(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode     string
		warnings []string
		pending  map[string]string
	}{
		{"identical", []string{"Existing plate adopted (1)", "Existing vehicle adopted (1)", "Vehicles not in place (1)"}, map[string]string{"FLA0002": "tipo_vehiculo_id is 2, declared is 1"}},
		{"update", []string{"Existing plate adopted (1)", "Existing plate adopted and changed (1)", "Existing vehicle adopted (1)"}, nil},
		{"never", []string{"Vehicles not in place (2)"}, map[string]string{"FLA0001": "adopt_existing is never", "FLA0002": "adopt_existing is never"}},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			w.placas("FLA0001")
			w.exec("INSERT INTO placas (placa, tipo_vehiculo_id) VALUES ('FLA0002', 2)")
			w.exec("INSERT INTO vehiculos (nombre, placa, cliente_id) VALUES ('Uno', 'FLA0001', 1)")
			p := w.proto(values{"adopt_existing": c.mode})
			declared := fleetOf(values{"FLA0001": car("Uno"), "FLA0002": car(nil), "FLA0003": car(nil)})
			created := p.apply("parking_flota", result{}, declared)
			warnings := created.warnings()
			if len(created.errors()) > 0 || len(warnings) != len(c.warnings) {
				t.Fatalf("%q %q", created.errors(), warnings)
			}
			for i, want := range c.warnings {
				if !strings.HasPrefix(warnings[i], want+":") {
					t.Errorf("warning %q, wanted %q", warnings[i], want)
				}
			}
			pending, _ := created.state["pendientes"].(values)
			for placa, part := range c.pending {
				if why, _ := pending[placa].(string); !strings.Contains(why, part) {
					t.Errorf("%s is pending: %q, wanted %q", placa, why, part)
				}
			}
			if len(pending) != len(c.pending) || created.entry("vehiculo_ids", "FLA0003") == nil {
				t.Errorf("pending: %v", pending)
			}
			want := 2
			if c.mode == "update" {
				want = 1
			}
			if got := w.count("SELECT tipo_vehiculo_id FROM placas WHERE placa = 'FLA0002'"); got != want {
				t.Errorf("the plate that was there has type %d", got)
			}
		})
	}
}

// What another block of the run declares too is brought by one of them.
func TestFlotaDeclaredElsewhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{AcceptDuplicates: true})
	p := w.proto(nil)
	if placa := p.apply("parking_placa", result{}, values{"placa": "FLA0001", "tipo_vehiculo_id": 1}); len(placa.diags) > 0 {
		t.Fatal(placa.errors())
	}
	first := p.apply("parking_flota", result{}, fleetOf(values{"FLA0001": car(nil), "FLA0002": car(nil)}))
	second := p.apply("parking_flota", result{}, fleetOf(values{"FLA0002": car(nil), "FLA0003": car(nil)}))
	for placa, fleet := range map[string]result{"FLA0001": first, "FLA0002": second} {
		pending, _ := fleet.state["pendientes"].(values)
		if why, _ := pending[placa].(string); len(pending) != 1 || !strings.Contains(why, "Another block of this configuration declares plate") {
			t.Errorf("%s: pending %v", placa, pending)
		}
	}
	if n := w.count("SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'FLA%'"); n != 2 {
		t.Errorf("%d vehicles", n)
	}
	// What could not be made is free for the next try.
	w.box.Inject(sandbox.Fault{Key: "registrar_vehiculo", Kind: sandbox.Status500, When: sandbox.Before, Times: 1})
	open := p.apply("parking_flota", result{}, fleetOf(values{"FLA0009": car(nil)}))
	if again := p.apply("parking_flota", open, fleetOf(values{"FLA0009": car(nil)})); again.entry("vehiculo_ids", "FLA0009") == nil {
		t.Error(again.state, again.warnings())
	}
}

// An interrupted run ends soon, keeps what was made, and the next one goes on.
func TestFlotaInterrupted(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{Faults: []sandbox.Fault{{Key: "registrar_vehiculo", Kind: sandbox.Delay, When: sandbox.After, Delay: 20 * time.Millisecond}}})
	p := w.proto(values{"max_concurrency": 4, "adopt_existing": "never"})
	entries := values{}
	for n := range 100 {
		entries[fmt.Sprintf("FLA%04d", n)] = car(nil)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for w.count("SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'FLA%'") < 12 {
			time.Sleep(5 * time.Millisecond)
		}
		cancel()
	}()
	cut := p.applyWithin(ctx, "parking_flota", result{}, fleetOf(entries))
	made := w.count("SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'FLA%'")
	pending, _ := cut.state["pendientes"].(values)
	if len(cut.errors()) > 0 || made > 40 || len(pending) > 100-made || len(pending) < 100-made-4 {
		t.Fatalf("%d made, %d pending, %q", made, len(pending), cut.errors())
	}
	// Links follow their plates, so few plates are without.
	if plates := w.count("SELECT COUNT(*) FROM placas WHERE placa LIKE 'FLA%'"); plates > made+4 {
		t.Errorf("%d plates for %d vehicles", plates, made)
	}
	if why, _ := pending["FLA0099"].(string); !strings.Contains(why, "Not begun: the run was interrupted") {
		t.Errorf("the last one is pending: %q", why)
	}
	w.box.ClearFaults()
	w.requests()
	rest := w.proto(values{"adopt_existing": "never"}).apply("parking_flota", cut, fleetOf(entries))
	if len(rest.diags) > 0 || !reflect.DeepEqual(rest.state["pendientes"], values{}) || w.count("SELECT COUNT(*) FROM vehiculos WHERE placa LIKE 'FLA%'") != 100 {
		t.Error(rest.errors(), rest.warnings())
	}
	if got := w.requests()["registrar_vehiculo"]; got > 100-made {
		t.Errorf("%d more linked, %d were there", got, made)
	}
}

// A vehicle is linked as soon as its plate is there: at no moment are more plates
// without a link than requests may be in flight.
func TestFlotaPipeline(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(values{"max_concurrency": 3})
	entries := values{}
	for n := range 40 {
		entries[fmt.Sprintf("FLA%04d", n)] = car(nil)
	}
	if created := p.apply("parking_flota", result{}, fleetOf(entries)); len(created.diags) > 0 {
		t.Fatal(created.errors())
	}
	journal, err := w.box.Journal(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ahead, most := 0, 0
	for _, entry := range journal {
		switch entry.Operation {
		case "registrar_placa":
			ahead++
		case "registrar_vehiculo":
			ahead--
		}
		most = max(most, ahead)
	}
	if most > 3 {
		t.Errorf("%d plates were ahead of their vehicles", most)
	}
	if most < 2 {
		t.Errorf("one at a time")
	}
}

func TestFlotaFreshAndUnknown(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaWorld(t, values{"refresh_max_age": "1h"})
	read := p.read("parking_flota", created)
	expectSame(t, "fresh", read.state, created.state)
	w.expectRequests(map[string]int{})
	stale := w.proto(values{"refresh_max_age": "1ms"})
	time.Sleep(2 * time.Millisecond)
	stale.read("parking_flota", created)
	w.expectRequests(map[string]int{"vehiculos": 1, "placa": 2})

	unknown := newProto(t)
	if diags := unknown.configure(values{"base_url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue), "credential": "x"}); len(errorsOf(diags)) > 0 {
		t.Fatal(errorsOf(diags))
	}
	expectSame(t, "provider not known", unknown.read("parking_flota", created).state, created.state)
	expectSame(t, "planned with it", plannedFlota(unknown, created, fleetOf(declared)), created.state)
}

// A service that ignores page never gives the whole listing. What the error says then
// works: creating the fleet adopts what is there.
func TestFlotaImportWithoutPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	entries := values{}
	for n := range 20 {
		placa := fmt.Sprintf("FLA%04d", n)
		w.placas(placa)
		w.exec("INSERT INTO vehiculos (cliente_id, placa) VALUES (1, ?)", placa)
		entries[placa] = car(nil)
	}
	w.answer(func(r *http.Request) http.HandlerFunc {
		query := r.URL.Query()
		query.Del("page")
		r.URL.RawQuery = query.Encode()
		return nil
	})
	p := w.proto(nil)
	read := p.read("parking_flota", p.importID("parking_flota", "1"))
	expect(t, "error", read.errors(), "Unable to read fleet", "A3", "page 2 was asked for", "apply it without importing it", `adopt_existing = "identical"`)
	w.requests()
	created := w.proto(nil).apply("parking_flota", result{}, fleetOf(entries))
	if ids, _ := created.state["vehiculo_ids"].(values); len(created.errors()) > 0 || len(ids) != 20 {
		t.Error(created.errors(), created.state)
	}
	expect(t, "warnings", created.warnings()[:1], "adopted")
	if made := w.requests(); made["registrar_vehiculo"] != 0 || w.count("SELECT COUNT(*) FROM vehiculos") != 20 {
		t.Errorf("requests: %v", made)
	}
	expect(t, "another failure", func() []string {
		w.answer(on(map[string]http.HandlerFunc{"GET /external/vehiculos": body(500, broken)}))
		other := w.proto(nil)
		errs := other.read("parking_flota", other.importID("parking_flota", "1")).errors()
		if len(errs) > 0 && strings.Contains(errs[0], "without importing") {
			t.Error(errs)
		}
		return errs
	}(), "base de datos")
}

func TestFlotaImport(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaWorld(t, nil)
	held := created.state.with(values{"vehiculos": values{
		"FLA0001": car("Uno").with(values{"minusvalido": false}), "FLA0002": car(nil).with(values{"minusvalido": false})}})
	for name, imported := range map[string]result{"id": p.importID("parking_flota", "1"), "identity": p.importIdentity("parking_flota", values{"cliente_id": 1})} {
		read := p.read("parking_flota", imported)
		expectSame(t, name, read.state, held)
		if len(read.diags) > 0 || !reflect.DeepEqual(read.identity, values{"cliente_id": 1}) {
			t.Error(name, read.errors(), read.identity)
		}
		expectSame(t, name+", planned", plannedFlota(p, read, fleetOf(declared)), read.state)
	}
	w.expectRequests(map[string]int{"vehiculos": 1, "placa": 4}) // one listing for both
	for _, bad := range []string{"x", "0", "-1", "01", "1.5", "1/", "/FLA0001", "1/,", "1/FLA0001,", "1/FLA0001, FLA0002", "1/FLA0001,-"} {
		expect(t, bad, p.importID("parking_flota", bad).errors(), "Invalid import identifier", "for example 12")
	}
	expect(t, "twice", p.importID("parking_flota", "1/FLA0001,fla-0001").errors(), "Invalid import identifier", `"FLA0001" and "fla-0001" are the same`)
	for _, none := range []string{"2", "99"} {
		if read := p.read("parking_flota", p.importID("parking_flota", none)); read.state != nil || len(read.errors()) > 0 {
			t.Errorf("client %s: %v %v", none, read.state, read.errors()) // Terraform says that it does not exist
		}
	}
	// Of several links of one plate the first is the vehicle.
	w.exec("INSERT INTO vehiculos (id, placa, cliente_id, nombre) VALUES (99, 'FLA0001', 1, 'Doble')")
	p = w.proto(nil)
	if read := p.read("parking_flota", p.importID("parking_flota", "1")); !reflect.DeepEqual(read.state, held) {
		t.Errorf("imported %v", read.state)
	}
}

// An import that names plates takes these alone, however they are spelled, of several
// links the first, and leaves out what is not there, for the plan to add. With none of
// them it takes nothing.
func TestFlotaImportOfPlates(t *testing.T) {
	t.Parallel()
	w, p, created, declared := flotaWorld(t, nil)
	w.exec("INSERT INTO vehiculos (id, placa, cliente_id, nombre) VALUES (99, 'FLA0002', 1, 'Doble')")
	imported := p.importID("parking_flota", "1/FLA0002,FLA0009")
	read := p.read("parking_flota", imported)
	want := values{"FLA0002": car(nil).with(values{"minusvalido": false})}
	if len(read.diags) > 0 || !reflect.DeepEqual(read.state["vehiculos"], want) || !reflect.DeepEqual(read.identity, values{"cliente_id": 1}) {
		t.Errorf("imported %v %v %v", read.state, read.identity, read.errors())
	}
	w.expectRequests(map[string]int{"vehiculos": 1, "placa": 1})
	config := fleetOf(values{"FLA0002": declared["FLA0002"], "FLA0009": car(nil)})
	planned := result{state: plannedFlota(p, read, config)}
	if id := created.entry("vehiculo_ids", "FLA0002"); !reflect.DeepEqual(planned.entry("vehiculo_ids", "FLA0002"), id) || !isUnknown(planned.entry("vehiculo_ids", "FLA0009")) {
		t.Errorf("planned %v", planned.state)
	}
	if done := p.apply("parking_flota", read, fleetOf(values{"FLA0002": declared["FLA0002"]})); len(done.warnings()) > 0 {
		t.Errorf("what is not there is said to stay: %q", done.warnings())
	}
	odd := p.read("parking_flota", p.importID("parking_flota", "1/FLA0002,fla-0001")) // held under another spelling
	if odd.entry("vehiculo_ids", "fla-0001") != created.entry("vehiculo_ids", "FLA0001") || odd.entry("vehiculo_ids", "FLA0002") == nil {
		t.Errorf("imported %v", odd.state)
	}
	if none := p.read("parking_flota", p.importID("parking_flota", "1/FLA0009")); none.state != nil || len(none.errors()) > 0 {
		t.Errorf("imported %v %v", none.state, none.errors()) // Terraform says that it does not exist
	}
}

func TestFlotaIdentity(t *testing.T) {
	t.Parallel()
	_, p, created, declared := flotaWorld(t, nil)
	want := values{"cliente_id": 1}
	updated := p.apply("parking_flota", created, fleetOf(declared).with(values{"timeouts": values{"read": "1m"}}))
	for name, got := range map[string]values{"created": created.identity, "read": p.read("parking_flota", created).identity, "updated": updated.identity} {
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: identity is %v", name, got)
		}
	}
}

// What cannot be a fleet is refused on the entry that is wrong, without a request.
func TestFlotaValidation(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	large := values{}
	for n := range MaxFlota + 1 {
		large[fmt.Sprintf("FLA%04d", n)] = car(nil)
	}
	at := func(placa string) string { return fmt.Sprintf("ElementKeyString(%q)", placa) }
	for name, c := range map[string]struct {
		entries values
		said    []string
	}{
		"too large":    {large, []string{`"vehiculos"`, "at most 1000", "1001", "flota-grande"}},
		"empty":        {values{}, []string{`"vehiculos"`, "Empty fleet"}},
		"twice":        {values{"AKX0359": car(nil), "akx-0359": car(nil)}, []string{at("akx-0359"), "Plate declared twice", "AKX0359"}},
		"blank":        {values{" AKX0359": car(nil)}, []string{at(" AKX0359"), "Invalid license plate", "begins or ends with a blank"}},
		"no plate":     {values{"": car(nil)}, []string{"Invalid license plate", "is empty"}},
		"no type":      {values{"AKX0359": values{"nombre": "x"}}, []string{at("AKX0359"), `"tipo_vehiculo_id"`, "parking_tipo_vehiculo"}},
		"type 0":       {values{"AKX0359": car(nil).with(values{"tipo_vehiculo_id": 0})}, []string{at("AKX0359"), `"tipo_vehiculo_id"`}},
		"empty name":   {values{"AKX0359": car("")}, []string{at("AKX0359"), `"nombre"`, "Write null for none"}},
		"null":         {values{"AKX0359": nil}, []string{at("AKX0359"), "tipo_vehiculo_id"}},
		"of many, one": {values{"AKX0359": car(nil), "ZZR0033": car("")}, []string{at("ZZR0033")}},
	} {
		expect(t, name, p.validateResource("parking_flota", fleetOf(c.entries)), c.said...)
	}
	delete(large, "FLA0000")
	unknown := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"tipo_vehiculo_id": tftypes.Number, "nombre": tftypes.String, "electrico": tftypes.Bool, "minusvalido": tftypes.Bool}}
	for name, config := range map[string]values{
		"1000": fleetOf(large), "of an unknown client": fleetOf(values{"A": car(nil)}).with(values{"cliente_id": tftypes.NewValue(tftypes.Number, tftypes.UnknownValue)}),
		"unknown":           {"cliente_id": 1, "vehiculos": tftypes.NewValue(tftypes.Map{ElementType: unknown}, tftypes.UnknownValue)},
		"one entry unknown": fleetOf(values{"A": tftypes.NewValue(unknown, tftypes.UnknownValue)}),
		"a type unknown":    fleetOf(values{"A": car(tftypes.NewValue(tftypes.String, tftypes.UnknownValue)).with(values{"tipo_vehiculo_id": tftypes.NewValue(tftypes.Number, tftypes.UnknownValue)})}),
	} {
		if errors := p.validateResource("parking_flota", config); len(errors) > 0 {
			t.Errorf("%s: %q", name, errors)
		}
	}
	expect(t, "client 0", p.validateResource("parking_flota", fleetOf(values{"A": car(nil)}).with(values{"cliente_id": 0})), `"cliente_id"`, "at least 1")
	w.expectRequests(map[string]int{})
}

// The log tells how far a fleet is: every hundred vehicles, and at the end.
func TestFlotaProgressInTheLog(t *testing.T) {
	t.Parallel()
	var output bytes.Buffer
	ctx := tflogtest.RootLogger(t.Context(), &output)
	run := newFlotaRun(&service{}, types.Int64Value(1))
	run.total = 250
	for n := range run.total {
		run.note(ctx, fmt.Sprint("FLA", n), flotaTask{id: types.Int64Value(int64(n))}, nil)
	}
	entries, err := tflogtest.MultilineJSONDecode(&output)
	if err != nil || len(entries) != 3 {
		t.Fatal(err, entries)
	}
	for i, done := range []float64{100, 200, 250} {
		if e := entries[i]; e["@level"] != "info" || e["done"] != done || e["of"] != 250.0 || e["pending"] != 0.0 || e["cliente_id"] != 1.0 {
			t.Errorf("logged %v", e)
		}
	}
}

// A small fleet of a client with many vehicles does not cost the whole listing.
func TestFlotaOfFew(t *testing.T) {
	t.Parallel()
	w, p, created, _ := flotaWorld(t, nil)
	for n := range 300 {
		placa := fmt.Sprintf("OTR%04d", n)
		w.exec("INSERT INTO placas (placa, tipo_vehiculo_id) VALUES (?, 1)", placa)
		w.exec("INSERT INTO vehiculos (placa, cliente_id) VALUES (?, 1)", placa)
	}
	w.exec("UPDATE vehiculos SET id = 1000 + id WHERE placa LIKE 'FLA%'")
	read := p.read("parking_flota", created)
	if len(read.diags) > 0 || read.entry("vehiculo_ids", "FLA0001") == nil || read.entry("vehiculo_ids", "FLA0001") == created.entry("vehiculo_ids", "FLA0001") {
		t.Error(read.errors(), read.state)
	}
	w.expectBetween(map[string]int{"vehiculos": 2, "placa": 2}, map[string]int{"vehiculos": 4})
}

// A plate is claimed however it is spelled: of two blocks that mean the same one the
// second is refused, in a fleet as on its own.
func TestSpelledTwice(t *testing.T) {
	t.Parallel()
	p := newWorld(t, sandbox.Options{}).proto(nil)
	p.apply("parking_placa", result{}, values{"placa": "AB-1", "tipo_vehiculo_id": 1})
	expect(t, "on its own", p.apply("parking_placa", result{}, values{"placa": "ab1", "tipo_vehiculo_id": 1}).errors(), "Plate declared twice")
	fleet := p.apply("parking_flota", result{}, fleetOf(values{"aB 1": car(nil), "CD2": car(nil)}))
	if why := fmt.Sprint(fleet.state["pendientes"]); !strings.Contains(why, "Another block of this configuration declares plate") {
		t.Error(why)
	}
	p.apply("parking_vehiculo", result{}, values{"cliente_id": 1, "placa": "AB-1"})
	expect(t, "its link", p.apply("parking_vehiculo", result{}, values{"cliente_id": 1, "placa": "ab1"}).errors(), "declared twice")
}

// A fleet that is replaced for the same client finds what it managed until then, also
// where it adopts nothing else.
func TestFlotaReplaced(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"identical", "never"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			w, p, created, declared := flotaWorld(t, values{"adopt_existing": mode})
			p.apply("parking_flota", created, nil)
			again := p.apply("parking_flota", result{}, fleetOf(declared))
			if len(again.diags) > 0 || !reflect.DeepEqual(again.state["vehiculo_ids"], created.state["vehiculo_ids"]) || !reflect.DeepEqual(again.state["pendientes"], values{}) {
				t.Errorf("%v, %q, %q", again.state, again.errors(), again.warnings())
			}
			if made := w.requests(); made["registrar_placa"]+made["registrar_vehiculo"] > 0 {
				t.Errorf("requests made: %v", made)
			}
		})
	}
}
