package provider

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// How parking_vehiculo takes what the service answers, or fails to answer.

// When the registration was not carried out, or that cannot be told, it is an
// error without a state. The next run looks first, so there is no second link.
func TestVehiculoOutcomeUnknown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		fault     sandbox.Fault
		lookFails bool
	}{
		{"not carried out", sandbox.Fault{Kind: sandbox.Drop, When: sandbox.Before}, false},
		{"carried out", sandbox.Fault{Kind: sandbox.Drop, When: sandbox.After}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{AcceptDuplicates: true})
			w.placas("AKX0359")
			c.fault.Key, c.fault.Times = "registrar_vehiculo", 1
			w.box.Inject(c.fault)
			if c.lookFails {
				w.answer(afterFirst("GET /external/vehiculos", body(500, `{"estado":"fail","error":"base de datos"}`)))
			}
			created := w.proto(nil).apply("parking_vehiculo", result{}, declaredVehiculo)
			expect(t, "error", created.errors(), "Unable to create vehicle", "AKX0359", "client 1", "It is not known whether", "the next run adopts what is there", "GET /external/vehiculos?cliente_id=1&placa=AKX0359")
			if created.state != nil {
				t.Errorf("in the state: %v", created.state)
			}
			w.answer(nil)
			again := w.proto(nil).apply("parking_vehiculo", result{}, declaredVehiculo)
			if len(again.errors()) > 0 || again.state["id"] != 1 {
				t.Error(again.errors(), again.state)
			}
			if n := w.count("SELECT COUNT(*) FROM vehiculos"); n != 1 {
				t.Errorf("%d vehicles", n)
			}
		})
	}
}

// A look that fails before anything is written is no reason to write.
func TestVehiculoLookBeforeCreation(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.placas("AKX0359")
	p := w.proto(nil)
	list := func(answer http.HandlerFunc) {
		w.answer(on(map[string]http.HandlerFunc{"GET /external/vehiculos": answer}))
	}
	list(body(500, `{"estado":"fail","error":"base de datos"}`))
	refused := p.apply("parking_vehiculo", result{}, declaredVehiculo)
	expect(t, "error", refused.errors(), "before it is created", "base de datos")
	if refused.state != nil {
		t.Errorf("in the state: %v", refused.state)
	}
	w.expectRequests(map[string]int{})

	list(body(200, `{"estado":"fail","error":"No se encontraron vehículos"}`)) // but this says that there is none
	created := w.proto(nil).apply("parking_vehiculo", result{}, declaredVehiculo)
	if len(created.errors()) > 0 || created.state["id"] != 1 {
		t.Error(created.errors(), created.state)
	}
}

// The document does not show what a registration answers.
func TestVehiculoCreatedWithoutRecord(t *testing.T) {
	t.Parallel()
	register := func(w *world) http.HandlerFunc {
		return w.carriedOut(`{"estado":"ok","data":{"mensaje":"Vehículo registrado"}}`)
	}
	t.Run("the listing tells", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, sandbox.Options{AcceptDuplicates: true})
		w.placas("AKX0359")
		w.answer(on(map[string]http.HandlerFunc{"POST /external/vehiculo": register(w)}))
		created := w.proto(values{"adopt_existing": "never"}).apply("parking_vehiculo", result{}, declaredVehiculo)
		if len(created.diags) > 0 || created.state["id"] != 1 || created.state["favorito"] != false {
			t.Error(created.errors(), created.warnings(), created.state)
		}
		w.expectRequests(map[string]int{"vehiculos": 2, "registrar_vehiculo": 1})
	})
	for name, look := range map[string]http.HandlerFunc{
		"the listing fails":     body(500, `{"estado":"fail","error":"base de datos"}`),
		"the listing is behind": body(200, `{"estado":"ok","data":[],"total":0,"per_page":15,"current_page":1,"last_page":1}`),
		"the listing is a page": body(200, `<html>`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{AcceptDuplicates: true})
			w.placas("AKX0359")
			later := afterFirst("GET /external/vehiculos", look)
			post := on(map[string]http.HandlerFunc{"POST /external/vehiculo": register(w)})
			w.answer(func(r *http.Request) http.HandlerFunc {
				if handler := post(r); handler != nil {
					return handler
				}
				return later(r)
			})
			p := w.proto(values{"refresh_max_age": "1h"})
			created := p.apply("parking_vehiculo", result{}, declaredVehiculo)
			if len(created.errors()) > 0 {
				t.Fatal("an error taints what cannot be deleted:", created.errors())
			}
			expect(t, "warning", created.warnings(), "Vehicle saved, but not read back", "AKX0359", "client 1")
			want := values{"id": nil, "cliente_id": 1, "placa": "AKX0359", "nombre": "Furgón", "activado": nil, "favorito": nil, "timeouts": nil}
			if !reflect.DeepEqual(created.state, want) || created.identity["placa"] != "AKX0359" {
				t.Errorf("state is %v, identity %v", created.state, created.identity)
			}
			w.answer(nil)
			if read := w.reread(created); read.state["id"] != 1 || read.state["activado"] != true {
				t.Errorf("the next refresh did not fill in: %v %v", read.state, read.errors())
			}
			if n := w.count("SELECT COUNT(*) FROM vehiculos"); n != 1 {
				t.Errorf("%d vehicles", n)
			}
		})
	}
}

