package acceptance

import (
	"net/http"
	"testing"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

// unpublishedBlock is unpublished as a line of the provider block.
const unpublishedBlock = `endpoints = { sanciones = "/external/sanciones", informacion = "/external/informacion", faq_grupos = "/external/faq-grupos" }`

// A path that the service does not have is no thing that it does not have.
func TestDataSourcesWrongEndpoint(t *testing.T) {
	t.Parallel()
	p := acctest.NewServer(t, sandbox.Options{}).Proto(acctest.Values{"endpoints": acctest.Values{"sanciones": "/external/multas"}})
	acctest.Expect(t, "wrong path", p.Data("parking_sanciones", acctest.Values{}).Errors(), "Unable to read sanctions")
}

// A list that is denied as one is that must be empty is empty, and what the service says is shown.
func TestDataSourcesNothingToList(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	w.Answer(func(r *http.Request) http.HandlerFunc {
		if r.URL.Path == "/external/cliente" { // which shows that the credential is valid
			return answers.Body(200, `{"estado":"ok","data":{"id":1}}`)
		}
		return answers.Body(200, `{"estado":"fail","error":"Sin servicio"}`)
	})
	p := w.Proto(acctest.Values{"endpoints": acctest.Unpublished})
	for typeName, want := range map[string]acctest.Values{
		"parking_vehiculos":       {"cliente_id": 2, "placa": nil, "nombre": nil, "vehiculos": []any{}},
		"parking_zonas_favoritas": {"cliente_id": 2, "zona_id": nil, "tramo_id": nil, "celda_id": nil, "zonas_favoritas": []any{}, "datos": []any{}},
	} {
		read := p.Data(typeName, acctest.Values{"cliente_id": 2})
		acctest.Expect(t, typeName, read.Warnings(), "Nothing to list")
		acctest.Expect(t, typeName, read.Errors())
		acctest.ExpectSame(t, typeName, read.State, want)
	}
	for _, typeName := range []string{"parking_reservas", "parking_reservas_activas", "parking_sanciones"} { // of which nothing that cannot exist can be asked
		read := p.Data(typeName, acctest.Values{})
		if len(read.Errors()) != 1 {
			t.Errorf("%s: got the errors %q, want one", typeName, read.Errors())
		}
	}
}
