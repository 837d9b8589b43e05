package cliente

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
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
	w.ExpectRequests(map[string]int{"actualizar_cliente": 1})
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

// A plan that may make a client another person says so, once for the client, also after an import.
func TestClienteAnotherPerson(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	imported := p.Read("parking_cliente", p.ImportID("parking_cliente", "flota.norte@example.com"))
	for name, c := range map[string]struct {
		changes acctest.Values
		warned  string // the attributes
	}{
		"identity number":               {acctest.Values{"cedula": "1712345678"}, "cedula"},
		"name and surnames":             {acctest.Values{"nombre": "Luz", "apellidos": "Paz"}, "nombre, apellidos"},
		"all":                           {acctest.Values{"nombre": "Luz", "apellidos": "Paz", "cedula": "1712345678"}, "nombre, apellidos, cedula"},
		"name alone":                    {acctest.Values{"nombre": "Luz"}, ""},
		"surnames alone":                {acctest.Values{"apellidos": "Paz"}, ""},
		"another spelling":              {acctest.Values{"cedula": "01-0000-0002", "nombre": "FLOTA NORTE", "apellidos": " Transportes"}, ""},
		"telephone and dialling code":   {acctest.Values{"telefono": "022999999", "prefijos": "+34"}, ""},
		"identity number not known yet": {acctest.Values{"cedula": tftypes.UnknownValue}, ""},
	} {
		planned := p.Plan("parking_cliente", imported, acctest.Norte.With(c.changes))
		var said []string
		for _, d := range planned.Diagnostics {
			said = append(said, d.Summary+": "+d.Detail)
		}
		switch text := strings.Join(said, "\n"); {
		case c.warned == "" && text != "":
			t.Errorf("%s: got %s, want nothing", name, text)
		case c.warned != "" && (len(said) != 1 || !strings.HasPrefix(text, "Client 2 may become another person: The plan changes "+c.warned+". ")):
			t.Errorf("%s: got %s, want one warning about %s", name, text, c.warned)
		}
	}
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
		w.ExpectRequests(map[string]int{"actualizar_cliente": 1})
		w.ExpectCliente(acctest.DeclaredNorte)
		acctest.ExpectSame(t, attribute, corrected.State, created.State)
	}
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
