package parking

import (
	"fmt"
	"testing"
)

// TestSancionRecord: of the state of a sanction, which the document does not show, two words are understood (A14).
func TestSancionRecord(t *testing.T) {
	t.Parallel()
	for estado, want := range map[string]string{`"Abierta"`: "false", `"CERRADA"`: "true", `"archivada"`: "-", `null`: "-", `1`: "-"} {
		r, err := newRecord("op", []byte(`{"id":9,"estado":`+estado+`}`))
		must(t, err)
		held, err := newSancion(r[0])
		noError(t, err)
		equal(t, estado, show(held.Cerrada), want)
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
