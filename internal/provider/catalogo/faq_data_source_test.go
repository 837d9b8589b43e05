package catalogo

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestFAQDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	read := w.Proto(nil).Data("parking_faq", acctest.Values{"id": 4})
	acctest.NoMessages(t, "read", read)
	acctest.ExpectSame(t, "question 4", read.State, acctest.Values{"id": 4, "pregunta": "¿Cómo recibo el comprobante?",
		"respuesta": "Pida el recibo al pagar y llegará al correo del cliente.", "grupo": acctest.Values{"id": 2, "nombre": "Pagos"}})
	w.ExpectRequests(map[string]int{"faq": 1})
}

// Fields that the service leaves out are null, the group too; identifiers may be texts.
func TestFAQFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	for data, want := range map[string]acctest.Values{
		`{}`: {"id": 4, "pregunta": nil, "respuesta": nil, "grupo": nil},
		`{"id":"4","pregunta":"¿?","respuesta":null,"grupo":null,"orden":3}`: {"id": 4, "pregunta": "¿?", "respuesta": nil, "grupo": nil},
		`{"id":4,"grupo":{"id":"2"}}`:                                        {"id": 4, "pregunta": nil, "respuesta": nil, "grupo": acctest.Values{"id": 2, "nombre": nil}},
	} {
		w.Answer(func(*http.Request) http.HandlerFunc { return answers.Body(200, `{"estado":"ok","data":`+data+`}`) })
		read := p.Data("parking_faq", acctest.Values{"id": 4})
		acctest.ExpectWhole(t, data, read, want)
	}
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":{"id":4,"grupo":"Pagos"}}`)
	})
	acctest.Expect(t, "group", p.Data("parking_faq", acctest.Values{"id": 4}).Errors(), "Unable to read question")
}

func TestMain(m *testing.M) { acctest.Main(m, Area) }
