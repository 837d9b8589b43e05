package provider_test

import (
	"fmt"
	"net/http"
	"path"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// What holds for every resource whose things are there or gone. What only one of them promises is tested in its area.

// thing is one of a kind.
type thing struct {
	typeName, noun    string
	declared, changed acctest.Values
	notShown          string         // the head of the warning that reads may lag
	stays             string         // that of the plan that destroys it, if the service cannot
	reads             string         // how the paths of its reads begin
	gone              string         // takes it off the service
	others            []string       // answers about another thing
	id                string         // for an import
	identity          acctest.Values // the same
}

func vehiculosPage(records string) string {
	return fmt.Sprintf(`{"estado":"ok","data":[%s],"total":%d,"per_page":15,"current_page":1,"last_page":1}`,
		records, strings.Count(records, "{"))
}

var things = []thing{
	{
		typeName: "parking_placa", noun: "plate", reads: "/external/placa/AKX0359", gone: "DELETE FROM placas WHERE placa = 'AKX0359'",
		declared: acctest.Values{"placa": "AKX0359", "tipo_vehiculo_id": 1}, changed: acctest.Values{"tipo_vehiculo_id": 2},
		notShown: "Plates not shown yet", stays: "Plates stay on the service",
		others: []string{`{"estado":"ok","data":{"placa":"ZZR0033","tipo_vehiculo_id":1}}`},
		id:     "AKX0359", identity: acctest.Values{"placa": "AKX0359"},
	},
	{
		typeName: "parking_vehiculo", noun: "vehicle", reads: "/external/vehiculo", gone: "DELETE FROM vehiculos WHERE placa = 'FLB0001'",
		declared: acctest.Values{"cliente_id": 1, "placa": "FLB0001", "nombre": "Furgón"},
		notShown: "Vehicles not shown yet", stays: "Vehicles stay on the service",
		others: []string{vehiculosPage(`{"id":8,"cliente_id":2,"placa":"FLB0001"}`),
			vehiculosPage(`{"id":8,"cliente_id":null,"placa":"FLB0001"}`)},
		id: "1/FLB0001", identity: acctest.Values{"cliente_id": 1, "placa": "FLB0001"},
	},
	{
		typeName: "parking_flota", noun: "fleet", reads: "/external/vehiculos", gone: "DELETE FROM vehiculos WHERE placa = 'AKX0359'",
		declared: acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car("Uno")}),
		changed:  acctest.FleetOf(acctest.Values{"AKX0359": acctest.Car("Uno").With(acctest.Values{"electrico": true})}),
		notShown: "Vehicles not shown yet: AKX0359 of client 1", stays: "Fleets stay on the service",
		id: "1/AKX0359", identity: acctest.Values{"cliente_id": 1},
	},
	{
		typeName: "parking_cliente", noun: "client", reads: "/external/cliente-email", gone: "DELETE FROM clientes WHERE id = 5",
		declared: acctest.UnknownCliente, changed: acctest.Values{"cedula": "1700000009"},
		notShown: "Clients not shown yet", stays: "Clients stay on the service",
		others: []string{`{"estado":"ok","data":{"id":3,"nombre":"Ajeno"}}`, `{"estado":"ok","data":{"id":5,"nombre":{"es":"x"}}}`,
			`{"estado":"ok","data":{"id":5,"email":"flota.sur@example.com","nombre":"Ajeno"}}`},
		id: "nadie@example.com", identity: acctest.Values{"email": "nadie@example.com"},
	},
	{
		typeName: "parking_zona_favorita", noun: "favourite", reads: acctest.Favoritas, gone: "DELETE FROM favoritas",
		declared: acctest.DeclaredFavorita, changed: acctest.Values{"celda_id": nil}, notShown: "Favourites not shown yet",
		others: []string{`{"estado":"ok","data":[{"id":1,"cliente_id":2,"zona_id":1,"tramo_id":5,"celda_id":17}]}`,
			`{"estado":"ok","data":[{"id":1,"cliente_id":1,"zona_id":1,"tramo_id":5,"celda_id":17},{"id":2,"cliente_id":2,"zona_id":1}]}`,
			`{"estado":"ok","data":[{"id":1,"lugar":{"zona_id":1}}]}`,
			`{"estado":"ok","data":[{"id":1,"cliente_id":1,"zona_id":"centro"}]}`},
		id: "1/1", identity: acctest.Values{"cliente_id": 1, "id": 1},
	},
}

// town is a service with two plates, and gives the provider of each run, which registers clients.
func town(t *testing.T) (w *acctest.Server, next func() *acctest.Proto) {
	t.Helper()
	w = acctest.NewServer(t, sandbox.Options{})
	w.Placas("OTR0001", "FLB0001")
	return w, func() *acctest.Proto {
		return w.Proto(acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}})
	}
}

// eachThing runs a test for each thing, which is created.
func eachThing(t *testing.T, test func(t *testing.T, c thing, w *acctest.Server, next func() *acctest.Proto, created acctest.Result)) {
	t.Helper()
	for _, c := range things {
		t.Run(c.typeName, func(t *testing.T) {
			t.Parallel()
			w, next := town(t)
			created := next().Apply(c.typeName, acctest.Result{}, c.declared)
			acctest.NoMessages(t, "created", created)
			test(t, c, w, next, created)
		})
	}
}

