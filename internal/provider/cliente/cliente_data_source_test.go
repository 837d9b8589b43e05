package cliente

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/parking-provider/terraform-provider-parking/internal/acctest"
	"github.com/parking-provider/terraform-provider-parking/internal/answers"
	"github.com/parking-provider/terraform-provider-parking/internal/sandbox"
)

func TestClienteDataSource(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	norte := p.LookUp(typeName, acctest.Values{"email": "flota.norte@example.com"})
	acctest.ExpectSame(t, "by address", norte, acctest.Norte.With(acctest.Values{"id": 2}))
	w.ExpectAsked("cliente_email?email=REDACTED")
	own := p.LookUp(typeName, acctest.Values{})
	w.ExpectAsked("cliente?")
	if own["id"] != 1 || own["email"] != "reparto.centro@example.com" {
		t.Errorf("the credential's own client is %v", own)
	}
	w.Answer(func(*http.Request) http.HandlerFunc {
		return answers.Body(200, `{"estado":"ok","data":{"cliente_id":"7","email":"Ana@Example.com","telefono":99123}}`)
	})
	left := acctest.Values{"id": 7, "email": "ana@example.com", "nombre": nil, "apellidos": nil, "prefijos": nil, "telefono": "99123",
		"cedula": nil}
	acctest.ExpectSame(t, "left out", p.LookUp(typeName, acctest.Values{"email": "ana@example.com"}), left)
	acctest.ExpectSame(t, "own", p.LookUp(typeName, acctest.Values{}), left.With(acctest.Values{"email": "Ana@Example.com"}))
}

// What an answer holds of a person is not in the error.
func TestClienteFailures(t *testing.T) {
	t.Parallel()
	w := acctest.NewServer(t, sandbox.Options{})
	p := w.Proto(nil)
	acctest.Expect(t, "no address", p.ValidateData(typeName, acctest.Values{"email": "ana"}), "Invalid value")
	const unable, own = "Unable to read client", "Unable to read client of the credential"
	nobody := acctest.Values{"email": "nadie@example.com"}
	for name, c := range map[string]struct {
		config acctest.Values
		answer http.HandlerFunc
		says   string
	}{
		"not found": {config: nobody, says: unable},
		"refused": {config: nobody, says: unable, answer: answers.Body(422,
			`{"estado":"fail","error":"No","errores":{"email":"nadie@example.com está bloqueado, tel. 099123456"}}`)},
		"wrong type":   {config: nobody, says: unable, answer: answers.Body(200, `{"estado":"ok","data":{"id":3,"nombre":["099123456"]}}`)},
		"no envelope":  {config: nobody, says: unable, answer: answers.Body(500, `<html>nadie@example.com</html>`)},
		"lost":         {config: nobody, says: unable, answer: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }},
		"own unknown":  {says: own, answer: answers.Body(404, `{"estado":"fail","error":"El cliente no existe"}`)},
		"own, no JSON": {says: own, answer: answers.Body(200, `nadie@example.com`)},
	} {
		w.Answer(func(*http.Request) http.HandlerFunc { return c.answer })
		acctest.Expect(t, name, p.Data(typeName, c.config.With(nil)).Errors(), c.says)
	}
}

// Telephone and document numbers are not shown in plans, as in the resource.
func TestClienteSensitive(t *testing.T) {
	t.Parallel()
	p := acctest.NewProto(t)
	for what, schema := range map[string]*tfprotov6.Schema{
		"data source": p.Schema.DataSourceSchemas[typeName], "resource": p.Schema.ResourceSchemas[typeName],
	} {
		var sensitive []string
		for _, a := range schema.Block.Attributes {
			if a.Sensitive {
				sensitive = append(sensitive, a.Name)
			}
		}
		if fmt.Sprint(sensitive) != "[cedula telefono]" {
			t.Errorf("of the %s, %q are sensitive", what, sensitive)
		}
	}
}
