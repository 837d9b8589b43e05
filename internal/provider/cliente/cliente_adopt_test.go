package cliente

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const differs, willOverwrite = "Client already exists and differs", "Client 2 is overwritten: "

// eachOverwrite runs a subtest for every case and value of overwrite_existing.
func eachOverwrite[C any](t *testing.T, cases map[string]C, test func(t *testing.T, over bool, c C)) {
	t.Helper()
	for _, over := range []bool{false, true} {
		for name, c := range cases {
			t.Run(fmt.Sprint("overwrite ", over, " ", name), func(t *testing.T) {
				t.Parallel()
				test(t, over, c)
			})
		}
	}
}

// A plan says what creating a client will do to one that exists, by one read, and the apply after it changes only what
// overwrite_existing allows.
func TestClienteExists(t *testing.T) {
	t.Parallel()
	type row struct {
		declared acctest.Values
		names    string
	}
	respelled := acctest.Norte.With(acctest.Values{"nombre": " flota NORTE", "telefono": "22-000-002", "cedula": "01-0000 0002"})
	eachOverwrite(t, map[string]row{
		"identical": {declared: acctest.Norte},
		"respelled": {declared: respelled},
		"cedula":    {declared: acctest.Norte.With(acctest.Values{"cedula": "0100000009"}), names: "cedula"},
		"different": {declared: acctest.DeclaredNorte, names: "nombre, apellidos, prefijos, telefono, cedula"},
	}, func(t *testing.T, over bool, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		settings := acctest.Values{"overwrite_existing": over}
		planned := acctest.Result{Diags: w.Proto(settings).Plan("parking_cliente", acctest.Result{}, c.declared).Diagnostics}
		w.ExpectRequests(map[string]int{"cliente_email": 1})
		applied := w.Proto(settings).Apply("parking_cliente", acctest.Result{}, c.declared)
		expectNothingPersonal(t, "plan", append(planned.Diags, applied.Diags...), acctest.Norte, acctest.DeclaredNorte)
		if c.names != "" && !over {
			acctest.Expect(t, "errors", planned.Errors(), differs)
			acctest.ExpectSays(t, "errors", planned.Errors()[0], " "+c.names+".", "import {\n    to = parking_cliente.NAME")
			acctest.ExpectHeld(t, "refused", applied, nil)
			w.ExpectRequests(map[string]int{"cliente_email": 1})
			w.ExpectCliente(acctest.Norte)
			return
		}
		requests, held, warnings := map[string]int{"cliente_email": 1}, acctest.Norte, []string(nil)
		if c.names != "" {
			requests["actualizar_cliente"], held, warnings = 1, c.declared, []string{willOverwrite + c.names}
		}
		acctest.Expect(t, "errors", planned.Errors())
		acctest.Expect(t, "warnings", planned.Warnings(), warnings...)
		w.ExpectRequests(requests)
		w.ExpectCliente(held)
		acctest.ExpectState(t, "adopted", applied, c.declared.With(acctest.Values{"id": 2}))
	})
}

// An apply decides by what the service has then: the plan may have known less.
func TestClienteExistsAtTheApply(t *testing.T) {
	t.Parallel()
	eachOverwrite(t, map[string]string{"late": "0100000009"}, func(t *testing.T, over bool, late string) {
		w := acctest.NewServer(t, sandbox.Options{})
		p := w.Proto(acctest.Values{"overwrite_existing": over})
		declared := acctest.Norte.With(acctest.Values{"cedula": late})
		plan := p.Plan("parking_cliente", acctest.Result{}, declared.With(acctest.Values{"cedula": acctest.UnknownText}))
		said := acctest.Result{Diags: plan.Diagnostics}
		acctest.Expect(t, "errors of the plan", said.Errors())
		w.Requests()
		kind := p.Schema.ResourceSchemas["parking_cliente"].ValueType()
		plan.PlannedState = p.Encode(kind, p.Decode(kind, plan.PlannedState).With(acctest.Values{"cedula": late}))
		errs := p.ApplyPlan(t.Context(), "parking_cliente", acctest.Result{}, declared, plan).Errors()
		if over {
			acctest.Expect(t, "warnings of the plan", said.Warnings(), willOverwrite+"cedula")
			acctest.Expect(t, "errors", errs)
			w.ExpectCliente(declared)
			return
		}
		acctest.Expect(t, "errors", errs, differs)
		acctest.Expect(t, "warnings of the plan", said.Warnings())
		w.ExpectRequests(map[string]int{}) // nothing is read again, and nothing written
		w.ExpectCliente(acctest.Norte)
	})
}