// expectGone fails the test unless a later refresh takes a thing out of the state. It reads another plate too, as a witness.
func expectGone(t *testing.T, what string, c thing, p *acctest.Proto, prior acctest.Result) {
	t.Helper()
	acctest.NoErrors(t, "another plate", p.DataAgain("parking_placa", acctest.Values{"placa": "OTR0001"}))
	gone := p.Read(c.typeName, prior.Later(t))
	if vehiculos, _ := gone.State["vehiculos"].(acctest.Values); gone.State != nil && (c.noun != "fleet" || len(vehiculos) > 0) {
		t.Errorf("%s: it is not gone: %v, %q", what, gone.State, gone.Errors())
	}
}

// What does not say that a thing does not exist is no evidence that it is gone: it stays in the state, with an error.
func TestNotGoneWithoutEvidence(t *testing.T) {
	t.Parallel()
	eachThing(t, func(t *testing.T, c thing, w *acctest.Server, next func() *acctest.Proto, created acctest.Result) {
		wrong := map[string]http.HandlerFunc{
			"401":           answers.Body(401, `{"estado":"fail","error":"No existe"}`),
			"403":           answers.Body(403, `{"estado":"fail","error":"No existe"}`),
			"429":           answers.Body(429, `{"estado":"fail","error":"No existe"}`),
			"404 of a page": answers.Body(404, `<html>Not Found</html>`),
			"cut off":       answers.Body(200, `{"estado":"ok","data":{"id":1,`),
			"nothing":       answers.Body(200, ``),
		}
		for _, other := range c.others {
			wrong[other] = answers.Body(200, other)
		}
		for name, answer := range wrong {
			w.Answer(func(r *http.Request) http.HandlerFunc {
				if strings.HasPrefix(r.URL.Path, c.reads) {
					return answer
				}
				return nil
			})
			read := next().Read(c.typeName, created.Later(t)) // which has read nothing yet
			acctest.ExpectSame(t, name, read.State, created.State)
			if errs := read.Errors(); len(errs) != 1 || !strings.Contains(errs[0], "Unable to read "+c.noun) {
				t.Errorf("%s: got the errors %q, wanted one", name, errs)
			}
		}
		if c.noun != "fleet" { // of which several requests meet it
			w.Answer(func(*http.Request) http.HandlerFunc {
				return answers.Body(404, `{"estado":"fail","error":"No existe"}`)
			})
			denied := next().Read(c.typeName, created.Later(t))
			acctest.ExpectSame(t, "everything is denied", denied.State, created.State)
			acctest.ExpectSays(t, "everything is denied", strings.Join(denied.Errors(), ""), "heck credential")
		}
		w.Answer(nil)
		w.Exec(c.gone)
		expectGone(t, "off the service", c, next(), created)
	})
}

// behind answers every read as a replica does that has seen nothing but the plate OTR0001.
func behind(r *http.Request) http.HandlerFunc {
	switch dir, last := path.Split(r.URL.Path); {
	case r.Method != http.MethodGet || last == "OTR0001":
		return nil
	case last == "vehiculos":
		return answers.Body(200, vehiculosPage(""))
	case last == "zona-favorita":
		return answers.Body(200, `{"estado":"ok","data":{"favoritas":[]}}`)
	case last == "cliente-email", strings.HasSuffix(dir, "/placa/"), strings.HasSuffix(dir, "/vehiculo/"):
		return answers.Body(404, `{"estado":"fail","error":"No existe"}`)
	}
	return nil
}

// Shortly after a write, an update included, "not found" is no evidence, in any later process: the thing stays as it is in the state, and
// the plan is empty. A warning says so: the service may have lost everything. Later it is gone.
func TestJustWritten(t *testing.T) {
	t.Parallel()
	eachThing(t, func(t *testing.T, c thing, w *acctest.Server, next func() *acctest.Proto, created acctest.Result) {
		runs := map[string]acctest.Result{"created": created}
		config := c.declared.With(c.changed)
		if c.changed != nil {
			runs["updated"] = next().Apply(c.typeName, created.Later(t), config)
			acctest.NoMessages(t, "updated", runs["updated"])
		}
		w.Answer(behind)
		for what, written := range runs {
			p := next()
			read := p.Read(c.typeName, written.JustWritten(t))
			acctest.ExpectSame(t, what, read.State, written.State)
			acctest.Expect(t, what, read.Warnings(), c.notShown)
			if what == "updated" {
				planned := p.Decode(p.Schema.ResourceSchemas[c.typeName].ValueType(), p.Plan(c.typeName, read, config).PlannedState)
				acctest.ExpectSame(t, "planned", planned, written.State)
			}
			expectGone(t, what+", later", c, next(), written)
		}
	})
}

// A thing is imported by its identifier and by its identity, as it was created. What the service cannot delete is only removed from the
// state, without a request, and the plan says so.
func TestImportAndDestroy(t *testing.T) {
	t.Parallel()
	eachThing(t, func(t *testing.T, c thing, w *acctest.Server, next func() *acctest.Proto, created acctest.Result) {
		acctest.ExpectSame(t, "created identity", created.Identity, c.identity)
		p := next()
		for what, prior := range map[string]acctest.Result{
			"id": p.ImportID(c.typeName, c.id), "identity": p.ImportIdentity(c.typeName, c.identity), "refresh": created,
		} {
			read := next().Read(c.typeName, prior)
			acctest.ExpectSame(t, what+", identity", read.Identity, c.identity)
			acctest.ExpectPlanned(t, what, p.Plan(c.typeName, read, c.declared))
			acctest.NoMessages(t, what, read)
		}
		w.Requests()
		if c.stays != "" {
			acctest.Expect(t, "planned", next().PlanWarnings(c.typeName, created, nil), c.stays)
			acctest.ExpectState(t, "destroyed", next().Apply(c.typeName, created, nil), nil)
			w.ExpectRequests(map[string]int{})
		}
	})
}
