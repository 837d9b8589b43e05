package provider

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
)

// An entry that moves from one fleet to another in one apply is nobody else's: the other fleet finds it as its own, also
// where it looked before the first fleet had let it go.
func TestFlotaEntryMovesToAnother(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{adoptIdentical, adoptUpdate, adoptNever} {
		for _, order := range []string{"out first", "out while it is looked for"} {
			t.Run(mode+", "+order, func(t *testing.T) {
				t.Parallel()
				w, p, from, _ := flotaWorld(t, values{"adopt_existing": mode})
				id, electric := from.entry("vehiculo_ids", "FLA0001"), car("Uno").with(values{"electrico": true})
				to := w.proto(values{"adopt_existing": mode}).apply("parking_flota", result{}, fleetOf(values{"FLB0001": car(nil)}))
				w.requests()
				out := func() {
					from = p.apply("parking_flota", from, fleetOf(values{"FLA0002": car(nil)}))
					expect(t, "out", from.warnings(), "Vehicles stay on the service (1)", "FLA0001")
				}
				if order == "out first" {
					out()
				} else {
					looking := false
					w.answer(func(r *http.Request) http.HandlerFunc {
						if !looking && strings.HasPrefix(r.URL.Path, "/external/placa") {
							looking = true
							out()
						}
						return nil
					})
				}
				to = p.apply("parking_flota", to, fleetOf(values{"FLB0001": car(nil), "FLA0001": electric}))
				if len(to.diags) > 0 || !reflect.DeepEqual(to.state["pendientes"], values{}) || to.entry("vehiculo_ids", "FLA0001") != id {
					t.Errorf("%v, %q, %q", to.state, to.errors(), to.warnings())
				}
				if w.count("SELECT COUNT(*) FROM vehiculos") != 3 || w.count("SELECT electrico FROM placas WHERE placa = 'FLA0001'") != 1 {
					t.Error("the service does not hold what is declared")
				}
			})
		}
	}
}

// Where the other fleet was through before, nothing tells a later run under adopt_existing = "never" that the vehicle
// was this configuration's, so pendientes says what to do.
func TestFlotaEntryMovesTooEarly(t *testing.T) {
	t.Parallel()
	never := values{"adopt_existing": adoptNever}
	w, p, from, _ := flotaWorld(t, never)
	declared := fleetOf(values{"FLB0001": car(nil), "FLA0001": car("Uno")})
	to := p.apply("parking_flota", result{}, declared)
	p.apply("parking_flota", from, fleetOf(values{"FLA0002": car(nil)}))
	for range 2 {
		why, _ := to.entry("pendientes", "FLA0001").(string)
		expect(t, "pending", []string{why}, `set adopt_existing = "identical" in the provider block for one apply`, "A parking_flota is imported with all its plates, as CLIENTE_ID/PLATE1,PLATE2")
		q := w.proto(never)
		to = q.apply("parking_flota", q.read("parking_flota", to), declared)
	}
	imported := w.proto(never)
	read := imported.read("parking_flota", imported.importID("parking_flota", "1/FLB0001,FLA0001"))
	expectSame(t, "planned after the import", plannedFlota(w.proto(never), read, declared), read.state)
	adopted := w.proto(nil).apply("parking_flota", to, declared)
	if len(adopted.errors()) > 0 || !reflect.DeepEqual(adopted.state["pendientes"], values{}) {
		t.Error(adopted.errors(), adopted.warnings())
	}
	expectSame(t, "planned after it was adopted", plannedFlota(w.proto(never), adopted, declared), adopted.state)
}

// A link that the service refused to a fleet is not its own to hand on; one that it accepted is, also where no listing
// showed it.
func TestFlotaHandsOnOnlyItsOwn(t *testing.T) {
	t.Parallel()
	for _, accepted := range []bool{true, false} {
		t.Run(fmt.Sprint("accepted ", accepted), func(t *testing.T) {
			t.Parallel()
			never := values{"adopt_existing": adoptNever}
			w, p, from, declared := flotaWorld(t, never)
			link := body(422, `{"estado":"fail","error":"cupo lleno"}`)
			if accepted {
				link = w.carriedOut(`{"estado":"ok","data":{"message":"hecho"}}`)
			}
			w.answer(on(map[string]http.HandlerFunc{"POST /external/vehiculo": link, "GET /external/vehiculos": body(200, noVehiculos)}))
			declared["FLA0003"] = car(nil)
			from = p.apply("parking_flota", from, fleetOf(declared))
			w.answer(nil)
			if !accepted {
				w.exec("INSERT INTO vehiculos (placa, cliente_id) VALUES ('FLA0003', 1)") // by somebody else
			}
			p = w.proto(never)
			delete(declared, "FLA0003")
			p.apply("parking_flota", from, fleetOf(declared))
			to := p.apply("parking_flota", result{}, fleetOf(values{"FLA0003": car(nil)}))
			why, pending := to.entry("pendientes", "FLA0003").(string)
			if len(to.errors()) > 0 || pending == accepted || pending && !strings.Contains(why, "linked to client 1 already") {
				t.Errorf("%q, %v, %v", why, to.errors(), to.state)
			}
		})
	}
}
