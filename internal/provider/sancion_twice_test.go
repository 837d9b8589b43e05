package provider

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A sanction that the list shows as paid is not paid again where the answer to its
// closing says nothing of a payment.
func TestSancionPaidWithAnotherCode(t *testing.T) {
	t.Parallel()
	record := func(fields string) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":[{"id":8},{"id":1,"estado":"cerrada"`+fields+`}]}`)
	}
	for name, c := range map[string]struct {
		closing string
		list    http.HandlerFunc // nil: endpoints.sanciones is not set
		reads   int
		pays    int
		says    []string // of the error; nil: it succeeds
	}{
		"another code":            {`{"id":1}`, record(`,"pagada":1,"pago_codigo":"APP-1","pago_tipo":2`), 1, 0, []string{`AttributeName("pago").AttributeName("pago_codigo")`, `paid with pago_codigo = "APP-1"`}},
		"a code alone":            {`{}`, record(`,"pago_codigo":"APP-1"`), 1, 0, []string{`paid with pago_codigo = "APP-1"`}},
		"the declared code":       {`{"id":1}`, record(`,"pagada":1,"pago_codigo":"TX-1","pago_tipo":2`), 1, 0, nil},
		"unpaid":                  {`{"id":1}`, record(`,"pagada":0,"pago_codigo":null`), 1, 1, nil},
		"silent":                  {`{"id":1}`, record(``), 1, 1, nil},
		"not listed":              {`{"id":1}`, body(200, `{"estado":"ok","data":[]}`), 1, 1, nil},
		"not readable":            {`{"id":1}`, body(422, `{"estado":"fail","error":"filtro"}`), 1, 0, []string{"Unable to record payment", "nothing was paid", "filtro"}},
		"no list":                 {`{"id":1}`, nil, 0, 1, nil},
		"the closing says unpaid": {`{"id":1,"pagada":0}`, record(`,"pagada":1,"pago_codigo":"APP-1"`), 0, 1, nil},
		"the closing says it all": {`{"id":1,"pago_codigo":"APP-1"}`, record(``), 0, 0, []string{`paid with pago_codigo = "APP-1"`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sandbox.Options{})
			settings := values{}
			if c.list != nil {
				settings = withList
			}
			asked := 0
			w.answer(on(map[string]http.HandlerFunc{"PUT " + sancionCerrar: w.carriedOut(`{"estado":"ok","data":` + c.closing + `}`),
				"GET " + sanciones: func(rw http.ResponseWriter, r *http.Request) { asked++; c.list(rw, r) }}))
			created := w.proto(settings).apply(parkingSancion, result{}, values{"sancion_id": 1, "pago": declaredPago})
			if paid := w.requests()["sancion_pagar"]; paid != c.pays || asked != c.reads {
				t.Errorf("%d payments and %d reads, wanted %d and %d", paid, asked, c.pays, c.reads)
			}
			if c.says != nil {
				expect(t, "error", created.errors(), c.says...)
			} else if len(created.errors()) > 0 {
				t.Error(created.errors())
			}
		})
	}
}