// A plan that cannot look at a client fails, since neither its identifier nor what the apply overwrites would show. So does
// the plan that Terraform repeats in the apply.
func TestClienteNotChecked(t *testing.T) {
	t.Parallel()
	for status, text := range map[int]string{500: `averiado`, 401: `{"estado":"fail","error":"No autorizado"}`} {
		w := acctest.NewServer(t, sandbox.Options{})
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/cliente-email": answers.Body(status, text)}))
		acctest.Expect(t, "plan", acctest.ErrorsOf(w.Proto(nil).Plan("parking_cliente", acctest.Result{}, acctest.Norte).Diagnostics), "Unable to plan client")
	}
}

// The identifier of an existing client is planned.
func TestClientePlannedID(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	registering := acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}}
	p := w.Proto(registering)
	kind := p.Schema.ResourceSchemas["parking_cliente"].ValueType()
	planned := p.Plan("parking_cliente", acctest.Result{}, acctest.Norte)
	acctest.ExpectSame(t, "planned", acctest.Values{"id": p.Decode(kind, planned.PlannedState)["id"]}, acctest.Values{"id": 2})
	if fresh := p.Decode(kind, p.Plan("parking_cliente", acctest.Result{}, acctest.UnknownCliente).PlannedState); !acctest.IsUnknown(fresh["id"]) {
		t.Errorf("a client that is to be registered has the id %v", fresh["id"])
	}
}

// A client that takes another one's place warns of what it overwrites in the first plan of the two, the only one whose
// warnings Terraform shows.
func TestClienteReplacedOverwrites(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(updating)
	created := p.Apply("parking_cliente", acctest.Result{}, acctest.Norte)
	planned := acctest.Result{Diags: p.Plan("parking_cliente", created, acctest.Norte.With(acctest.Values{"email": "flota.sur@example.com"})).Diagnostics}
	acctest.Expect(t, "planned", planned.Warnings(), "Clients stay on the service", "Client 3 is overwritten: nombre, telefono, cedula")
}

// Somebody may change the client, or register it, between the plan and the apply.
func TestClienteChangedAfterThePlan(t *testing.T) {
	t.Parallel()
	for _, declared := range []acctest.Values{acctest.Norte, acctest.UnknownCliente} {
		w := acctest.NewServer(t, sandbox.Options{})
		settings := acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}}
		acctest.NoErrors(t, "plan", acctest.Result{Diags: w.Proto(settings).Plan("parking_cliente", acctest.Result{}, declared).Diagnostics})
		w.Exec("UPDATE clientes SET email = ?, cedula = '0999999999' WHERE id = 2", declared["email"])
		w.Requests()
		refused := w.Proto(settings).Apply("parking_cliente", acctest.Result{}, declared)
		acctest.ExpectRefused(t, "apply", refused, differs)
		w.ExpectRequests(map[string]int{"cliente_email": 1})
		w.ExpectCount(1, "SELECT COUNT(*) FROM clientes WHERE cedula = '0999999999'")
	}
}

// Without a known address or a known service nothing is read, and nothing is an error.
func TestClienteNotReadAtThePlan(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	unknown := acctest.DeclaredNorte.With(acctest.Values{"email": acctest.UnknownText})
	acctest.NoMessages(t, "address", acctest.Result{Diags: w.Proto(nil).Plan("parking_cliente", acctest.Result{}, unknown).Diagnostics})
	p := w.Proto(acctest.Values{"base_url": acctest.UnknownText})
	acctest.NoMessages(t, "service", acctest.Result{Diags: p.Plan("parking_cliente", acctest.Result{}, acctest.DeclaredNorte).Diagnostics})
	w.ExpectRequests(map[string]int{})
}

