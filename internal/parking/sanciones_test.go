package parking

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// told writes what a record tells, a field that says nothing as -.
func (s Sancion) told() string {
	return fmt.Sprint(s.ID, " ", show(s.Cerrada), " ", show(s.Pagada), " ", show(s.Observaciones), " ", show(s.PagoTipo), " ", show(s.PagoCodigo), " ", show(s.ClienteID))
}

// TestSancionRecord: fields of the sandbox's record are read as leniently as they may come, and one of another kind
// says nothing. All are in Datos as they came (A14).
func TestSancionRecord(t *testing.T) {
	t.Parallel()
	for fields, want := range map[string]string{
		``: "9 - - - - - -",
		`,"estado":"cerrada","pagada":1,"observaciones":"o","pago_tipo":2,"pago_codigo":"P","cliente_id":3`:       "9 true true o 2 P 3",
		`,"estado":"Abierta","pagada":"0","observaciones":7,"pago_tipo":"2","pago_codigo":12,"cliente_id":"3"`:    "9 false false 7 2 12 3",
		`,"estado":null,"pagada":null,"observaciones":null,"pago_tipo":null,"pago_codigo":null,"cliente_id":null`: "9 - false null null null null",
		`,"estado":"archivada","pagada":"si","observaciones":[],"pago_tipo":2.5,"pago_codigo":{},"cliente_id":0`:  "9 - - - - - -",
		`,"estado":1,"pagada":false,"observaciones":"","pago_tipo":"","pago_codigo":"","cliente_id":true`:         "9 - false  - null -",
	} {
		c := scripted(t, play(answer(200, okData(`[{"id":9`+fields+`}]`))), withSanciones)
		list, err := c.Sanciones(t.Context(), nil)
		if err != nil || len(list) != 1 || list[0].told() != want {
			t.Errorf("%s: %v, %v, want %s", fields, list, err, want)
			continue
		}
		if names := slices.Sorted(maps.Keys(list[0].Datos)); fields != "" && fmt.Sprint(names) != "[cliente_id estado observaciones pagada pago_codigo pago_tipo]" {
			t.Errorf("%s: of it came %v", fields, names)
		}
	}
}

// TestSancionAnswers: the answer of a closure or payment may hold the record. What is none, or another's, or from
// before the write, tells nothing, and is no failure.
func TestSancionAnswers(t *testing.T) {
	t.Parallel()
	const none = "0 - - - - - -"
	for data, want := range map[string]struct{ closed, paid string }{
		`{"sancion_id":"9","estado":"cerrada","pagada":1}`: {"9 true true - - - -", "9 true true - - - -"},
		`{"id":9,"estado":"cerrada","pagada":0}`:           {"9 true false - - - -", none},
		`{"id":9,"estado":"abierta","pagada":1}`:           {none, "9 false true - - - -"},
		`{"id":9}`:                                         {"9 - - - - - -", "9 - - - - - -"},
		`{"id":8,"estado":"cerrada","pagada":1}`:           {none, none},
		`{"id":-9}`:                                        {none, none},
		`{"message":"hecho"}`:                              {none, none},
		`"hecho"`:                                          {none, none},
		`[]`:                                               {none, none},
	} {
		reply := func() *Client { return scripted(t, play(answer(200, okData(data)))) }
		if got, err := reply().CloseSancion(t.Context(), 9, ""); err != nil || got.told() != want.closed {
			t.Errorf("closed, %s: %s, %v, want %s", data, got.told(), err, want.closed)
		}
		if got, _, err := reply().PaySancion(t.Context(), 9, SancionPago{PagoCodigo: "P"}); err != nil || got.told() != want.paid {
			t.Errorf("paid, %s: %s, %v, want %s", data, got.told(), err, want.paid)
		}
	}
}
