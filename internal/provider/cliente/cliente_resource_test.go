package cliente

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

const typeName = "parking_cliente"

var (
	updating = acctest.Values{"overwrite_existing": true}
	none     acctest.Result // the state before a creation
)

// enrol puts another client on the service, with the data of client, under an address.
func enrol(w *acctest.Server, id int, email string, client acctest.Values) {
	w.Exec("INSERT INTO clientes (id, email, nombre, apellidos, prefijos, telefono, cedula) VALUES (?, ?, ?, ?, ?, ?, ?)",
		id, email, client["nombre"], client["apellidos"], client["prefijos"], client["telefono"], client["cedula"])
}

// A change of timeouts is not sent; a new spelling is, since it is the user's.
func TestClienteUpdateRequests(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	held := p.Apply(typeName, none, acctest.Norte)
	w.Requests()
	held = p.Apply(typeName, held, acctest.Norte.With(acctest.Values{"timeouts": acctest.Values{"read": "1m"}}))
	w.ExpectRequests(map[string]int{})
	for _, declared := range []acctest.Values{acctest.Norte.With(acctest.Values{"apellidos": "TRANSPORTES"}), acctest.DeclaredNorte} {
		held = p.Apply(typeName, held, declared)
		w.ExpectRequests(map[string]int{"cliente_email": 1, "actualizar_cliente": 1})
		w.ExpectCliente(declared)
		acctest.ExpectState(t, "updated", held, declared.With(acctest.Values{"id": 2}))
		acctest.ExpectSame(t, "updated identity", held.Identity, acctest.Values{"email": "flota.norte@example.com"})
	}
}

func TestClienteThatDoesNotExist(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	acctest.ExpectRefused(t, "planned", w.Proto(nil).Apply(typeName, none, acctest.UnknownCliente), "No such client")
	w.ExpectRequests(map[string]int{"cliente_email": 1})
	created := registers(w, false).Apply(typeName, none, acctest.UnknownCliente)
	w.ExpectRequests(map[string]int{"cliente_email": 2, "registrar_cliente": 1})
	w.ExpectCliente(acctest.UnknownCliente)
	acctest.ExpectWhole(t, "registered", created, acctest.UnknownCliente.With(acctest.Values{"id": 5, "timeouts": nil}))
}

func TestClienteDrift(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(updating)
	created := p.Apply(typeName, none, acctest.DeclaredNorte)
	for _, attribute := range []string{"nombre", "apellidos", "prefijos", "telefono", "cedula"} {
		w.Exec("UPDATE clientes SET " + attribute + " = '+99' WHERE id = 2")
		drifted := p.Read(typeName, created)
		acctest.ExpectSame(t, attribute, drifted.State, created.State.With(acctest.Values{attribute: "+99"}))
		acctest.ExpectWhole(t, attribute, p.Apply(typeName, drifted, acctest.DeclaredNorte), created.State)
		w.ExpectCliente(acctest.DeclaredNorte)
	}
}

// A client whose address was changed on the service leaves the state, and the refresh says so. What the plan is then is a creation: the
// new address adopts the client, and the former one never writes over whoever has it now.
func TestClienteAddressChanged(t *testing.T) {
	t.Parallel()
	moved := acctest.Norte.With(acctest.Values{"email": "mudada@example.com"})
	type row struct {
		taken    acctest.Values // by client 10, with these values
		settings acctest.Values
		declared acctest.Values
		plans    []string // errors and warnings
		id       any      // that is planned
	}
	acctest.Each(t, map[string]row{
		"nobody has it":           {declared: acctest.Norte, plans: []string{"No such client"}, id: acctest.UnknownNumber},
		"nobody has it, new one":  {declared: moved, id: 2},
		"another client has it":   {taken: acctest.DeclaredNorte, declared: acctest.Norte, plans: []string{differs}, id: 10},
		"another client, new one": {taken: acctest.DeclaredNorte, declared: moved, id: 2},
		"another client, overwritten": {taken: acctest.DeclaredNorte, settings: updating, declared: acctest.Norte,
			plans: []string{"Client 10 is overwritten: nombre, apellidos, prefijos, telefono, cedula"}, id: 10},
		"another client that is equal": {taken: acctest.Norte, declared: acctest.Norte, id: 10},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		p := w.Proto(c.settings)
		held := p.Apply(typeName, none, acctest.Norte).Later(t)
		w.Exec("UPDATE clientes SET email = 'mudada@example.com' WHERE id = 2")
		if c.taken != nil {
			enrol(w, 10, "flota.norte@example.com", c.taken)
		}
		gone := p.Read(typeName, held)
		acctest.Expect(t, "read", gone.Warnings(), "Client 2 no longer found")
		acctest.ExpectWarned(t, "read", gone, nil)
		planned := p.Plan(typeName, none, c.declared)
		said := acctest.Result{Diags: planned.Diagnostics}
		acctest.Expect(t, "planned", append(said.Errors(), said.Warnings()...), c.plans...)
		id := p.Decode(p.Schema.ResourceSchemas[typeName].ValueType(), planned.PlannedState)["id"]
		acctest.ExpectSame(t, "planned", acctest.Values{"id": id}, acctest.Values{"id": c.id})
	})
}

// What a plan did not know, the update reads before: it sends nothing if another client has the address by then, or if that is not known.
func TestClienteAddressTakenAtTheUpdate(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	held := p.Apply(typeName, none, acctest.Norte)
	w.Box.Inject(sandbox.Fault{Key: "cliente_email", Kind: sandbox.Status500, Times: 1})
	acctest.Expect(t, "not read", p.Apply(typeName, held, acctest.DeclaredNorte).Errors(), "Unable to read client")
	shows(w, acctest.Values{"id": 10, "email": "flota.norte@example.com"})
	refused := p.Apply(typeName, held, acctest.DeclaredNorte)
	acctest.Expect(t, "another client", refused.Errors(), "Client 2 no longer found")
	acctest.ExpectHeld(t, "another client", refused, held.State)
	w.ExpectCliente(acctest.Norte)
	w.Answer(answers.On(map[string]http.HandlerFunc{byEmail: answers.Body(404, `{"estado":"fail","error":"El cliente no existe"}`)}))
	acctest.NoErrors(t, "a read that lags", p.Apply(typeName, held, acctest.DeclaredNorte))
	w.ExpectCliente(acctest.DeclaredNorte)
}

func TestClienteImport(t *testing.T) {
	t.Parallel()
	p := acctest.NewServer(t, sandbox.Options{}).Proto(nil)
	const address = "flota.norte@example.com"
	acctest.Expect(t, "no address", p.ImportID(typeName, "x "+address).Errors(), "Invalid import identifier")
	nobody := p.Read(typeName, p.ImportID(typeName, "nadie@example.com"))
	acctest.Expect(t, "a client that does not exist", nobody.Errors(), "Unable to import client")
}

// No message that a test of this package sees shows the address, a name, the telephone or the document number of a client.
func TestClienteNothingPersonalInMessages(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/messages.golden")
	acctest.Must(t, err)
	shown := strings.ToLower(string(text))
	for _, secret := range []string{"flota.norte", "flota.sur", "mudada", "nadie", "022000002", "0100000002", "022111222", "1700000001",
		"22-000", "01-0000", "0100000009", "099123456", "flota del", "distribuciones", "transportes"} {
		if strings.Contains(shown, secret) {
			t.Errorf("%s is shown in testdata/messages.golden", secret)
		}
	}
}

func TestMain(m *testing.M) { acctest.Main(m, Area) }
