package acceptance

import (
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// respelled applies a configuration that only spells otherwise what is in the state, which
// must ask the service for nothing and say nothing.
func respelled(w *acctest.Server, p *acctest.Proto, typeName string, prior acctest.Result, config, want acctest.Values) acctest.Result {
	w.T.Helper()
	w.Requests()
	acctest.ExpectPlanned(w.T, typeName, p.Plan(typeName, prior, config))
	out := w.Proto(nil).Apply(typeName, prior, config)
	acctest.NoMessages(w.T, typeName, out)
	w.ExpectRequests(map[string]int{})
	acctest.ExpectSame(w.T, typeName, out.State, want)
	return out
}

// A service that compares spellings exactly, as the sandbox does, is asked for the one that it knows.
func TestSpelledOtherwise(t *testing.T) {
	t.Parallel()
	t.Run("cliente", func(t *testing.T) {
		t.Parallel()
		w := acctest.NewServer(t, sandbox.Options{})
		p := w.Proto(nil)
		state := p.Apply("parking_cliente", acctest.Result{}, acctest.Norte)
		other := acctest.Values{"email": "Flota.Norte@Example.com"}
		state = respelled(w, p, "parking_cliente", state, acctest.Norte.With(other), state.State)
		acctest.ExpectSame(t, "read", p.Read("parking_cliente", state).State, state.State)
		changed := p.Apply("parking_cliente", state, acctest.DeclaredNorte.With(other))
		acctest.ExpectWhole(t, "changed", changed, state.State.With(acctest.DeclaredNorte))
		acctest.ExpectSame(t, "identity", changed.Identity, acctest.Values{"email": "flota.norte@example.com"})
		w.ExpectCliente(acctest.DeclaredNorte)
		// A state may have another spelling than the configuration and the service.
		imported := p.Read("parking_cliente", p.ImportID("parking_cliente", "FLOTA.Norte@example.com"))
		imported = respelled(w, p, "parking_cliente", imported, acctest.DeclaredNorte, imported.State)
		acctest.ExpectSame(t, "imported", p.Read("parking_cliente", imported).State, imported.State)
	})
}
