package cliente

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

var updating = acctest.Values{"overwrite_existing": true}

func TestClienteUpdateRequests(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	created := p.Apply("parking_cliente", acctest.Result{}, acctest.Norte)
	w.Requests()
	same := p.Apply("parking_cliente", created, acctest.Norte.With(acctest.Values{"timeouts": acctest.Values{"read": "1m"}}))
	w.ExpectRequests(map[string]int{})
	updated := p.Apply("parking_cliente", same, acctest.DeclaredNorte)
	w.ExpectRequests(map[string]int{"cliente_email": 1, "actualizar_cliente": 1})
	w.ExpectCliente(acctest.DeclaredNorte)
	acctest.ExpectState(t, "updated", updated, acctest.Values{"id": 2})
	acctest.ExpectSame(t, "updated identity", updated.Identity, acctest.Values{"email": "flota.norte@example.com"})
}

func TestClienteThatDoesNotExist(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	planned := w.Proto(nil).Plan("parking_cliente", acctest.Result{}, acctest.UnknownCliente)
	acctest.Expect(t, "error of the plan", acctest.ErrorsOf(planned.Diagnostics), "No such client")
	w.ExpectRequests(map[string]int{"cliente_email": 1})
	refused := w.Proto(nil).Apply("parking_cliente", acctest.Result{}, acctest.UnknownCliente)
	acctest.Expect(t, "error", refused.Errors(), "No such client")
	w.ExpectRequests(map[string]int{"cliente_email": 1})
	acctest.ExpectHeld(t, "refused", refused, nil)
	created := w.Proto(acctest.Values{"endpoints": acctest.Values{"registrar_cliente": acctest.RegistrarCliente}}).Apply("parking_cliente", acctest.Result{}, acctest.UnknownCliente)
	w.ExpectRequests(map[string]int{"cliente_email": 2, "registrar_cliente": 1})
	w.ExpectCliente(acctest.UnknownCliente)
	acctest.ExpectSame(t, "registered", created.State, acctest.UnknownCliente.With(acctest.Values{"id": 5, "timeouts": nil}))
}

func TestClienteDrift(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(updating)
	created := p.Apply("parking_cliente", acctest.Result{}, acctest.DeclaredNorte)
	for _, attribute := range []string{"nombre", "apellidos", "prefijos", "telefono", "cedula"} {
		w.Exec("UPDATE clientes SET " + attribute + " = '+99' WHERE id = 2")
		drifted := p.Read("parking_cliente", created)
		acctest.ExpectSame(t, attribute, drifted.State, created.State.With(acctest.Values{attribute: "+99"}))
		w.Requests()
		corrected := p.Apply("parking_cliente", drifted, acctest.DeclaredNorte)
		w.ExpectRequests(map[string]int{"cliente_email": 1, "actualizar_cliente": 1})
		w.ExpectCliente(acctest.DeclaredNorte)
		acctest.ExpectSame(t, attribute, corrected.State, created.State)
	}
}

// A client whose address was changed on the service leaves the state, and the refresh says so. What the plan is then is a creation: the new
// address adopts the client, and the former one never writes over whoever has it now.
func TestClienteAddressChanged(t *testing.T) {
	t.Parallel()
	moved := acctest.Norte.With(acctest.Values{"email": "mudada@example.com"})
	const taken = "INSERT INTO clientes (id, email, nombre, apellidos, prefijos, telefono, cedula) VALUES (10, 'flota.norte@example.com', %s)"
	for name, c := range map[string]struct {
		taken    string // by client 10, with these values
		settings acctest.Values
		declared acctest.Values
		plans    []string // errors and warnings
		id       any      // that is planned
	}{
		"nobody has it":           {"", nil, acctest.Norte, []string{"No such client"}, acctest.UnknownNumber},
		"nobody has it, new one":  {"", nil, moved, nil, 2},
		"another client has it":   {"'Ana', 'Paz', '+1', '2', '3'", nil, acctest.Norte, []string{differs}, 10},
		"another client, new one": {"'Ana', 'Paz', '+1', '2', '3'", nil, moved, nil, 2},
		"another client, overwritten": {"'Ana', 'Paz', '+1', '2', '3'", updating, acctest.Norte,
			[]string{"Client 10 is overwritten: nombre, apellidos, prefijos, telefono, cedula"}, 10},
		"another client that is equal": {"'Flota Norte', 'Transportes', '+593', '022000002', '0100000002'", nil, acctest.Norte, nil, 10},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := acctest.NewServer(t, sandbox.Options{})
			p := w.Proto(c.settings)
			held := p.Apply("parking_cliente", acctest.Result{}, acctest.Norte).Later(t)
			w.Exec("UPDATE clientes SET email = 'mudada@example.com' WHERE id = 2")
			has := "No client has its e-mail address now"
			if c.taken != "" {
				w.Exec(fmt.Sprintf(taken, c.taken))
				has = "Its e-mail address belongs to client 10 now"
			}
			gone := p.Read("parking_cliente", held)
			acctest.Expect(t, "read", gone.Warnings(), "Client 2 no longer found")
			acctest.ExpectSays(t, "read", gone.Warnings()[0], has, "declare the new one in email")
			acctest.ExpectWarned(t, "read", gone, nil)
			expectNothingPersonal(t, "read", gone.Diags, acctest.Norte, moved)
			planned := p.Plan("parking_cliente", acctest.Result{}, c.declared)
			said := acctest.Result{Diags: planned.Diagnostics}
			acctest.Expect(t, "planned", append(said.Errors(), said.Warnings()...), c.plans...)
			id := p.Decode(p.Schema.ResourceSchemas["parking_cliente"].ValueType(), planned.PlannedState)["id"]
			acctest.ExpectSame(t, "planned", acctest.Values{"id": id}, acctest.Values{"id": c.id})
		})
	}
}

// What a plan did not know, the update reads before: it sends nothing if another client has the address by then, or if that is not known.
func TestClienteAddressTakenAtTheUpdate(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	held := p.Apply("parking_cliente", acctest.Result{}, acctest.Norte)
	w.Box.Inject(sandbox.Fault{Key: "cliente_email", Kind: sandbox.Status500, Times: 1})
	acctest.Expect(t, "not read", p.Apply("parking_cliente", held, acctest.DeclaredNorte).Errors(), "Unable to read client")
	onRead := func(status int, text string) {
		w.Answer(answers.On(map[string]http.HandlerFunc{"GET /external/cliente-email": answers.Body(status, text)}))
	}
	onRead(200, `{"estado":"ok","data":{"id":10,"email":"flota.norte@example.com"}}`)
	refused := p.Apply("parking_cliente", held, acctest.DeclaredNorte)
	acctest.Expect(t, "another client", refused.Errors(), "Client 2 no longer found")
	acctest.ExpectHeld(t, "another client", refused, held.State)
	if made := w.Requests(); made["actualizar_cliente"] > 0 {
		t.Errorf("got the requests %v, want no update", made)
	}
	onRead(404, `{"estado":"fail","error":"El cliente no existe"}`)
	acctest.NoErrors(t, "a read that lags", p.Apply("parking_cliente", held, acctest.DeclaredNorte))
	w.ExpectCliente(acctest.DeclaredNorte)
}

func TestClienteImport(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	acctest.Expect(t, "error", p.ImportID("parking_cliente", "2").Errors(), "Invalid import identifier")
	nobody := p.Read("parking_cliente", p.ImportID("parking_cliente", "nadie@example.com"))
	acctest.Expect(t, "a client that does not exist is imported", nobody.Errors(), "Unable to import client")
}

func TestMain(m *testing.M) { acctest.Main(m, Area) }