// Terraform refuses an apply that changes a declared value, so a name that the
// service writes its own way is in the state from the next refresh on.
func TestVehiculoNameWrittenByTheService(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.placas("AKX0359")
	w.answer(on(map[string]http.HandlerFunc{"POST /external/vehiculo": w.carriedOut(`{"estado":"ok","data":{"id":1,"nombre":"FURGON","activado":1}}`)}))
	p := w.proto(nil)
	created := p.apply("parking_vehiculo", result{}, declaredVehiculo)
	if len(created.errors()) > 0 || created.state["nombre"] != "Furgón" || created.state["favorito"] != nil {
		t.Error(created.errors(), created.state)
	}
	w.exec("UPDATE vehiculos SET nombre = 'FURGON'")
	if read := w.reread(created); read.state["nombre"] != "FURGON" {
		t.Errorf("read %v", read.state)
	}
}

const (
	noVehiculos = `{"estado":"ok","data":[],"total":0,"per_page":15,"current_page":1,"last_page":1}`
	// In the listing and by id.
	oneVehiculo = `{"id":1,"cliente_id":1,"placa":"AKX0359","nombre":"Furgón","activado":1,"favorito":0}`
)

func vehiculosPage(records string) http.HandlerFunc {
	return body(200, `{"estado":"ok","data":[`+records+`],"total":1,"per_page":15,"current_page":1,"last_page":1}`)
}

// That the listing does not show a vehicle is no evidence: the direct read
// decides, and only when it says that there is none.
func TestVehiculoNotGoneWithoutEvidence(t *testing.T) {
	t.Parallel()
	w, _, created := vehiculoWorld(t)
	read := func(list, direct http.HandlerFunc) result {
		w.answer(on(map[string]http.HandlerFunc{"GET /external/vehiculos": list, "GET /external/vehiculo/1": direct}))
		return w.reread(created)
	}
	for name, list := range map[string]http.HandlerFunc{
		"empty":       body(200, noVehiculos),
		"404":         body(404, `{"estado":"fail","error":"sin datos"}`),
		"fail at 200": body(200, `{"estado":"fail","error":"No existen vehículos"}`),
		"other plate": vehiculosPage(`{"id":7,"cliente_id":1,"placa":"ZZR0033","nombre":null}`),
	} {
		stays := read(list, nil)
		if len(stays.diags) > 0 || !reflect.DeepEqual(stays.state, created.state) {
			t.Errorf("listing %s: not what the direct read says: %v %v", name, stays.state, stays.errors())
		}
		w.expectRequests(map[string]int{"vehiculo": 1}) // the listing's are not the sandbox's
	}
	for name, direct := range map[string]http.HandlerFunc{
		"401":           body(401, `{"estado":"fail","error":"El vehículo no existe"}`),
		"403":           body(403, `{"estado":"fail","error":"El vehículo no existe"}`),
		"429":           body(429, `{"estado":"fail","error":"El vehículo no existe"}`),
		"500":           body(500, `{"estado":"fail","error":"El vehículo no existe"}`),
		"404 of a page": body(404, `<html>Not Found</html>`),
		"empty":         body(200, ``),
		"no record":     body(200, `{"estado":"ok","data":{"mensaje":"El vehículo no existe"}}`),
		"null":          body(200, `{"estado":"ok","data":null}`),
		"other failure": body(200, `{"estado":"fail","error":"mantenimiento"}`),
		"other vehicle": body(200, `{"estado":"ok","data":{"id":2,"cliente_id":1,"placa":"AKX0359"}}`),
	} {
		if stays := read(body(200, noVehiculos), direct); len(stays.errors()) != 1 || !reflect.DeepEqual(stays.state, created.state) {
			t.Errorf("direct read %s: taken for gone, or for no error: %v %v", name, stays.state, stays.errors())
		}
	}
	for name, direct := range map[string]http.HandlerFunc{
		"404":         body(404, `{"estado":"fail","error":"sin datos"}`),
		"fail at 200": body(200, `{"estado":"fail","error":"El vehículo no existe"}`),
	} {
		if gone := read(body(200, noVehiculos), direct); len(gone.errors()) > 0 || gone.state != nil {
			t.Errorf("direct read %s: not taken for gone: %v %v", name, gone.state, gone.errors())
		}
	}
}

