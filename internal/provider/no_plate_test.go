package provider

import (
	"net/http"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// noPlateWorld is a service on which client 2 has a vehicle A-1, three whose plate has
// no letter or digit, which somebody registered, and A-2.
func noPlateWorld(t *testing.T) (*world, *proto) {
	t.Helper()
	w := newWorld(t, sandbox.Options{})
	w.placas("A-1", "-", "--", ".", "A-2")
	for n, placa := range []string{"A-1", "-", "--", ".", "A-2"} {
		w.exec("INSERT INTO vehiculos (id, cliente_id, placa, activado, favorito) VALUES (?, 2, ?, 1, 0)", n+1, placa)
	}
	return w, w.proto(nil)
}

// A plate without a letter or digit is refused where it is declared, and where it is
// not known before the apply: what is registered can never be deleted.
func TestNoPlateDeclared(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	placa, link := values{"placa": "-", "tipo_vehiculo_id": 1}, values{"cliente_id": 1, "placa": "-"}
	expect(t, "plate", p.validateResource("parking_placa", placa), `AttributeName("placa")`, "has no letter or digit")
	expect(t, "vehicle", p.validateResource("parking_vehiculo", link), `AttributeName("placa")`, "has no letter or digit")
	expect(t, "fleet", p.validateResource("parking_flota", fleetOf(values{"-": car(nil)})), "Invalid license plate", `"-" has no letter or digit`)
	expect(t, "plate, applied", p.apply("parking_placa", result{}, placa).errors(), `AttributeName("placa")`, "has no letter or digit")
	fleet := w.proto(nil).apply("parking_flota", result{}, fleetOf(values{"- -": car(nil), "A-1": car(nil)}))
	expect(t, "fleet, applied", fleet.warnings(), `"- -"`, "has no letter or digit")
	w.expectRequests(map[string]int{"registrar_placa": 1, "vehiculos": 1, "registrar_vehiculo": 1})
}

// A listing that holds vehicles without a plate is read, and the other vehicles are
// found, imported and kept.
func TestNoPlateListed(t *testing.T) {
	t.Parallel()
	_, p := noPlateWorld(t)
	listed := p.lookUp("parking_vehiculos", values{"cliente_id": 2, "placa": nil, "nombre": nil})
	if all, _ := listed["vehiculos"].([]any); len(all) != 5 {
		t.Errorf("listed %v", listed)
	}
	one := p.lookUp("parking_vehiculo", values{"id": 2, "cliente_id": nil, "placa": nil})
	if one["placa"] != "-" || one["cliente_id"] != 2 {
		t.Errorf("looked up %v", one)
	}
	found, diags := p.listAll(fleetQuery(0, false))
	if warned := strings.Join((result{diags: diags}).warnings(), "\n"); len(found) != 2 || len(diags) != 3 || !strings.Contains(warned, `Vehicle 3 of client 2 is not listed: no configuration can hold its plate, "--"`) {
		t.Errorf("listed %v, %s", found, warned)
	}
	read := p.read("parking_vehiculo", p.importID("parking_vehiculo", "2/A-2"))
	if len(read.diags) > 0 || read.state["id"] != 5 {
		t.Errorf("imported %v %v", read.state, read.errors())
	}
	fleet := p.read("parking_flota", p.importID("parking_flota", "2"))
	if held, _ := fleet.state["vehiculos"].(values); len(held) != 2 || held["A-1"] == nil || held["A-2"] == nil {
		t.Errorf("imported %v", fleet.state)
	}
	if warned := strings.Join(fleet.warnings(), "\n"); len(fleet.diags) != 3 || !strings.Contains(warned, `Vehicle left out: Vehicle 4 of client 2 is not imported: no configuration can hold its plate, "."`) {
		t.Errorf("%d diagnostics: %s", len(fleet.diags), warned)
	}
	expect(t, "import by id", p.importID("parking_vehiculo", "3").errors(), "Unable to import vehicle", "vehicle 3", `no configuration can hold its plate, "--"`)
}

// That a vehicle has no plate any more does not tell that it is another one: taken
// for gone it would be linked a second time.
func TestNoPlateIsNoEvidence(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.placas("A-1")
	p := w.proto(nil)
	link := values{"cliente_id": 2, "placa": "A-1"}
	vehiculo := p.apply("parking_vehiculo", result{}, link)
	fleet := w.proto(nil).apply("parking_flota", result{}, values{"cliente_id": 2, "vehiculos": values{"A-1": car(nil)}})
	if len(vehiculo.errors())+len(fleet.errors()) > 0 {
		t.Fatal(vehiculo.errors(), fleet.errors())
	}
	w.answer(on(map[string]http.HandlerFunc{
		"GET /external/vehiculos":  body(200, `{"estado":"ok","data":[{"id":1,"cliente_id":2,"placa":"-"}],"total":1,"current_page":1,"last_page":1}`),
		"GET /external/vehiculo/1": body(200, `{"estado":"ok","data":{"id":1,"cliente_id":2,"placa":"-"}}`),
	}))
	for typeName, held := range map[string]result{"parking_vehiculo": vehiculo, "parking_flota": fleet} {
		read := w.proto(nil).read(typeName, held)
		expect(t, typeName, read.errors(), "Unable to read", `vehicle 1 has the plate "-"`, "A5")
	}
}