// A registration whose answer was lost is this run's own, whatever overwrite_existing is and the service shows.
func TestClienteRegistrationLost(t *testing.T) {
	t.Parallel()
	eachOverwrite(t, map[string]string{
		"all": "", "little": `{"estado":"ok","data":{"id":5,"nombre":"Flota del Norte"}}`, "another name": `{"estado":"ok","data":{"id":5,"nombre":"Otra"}}`,
	}, func(t *testing.T, over bool, shows string) {
		w := acctest.NewServer(t, sandbox.Options{})
		w.Box.Inject(sandbox.Fault{Key: "registrar_cliente", Kind: sandbox.Drop, When: sandbox.After, Times: 1})
		registered := false
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if registered && shows != "" {
				return answers.Body(http.StatusOK, shows)
			}
			registered = registered || r.Method == http.MethodPut
			return nil
		})
		created := registers(w, over).Apply("parking_cliente", acctest.Result{}, acctest.UnknownCliente)
		acctest.ExpectState(t, "created", created, acctest.UnknownCliente.With(acctest.Values{"id": 5}))
		w.ExpectCount(1, "SELECT COUNT(*) FROM clientes WHERE email = 'nadie@example.com'")
	})
}

// A client that another run has registered in the meantime is like any other.
func TestClienteRegisteredMeanwhile(t *testing.T) {
	t.Parallel()
	eachOverwrite(t, map[string]acctest.Values{"same": acctest.Norte, "other": acctest.DeclaredNorte}, func(t *testing.T, over bool, declared acctest.Values) {
		w := acctest.NewServer(t, sandbox.Options{})
		hidden := true
		w.Answer(func(r *http.Request) http.HandlerFunc {
			if r.Method != http.MethodGet || !hidden {
				return nil
			}
			hidden = false
			return answers.Body(http.StatusNotFound, `{"estado":"fail","error":"El cliente no existe"}`)
		})
		created, held := registers(w, over).Apply("parking_cliente", acctest.Result{}, declared), acctest.Norte
		switch {
		case declared["cedula"] == acctest.Norte["cedula"]:
			acctest.ExpectState(t, "created", created, acctest.Norte.With(acctest.Values{"id": 2}))
		case over:
			acctest.Expect(t, "warning", created.Warnings(), willOverwrite+"nombre, apellidos, prefijos, telefono, cedula")
			held = acctest.DeclaredNorte
		default:
			acctest.ExpectRefused(t, "created", created, differs)
		}
		w.ExpectCliente(held)
	})
}

// A field that the service omits cannot be compared. It counts as the same only beside the same identity number.
func TestClienteOmittedFields(t *testing.T) {
	t.Parallel()
	shown := map[string]string{"nombre": "Flota Norte", "Apellidos": "Transportes", "prefijos": "+593", "telefono": "022000002", "cedula": "0100000002"}
	acctest.EachOf(t, slices.Sorted(maps.Keys(shown)), func(t *testing.T, omitted string) {
		w := acctest.NewServer(t, sandbox.Options{})
		record := `{"id":2`
		for field, value := range shown {
			if field != omitted {
				record += fmt.Sprintf(`,%q:%q`, field, value)
			}
		}
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/cliente-email": answers.Body(http.StatusOK, `{"estado":"ok","data":`+record+`}}`)}))
		planned := w.Proto(nil).Plan("parking_cliente", acctest.Result{}, acctest.Norte).Diagnostics
		applied := w.Proto(nil).Apply("parking_cliente", acctest.Result{}, acctest.Norte)
		if omitted == "cedula" {
			acctest.Expect(t, "plan", acctest.ErrorsOf(planned), "Client already exists and cannot be compared")
			acctest.ExpectHeld(t, "refused", applied, nil)
		} else {
			acctest.Expect(t, "plan", acctest.TextsOf(planned, tfprotov6.DiagnosticSeverityWarning), "Client 2 not fully compared")
			acctest.ExpectWhole(t, "adopted", applied, acctest.Norte.With(acctest.Values{"id": 2, "timeouts": nil}))
		}
		expectNothingPersonal(t, "plan", planned, acctest.Norte)
		late := w.Proto(nil).Plan("parking_cliente", acctest.Result{}, acctest.Norte.With(acctest.Values{"cedula": acctest.UnknownText}))
		acctest.NoMessages(t, "identity number not known yet", acctest.Result{Diags: late.Diagnostics})
		w.ExpectRequests(map[string]int{})
	})
}