// What a listing answers beside the point is an error. It enters no state, and
// the direct read is not asked to make up for it.
func TestVehiculoListingBesideThePoint(t *testing.T) {
	t.Parallel()
	w, _, created := vehiculoWorld(t)
	for name, list := range map[string]http.HandlerFunc{
		"another client's":  vehiculosPage(`{"id":9,"cliente_id":2,"placa":"AKX0359","nombre":"Ajeno"}`),
		"ours and another":  vehiculosPage(oneVehiculo + `,{"id":9,"cliente_id":2,"placa":"ZZR0033"}`),
		"a record of no id": vehiculosPage(`{"cliente_id":1,"placa":"AKX0359"}`),
		"an object":         body(200, `{"estado":"ok","data":{"vehiculos":[]}}`),
		"null":              body(200, `{"estado":"ok","data":null}`),
		"500":               body(500, `{"estado":"fail","error":"No existe"}`),
		"a flag of 7":       vehiculosPage(`{"id":1,"cliente_id":1,"placa":"AKX0359","activado":7}`),
	} {
		w.answer(on(map[string]http.HandlerFunc{"GET /external/vehiculos": list}))
		read := w.reread(created)
		expect(t, name, read.errors(), "Unable to read vehicle", "AKX0359")
		if !reflect.DeepEqual(read.state, created.state) {
			t.Errorf("%s: state is %v", name, read.state)
		}
		w.expectRequests(map[string]int{})
	}
}

// Fields that the service leaves out keep their state; null is a value.
func TestVehiculoFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w, _, created := vehiculoWorld(t)
	w.answer(on(map[string]http.HandlerFunc{"GET /external/vehiculos": vehiculosPage(`{"id":1,"placa":"akx-0359"}`)}))
	if read := w.reread(created); len(read.diags) > 0 || !reflect.DeepEqual(read.state, created.state) {
		t.Errorf("state is %v, was %v", read.state, created.state)
	}
	w.answer(on(map[string]http.HandlerFunc{"GET /external/vehiculos": vehiculosPage(`{"vehiculo_id":"1","cliente_id":"1","placa":"AKX0359","nombre":null,"activado":"0","favorito":true}`)}))
	read := w.reread(created)
	if read.state["nombre"] != nil || read.state["activado"] != false || read.state["favorito"] != true || read.state["id"] != 1 {
		t.Errorf("state is %v", read.state)
	}
}

