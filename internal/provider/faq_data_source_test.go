package provider

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestFAQDataSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	read := w.proto(nil).data("parking_faq", values{"id": 4})
	if len(read.diags) > 0 {
		t.Fatal(read.errors())
	}
	expectSame(t, "question 4", read.state, values{"id": 4, "pregunta": "¿Cómo recibo el comprobante?",
		"respuesta": "Pida el recibo al pagar y llegará al correo del cliente.", "grupo": values{"id": 2, "nombre": "Pagos"}})
	w.expectRequests(map[string]int{"faq": 1})
}

// Fields that the service leaves out are null, the group too; identifiers may be texts.
func TestFAQFieldsLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Options{})
	p := w.proto(nil)
	for data, want := range map[string]values{
		`{}`: {"id": 4, "pregunta": nil, "respuesta": nil, "grupo": nil},
		`{"id":"4","pregunta":"¿?","respuesta":null,"grupo":null,"orden":3}`: {"id": 4, "pregunta": "¿?", "respuesta": nil, "grupo": nil},
		`{"id":4,"grupo":{"id":"2"}}`:                                        {"id": 4, "pregunta": nil, "respuesta": nil, "grupo": values{"id": 2, "nombre": nil}},
	} {
		w.answer(func(*http.Request) http.HandlerFunc { return body(200, `{"estado":"ok","data":`+data+`}`) })
		read := p.data("parking_faq", values{"id": 4})
		if len(read.diags) > 0 {
			t.Errorf("%s: %v", data, read.errors())
		}
		expectSame(t, data, read.state, want)
	}
	w.answer(func(*http.Request) http.HandlerFunc {
		return body(200, `{"estado":"ok","data":{"id":4,"grupo":"Pagos"}}`)
	})
	expect(t, "group", p.data("parking_faq", values{"id": 4}).errors(), `field "grupo" is a text, not an object`)
}
