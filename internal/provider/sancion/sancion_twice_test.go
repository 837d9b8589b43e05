package sancion

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// A sanction that the list shows as paid is not paid again where the answer to its
// closing says nothing of a payment.
func TestSancionPaidWithAnotherCode(t *testing.T) {
	t.Parallel()
	record := func(fields string) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":[{"id":8},{"id":1,"estado":"cerrada"`+fields+`}]}`)
	}
	type row struct {
		closing string
		list    http.HandlerFunc // nil: endpoints.sanciones is not set
		reads   int
		pays    int
		says    string // of the error; nil: it succeeds
	}
	acctest.Each(t, map[string]row{
		"another code":            {`{"id":1}`, record(`,"pagada":1,"pago_codigo":"APP-1","pago_tipo":2`), 1, 0, "pago: Payment cannot be changed"},
		"a code alone":            {`{}`, record(`,"pago_codigo":"APP-1"`), 1, 0, "pago: Payment cannot be changed"},
		"the declared code":       {`{"id":1}`, record(`,"pagada":1,"pago_codigo":"TX-1","pago_tipo":2`), 1, 0, ""},
		"unpaid":                  {`{"id":1}`, record(`,"pagada":0,"pago_codigo":null`), 1, 1, ""},
		"silent":                  {`{"id":1}`, record(``), 1, 1, ""},
		"not listed":              {`{"id":1}`, answers.Body(200, `{"estado":"ok","data":[]}`), 1, 1, ""},
		"not readable":            {`{"id":1}`, answers.Body(422, `{"estado":"fail","error":"filtro"}`), 1, 0, "Unable to record payment"},
		"no list":                 {`{"id":1}`, nil, 0, 1, ""},
		"the closing says unpaid": {`{"id":1,"pagada":0}`, record(`,"pagada":1,"pago_codigo":"APP-1"`), 0, 1, ""},
		"the closing says it all": {`{"id":1,"pago_codigo":"APP-1"}`, record(``), 0, 0, "pago: Payment cannot be changed"},
	}, func(t *testing.T, c row) {
		w := acctest.NewServer(t, sandbox.Options{})
		settings := acctest.Values{}
		if c.list != nil {
			settings = acctest.WithList
		}
		asked := 0
		w.Answer(answers.On(map[string]http.HandlerFunc{"PUT " + acctest.SancionCerrar: w.CarriedOut(`{"estado":"ok","data":` + c.closing + `}`),
			"GET " + acctest.Sanciones: func(rw http.ResponseWriter, r *http.Request) { asked++; c.list(rw, r) }}))
		created := w.Proto(settings).Apply(acctest.ParkingSancion, acctest.Result{}, acctest.Values{"sancion_id": 1, "pago": acctest.DeclaredPago})
		if paid := w.Requests()["sancion_pagar"]; paid != c.pays || asked != c.reads {
			t.Errorf("%d payments and %d reads, wanted %d and %d", paid, asked, c.pays, c.reads)
		}
		if c.says != "" {
			acctest.Expect(t, "error", created.Errors(), c.says)
		} else {
			acctest.NoErrors(t, "created", created)
		}
	})
}