func TestVehiculoImport(t *testing.T) {
	t.Parallel()
	w, p, created := vehiculoWorld(t)
	for name, imported := range map[string]result{
		"identity": p.importIdentity("parking_vehiculo", values{"cliente_id": 1, "placa": "AKX0359"}),
		"pair":     p.importID("parking_vehiculo", "1/AKX0359"),
		"id":       p.importID("parking_vehiculo", "1"),
	} {
		read := w.reread(imported)
		if !reflect.DeepEqual(read.state, created.state) || !reflect.DeepEqual(read.identity, created.identity) {
			t.Errorf("%s: imported %v, created %v; %v", name, read.state, created.state, imported.errors())
		}
	}
	w.expectRequests(map[string]int{"vehiculo": 1, "vehiculos": 3})
	for _, bad := range []string{"AKX0359", "1/", "/AKX0359", "0/AKX0359", "-3", "0", "1/ AKX0359", "x/AKX0359", "1.5"} {
		expect(t, bad, p.importID("parking_vehiculo", bad).errors(), "Invalid import identifier", "12/AKX0359", "3401")
	}
	w.expectRequests(map[string]int{})

	expect(t, "no such id", p.importID("parking_vehiculo", "77").errors(), "Unable to import vehicle", "77")
	expect(t, "no such pair", w.reread(p.importID("parking_vehiculo", "1/ZZR0033")).errors(), "Unable to import vehicle", `Client 1 has no vehicle with plate "ZZR0033"`)
	w.answer(on(map[string]http.HandlerFunc{"GET /external/vehiculo/1": body(200, `{"estado":"ok","data":{"id":1,"placa":"AKX0359"}}`)}))
	expect(t, "owner not told", p.importID("parking_vehiculo", "1").errors(), "does not tell its client", "12/AKX0359")
}

func TestVehiculoIdentityAndDestroy(t *testing.T) {
	t.Parallel()
	w, p, created := vehiculoWorld(t)
	identity := values{"cliente_id": 1, "placa": "AKX0359"}
	if !reflect.DeepEqual(created.identity, identity) {
		t.Errorf("created: identity is %v", created.identity)
	}
	read := w.reread(created)
	if !reflect.DeepEqual(read.identity, identity) {
		t.Errorf("read: identity is %v", read.identity)
	}
	w.expectRequests(map[string]int{"vehiculos": 1})
	updated := p.apply("parking_vehiculo", read, values{"cliente_id": 1, "placa": "AKX0359", "timeouts": values{"read": "1m"}})
	if len(updated.diags) > 0 || !reflect.DeepEqual(updated.identity, identity) {
		t.Errorf("updated: identity is %v, %v", updated.identity, updated.errors())
	}
	destroyed := p.apply("parking_vehiculo", updated, nil)
	expect(t, "warning", destroyed.warnings(), "Vehicle stays on the service", "Vehicle 1 ", `"AKX0359"`, "client 1")
	if len(destroyed.errors()) > 0 || destroyed.state != nil {
		t.Errorf("%v %v", destroyed.errors(), destroyed.state)
	}
	w.expectRequests(map[string]int{})

	w.exec("UPDATE vehiculos SET cliente_id = 2")
	if moved := w.reread(created); len(moved.diags) > 0 || moved.state["cliente_id"] != 2 || moved.identity["cliente_id"] != 2 {
		t.Errorf("moved to another client: %v, identity %v, %v", moved.state, moved.identity, moved.errors())
	}
	w.expectRequests(map[string]int{"vehiculos": 1, "vehiculo": 1})
	w.placas("ZZR0033")
	w.exec("UPDATE vehiculos SET placa = 'ZZR0033', cliente_id = 1")
	if changed := w.reread(created); changed.state["placa"] != "ZZR0033" || changed.identity["placa"] != "ZZR0033" {
		t.Errorf("moved to another plate: %v, identity %v", changed.state, changed.identity)
	}
}

func TestVehiculoRefreshMaxAge(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.placas("AKX0359")
	p := w.proto(values{"refresh_max_age": "1h"})
	created := p.apply("parking_vehiculo", result{}, declaredVehiculo)
	w.requests()
	read := w.proto(values{"refresh_max_age": "1h"}).read("parking_vehiculo", created)
	if !reflect.DeepEqual(read.state, created.state) || !reflect.DeepEqual(read.identity, created.identity) {
		t.Errorf("state is %v, identity %v", read.state, read.identity)
	}
	w.expectRequests(map[string]int{})
	w.proto(values{"refresh_max_age": "1ns"}).read("parking_vehiculo", created)
	w.expectRequests(map[string]int{"vehiculos": 1})
}

