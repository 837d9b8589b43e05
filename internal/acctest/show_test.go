package acctest

import "testing"

// What a failure shows of values and requests has an order, a line for each attribute, and no Go syntax of maps.
func TestShow(t *testing.T) {
	t.Parallel()
	state := Values{"id": UnknownNumber, "pago": Values{"pago_codigo": "TX-1", "cliente_id": nil}, "pendientes": Values{}, "datos": nil,
		"partes": []any{"a", 1}, "activa": true}
	const want = `{
  activa = true
  datos = null
  id = (unknown)
  pago.cliente_id = null
  pago.pago_codigo = "TX-1"
  partes = ["a", 1]
  pendientes = {}
}`
	if got := state.String(); got != want {
		t.Errorf("got\n%s\nwanted\n%s", got, want)
	}
	if got := Values(nil).String(); got != "null" {
		t.Errorf("got %s, wanted null", got)
	}
	other := state.With(Values{"id": 7, "pago": Values{"pago_codigo": "TX-1", "cliente_id": 2}, "activa": nil})
	delete(other, "datos")
	const differs = `  activa: got true, wanted null
  datos: got null, wanted nothing
  id: got (unknown), wanted 7
  pago.cliente_id: got null, wanted 2
`
	if got := differ(state, other); got != differs {
		t.Errorf("got\n%s\nwanted\n%s", got, differs)
	}
	if got := (Requests{"vehiculos": 2, "placa": 1}).String() + ", " + Requests(nil).String(); got != "placa 1 times, vehiculos 2 times, no requests" {
		t.Errorf("got %q", got)
	}
}
