package provider

import (
	"fmt"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// respelled applies a configuration that only spells otherwise what is in the state, which
// must ask the service for nothing and say nothing.
func respelled(w *world, p *proto, typeName string, prior result, config, want values) result {
	w.t.Helper()
	w.requests()
	if planned := p.plan(typeName, prior, config); len(planned.RequiresReplace)+len(planned.Diagnostics) > 0 {
		w.t.Errorf("%s is replaced by %v, %v", typeName, planned.RequiresReplace, errorsOf(planned.Diagnostics))
	}
	out := w.proto(nil).apply(typeName, prior, config)
	if len(out.diags) > 0 {
		w.t.Errorf("%s: %v, %v", typeName, out.errors(), out.warnings())
	}
	w.expectRequests(map[string]int{})
	expectSame(w.t, typeName, out.state, want)
	return out
}

// A service that compares spellings exactly, as the sandbox does, is asked for the one that it knows.
func TestSpelledOtherwise(t *testing.T) {
	t.Parallel()
	t.Run("placa", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, sandbox.Options{})
		p := w.proto(nil)
		state := p.apply("parking_placa", result{}, values{"placa": "AKX0359", "tipo_vehiculo_id": 1})
		for _, placa := range []string{"AKX-0359", "akx 0359", "AKX0359"} {
			config := values{"placa": placa, "tipo_vehiculo_id": 1}
			state = respelled(w, p, "parking_placa", state, config, state.state.with(values{"placa": placa}))
			if state.identity["placa"] != placa {
				t.Errorf("identity is %v", state.identity)
			}
			read := p.read("parking_placa", state)
			expectSame(t, "read", read.state, state.state)
			changed := p.apply("parking_placa", read, values{"placa": placa, "tipo_vehiculo_id": 3})
			w.expectRequests(map[string]int{"placa": 1, "actualizar_placa": 1})
			if len(changed.errors()) > 0 || w.count("SELECT COUNT(*) FROM placas") != 1 || w.count("SELECT tipo_vehiculo_id FROM placas") != 3 {
				t.Errorf("%s: %v", placa, changed.errors())
			}
			state = p.apply("parking_placa", changed, config)
		}
		// The service may spell it so by now.
		state = respelled(w, p, "parking_placa", state, values{"placa": "akx0359", "tipo_vehiculo_id": 1}, state.state.with(values{"placa": "akx0359"}))
		w.exec("UPDATE placas SET placa = 'akx0359'")
		expectSame(t, "spelled so", p.read("parking_placa", state).state, state.state)
		w.exec("DELETE FROM placas")
		if gone := p.read("parking_placa", state); gone.state != nil || len(gone.diags) > 0 {
			t.Errorf("%v", gone)
		}
	})
	t.Run("vehiculo", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, sandbox.Options{})
		w.placas("AKX0359")
		p := w.proto(nil)
		state := p.apply("parking_vehiculo", result{}, values{"cliente_id": 1, "placa": "AKX0359"})
		state = respelled(w, p, "parking_vehiculo", state, values{"cliente_id": 1, "placa": "akx-0359"}, state.state.with(values{"placa": "akx-0359"}))
		expectSame(t, "read", w.proto(nil).read("parking_vehiculo", state).state, state.state)
		w.expectRequests(map[string]int{"vehiculos": 1})
		renamed := p.plan("parking_vehiculo", state, values{"cliente_id": 1, "placa": "AKX 0359", "nombre": "Otro"})
		expect(t, "renamed beside", errorsOf(renamed.Diagnostics), "A vehicle cannot be renamed")
	})
	t.Run("cliente", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, sandbox.Options{})
		p := w.proto(nil)
		state := p.apply("parking_cliente", result{}, norte)
		other := values{"email": "Flota.Norte@Example.com"}
		state = respelled(w, p, "parking_cliente", state, norte.with(other), state.state.with(other))
		expectSame(t, "read", p.read("parking_cliente", state).state, state.state)
		if changed := p.apply("parking_cliente", state, declaredNorte.with(other)); len(changed.diags) > 0 {
			t.Error(changed.errors(), changed.warnings())
		}
		w.expectCliente(declaredNorte)
	})
}

// A vehicle of a fleet whose key is spelled otherwise stays the same vehicle.
func TestFlotaSpelledOtherwise(t *testing.T) {
	t.Parallel()
	fleet := func(tipo int, placas ...string) values {
		vehiculos := values{}
		for _, placa := range placas {
			vehiculos[placa] = values{"tipo_vehiculo_id": tipo, "nombre": nil, "electrico": nil, "minusvalido": nil}
		}
		return values{"cliente_id": 1, "vehiculos": vehiculos}
	}
	in := func(config values, ids values) values {
		return config.with(values{"vehiculo_ids": ids, "pendientes": values{}, "timeouts": nil})
	}
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	state := p.apply("parking_flota", result{}, fleet(1, "AKX0359", "ZZR0033"))
	imported := p.read("parking_flota", p.importID("parking_flota", "1"))
	other := fleet(1, "akx-0359", "ZZR0033")
	carried := values{"akx-0359": state.entry("vehiculo_ids", "AKX0359"), "ZZR0033": state.entry("vehiculo_ids", "ZZR0033")}
	for name, prior := range map[string]result{"created": state, "imported": imported} {
		if again := respelled(w, p, "parking_flota", prior, other, in(other, carried)); again.state == nil {
			t.Error(name)
		}
	}
	state = respelled(w, p, "parking_flota", state, other, in(other, carried))
	read := w.proto(nil).read("parking_flota", state)
	expectSame(t, "read", read.state, state.state)
	w.requests()
	changed := p.apply("parking_flota", read, fleet(3, "AKX 0359", "ZZR0033"))
	w.expectRequests(map[string]int{"actualizar_placa": 2})
	expectSame(t, "changed", w.proto(nil).read("parking_flota", changed).state, changed.state)
	if len(changed.diags) > 0 || w.count("SELECT COUNT(*) FROM placas WHERE tipo_vehiculo_id = 3") != 2 || w.count("SELECT COUNT(*) FROM vehiculos") != 2 {
		t.Error(changed.errors(), changed.warnings())
	}
	// One that was taken away is brought back once, and what is left out stays, as always.
	w.exec("DELETE FROM vehiculos WHERE placa = 'AKX0359'")
	gone := w.proto(nil).read("parking_flota", changed)
	back := w.proto(nil).apply("parking_flota", gone, fleet(3, "AKX 0359", "ZZR0033"))
	if len(back.errors()) > 0 || fmt.Sprint(back.state["pendientes"]) != "map[]" || w.count("SELECT COUNT(*) FROM placas") != 2 {
		t.Error(back.errors(), back.warnings(), back.state["pendientes"])
	}
	expect(t, "left out", w.proto(nil).apply("parking_flota", back, fleet(3, "ZZR0033")).warnings(), "Vehicles stay on the service (1)", "AKX 0359")
}
