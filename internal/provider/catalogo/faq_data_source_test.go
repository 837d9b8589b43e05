package catalogo

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// shows has the service answer everything with this data.
func shows(w *acctest.Server, data string) {
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(http.StatusOK, `{"estado":"ok","data":`+data+`}`)
	})
}

// Fields that the service leaves out are null, the group too; identifiers may be texts.
func TestFAQDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p, config := w.Proto(nil), acctest.Values{"id": 4}
	acctest.ExpectWhole(t, "question 4", p.Data("parking_faq", config), acctest.Values{"id": 4, "pregunta": "¿Cómo recibo el comprobante?",
		"respuesta": "Pida el recibo al pagar y llegará al correo del cliente.", "grupo": acctest.Values{"id": 2, "nombre": "Pagos"}})
	w.ExpectRequests(map[string]int{"faq": 1})
	empty := acctest.Values{"id": 4, "pregunta": nil, "respuesta": nil, "grupo": nil}
	for data, changes := range map[string]acctest.Values{
		`{}`: nil,
		`{"id":"4","pregunta":"¿?","respuesta":null,"grupo":null,"orden":3}`: {"pregunta": "¿?"},
		`{"id":4,"grupo":{"id":"2"}}`:                                        {"grupo": acctest.Values{"id": 2, "nombre": nil}},
	} {
		shows(w, data)
		acctest.ExpectWhole(t, data, p.Data("parking_faq", config), empty.With(changes))
	}
	shows(w, `{"id":4,"grupo":"Pagos"}`)
	acctest.Expect(t, "group", p.Data("parking_faq", config).Errors(), "Unable to read question")
}

func TestMain(m *testing.M) { acctest.Main(m, Area) }
