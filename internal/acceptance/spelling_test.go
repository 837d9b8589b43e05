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

// A vehicle of a fleet whose key is spelled otherwise stays the same vehicle.
func TestFlotaSpelledOtherwise(t *testing.T) {
	t.Parallel()
	fleet := func(tipo int, placas ...string) acctest.Values {
		vehiculos := acctest.Values{}
		for _, placa := range placas {
			vehiculos[placa] = acctest.Values{"tipo_vehiculo_id": tipo, "nombre": nil, "electrico": nil, "minusvalido": nil}
		}
		return acctest.Values{"cliente_id": 1, "vehiculos": vehiculos}
	}
	in := func(config acctest.Values, ids acctest.Values) acctest.Values {
		return config.With(acctest.Values{"vehiculo_ids": ids, "pendientes": acctest.Values{}, "max_pendientes": nil, "timeouts": nil})
	}
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	state := p.Apply("parking_flota", acctest.Result{}, fleet(1, "AKX0359", "ZZR0033"))
	imported := p.Read("parking_flota", p.ImportID("parking_flota", "1"))
	other := fleet(1, "akx-0359", "ZZR0033")
	carried := acctest.Values{"akx-0359": state.Entry("vehiculo_ids", "AKX0359"), "ZZR0033": state.Entry("vehiculo_ids", "ZZR0033")}
	for name, prior := range map[string]acctest.Result{"created": state, "imported": imported} {
		acctest.ExpectHeld(t, name, respelled(w, p, "parking_flota", prior, other, in(other, carried)), acctest.Values{})
	}
	state = respelled(w, p, "parking_flota", state, other, in(other, carried))
	read := w.Proto(nil).Read("parking_flota", state)
	acctest.ExpectSame(t, "read", read.State, state.State)
	w.Requests()
	changed := p.Apply("parking_flota", read, fleet(3, "AKX 0359", "ZZR0033"))
	w.ExpectRequests(map[string]int{"actualizar_placa": 2})
	acctest.ExpectSame(t, "changed", w.Proto(nil).Read("parking_flota", changed).State, changed.State)
	acctest.NoMessages(t, "changed", changed)
	w.ExpectCount(2, "SELECT COUNT(*) FROM placas WHERE tipo_vehiculo_id = 3")
	w.ExpectCount(2, "SELECT COUNT(*) FROM vehiculos")
	// One that was taken away is brought back once, and what is left out stays, as always.
	w.Exec("DELETE FROM vehiculos WHERE placa = 'AKX0359'")
	gone := w.Proto(nil).Read("parking_flota", changed.Later(t))
	back := w.Proto(nil).Apply("parking_flota", gone, fleet(3, "AKX 0359", "ZZR0033"))
	acctest.ExpectPending(t, "back", back)
	w.ExpectCount(2, "SELECT COUNT(*) FROM placas")
	acctest.Expect(t, "left out", w.Proto(nil).PlanWarnings("parking_flota", back, fleet(3, "ZZR0033")), "Vehicles stay on the service (1)")
}