// Several blocks of one apply, and several runs of one process.

// registers is a provider that registers clients.
func registers(w *acctest.Server, over bool) *acctest.Proto {
	return w.Proto(acctest.Values{"overwrite_existing": over, "endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}})
}

// Two blocks of one apply that declare one client register it once, in whatever spelling. The second one does what
// overwrite_existing says of a client that is there.
func TestClienteInTwoBlocks(t *testing.T) {
	t.Parallel()
	eachOverwrite(t, map[string]acctest.Values{
		"same": {"email": "Nadie@Example.com"}, "other": {"nombre": "Otra"},
	}, func(t *testing.T, over bool, changes acctest.Values) {
		w := acctest.NewServer(t, sandbox.Options{})
		p := registers(w, over)
		other := acctest.UnknownCliente.With(changes)
		plan := p.Plan("parking_cliente", acctest.Result{}, other)
		acctest.NoMessages(t, "planned", acctest.Result{Diags: plan.Diagnostics})
		acctest.NoMessages(t, "first", p.Apply("parking_cliente", acctest.Result{}, acctest.UnknownCliente))
		second := p.ApplyPlan(t.Context(), "parking_cliente", acctest.Result{}, other, plan)
		var says []string
		if changes["nombre"] != nil {
			says = []string{map[bool]string{true: "Client 5 is overwritten: nombre", false: differs}[over]}
		}
		acctest.Expect(t, "second", append(second.Errors(), second.Warnings()...), says...)
		if requests := w.Requests(); requests["registrar_cliente"] != 1 {
			t.Errorf("got the requests %v, wanted one registration", requests)
		}
	})
}

// One process may serve several runs. What the plan of one read decides nothing in the next, and a client that was
// destroyed, or could not be created, may be declared again.
func TestClienteInSeveralRuns(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := registers(w, false)
	acctest.NoMessages(t, "only planned", acctest.Result{Diags: p.Plan("parking_cliente", acctest.Result{}, acctest.UnknownCliente).Diagnostics})
	w.Exec("INSERT INTO clientes (id, email, nombre, apellidos, prefijos, telefono, cedula) VALUES (9, 'nadie@example.com', 'A', 'B', '+1', '2', '3')")
	w.Box.Inject(sandbox.Fault{Key: "cliente_email", Kind: sandbox.Status500, Times: 1})
	w.Requests()
	for _, says := range []string{"Unable to plan client", differs} { // the first plan cannot read it, the second can
		acctest.ExpectRefused(t, "planned", p.Apply("parking_cliente", acctest.Result{}, acctest.UnknownCliente), says)
		w.ExpectRequests(map[string]int{"cliente_email": 1})
	}
	for range 2 {
		created := p.Apply("parking_cliente", acctest.Result{}, acctest.Norte)
		acctest.ExpectState(t, "created", created, acctest.Values{"id": 2})
		acctest.ExpectState(t, "destroyed", p.Apply("parking_cliente", p.Read("parking_cliente", created), nil), nil)
	}
}

// Two clients with the same finding have a warning each, whose summary names the client: Terraform shows one of equal summaries.
func TestClientesOfOneFinding(t *testing.T) {
	t.Parallel()
	p := registers(acctest.NewServer(t, sandbox.Options{}), true)
	for client, email := range map[string]string{"Client 2": "flota.norte@example.com", "Client 3": "flota.sur@example.com"} {
		held := p.Read("parking_cliente", p.ImportID("parking_cliente", email))
		for finding, c := range map[string]struct {
			prior   acctest.Result
			changes acctest.Values
		}{
			"is overwritten: telefono":         {acctest.Result{}, acctest.Values{"telefono": "1"}},
			"is overwritten: nombre":           {acctest.Result{}, acctest.Values{"nombre": "Otra"}},
			"will be replaced by a new client": {held, acctest.Values{"email": "nueva@example.com"}},
		} {
			planned := p.Plan("parking_cliente", c.prior, held.State.With(acctest.Values{"id": nil}).With(c.changes))
			warnings := acctest.Result{Diags: planned.Diagnostics}.Warnings()
			acctest.ExpectSays(t, finding, strings.Join(warnings, "\n"), client+" "+finding)
		}
	}
}