// Until the provider's own configuration is known, nothing is asked, and only
// what cannot do without the service fails.
func TestVehiculoProviderNotKnownYet(t *testing.T) {
	t.Parallel()
	p := newProto(t)
	if diags := p.configure(values{"base_url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue), "credential": "x"}); len(diags) > 0 {
		t.Fatal(errorsOf(diags))
	}
	pair := p.importID("parking_vehiculo", "1/AKX0359")
	if read := p.read("parking_vehiculo", pair); len(read.diags) > 0 || read.state["placa"] != "AKX0359" {
		t.Errorf("%v", read)
	}
	expect(t, "error", p.importID("parking_vehiculo", "1").errors(), "Provider configuration not known yet", "base_url")
}

// A name that the service shortens is said when the vehicle is created, and not
// first by a plan that fails.
func TestVehiculoCreatedUnderAnotherName(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.placas("AKX0359")
	w.answer(on(map[string]http.HandlerFunc{"POST /external/vehiculo": w.carriedOut(`{"estado":"ok","data":{"id":1,"cliente_id":1,"placa":"AKX0359","nombre":"Camio"}}`)}))
	created := w.proto(nil).apply("parking_vehiculo", result{}, values{"cliente_id": 1, "placa": "AKX0359", "nombre": "Camioneta"})
	expect(t, "warning", created.warnings(), "Vehicle created under another name", `"Camio"`, "ignore_changes = [nombre]")
	if created.state["nombre"] != "Camioneta" {
		t.Errorf("state is %v", created.state)
	}
}

// Of two links of one plate the imported one is meant.
func TestVehiculoImportOfTwoLinks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{AcceptDuplicates: true})
	w.placas("AKX0359")
	w.exec("INSERT INTO vehiculos (id, cliente_id, placa, activado, favorito) VALUES (5, 1, 'AKX0359', 1, 0), (9, 1, 'AKX0359', 1, 0)")
	p := w.proto(nil)
	if read := p.read("parking_vehiculo", p.importID("parking_vehiculo", "9")); read.state["id"] != 9 {
		t.Errorf("imported %v", read.state)
	}
}

// Where only the whole listing shows a link, and shows more than one, the one that
// is spelled as declared is meant, and not the first of the page.
func TestVehiculoOfTwoInTheWholeListing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	page := func(number int, records ...string) http.HandlerFunc {
		return body(200, fmt.Sprintf(`{"estado":"ok","data":[%s],"total":5,"per_page":2,"current_page":%d,"last_page":3}`, strings.Join(records, ","), number))
	}
	record := func(id int, placa string) string {
		return fmt.Sprintf(`{"id":%d,"cliente_id":1,"placa":%q}`, id, placa)
	}
	w.answer(func(r *http.Request) http.HandlerFunc {
		switch query := r.URL.Query(); {
		case r.URL.Path != "/external/vehiculos":
			return nil
		case query.Get("placa") != "":
			return body(200, noVehiculos)
		case query.Get("page") == "2":
			return page(2, record(3, "FLA0003"), record(4, "AKX-0359"))
		case query.Get("page") == "3":
			return page(3, record(9, "AKX0359"))
		}
		return page(1, record(1, "FLA0001"), record(2, "FLA0002"))
	})
	p := w.proto(nil)
	if read := p.read("parking_vehiculo", p.importID("parking_vehiculo", "1/AKX0359")); read.state["id"] != 9 {
		t.Errorf("imported %v, %q", read.state, read.errors())
	}
}

// A vehicle that was accepted without a record and that no listing shows yet is
// not forgotten, or the next apply would link it again.
func TestVehiculoAcceptedAndNotListedYet(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	w.placas("AKX0359")
	hidden := map[string]http.HandlerFunc{
		"POST /external/vehiculo": w.carriedOut(`{"estado":"ok","data":{"message":"hecho"}}`),
		"GET /external/vehiculos": body(200, noVehiculos),
	}
	w.answer(on(hidden))
	p := w.proto(nil)
	created := p.apply("parking_vehiculo", result{}, declaredVehiculo)
	expect(t, "warning", created.warnings(), "Vehicle saved, but not read back")
	read := w.reread(created)
	expect(t, "warning", read.warnings(), "Vehicle not seen yet", "terraform state rm")
	if read.state == nil {
		t.Fatal("forgotten")
	}
	w.answer(nil)
	if seen := w.reread(read); seen.state["id"] != 1 || len(seen.diags) > 0 {
		t.Errorf("%v %v", seen.state, seen.warnings())
	}
	if missing := w.reread(p.importID("parking_vehiculo", "1/ZZR0033")); missing.state != nil {
		t.Errorf("an import made a vehicle up: %v", missing.state)
	}
}
