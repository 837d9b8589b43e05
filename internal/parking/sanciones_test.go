package parking

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// TestSancionRecord: of fields that the document does not show, only what is understood says something (A14).
func TestSancionRecord(t *testing.T) {
	t.Parallel()
	for fields, want := range map[string]string{
		``: "ID:9 Cerrada:- Pagada:- Observaciones:- PagoCodigo:- PagoTipo:- ClienteID:-",
		`,"estado":"Abierta","pagada":"0","observaciones":7,"pago_tipo":"2","pago_codigo":12,"cliente_id":"3"`:    "ID:9 Cerrada:false Pagada:false Observaciones:7 PagoCodigo:12 PagoTipo:2 ClienteID:3",
		`,"estado":null,"pagada":null,"observaciones":null,"pago_tipo":null,"pago_codigo":null,"cliente_id":null`: "ID:9 Cerrada:- Pagada:false Observaciones:null PagoCodigo:null PagoTipo:null ClienteID:null",
		`,"estado":"archivada","pagada":"si","observaciones":[],"pago_tipo":2.5,"pago_codigo":{},"cliente_id":-1`: "ID:9 Cerrada:- Pagada:- Observaciones:- PagoCodigo:- PagoTipo:- ClienteID:-",
		`,"estado":1,"pagada":false,"observaciones":"","pago_tipo":"","pago_codigo":" 0","cliente_id":0`:          "ID:9 Cerrada:- Pagada:false Observaciones: PagoCodigo:null PagoTipo:- ClienteID:null",
	} {
		list, err := scripted(t, play(answer(200, okData(`[{"id":9`+fields+`}]`))), withSanciones).Sanciones(t.Context(), nil)
		if got, _, _ := strings.Cut(told(reflect.ValueOf(list)), " Datos:"); err != nil || got != "{"+want {
			t.Errorf("%s: %s, %v, want %s", fields, got, err, want)
		}
	}
}

// TestSancionAnswers: the answer of a closure or payment may hold the record. What is none, or another's, tells nothing, and is no
// failure.
func TestSancionAnswers(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		`{"sancion_id":"9","estado":"cerrada","pagada":1}`: "9 true true",
		`{"id":8,"estado":"cerrada","pagada":1}`:           "0 - -",
		`{"id":9}`:                                         "9 - -",
		`{"id":-9}`:                                        "0 - -",
		`{"message":"hecho"}`:                              "0 - -",
		`"hecho"`:                                          "0 - -",
		`[]`:                                               "0 - -",
	} {
		c := scripted(t, play(answer(200, okData(data))))
		closed, err := c.CloseSancion(t.Context(), 9, "")
		noError(t, err)
		paid, _, err := c.PaySancion(t.Context(), 9, SancionPago{PagoCodigo: "P"})
		noError(t, err)
		for _, got := range []Sancion{closed, paid} {
			equal(t, data, fmt.Sprint(got.ID, " ", show(got.Cerrada), " ", show(got.Pagada)), want)
		}
	}
}
